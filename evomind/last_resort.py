"""The guess of last resort: what to play on a board too large to find an eligible code.

No board is too large for it, and no game endless: annealing towards an eligible code is tried,
ever more seldom where it fails; in between the code is approached one black peg at a time.
"""

from __future__ import annotations

import numpy as np

from evomind.codebreaker import Guess
from evomind.codes import Code, as_code
from evomind.errors import InconsistentHistoryError
from evomind.feedback import Feedback
from evomind.history import History
from evomind.rules import Rules
from evomind.sampling import anneal

__all__ = ["Climb", "LastResort"]

_TRIES = ((4, 20_000), (2, 200_000), (4, 1_000_000))  # codes annealed together, steps of each


class Climb:
    """Changes the guess with most black pegs, one peg at a time; breaks any code.

    Let one peg of a code be wrong. If its right color does not stand elsewhere in the code, or may
    stand there too, changing the peg gains a black peg. Without repetition the color may stand on a
    peg that is then wrong as well: exchanging the two gains a black peg or two. So a change that
    gains nothing rules out a color for a peg, and pegs * colors + 1 guesses are enough.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._best: Code | None = None
        self._blacks: dict[Code, int] = {}  # of every guess made
        self._right: dict[int, int] = {}  # the color of the pegs that are known
        self._wrong: list[set[int]] = [set() for _ in range(rules.pegs)]
        self._absent: set[int] = set()

    def tell(self, guess: Code, answer: Feedback) -> None:
        """Learn from a turn, whoever chose its guess."""
        code = as_code(guess)
        self._blacks[code] = answer.black
        if answer.black == 0:
            for p, color in enumerate(code):
                self._wrong[p].add(color)
            if answer.white == 0 and self.rules.white_pegs:
                self._absent.update(code)
        self._compare(code)

    def _compare(self, code: Code) -> None:
        """Learn from a guess beside the best one."""
        best = self._best
        if best is None:
            self._best = code
            return
        gain = self._blacks[code] - self._blacks[best]
        changed = [p for p in range(self.rules.pegs) if code[p] != best[p]]
        if len(changed) == 1:
            p = changed[0]
            if gain == 0:
                self._wrong[p].update((code[p], best[p]))
            else:
                self._right[p] = code[p] if gain > 0 else best[p]
        elif len(changed) == 2 and gain <= 0 and self._is_exchange(code, best, changed):
            for p in changed:
                self._wrong[p].add(code[p])
        if gain > 0:
            self._best = code

    def _is_exchange(self, code: Code, best: Code, changed: list[int]) -> bool:
        p, q = changed
        return not self.rules.repetition and code[p] == best[q] and code[q] == best[p]

    def guess(self) -> Code:
        """Return a code, not guessed before, that gains a black peg or rules out a color.

        Raises
        ------
        InconsistentHistoryError
            If every color is ruled out for some peg.
        """
        if self._best is None:
            pegs = range(self.rules.pegs)
            return tuple(0 if self.rules.repetition else p for p in pegs)
        while True:
            code = self._change(self._best)
            if code not in self._blacks:
                return code
            self._compare(code)

    def _change(self, best: Code) -> Code:
        """Return the first change of ``best`` that may put a right color on a wrong peg."""
        places = {} if self.rules.repetition else {color: p for p, color in enumerate(best)}
        for p in range(self.rules.pegs):
            if self._right.get(p) == best[p]:
                continue
            for color in [self._right[p]] if p in self._right else range(self.rules.colors):
                if color == best[p] or color in self._wrong[p] or color in self._absent:
                    continue
                code = list(best)
                if color in places:
                    code[places[color]] = best[p]
                code[p] = color
                return tuple(code)
        raise InconsistentHistoryError(f"no code of {self.rules} fits the feedback")


class LastResort:
    """Finds a guess for any history: an eligible code by annealing, or else a change of a peg."""

    def __init__(self, rules: Rules) -> None:
        self._climb = Climb(rules)
        self._failures = 0
        self._pause = 0  # turns until annealing is tried again

    def tell(self, guess: Code, answer: Feedback) -> None:
        """Learn from a turn; every turn of the game must be told."""
        self._climb.tell(guess, answer)
        self._pause -= 1

    def guess(self, history: History, rng: np.random.Generator) -> Guess:
        """Return a guess whose origin says how it was found."""
        moves = 0
        if self._pause <= 0:
            for n, steps in _TRIES:
                found = anneal(history, n, rng, steps)
                moves += found.evaluations
                if len(found.codes):
                    self._failures = 0
                    row = found.codes[rng.integers(len(found.codes))]
                    return Guess(as_code(row), moves, "annealed")
            self._failures += 1
            self._pause = 2**self._failures
        return Guess(self._climb.guess(), moves, "one peg at a time")
