"""Gathering the eligible set: complete where it can be, a uniform sample, or evolved."""

from __future__ import annotations

import numpy as np
from deap import tools

from evomind import operators
from evomind.codes import Code
from evomind.evolution import EligibleSearch, Limits, make_toolbox
from evomind.feedback import Feedback, feedback_ids
from evomind.history import History
from evomind.rules import Rules
from evomind.sampling import EligibleCodes, anneal, draw_eligible, eligible_codes

__all__ = ["after", "gather"]

_TRIES = 400_000  # codes that one rejection draws
_FEW = 30  # a sample smaller than this tells too little
_NODES = 3_000_000  # prefixes that a search for a complete set visits
_POPULATION, _MAXGEN, _PATIENCE = 300, 60, 10  # of the evolved set
_TOGETHER = 40  # codes annealed together
_STEPS = 10_000  # moves of the first annealing of each
_MOVES = 2_000_000  # moves in a turn, some code being known
_MOST_MOVES = 30_000_000  # moves in a turn, no code being known


def after(known: EligibleCodes, guess: Code, feedback: Feedback, rules: Rules) -> EligibleCodes:
    """Return what is left of a set by one more turn; a sample shrinks, and so does its estimate."""
    ids = feedback_ids(guess, known.codes, rules)
    left = known.codes[ids == feedback.id(rules.pegs)]
    if known.complete:
        return EligibleCodes(left, True, float(len(left)), len(known.codes))
    share = (len(left) + 0.5) / (len(known.codes) + 1.0)
    return EligibleCodes(left, False, max(known.size * share, len(left)), len(known.codes))


def gather(
    history: History,
    known: EligibleCodes | None,
    hold: int,
    sample: int,
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
    sample : int
        Codes that are drawn from a larger one.
    maxsize : int
        Codes that are evolved where they are too rare to be drawn.
    """
    rules = history.rules
    size = float(min(rules.n_codes, 10**300)) if known is None else known.size
    evaluations = 0
    if known is not None:
        evaluations = known.evaluations
        if known.complete:
            return known
    # Rejection finds tries * size / n_codes codes; the estimate may be off by a factor of ten.
    if known is None or 10 * _TRIES * size >= _FEW * min(rules.n_codes, 10**300):
        drawn = draw_eligible(history, sample, rng, _TRIES)
        evaluations += drawn.evaluations
        if len(drawn.codes) >= _FEW:
            size = drawn.size
            if size > hold:
                return drawn._replace(evaluations=evaluations)
    if size <= 10 * hold or known is None:
        searched = eligible_codes(history, hold, _NODES)
        evaluations += searched.evaluations
        if searched.complete:
            return searched._replace(evaluations=evaluations)
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
