"""The board as the search sees it, and its table of sets that are known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from evomind._kernels import Array
from evomind.codes import Codes, all_codes, check_memory
from evomind.feedback import feedback_table
from evomind.rules import Rules
from exact._symmetry import mix

PRESENT, EXACT = 1, 2  # bits of an entry
_WINDOW = 8  # slots in which an entry may stand
_GUESS_BITS = 24


class Board(NamedTuple):
    """Codes in the order of the colors they need, and all feedback between them.

    ``codes`` (n, pegs); ``index_of`` (colors ** pegs,) the place of a code written as a number;
    ``replies`` (n, n) uint8 feedback numbered without gaps, the win last; ``bits`` (n, n)
    ``1 << replies``; ``worth_trying`` (colors + 1,): for a set with only the first c colors all
    guesses but the first ``worth_trying[c]`` are like one of those; ``keys`` (n, 2) random words.
    """

    codes: Array
    index_of: Array
    replies: Array
    bits: Array
    worth_trying: Array
    keys: Array


def new_board(rules: Rules, limit_bytes: int) -> Board:
    """Return the board; raises ``CapacityError`` with the estimate where it is too large."""
    pegs, colors, n = rules.pegs, rules.colors, rules.n_codes
    n_classes = (pegs + 1) * (pegs + 2) // 2 - 1 if rules.white_pegs else pegs + 1
    word = np.min_scalar_type(max((1 << min(n_classes, 64)) - 1, 256))
    needed = n * n * (2 + word.itemsize) + 4 * colors**pegs
    check_memory(needed, f"the feedback between all codes of {rules}", limit_bytes)
    codes = all_codes(rules)
    ranks = _colors_needed(codes, rules)
    codes = np.ascontiguousarray(codes[np.argsort(ranks, kind="stable")])
    index_of = np.full(colors**pegs, -1, dtype=np.int32)
    packed = codes.astype(np.int64) @ (colors ** np.arange(pegs - 1, -1, -1, dtype=np.int64))
    index_of[packed] = np.arange(n)
    number = np.zeros(rules.n_feedback_ids, dtype=np.uint8)
    number[_feedback_classes(rules)] = np.arange(n_classes)
    replies = number[feedback_table(codes, codes, rules)]
    one = word.type(1)
    return Board(
        codes,
        index_of,
        replies,
        one << replies.astype(word),
        np.cumsum(np.bincount(ranks, minlength=colors + 1)).astype(np.int64),
        np.random.default_rng(0).integers(1, 2**63, size=(n, 2), dtype=np.uint64),
    )


def _feedback_classes(rules: Rules) -> list[int]:
    """Return the feedback ids that can occur, in order: the win is the last."""
    pegs = rules.pegs
    return [
        black * (pegs + 1) + white
        for black in range(pegs + 1)
        for white in range(pegs - black + 1 if rules.white_pegs else 1)
        if (black, white) != (pegs - 1, 1)
    ]


def _colors_needed(codes: Codes, rules: Rules) -> Any:
    """Return the least c such that, if only colors below c occur, the code is worth guessing.

    Colors that do not occur are alike, so one of them stands for all; without repetition, where
    none may stand twice, they come in order of first use.
    """
    needed = np.zeros(len(codes), dtype=np.int64)
    if rules.repetition:
        return codes.max(axis=1).astype(np.int64)
    for i, code in enumerate(codes.tolist()):
        c = rules.colors
        while c > 0:
            others = [color for color in code if color >= c - 1]
            if others != list(range(c - 1, c - 1 + len(others))):
                break
            c -= 1
        needed[i] = c
    return needed


@njit(cache=True, nogil=True)
def probe(known: Array, key: Any, check: Any) -> Any:
    """Return the entry of a set, 0 if there is none."""
    last = len(known) - 1
    slot = np.int64(key) & last
    for k in range(_WINDOW):
        at = (slot + k) & last
        if known[at, 0] == key and known[at, 1] == check:
            return np.int64(known[at, 2])
    return np.int64(0)


@njit(cache=True, nogil=True)
def store(known: Array, key: Any, check: Any, value: Any, guess: Any, exact: Any) -> Any:
    """Write down what is known of a set; returns 1 if that fills a slot, else 0.

    Where all slots are taken another entry is lost, which only costs time.
    """
    last = len(known) - 1
    slot = np.int64(key) & last
    place, fresh = (slot + np.int64(check & np.uint64(_WINDOW - 1))) & last, 0
    for k in range(_WINDOW):
        at = (slot + k) & last
        if known[at, 2] == np.uint64(0):
            place, fresh = at, 1
            break
        if known[at, 0] == key and known[at, 1] == check:
            place = at
            break
    known[place, 0] = key
    known[place, 1] = check
    known[place, 2] = np.uint64(
        (value << (_GUESS_BITS + 2)) | (guess << 2) | PRESENT | (EXACT if exact else 0)
    )
    return fresh


@njit(cache=True, nogil=True)
def rehash(known: Array, larger: Array) -> Any:
    """Copy all entries to a larger table; returns how many there are."""
    n = 0
    for i in range(len(known)):
        entry = np.int64(known[i, 2])
        if entry != 0:
            n += store(
                larger,
                known[i, 0],
                known[i, 1],
                entry_value(entry),
                entry_guess(entry),
                (entry & EXACT) != 0,
            )
    return n


@njit(cache=True, nogil=True, inline="always")
def entry_value(entry: Any) -> Any:
    """Return the cost, or the bound, that an entry tells."""
    return entry >> (_GUESS_BITS + 2)


@njit(cache=True, nogil=True, inline="always")
def entry_guess(entry: Any) -> Any:
    """Return the best guess of an exact entry."""
    return (entry >> 2) & ((1 << _GUESS_BITS) - 1)


@njit(cache=True, nogil=True)
def set_key(keys: Array, members: Array, turns: int, word: Array) -> None:
    """Write the 128-bit key of a set into ``word`` (2,).

    ``turns`` is how many are left; as many turns as codes are as good as any number.
    """
    key, check = np.uint64(0), np.uint64(0)
    for m in members:
        key += keys[m, 0]
        check += keys[m, 1]
    if turns < len(members):
        key += mix(np.uint64(turns + 1))
    word[0] = mix(key)
    word[1] = check
