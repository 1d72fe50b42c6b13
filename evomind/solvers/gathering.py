"""Gathering the eligible set: complete where it can be, a uniform sample, or evolved.

A complete set is listed by search where it has at most ``hold`` codes, and filtered from then on.
A larger one is sampled: codes drawn by rejection after the first guess are filtered turn by turn.
When too few of them are left the genetic algorithm evolves eligible codes, the last turn's in its
first population, and annealing adds to them.
"""

from __future__ import annotations

import numpy as np
from deap import tools

from evomind import operators
from evomind.codes import board_size
from evomind.evolution import EligibleSearch, Limits, make_toolbox
from evomind.history import History
from evomind.sampling import EligibleCodes, anneal, draw_eligible, eligible_codes

__all__ = ["after", "gather"]

_SMALL_BOARD = 3_000_000  # codes; such a board is searched at once
_LARGE_BOARD = 10**10  # codes; a larger board is not searched
_NODES = 30_000_000  # prefixes that a search for a complete set visits
_POOL = 100_000  # codes drawn once in a game; the turns after it filter them
_TRIES = 4_000_000  # codes compared in drawing them
_POPULATION, _MAXGEN, _PATIENCE = 300, 60, 10  # of the evolved set
_TOGETHER = 40  # codes annealed together
_STEPS = 10_000  # moves of the first annealing of each
_MOVES = 2_000_000  # moves in a turn, some code being known
_MOST_MOVES = 30_000_000  # moves in a turn, no code being known


def after(known: EligibleCodes, history: History) -> EligibleCodes:
    """Return what a longer history leaves of a set; a sample shrinks, and so does its estimate."""
    left = known.codes[history.eligible(known.codes)]
    if known.complete:
        return EligibleCodes(left, True, float(len(left)), len(known.codes))
    share = (len(left) + 0.5) / (len(known.codes) + 1.0)
    return EligibleCodes(left, False, max(known.size * share, len(left)), len(known.codes))


def gather(
    history: History,
    known: EligibleCodes | None,
    hold: int,
    maxsize: int,
    rng: np.random.Generator,
    logbook: tools.Logbook,
) -> EligibleCodes:
    """Return the eligible codes of a history: all of them where there are at most ``hold``.

    Parameters
    ----------
    known : EligibleCodes, optional
        Eligible codes of this history that are known already (``after``).
    hold : int
        Largest set that is listed completely, in codes.
    maxsize : int
        Codes that are evolved where filtering leaves fewer than that.
    """
    if known is not None and known.complete:
        return known
    rules = history.rules
    size = board_size(rules) if known is None else known.size
    evaluations = 0 if known is None else known.evaluations
    if known is None and rules.n_codes > _SMALL_BOARD:
        drawn = draw_eligible(history, _POOL, rng, _TRIES)
        evaluations += drawn.evaluations
        if len(drawn.codes) > 0:
            size = drawn.size
            known = drawn
    # A search visits a multiple of the root of the board's size, however few codes are left.
    if rules.n_codes <= _SMALL_BOARD or (size <= hold and rules.n_codes <= _LARGE_BOARD):
        searched = eligible_codes(history, hold, _NODES)
        evaluations += searched.evaluations
        if searched.complete:
            return searched._replace(evaluations=evaluations)
    if known is not None and len(known.codes) >= maxsize:
        return known._replace(evaluations=evaluations)
    evolved = _evolved(history, known, size, maxsize, rng, logbook)
    return evolved._replace(evaluations=evaluations + evolved.evaluations)


def _evolved(
    history: History,
    known: EligibleCodes | None,
    size: float,
    maxsize: int,
    rng: np.random.Generator,
    logbook: tools.Logbook,
) -> EligibleCodes:
    """Evolve eligible codes, and anneal further ones, until ``maxsize`` or the effort is spent."""
    rules = history.rules
    toolbox = make_toolbox(rules, rng, mutation=0.3, permutation=0.3, inversion=0.05)
    toolbox.register("mate", operators.uniform, rng=rng, repetition=rules.repetition)
    toolbox.register("select", operators.tournament, rng=rng, size=3)
    starts = None if known is None else known.codes
    search = EligibleSearch(
        rules,
        toolbox,
        Limits(_POPULATION, _MAXGEN, maxsize, patience=_PATIENCE),
        starts=starts,
        turns=len(history),
        logbook=logbook,
    )
    while not search.done:
        search.tell(toolbox.evaluate(search.ask(), history))
    codes = search.eligible
    evaluations = search.evaluations
    steps, moves = _STEPS, 0
    while len(codes) < maxsize and moves < (_MOVES if len(codes) else _MOST_MOVES):
        found = anneal(history, _TOGETHER, rng, steps)
        moves += found.evaluations
        more = np.unique(np.concatenate((codes, found.codes)), axis=0)
        new, codes = len(more) - len(codes), more
        if len(found.codes) >= _TOGETHER // 4 and new * 4 < len(found.codes):
            size = min(size, 1.2 * len(codes))  # nearly all there are, it seems
            break
        if len(found.codes) * 2 < _TOGETHER:
            steps *= 2
    return EligibleCodes(codes, False, max(size, float(len(codes))), evaluations + moves)
