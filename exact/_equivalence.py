"""Equivalent guesses: of those that must score alike, only the first need be weighed.

Two guesses are equivalent when a relabelling of pegs and colors that keeps every turn so far as it
is turns one into the other, or when they differ in colors that no code of the set has: they then
split the set alike. The first of each class in lexicographic order passes three tests:

- colors that no guess has had yet are alike: they appear in order of first use;
- pegs that every guess has treated alike (equal columns of the history) are alike: the colors on
  them do not descend;
- colors that no code of the set has are alike: the first of them stands for all.

Ties are broken in lexicographic order, so leaving out every guess that fails a test changes
nothing but the time. (Case equivalence: Koyama and Lai 1993.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from evomind._kernels import Array

KNOWN, FRESH, ABSENT = 0, 1, 2  # kinds of colors: guessed before, never guessed, in no code left


@njit(cache=True, nogil=True)
def rank_colors(codes: Array, history: Array, kinds: Array, ranks: Array) -> None:
    """Tell each color's kind, and its rank among its kind."""
    kinds[:] = ABSENT
    for j in range(len(codes)):
        for p in range(codes.shape[1]):
            kinds[codes[j, p]] = FRESH
    for q in range(len(history)):
        for p in range(history.shape[1]):
            if kinds[history[q, p]] == FRESH:
                kinds[history[q, p]] = KNOWN
    seen = np.zeros(3, np.int64)
    for color in range(len(kinds)):
        ranks[color] = seen[kinds[color]]
        seen[kinds[color]] += 1


@njit(cache=True, nogil=True)
def link_pegs(history: Array, before: Array) -> None:
    """Set ``before[p]`` to the nearest peg on the left that is like peg p, -1 if there is none."""
    for p in range(len(before)):
        before[p] = -1
        for other in range(p - 1, -1, -1):
            alike = True
            for q in range(len(history)):
                if history[q, p] != history[q, other]:
                    alike = False
                    break
            if alike:
                before[p] = other
                break


@njit(cache=True, nogil=True)
def is_first_of_class(code: Array, kinds: Array, ranks: Array, before: Array) -> Any:
    """Tell whether an eligible code passes the three tests (it has no absent color)."""
    fresh = 0
    for p in range(len(code)):
        color = code[p]
        if before[p] >= 0 and color < code[before[p]]:
            return False
        if kinds[color] == FRESH:
            if ranks[color] > fresh:
                return False
            if ranks[color] == fresh:
                fresh += 1
    return True


@njit(cache=True, nogil=True)
def next_guess(
    guess: Array,
    cursor: Array,
    used: Array,
    seen: Array,
    repetition: bool,
    kinds: Array,
    ranks: Array,
    before: Array,
) -> Any:
    """Move ``guess`` to the next one, in lexicographic order, that passes the three tests.

    ``cursor`` (1,) is the peg to move, ``used`` how often each color stands in the guess,
    ``seen`` (pegs + 1, 3) how many colors of each kind its first p pegs have used up.
    """
    pegs, colors = len(guess), len(kinds)
    p = cursor[0]
    while p >= 0:
        color = guess[p]
        if color >= 0:
            used[color] -= 1
            color += 1
        else:
            color = guess[before[p]] if before[p] >= 0 else 0
        while color < colors:
            kind = kinds[color]
            if repetition or used[color] == 0:
                if kind == KNOWN or ranks[color] == seen[p, kind]:
                    break
                if kind == FRESH and ranks[color] < seen[p, kind]:
                    break
            color += 1
        if color == colors:
            guess[p] = -1
            p -= 1
            continue
        guess[p] = color
        used[color] += 1
        kind = kinds[color]
        for k in range(3):
            seen[p + 1, k] = seen[p, k]
        # With repetition one absent color may stand on many pegs, so it is never used up.
        if ranks[color] == seen[p, kind] and (kind == FRESH or not repetition):
            seen[p + 1, kind] += 1
        if p == pegs - 1:
            cursor[0] = p
            return True
        p += 1
    return False
