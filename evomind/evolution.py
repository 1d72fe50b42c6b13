"""Evolution on whole populations: the DEAP toolbox, and the search that fills the eligible set.

A population is one ``(n, pegs)`` matrix and a generation is a dozen calls into compiled loops, so
no Python loop ever runs over individuals. The toolbox is DEAP's and any of its functions can be
replaced; a stock DEAP operator goes in through ``evomind.operators.adapt``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from deap import base, tools
from numpy.typing import NDArray

from evomind import _variation, operators
from evomind.codes import Codes, check_memory
from evomind.errors import InvalidParameterError
from evomind.history import History
from evomind.operators import Fitnesses
from evomind.rules import Rules

__all__ = [
    "EligibleSearch",
    "Generation",
    "Limits",
    "Toolbox",
    "Vary",
    "breed",
    "check_rate",
    "evaluate",
    "make_toolbox",
    "nearness",
    "use_colors",
    "vary_and",
    "vary_or",
]

Toolbox: TypeAlias = Any  # deap.base.Toolbox: what is registered becomes its attributes
Vary: TypeAlias = Callable[[Codes, Toolbox], None]


class Generation(NamedTuple):
    """What one generation turned out to be; the toolbox's ``scale`` makes fitness of it.

    Attributes
    ----------
    rules : Rules
        The board that the codes are of.
    turns : int
        Guesses played before this turn.
    codes : (n, pegs) array
    mismatches : (n,) float64
        Distance of each code from eligible, in pegs; 0 where it is.
    places : (n,) int64
        Row of each code in ``eligible``, -1 where it is not.
    eligible : (m, pegs) array
        The eligible codes found so far in this turn.
    """

    rules: Rules
    turns: int
    codes: Codes
    mismatches: NDArray[np.float64]
    places: NDArray[np.int64]
    eligible: Codes


def evaluate(codes: Codes, history: History, black_weight: float = 1.0) -> NDArray[np.float64]:
    """Return how far each code is from eligible, in pegs, ``(n,)``: ``History.mismatches``."""
    return np.asarray(history.mismatches(codes, black_weight), dtype=np.float64)


def nearness(generation: Generation) -> Fitnesses:
    """Fitness of each code: how much nearer to eligible it is than the farthest, in pegs, + 1."""
    mismatches = generation.mismatches
    return np.asarray(mismatches.max() - mismatches + 1.0, dtype=np.float64)


def make_toolbox(
    rules: Rules,
    rng: np.random.Generator,
    *,
    crossover: float = 1.0,
    mutation: float = 0.03,
    permutation: float = 0.03,
    inversion: float = 0.02,
) -> Toolbox:
    """Return a ``deap.base.Toolbox`` of the matrix operators, with these rates, for the board.

    Registered are

    - ``mate(first, second)``, ``mutate(codes)``, ``permute(codes)``, ``invert(codes)``: in place;
    - ``select(fitness, k)``: k row numbers;
    - ``evaluate(codes, history)``: mismatches, in pegs;
    - ``scale(generation)``: fitness of a ``Generation``, more is better, none below 0;
    - ``renew(codes, kept=...)``: fresh random codes in place of repeated ones; the number of them.
    """
    for what, rate in (
        ("crossover", crossover),
        ("mutation", mutation),
        ("permutation", permutation),
        ("inversion", inversion),
    ):
        check_rate(what, rate)
    board = {"repetition": rules.repetition, "rng": rng}
    toolbox = base.Toolbox()
    toolbox.register("mate", operators.one_or_two_point, rate=crossover, **board)
    toolbox.register("mutate", operators.mutate, colors=rules.colors, rate=mutation, **board)
    toolbox.register("permute", operators.permute, rng=rng, rate=permutation)
    toolbox.register("invert", operators.invert, rng=rng, rate=inversion)
    toolbox.register("select", operators.roulette, rng=rng)
    toolbox.register("evaluate", evaluate)
    toolbox.register("scale", nearness)
    toolbox.register("renew", operators.renew, colors=rules.colors, **board)
    return toolbox


def use_colors(toolbox: Toolbox, colors: int) -> None:
    """Register the operators that draw colors anew, to draw from ``0..colors-1``."""
    for name in ("mutate", "renew"):
        operator = getattr(toolbox, name)
        if "colors" in operator.keywords:
            settings = {**operator.keywords, "colors": colors}
            toolbox.register(name, operator.func, *operator.args, **settings)


def check_rate(what: str, rate: float) -> None:
    """Raise ``InvalidParameterError`` for a rate that is no probability."""
    if not 0.0 <= rate <= 1.0:
        raise InvalidParameterError(f"{what} must be from 0 to 1, got {rate}")


def vary_and(codes: Codes, toolbox: Toolbox) -> None:
    """Vary copies of parents in place: every operator on all of them, each at its own rate."""
    half = len(codes) // 2
    toolbox.mate(codes[:half], codes[half : 2 * half])
    toolbox.mutate(codes)
    toolbox.permute(codes)
    toolbox.invert(codes)


def vary_or(
    codes: Codes,
    toolbox: Toolbox,
    rng: np.random.Generator,
    crossover: float,
    mutation: float,
    permutation: float,
) -> None:
    """Vary copies of parents in place: one operator on each, drawn by the priorities given."""
    priorities = np.array((crossover, mutation, permutation))
    mated, mutated, _ = rng.multinomial(len(codes), priorities / priorities.sum())
    half = mated // 2
    toolbox.mate(codes[:half], codes[half : 2 * half])
    toolbox.mutate(codes[mated : mated + mutated])
    toolbox.permute(codes[mated + mutated :])


def breed(
    codes: Codes,
    fitness: Fitnesses,
    toolbox: Toolbox,
    vary: Vary = vary_and,
    replaced: float = 1.0,
    novel: bool = False,
) -> tuple[Codes, int]:
    """Return the next generation, all codes different, and how many were drawn at random for it.

    Parameters
    ----------
    codes : (n, pegs) array
        The generation, left alone.
    replaced : float
        Share of the generation whose places the children take; the fittest stay.
    novel : bool
        Whether children must differ from the whole generation before them too.
    """
    n = len(codes)
    n_children = min(n, max(1, round(replaced * n)))
    children = codes[toolbox.select(fitness, n_children)]  # a copy: parents are never varied
    vary(children, toolbox)
    if novel:
        both = np.concatenate((codes, children))
        drawn = toolbox.renew(both)
        children = both[n:]
    if n_children < n:
        fittest = np.argsort(-fitness, kind="stable")[: n - n_children]
        children = np.concatenate((codes[fittest], children))
    if not novel:
        drawn = toolbox.renew(children)
    return children, drawn


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a search is, and when it ends.

    Parameters
    ----------
    population : int
        Codes in a generation, all different; no more than the board has.
    maxgen : int
        Generations in a turn.
    maxsize : int
        The search ends with the generation in which the eligible set reaches this size.
    patience : int, optional
        It also ends when this many generations in a row found no new eligible code, but one
        before did.
    reset : int, optional
        After this many generations in a row without a new one the population is drawn afresh.
    replaced : float
        Share of the population that children replace; the fittest stay.
    novel : bool
        Whether children must differ from the whole generation before them too, where the board
        has codes enough.
    """

    population: int
    maxgen: int
    maxsize: int
    patience: int | None = None
    reset: int | None = None
    replaced: float = 1.0
    novel: bool = False

    def __post_init__(self) -> None:
        for what in ("population", "maxgen", "maxsize", "patience", "reset"):
            value = getattr(self, what)
            if value is not None and value < 1:
                raise InvalidParameterError(f"{what} must be at least 1, got {value}")
        check_rate("replaced", self.replaced)


