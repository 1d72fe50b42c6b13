"""Scores of a guess: functions of the sizes of the parts it makes; lower is better.

Each takes ``(guesses, feedback ids)`` counts and returns one float per guess. Sums run over
integers, or are rounded, so that guesses which split a set alike score exactly alike: the last bit
of a float must not decide a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from evomind.partition import Counts

__all__ = ["SCORES", "Score", "Scores", "entropy", "expected_size", "largest_part", "most_parts"]

Scores: TypeAlias = NDArray[np.float64]
Score: TypeAlias = Callable[[Counts], Scores]

_DIGITS = 9  # beyond these two entropies are the same


def largest_part(counts: Counts) -> Scores:
    """Codes left in the worst case (Knuth 1977), in codes."""
    return np.asarray(counts.max(axis=1), dtype=np.float64)


def expected_size(counts: Counts) -> Scores:
    """Mean number of codes left (Irving 1978), in codes."""
    squares = np.square(counts, dtype=np.int64).sum(axis=1)
    return np.asarray(squares / counts.sum(axis=1), dtype=np.float64)


def entropy(counts: Counts) -> Scores:
    """Mean information still missing after the feedback (Neuwirth 1982), in bits.

    That is log2(n) less the entropy of the feedback, so that lower is better.
    """
    terms = counts * np.log2(np.maximum(counts, 1))
    return np.asarray(np.round(terms.sum(axis=1) / counts.sum(axis=1), _DIGITS), dtype=np.float64)


def most_parts(counts: Counts) -> Scores:
    """Number of parts, negated (Kooi 2005)."""
    return np.asarray(-np.count_nonzero(counts, axis=1), dtype=np.float64)


SCORES: dict[str, Score] = {
    "largest-part": largest_part,
    "expected-size": expected_size,
    "entropy": entropy,
    "most-parts": most_parts,
}
"""Every score by the name that strategies and the command line use."""
