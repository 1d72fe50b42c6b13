"""The book: first guesses and replies that were ranked by play, with their evidence.

The entries stand in ``book.json``, written by ``python -m experiments.openings``: per board the
first guess, the mean turns of the games that chose it, and a second guess for each feedback that
was worked out with more effort than a game affords.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice

import numpy as np

from evomind.codes import Code, board_size, check_code, random_codes
from evomind.feedback import Columns, Feedback
from evomind.history import History
from evomind.partition import part_sizes
from evomind.rules import Rules
from evomind.values import expected_turns, value_for

__all__ = ["Opening", "first_guess_shapes", "forget_book", "opening_for", "weighed_shapes"]

_SAMPLE = 20_000  # codes on which first guesses are weighed where the book has none
_MOST_SHAPES = 2000


@dataclass(frozen=True, slots=True)
class Opening:
    """A first guess, and the second guesses that are known for it."""

    first: Code
    replies: tuple[tuple[Feedback, Code], ...] = ()
    evidence: str = ""

    def reply(self, history: History) -> Code | None:
        """Return the book's second guess, or None where the book does not know the position."""
        if len(history) == 1 and history.turns[0][0] == self.first:
            return dict(self.replies).get(history.turns[0][1])
        return None


@cache
def _book() -> dict[Rules, Opening]:
    table = json.loads(files("evomind.solvers").joinpath("book.json").read_text(encoding="utf-8"))
    return {
        Rules.parse(board): Opening(
            tuple(entry["first"]),
            tuple((Feedback(b, w), tuple(code)) for b, w, code in entry["replies"]),
            entry["evidence"],
        )
        for board, entry in table.items()
    }


def first_guess_shapes(rules: Rules) -> Iterator[Code]:
    """Yield one first guess for each way to share the pegs among colors: 1111, 1112, 1122, …

    All other first guesses are these with colors and pegs renamed. With black pegs only, or
    without repetition, fewer are needed, and the same ones do.
    """

    def shares(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
        if pegs == 0:
            yield ()
        elif colors > 0:
            for share in range(min(pegs, most), 0, -1):
                for rest in shares(pegs - share, share, colors - 1):
                    yield (share, *rest)

    if not rules.repetition:
        yield tuple(range(rules.pegs))
        return
    for share in shares(rules.pegs, rules.pegs, rules.colors):
        yield tuple(color for color, n in enumerate(share) for _ in range(n))


@cache
def weighed_shapes(rules: Rules) -> tuple[Code, ...]:
    """Return the shapes of a first guess by what they cost, least first, on a sample of the board.

    On boards with more than some thousand shapes only the evenest are weighed.
    """
    shapes = list(islice(first_guess_shapes(rules), _MOST_SHAPES + 1))
    if len(shapes) > _MOST_SHAPES:
        even = (tuple(peg // n for peg in range(rules.pegs)) for n in (1, 2, 3, 4))
        shapes = [shape for shape in even if shape[-1] < rules.colors] or [
            tuple(peg * rules.colors // rules.pegs for peg in range(rules.pegs))
        ]
    if len(shapes) == 1:
        return tuple(shapes)
    codes = random_codes(rules, _SAMPLE, np.random.default_rng(0))
    guesses = np.array(shapes, dtype=rules.color_type)
    sizes = part_sizes(guesses, Columns(codes, rules), rules)
    scale = board_size(rules) / _SAMPLE
    costs = expected_turns(sizes, value_for(rules), rules.win_id, scale)
    return tuple(shapes[i] for i in np.argsort(costs, kind="stable"))


def forget_book() -> None:
    """Read the book again when it is asked for next."""
    _book.cache_clear()


def opening_for(rules: Rules, first: Code | None = None) -> Opening:
    """Return the book's opening for the board, or one that is weighed on the spot.

    ``first`` asks for another first guess than the book's; the book's replies hold only for its
    own.
    """
    known = _book().get(rules)
    if first is not None:
        check_code(first, rules)
        return known if known is not None and known.first == first else Opening(first)
    return known if known is not None else Opening(weighed_shapes(rules)[0])
