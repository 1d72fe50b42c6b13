"""Moves of one-step play, found when they are first asked for and kept for later games.

A move depends on the history alone, so games share what they find without influencing each other:
a game goes the same way whichever games came before it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evomind.codebreaker import Guess
from evomind.codes import Code, Codes, as_code, check_code
from evomind.errors import InconsistentHistoryError
from evomind.feedback import UNKNOWN_WHITE, Feedback, check_feedback, feedback_ids
from evomind.rules import Rules
from exact._kernels import Preference, board_of, choose_into, new_block

__all__ = ["Moves", "Position"]

HELD_BYTES = 256 << 20  # what the positions of one strategy on one board may take
_OVERHEAD = 1500  # bytes of a position besides its arrays


class Position:
    """A point that a game can reach: the guesses so far, the codes left, the guess to make."""

    __slots__ = ("after", "codes", "guess", "guesses")

    def __init__(self, codes: Codes, guesses: Codes) -> None:
        self.codes = codes  # (n, pegs), in lexicographic order
        self.guesses = guesses  # (turns, pegs)
        self.guess: Guess | None = None
        self.after: dict[tuple[Code, Feedback], Position] = {}


class Moves:
    """The moves of one strategy on one board.

    Parameters
    ----------
    codes : (n_codes, pegs) array, in lexicographic order
        The whole board, where the game starts.
    preference : Preference
        What makes one guess better than another.
    first : Code, optional
        A fixed first guess.
    """

    def __init__(
        self, rules: Rules, codes: Codes, preference: Preference, first: Code | None = None
    ) -> None:
        self.rules = rules
        self.start = Position(codes, np.empty((0, rules.pegs), dtype=rules.color_type))
        if first is not None:
            self.start.guess = Guess(first, 0, "fixed first guess")
        self._preference = preference
        self._board = board_of(rules)
        self._block = new_block(rules)
        self._held = 0

    def best(self, position: Position) -> Guess:
        """Return the guess to make."""
        if position.guess is None:
            best = np.empty(self.rules.pegs, dtype=self.rules.color_type)
            weighed = choose_into(
                position.codes,
                position.guesses,
                self._board,
                self._preference,
                self._block,
                best,
            )
            position.guess = Guess(as_code(best), int(weighed), "one step ahead")
        return position.guess

    def after(self, position: Position, guess: Code, answer: Feedback) -> Position:
        """Return the position that comes of a guess, whether it is the one to make or another.

        Raises
        ------
        InconsistentHistoryError
            If no code is left.
        """
        turn = (as_code(guess), Feedback(*answer))
        known = position.after.get(turn)
        if known is not None:
            return known
        check_code(turn[0], self.rules)
        if min(turn[1]) < 0 or sum(turn[1]) > self.rules.pegs:
            check_feedback(turn[0], turn[1], self.rules)
        left = position.codes[_fitting(*turn, position.codes, self.rules)]
        if not len(left):
            check_feedback(turn[0], turn[1], self.rules)
            turns = len(position.guesses) + 1
            raise InconsistentHistoryError(
                f"no code of {self.rules} fits the feedback of all {turns} turns"
            )
        row = np.array([turn[0]], dtype=self.rules.color_type)
        new = Position(left, np.concatenate((position.guesses, row)))
        self._held += left.nbytes + new.guesses.nbytes + _OVERHEAD
        if self._held > HELD_BYTES:  # games under way keep the positions they stand on
            self.start.after.clear()
            self._held = 0
        position.after[turn] = new
        return new


def _fitting(guess: Code, answer: Feedback, codes: Codes, rules: Rules) -> Any:
    """Tell which codes would give this feedback, ``(n,)`` bool."""
    ids = feedback_ids(guess, codes, rules)
    if answer.white == UNKNOWN_WHITE:
        return ids // (rules.pegs + 1) == answer.black
    return ids == answer.id(rules.pegs)
