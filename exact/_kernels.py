"""The numba loops of one-step play: weighing the guesses against a set of codes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from evomind._kernels import Array, feedback_ids_into
from evomind.rules import Rules
from exact._equivalence import is_first_of_class, link_pegs, next_guess, rank_colors

BLOCK = 256  # guesses scored together; their tallies fit the caches

_NONE = np.int64(2**63 - 1)  # the score before any guess is weighed


class Board(NamedTuple):
    """What the loops know of the rules."""

    pegs: int
    colors: int
    repetition: bool
    white_pegs: bool


class Preference(NamedTuple):
    """What makes one guess better than another; see ``exact.one_step.OneStep``.

    ``costs`` (n + 1,) int64 is what a part of each size costs; a guess scores their sum, less
    ``credit`` if it can win, or the largest of them where ``worst``. ``lexicographic`` compares
    equal largest parts on the next-largest, and so on.
    """

    all_guesses: bool
    prefer_eligible: bool
    worst: bool
    lexicographic: bool
    credit: int
    costs: Array


class Block(NamedTuple):
    """Room for guesses that are scored together, peg-major, and for their tallies.

    ``guesses`` (pegs, BLOCK), ``counts`` (colors, BLOCK) how often each has each color, ``ids``
    (BLOCK,), ``sizes`` (BLOCK, feedback ids), ``feedbacks`` the ids that can occur; between calls
    ``counts`` and ``sizes`` are all zero.
    """

    guesses: Array
    counts: Array
    ids: Array
    sizes: Array
    feedbacks: Array


def board_of(rules: Rules) -> Board:
    """Return the rules as the loops take them."""
    return Board(rules.pegs, rules.colors, rules.repetition, rules.white_pegs)


def new_block(rules: Rules) -> Block:
    """Return an empty block for the board."""
    pegs = rules.pegs
    feedbacks = [
        black * (pegs + 1) + white
        for black in range(pegs + 1)
        for white in range(pegs - black + 1 if rules.white_pegs else 1)
        if not (black == pegs - 1 and white == 1)
    ]
    return Block(
        np.zeros((pegs, BLOCK), dtype=rules.color_type),
        np.zeros((rules.colors, BLOCK), dtype=rules.count_type),
        np.zeros(BLOCK, dtype=rules.feedback_type),
        np.zeros((BLOCK, rules.n_feedback_ids), dtype=np.int32),
        np.array(feedbacks, dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def _put(guess: Array, i: int, block: Block) -> None:
    for p in range(len(guess)):
        block.guesses[p, i] = guess[p]
        block.counts[guess[p], i] += 1


@njit(cache=True, nogil=True)
def _tally(ids: Array, sizes: Array) -> None:
    for i in range(len(ids)):
        sizes[i, ids[i]] += 1


@njit(cache=True, nogil=True)
def _score(sizes: Array, feedbacks: Array, preference: Preference) -> Any:
    costs = preference.costs
    total = np.int64(0)
    if preference.worst:
        for f in feedbacks:
            total = max(total, costs[sizes[f]])
        return total
    for f in feedbacks:
        total += costs[sizes[f]]
    if sizes[feedbacks[-1]] > 0:
        total -= preference.credit
    return total


@njit(cache=True, nogil=True)
def _descending(sizes: Array, feedbacks: Array, into: Array) -> None:
    """Sort the sizes of the parts, largest first, by insertion."""
    for n in range(len(feedbacks)):
        size = sizes[feedbacks[n]]
        k = n
        while k > 0 and into[k - 1] < size:
            into[k] = into[k - 1]
            k -= 1
        into[k] = size


@njit(cache=True, nogil=True)
def _precedes(one: Array, other: Array) -> Any:
    for k in range(len(one)):
        if one[k] != other[k]:
            return one[k] < other[k]
    return False


@njit(cache=True, nogil=True)
def _weigh(
    n: int,
    codes: Array,
    white_pegs: bool,
    preference: Preference,
    block: Block,
    score: Array,
    parts: Array,
    best: Array,
) -> None:
    """Score the first ``n`` guesses of the block; keep the first that beats ``score``."""
    ids, sizes, feedbacks = block.ids[:n], block.sizes, block.feedbacks
    guesses, counts = block.guesses[:, :n], block.counts[:, :n]
    for j in range(len(codes)):
        feedback_ids_into(guesses, counts, codes[j], white_pegs, ids)  # symmetric in the two
        _tally(ids, sizes)
    others = np.empty_like(parts)
    for i in range(n):
        new = _score(sizes[i], feedbacks, preference)
        better = new < score[0]
        if preference.lexicographic and new <= score[0]:
            _descending(sizes[i], feedbacks, others)
            better = better or _precedes(others, parts)
            if better:
                parts[:] = others
        if better:
            score[0] = new
            for p in range(len(best)):
                best[p] = guesses[p, i]
        for f in feedbacks:
            sizes[i, f] = 0
        for p in range(len(best)):
            counts[guesses[p, i], i] = 0


@njit(cache=True, nogil=True)
def choose_into(
    codes: Array, history: Array, board: Board, preference: Preference, block: Block, best: Array
) -> Any:
    """Find the best next guess for a set of codes in lexicographic order, into ``best`` (pegs,).

    ``history`` (turns, pegs) holds the guesses so far. Returns how many guesses were weighed.
    """
    n = len(codes)
    if n <= 2:  # answered directly, as Knuth does
        best[:] = codes[0]
        return 1
    kinds = np.empty(board.colors, np.int64)
    ranks = np.empty(board.colors, np.int64)
    before = np.empty(board.pegs, np.int64)
    rank_colors(codes, history, kinds, ranks)
    link_pegs(history, before)
    score = np.full(1, _NONE)
    parts = np.empty(len(block.feedbacks), np.int64)
    ones = preference.costs[1] * (1 if preference.worst else n)  # the score of n parts of one code
    weighed = 0
    if preference.prefer_eligible or not preference.all_guesses:
        j = 0
        while j < n and score[0] > ones - preference.credit:
            i = 0
            while i < BLOCK and j < n:
                if is_first_of_class(codes[j], kinds, ranks, before):
                    _put(codes[j], i, block)
                    i += 1
                j += 1
            _weigh(i, codes, board.white_pegs, preference, block, score, parts, best)
            weighed += i
    if preference.all_guesses:
        guess = np.full(board.pegs, -1, np.int64)
        cursor = np.zeros(1, np.int64)
        used = np.zeros(board.colors, np.int64)
        seen = np.zeros((board.pegs + 1, 3), np.int64)
        more = True
        while more and score[0] > ones:
            i = 0
            while more and i < BLOCK:
                more = next_guess(guess, cursor, used, seen, board.repetition, kinds, ranks, before)
                if more:
                    _put(guess, i, block)
                    i += 1
            _weigh(i, codes, board.white_pegs, preference, block, score, parts, best)
            weighed += i
    return weighed
