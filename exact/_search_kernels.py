"""The depth-first search for the least total, on an explicit stack that can be left and re-entered.

A frame is a set of codes under its guesses, in the order of their lower bounds. The guess under way
splits the set; each part is relabelled, looked up, bounded, and what is not known yet is searched,
the smallest part first, until the costs of the parts leave the bounds or are all known.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from evomind._kernels import Array
from exact._bounds import (
    IMPOSSIBLE,
    count_parts,
    guess_bound,
    part_costs_into,
    set_bound,
    split_bound,
)
from exact._positions import EXACT, Board, entry_guess, entry_value, probe, set_key, store
from exact._symmetry import mix, relabel, rename

DONE, PAUSED, FULL, DEEP = 0, 1, 2, 3  # why the search returns

# Fields of a frame.
SIZE, TURNS, UPPER, BEST, GUESS, FLOOR = 0, 1, 2, 3, 4, 5
N_ORDER, NEXT, TRIED, N_PARTS, SUM, CHILD, PHASE, N_SEEN = 6, 7, 8, 9, 10, 11, 12, 13
FRAME_FIELDS = 14
_NEXT_GUESS, _NEXT_PART = 0, 1

# Fields of a part.
START, LENGTH, BOUND, KNOWN = 0, 1, 2, 3
PART_FIELDS = 4

# Fields of the state.
TOP, NODES, N_KNOWN, VALUE, WORK = 0, 1, 2, 3, 4
STATE_FIELDS = 5

BUCKETS = 4096  # of bounds that are sorted exactly; those above come last, in any order
_SMALL = 3  # codes of a part whose cost is clear at once


class Stack(NamedTuple):
    """The frames, row by row, and scratch.

    ``frames`` (depth, FRAME_FIELDS); ``sets`` and ``split`` (depth, codes) the set and its parts
    one after the other; ``parts`` (depth, classes, PART_FIELDS), ``part_keys`` (depth, classes, 2);
    ``order`` and ``bounds`` (depth, codes) the guesses; ``seen`` (depth, codes) the keys of those
    tried; ``words`` (depth, 2) the set's own key.
    """

    frames: Array
    sets: Array
    split: Array
    parts: Array
    part_keys: Array
    order: Array
    bounds: Array
    seen: Array
    words: Array


class Scratch(NamedTuple):
    """Room for one step: nothing in it outlives the step."""

    masks: Array
    counts: Array
    costs: Array
    sizes: Array
    buckets: Array
    signs: Array
    names: Array


@njit(cache=True, nogil=True)
def small_cost(replies: Array, a: int, b: int, c: int) -> Any:
    """Cost of three codes: 5 if one of them tells the other two apart, else 6."""
    if (
        replies[a, b] != replies[a, c]
        or replies[b, a] != replies[b, c]
        or replies[c, a] != replies[c, b]
    ):
        return np.int64(5)
    return np.int64(6)


@njit(cache=True, nogil=True)
def colors_used(codes: Array, members: Array) -> Any:
    """Return how many colors a relabelled set needs: one more than the largest."""
    largest = np.int64(0)
    for m in members:
        for p in range(codes.shape[1]):
            largest = max(largest, np.int64(codes[m, p]))
    return largest + 1


@njit(cache=True, nogil=True)
def _order_guesses(
    board: Board,
    members: Array,
    n_guesses: int,
    eligible: bool,
    only: Array,
    turns: int,
    upper: int,
    scratch: Scratch,
    order: Array,
    bounds: Array,
) -> Any:
    """Sort the guesses that may cost ``upper`` at most by their bounds.

    Returns how many there are, and the least bound of the others.
    """
    n = len(members)
    win = scratch.sizes.shape[0] - 1
    counts, buckets = scratch.counts, scratch.buckets
    _, most = count_parts(board.bits, members, n_guesses, eligible, scratch.masks, counts)
    n_tried = len(only) if len(only) > 0 else (n if eligible else n_guesses)
    large = n > most + 1
    if large:
        part_costs_into(most, turns - 1, scratch.costs[: n + 1])
    bound_of = np.empty((2, win + 2), np.int64)
    for k in range(win + 2):
        bound_of[0, k] = guess_bound(n, k, False, most, turns)
        bound_of[1, k] = guess_bound(n, k - 1, True, most, turns) if k > 0 else np.int64(IMPOSSIBLE)
    floor, lowest, m = np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE), 0
    # Bounds and guesses are kept unsorted behind the place where they will stand sorted.
    for t in range(n_tried):
        g = np.int64(only[t]) if len(only) > 0 else (np.int64(members[t]) if eligible else t)
        wins = 0
        if (board.bits[g, g] & scratch.masks[g]) != 0 or eligible:
            wins = 1
        bound = bound_of[wins, counts[g]]
        if large and bound <= upper:
            bound = split_bound(board.replies[g], members, win, scratch.costs, scratch.sizes)
        if bound > upper:
            floor = min(floor, bound)
            continue
        lowest = min(lowest, bound)
        bounds[m] = bound
        order[m] = g
        m += 1
    if m > 1:
        _sort_by_bound(order[:m], bounds[:m], lowest, buckets)
    return m, floor


@njit(cache=True, nogil=True)
def _sort_by_bound(order: Array, bounds: Array, lowest: Any, buckets: Array) -> None:
    """Counting sort, stable; bounds far above the lowest stay unsorted at the end."""
    last = len(buckets) - 2
    old_order, old_bounds = order.copy(), bounds.copy()
    buckets[:] = 0
    for i in range(len(order)):
        buckets[min(old_bounds[i] - lowest, last) + 1] += 1
    for b in range(last + 1):
        buckets[b + 1] += buckets[b]
    for i in range(len(order)):
        b = min(old_bounds[i] - lowest, last)
        at = buckets[b]
        buckets[b] += 1
        order[at] = old_order[i]
        bounds[at] = old_bounds[i]


@njit(cache=True, nogil=True)
def push(
    board: Board,
    eligible: bool,
    only: Array,
    depth: int,
    members: Array,
    turns: int,
    upper: int,
    stack: Stack,
    scratch: Scratch,
    word: Array,
) -> None:
    """Open the frame of a relabelled set that has no entry; ``only`` are its guesses, if any."""
    n = len(members)
    frame = stack.frames[depth]
    stack.sets[depth, :n] = members
    stack.words[depth] = word
    n_guesses = board.worth_trying[colors_used(board.codes, members)]
    n_order, floor = _order_guesses(
        board,
        members,
        n_guesses,
        eligible,
        only,
        turns,
        upper,
        scratch,
        stack.order[depth],
        stack.bounds[depth],
    )
    frame[SIZE] = n
    frame[TURNS] = turns
    frame[UPPER] = upper
    frame[BEST] = IMPOSSIBLE
    frame[GUESS] = 0
    frame[FLOOR] = floor
    frame[N_ORDER] = n_order
    frame[NEXT] = 0
    frame[N_SEEN] = 0
    frame[PHASE] = _NEXT_GUESS


@njit(cache=True, nogil=True)
def _split(board: Board, members: Array, guess: Any, turns: Any, split: Array, parts: Array) -> Any:
    """Split a set by a guess into the parts that do not win.

    Returns how many there are, and the sum of their costs as far as it is clear.
    """
    row = board.replies[guess]
    win = row[guess]
    sizes = np.zeros(len(parts) + 1, np.int64)
    for m in members:
        sizes[row[m]] += 1
    starts = np.empty(len(parts) + 1, np.int64)
    start, n_parts = np.int64(0), 0
    for f in range(win):
        starts[f] = start
        if sizes[f] > 0:
            parts[n_parts, START] = start
            parts[n_parts, LENGTH] = sizes[f]
            n_parts += 1
        start += sizes[f]
    for m in members:
        f = row[m]
        if f != win:
            split[starts[f]] = m
            starts[f] += 1
    total = np.int64(0)
    for k in range(n_parts):
        n, start = parts[k, LENGTH], parts[k, START]
        cost, known = 2 * n - 1, n < _SMALL
        if n == _SMALL:
            cost = small_cost(board.replies, split[start], split[start + 1], split[start + 2])
            known = turns > 2 or cost == 5
            if not known:
                cost = np.int64(6)
        if turns < 2 and n > 1:
            cost, known = np.int64(IMPOSSIBLE), True
        parts[k, BOUND] = cost
        parts[k, KNOWN] = 1 if known else 0
        total += cost
    return n_parts, min(total, np.int64(IMPOSSIBLE))


@njit(cache=True, nogil=True)
def _look_up(
    board: Board,
    eligible: bool,
    members: Array,
    turns: int,
    known: Array,
    scratch: Scratch,
    word: Array,
    state: Array,
) -> Any:
    """Relabel a part in place, write its key; return its bound and whether that is its cost."""
    n = len(members)
    n_colors = relabel(board.codes, members, scratch.signs, scratch.names)
    rename(board.codes, board.index_of, members, scratch.names, scratch.signs)
    set_key(board.keys, members, turns, word)
    entry = probe(known, word[0], word[1])
    if entry != 0:
        return entry_value(entry), (entry & EXACT) != 0
    n_guesses = board.worth_trying[n_colors]
    best, most = count_parts(
        board.bits, members, n_guesses, eligible, scratch.masks, scratch.counts
    )
    bound, exact = set_bound(n, best, most, turns)
    guess = np.int64(0)
    if exact and bound < IMPOSSIBLE:
        if best == n - 1:
            for m in members:
                if scratch.counts[m] == n:
                    guess = np.int64(m)
                    break
        else:
            while scratch.counts[guess] != n:
                guess += 1
    state[WORK] += n * n_guesses
    state[N_KNOWN] += store(known, word[0], word[1], bound, guess, exact)
    return bound, exact


@njit(cache=True, nogil=True)
def _open_guess(
    board: Board,
    eligible: bool,
    depth: int,
    stack: Stack,
    scratch: Scratch,
    known: Array,
    state: Array,
) -> Any:
    """Try the next guess of a frame; tell whether its parts remain to be searched."""
    frame = stack.frames[depth]
    parts, part_keys, split = stack.parts[depth], stack.part_keys[depth], stack.split[depth]
    members = stack.sets[depth, : frame[SIZE]]
    guess = np.int64(stack.order[depth, frame[NEXT]])
    bound = np.int64(stack.bounds[depth, frame[NEXT]])
    frame[NEXT] += 1
    upper = frame[UPPER]
    if bound > upper:
        frame[FLOOR] = min(frame[FLOOR], bound)
        return False
    state[NODES] += 1
    turns = frame[TURNS] - 1
    n_parts, total = _split(board, members, guess, turns, split, parts)
    total += frame[SIZE]
    frame[TRIED] = guess
    frame[N_PARTS] = n_parts
    kind = mix(np.uint64(n_parts + 1))
    for m in members:
        if m == guess:
            kind += np.uint64(1)
    for k in range(n_parts):
        n = parts[k, LENGTH]
        if n <= _SMALL:
            part_keys[k, 0] = np.uint64(n * 64 + parts[k, BOUND])
            if parts[k, KNOWN] == 0:
                part_keys[k, 0] = np.uint64(0)
    # The largest part first: it has the most to add to the bound.
    for _ in range(n_parts):
        if total > upper:
            frame[FLOOR] = min(frame[FLOOR], total)
            return False
        largest, size = -1, 0
        for k in range(n_parts):
            if parts[k, KNOWN] == 0 and parts[k, LENGTH] > size:
                largest, size = k, parts[k, LENGTH]
        if largest < 0:
            break
        start = parts[largest, START]
        left = min(turns, size)
        cost, exact = _look_up(
            board,
            eligible,
            split[start : start + size],
            left,
            known,
            scratch,
            part_keys[largest],
            state,
        )
        total = min(total - parts[largest, BOUND] + cost, np.int64(IMPOSSIBLE))
        parts[largest, BOUND] = cost
        parts[largest, KNOWN] = 2 if exact else -1
    if total > upper:
        frame[FLOOR] = min(frame[FLOOR], total)
        return False
    for k in range(n_parts):
        kind += mix(part_keys[k, 0])
    for k in range(frame[N_SEEN]):
        if stack.seen[depth, k] == kind:
            return False
    stack.seen[depth, frame[N_SEEN]] = kind
    frame[N_SEEN] += 1
    frame[SUM] = total
    return True


@njit(cache=True, nogil=True)
def _next_part(parts: Array, n_parts: int) -> Any:
    """Return the smallest part whose cost is not known, -1 if there is none."""
    smallest = -1
    for k in range(n_parts):
        if parts[k, KNOWN] < 0 and (smallest < 0 or parts[k, LENGTH] < parts[smallest, LENGTH]):
            smallest = k
    return smallest


@njit(cache=True, nogil=True)
def _take(frame: Array, part: Array, cost: int, exact: bool) -> None:
    """Take note of what the search of a part has found: its cost, or a bound that is too high."""
    frame[SUM] = min(frame[SUM] - part[BOUND] + cost, IMPOSSIBLE)
    part[BOUND] = cost
    if exact:
        part[KNOWN] = 2
    if frame[SUM] > frame[UPPER]:
        frame[FLOOR] = min(frame[FLOOR], frame[SUM])
        frame[PHASE] = _NEXT_GUESS


@njit(cache=True, nogil=True)
def search(
    board: Board,
    eligible: bool,
    first_only: bool,
    known: Array,
    stack: Stack,
    scratch: Scratch,
    state: Array,
    max_nodes: int,
    max_work: int,
    max_known: int,
) -> Any:
    """Go on with the search until it is done, or ``max_nodes`` guesses are tried in all.

    ``max_work`` limits the pairs of codes and guesses that are compared, and so the time.
    ``first_only`` is content with the first tree that keeps to the turns, whatever it costs.
    Returns ``FULL`` or ``DEEP`` where a larger table of ``known`` sets or stack is wanted.
    """
    nothing = np.empty(0, np.int32)
    while True:
        depth = state[TOP]
        frame = stack.frames[depth]
        if frame[PHASE] == _NEXT_GUESS:
            done = first_only and frame[BEST] < IMPOSSIBLE
            if frame[NEXT] < frame[N_ORDER] and not done:
                if state[NODES] >= max_nodes or state[WORK] >= max_work:
                    return PAUSED
                if state[N_KNOWN] > max_known:
                    return FULL
                if _open_guess(board, eligible, depth, stack, scratch, known, state):
                    frame[PHASE] = _NEXT_PART
                continue
            exact = frame[BEST] < IMPOSSIBLE or frame[FLOOR] >= IMPOSSIBLE
            cost = frame[BEST] if frame[BEST] < IMPOSSIBLE else frame[FLOOR]
            word = stack.words[depth]
            state[N_KNOWN] += store(known, word[0], word[1], cost, frame[GUESS], exact)
            state[VALUE] = cost
            state[TOP] -= 1
            if depth == 0:
                return DONE
            above = stack.frames[depth - 1]
            _take(above, stack.parts[depth - 1, above[CHILD]], cost, exact)
            continue
        parts = stack.parts[depth]
        k = _next_part(parts, frame[N_PARTS])
        if k < 0:
            frame[BEST] = frame[SUM]
            frame[GUESS] = frame[TRIED]
            frame[UPPER] = frame[SUM] - 1
            frame[PHASE] = _NEXT_GUESS
            continue
        if depth + 1 == len(stack.frames):
            return DEEP
        start, n = parts[k, START], parts[k, LENGTH]
        members = stack.split[depth, start : start + n]
        word = stack.part_keys[depth, k]
        upper = frame[UPPER] - frame[SUM] + parts[k, BOUND]
        entry = probe(known, word[0], word[1])
        if entry != 0 and ((entry & EXACT) != 0 or entry_value(entry) > upper):
            _take(frame, parts[k], entry_value(entry), (entry & EXACT) != 0)
            continue
        frame[CHILD] = k
        turns = min(frame[TURNS] - 1, n)
        push(board, eligible, nothing, depth + 1, members, turns, upper, stack, scratch, word)
        state[TOP] = depth + 1
        state[WORK] += n * stack.frames[depth + 1, N_ORDER]


@njit(cache=True, nogil=True)
def answer(known: Array, word: Array) -> Any:
    """Return value, guess and exactness that are known of a set; value -1 if nothing is."""
    entry = probe(known, word[0], word[1])
    if entry == 0:
        return np.int64(-1), np.int64(0), False
    return entry_value(entry), entry_guess(entry), (entry & EXACT) != 0
