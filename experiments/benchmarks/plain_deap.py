"""Berghman's algorithm as one writes it with DEAP alone: lists, stock operators, Python loops.

The other side of ``experiments.benchmarks.toolbox_vs_plain_deap``: the same settings and the same
steps as ``evomind.solvers.berghman``, none of its matrices and kernels. DEAP's operators draw from
the global ``random``, which whoever runs this seeds.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
from deap import base, tools

from evomind.codebreaker import Guess
from evomind.codes import Code, as_code
from evomind.feedback import Feedback
from evomind.history import History
from evomind.last_resort import LastResort
from evomind.rules import Rules
from evomind.sampling import EligibleCodes
from evomind.solvers.berghman import first_guess
from evomind.solvers.fallback import find_eligible

__all__ = ["PlainDeapGame"]


class _Fitness(base.Fitness):  # type: ignore[misc]
    weights = (1.0,)


class _Individual(list[int]):
    def __init__(self, colors: Any = ()) -> None:
        super().__init__(colors)
        self.fitness = _Fitness()
        self.mismatch = 0


def _feedback(guess: Code, code: list[int] | Code) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(guess, code, strict=True))
    common = sum(min(guess.count(color), code.count(color)) for color in set(guess))
    return black, common - black


class PlainDeapGame:
    """One game of Berghman's algorithm in plain DEAP, on a board with repetition."""

    def __init__(
        self, rules: Rules, rng: np.random.Generator, population: int, maxgen: int, maxsize: int
    ) -> None:
        self.logbook = tools.Logbook()
        self._rules, self._rng = rules, rng
        self._population, self._maxgen, self._maxsize = population, maxgen, maxsize
        self._history = History(rules)
        self._last_resort = LastResort(rules)
        self._statistics = tools.Statistics(key=lambda individual: individual.mismatch)
        self._statistics.register("min", min)
        self._statistics.register("mean", np.mean)
        toolbox = base.Toolbox()
        toolbox.register("color", random.randrange, rules.colors)
        toolbox.register("individual", tools.initRepeat, _Individual, toolbox.color, n=rules.pegs)
        toolbox.register("select", tools.selRoulette)
        toolbox.register("one_point", tools.cxOnePoint)
        toolbox.register("two_point", tools.cxTwoPoint)
        share = 1 / rules.pegs  # one peg of each code on the average
        toolbox.register("mutate", tools.mutUniformInt, low=0, up=rules.colors - 1, indpb=share)
        toolbox.register("permute", tools.mutShuffleIndexes, indpb=share)
        toolbox.register("invert", tools.mutInversion)
        toolbox.register("evaluate", self._evaluate)
        self._toolbox = toolbox

    def ask(self) -> Guess:
        """Return the guess to play next."""
        if len(self._history) == 0:
            return Guess(first_guess(self._rules), 0, "fixed")
        found, origin = find_eligible(
            self._history, self._evolve, self._maxsize, self._last_resort, self._rng
        )
        codes = [as_code(row) for row in found.codes]
        return Guess(
            min(codes, key=lambda code: _remaining(code, codes)), found.evaluations, origin
        )

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Take what came of a guess."""
        self._history = self._history.add(guess, feedback)
        self._last_resort.tell(guess, feedback)

    def _evaluate(self, individual: _Individual) -> int:
        total = 0
        for guess, (black, white) in self._history.turns:
            b, w = _feedback(guess, individual)
            total += abs(b - black) + abs(w - white)
        return total

    def _evolve(self) -> EligibleCodes:
        toolbox, n = self._toolbox, self._population
        population: list[_Individual] = self._distinct([], [], n)
        eligible: dict[Code, None] = {}
        generation = 0
        while True:
            generation += 1
            for individual, mismatch in zip(
                population, toolbox.map(toolbox.evaluate, population), strict=True
            ):
                individual.mismatch = mismatch
                if mismatch == 0:
                    eligible[tuple(individual)] = None
            by_rank = sorted(population, key=lambda individual: -individual.mismatch)
            for rank, individual in enumerate(by_rank, start=1):
                individual.fitness.values = (float(rank),)
            self.logbook.record(
                turn=len(self._history) + 1,
                gen=generation,
                evals=generation * n,
                eligible=len(eligible),
                **self._statistics.compile(population),
            )
            if generation >= self._maxgen or len(eligible) > self._maxsize:
                break
            population = self._distinct(population, self._children(population), n)
        codes = np.array(list(eligible), dtype=self._rules.color_type)
        codes = codes.reshape(-1, self._rules.pegs)
        return EligibleCodes(codes, False, float(len(codes)), generation * n)

    def _children(self, population: list[_Individual]) -> list[_Individual]:
        toolbox = self._toolbox
        children = [_Individual(p) for p in toolbox.select(population, len(population))]
        for one, other in zip(children[::2], children[1::2], strict=False):
            cross = toolbox.one_point if random.random() < 0.5 else toolbox.two_point
            cross(one, other)
        for child in children:
            if random.random() < 0.03:
                toolbox.mutate(child)
            if random.random() < 0.03:
                toolbox.permute(child)
            if random.random() < 0.02:
                toolbox.invert(child)
        return children

    def _distinct(
        self, parents: list[_Individual], children: list[_Individual], n: int
    ) -> list[_Individual]:
        """Return ``n`` children, random codes for those that repeat another or a parent."""
        seen = {tuple(parent) for parent in parents}
        distinct = []
        for row in range(n):
            child = children[row] if row < len(children) else self._toolbox.individual()
            while tuple(child) in seen:
                child = self._toolbox.individual()
            seen.add(tuple(child))
            distinct.append(child)
        return distinct


def _remaining(code: Code, codes: list[Code]) -> float:
    """Codes expected to remain eligible after ``code``, the rule of the paper."""
    parts = Counter(_feedback(code, other) for other in codes if other != code)
    return sum(n * (n - 1) for n in parts.values()) / max(len(codes) - 1, 1)
