"""History: the guesses of a game with their feedback, and how far codes are from fitting it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evomind import _kernels
from evomind.codes import Code, Codes, as_code, check_code
from evomind.feedback import Columns, Feedback, check_feedback
from evomind.rules import Rules

__all__ = ["History"]


class History:
    """What came of the guesses so far. Immutable: ``add`` returns a longer one.

    Attributes
    ----------
    rules : Rules
    turns : tuple of (Code, Feedback)
    guesses : (turns, pegs) array of ``rules.color_type``
    blacks, whites : (turns,) int64
        A white of -1 is unknown: that turn then tells its black pegs only.
    """

    __slots__ = ("blacks", "guesses", "rules", "turns", "whites")

    def __init__(self, rules: Rules, turns: Iterable[tuple[Sequence[int], Feedback]] = ()) -> None:
        self.rules = rules
        self.turns: tuple[tuple[Code, Feedback], ...] = tuple(
            (as_code(guess), Feedback(*answer)) for guess, answer in turns
        )
        for guess, answer in self.turns:
            check_code(guess, rules)
            check_feedback(guess, answer, rules)
        self._lay_out()

    def _lay_out(self) -> None:
        n = len(self.turns)
        guesses = [guess for guess, _ in self.turns]
        self.guesses: Codes = np.array(guesses, dtype=self.rules.color_type).reshape(
            n, self.rules.pegs
        )
        self.blacks = np.array([answer.black for _, answer in self.turns], dtype=np.int64)
        self.whites = np.array([answer.white for _, answer in self.turns], dtype=np.int64)

    def add(self, guess: Sequence[int], answer: Feedback) -> History:
        """Return the history with one more turn; checks the turn, not whether a code still fits."""
        turn = (as_code(guess), Feedback(*answer))
        check_code(turn[0], self.rules)
        check_feedback(turn[0], turn[1], self.rules)
        longer = History.__new__(History)
        longer.rules = self.rules
        longer.turns = (*self.turns, turn)
        longer._lay_out()
        return longer

    def __len__(self) -> int:
        return len(self.turns)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return self.rules == other.rules and self.turns == other.turns

    def __hash__(self) -> int:
        return hash((self.rules, self.turns))

    def __repr__(self) -> str:
        return f"History({str(self.rules)!r}, {self.turns!r})"

    def eligible(self, codes: Codes | Columns) -> NDArray[np.bool_]:
        """Tell which codes fit every turn, ``(n,)``."""
        columns = codes if isinstance(codes, Columns) else Columns(codes, self.rules)
        n = len(columns)
        eligible = np.empty(n, dtype=np.bool_)
        _kernels.eligible_into(
            columns.columns,
            columns.counts,
            self.guesses,
            self.blacks,
            self.whites,
            self.rules.white_pegs,
            np.empty(n, dtype=self.rules.feedback_type),
            eligible,
        )
        return eligible

    def is_eligible(self, code: Sequence[int]) -> bool:
        """Tell whether one code fits every turn."""
        return bool(self.eligible(np.array([code], dtype=self.rules.color_type))[0])

    def mismatches(
        self, codes: Codes | Columns, black_weight: float = 1.0
    ) -> NDArray[np.floating[Any]]:
        """Return how far each code is from eligible, in pegs, ``(n,)``; 0 for an eligible code.

        The sum over the turns of ``black_weight * |black' - black| + |white' - white|``, where
        black' and white' are the feedback that the turn's guess would have had from the code.

        References
        ----------
        Berghman, Goossens and Leus (2009), the two sums of the fitness function.
        """
        columns = codes if isinstance(codes, Columns) else Columns(codes, self.rules)
        n = len(columns)
        mismatches = np.empty(n, dtype=np.float64)
        _kernels.mismatches_into(
            columns.columns,
            columns.counts,
            self.guesses,
            self.blacks,
            self.whites,
            self.rules.white_pegs,
            float(black_weight),
            np.empty(n, dtype=self.rules.feedback_type),
            mismatches,
        )
        return mismatches
