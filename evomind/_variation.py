"""The numba loops of evolution: varying, choosing and collecting codes, whole populations a call.

Every kernel works in place on ``(n, pegs)`` matrices of colors and draws from ``state``
(``evomind._kernels.kernel_state``). Their plain twins, which draw the same words, stand in
``tests/plain_variation.py``. A set of codes is an open-addressing table of int64 rows into a
matrix, -1 where it is free; its length is a power of two, at least twice the codes it holds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from evomind._kernels import Array, below, uniform

_FNV_START = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)
_29 = np.uint64(29)


@njit(cache=True, nogil=True)
def _exchange(first: Array, second: Array, start: int, stop: int, repetition: bool) -> None:
    """Exchange the colors of two codes at the pegs ``start..stop-1``.

    Without repetition a color that a code already has elsewhere changes places with the one that
    leaves, so that both stay without repetition (partially matched crossover).
    """
    for p in range(start, stop):
        mine = first[p]
        theirs = second[p]
        if not repetition and mine != theirs:
            for q in range(len(first)):
                if first[q] == theirs:
                    first[q] = mine
                if second[q] == mine:
                    second[q] = theirs
        first[p] = theirs
        second[p] = mine


@njit(cache=True, nogil=True)
def cross_points_into(
    first: Array, second: Array, rate: float, two_points: float, repetition: bool, state: Array
) -> None:
    """Cross each pair of rows with probability ``rate``, at two points with ``two_points``."""
    n, pegs = first.shape
    for row in range(n):
        if uniform(state) >= rate or pegs < 2:
            continue
        if uniform(state) < two_points:
            start = 1 + below(state, pegs)
            stop = 1 + below(state, pegs - 1)
            if stop >= start:
                stop += 1
            else:
                start, stop = stop, start
        else:
            start = 1 + below(state, pegs - 1)
            stop = pegs
        _exchange(first[row], second[row], start, stop, repetition)


@njit(cache=True, nogil=True)
def cross_uniform_into(
    first: Array, second: Array, rate: float, share: float, repetition: bool, state: Array
) -> None:
    """Cross each pair of rows with probability ``rate``, each peg with probability ``share``."""
    n, pegs = first.shape
    for row in range(n):
        if uniform(state) >= rate:
            continue
        for p in range(pegs):
            if uniform(state) < share:
                _exchange(first[row], second[row], p, p + 1, repetition)


@njit(cache=True, nogil=True)
def recolor_into(codes: Array, colors: int, rate: float, repetition: bool, state: Array) -> None:
    """Give one peg of each row, with probability ``rate``, another color.

    Without repetition a color that the code has already changes places with the old one.
    """
    n, pegs = codes.shape
    for row in range(n):
        if uniform(state) >= rate or colors < 2:
            continue
        p = below(state, pegs)
        old = codes[row, p]
        new = below(state, colors - 1)
        if new >= old:
            new += 1
        if not repetition:
            for q in range(pegs):
                if codes[row, q] == new:
                    codes[row, q] = old
        codes[row, p] = new


@njit(cache=True, nogil=True)
def swap_into(codes: Array, rate: float, state: Array) -> None:
    """Exchange the colors of two different pegs of each row with probability ``rate``."""
    n, pegs = codes.shape
    for row in range(n):
        if uniform(state) >= rate or pegs < 2:
            continue
        p = below(state, pegs)
        q = below(state, pegs - 1)
        if q >= p:
            q += 1
        codes[row, p], codes[row, q] = codes[row, q], codes[row, p]


@njit(cache=True, nogil=True)
def reverse_into(codes: Array, rate: float, state: Array) -> None:
    """Reverse the segment between two different pegs of each row with probability ``rate``."""
    n, pegs = codes.shape
    for row in range(n):
        if uniform(state) >= rate or pegs < 2:
            continue
        p = below(state, pegs)
        q = below(state, pegs - 1)
        if q >= p:
            q += 1
        else:
            p, q = q, p
        while p < q:
            codes[row, p], codes[row, q] = codes[row, q], codes[row, p]
            p += 1
            q -= 1


@njit(cache=True, nogil=True)
def roulette_into(fitness: Array, state: Array, chosen: Array) -> None:
    """Choose rows with probability proportional to fitness; uniformly where all of it is 0."""
    n = len(fitness)
    wheel = np.empty(n, np.float64)
    total = 0.0
    for i in range(n):
        total += fitness[i]
        wheel[i] = total
    for k in range(len(chosen)):
        if total <= 0.0:
            chosen[k] = below(state, n)
            continue
        ball = uniform(state) * total
        low, high = 0, n - 1
        while low < high:  # the first row whose share of the wheel ends beyond the ball
            middle = (low + high) // 2
            if wheel[middle] > ball:
                high = middle
            else:
                low = middle + 1
        chosen[k] = low


@njit(cache=True, nogil=True)
def tournament_into(fitness: Array, size: int, state: Array, chosen: Array) -> None:
    """Choose the fittest of ``size`` rows drawn uniformly, for every place of ``chosen``."""
    n = len(fitness)
    for k in range(len(chosen)):
        best = below(state, n)
        for _ in range(size - 1):
            other = below(state, n)
            if fitness[other] > fitness[best]:
                best = other
        chosen[k] = best


@njit(cache=True, nogil=True)
def find_or_add(table: Array, codes: Array, n: int, code: Array) -> Any:
    """Return the row below ``n`` that equals ``code``; enter row ``n`` and return n where none."""
    pegs = len(code)
    word = _FNV_START
    for p in range(pegs):
        word = (word ^ np.uint64(code[p])) * _FNV_PRIME
    mask = len(table) - 1
    slot = np.int64((word ^ (word >> _29)) & np.uint64(mask))
    while table[slot] >= 0:
        row = table[slot]
        p = 0
        while p < pegs and codes[row, p] == code[p]:
            p += 1
        if p == pegs:
            return row
        slot = (slot + 1) & mask
    table[slot] = n
    return n


@njit(cache=True, nogil=True)
def renew_into(codes: Array, kept: int, colors: int, repetition: bool, state: Array) -> Any:
    """Draw the rows from ``kept`` on afresh, and those that repeat an earlier one or are no codes.

    Return how many rows were drawn. There must be as many codes on the board as rows.
    """
    n, pegs = codes.shape
    size = 2
    while size < 2 * n:
        size *= 2
    table = np.full(size, -1, np.int64)
    deck = np.arange(colors)
    seen = np.full(colors, -1)
    drawn = 0
    for row in range(n):
        code = codes[row]
        good = row < kept
        for p in range(pegs):
            color = np.int64(code[p])
            if not good or color >= colors or (not repetition and seen[color] == row):
                good = False
                break
            seen[color] = row
        if good and find_or_add(table, codes, row, code) == row:
            continue
        drawn += 1
        fresh = False
        while not fresh:
            for p in range(pegs):
                if repetition:
                    code[p] = below(state, colors)
                else:  # one step of Fisher and Yates's shuffle
                    other = p + below(state, colors - p)
                    deck[p], deck[other] = deck[other], deck[p]
                    code[p] = deck[p]
            fresh = find_or_add(table, codes, row, code) == row
    return drawn


@njit(cache=True, nogil=True)
def collect_into(
    codes: Array,
    mismatches: Array,
    table: Array,
    eligible: Array,
    n_eligible: int,
    places: Array,
    numbers: Array,
) -> Any:
    """Enter the rows without mismatch into the set ``eligible``; return its new size.

    ``places`` becomes the row of each code in the set, -1 where it has a mismatch; ``numbers``
    the smallest and the mean mismatch.
    """
    n, pegs = codes.shape
    least = mismatches[0]
    total = 0.0
    for row in range(n):
        total += mismatches[row]
        if mismatches[row] < least:
            least = mismatches[row]
        places[row] = -1
        if mismatches[row] == 0.0:
            place = find_or_add(table, eligible, n_eligible, codes[row])
            if place == n_eligible:
                for p in range(pegs):
                    eligible[place, p] = codes[row, p]
                n_eligible += 1
            places[row] = place
    numbers[0] = least
    numbers[1] = total / n
    return n_eligible
