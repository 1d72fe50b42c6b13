"""``evomind duel``: a strategy against a codemaker without a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from evomind.app.options import AsciiOption, JsonOption, RulesArgument, SeedOption

if TYPE_CHECKING:
    from evomind.app.console import Screen
    from evomind.codebreaker import Turn
    from evomind.notation import Notation

__all__ = ["duel"]

CODEMAKERS = ("zero-adversary", "largest-class")


def duel(
    rules: RulesArgument,
    strategy: Annotated[
        str, typer.Argument(metavar="STRATEGY", help="As --strategy of 'evomind solve'.")
    ],
    codemaker: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="zero-adversary gives the least feedback that still fits some code (no "
            "repetition, black pegs only); largest-class keeps as many codes as it can.",
        ),
    ] = "largest-class",
    seed: SeedOption = 0,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Let a strategy play against a codemaker who has no secret, but never contradicts itself."""
    from evomind.app.console import Screen, announce_compiling, print_json
    from evomind.codebreaker import play
    from evomind.errors import InvalidParameterError
    from evomind.notation import Notation
    from evomind.rules import Rules
    from evomind.strategies import load_strategy, short_spec
    from exact.adversaries import LargestClass, ZeroAdversary
    from experiments.games import turn_limit
    from experiments.seeding import stream

    if codemaker not in CODEMAKERS:
        raise InvalidParameterError(
            f"a codemaker is one of {', '.join(CODEMAKERS)}, got {codemaker!r}"
        )
    board = Rules.parse(rules)
    player = load_strategy(strategy)
    maker = ZeroAdversary if codemaker == "zero-adversary" else LargestClass
    adversary = maker(board, stream(seed, codemaker))
    announce_compiling()
    game = player.new_game(board, stream(seed, "play", player.name, 0))
    notation = Notation.default(board)
    turns = list(play(game, adversary, board, turn_limit(board)))
    won = bool(turns) and turns[-1].feedback.black == board.pegs
    if json:
        print_json(
            {
                "rules": str(board),
                "strategy": short_spec(player),
                "codemaker": codemaker,
                "turns": [notation.format(turn.guess.code) for turn in turns],
                "feedbacks": [[turn.feedback.black, turn.feedback.white] for turn in turns],
                "queries": len(turns),
                "solved": won,
                "lower_bound": adversary.lower_bound,
            }
        )
    else:
        screen = Screen.open(ascii)
        screen.print(f"{short_spec(player)} against {codemaker} on {board}, seed {seed}")
        _print_turns(screen, turns, notation)
        least = adversary.lower_bound
        known = f"; no codebreaker needs fewer than {least}" if least else ""
        screen.print(f"{'found' if won else 'not found'} in {len(turns)} guesses{known}")
    if not won:
        raise typer.Exit(1)


def _print_turns(screen: Screen, turns: list[Turn], notation: Notation) -> None:
    table = screen.table("guess", "feedback", "found by", left=("feedback", "found by"))
    for turn in turns:
        code = notation.format(turn.guess.code)
        table.add_row(code, str(turn.feedback), screen.text(turn.guess.origin))
    screen.console.print(table)
