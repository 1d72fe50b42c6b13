"""``evomind play``: a person guesses, or types what came of the guesses of a strategy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from evomind.app.options import (
    AsciiOption,
    JsonOption,
    ReversedOption,
    RulesArgument,
    StrategyOption,
)

if TYPE_CHECKING:
    from evomind.app.console import Screen
    from evomind.app.table import Table

__all__ = ["play"]

_HELP = {
    "hint": "what the strategy would guess",
    "left": "how many codes fit what is known, and a few of them",
    "undo": "take the last guess back",
    "show": "the turns so far",
    "quit": "give up (also: end of input)",
}


def play(
    rules: RulesArgument,
    assist: Annotated[
        bool, typer.Option("--assist", help="The strategy guesses; type what came of it.")
    ] = False,
    strategy: StrategyOption = "evolution",
    reversed_colors: ReversedOption = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, help="Play a certain secret again; drawn, and printed."),
    ] = None,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Play a game: guess a secret, or with --assist have a strategy guess for you."""
    import secrets

    from evomind.app.console import Screen, announce_compiling, print_json
    from evomind.app.table import Table
    from evomind.rules import Rules
    from evomind.strategies import load_strategy, short_spec

    board = Rules.parse(rules)
    player = load_strategy(strategy)
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    announce_compiling()
    table = Table(board, player, chosen)
    screen = Screen.open(ascii, sys.stderr if json else sys.stdout)
    screen.print(f"{board}: {board.pegs} pegs, {board.colors} colors, seed {chosen}")
    screen.print(f"also: {', '.join(_HELP)}, help")
    solved = _assist(screen, table, reversed_colors) if assist else _guess(screen, table)
    if json:
        print_json(
            {
                "rules": str(board),
                "strategy": short_spec(player),
                "seed": chosen,
                "assist": assist,
                "turns": table.rows(),
                "solved": solved,
            }
        )


def _guess(screen: Screen, table: Table) -> bool:
    """A person guesses the secret of the seed; return whether it was found."""
    from evomind.codemaker import FixedSecret
    from evomind.errors import EvomindError
    from experiments.seeding import secrets

    secret = secrets(table.rules, 1, table.seed)[0]
    codemaker = FixedSecret(secret, table.rules)
    while True:
        line = _ask(screen, f"guess {table.turn}")
        if line == "quit":
            screen.print(f"the secret was {table.notation.format(secret)}")
            return False
        if not line or _command(screen, table, line):
            continue
        try:
            code = table.read_guess(line)
            answer = codemaker.answer(code)
            table.add(code, answer)
        except EvomindError as error:
            screen.print(str(error))
            continue
        _show_last(screen, table)
        if answer.black == table.rules.pegs:
            screen.print(f"found in {table.turn - 1} guesses")
            return True


def _assist(screen: Screen, table: Table, reversed_colors: bool) -> bool:
    """A strategy guesses, a person types the feedback; return whether the code was found."""
    from evomind.errors import EvomindError

    screen.print("type what came of each guess (1b2w, 1,2, BWW, ...), or GUESS FEEDBACK of another")
    while True:
        advice = table.advice()
        screen.print(f"guess {table.turn}: {table.notation.format(advice.code)}", style="bold")
        line = _ask(screen, "feedback")
        if line == "quit":
            return False
        if not line or _command(screen, table, line):
            continue
        try:
            code, answer = table.read_answer(line, advice.code, reversed_colors)
            table.add(code, answer)
        except EvomindError as error:
            screen.print(str(error))
            continue
        _show_last(screen, table)
        if answer.black == table.rules.pegs:
            screen.print(f"found in {table.turn - 1} guesses")
            return True


def _ask(screen: Screen, prompt: str) -> str:
    screen.console.print(f"{prompt}> ", end="", markup=False)
    screen.console.file.flush()
    line = sys.stdin.readline()
    if not line:  # end of input
        screen.print()
        return "quit"
    return "quit" if line.strip().lower() in ("quit", "exit", "q") else line.strip()


def _command(screen: Screen, table: Table, line: str) -> bool:
    """Do what a command says; return whether it was one."""
    match line.lower():
        case "help" | "?":
            for name, does in _HELP.items():
                screen.print(f"  {name}: {does}")
        case "hint":
            screen.print(f"try {table.notation.format(table.advice().code)}")
        case "left":
            eligible = table.eligible
            some = " ".join(table.notation.format(code) for code in eligible.codes[:10].tolist())
            screen.print(f"{eligible} left: {some}{' …' if eligible.size > 10 else ''}")
        case "undo":
            screen.print("taken back" if table.undo() else "there is nothing to take back")
        case "show":
            for row in table.rows():
                screen.print(f"  {row['guess']}  {screen.pegs(row['black'], row['white'])}")
        case _:
            return False
    return True


def _show_last(screen: Screen, table: Table) -> None:
    row = table.rows()[-1]
    pegs = screen.pegs(row["black"], row["white"])
    screen.print(
        f"  {row['guess']}  {pegs or 'no peg'}  {row['black']} black, {row['white']} white, "
        f"{table.eligible} left"
    )
