"""``evomind tree``: strategy trees, built, shown, verified and converted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evomind.app.options import AsciiOption, JsonOption, RulesArgument

if TYPE_CHECKING:
    from pathlib import Path

    from evomind.tree import Tree

__all__ = ["app", "check_writable", "write"]

_FAULTS_SHOWN = 20

app = typer.Typer(
    help="Strategy trees in files: .json, or .txt for {1122:{10:...}} brackets.",
    no_args_is_help=True,
)

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="A tree, .json or .txt.")]
BoardOption = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="RULES",
        help="The board, where the file does not name it: by default the smallest that fits.",
    ),
]


@app.command()
def build(
    rules: RulesArgument,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="One that draws nothing.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to.")],
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Write down all games of a strategy as a tree."""
    from pathlib import Path

    from evomind.app.console import announce_compiling
    from evomind.rules import Rules
    from evomind.strategies import load_strategy
    from exact.trees import build_tree

    board, player = Rules.parse(rules), load_strategy(strategy)
    path = Path(output)
    check_writable(path)
    announce_compiling()
    tree = build_tree(board, player)
    write(tree, path)
    _report(tree, f"{player.name} on {board}, written to {path}", None, json, ascii)


@app.command()
def show(
    file: FileArgument,
    turns: Annotated[int, typer.Option(min=1, metavar="N", help="Turns that are shown.")] = 2,
    rules: BoardOption = "",
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Show the first turns of a tree, and how long its games are."""
    from evomind.app.console import Screen
    from evomind.tree_formats import indented

    tree = _read(file, rules)
    if not json:
        screen = Screen.open(ascii)
        for line in indented(tree, turns):
            screen.print(line)
        screen.print()
    _report(tree, f"{tree.strategy or 'a tree'} for {tree.rules}", None, json, ascii)


@app.command()
def verify(
    file: FileArgument,
    rules: BoardOption = "",
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Play every secret through a tree and list each fault; exit code 1 if there is one."""
    from evomind.app.console import announce_compiling
    from evomind.tree import faults

    tree = _read(file, rules)
    announce_compiling()
    found = faults(tree)
    verdict = f"{len(found)} fault{'s' * (len(found) != 1)}" if found else "finds every secret"
    _report(tree, f"{file}, {tree.rules}: {verdict}", found, json, ascii)
    if found:
        raise typer.Exit(1)


@app.command()
def convert(
    file: FileArgument,
    to: Annotated[str, typer.Argument(metavar="TO", help="The file to write, .json or .txt.")],
    rules: BoardOption = "",
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Write a tree in another format, told by the suffix."""
    from pathlib import Path

    tree = _read(file, rules)
    check_writable(Path(to))
    write(tree, Path(to))
    _report(tree, f"{file} written to {to}", None, json, ascii)


def _read(file: str, rules: str) -> Tree:
    from evomind.rules import Rules
    from evomind.tree_formats import read_tree

    return read_tree(file, Rules.parse(rules) if rules else None)


def check_writable(path: Path) -> None:
    """Raise before any work is done for a file that could not be written."""
    import os

    from evomind.errors import InvalidTreeError, StorageError
    from evomind.strategies import TREE_SUFFIXES

    if path.suffix not in TREE_SUFFIXES:
        raise InvalidTreeError(
            f"a tree file ends in {' or '.join(TREE_SUFFIXES)}, got {path.name!r}"
        )
    if not path.parent.is_dir():
        raise StorageError(f"cannot write {path}: there is no directory {path.parent}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise StorageError(f"cannot write {path}: permission denied")


def write(tree: Tree, path: Path) -> None:
    """Write a tree in the format that the suffix tells."""
    from evomind.errors import StorageError
    from evomind.tree_formats import write_tree

    try:
        write_tree(tree, path)
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror}") from None


def _report(
    tree: Tree, heading: str, faults: list[str] | None, json: bool, ascii_only: bool
) -> None:
    """Print how long the games of a tree are, and its faults where they have been looked for."""
    from evomind.app.console import Screen, print_json

    turns = tree.root.turns()
    document: dict[str, Any] = {
        "rules": str(tree.rules),
        "strategy": tree.strategy,
        "codes": tree.root.codes,
        "total": tree.root.total,
        "mean": tree.root.mean,
        "max": tree.root.max,
        "histogram": dict(sorted(turns.items())),
        "nodes": len(tree),
    }
    if json:
        checked = {} if faults is None else {"valid": not faults, "faults": faults}
        print_json(document | checked)
        return
    screen = Screen.open(ascii_only)
    screen.print(heading, style="bold")
    screen.print(
        f"{document['codes']:,} codes found in {document['total']:,} guesses: "
        f"mean {document['mean']:.4f}, worst {document['max']}"
    )
    table = screen.table("guesses", *map(str, sorted(turns)))
    table.add_row("codes", *(f"{turns[turn]:,}" for turn in sorted(turns)))
    screen.console.print(table)
    for fault in (faults or [])[:_FAULTS_SHOWN]:
        screen.print(f"  {fault}")
    if faults and len(faults) > _FAULTS_SHOWN:
        screen.print(f"  … and {len(faults) - _FAULTS_SHOWN} more")
