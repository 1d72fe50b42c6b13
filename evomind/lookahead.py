"""Rollouts: what a guess really costs a small set, played to the end by a greedy policy.

The policy weighs each guess by the value function (``evomind.values``), takes the best, and so on
in every part until each code is found. Nothing is random: a rollout is the exact total of one
strategy tree, and so an upper bound of what the best tree below that guess costs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from evomind._kernels import Array
from evomind.feedback import FeedbackIds

__all__ = ["rollout_totals"]


@njit(cache=True, nogil=True)
def _split(row: Array, order: Array, start: int, stop: int, sizes: Array, scratch: Array) -> None:
    """Sort ``order[start:stop]`` by feedback, stably; leave the end of each part in ``sizes``."""
    sizes[:] = 0
    for i in range(start, stop):
        sizes[row[order[i]]] += 1
    at = start
    for f in range(len(sizes)):
        size = sizes[f]
        sizes[f] = at
        at += size
    for i in range(start, stop):
        f = row[order[i]]
        scratch[sizes[f]] = order[i]
        sizes[f] += 1
    order[start:stop] = scratch[start:stop]


@njit(cache=True, nogil=True)
def _cost(row: Array, order: Array, start: int, stop: int, steps: Array, sizes: Array) -> Any:
    """Sum the costs of the parts that ``row`` makes; ``sizes`` is zero before and after."""
    cost = 0
    for i in range(start, stop):
        f = row[order[i]]
        cost += steps[sizes[f]]
        sizes[f] += 1
    for i in range(start, stop):
        sizes[row[order[i]]] = 0
    return cost


@njit(cache=True, nogil=True)
def _best_row(table: Array, order: Array, start: int, stop: int, steps: Array, sizes: Array) -> Any:
    """Return the guess of least cost for a set, codes of the set before probes among equals.

    A code of the set that tells all others apart cannot be beaten, and a probe that does so only by
    such a code: the search for a better one then ends.
    """
    pool, n = table.shape
    least = (stop - start - 1) * steps[0]
    best_row, best = order[start], np.int64(1) << 62
    for i in range(start, stop):
        # The part that wins costs nothing.
        cost = _cost(table[order[i]], order, start, stop, steps, sizes) - steps[0]
        if cost < best:
            best_row, best = order[i], cost
            if cost == least:
                return best_row
    for row in range(n, pool):
        if best <= least + steps[0]:
            break
        cost = _cost(table[row], order, start, stop, steps, sizes)
        if cost < best:
            best_row, best = np.int64(row), cost
    return best_row


@njit(cache=True, nogil=True)
def _push_parts(
    order: Array, start: int, ends: Array, win_id: int, starts: Array, stops: Array, waiting: int
) -> Any:
    """Put the parts after a split on the stack, the one that wins aside; return its new height."""
    begin = start
    for f in range(len(ends)):
        if ends[f] > begin:
            if f != win_id:
                starts[waiting], stops[waiting] = begin, ends[f]
                waiting += 1
            begin = ends[f]
    return waiting


@njit(cache=True, nogil=True)
def _rollout_into(
    table: Array, candidates: Array, costs: Array, win_id: int, n_ids: int, totals: Array
) -> None:
    n = table.shape[1]
    steps = np.diff(costs)  # cost of one more code in a part of size s
    order = np.empty(n, np.int64)
    scratch = np.empty(n, np.int64)
    ends = np.empty(n_ids, np.int64)
    sizes = np.zeros(n_ids, np.int64)
    starts = np.empty(n + 1, np.int64)
    stops = np.empty(n + 1, np.int64)
    for c in range(len(candidates)):
        for i in range(n):
            order[i] = i
        _split(table[candidates[c]], order, 0, n, ends, scratch)
        total = n
        waiting = _push_parts(order, 0, ends, win_id, starts, stops, 0)
        while waiting > 0:
            waiting -= 1
            start, stop = starts[waiting], stops[waiting]
            if stop - start <= 2:
                total += 2 * (stop - start) - 1
                continue
            row = _best_row(table, order, start, stop, steps, sizes)
            total += stop - start
            _split(table[row], order, start, stop, ends, scratch)
            waiting = _push_parts(order, start, ends, win_id, starts, stops, waiting)
        totals[c] = total


def rollout_totals(
    table: FeedbackIds,
    candidates: NDArray[np.int64],
    costs: NDArray[np.int64],
    win_id: int,
    n_ids: int,
) -> NDArray[np.int64]:
    """Return the total guesses for all codes of a set, for each candidate played first.

    Parameters
    ----------
    table : (pool, n) feedback ids
        Row i < n is code i of the set as a guess, the rows beyond are probes from outside.
    candidates : (k,)
        Rows of ``table``.
    costs : (n + 1,)
        Cost of a part by its size (``Value.costs``).
    win_id, n_ids : int
        ``rules.win_id`` and ``rules.n_feedback_ids``.

    Returns
    -------
    (k,) int64, in guesses, the one at hand counted.
    """
    totals = np.empty(len(candidates), dtype=np.int64)
    _rollout_into(table, candidates, costs, win_id, n_ids, totals)
    return totals
