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
    """Tell each color's kind, and its rank among those of its kind: 0 for all known ones."""
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
        if kinds[color] != KNOWN:
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
def next_guesses(
    guess: Array,
    used: Array,
    seen: Array,
    repetition: bool,
    kinds: Array,
    ranks: Array,
    before: Array,
    guesses: Array,
) -> Any:
    """Fill ``guesses`` (pegs, n) with the next ones, in lexicographic order, that pass the tests.

    ``guess`` (pegs,) is the last one found, -1 on every peg before the first; ``used`` tells how
    often each color stands in it, ``seen`` (pegs + 1, 3) how many colors of each kind its first p
    pegs have used up. Returns how many there are, fewer than n only at the end.
    """
    pegs, n = guesses.shape
    colors = len(kinds)
    last = pegs - 1
    found = 0
    p = last if guess[last] >= 0 else 0
    while found < n and p >= 0:
        color = guess[p]
        if color >= 0:
            used[color] -= 1
            color += 1
        elif before[p] >= 0:
            color = guess[before[p]]
        else:
            color = 0
        # An absent color of lower rank than seen stands in the guess, where none may stand twice.
        while color < colors and (
            ranks[color] > seen[p, kinds[color]] or (used[color] > 0 and not repetition)
        ):
            color += 1
        if color == colors:
            guess[p] = -1
            p -= 1
            continue
        guess[p] = color
        used[color] += 1
        if p == last:
            for q in range(pegs):
                guesses[q, found] = guess[q]
            found += 1
            continue
        for kind in range(3):
            seen[p + 1, kind] = seen[p, kind]
        kind = kinds[color]
        # With repetition one absent color may stand on many pegs, so it is never used up.
        if ranks[color] == seen[p, kind] and (kind == FRESH or (kind == ABSENT and not repetition)):
            seen[p + 1, kind] += 1
        p += 1
    return found
