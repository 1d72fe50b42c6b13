"""Kernels that look for eligible codes: depth-first search, rejection, simulated annealing.

Every kernel takes the history as arrays: ``guesses (turns, pegs)``, ``guess_counts (turns,
colors)`` (how often each guess has each color), ``blacks (turns,)`` and ``commons (turns,)``, the
black pegs and the black plus white pegs of the feedback; a common below 0 is unknown.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from evomind._kernels import Array, below, uniform

DEPTH, NODES, DONE = 0, 1, 2  # places in ``progress``


@njit(cache=True, nogil=True)
def search_into(
    guesses: Array,
    guess_counts: Array,
    blacks: Array,
    commons: Array,
    repetition: bool,
    prefix: Array,
    used: Array,
    black: Array,
    common: Array,
    progress: Array,
    max_nodes: int,
    codes: Array,
) -> Any:
    """Go on with a depth-first search over prefixes; fill ``codes``, return how many were found.

    ``prefix`` holds the color at each peg (-1: none tried yet), ``used`` how often each color
    stands in it, ``black`` and ``common`` what each guess has scored against it: the search can
    be left when ``codes`` is full or ``max_nodes`` are visited and entered again.
    """
    turns, pegs = guesses.shape
    colors = len(used)
    depth = progress[DEPTH]
    nodes = progress[NODES]
    found = 0
    while found < len(codes) and nodes < max_nodes:
        color = prefix[depth]
        if color >= 0:  # take the color back that was tried last
            used[color] -= 1
            for q in range(turns):
                if guesses[q, depth] == color:
                    black[q] -= 1
                if used[color] < guess_counts[q, color]:
                    common[q] -= 1
        color += 1
        if not repetition:
            while color < colors and used[color] > 0:
                color += 1
        if color == colors:
            prefix[depth] = -1
            if depth == 0:
                progress[DONE] = 1
                break
            depth -= 1
            continue
        nodes += 1
        prefix[depth] = color
        left = pegs - depth - 1
        fits = True
        for q in range(turns):
            if guesses[q, depth] == color:
                black[q] += 1
            if used[color] < guess_counts[q, color]:
                common[q] += 1
            if black[q] > blacks[q] or black[q] + left < blacks[q]:
                fits = False
            if commons[q] >= 0 and (common[q] > commons[q] or common[q] + left < commons[q]):
                fits = False
        used[color] += 1
        if fits:
            if left == 0:
                for p in range(pegs):
                    codes[found, p] = prefix[p]
                found += 1
            else:
                depth += 1
    progress[DEPTH] = depth
    progress[NODES] = nodes
    return found


@njit(cache=True, nogil=True)
def reject_into(
    guesses: Array,
    guess_counts: Array,
    blacks: Array,
    commons: Array,
    repetition: bool,
    tries: int,
    state: Array,
    codes: Array,
) -> Any:
    """Draw uniform codes and keep the eligible ones; return (found, tried)."""
    turns, pegs = guesses.shape
    colors = guess_counts.shape[1]
    code = np.arange(max(pegs, colors))
    used = np.zeros(colors, np.int64)
    found = 0
    tried = 0
    while tried < tries and found < len(codes):
        tried += 1
        for p in range(pegs):
            if repetition:
                code[p] = below(state, colors)
            else:  # one step of Fisher and Yates's shuffle
                other = p + below(state, colors - p)
                code[p], code[other] = code[other], code[p]
        fits = True
        for q in range(turns):
            hits = 0
            for p in range(pegs):
                if code[p] == guesses[q, p]:
                    hits += 1
            if hits != blacks[q]:
                fits = False
                break
            if commons[q] < 0:
                continue
            shared = 0
            for p in range(pegs):
                if used[code[p]] < guess_counts[q, code[p]]:
                    shared += 1
                used[code[p]] += 1
            for p in range(pegs):
                used[code[p]] = 0
            if shared != commons[q]:
                fits = False
                break
        if fits:
            for p in range(pegs):
                codes[found, p] = code[p]
            found += 1
    return found, tried


@njit(cache=True, nogil=True)
def anneal_into(
    guesses: Array,
    guess_counts: Array,
    blacks: Array,
    commons: Array,
    repetition: bool,
    steps: int,
    hot: float,
    cold: float,
    state: Array,
    codes: Array,
    energies: Array,
) -> Any:
    """Anneal each row of ``codes`` towards an eligible code, in place; return the moves made.

    The energy of a code is the sum over the turns of |black' - black| + |common' - common|; a row
    stops at 0 or after ``steps`` moves, the temperature falling geometrically from ``hot`` to
    ``cold``. A move gives one peg another color or swaps two pegs.
    """
    turns, pegs = guesses.shape
    colors = guess_counts.shape[1]
    cooling = (cold / hot) ** (1.0 / max(steps - 1, 1))
    used = np.empty(colors, np.int64)
    black = np.empty(turns, np.int64)
    common = np.empty(turns, np.int64)
    new_black = np.empty(turns, np.int64)
    new_common = np.empty(turns, np.int64)
    moves = 0
    for row in range(len(codes)):
        code = codes[row]
        used[:] = 0
        black[:] = 0
        common[:] = 0
        for p in range(pegs):
            color = np.int64(code[p])
            for q in range(turns):
                if guesses[q, p] == color:
                    black[q] += 1
                if used[color] < guess_counts[q, color]:
                    common[q] += 1
            used[color] += 1
        energy = 0
        for q in range(turns):
            energy += abs(black[q] - blacks[q])
            if commons[q] >= 0:
                energy += abs(common[q] - commons[q])
        temperature = hot
        step = 0
        while energy > 0 and step < steps:
            step += 1
            temperature *= cooling
            i = below(state, pegs)
            old = np.int64(code[i])
            j = below(state, pegs + 1)  # the last value changes a color, the others swap
            change = j == pegs or (repetition and uniform(state) < 0.5)
            if change:
                new = below(state, colors)
                if new == old or (not repetition and used[new] > 0):
                    continue
            else:
                new = np.int64(code[j])
                if new == old:
                    continue
            new_energy = 0
            for q in range(turns):
                hits = black[q]
                shared = common[q]
                if guesses[q, i] == old:
                    hits -= 1
                if guesses[q, i] == new:
                    hits += 1
                if change:
                    if used[old] <= guess_counts[q, old]:
                        shared -= 1
                    if used[new] < guess_counts[q, new]:
                        shared += 1
                else:
                    if guesses[q, j] == new:
                        hits -= 1
                    if guesses[q, j] == old:
                        hits += 1
                new_black[q] = hits
                new_common[q] = shared
                new_energy += abs(hits - blacks[q])
                if commons[q] >= 0:
                    new_energy += abs(shared - commons[q])
            worse = new_energy - energy
            if worse <= 0 or uniform(state) < math.exp(-worse / temperature):
                energy = new_energy
                code[i] = new
                if change:
                    used[old] -= 1
                    used[new] += 1
                else:
                    code[j] = old
                for q in range(turns):
                    black[q] = new_black[q]
                    common[q] = new_common[q]
        energies[row] = energy
        moves += step
    return moves
