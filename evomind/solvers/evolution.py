"""``evolution``: evomind's own codebreaker, everything that was found to help in one place.

Each turn it gathers the eligible set, evolves probes, and plays the guess that costs least:

1. *The set.* Complete, by filtering the last turn's or by search, where it has at most ``hold``
   codes; else a uniform sample by rejection; else, where eligible codes are rare on a board too
   large to search, one evolved by the framework's genetic algorithm and annealing.
2. *The candidates.* Codes of the set, and probes: guesses, eligible or not, that evolve for their
   own cost against the set.
3. *The cost.* 1 + sum_i (n_i / n) V(n_i), with the value function V of the board fitted from
   self-play (``evomind.values``) in place of a one-step score.
4. *Rollouts.* In a complete set of at most ``rollout_codes`` codes the best candidates are played
   out to the end, and the one with the smallest total is played (``evomind.lookahead``).
5. *The opening.* The first guess, and replies to it, stand in a book with the games that chose
   them; what is not in the book is worked out once per process, from the history alone, so that
   no game depends on the games before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from deap import tools
from numpy.typing import NDArray

from evomind import operators
from evomind.codebreaker import About, Guess
from evomind.codes import Code, Codes, as_code
from evomind.errors import InconsistentHistoryError
from evomind.evolution import breed, make_toolbox
from evomind.feedback import Columns, Feedback, feedback_table
from evomind.history import History
from evomind.last_resort import LastResort
from evomind.lookahead import rollout_totals
from evomind.notation import parse_code
from evomind.partition import part_sizes
from evomind.rules import Rules
from evomind.sampling import EligibleCodes
from evomind.solvers.gathering import after, gather
from evomind.solvers.genetic import check_least
from evomind.solvers.opening import opening_for
from evomind.values import COST_UNIT, expected_turns, value_for

__all__ = ["EVOLUTION", "Evolution", "EvolutionCodebreaker", "forget_openings", "work_out"]

_OPENING_TURNS = 2  # positions after so few turns are worked out once per process
_EVOLVED = 200  # eligible codes that are evolved, where they are; more gain nothing
_SECOND_LOOK = 300  # candidates that are weighed once more on all codes there are
_REPLACED = 0.7  # share of the probes that their children replace
_DISTINCT_FROM = 100  # in sets this large guesses of equal cost count as the same guess


@dataclass(frozen=True, slots=True)
class Evolution:
    """Evolved eligible sets and probes, weighed by a value function and rollouts.

    Parameters
    ----------
    first : str
        The first guess; empty for the book's.
    hold : int
        Largest eligible set that is listed completely, in codes.
    sample : int
        Codes of the set on which a guess is weighed.
    maxsize : int
        Codes of the set that are weighed as guesses.
    population, maxgen : int
        Probes in a population, and generations that they evolve.
    rollouts : int
        Candidates that are played out; 0 for the value function alone.
    rollout_codes : int
        Largest set in which candidates are played out.
    """

    name: str = "evolution"
    first: str = ""
    hold: int = 150_000
    sample: int = 3000
    maxsize: int = 1000
    population: int = 150
    maxgen: int = 12
    rollouts: int = 60
    rollout_codes: int = 1500
    about: About = field(
        default=About("evomind, unpublished", 2026, "evolution"), compare=False, repr=False
    )

    def __post_init__(self) -> None:
        check_least(
            self, hold=1, sample=10, maxsize=1, population=4, maxgen=0, rollouts=0, rollout_codes=0
        )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> EvolutionCodebreaker:
        """Start a game."""
        return EvolutionCodebreaker(self, rules, rng)


class EvolutionCodebreaker:
    """One game of ``evolution``.

    Attributes
    ----------
    logbook : deap.tools.Logbook
        One record per generation that evolved in this game, of eligible codes or of probes.
    eligible : EligibleCodes or None
        The set that the last guess was chosen on, as far as it is known; None before there is one.
    """

    def __init__(self, strategy: Evolution, rules: Rules, rng: np.random.Generator) -> None:
        self.logbook = tools.Logbook()
        self._strategy = strategy
        self._rng = rng
        self._history = History(rules)
        first = parse_code(strategy.first, rules) if strategy.first else None
        self._opening = opening_for(rules, first)
        self.eligible: EligibleCodes | None = None
        self._guess: Guess | None = None
        self._last_resort = LastResort(rules)

    def ask(self) -> Guess:
        """Return the guess to play next; the same until something is told."""
        if self._guess is None:
            self._guess = self._next_guess()
        return self._guess

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Take what came of a guess."""
        longer = self._history.add(guess, feedback)
        if self.eligible is not None:
            self.eligible = after(self.eligible, longer)
        self._history = longer
        self._guess = None
        self._last_resort.tell(guess, feedback)

    def _next_guess(self) -> Guess:
        history, strategy = self._history, self._strategy
        if len(history) == 0:
            return Guess(self._opening.first, 0, "book")
        opening = len(history) <= _OPENING_TURNS
        if opening:
            self.eligible = _opening_set(strategy, history)
        else:
            self.eligible = gather(
                history, self.eligible, strategy.hold, _EVOLVED, self._rng, self.logbook
            )
        if len(self.eligible.codes) == 0:
            if self.eligible.complete:
                raise InconsistentHistoryError(
                    f"no code of {history.rules} fits all {len(history)} turns"
                )
            return self._last_resort.guess(history, self._rng)
        reply = self._opening.reply(history)
        if reply is not None:
            return Guess(reply, 0, "book")
        if opening:
            return work_out(strategy, history)
        return choose(strategy, history.rules, self.eligible, self._rng, self.logbook)


