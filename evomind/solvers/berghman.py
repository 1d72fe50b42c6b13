"""``berghman``: the genetic algorithm of Berghman, Goossens and Leus (2009).

Each turn evolves a population of codes towards the history, collects the eligible codes of all
generations, and plays the one after which the fewest are expected to remain.

The paper leaves three points open. They are settled here by what comes nearest to its results:

1. *The range of the sums.* Printed as q = 1..i at turn i, before guess i is made. Here they run
   over the guesses made, q < i.
2. *The sign and scale of the fitness.* Printed as a sum of deviations, which is smallest for the
   best codes, while parents are drawn in proportion to fitness. Read as the constant b P (i - 1)
   less that sum, eligible codes are hardly preferred, and from six pegs on the search mostly finds
   none. Here the printed sum is a cost, and the fitness of a code is its rank in the generation,
   from 1 for the highest cost to n for the lowest. The term b P (i - 1), the same for all codes,
   changes no rank and is left out.
3. *An empty set after maxgen generations.* Not treated; here see ``evomind.solvers.fallback``.

No reading that was tried reaches the published mean at 8 pegs and 12 colors, 8.366 in 100 games;
this one plays 8.75 +- .12 in 300.

"If the code already exists in the population" is taken to mean the generation of the parents as
well as the one being made.

References
----------
L. Berghman, D. Goossens, R. Leus: Efficient solutions for Mastermind using genetic algorithms,
Computers & Operations Research 36 (2009) 1880-1885.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from evomind.codebreaker import About
from evomind.codes import Code
from evomind.errors import InvalidParameterError
from evomind.evolution import Generation, Limits, evaluate, make_toolbox
from evomind.operators import Fitnesses
from evomind.rules import Rules
from evomind.solvers.genetic import (
    GeneticCodebreaker,
    Recipe,
    check_choice,
    check_least,
    check_rates,
    nearest_board,
)

__all__ = ["BERGHMAN", "Berghman", "first_guess", "rank_fitness"]

_LIMITS = {  # maxgen and maxsize by (pegs, colors), as published
    (4, 6): (100, 60),
    (5, 8): (100, 60),
    (6, 9): (100, 80),
    (8, 12): (200, 100),
}


@dataclass(frozen=True, slots=True)
class Berghman:
    """The published algorithm and its settings.

    Parameters
    ----------
    population : int
        Codes in a generation, all different; fewer where the board has not so many.
    maxgen : int, optional
        Generations in a turn; None is the published number of the nearest published board.
    maxsize : int, optional
        Eligible codes beyond which the search ends; None as for ``maxgen``.
    crossover, mutation, permutation, inversion : float
        Rates of the operators. A crossover has one point or two, evens.
    a : float
        Weight of the black pegs in the fitness.
    choice : str
        How the guess is chosen: ``remaining`` as published, ``similarity`` and ``random`` as
        compared in the paper, or the name of a score.
    sample : int, optional
        Eligible codes that a guess is scored against, the paper's |S|; None is all.
    """

    name: str = "berghman"
    population: int = 150
    maxgen: int | None = None
    maxsize: int | None = None
    crossover: float = 1.0
    mutation: float = 0.03
    permutation: float = 0.03
    inversion: float = 0.02
    a: float = 1.0
    choice: str = "remaining"
    sample: int | None = None
    about: About = field(
        default=About("Berghman, Goossens and Leus", 2009, "evolution"), compare=False, repr=False
    )

    def __post_init__(self) -> None:
        check_least(self, population=2, maxgen=1, maxsize=1, sample=1)
        check_rates(self, "crossover", "mutation", "permutation", "inversion")
        check_choice(self.choice)
        if not 0.0 < self.a < np.inf:
            raise InvalidParameterError(f"a must be a number above 0, got {self.a}")

    def new_game(self, rules: Rules, rng: np.random.Generator) -> GeneticCodebreaker:
        """Start a game."""
        maxgen, maxsize = _LIMITS[nearest_board(rules, _LIMITS)]
        maxgen = maxgen if self.maxgen is None else self.maxgen
        maxsize = maxsize if self.maxsize is None else self.maxsize
        toolbox = make_toolbox(
            rules,
            rng,
            crossover=self.crossover,
            mutation=self.mutation,
            permutation=self.permutation,
            inversion=self.inversion,
        )
        toolbox.register("evaluate", evaluate, black_weight=self.a)
        toolbox.register("scale", rank_fitness)
        # "While h <= maxgen and |E| <= maxsize": the search ends beyond maxsize, not at it.
        limits = Limits(self.population, maxgen, maxsize + 1, novel=True)
        recipe = Recipe(first_guess(rules), limits, self.choice, self.sample)
        return GeneticCodebreaker(recipe, rules, toolbox, rng)


def rank_fitness(generation: Generation) -> Fitnesses:
    """Fitness of each code: its rank by mismatch, 1 for the highest; codes that tie in row order.

    ``mismatches`` are the two sums of the paper's fitness function, over q < i.
    """
    n = len(generation.codes)
    ranks = np.empty(n)
    ranks[np.argsort(-generation.mismatches, kind="stable")] = np.arange(1.0, n + 1.0)
    return ranks


def first_guess(rules: Rules) -> Code:
    """Return the published first guess, or one made by the same pattern.

    With P pegs the published ones, 1123, 11234, 112234 and 11223345, hold floor((P - 2) / 2)
    colors twice and the others once. Where the board has fewer colors than that takes they are
    used evenly; without repetition the guess is 1234...

    Examples
    --------
    >>> first_guess(Rules(6, 9))
    (0, 0, 1, 1, 2, 3)
    >>> first_guess(Rules(4, 2))
    (0, 0, 1, 1)
    """
    pegs = rules.pegs
    if not rules.repetition:
        return tuple(range(pegs))
    doubles = max((pegs - 2) // 2, 0)
    if rules.colors < pegs - doubles:
        return tuple(peg * rules.colors // pegs for peg in range(pegs))
    return tuple(min(peg // 2, doubles) + max(peg - 2 * doubles, 0) for peg in range(pegs))


BERGHMAN = Berghman()
