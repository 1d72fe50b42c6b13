"""``evomind play``: a person guesses, or types what came of the guesses of a strategy."""

from __future__ import annotations

import sys
from collections.abc import Callable
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
    from evomind.codes import Code
    from evomind.feedback import Feedback

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
    from experiments.seeding import secrets

    secret = secrets(table.rules, 1, table.seed)[0]
    codemaker = FixedSecret(secret, table.rules)

    def read(line: str) -> tuple[Code, Feedback]:
        code = table.read_guess(line)
        return code, codemaker.answer(code)

    solved = _take_turns(screen, table, lambda: f"guess {table.turn}", read)
    if not solved:
        screen.print(f"the secret was {table.notation.format(secret)}")
    return solved


def _assist(screen: Screen, table: Table, reversed_colors: bool) -> bool:
    """A strategy guesses, a person types the feedback; return whether the code was found."""
    from evomind.errors import InconsistentHistoryError

    screen.print("type what came of each guess (1b2w, 1,2, BWW, ...), or GUESS FEEDBACK of another")

    def propose() -> str:
        try:
            guess = table.notation.format(table.advice().code)
        except InconsistentHistoryError as error:
            screen.print(f"{error}: undo what is wrong")
            return "undo"
        screen.print(f"guess {table.turn}: {guess}", style="bold")
        return "feedback"

    def read(line: str) -> tuple[Code, Feedback]:
        return table.read_answer(line, table.advice().code, reversed_colors)

    return _take_turns(screen, table, propose, read)


def _take_turns(
    screen: Screen,
    table: Table,
    prompt: Callable[[], str],
    read: Callable[[str], tuple[Code, Feedback]],
) -> bool:
    """Read turns and commands, line by line, until the code is found or the person gives up."""
    from evomind.errors import EvomindError

    while True:
        line = _ask(screen, prompt())
        if line == "quit":
            return False
        try:
            if not line or _command(screen, table, line):
                continue
            code, answer = read(line)
            table.add(code, answer)
        except EvomindError as error:
            screen.print(str(error))
            continue
        _show_last(screen, table)
        if answer.black == table.rules.pegs:
            n = table.turn - 1
            screen.print(f"found in {n} guess{'es' * (n != 1)}")
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
