"""Codemakers without a secret: they answer as they like, as long as some code fits.

References
----------
El Ouali, Glazik, Sauerland and Srivastav, "On the query complexity of Black-Peg AB-Mastermind",
Games 9(1):2, 2018, section 3: against the least possible feedback, k guesses are needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, vstack

from evomind.codes import Code, Codes, all_codes, as_code, check_code
from evomind.errors import CapacityError, InconsistentHistoryError
from evomind.feedback import Feedback, feedback, feedback_ids
from evomind.history import History
from evomind.rules import Rules
from evomind.sampling import anneal
from exact.script import require_black_pegs

__all__ = ["LargestClass", "ZeroAdversary"]

_STEPS = 20_000  # of the walk to a code that answers 0
_LIMIT = 1_000_000  # codes that the largest class is looked for in


class ZeroAdversary:
    """Answers with as few black pegs as any code that fits allows; proven least each time.

    A code that answers 0 is looked for by annealing; where none is found, an integer program
    decides: binary variables "peg i has color c", one equation a past turn.

    Attributes
    ----------
    lower_bound : int
        Guesses that every codebreaker needs: the number of colors (Theorems of section 3).
    programs : int
        How many answers took an integer program.
    """

    def __init__(self, rules: Rules, rng: np.random.Generator) -> None:
        require_black_pegs(rules, "zero-adversary", repetition=False)
        self.lower_bound = rules.colors
        self.programs = 0
        self._rules = rules
        self._rng = rng
        self._history = History(rules)
        self._code: Code = tuple(range(rules.pegs))  # one that fits
        self._equations = _one_color_a_peg(rules)
        self._sums = np.ones(rules.pegs)

    def answer(self, guess: Code) -> Feedback:
        """Return the least black pegs that a code which fits the game so far gives."""
        check_code(guess, self._rules)
        black = feedback(guess, self._code, self._rules).black
        if black:
            self._code = self._walked(guess) or self._solved(guess)
        answer = feedback(guess, self._code, self._rules)
        self._history = self._history.add(guess, answer)
        self._equations = vstack([self._equations, _matches(guess, self._rules)], format="csr")
        self._sums = np.append(self._sums, answer.black)
        return answer

    def _walked(self, guess: Code) -> Code | None:
        """Return a code that fits and answers 0, if the walk came to one."""
        history = self._history.add(guess, Feedback(0))
        found = anneal(history, 1, self._rng, _STEPS, hot=0.6, cold=0.4)
        return as_code(found.codes[0]) if len(found.codes) else None

    def _solved(self, guess: Code) -> Code:
        """Return a code that fits and answers least."""
        self.programs += 1
        rules = self._rules
        solved = milp(
            _matches(guess, rules).toarray()[0],
            integrality=np.ones(rules.pegs * rules.colors),
            bounds=Bounds(0, 1),
            constraints=[
                LinearConstraint(self._equations, self._sums, self._sums),
                LinearConstraint(_once_a_color(rules), 0, 1),
            ],
        )
        if not solved.success:
            raise InconsistentHistoryError(f"the integer program ended with: {solved.message}")
        return as_code(solved.x.reshape(rules.pegs, rules.colors).argmax(axis=1))


class LargestClass:
    """Keeps, of all codes that fit, as many as possible; among equals, the fewest black pegs."""

    lower_bound: int | None = None

    def __init__(self, rules: Rules, rng: np.random.Generator) -> None:
        if rules.n_codes > _LIMIT:
            raise CapacityError(
                f"largest-class lists the codes that fit: {rules} has {rules.n_codes:.3g}, "
                f"the limit is {_LIMIT:,}"
            )
        self._rules = rules
        self._codes: Codes = all_codes(rules)

    def answer(self, guess: Code) -> Feedback:
        """Return the feedback of the largest class; that of a win only if no other is left."""
        check_code(guess, self._rules)
        ids = feedback_ids(guess, self._codes, self._rules)
        sizes = np.bincount(ids, minlength=self._rules.n_feedback_ids)
        if len(self._codes) > 1:
            sizes[self._rules.win_id] = 0
        chosen = int(sizes.argmax())
        self._codes = self._codes[ids == chosen]
        return Feedback.of_id(chosen, self._rules.pegs)


def _matches(guess: Code, rules: Rules) -> csr_array:
    """Return the row that counts the black pegs of a guess, ``(1, pegs * colors)``."""
    columns = np.arange(rules.pegs) * rules.colors + np.array(guess)
    shape = (1, rules.pegs * rules.colors)
    return csr_array((np.ones(rules.pegs), (np.zeros(rules.pegs, dtype=int), columns)), shape)


def _one_color_a_peg(rules: Rules) -> csr_array:
    return _incidence(np.repeat(np.arange(rules.pegs), rules.colors), rules.pegs)


def _once_a_color(rules: Rules) -> csr_array:
    return _incidence(np.tile(np.arange(rules.colors), rules.pegs), rules.colors)


def _incidence(rows: NDArray[np.int64], n_rows: int) -> csr_array:
    """Return the 0/1 matrix with one entry in every column, ``(n_rows, len(rows))``."""
    return csr_array((np.ones(len(rows)), (rows, np.arange(len(rows)))), (n_rows, len(rows)))
