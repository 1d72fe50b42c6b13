"""``evomind optimum``: optimal play on a board, proven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evomind.app.options import AsciiOption, JsonOption, RulesArgument

if TYPE_CHECKING:
    from collections.abc import Callable

    from exact.optimal import Optimum
    from exact.search import Progress

__all__ = ["optimum"]

_LINE_SECONDS = 15.0  # between lines, where stderr is no terminal


def optimum(
    rules: RulesArgument,
    objective: Annotated[
        str,
        typer.Option(
            metavar="expected|worst",
            help="What is least: the mean number of guesses, or the most that a game takes (and "
            "then the mean).",
        ),
    ] = "expected",
    max_turns: Annotated[
        int | None, typer.Option(min=1, metavar="D", help="The most guesses that a game may take.")
    ] = None,
    pool: Annotated[
        str,
        typer.Option(
            metavar="all|eligible", help="Any guess, or only those that can be the secret."
        ),
    ] = "all",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="TREE", help="Where to write the strategy.")
    ] = "",
    seconds: Annotated[
        float | None, typer.Option(min=0.0, help="Stop after so long, without proof.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many guesses tried, without proof.")
    ] = None,
    memory: Annotated[
        float, typer.Option(min=0.001, metavar="GIB", help="Memory for what is known of sets.")
    ] = 4.0,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Search for optimal play, and prove that it is; interrupt it for the best so far."""
    from pathlib import Path

    from evomind.app.console import announce_compiling, print_json
    from evomind.app.progress import thinking
    from evomind.app.trees import check_writable, write
    from evomind.rules import Rules
    from exact.optimal import prove_optimum
    from exact.search import Budget

    board = Rules.parse(rules)
    if output:
        check_writable(Path(output))
    announce_compiling()
    budget = Budget(seconds, nodes, int(memory * 2**30))
    with thinking(f"searching {board}") as show:
        found = prove_optimum(board, objective, max_turns, pool, budget, _reporter(show))
    if output and found.tree is not None:
        write(found.tree, Path(output))
    document = _document(str(board), objective, pool, found)
    if json:
        print_json(document)
    else:
        _print(document, found, ascii)
    if found.interrupted:
        raise KeyboardInterrupt
    if found.tree is None:
        raise typer.Exit(1)


def _reporter(show: Callable[[str], None]) -> Callable[[Progress], None]:
    """Return what tells how far the search is: always on a terminal, else now and then."""
    import sys

    from evomind.app.console import say

    last = 0.0

    def report(progress: Progress) -> None:
        nonlocal last
        best = f"{progress.upper_bound:,}" if progress.upper_bound is not None else "?"
        line = (
            f"{progress.lower_bound:,} ≤ total ≤ {best}, {progress.nodes:,} guesses tried, "
            f"{progress.known:,} sets known, {progress.seconds:.0f} s"
        )
        if sys.stderr.isatty():
            show(line)
        elif progress.seconds - last >= _LINE_SECONDS:
            last = progress.seconds
            say(line.replace("≤", "<="))

    return report


def _document(rules: str, objective: str, pool: str, found: Optimum) -> dict[str, Any]:
    root = found.tree.root if found.tree is not None else None
    turns = root.turns() if root else {}
    return {
        "rules": rules,
        "objective": objective,
        "pool": pool,
        "max_turns": found.max_turns,
        "total": root.total if root else None,
        "codes": root.codes if root else None,
        "mean": root.mean if root else None,
        "max": root.max if root else None,
        "histogram": dict(sorted(turns.items())),
        "proven": found.proven,
        "lower_bound": found.lower_bound,
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def _print(document: dict[str, Any], found: Optimum, ascii_only: bool) -> None:
    from evomind.app.console import Screen

    screen = Screen.open(ascii_only)
    effort = f"{found.nodes:,} guesses tried in {found.seconds:.1f} s"
    limit = "" if found.max_turns is None else f" within {found.max_turns} guesses"
    if found.tree is None:
        verdict = "there is no strategy" if found.proven else "no strategy was found"
        screen.print(f"{document['rules']}: {verdict}{limit} ({effort})", style="bold")
        return
    proof = "proven optimal" if found.proven else f"not proven: at least {found.lower_bound:,}"
    screen.print(f"{document['rules']}{limit}: {document['total']:,}, {proof}", style="bold")
    screen.print(
        f"{document['codes']:,} codes found in {document['total']:,} guesses: mean "
        f"{document['mean']:.4f}, worst {document['max']}; {effort}"
    )
    table = screen.table("guesses", *map(str, document["histogram"]))
    table.add_row("codes", *(f"{codes:,}" for codes in document["histogram"].values()))
    screen.console.print(table)
