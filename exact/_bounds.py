"""Lower bounds of what a set of codes costs, from the parts that guesses split it into."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.extending import intrinsic

from evomind._kernels import Array

IMPOSSIBLE = 1 << 29
"""The cost of a set that the turns left do not suffice for; above every cost and upper bound."""


def _popcount_as_instruction(context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return word(word), generate


_popcount: Any = intrinsic(_popcount_as_instruction)


@njit(cache=True, nogil=True)
def _or_into(masks: Array, row: Array) -> None:
    for i in range(len(masks)):
        masks[i] |= row[i]


@njit(cache=True, nogil=True)
def _count_bits(masks: Array, parts: Array) -> None:
    for i in range(len(masks)):
        parts[i] = _popcount(masks[i])


@njit(cache=True, nogil=True)
def _largest(parts: Array) -> Any:
    largest = np.uint8(0)
    for i in range(len(parts)):
        largest = max(largest, parts[i])
    return np.int64(largest)


@njit(cache=True, nogil=True)
def count_parts(
    bits: Array, members: Array, n_guesses: int, eligible: bool, masks: Array, parts: Array
) -> Any:
    """Count the non-empty parts that guesses split a set into, in ``parts`` (guesses,) uint8.

    The guesses are the first ``n_guesses``, or where ``eligible`` the members alone. The part of
    the win is counted. Returns the most parts besides it that a member makes, then any guess.
    """
    best = np.int64(0)
    if eligible:
        for g in members:
            mask = bits[g, g]
            for m in members:
                mask |= bits[g, m]
            parts[g] = _popcount(mask)
            best = max(best, np.int64(parts[g]) - 1)
        return best, best
    masks = masks[:n_guesses]
    masks[:] = bits[members[0], :n_guesses]
    for m in members[1:]:
        _or_into(masks, bits[m, :n_guesses])
    _count_bits(masks, parts[:n_guesses])
    for m in members:
        parts[m] -= 1
        best = max(best, np.int64(parts[m]))
    most = _largest(parts[:n_guesses])
    for m in members:
        parts[m] += 1
    return best, most


@njit(cache=True, nogil=True)
def filled(n: int, width: int, branching: int, turns: int) -> Any:
    """Turns over n codes if ``width`` of them are found in the first turn, and each guess of a turn
    has ``branching`` after it; ``IMPOSSIBLE`` where they are too many for the turns."""
    total = np.int64(0)
    turn = np.int64(1)
    while n > 0:
        if turn > turns or width == 0:
            return np.int64(IMPOSSIBLE)
        found = min(n, width)
        total += found * turn
        n -= found
        width *= branching
        turn += 1
    return total


@njit(cache=True, nogil=True)
def guess_bound(n: int, parts: int, wins: bool, branching: int, turns: int) -> Any:
    """Least cost of n codes after a guess that makes so many parts besides the win."""
    rest = n - 1 if wins else n
    if parts > 0 and parts == 1 and rest == n:
        return np.int64(IMPOSSIBLE)  # it tells nothing
    below = filled(rest, parts, branching, turns - 1)
    return np.int64(IMPOSSIBLE) if below >= IMPOSSIBLE else n + below


@njit(cache=True, nogil=True)
def set_bound(n: int, eligible_parts: int, most_parts: int, turns: int) -> Any:
    """Least cost of n >= 3 codes, and whether it is the cost itself.

    ``eligible_parts`` and ``most_parts`` are the most that a member and any guess make, the win
    left out. A guess that leaves no two codes together is best if it can win, and next to that.
    """
    bound = min(
        guess_bound(n, eligible_parts, True, most_parts, turns),
        guess_bound(n, most_parts, False, most_parts, turns),
    )
    exact = bound >= IMPOSSIBLE or eligible_parts == n - 1 or most_parts == n
    return bound, exact


@njit(cache=True, nogil=True)
def part_costs_into(branching: int, turns: int, costs: Array) -> None:
    """Fill ``costs`` (n + 1,) with the least cost of a part of 0, 1, ... n codes."""
    costs[0] = 0
    width, turn, n = np.int64(1), np.int64(1), np.int64(1)
    room = width
    while n < len(costs):
        if turn > turns or room == 0:
            costs[n] = IMPOSSIBLE
            n += 1
            continue
        costs[n] = costs[n - 1] + turn
        n += 1
        room -= 1
        if room == 0:
            width *= branching
            room = width
            turn += 1


@njit(cache=True, nogil=True)
def split_bound(replies: Array, members: Array, win: int, costs: Array, sizes: Array) -> Any:
    """Least cost of a set after a guess with the feedbacks ``replies`` (codes,), by its parts."""
    sizes[:] = 0
    for m in members:
        sizes[replies[m]] += 1
    total = np.int64(len(members))
    for f in range(win):
        total += costs[sizes[f]]
    return min(total, np.int64(IMPOSSIBLE))
