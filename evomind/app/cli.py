"""The command ``evomind``: its subcommands, its exit codes, and one line for every bad input.

Exit codes: 0 done, 1 the answer is "no", 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import evomind
from evomind.app import advise, bounds, compare, duel, optimum, play, solve, strategies, trees
from evomind.app.console import say
from evomind.errors import EvomindError

__all__ = ["app", "main", "run"]

BAD_INPUT, INTERRUPTED = 2, 130

app = typer.Typer(
    name="evomind",
    help="Break Mastermind codes by evolution, and measure how close it comes to perfect play.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(compare.compare)
app.command()(solve.solve)
app.command()(advise.advise)
app.command()(advise.explain)
app.command()(play.play)
app.command()(duel.duel)
app.command()(bounds.bounds)
app.command()(optimum.optimum)
app.command()(strategies.strategies)
app.add_typer(trees.app, name="tree")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"evomind {evomind.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def evomind_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    command = typer.main.get_command(app)
    try:
        return command.main(list(arguments), prog_name="evomind", standalone_mode=False) or 0
    except BrokenPipeError:
        # Whoever read our output has left; Python must not complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    except (EvomindError, OSError) as error:
        say(" ".join(str(error).split()))
        return BAD_INPUT
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except typer.Abort:
        say("no more input")
        return BAD_INPUT
    except Exception as error:
        # What typer has to say of wrong arguments; its classes have moved between versions.
        if not hasattr(error, "format_message"):
            raise
        say(" ".join(error.format_message().split()) + " (see --help)")
        return BAD_INPUT


def main() -> None:
    """Run the command line."""
    sys.exit(run(sys.argv[1:]))
