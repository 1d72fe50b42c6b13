"""Hypothesis strategies for boards, codes and histories, and the golden files."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from evomind.codes import Code
from evomind.feedback import feedback
from evomind.history import History
from evomind.rules import Rules

GOLDEN = Path(__file__).parent / "golden"


def golden_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((GOLDEN / name).read_text(encoding="utf-8"))


def golden_csv(name: str) -> list[dict[str, str]]:
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@st.composite
def rules(draw: st.DrawFn, max_pegs: int = 6, max_colors: int = 12) -> Rules:
    repetition = draw(st.booleans())
    pegs = draw(st.integers(1, max_pegs))
    least = 1 if repetition else pegs
    colors = draw(st.integers(least, max(least, max_colors)))
    return Rules(pegs, colors, repetition, white_pegs=draw(st.booleans()))


def codes(board: Rules) -> st.SearchStrategy[Code]:
    if board.repetition:
        return st.tuples(*[st.integers(0, board.colors - 1)] * board.pegs)
    return st.permutations(range(board.colors)).map(lambda order: tuple(order[: board.pegs]))


@st.composite
def games(draw: st.DrawFn, max_turns: int = 5, **sizes: int) -> tuple[Code, History]:
    """A secret and a history that is true of it."""
    board = draw(rules(**sizes))
    secret = draw(codes(board))
    guesses = draw(st.lists(codes(board), max_size=max_turns))
    return secret, History(board, [(guess, feedback(guess, secret, board)) for guess in guesses])
