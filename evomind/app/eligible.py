"""The eligible codes of a game in progress, as far as they can be told."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from evomind.codes import Codes, all_codes, random_codes
from evomind.errors import InconsistentHistoryError
from evomind.history import History
from evomind.sampling import anneal, draw_eligible, eligible_codes

__all__ = ["Eligible", "eligible_after"]

HELD = 1_000_000  # codes that are listed at most
_SAMPLE = 50_000  # codes that stand for a set which is not listed
_SAMPLE_CELLS = 50_000_000  # pegs and color counts that a sample takes at most
_TRIES = 1_000_000  # codes that are drawn to estimate how many are eligible
_NODES = 60_000_000  # prefixes times turns that one search visits: about a second
_ENOUGH = 30  # codes drawn for an estimate of their number
_ANNEALED = 200  # starts, where eligible codes are neither common nor few
_MANY = 10**12  # beyond this, digits are counted


@dataclass(frozen=True, slots=True)
class Eligible:
    """Eligible codes after a history.

    Attributes
    ----------
    codes : (n, pegs) array
        All of them in lexicographic order where ``complete``, else some.
    size : int
        How many there are: exactly where ``exact``; what has been found where it is a ``least``,
        which can be none at all; else an estimate.
    """

    codes: Codes
    complete: bool
    size: int
    exact: bool
    least: bool = False

    def __str__(self) -> str:
        if not self.size:
            return "an unknown number of"
        mark = "" if self.exact else "at least " if self.least else "about "
        return mark + self._number

    @property
    def short(self) -> str:
        """The size in a table: ``41``, ``~61,000`` for an estimate, ``>=17``, or ``?``."""
        if not self.size:
            return "?"
        return ("" if self.exact else ">=" if self.least else "~") + self._number

    @property
    def _number(self) -> str:
        if self.size >= _MANY:
            return f"{Decimal(self.size):.2e}"
        return f"{self.size if self.exact else int(float(f'{self.size:.3g}')):,}"


def eligible_after(
    history: History, rng: np.random.Generator, before: Eligible | None = None
) -> Eligible:
    """Return the eligible codes after a history: all of them, counted, where that is possible.

    ``before`` holds those after the same history without its last turn: it saves time, and where
    eligible codes are too rare to be drawn the share of them that is left gives the estimate.

    Raises
    ------
    InconsistentHistoryError
        Where it is certain that no code fits.
    """
    rules = history.rules
    if len(history) and history.blacks[-1] == rules.pegs:
        won = history.guesses[-1:]
        return _listed(won[history.eligible(won)], history)
    if before is not None and before.complete:
        return _listed(before.codes[history.eligible(before.codes)], history)
    if rules.n_codes <= HELD:
        codes = all_codes(rules)
        return _listed(codes[history.eligible(codes)], history)
    n = max(200, min(_SAMPLE, _SAMPLE_CELLS // (rules.pegs + rules.colors)))
    if not len(history):
        return Eligible(random_codes(rules, n, rng), False, rules.n_codes, True)
    drawn = draw_eligible(history, n, rng, tries=_TRIES)
    hits = len(drawn.codes)
    if hits < _ENOUGH or drawn.size <= 2 * HELD:
        found = eligible_codes(history, limit=HELD, max_nodes=_NODES // len(history))
        if found.complete:
            return _listed(found.codes, history)
    if hits >= _ENOUGH:
        return Eligible(drawn.codes, False, round(drawn.size), False)
    # Too rare to be drawn, too many prefixes to be searched.
    codes = np.concatenate((drawn.codes, anneal(history, _ANNEALED, rng).codes))
    if len(codes) < _ENOUGH:
        codes = np.concatenate((codes, found.codes))
    codes = np.unique(codes, axis=0)
    if before is not None and len(before.codes):
        share = float(history.eligible(before.codes).mean())
        if share > 0.0:
            return Eligible(codes, False, max(len(codes), round(before.size * share)), False)
    if hits:
        return Eligible(codes, False, max(len(codes), round(drawn.size)), False)
    return Eligible(codes, False, len(codes), False, least=True)


def _listed(codes: Codes, history: History) -> Eligible:
    if not len(codes):
        raise InconsistentHistoryError(
            f"the history is contradictory: no code of {history.rules} fits all of it"
        )
    return Eligible(codes, True, len(codes), True)
