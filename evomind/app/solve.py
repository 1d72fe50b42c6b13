"""``evomind solve``: one game against a known secret, shown turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evomind.app.options import (
    AsciiOption,
    JsonOption,
    RulesArgument,
    SeedOption,
    StrategyOption,
)

if TYPE_CHECKING:
    from evomind.app.console import Screen

__all__ = ["solve"]


def solve(
    rules: RulesArgument,
    secret: Annotated[str, typer.Argument(metavar="SECRET", help="The code to find: 3456, RGGB.")],
    strategy: StrategyOption = "evolution",
    seed: SeedOption = 0,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Play one game against a secret, and show every turn of it."""
    from evomind import codebreaker
    from evomind.app.console import Screen, announce_compiling, print_json
    from evomind.app.eligible import eligible_after
    from evomind.app.progress import thinking
    from evomind.codemaker import FixedSecret
    from evomind.history import History
    from evomind.notation import Notation
    from evomind.rules import Rules
    from evomind.strategies import load_strategy, short_spec
    from experiments.games import turn_limit
    from experiments.seeding import stream

    board = Rules.parse(rules)
    notation = Notation.detect([secret], board)
    codemaker = FixedSecret(notation.parse(secret), board)
    player = load_strategy(strategy)
    announce_compiling()
    game = player.new_game(board, stream(seed, "play", player.name, 0))
    screen = None if json else Screen.open(ascii)
    if screen:
        screen.print(f"{short_spec(player)} looks for {secret} on {board}, seed {seed}")

    history = History(board)
    counting = stream(seed, "count")
    before = eligible_after(history, counting)
    turns: list[dict[str, Any]] = []
    counts: list[tuple[str, str]] = []
    with thinking(f"turn 1, {before} codes") as show:
        for turn in codebreaker.play(game, codemaker, board, turn_limit(board)):
            history = history.add(turn.guess.code, turn.feedback)
            after = eligible_after(history, counting, before)
            turns.append(
                {
                    "guess": notation.format(turn.guess.code),
                    "black": turn.feedback.black,
                    "white": turn.feedback.white,
                    "eligible_before": before.size,
                    "eligible_after": after.size,
                    "exact": before.exact and after.exact,
                    "evaluations": turn.guess.evaluations,
                    "seconds": turn.seconds,
                    "origin": turn.guess.origin,
                }
            )
            counts.append((before.short, after.short))
            before = after
            show(f"turn {len(turns) + 1}, {before} codes")
    solved = bool(turns) and turns[-1]["black"] == board.pegs
    if screen:
        _show(screen, turns, counts, solved)
    else:
        print_json(
            {
                "rules": str(board),
                "strategy": short_spec(player),
                "seed": seed,
                "secret": notation.format(codemaker.secret),
                "turns": turns,
                "solved": solved,
            }
        )
    if not solved:
        raise typer.Exit(1)


def _show(
    screen: Screen, turns: list[dict[str, Any]], counts: list[tuple[str, str]], solved: bool
) -> None:
    table = screen.table(
        "guess", "feedback", "eligible before", "after", "evaluations", "seconds", "found by",
        left=("feedback", "found by"), names=[turn["guess"] for turn in turns],
    )  # fmt: skip
    for turn, (before, after) in zip(turns, counts, strict=True):
        table.add_row(
            turn["guess"],
            f"{turn['black']}b{turn['white']}w {screen.pegs(turn['black'], turn['white'])}",
            before,
            after,
            f"{turn['evaluations']:,}",
            f"{turn['seconds']:.3f}",
            screen.text(turn["origin"]),
        )
    screen.console.print(table)
    n = len(turns)
    guesses = f"{n} guess{'es' * (n != 1)}"
    screen.print(f"found in {guesses}" if solved else f"not found in {guesses}")
