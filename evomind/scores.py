"""Scores of a guess: functions of the sizes of the parts it makes; lower is better.

Each takes ``(guesses, feedback ids)`` counts and returns one float per guess. All but the largest
part are sums over the parts, taken over whole numbers, so that guesses which split a set equally
well score exactly the same, in whatever order the parts stand: the last bit of a float must not
decide a game. ``PART_COSTS`` holds these whole numbers for loops that score guesses themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from evomind.partition import Counts

__all__ = [
    "BIT",
    "PART_COSTS",
    "SCORES",
    "PartCosts",
    "Score",
    "Scores",
    "entropy",
    "expected_size",
    "information",
    "largest_part",
    "most_parts",
]

Scores: TypeAlias = NDArray[np.float64]
Score: TypeAlias = Callable[[Counts], Scores]
PartCosts: TypeAlias = Callable[[int], NDArray[np.int64]]

BIT = 1 << 34
"""One bit in the whole numbers of ``information``; sums stay below 2**63 up to 2**24 codes."""


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
    missing = information(int(counts.max(initial=0)))[counts].sum(axis=1)
    return np.asarray(missing / (BIT * counts.sum(axis=1, dtype=np.float64)), dtype=np.float64)


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


def information(n: int) -> NDArray[np.int64]:
    """Return ``s * log2(s)`` for s = 0..n in units of 1 / ``BIT`` bits, ``(n + 1,)``, read-only.

    The logarithm of a size is the sum of the rounded logarithms of its prime factors. Two sets of
    parts of equal entropy have equal products of s**s, thus the same primes, thus equal sums: the
    parts (6, 1, 1, 1, 1, 1, 1) and (3, 3, 2, 2, 2) tie exactly, as they should.

    Examples
    --------
    >>> (information(4) / BIT).round(3).tolist()
    [0.0, 0.0, 2.0, 4.755, 8.0]
    """
    return _information(max(n, 1).bit_length())[: n + 1]


@lru_cache(maxsize=24)
def _information(n_bits: int) -> NDArray[np.int64]:
    """Return the table of ``information`` for the sizes below ``2**n_bits``."""
    sizes = np.arange(1 << n_bits, dtype=np.int64)
    log = np.rint(np.log2(np.maximum(sizes, 1)) * BIT).astype(np.int64)
    logs = np.zeros_like(sizes)
    rest = sizes.copy()  # what is left of each size without its small prime factors
    for prime in range(2, math.isqrt(len(sizes)) + 1):
        if rest[prime] == 1:
            continue  # not a prime: its factors are gone already
        power = prime
        while power < len(sizes):
            logs[power::power] += log[prime]
            rest[power::power] //= prime
            power *= prime
    logs += log[rest]  # at most one large prime factor is left
    table: NDArray[np.int64] = sizes * logs
    table.flags.writeable = False
    return table


def _squares(n: int) -> NDArray[np.int64]:
    return np.arange(n + 1, dtype=np.int64) ** 2


def _presence(n: int) -> NDArray[np.int64]:
    return -(np.arange(n + 1) > 0).astype(np.int64)


PART_COSTS: dict[str, PartCosts] = {
    "expected-size": _squares,
    "entropy": information,
    "most-parts": _presence,
}
"""What a part of each size 0..n adds to a score that is a sum, in whole units, ``(n + 1,)``."""
