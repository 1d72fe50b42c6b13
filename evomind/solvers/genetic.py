"""A game played by a genetic algorithm that evolves eligible codes and weighs them.

The published algorithms differ in how they fill in a ``Recipe`` and a toolbox, and in nothing
else.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from deap import tools
from numpy.typing import NDArray

from evomind.codebreaker import Guess
from evomind.codes import Code, Codes, as_code, check_code
from evomind.errors import InconsistentHistoryError, InvalidParameterError
from evomind.evolution import (
    EligibleSearch,
    Limits,
    Toolbox,
    Vary,
    check_rate,
    use_colors,
    vary_and,
)
from evomind.feedback import Feedback
from evomind.history import History
from evomind.last_resort import LastResort
from evomind.partition import Counts, part_sizes
from evomind.rules import Rules
from evomind.sampling import EligibleCodes, eligible_codes
from evomind.scores import SCORES, Score, Scores
from evomind.solvers.fallback import find_eligible

__all__ = [
    "CHOICES",
    "GeneticCodebreaker",
    "Recipe",
    "check_choice",
    "check_least",
    "check_rates",
    "choose",
    "nearest_board",
    "remaining",
    "similarity",
]


_LISTED = 5000  # permutations that an endgame lists at most
_LISTING = 500_000  # prefixes that it visits at most


def remaining(counts: Counts) -> Scores:
    """Codes expected to remain eligible, in codes (Berghman, Goossens and Leus 2009).

    Averaged over the secrets other than the guess; neither it nor the secret counts as remaining.
    """
    others = np.delete(counts, _win_id(counts), axis=1).astype(np.int64)
    secrets = np.maximum(others.sum(axis=1), 1)
    return np.asarray((others * (others - 1)).sum(axis=1) / secrets)


def similarity(counts: Counts) -> Scores:
    """Black and white pegs summed over the codes, negated (Berghman, Goossens and Leus 2009)."""
    pegs = math.isqrt(counts.shape[1]) - 1
    black, white = np.divmod(np.arange(counts.shape[1]), pegs + 1)
    return np.asarray(-(counts @ (black + white)), dtype=np.float64)


def _win_id(counts: Counts) -> int:
    pegs = math.isqrt(counts.shape[1]) - 1
    return pegs * (pegs + 1)


CHOICES: dict[str, Score | None] = {
    "remaining": remaining,
    "similarity": similarity,
    "random": None,
    **SCORES,
}
"""Ways to choose a guess from the eligible codes: the lowest score wins; None draws lots."""


def check_choice(choice: str) -> None:
    """Raise ``InvalidParameterError`` for a choice that does not exist."""
    if choice not in CHOICES:
        raise InvalidParameterError(f"choice must be one of {', '.join(CHOICES)}, got {choice!r}")


def check_least(strategy: object, **least: int) -> None:
    """Raise ``InvalidParameterError`` for a parameter below its least value; None is allowed."""
    for parameter, bound in least.items():
        value = getattr(strategy, parameter)
        if value is not None and value < bound:
            raise InvalidParameterError(f"{parameter} must be at least {bound}, got {value}")


def check_rates(strategy: object, *parameters: str) -> None:
    """Raise ``InvalidParameterError`` for a parameter that is no probability."""
    for parameter in parameters:
        check_rate(parameter, getattr(strategy, parameter))


def choose(
    choice: str, codes: Codes, rules: Rules, rng: np.random.Generator, sample: int | None = None
) -> NDArray[np.int64]:
    """Return the rows of ``codes`` that are best by ``choice``, against all or ``sample`` codes."""
    score = CHOICES[choice]
    if score is None or len(codes) == 1:
        return np.arange(len(codes))
    others = codes
    if sample is not None and sample < len(codes):
        others = codes[rng.choice(len(codes), sample, replace=False)]
    scores = score(part_sizes(codes, others, rules))
    return np.flatnonzero(scores == scores.min())


@dataclass(frozen=True, slots=True)
class Recipe:
    """What one genetic algorithm is on one board, beside its toolbox.

    Parameters
    ----------
    first : Code
        The first guess.
    limits : Limits
        Population, generations, and size of the eligible set.
    choice : str
        How the guess is chosen from the eligible set: a name in ``CHOICES``.
    sample : int, optional
        Eligible codes that a guess is scored against, drawn at random; None is all of them.
    ties : bool
        Whether the guess is drawn by lot from those that score best; else it is the one that was
        found first.
    vary : Vary
        How the operators are applied to the parents.
    seeded : bool
        Whether the first population of a turn begins with the eligible codes of the turn before.
    drop_colors : bool
        Whether colors that a feedback of no pegs excludes leave the alphabet, the population
        shrinking in proportion.
    endgame : bool
        Whether the eligible codes are listed, not evolved, once a feedback has told all colors.
    """

    first: Code
    limits: Limits
    choice: str
    sample: int | None = None
    ties: bool = False
    vary: Vary = vary_and
    seeded: bool = False
    drop_colors: bool = False
    endgame: bool = False


class GeneticCodebreaker:
    """One game of a genetic algorithm.

    Attributes
    ----------
    toolbox : deap.base.Toolbox
        The operators; any of them may be registered anew before or during the game.
    logbook : deap.tools.Logbook
        One record per generation of the game, as ``EligibleSearch`` makes them.
    """

    def __init__(
        self, recipe: Recipe, rules: Rules, toolbox: Toolbox, rng: np.random.Generator
    ) -> None:
        check_code(recipe.first, rules)
        self.toolbox = toolbox
        self.logbook = tools.Logbook()
        self._recipe = recipe
        self._rules = rules
        self._rng = rng
        self._history = History(rules)
        self._last_resort = LastResort(rules)
        self._starts: Codes | None = None
        self._alphabet = np.arange(rules.colors, dtype=rules.color_type)
        self._guess: Guess | None = None

    def ask(self) -> Guess:
        """Return the guess to play next; the same until something is told."""
        if self._guess is None:
            self._guess = self._next_guess()
        return self._guess

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Take what came of a guess."""
        self._history = self._history.add(guess, feedback)
        self._last_resort.tell(guess, feedback)
        self._guess = None
        if self._recipe.drop_colors and self._rules.white_pegs and feedback == (0, 0):
            self._drop(guess)

    def _drop(self, guess: Code) -> None:
        """Take the colors of a guess out of the alphabet."""
        self._alphabet = np.setdiff1d(self._alphabet, np.array(guess, self._rules.color_type))
        least = 1 if self._rules.repetition else self._rules.pegs
        if len(self._alphabet) < least:
            raise InconsistentHistoryError(
                f"the {len(self._history)} turns leave {len(self._alphabet)} colors of "
                f"{self._rules.colors}, a code needs {least}"
            )
        use_colors(self.toolbox, len(self._alphabet))

    def _next_guess(self) -> Guess:
        recipe = self._recipe
        if len(self._history) == 0:
            return Guess(recipe.first, 0, "fixed")
        eligible, origin = self._listed(), "permutations"
        if eligible is None:
            eligible, origin = find_eligible(
                self._history, self._evolve, recipe.limits.maxsize, self._last_resort, self._rng
            )
        if recipe.seeded:
            self._starts = eligible.codes
        rows = choose(recipe.choice, eligible.codes, self._rules, self._rng, recipe.sample)
        by_lot = recipe.ties or recipe.choice == "random"
        row = self._rng.choice(rows) if by_lot else rows[0]
        weighed = len(eligible.codes) if recipe.choice != "random" else 0
        return Guess(as_code(eligible.codes[row]), eligible.evaluations + weighed, origin)

    def _listed(self) -> EligibleCodes | None:
        """Return the permutations that are eligible, once a feedback has told all colors."""
        told = self._history.blacks + self._history.whites == self._rules.pegs
        if not (self._recipe.endgame and self._rules.white_pegs and told.any()):
            return None
        found = eligible_codes(self._history, _LISTED, _LISTING)
        return found if found.complete and len(found.codes) > 0 else None

    def _evolve(self) -> EligibleCodes:
        """Evolve eligible codes on the board of the colors that are left."""
        limits, history, alphabet = self._recipe.limits, self._history, self._alphabet
        dropped = len(alphabet) < self._rules.colors
        starts, self._starts = self._starts, None  # a second population is to be a fresh one
        board = self._rules
        if dropped:
            board = replace(board, colors=len(alphabet))
            shrunk = limits.population * len(alphabet) // self._rules.colors
            limits = replace(limits, population=max(shrunk, 1))
            if starts is not None:
                left = starts[np.isin(starts, alphabet).all(axis=1)]
                starts = np.searchsorted(alphabet, left).astype(board.color_type)
        search = EligibleSearch(
            board,
            self.toolbox,
            limits,
            vary=self._recipe.vary,
            starts=starts,
            turns=len(history),
            logbook=self.logbook,
        )
        while not search.done:
            codes = search.ask()
            search.tell(self.toolbox.evaluate(alphabet[codes] if dropped else codes, history))
        found = alphabet[search.eligible] if dropped else search.eligible
        return EligibleCodes(found, False, float(len(found)), search.evaluations)


def nearest_board(rules: Rules, boards: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the board of (pegs, colors) whose number of codes is nearest, in orders of magnitude.

    Settings that were published for a few boards are used on all others by it.
    """
    size = rules.pegs * math.log(rules.colors)
    return min(boards, key=lambda board: abs(board[0] * math.log(board[1]) - size))
