"""``evorank``, ``evo`` and ``evo-entropy``: the genetic algorithms of Merelo and colleagues.

All three evolve codes towards the history until they have a set of eligible codes of a given size,
or the set has not grown for three generations, and play by lot one of the codes that split the set
best: into most parts (``evorank``, ``evo``) or with most entropy (``evo-entropy``). The fitness of
a code is -mismatch, plus its score against the set found so far if it is eligible, raised so that
the least of the generation is 1.

``evo`` adds to ``evorank``: larger tournaments and uniform crossover, a part of the population
replaced in each generation, the last turn's eligible codes in the first population of a turn, the
colors of a feedback without pegs dropped, and an endgame: once a feedback has told all colors, the
eligible permutations are listed and none is evolved.

Where the source leaves room: the parents of ``evorank`` win tournaments of two, a code that repeats
another is replaced by a random one, and a search that finds nothing in ``maxgen`` generations goes
on as in ``evomind.solvers.fallback``.

References
----------
J. J. Merelo-Guervos and others: Algorithm-MasterMind, programs (EvoRank, Evo, Evo_Entropy) and raw
results, 2010-2012, github.com/JJ/algorithm-mastermind.
C. Cotta, J. J. Merelo-Guervos, A. Mora, T. Runarsson: Entropy-driven evolutionary approaches to
the Mastermind problem, PPSN 2010.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from evomind import operators
from evomind.codebreaker import About
from evomind.codes import Code
from evomind.errors import InvalidParameterError
from evomind.evolution import Generation, Limits, make_toolbox, vary_or
from evomind.operators import Fitnesses
from evomind.partition import part_sizes
from evomind.rules import Rules
from evomind.scores import SCORES
from evomind.solvers.genetic import (
    GeneticCodebreaker,
    Recipe,
    check_least,
    check_rates,
    nearest_board,
)

__all__ = ["EVO", "EVORANK", "EVO_ENTROPY", "Merelo", "first_guess", "scored_fitness"]

# Population and size of the eligible set by (pegs, colors): the best raw results.
_SIZES = {
    "evorank": {(4, 6): (400, 20), (4, 8): (600, 60), (5, 8): (800, 40)},
    "evo": {
        (4, 6): (300, 20),
        (4, 8): (400, 30),
        (5, 8): (600, 40),
        (5, 9): (800, 80),
        (6, 9): (1000, 100),
        (7, 10): (2000, 200),
        (8, 12): (8000, 1000),
    },
    "evo-entropy": {(4, 6): (400, 100), (5, 8): (800, 200), (6, 9): (2000, 200)},
}


_SCORES = ("most-parts", "entropy")


@dataclass(frozen=True, slots=True)
class Merelo:
    """One of the three algorithms, by its parameters.

    Parameters
    ----------
    settings : str
        Whose published sizes hold where ``population`` or ``maxsize`` is None: ``evorank``,
        ``evo`` or ``evo-entropy``, on the nearest published board.
    population : int, optional
        Codes in a generation (pop_size), all different.
    maxsize : int, optional
        Eligible codes that end the search (consistent_set_card).
    score : str
        What eligible codes are bred and chosen for: ``most-parts`` or ``entropy``.
    crossover, mutation, permutation : float
        Priorities of the operators, one of which makes each child.
    uniform : bool
        Whether the crossover is uniform; else it has two points.
    tournament : int
        Codes of which the fittest becomes a parent; 0 for roulette.
    replaced : float
        Share of the population that children replace (replacement_rate).
    patience, reset : int
        Generations without a new eligible code after which a search that has one ends, and after
        which the population is drawn afresh.
    maxgen : int
        Generations in a turn.
    evo : bool
        Whether the first population is seeded, colors are dropped and the endgame is listed.
    """

    name: str
    settings: str
    population: int | None = None
    maxsize: int | None = None
    score: str = "most-parts"
    crossover: float = 8.0
    mutation: float = 1.0
    permutation: float = 1.0
    uniform: bool = True
    tournament: int = 7
    replaced: float = 0.75
    patience: int = 3
    reset: int = 100
    maxgen: int = 1000
    evo: bool = True
    about: About = field(
        default=About("Merelo-Guervos and others, Algorithm-MasterMind", 2012, "evolution"),
        compare=False,
        repr=False,
    )

    def __post_init__(self) -> None:
        if self.settings not in _SIZES:
            raise InvalidParameterError(
                f"settings must be one of {', '.join(_SIZES)}, got {self.settings!r}"
            )
        if self.score not in _SCORES:
            raise InvalidParameterError(f"score must be {' or '.join(_SCORES)}, got {self.score!r}")
        check_least(self, population=2, maxsize=1, tournament=0, patience=1, reset=1, maxgen=1)
        check_rates(self, "replaced")
        priorities = (self.crossover, self.mutation, self.permutation)
        if not (min(priorities) >= 0 and 0 < sum(priorities) < np.inf):
            raise InvalidParameterError(
                f"priorities must be numbers from 0, not all of them 0, got {priorities}"
            )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> GeneticCodebreaker:
        """Start a game."""
        sizes = _SIZES[self.settings]
        population, maxsize = sizes[nearest_board(rules, sizes)]
        limits = Limits(
            population if self.population is None else self.population,
            self.maxgen,
            maxsize if self.maxsize is None else self.maxsize,
            patience=self.patience,
            reset=self.reset,
            replaced=self.replaced,
        )
        # The rates of the toolbox are 1: which operator makes a child is drawn by priority.
        toolbox = make_toolbox(rules, rng, mutation=1.0, permutation=1.0)
        mate = operators.uniform if self.uniform else operators.two_point
        toolbox.register("mate", mate, rng=rng, repetition=rules.repetition)
        if self.tournament > 0:
            toolbox.register("select", operators.tournament, rng=rng, size=self.tournament)
        toolbox.register("scale", scored_fitness, score=self.score)
        recipe = Recipe(
            first_guess(rules),
            limits,
            self.score,
            ties=True,
            vary=partial(
                vary_or,
                rng=rng,
                crossover=self.crossover,
                mutation=self.mutation,
                permutation=self.permutation,
            ),
            seeded=self.evo,
            drop_colors=self.evo,
            endgame=self.evo,
        )
        return GeneticCodebreaker(recipe, rules, toolbox, rng)


def scored_fitness(generation: Generation, score: str) -> Fitnesses:
    """Fitness of each code: -mismatch, plus the score of an eligible one, raised to 1 at least.

    The score is taken against the *other* eligible codes found so far: the number of different
    feedbacks, or the entropy of the feedback in nats.
    """
    fitness = -generation.mismatches
    rows = np.flatnonzero(generation.places >= 0)
    eligible = generation.eligible
    if len(rows) > 0:
        sizes = part_sizes(generation.codes[rows], eligible, generation.rules)
        scores = -SCORES[score](sizes)
        if score == "entropy":
            scores = np.log(len(eligible)) + np.log(2.0) * scores  # from bits
        else:
            scores = scores - 1.0  # the code itself, which answers with a win
        fitness[rows] += scores
    return np.asarray(fitness - fitness.min() + 1.0, dtype=np.float64)


def first_guess(rules: Rules) -> Code:
    """Return the published first guess: color p mod floor(colors / 2) on peg p.

    Examples
    --------
    >>> first_guess(Rules(4, 6)), first_guess(Rules(6, 9))
    ((0, 1, 2, 0), (0, 1, 2, 3, 0, 1))
    """
    if not rules.repetition:
        return tuple(range(rules.pegs))
    return tuple(peg % max(rules.colors // 2, 1) for peg in range(rules.pegs))


EVORANK = Merelo(
    "evorank",
    "evorank",
    crossover=2.0,
    permutation=0.0,
    uniform=False,
    tournament=2,
    replaced=1.0,
    reset=50,
    evo=False,
    about=About("Merelo-Guervos and others, Algorithm-MasterMind", 2010, "evolution"),
)
EVO = Merelo("evo", "evo")
EVO_ENTROPY = Merelo("evo-entropy", "evo-entropy", score="entropy")
