"""Arguments and options that several commands share. Light: ``--help`` imports this."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = [
    "AsciiOption",
    "JsonOption",
    "ReversedOption",
    "RulesArgument",
    "SeedOption",
    "StrategyOption",
    "TurnsArgument",
]

RulesArgument = Annotated[
    str,
    typer.Argument(
        metavar="RULES",
        help="The board: p4c6r is 4 pegs, 6 colors, repetition allowed (so is 4x6); p4c10n has "
        "no color twice (bulls and cows); a final b means black pegs only.",
    ),
]
TurnsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GUESS FEEDBACK]...",
        help="What came of the guesses so far: 1122 1b0w 1344 0b2w. Feedback may also be written "
        "1,0 or 10 (black pegs first), BW, 1A0B, or 1? where white is unknown.",
    ),
]
StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        "-s",
        metavar="STRATEGY",
        help="A name (see 'evomind strategies'), with parameters if wanted "
        "(berghman:maxgen=50,maxsize=40), a TOML file, a strategy tree, or module:attribute.",
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, help="Whatever is drawn by chance depends on this.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Print plain ASCII characters only.")]
ReversedOption = Annotated[
    bool,
    typer.Option(
        "--reversed-colors", help="White pegs mean the right place, black ones the right color."
    ),
]
