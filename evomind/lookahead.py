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
def _best_rows(
    table: Array, order: Array, start: int, stop: int, steps: Array, sizes: Array, rows: Array
) -> Any:
    """Fill ``rows`` with the guesses of least cost, best first; return how many are worth trying.

    That is one where a guess tells all codes apart: a member of the set that does cannot be
    beaten, and a probe that does only by such a member.
    """
    pool, n = table.shape
    least = (stop - start - 1) * steps[0]  # cost of a member that tells all others apart
    row_costs = np.full(len(rows), np.int64(1) << 62)
    filled = 0
    for i in range(stop - start + pool - n):
        member = i < stop - start
        if i == stop - start and row_costs[0] <= least + steps[0]:
            break  # no probe can be better
        row = order[start + i] if member else n + i - (stop - start)
        cost = _cost(table[row], order, start, stop, steps, sizes)
        if member:
            cost -= steps[0]  # the part that wins
        place = filled
        while place > 0 and row_costs[place - 1] > cost:
            place -= 1
        if place < len(rows):
            for k in range(min(filled, len(rows) - 1), place, -1):
                row_costs[k] = row_costs[k - 1]
                rows[k] = rows[k - 1]
            row_costs[place] = cost
            rows[place] = row
            filled = min(filled + 1, len(rows))
        if cost == least:
            return 1
    return 1 if row_costs[0] <= least + steps[0] else filled


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
def _play_greedily(
    table: Array,
    row: int,
    order: Array,
    start: int,
    stop: int,
    steps: Array,
    win_id: int,
    sizes: Array,
    ends: Array,
    scratch: Array,
    starts: Array,
    stops: Array,
    below_stack: int,
) -> Any:
    """Total guesses for a set when ``row`` is played first, then always the best by cost."""
    rows = np.empty(1, np.int64)
    rows[0] = row
    total = 0
    first = True
    waiting = below_stack
    starts[waiting], stops[waiting] = start, stop
    waiting += 1
    while waiting > below_stack:
        waiting -= 1
        start, stop = starts[waiting], stops[waiting]
        m = stop - start
        if not first:
            if m <= 2:
                total += 2 * m - 1
                continue
            _best_rows(table, order, start, stop, steps, sizes, rows)
        first = False
        total += m
        _split(table[rows[0]], order, start, stop, ends, scratch)
        waiting = _push_parts(order, start, ends, win_id, starts, stops, waiting)
    return total


@njit(cache=True, nogil=True)
def _rollout_into(
    table: Array,
    candidates: Array,
    costs: Array,
    win_id: int,
    n_ids: int,
    width: int,
    careful: int,
    totals: Array,
) -> None:
    n = table.shape[1]
    steps = np.diff(costs)  # cost of one more code in a part of size s
    order = np.empty(n, np.int64)
    trial = np.empty(n, np.int64)
    scratch = np.empty(n, np.int64)
    ends = np.empty(n_ids, np.int64)
    sizes = np.zeros(n_ids, np.int64)
    starts = np.empty(2 * n + 2, np.int64)
    stops = np.empty(2 * n + 2, np.int64)
    rows = np.empty(width, np.int64)
    for c in range(len(candidates)):
        order[:] = np.arange(n)
        total = n
        _split(table[candidates[c]], order, 0, n, ends, scratch)
        waiting = _push_parts(order, 0, ends, win_id, starts, stops, 0)
        while waiting > 0:
            waiting -= 1
            start, stop = starts[waiting], stops[waiting]
            m = stop - start
            if m <= 2:
                total += 2 * m - 1
                continue
            wide = _best_rows(table, order, start, stop, steps, sizes, rows) if m <= careful else 0
            if wide > 1:
                best = np.int64(1) << 62
                chosen = rows[0]
                for k in range(wide):
                    trial[start:stop] = order[start:stop]
                    cost = _play_greedily(
                        table,
                        rows[k],
                        trial,
                        start,
                        stop,
                        steps,
                        win_id,
                        sizes,
                        ends,
                        scratch,
                        starts,
                        stops,
                        waiting,
                    )
                    if cost < best:
                        best = cost
                        chosen = rows[k]
                rows[0] = chosen
            elif wide == 0:
                _best_rows(table, order, start, stop, steps, sizes, rows[:1])
            total += m
            _split(table[rows[0]], order, start, stop, ends, scratch)
            waiting = _push_parts(order, start, ends, win_id, starts, stops, waiting)
        totals[c] = total


def rollout_totals(
    table: FeedbackIds,
    candidates: NDArray[np.int64],
    costs: NDArray[np.int64],
    win_id: int,
    n_ids: int,
    width: int = 1,
    careful: int = 0,
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
    width, careful : int
        In sets of at most ``careful`` codes the policy plays the ``width`` best guesses out
        greedily and takes the best of them; larger sets take the best by cost alone.

    Returns
    -------
    (k,) int64, in guesses, the one at hand counted.
    """
    totals = np.empty(len(candidates), dtype=np.int64)
    _rollout_into(table, candidates, costs, win_id, n_ids, width, careful, totals)
    return totals
