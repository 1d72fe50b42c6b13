"""Drawing eligible codes: all of them by search, uniform ones by rejection, some by annealing.

Which of the three serves is a question of size: the search lists a set in lexicographic order and
proves it complete; rejection draws uniformly, and estimates the size, while eligible codes are not
rare; annealing finds codes on boards where neither comes to an end, without being uniform.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evomind import _search
from evomind._kernels import Array, kernel_state
from evomind.codes import Codes, board_size, random_codes
from evomind.history import History

__all__ = ["EligibleCodes", "anneal", "draw_eligible", "eligible_codes"]

MAX_NODES = 200_000_000  # prefixes that one search visits before it gives up
_FIRST_BLOCK = 4096


class EligibleCodes(NamedTuple):
    """Eligible codes, and whether they are all there are.

    ``size`` is the number of eligible codes: exact where ``complete``, else an estimate, or a
    lower bound where nothing better is known. ``evaluations`` is the number of codes (or prefixes
    of codes) that were compared with the history.
    """

    codes: Codes
    complete: bool
    size: float
    evaluations: int


def _as_arrays(history: History) -> tuple[Array, Array, Array, Array]:
    """Return the history as the kernels take it: guesses, their color counts, black, common."""
    turns, colors = len(history), history.rules.colors
    guess_counts = np.zeros((turns, colors), dtype=history.rules.count_type)
    for counts, guess in zip(guess_counts, history.guesses, strict=True):
        np.add.at(counts, guess, 1)
    known = history.whites >= 0 if history.rules.white_pegs else np.zeros(turns, dtype=bool)
    commons = np.where(known, history.blacks + history.whites, -1)
    return history.guesses, guess_counts, history.blacks, commons


def eligible_codes(
    history: History, limit: int = 1_000_000, max_nodes: int = MAX_NODES
) -> EligibleCodes:
    """List the eligible codes in lexicographic order, at most ``limit`` of them.

    A depth-first search over prefixes that leaves a prefix as soon as some feedback cannot be
    reached any more. The set is complete unless ``limit`` codes or ``max_nodes`` prefixes came
    first; an empty and complete one proves that the history is contradictory.
    """
    rules = history.rules
    prefix = np.full(rules.pegs, -1, dtype=np.int64)
    used = np.zeros(rules.colors, dtype=np.int64)
    black = np.zeros(len(history), dtype=np.int64)
    common = np.zeros(len(history), dtype=np.int64)
    progress = np.zeros(3, dtype=np.int64)
    arrays = _as_arrays(history)
    blocks = []
    found = 0
    block_size = _FIRST_BLOCK
    # One code more than the limit tells a set of just that size from a larger one.
    while found <= limit and progress[_search.NODES] < max_nodes and not progress[_search.DONE]:
        block = np.empty((min(block_size, limit + 1 - found), rules.pegs), dtype=rules.color_type)
        n = _search.search_into(
            *arrays, rules.repetition, prefix, used, black, common, progress, max_nodes, block
        )
        blocks.append(block[:n])
        found += n
        block_size *= 2
    codes = np.concatenate(blocks)[:limit]
    complete = bool(progress[_search.DONE]) and found <= limit
    return EligibleCodes(codes, complete, float(found), int(progress[_search.NODES]))


def draw_eligible(
    history: History, n: int, rng: np.random.Generator, tries: int = 1_000_000
) -> EligibleCodes:
    """Draw at most ``n`` eligible codes uniformly, with replacement, out of ``tries`` codes.

    ``size`` is estimated from the share of eligible codes among those drawn.
    """
    rules = history.rules
    codes = np.empty((n, rules.pegs), dtype=rules.color_type)
    state = kernel_state(rng)
    found, tried = _search.reject_into(*_as_arrays(history), rules.repetition, tries, state, codes)
    size = float(found) / max(tried, 1) * board_size(rules)
    return EligibleCodes(codes[:found], False, size, int(tried))


def anneal(
    history: History,
    n: int,
    rng: np.random.Generator,
    steps: int = 20_000,
    starts: Codes | None = None,
    hot: float = 1.5,
    cold: float = 0.2,
) -> EligibleCodes:
    """Anneal ``n`` random codes, or ``starts``, towards eligible ones; return those that arrive.

    Moves are of one peg or of two; the energy is the mismatch with the black pegs counted twice.
    The codes returned are different from each other, but not uniform.
    """
    rules = history.rules
    codes = random_codes(rules, n, rng) if starts is None else starts.copy()
    energies = np.empty(len(codes), dtype=np.int64)
    state = kernel_state(rng)
    moves = _search.anneal_into(
        *_as_arrays(history), rules.repetition, steps, hot, cold, state, codes, energies
    )
    arrived = np.unique(codes[energies == 0], axis=0)
    return EligibleCodes(arrived, False, float(len(arrived)), int(moves))
