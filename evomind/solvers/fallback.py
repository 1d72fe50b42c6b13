"""What a genetic search does where it comes up empty, so that no game is lost and none is endless.

It evolves again from fresh populations, then searches the board with pruning, then turns to
``evomind.last_resort``. The one that found the guess is named in ``Guess.origin``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evomind.errors import InconsistentHistoryError
from evomind.history import History
from evomind.last_resort import LastResort
from evomind.sampling import EligibleCodes, eligible_codes

__all__ = ["find_eligible"]

_FRESH_POPULATIONS = 2
_NODES = 20_000_000  # prefixes that the search of the board visits
_LISTED = 20_000  # codes that it lists, of which ``limit`` are drawn


def find_eligible(
    history: History,
    evolve: Callable[[], EligibleCodes],
    limit: int,
    last_resort: LastResort,
    rng: np.random.Generator,
) -> tuple[EligibleCodes, str]:
    """Return codes to choose the guess from, and where they come from.

    Parameters
    ----------
    evolve : function
        Searches for eligible codes, with another population each time that it is called.
    limit : int
        Codes that are returned at most where the board is searched.
    last_resort : LastResort
        Has been told every turn of the history.

    Raises
    ------
    InconsistentHistoryError
        Where the search of the board shows that no code fits. On boards too large for it a
        contradiction may go unnoticed, and the guess of last resort is played.
    """
    evaluations = 0
    for origin in ("evolved", *["evolved again"] * _FRESH_POPULATIONS):
        found = evolve()
        evaluations += found.evaluations
        if len(found.codes) > 0:
            return found._replace(evaluations=evaluations), origin
    found = eligible_codes(history, max(limit, _LISTED), _NODES)
    evaluations += found.evaluations
    if len(found.codes) > limit:
        found = found._replace(codes=rng.choice(found.codes, limit, replace=False), complete=False)
    if len(found.codes) > 0:
        return found._replace(evaluations=evaluations), "search"
    if found.complete:
        raise InconsistentHistoryError(f"no code of {history.rules} fits all {len(history)} turns")
    guess = last_resort.guess(history, rng)
    code = np.array([guess.code], dtype=history.rules.color_type)
    return EligibleCodes(code, False, 1.0, evaluations + guess.evaluations), guess.origin
