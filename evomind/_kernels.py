"""The numba loops of the core: random words, feedback, part sizes, distances from a history.

Shapes and the meaning of every argument are told by the public functions that call these.
The plain twin of each stands in ``tests/plain.py``; both are tested against each other, with and
without the JIT. Traps that shaped the code: ``bool + bool`` is 2 here and ``True`` in numpy, so
comparisons are branches; inner loops are functions over one-dimensional slices of distinct arrays,
which is what lets the compiler use vector instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any  # arrays inside compiled code; their shapes stand in the docstrings

BLOCK = 4096  # codes a pass; one block of every column fits the L1 and L2 caches

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _11 = (np.uint64(n) for n in (30, 27, 31, 32, 11))


def kernel_state(rng: np.random.Generator) -> Array:
    """Return a state for the kernels that draw, (1,) uint64, taken from ``rng``."""
    return np.array([rng.bit_generator.random_raw()], dtype=np.uint64)


@njit(cache=True, inline="always")
def next_word(state: Array) -> Any:
    """Return the next 64 bits of splitmix64 (Steele, Lea, Flood 2014); ``state`` is (1,) uint64."""
    state[0] += _GOLDEN
    word = state[0]
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@njit(cache=True, inline="always")
def below(state: Array, n: int) -> Any:
    """Draw an integer from ``0..n-1``; n < 2**31, the bias is at most n / 2**32."""
    return np.int64(((next_word(state) >> _32) * np.uint64(n)) >> _32)


@njit(cache=True, inline="always")
def uniform(state: Array) -> Any:
    """Draw a float from [0, 1) with 53 random bits."""
    return np.float64(next_word(state) >> _11) * (1.0 / 9007199254740992.0)


@njit(cache=True, nogil=True)
def to_columns(codes: Array, columns: Array, counts: Array) -> None:
    """Lay codes out peg-major: a column per peg, and per color how often each code has it."""
    n, pegs = codes.shape
    counts[:] = 0
    for p in range(pegs):
        for j in range(n):
            color = codes[j, p]
            columns[p, j] = color
            counts[color, j] += 1


@njit(cache=True, nogil=True)
def _add_black(column: Array, color: int, weight: int, ids: Array) -> None:
    for j in range(len(ids)):
        ids[j] += weight if column[j] == color else 0


@njit(cache=True, nogil=True)
def _add_common(count: Array, most: int, ids: Array) -> None:
    for j in range(len(ids)):
        ids[j] += count[j] if count[j] < most else most


@njit(cache=True, nogil=True)
def feedback_ids_into(columns: Array, counts: Array, guess: Array, white: bool, ids: Array) -> None:
    """Feedback ids of one guess against codes laid out peg-major.

    With white pegs id = black * (pegs + 1) + (common - black) = black * pegs + common.
    """
    pegs, n = columns.shape
    weight = pegs if white else pegs + 1
    for start in range(0, n, BLOCK):
        stop = min(start + BLOCK, n)
        block = ids[start:stop]
        block[:] = 0
        for p in range(pegs):
            _add_black(columns[p, start:stop], guess[p], weight, block)
        if white:
            for p in range(pegs):
                color = guess[p]
                most = 0
                for q in range(pegs):
                    if guess[q] == color:
                        if q < p:  # this color has been counted
                            most = 0
                            break
                        most += 1
                if most > 0:
                    _add_common(counts[color, start:stop], most, block)


@njit(cache=True, nogil=True)
def feedback_table_into(
    columns: Array, counts: Array, guesses: Array, white: bool, table: Array
) -> None:
    """Feedback ids of every guess (a row) against every code (a column)."""
    for i in range(len(guesses)):
        feedback_ids_into(columns, counts, guesses[i], white, table[i])


@njit(cache=True, nogil=True)
def part_sizes_into(table: Array, sizes: Array) -> None:
    """Count, in each row of feedback ids, how often each id occurs."""
    rows, n = table.shape
    sizes[:] = 0
    for i in range(rows):
        row_sizes = sizes[i]
        for j in range(n):
            row_sizes[table[i, j]] += 1


@njit(cache=True, nogil=True)
def guess_part_sizes_into(
    columns: Array, counts: Array, guesses: Array, white: bool, ids: Array, sizes: Array
) -> None:
    """Part sizes of each guess over the codes, without the table; ``ids`` is scratch for a row."""
    sizes[:] = 0
    for i in range(len(guesses)):
        feedback_ids_into(columns, counts, guesses[i], white, ids)
        row_sizes = sizes[i]
        for j in range(len(ids)):
            row_sizes[ids[j]] += 1


@njit(cache=True, nogil=True)
def mismatches_into(
    columns: Array,
    counts: Array,
    guesses: Array,
    blacks: Array,
    whites: Array,
    white: bool,
    black_weight: float,
    ids: Array,
    mismatches: Array,
) -> None:
    """Sum over the turns of black_weight * |black' - black| + |white' - white|, for every code.

    A white below 0 is unknown and adds nothing.
    """
    pegs, n = columns.shape
    cost = np.empty((pegs + 1) * (pegs + 1), np.float64)
    mismatches[:] = 0.0
    for q in range(len(guesses)):
        for b in range(pegs + 1):
            for w in range(pegs + 1):
                off = black_weight * abs(b - blacks[q])
                if whites[q] >= 0:
                    off += abs(w - whites[q])
                cost[b * (pegs + 1) + w] = off
        feedback_ids_into(columns, counts, guesses[q], white, ids)
        for j in range(n):
            mismatches[j] += cost[ids[j]]


@njit(cache=True, nogil=True)
def eligible_into(
    columns: Array,
    counts: Array,
    guesses: Array,
    blacks: Array,
    whites: Array,
    white: bool,
    ids: Array,
    eligible: Array,
) -> None:
    """Mark the codes that give every turn's feedback; a white below 0 is unknown."""
    pegs = len(columns)
    eligible[:] = True
    for q in range(len(guesses)):
        feedback_ids_into(columns, counts, guesses[q], white, ids)
        if whites[q] >= 0:
            _keep_equal(ids, blacks[q] * (pegs + 1) + whites[q], eligible)
        else:
            first = blacks[q] * (pegs + 1)
            for j in range(len(ids)):
                if ids[j] < first or ids[j] > first + pegs:
                    eligible[j] = False


@njit(cache=True, nogil=True)
def _keep_equal(ids: Array, target: int, eligible: Array) -> None:
    for j in range(len(ids)):
        if ids[j] != target:
            eligible[j] = False
