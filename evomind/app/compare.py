"""``evomind compare``: a fair tournament, and its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evomind.app.options import AsciiOption, JsonOption, RulesArgument, SeedOption

if TYPE_CHECKING:
    from evomind.app.console import Screen
    from experiments.statistics import Estimate
    from experiments.tournament import Comparison, Summary

__all__ = ["compare"]

_FAILURES_NAMED = 5
_WIDEST_HISTOGRAM = 14  # columns


def compare(
    rules: RulesArgument,
    strategy: Annotated[
        list[str],
        typer.Argument(
            metavar="STRATEGY...", help="Two or more names, as --strategy of 'evomind solve'."
        ),
    ],
    games: Annotated[
        str, typer.Option(metavar="N|all", help="Number of games; all: every secret once.")
    ] = "100",
    workers: Annotated[int, typer.Option(metavar="N", help="Number of processes.")] = 1,
    storage: Annotated[
        str,
        typer.Option(
            metavar="URL", help="Keep every game in this SQLite file, or database by URL."
        ),
    ] = "",
    max_turns: Annotated[
        int | None, typer.Option(metavar="N", help="A game of more guesses counts as unsolved.")
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Let strategies break the same secrets, and compare how many guesses they need.

    The games of a seed are the same on any number of workers. An interrupted tournament goes on
    where it was when the same command is given again.
    """
    from evomind.app.console import Screen, announce_compiling, print_json, say
    from evomind.app.progress import ProgressReport
    from evomind.rules import Rules
    from evomind.strategies import load_strategy
    from experiments.journal import opened_storage
    from experiments.tournament import Tournament

    board = Rules.parse(rules)
    players = [load_strategy(text) for text in strategy]
    number = _number_of_games(games)
    announce_compiling()
    tournament = Tournament(board, players, number, seed=seed, max_turns=max_turns)
    with opened_storage(storage, tournament.key, say) as kept, ProgressReport() as progress:
        try:
            comparison = tournament.play(workers=workers, storage=kept, progress=progress)
        except KeyboardInterrupt:
            progress.stop()
            say(
                f"interrupted after {progress.done} of {progress.total} games, which are kept; "
                "the same command goes on from there"
            )
            raise typer.Exit(130) from None
    if json:
        print_json(_document(comparison))
    else:
        _show(Screen.open(ascii), comparison, every_secret=number is None)


def _number_of_games(text: str) -> int | None:
    from evomind.errors import InvalidParameterError

    if text == "all":
        return None
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise InvalidParameterError(f"--games is a number from 1, or all, got {text!r}")
    return int(text)


def _document(comparison: Comparison) -> dict[str, Any]:
    from evomind.notation import format_code

    return {
        "rules": str(comparison.rules),
        "seed": comparison.seed,
        "games": comparison.games,
        "strategies": [
            {
                "name": s.name,
                "games": s.games,
                "unsolved": len(s.failures),
                "total": s.total,
                "mean": s.turns.mean,
                "ci95": [s.turns.low, s.turns.high],
                "std": s.turns.std,
                "max": s.max,
                "histogram": s.histogram,
                "evaluations_per_game": s.evaluations_per_game,
                "seconds_per_game": s.seconds_per_game,
                "origins": s.origins,
                "failures": [
                    {
                        "game": failed.game,
                        "secret": format_code(failed.secret, comparison.rules),
                        "error": failed.error,
                    }
                    for failed in s.failures
                ],
            }
            for s in comparison.summaries()
        ],
        "differences": [
            {"a": d.a, "b": d.b, "mean": d.turns.mean, "ci95": [d.turns.low, d.turns.high]}
            for d in comparison.differences()
        ],
    }


def _show(screen: Screen, comparison: Comparison, every_secret: bool) -> None:
    summaries = comparison.summaries()
    n = comparison.games
    games = f"every one of the {n:,} secrets" if every_secret else f"the same {n:,} secrets"
    screen.print(
        f"Each strategy broke {games} of {comparison.rules} (seed {comparison.seed}). Fewer "
        "guesses are better; the winning guess counts. Guesses, codes weighed and seconds are "
        "means per game, ± is the 95 % interval of the mean."
    )
    screen.print()
    table = screen.table(
        "strategy", "guesses", "±", "worst", "unsolved", "codes weighed", "seconds",
        names=[s.name for s in summaries],
    )  # fmt: skip
    for s in summaries:
        table.add_row(
            s.name,
            f"{s.turns.mean:.3f}",
            _plus_minus(s.turns.half_width),
            str(s.max),
            str(len(s.failures)),
            f"{s.evaluations_per_game:,.0f}",
            f"{s.seconds_per_game:.4f}",
        )
    screen.console.print(table)
    _show_histogram(screen, summaries)
    _show_differences(screen, comparison)
    for s in summaries:
        _show_failures(screen, s, comparison)


def _show_histogram(screen: Screen, summaries: list[Summary]) -> None:
    lengths = sorted({turns for s in summaries for turns in s.histogram})
    if not lengths or lengths[-1] - lengths[0] >= _WIDEST_HISTOGRAM:
        return
    lengths = list(range(lengths[0], lengths[-1] + 1))
    screen.print()
    table = screen.table(
        "games that took",
        *map(str, lengths),
        title="How many games took how many guesses",
        names=[s.name for s in summaries],
    )
    for s in summaries:
        table.add_row(s.name, *(str(s.histogram.get(turns, 0)) for turns in lengths))
    screen.console.print(table)


def _show_differences(screen: Screen, comparison: Comparison) -> None:
    differences = comparison.differences()
    if not differences:
        return
    screen.print()
    table = screen.table(
        "a", "b", "a needs", "±", "verdict",
        title="Guesses that a needs more than b on the same secret",
        left=("b", "verdict"),
    )  # fmt: skip
    for d in differences:
        table.add_row(
            d.a,
            d.b,
            screen.text(f"{d.turns.mean:+.3f}".replace("-", "−")),  # noqa: RUF001
            _plus_minus(d.turns.half_width),
            _verdict(d.turns),
        )
    screen.console.print(table)


def _verdict(difference: Estimate) -> str:
    if difference.high < 0:
        return "a is better"
    if difference.low > 0:
        return "b is better"
    return "no difference shown"


def _show_failures(screen: Screen, summary: Summary, comparison: Comparison) -> None:
    from evomind.notation import format_code

    if not summary.failures:
        return
    screen.print()
    screen.print(
        f"{summary.name} left {len(summary.failures)} of {summary.games} games unsolved; "
        "its mean is over the others, and flatters it:"
    )
    for failed in summary.failures[:_FAILURES_NAMED]:
        secret = format_code(failed.secret, comparison.rules)
        screen.print(f"  game {failed.game}, secret {secret}: {failed.error}")
    if len(summary.failures) > _FAILURES_NAMED:
        screen.print("  …")


def _plus_minus(half_width: float) -> str:
    return f"{half_width:.3f}" if half_width == half_width else "?"
