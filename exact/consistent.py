"""Any code that fits, on boards far too large to list: the codes found by annealing.

No bound is proved for this way to play, but for black pegs it needs fewer guesses than those with
one. A walk at constant temperature finds codes where a falling one freezes next to them; the codes
that it comes to are not uniform. Where one code is left of a board of 24 pegs and more, it may not
be found: some games then take many guesses.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from evomind.codebreaker import About, Guess
from evomind.codes import Code, as_code, random_codes
from evomind.errors import InconsistentHistoryError, InvalidParameterError
from evomind.feedback import Feedback
from evomind.history import History
from evomind.last_resort import Climb
from evomind.rules import Rules
from evomind.sampling import anneal, eligible_codes

__all__ = ["CONSISTENT", "Consistent"]

_SEARCHED = 2_000_000  # prefixes visited to find an eligible code, or to prove that there is none
_STEPS = 100_000  # of the first walk; each further one is twice as long
_WARMTH = (1.0, 1.2, 0.85)  # of one walk after the other, in temperatures


@dataclass(frozen=True, slots=True)
class Consistent:
    """Plays an eligible code that a walk at constant temperature has come to.

    Parameters
    ----------
    temperature : float
        In pegs of mismatch.
    walks : int
        Walks for one guess, each twice as long as the one before; if none of them arrives, the
        best guess so far is changed by a peg, for one turn more than the time before.
    """

    name: str
    temperature: float = 0.6
    walks: int = 7
    about: About = field(
        default=About("folklore", 1977, "baseline"),
        compare=False,
        repr=False,
    )

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise InvalidParameterError(f"temperature must be above 0, got {self.temperature}")
        if self.walks < 1:
            raise InvalidParameterError(f"walks must be at least 1, got {self.walks}")

    def new_game(self, rules: Rules, rng: np.random.Generator) -> ConsistentGame:
        """Start a game that draws from ``rng``."""
        return ConsistentGame(self, rules, rng)


class ConsistentGame:
    """One game: the history, and what finds the next code that fits it."""

    def __init__(self, strategy: Consistent, rules: Rules, rng: np.random.Generator) -> None:
        self._strategy = strategy
        self._history = History(rules)
        self._climb = Climb(rules)
        self._rng = rng
        self._guess: Guess | None = None
        self._failures = 0
        self._pause = 0  # turns until walking is tried again

    def ask(self) -> Guess:
        """Return an eligible code, or where none was found, a change of the best guess."""
        if self._guess is None:
            self._guess = self._find()
        return self._guess

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Add the turn to the history."""
        self._history = self._history.add(guess, feedback)
        self._climb.tell(guess, feedback)
        self._guess = None

    def _find(self) -> Guess:
        history, rng, heat = self._history, self._rng, self._strategy.temperature
        if not len(history):
            return Guess(as_code(random_codes(history.rules, 1, rng)[0]), 0, "random")
        walked = 0
        self._pause -= 1
        for walk in range(self._strategy.walks if self._pause < 0 else 0):
            warm = heat * _WARMTH[walk % len(_WARMTH)]
            found = anneal(history, 1, rng, _STEPS << walk, hot=warm, cold=warm)
            walked += found.evaluations
            if len(found.codes):
                return Guess(as_code(found.codes[0]), walked, "walk")
            if walk == 0:
                listed = eligible_codes(history, 1, max_nodes=_SEARCHED)
                walked += listed.evaluations
                if len(listed.codes):
                    return Guess(as_code(listed.codes[0]), walked, "search")
                if listed.complete:
                    raise InconsistentHistoryError(
                        f"no code of {history.rules} fits the feedback of all turns"
                    )
        if walked:
            self._failures += 1
            self._pause = self._failures
        return Guess(self._climb.guess(), walked, "one peg at a time")


CONSISTENT = Consistent("consistent")