class EligibleSearch:
    """One turn's search for eligible codes. Ask for a generation, tell its mismatches.

    Parameters
    ----------
    starts : (m, pegs) array, optional
        Codes that the first generation begins with; the rest of it is random.
    turns : int
        Guesses played before this turn.
    logbook : deap.tools.Logbook, optional
        Gains a record per generation: turn, gen, evals and eligible (both summed over the turn),
        min and mean mismatch, and distinct, the share of children that repeated no other.

    Examples
    --------
    >>> from evomind.feedback import Feedback
    >>> rules, rng = Rules(), np.random.default_rng(0)
    >>> history = History(rules, [((0, 0, 1, 2), Feedback(1, 1))])
    >>> toolbox = make_toolbox(rules, rng)
    >>> search = EligibleSearch(rules, toolbox, Limits(150, 100, 60))
    >>> while not search.done:
    ...     search.tell(toolbox.evaluate(search.ask(), history))
    >>> len(search.eligible) >= 60
    True
    """

    def __init__(
        self,
        rules: Rules,
        toolbox: Toolbox,
        limits: Limits,
        *,
        vary: Vary = vary_and,
        starts: Codes | None = None,
        turns: int = 0,
        logbook: tools.Logbook | None = None,
    ) -> None:
        n = min(limits.population, rules.n_codes)
        most = limits.maxsize + n  # the last generation may be eligible throughout
        check_memory(
            (most + 8 * n) * rules.pegs * rules.color_type.itemsize,
            f"a population of {n} codes of {rules}",
        )
        self.logbook = tools.Logbook() if logbook is None else logbook
        self.n_generations = 0
        self.evaluations = 0
        self._rules = rules
        self._toolbox = toolbox
        self._limits = limits
        self._vary = vary
        self._turns = turns
        self._eligible = np.empty((most, rules.pegs), dtype=rules.color_type)
        self._n_eligible = 0
        self._table = np.full(1 << (2 * most - 1).bit_length(), -1, dtype=np.int64)
        self._unchanged = 0
        self._codes = self._fresh(n, starts)
        self._drawn = 0
        self._generation: Generation | None = None  # the last one told, until the next is bred

    def _fresh(self, n: int, starts: Codes | None = None) -> Codes:
        """Return ``n`` random codes, all different, behind those of ``starts``."""
        codes = np.empty((n, self._rules.pegs), dtype=self._rules.color_type)
        kept = 0 if starts is None else min(len(starts), n)
        if starts is not None:
            codes[:kept] = starts[:kept]
        self._toolbox.renew(codes, kept=kept)
        return codes

    @property
    def eligible(self) -> Codes:
        """The eligible codes found so far, all different, in the order they were found."""
        return self._eligible[: self._n_eligible]

    @property
    def done(self) -> bool:
        """Whether the search has come to one of its limits."""
        limits = self._limits
        stale = limits.patience is not None and self._unchanged >= limits.patience
        return (
            self.n_generations >= limits.maxgen
            or self._n_eligible >= limits.maxsize
            or (stale and self._n_eligible > 0)
        )

    def ask(self) -> Codes:
        """Return the generation to be evaluated, ``(n, pegs)``; the same until it is told."""
        if self._generation is not None:
            reset = self._limits.reset
            if reset is not None and self._unchanged > 0 and self._unchanged % reset == 0:
                self._codes, self._drawn = self._fresh(len(self._codes)), 0
            else:
                self._codes, self._drawn = breed(
                    self._codes,
                    self._toolbox.scale(self._generation),
                    self._toolbox,
                    self._vary,
                    self._limits.replaced,
                    self._limits.novel and 2 * len(self._codes) <= self._rules.n_codes,
                )
            self._generation = None
        return self._codes

    def tell(self, mismatches: NDArray[np.float64]) -> None:
        """Take how far each code asked for is from eligible, in pegs, ``(n,)``."""
        n = len(self._codes)
        places = np.empty(n, dtype=np.int64)
        numbers = np.empty(2)
        before = self._n_eligible
        self._n_eligible = int(
            _variation.collect_into(
                self._codes, mismatches, self._table, self._eligible, before, places, numbers
            )
        )
        self._unchanged = self._unchanged + 1 if self._n_eligible == before else 0
        self.n_generations += 1
        self.evaluations += n
        self.logbook.record(
            turn=self._turns + 1,
            gen=self.n_generations,
            evals=self.evaluations,
            eligible=self._n_eligible,
            min=float(numbers[0]),
            mean=float(numbers[1]),
            distinct=1.0 - self._drawn / n,
        )
        self._generation = Generation(
            self._rules, self._turns, self._codes, mismatches, places, self.eligible
        )
