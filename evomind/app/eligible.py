"""The eligible codes of a game in progress, as far as they can be told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evomind.codes import Codes, all_codes, random_codes
from evomind.errors import InconsistentHistoryError
from evomind.history import History
from evomind.sampling import anneal, draw_eligible, eligible_codes

__all__ = ["Eligible", "eligible_after"]

HELD = 1_000_000  # codes that are listed at most
_SAMPLE = 50_000  # codes that stand for a set which is not listed
_TRIES = 1_000_000  # codes that are drawn to estimate how many are eligible
_NODES = 60_000_000  # prefixes times turns that one search visits: about a second


@dataclass(frozen=True, slots=True)
class Eligible:
    """Eligible codes after a history.

    Attributes
    ----------
    codes : (n, pegs) array
        All of them in lexicographic order where ``complete``, else some.
    size : int
        How many there are: exactly where ``exact``, else an estimate, or what has been found.
    """

    codes: Codes
    complete: bool
    size: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.size:,}" if self.exact else f"about {float(self.size):,.4g}"


def eligible_after(
    history: History, rng: np.random.Generator, before: Eligible | None = None
) -> Eligible:
    """Return the eligible codes after a history: all of them, counted, where that is possible.

    ``before`` holds those after the same history without its last turn; it saves time only.

    Raises
    ------
    InconsistentHistoryError
        Where it is certain that no code fits.
    """
    rules = history.rules
    if before is not None and before.complete:
        codes = before.codes[history.eligible(before.codes)]
        return _listed(codes, history)
    if rules.n_codes <= HELD:
        codes = all_codes(rules)
        return _listed(codes[history.eligible(codes)], history)
    if not len(history):
        return Eligible(random_codes(rules, _SAMPLE, rng), False, rules.n_codes, True)
    drawn = draw_eligible(history, _SAMPLE, rng, tries=_TRIES)
    if drawn.size <= 2 * HELD:
        found = eligible_codes(history, limit=HELD, max_nodes=_NODES // len(history))
        if found.complete:
            return _listed(found.codes, history)
        if not len(drawn.codes):  # too rare to be drawn, too many prefixes to be searched
            drawn = anneal(history, 50, rng, starts=None)
            codes = np.unique(np.concatenate((found.codes, drawn.codes)), axis=0)
            return Eligible(codes, False, len(codes), False)
    return Eligible(drawn.codes, False, round(drawn.size), False)


def _listed(codes: Codes, history: History) -> Eligible:
    if not len(codes):
        raise InconsistentHistoryError(
            f"the history is contradictory: no code of {history.rules} fits all of it"
        )
    return Eligible(codes, True, len(codes), True)
