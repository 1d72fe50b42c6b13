"""Strategies that play eligible codes without weighing them: the first one, or any one.

Shapiro (1983) plays the first in some fixed order; the order here is the lexicographic one. A code
drawn uniformly is the measure that every weighing of guesses has to beat.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from evomind.codebreaker import About, Guess
from evomind.codes import Code, Codes, all_codes, as_code
from evomind.errors import InconsistentHistoryError
from evomind.feedback import Feedback
from evomind.history import History
from evomind.last_resort import LastResort
from evomind.notation import parse_code
from evomind.rules import Rules
from evomind.sampling import EligibleCodes, draw_eligible, eligible_codes
from evomind.tree import Tree
from exact._kernels import Preference
from exact.growth import grow

__all__ = ["FIRST_ELIGIBLE", "RANDOM_ELIGIBLE", "FirstEligible", "RandomEligible"]

_LISTED = 200_000  # eligible codes that a game keeps in a list
_TRIES = 1_000_000  # codes drawn before eligible ones count as rare
_WORK = 50_000_000  # prefixes times turns that one search visits: about a quarter of a second
_WORK_FOR_FIRST = 200_000_000


@dataclass(frozen=True, slots=True)
class FirstEligible:
    """Plays the first eligible code in lexicographic order.

    Parameters
    ----------
    first : str
        A fixed first guess, such as ``"1122"``; empty for the first code of the board.
    """

    name: str
    first: str = ""
    about: About = field(
        default=About("Shapiro, SIGART Newsletter 85", 1983, "baseline"),
        compare=False,
        repr=False,
    )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> EligibleGame:
        """Start a game; ``rng`` serves boards too large to find the first eligible code."""
        return EligibleGame(rules, _First(self._opening(rules)), rng)

    def _opening(self, rules: Rules) -> Code:
        if self.first:
            return parse_code(self.first, rules)
        return tuple(0 if rules.repetition else p for p in range(rules.pegs))

    def build_tree(self, rules: Rules) -> Tree:
        """Return the tree of all games: one-step play to which all guesses are equal."""
        codes = all_codes(rules)
        equal = Preference(False, True, False, False, 0, np.zeros(len(codes) + 1, dtype=np.int64))
        return grow(rules, codes, equal, self._opening(rules), self.name)


@dataclass(frozen=True, slots=True)
class RandomEligible:
    """Plays an eligible code drawn uniformly."""

    name: str
    about: About = field(
        default=About("folklore", 1977, "baseline"),
        compare=False,
        repr=False,
    )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> EligibleGame:
        """Start a game that draws from ``rng``."""
        return EligibleGame(rules, _Uniform(rng), rng)


class _First:
    """The first eligible code, as long as the search finds it in its time."""

    def __init__(self, opening: Code) -> None:
        self._opening = opening

    def find(self, history: History) -> Guess | None:
        """Return the guess, or None if the search gave up."""
        if not len(history):
            return Guess(self._opening, 0, "fixed first guess")
        found = eligible_codes(history, limit=1, max_nodes=_WORK_FOR_FIRST // len(history))
        return _picked(found, 0, "first eligible", history)


class _Uniform:
    """A uniform eligible code: drawn while they are common, from the list when they are few."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._listed: Codes | None = None  # all eligible codes, once they can be listed
        self._rare = False

    def find(self, history: History) -> Guess | None:
        """Return the guess, or None if neither way led to one."""
        if self._listed is not None:
            self._listed = self._listed[history.eligible(self._listed)]
            n = len(self._listed)
            return _picked(EligibleCodes(self._listed, True, n, n), self._any(n), "listed", history)
        if not self._rare:
            drawn = draw_eligible(history, 1, self._rng, tries=_TRIES)
            if len(drawn.codes):
                return _picked(drawn, 0, "drawn", history)
            self._rare = True
        found = eligible_codes(history, limit=_LISTED, max_nodes=_WORK // len(history))
        if not found.complete:
            return None
        self._listed = found.codes
        return _picked(found, self._any(len(found.codes)), "listed", history)

    def _any(self, n: int) -> int:
        return int(self._rng.integers(max(n, 1)))


def _picked(found: EligibleCodes, index: int, origin: str, history: History) -> Guess | None:
    if len(found.codes):
        return Guess(as_code(found.codes[index]), found.evaluations, origin)
    if found.complete:
        raise InconsistentHistoryError(
            f"no code of {history.rules} fits the feedback of all {len(history)} turns"
        )
    return None


class EligibleGame:
    """One game: a code from ``source``, or what annealing or climbing finds in its place."""

    def __init__(self, rules: Rules, source: _First | _Uniform, rng: np.random.Generator) -> None:
        self._history = History(rules)
        self._source = source
        self._resort = LastResort(rules)
        self._rng = rng
        self._guess: Guess | None = None

    def ask(self) -> Guess:
        """Return an eligible code, or the guess of last resort, which its origin tells."""
        if self._guess is None:
            self._guess = self._source.find(self._history)
            if self._guess is None:
                self._guess = self._resort.guess(self._history, self._rng)
        return self._guess

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Add the turn to the history."""
        self._history = self._history.add(guess, feedback)
        self._resort.tell(guess, feedback)
        self._guess = None


FIRST_ELIGIBLE = FirstEligible("first-eligible")
RANDOM_ELIGIBLE = RandomEligible("random-eligible")
