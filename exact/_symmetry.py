"""Relabelling sets of codes: sets that are alike get the same codes, as far as is cheap to see.

Pegs and colors are told apart by signatures. A code's signature sums over its pegs the product of
a color's and a peg's, theirs come back from the codes; a few rounds of this, then ties are broken
one by one. Whatever the ties, a relabelling is a symmetry of the game, so two sets with the same
codes afterwards cost the same; that some like sets differ only costs time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from evomind._kernels import Array

_ROUNDS = 3
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_STIR = np.uint64(0xBF58476D1CE4E5B9)
_ABSENT = np.uint64(2**64 - 1)  # sorts after every other signature
_HALF = np.uint64(32)


@njit(cache=True, nogil=True, inline="always")
def mix(x: Any) -> Any:
    """Scatter the bits of a number."""
    x = (x ^ (x >> _HALF)) * _STIR
    return x ^ (x >> _HALF)


@njit(cache=True, nogil=True)
def _refine(
    codes: Array, members: Array, color_signs: Array, peg_signs: Array, sums: Array
) -> None:
    """Let the signatures of colors (colors,) and pegs (pegs,) tell more of their surroundings."""
    pegs = len(peg_signs)
    color_sums, peg_sums = sums[: len(color_signs)], sums[len(color_signs) :]
    sums[:] = np.uint64(0)
    for m in members:
        sign = np.uint64(0)
        for p in range(pegs):
            sign += color_signs[codes[m, p]] * peg_signs[p]
        sign = mix(sign)
        for p in range(pegs):
            color = codes[m, p]
            color_sums[color] += sign * peg_signs[p]
            peg_sums[p] += sign * color_signs[color]
    for color in range(len(color_signs)):
        if color_signs[color] != _ABSENT:
            color_signs[color] = mix(color_sums[color] + color_signs[color] * _SPREAD)
    for p in range(pegs):
        peg_signs[p] = mix(peg_sums[p] + peg_signs[p] * _SPREAD)


@njit(cache=True, nogil=True)
def _break_tie(signs: Array) -> Any:
    """Give one of the least equal signatures another; tell whether there were any."""
    least, place = _ABSENT, -1
    for i in range(len(signs)):
        if signs[i] < least:
            for j in range(i):
                if signs[j] == signs[i]:
                    least, place = signs[i], i
                    break
    if place >= 0:
        signs[place] = mix(signs[place] + _SPREAD)
    return place >= 0


@njit(cache=True, nogil=True)
def _argsort(signs: Array, order: Array) -> None:
    for i in range(len(signs)):
        k = i
        while k > 0 and signs[order[k - 1]] > signs[i]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


@njit(cache=True, nogil=True)
def relabel(codes: Array, members: Array, signs: Array, order: Array) -> Any:
    """Find the pegs and the colors of a set in an order that does not depend on their names.

    ``members`` are rows of ``codes``. ``order`` (colors + pegs,) receives the colors, absent ones
    last, then the pegs; ``signs`` (2, colors + pegs) is scratch. Returns how many colors occur.
    """
    pegs = codes.shape[1]
    colors = signs.shape[1] - pegs
    color_signs, peg_signs, sums = signs[0, :colors], signs[0, colors:], signs[1]
    signs[0, :] = np.uint64(1)
    color_signs[:] = np.uint64(0)
    for m in members:
        for p in range(pegs):
            color_signs[codes[m, p]] += np.uint64(1)
    present = 0
    for color in range(colors):
        if color_signs[color] == np.uint64(0):
            color_signs[color] = _ABSENT
        else:
            color_signs[color] = mix(color_signs[color] * _SPREAD)
            present += 1
    for _ in range(_ROUNDS):
        _refine(codes, members, color_signs, peg_signs, sums)
    while _break_tie(peg_signs):
        _refine(codes, members, color_signs, peg_signs, sums)
    while _break_tie(color_signs):
        _refine(codes, members, color_signs, peg_signs, sums)
    _argsort(color_signs, order[:colors])
    _argsort(peg_signs, order[colors:])
    return present


@njit(cache=True, nogil=True)
def rename(codes: Array, index_of: Array, members: Array, order: Array, signs: Array) -> None:
    """Replace the members by the codes that they are under ``order``; see ``relabel``."""
    pegs = codes.shape[1]
    colors = len(order) - pegs
    name = signs[1]
    for k in range(colors):
        name[order[k]] = np.uint64(k)
    for i in range(len(members)):
        packed = np.int64(0)
        for k in range(pegs):
            color = codes[members[i], order[colors + k]]
            packed = packed * colors + np.int64(name[color])
        members[i] = index_of[packed]
