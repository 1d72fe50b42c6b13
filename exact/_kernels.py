"""The numba loops of one-step play: weighing the guesses against a set of codes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from evomind._kernels import Array, feedback_ids_into
from evomind.rules import Rules
from exact._equivalence import ABSENT, is_first_of_class, link_pegs, next_guesses, rank_colors

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
    (BLOCK,), ``sizes`` (BLOCK, feedback ids), ``scores`` (BLOCK,), and ``feedbacks``, the ids
    that can occur, the winning one last.
    """

    guesses: Array
    counts: Array
    ids: Array
    sizes: Array
    scores: Array
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
        np.empty((pegs, BLOCK), dtype=rules.color_type),
        np.empty((rules.colors, BLOCK), dtype=rules.count_type),
        np.empty(BLOCK, dtype=rules.feedback_type),
        np.empty((BLOCK, rules.n_feedback_ids), dtype=np.int32),
        np.empty(BLOCK, dtype=np.int64),
        np.array(feedbacks, dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def _add_matches(column: Array, color: int, counts: Array) -> None:
    for i in range(len(counts)):
        counts[i] += 1 if column[i] == color else 0


@njit(cache=True, nogil=True)
def _count_colors(guesses: Array, kinds: Array, counts: Array) -> None:
    """Count the colors of each guess, those that some code has."""
    for color in range(len(kinds)):
        if kinds[color] != ABSENT:
            counts[color] = 0
            for p in range(len(guesses)):
                _add_matches(guesses[p], color, counts[color])


@njit(cache=True, nogil=True)
def _tally(ids: Array, sizes: Array) -> None:
    for i in range(len(ids)):
        sizes[i, ids[i]] += 1


@njit(cache=True, nogil=True)
def _tally_and_add(ids: Array, sizes: Array, costs: Array, scores: Array) -> None:
    for i in range(len(ids)):
        size = sizes[i, ids[i]] + 1
        sizes[i, ids[i]] = size
        scores[i] += costs[size] - costs[size - 1]


@njit(cache=True, nogil=True)
def _tally_and_max(ids: Array, sizes: Array, costs: Array, scores: Array) -> None:
    for i in range(len(ids)):
        size = sizes[i, ids[i]] + 1
        sizes[i, ids[i]] = size
        if scores[i] < costs[size]:
            scores[i] = costs[size]


@njit(cache=True, nogil=True)
def _score(sizes: Array, feedbacks: Array, worst: bool, costs: Array) -> Any:
    total = np.int64(0)
    for f in feedbacks:
        cost = costs[sizes[f]]
        if not worst:
            total += cost
        elif total < cost:
            total = cost
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
def _score_block(
    n: int, codes: Array, kinds: Array, white_pegs: bool, preference: Preference, block: Block
) -> None:
    """Fill the sizes and the scores of the first ``n`` guesses of the block.

    Few codes are scored as they are tallied, many when all are.
    """
    guesses, counts = block.guesses[:, :n], block.counts[:, :n]
    ids, sizes, scores = block.ids[:n], block.sizes[:n], block.scores[:n]
    costs, worst = preference.costs, preference.worst
    few = len(codes) < len(block.feedbacks)
    if white_pegs:
        _count_colors(guesses, kinds, counts)
    sizes[:] = 0
    scores[:] = 0
    for j in range(len(codes)):
        feedback_ids_into(guesses, counts, codes[j], white_pegs, ids)  # symmetric in the two
        if not few:
            _tally(ids, sizes)
        elif worst:
            _tally_and_max(ids, sizes, costs, scores)
        else:
            _tally_and_add(ids, sizes, costs, scores)
    win = block.feedbacks[-1]
    for i in range(n):
        if not few:
            scores[i] = _score(sizes[i], block.feedbacks, worst, costs)
        if sizes[i, win] > 0:
            scores[i] -= preference.credit


@njit(cache=True, nogil=True)
def _keep_best(
    n: int, preference: Preference, block: Block, score: Array, parts: Array, best: Array
) -> None:
    """Keep the first guess of the block that beats ``score``, if there is one."""
    others = np.empty_like(parts)
    for i in range(n):
        new = block.scores[i]
        better = new < score[0]
        if preference.lexicographic and new <= score[0]:
            _descending(block.sizes[i], block.feedbacks, others)
            better = better or _precedes(others, parts)
            if better:
                parts[:] = others
        if better:
            score[0] = new
            for p in range(len(best)):
                best[p] = block.guesses[p, i]


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
                    block.guesses[:, i] = codes[j]
                    i += 1
                j += 1
            _score_block(i, codes, kinds, board.white_pegs, preference, block)
            _keep_best(i, preference, block, score, parts, best)
            weighed += i
    if preference.all_guesses:
        if not preference.prefer_eligible:
            ones -= preference.credit  # eligible ones may be yet to come
        guess = np.full(board.pegs, -1, np.int64)
        used = np.zeros(board.colors, np.int64)
        seen = np.zeros((board.pegs + 1, 3), np.int64)
        i = BLOCK
        while i == BLOCK and score[0] > ones:
            i = next_guesses(
                guess, used, seen, board.repetition, kinds, ranks, before, block.guesses
            )
            _score_block(i, codes, kinds, board.white_pegs, preference, block)
            _keep_best(i, preference, block, score, parts, best)
            weighed += i
    return weighed
