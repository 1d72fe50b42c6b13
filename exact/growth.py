"""Growing a whole tree of one-step play: split a set by its best guess, go on with the parts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from evomind._kernels import Array
from evomind.codes import Code, Codes
from evomind.rules import Rules
from evomind.tree import Tree
from exact._kernels import Block, Board, Preference, board_of, choose_into, new_block

__all__ = ["grow"]


def grow(rules: Rules, codes: Codes, preference: Preference, first: Code | None, name: str) -> Tree:
    """Return the tree of the best guesses, from all codes of the board or a fixed first guess."""
    n = len(codes)
    guesses = np.empty((2 * n, rules.pegs), dtype=rules.color_type)
    answers = np.empty(2 * n, dtype=np.int64)
    ends = np.empty(2 * n, dtype=np.int64)
    wins = np.empty(2 * n, dtype=np.bool_)
    n_nodes = grow_into(
        codes.copy(),
        np.array(() if first is None else first, dtype=rules.color_type),
        board_of(rules),
        preference,
        new_block(rules),
        guesses,
        answers,
        ends,
        wins,
    )
    return Tree(
        rules,
        guesses[:n_nodes].copy(),
        answers[:n_nodes].copy(),
        ends[:n_nodes].copy(),
        wins[:n_nodes].copy(),
        name,
    )


@njit(cache=True, nogil=True)
def split_into(
    codes: Array, guess: Array, white_pegs: bool, ids: Array, sorted_codes: Array, starts: Array
) -> None:
    """Sort codes by the feedback that ``guess`` gets from them, order kept within a part.

    Part f fills ``sorted_codes[starts[f] : starts[f + 1]]``; ``ids`` (n,) is scratch.
    """
    n, pegs = codes.shape
    black_weight = pegs if white_pegs else pegs + 1
    starts[:] = 0
    for j in range(n):
        feedback_id = 0
        for p in range(pegs):
            if codes[j, p] == guess[p]:
                feedback_id += black_weight
        if white_pegs:
            # The k-th peg of a color in the guess has a partner if the code has k pegs of it.
            for p in range(pegs):
                rank = 0
                for q in range(p + 1):
                    if guess[q] == guess[p]:
                        rank += 1
                for q in range(pegs):
                    if codes[j, q] == guess[p]:
                        rank -= 1
                        if rank == 0:
                            feedback_id += 1
                            break
        ids[j] = feedback_id
        starts[feedback_id + 1] += 1
    for f in range(len(starts) - 1):
        starts[f + 1] += starts[f]
    for j in range(n):
        k = starts[ids[j]]
        sorted_codes[k] = codes[j]
        starts[ids[j]] += 1
    for f in range(len(starts) - 1, 0, -1):
        starts[f] = starts[f - 1]
    starts[0] = 0


@njit(cache=True, nogil=True)
def grow_into(
    codes: Array,
    first: Array,
    board: Board,
    preference: Preference,
    block: Block,
    guesses: Array,
    answers: Array,
    ends: Array,
    wins: Array,
) -> Any:
    """Build the whole tree in preorder; return its number of nodes.

    ``codes`` (n, pegs), all of the board, are sorted on the way. ``first`` is a fixed first guess,
    or empty. A set of n codes takes fewer than 2n nodes: ``guesses`` (2n, pegs), ``answers`` (2n,)
    the feedback id that leads to the node, ``ends`` (2n,) the node after its last descendant,
    ``wins`` (2n,) whether the guess can be the secret.
    """
    n, pegs = codes.shape
    win = pegs * (pegs + 1)
    ids = np.empty(n, np.int64)
    sorted_codes = np.empty_like(codes)
    starts = np.empty(win + 2, np.int64)
    # Sets that wait for their guess: first code, end, depth, feedback id. They do not overlap.
    waiting = np.empty((n + 1, 4), np.int64)
    waiting[0] = 0
    waiting[0, 1] = n
    path = np.empty((16, pegs), codes.dtype)
    opened = np.empty(16, np.int64)  # the node at each depth of the path
    n_waiting, n_nodes, n_open = 1, 0, 0
    while n_waiting > 0:
        n_waiting -= 1
        start, stop, depth, answer = waiting[n_waiting]
        for k in range(depth, n_open):
            ends[opened[k]] = n_nodes
        n_open = depth + 1
        if depth == len(path):
            path = np.concatenate((path, path))
            opened = np.concatenate((opened, opened))
        opened[depth] = n_nodes
        part = codes[start:stop]
        guess = path[depth]
        if depth == 0 and len(first) > 0:
            guess[:] = first
        else:
            choose_into(part, path[:depth], board, preference, block, guess)
        guesses[n_nodes] = guess
        answers[n_nodes] = answer
        split_into(part, guess, board.white_pegs, ids, sorted_codes, starts)
        wins[n_nodes] = starts[win + 1] > starts[win]
        n_nodes += 1
        part[:] = sorted_codes[: len(part)]
        for f in range(win - 1, -1, -1):
            if starts[f + 1] > starts[f]:
                waiting[n_waiting, 0] = start + starts[f]
                waiting[n_waiting, 1] = start + starts[f + 1]
                waiting[n_waiting, 2] = depth + 1
                waiting[n_waiting, 3] = f
                n_waiting += 1
    for k in range(n_open):
        ends[opened[k]] = n_nodes
    return n_nodes