def _own_stream(history: History) -> np.random.Generator:
    """Return the generator that belongs to a position, whatever game it came up in."""
    words = np.concatenate((history.guesses.ravel(), history.blacks, history.whites + 1))
    return np.random.default_rng([int(word) for word in words])


@lru_cache(maxsize=256)
def _opening_set(strategy: Evolution, history: History) -> EligibleCodes:
    known = None
    if len(history) > 1:
        before = History(history.rules, history.turns[:-1])
        known = after(_opening_set(strategy, before), history)
    rng = _own_stream(history)
    return gather(history, known, strategy.hold, _EVOLVED, rng, tools.Logbook())


@lru_cache(maxsize=4096)
def work_out(strategy: Evolution, history: History) -> Guess:
    """Return the guess for a position of the opening, from the history alone, without the book."""
    eligible = _opening_set(strategy, history)
    return choose(strategy, history.rules, eligible, _own_stream(history), tools.Logbook())


def forget_openings() -> None:
    """Work openings out anew when they are asked for next, as after a new fit of the values."""
    _opening_set.cache_clear()
    work_out.cache_clear()


def choose(
    strategy: Evolution,
    rules: Rules,
    eligible: EligibleCodes,
    rng: np.random.Generator,
    logbook: tools.Logbook,
) -> Guess:
    """Return the guess that is expected to end the game soonest."""
    codes, complete, size, evaluations = eligible
    if complete and len(codes) <= 2:
        return Guess(as_code(codes[0]), evaluations, "last codes")
    value = value_for(rules)
    n_weighed = 0

    def weigh(guesses: Codes, by: Columns) -> NDArray[np.int64]:
        nonlocal n_weighed
        n_weighed += len(guesses)
        scale = max(size / len(by), 1.0)
        return expected_turns(part_sizes(guesses, by, rules), value, rules.win_id, scale)

    seen = _some(codes, strategy.sample, rng)
    columns = Columns(seen, rules)
    members = _some(seen, strategy.maxsize, rng)
    member_costs = weigh(members, columns)
    best = int(member_costs.argmin())
    if size <= len(seen) and member_costs[best] == (len(seen) - 1) * int(value.costs(1)[1]):
        # It tells all codes apart and may win at once: nothing is better.
        return Guess(as_code(members[best]), evaluations + n_weighed, "eligible code")
    probes, probe_costs = evolve_probes(
        strategy, rules, members, lambda guesses: weigh(guesses, columns), rng, logbook
    )
    guesses = np.concatenate((members, probes))
    costs = np.concatenate((member_costs, probe_costs))
    order = np.argsort(costs, kind="stable")  # eligible codes first among equals
    if len(codes) > len(seen):
        order = order[:_SECOND_LOOK]
        costs[order] = weigh(guesses[order], Columns(codes, rules))
        order = order[np.argsort(costs[order], kind="stable")]
    if size <= len(codes) <= strategy.rollout_codes and strategy.rollouts > 0:
        if len(codes) >= _DISTINCT_FROM:
            _, first = np.unique(costs[order], return_index=True)
            order = order[np.sort(first)]
        order = order[: strategy.rollouts]
        # The policy may play any code of the set, and the candidates themselves.
        table = feedback_table(np.concatenate((codes, guesses[order])), codes, rules)
        rows = np.arange(len(codes), len(table))
        totals = rollout_totals(
            table, rows, value.costs(len(codes)), rules.win_id, rules.n_feedback_ids
        )
        order = order[np.argsort(totals, kind="stable")]
    chosen = int(order[0])
    origin = "eligible code" if chosen < len(members) else "probe"
    return Guess(as_code(guesses[chosen]), evaluations + n_weighed, origin)


def _some(codes: Codes, n: int, rng: np.random.Generator) -> Codes:
    return codes if len(codes) <= n else codes[rng.permutation(len(codes))[:n]]


def evolve_probes(
    strategy: Evolution,
    rules: Rules,
    members: Codes,
    weigh: Callable[[Codes], NDArray[np.int64]],
    rng: np.random.Generator,
    logbook: tools.Logbook,
) -> tuple[Codes, NDArray[np.int64]]:
    """Evolve guesses, eligible or not, that cost little; return a population and its costs."""
    toolbox = make_toolbox(rules, rng, mutation=0.5, permutation=0.2, inversion=0.05)
    toolbox.register("mate", operators.uniform, rng=rng, repetition=rules.repetition)
    toolbox.register("select", operators.tournament, rng=rng, size=3)
    size = min(strategy.population, rules.n_codes)
    probes = np.empty((size, rules.pegs), dtype=rules.color_type)
    starts = members[: size // 2]
    probes[: len(starts)] = starts
    toolbox.renew(probes, kept=len(starts))
    costs = weigh(probes)
    for generation in range(strategy.maxgen):
        probes, _ = breed(probes, -costs.astype(np.float64), toolbox, replaced=_REPLACED)
        costs = weigh(probes)
        logbook.record(gen=generation + 1, evals=size, best=int(costs.min()) / COST_UNIT)
    return probes, costs


EVOLUTION = Evolution()
