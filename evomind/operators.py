"""The genetic operators, each on a whole population at once, and an adapter for DEAP's own.

They are made for a ``deap.base.Toolbox`` and keep its conventions: ``mate`` varies two matrices of
parents in place, pair by pair, and returns both; the mutations vary one in place and return it in
a tuple; a selection takes the fitness of every row and returns ``k`` row numbers. All matrices are
``(n, pegs)``, C-contiguous, of ``rules.color_type``. Where the board allows no color twice,
``repetition=False`` keeps it so: of a permutation they make a permutation.
"""

from __future__ import annotations

import inspect
import random
import types
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from deap import base
from numpy.typing import NDArray

from evomind import _variation
from evomind._kernels import kernel_state
from evomind.codes import Codes
from evomind.errors import InvalidParameterError

__all__ = [
    "Fitnesses",
    "adapt",
    "invert",
    "mutate",
    "one_or_two_point",
    "one_point",
    "permute",
    "renew",
    "roulette",
    "tournament",
    "two_point",
    "uniform",
]

Fitnesses: TypeAlias = NDArray[np.float64]


def one_point(
    first: Codes,
    second: Codes,
    rng: np.random.Generator,
    rate: float = 1.0,
    repetition: bool = True,
) -> tuple[Codes, Codes]:
    """Cross each pair of rows with probability ``rate``: exchange all pegs from a random one on."""
    _cross_points(first, second, rng, rate, 0.0, repetition)
    return first, second


def two_point(
    first: Codes,
    second: Codes,
    rng: np.random.Generator,
    rate: float = 1.0,
    repetition: bool = True,
) -> tuple[Codes, Codes]:
    """Cross each pair of rows with probability ``rate``: exchange the pegs between two points."""
    _cross_points(first, second, rng, rate, 1.0, repetition)
    return first, second


def one_or_two_point(
    first: Codes,
    second: Codes,
    rng: np.random.Generator,
    rate: float = 1.0,
    repetition: bool = True,
) -> tuple[Codes, Codes]:
    """Cross each pair of rows with probability ``rate``, at one point or at two, evens."""
    _cross_points(first, second, rng, rate, 0.5, repetition)
    return first, second


def _cross_points(
    first: Codes,
    second: Codes,
    rng: np.random.Generator,
    rate: float,
    two_points: float,
    repetition: bool,
) -> None:
    _variation.cross_points_into(first, second, rate, two_points, repetition, kernel_state(rng))


def uniform(
    first: Codes,
    second: Codes,
    rng: np.random.Generator,
    rate: float = 1.0,
    share: float = 0.5,
    repetition: bool = True,
) -> tuple[Codes, Codes]:
    """Cross each pair of rows with probability ``rate``: exchange each peg with ``share``."""
    _variation.cross_uniform_into(first, second, rate, share, repetition, kernel_state(rng))
    return first, second


def mutate(
    codes: Codes,
    colors: int,
    rng: np.random.Generator,
    rate: float = 1.0,
    repetition: bool = True,
) -> tuple[Codes]:
    """Give one random peg of each row, with probability ``rate``, a random other color.

    Without repetition the peg takes a color that the code lacks, or changes places with the peg
    that has it.
    """
    _variation.recolor_into(codes, colors, rate, repetition, kernel_state(rng))
    return (codes,)


def permute(codes: Codes, rng: np.random.Generator, rate: float = 1.0) -> tuple[Codes]:
    """Exchange the colors of two random pegs of each row with probability ``rate``."""
    _variation.swap_into(codes, rate, kernel_state(rng))
    return (codes,)


def invert(codes: Codes, rng: np.random.Generator, rate: float = 1.0) -> tuple[Codes]:
    """Reverse the segment between two random pegs of each row with probability ``rate``."""
    _variation.reverse_into(codes, rate, kernel_state(rng))
    return (codes,)


def roulette(fitness: Fitnesses, k: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Choose ``k`` rows, each with probability proportional to its fitness, which is not below 0.

    Where every fitness is 0 the choice is uniform.
    """
    chosen = np.empty(k, dtype=np.int64)
    _variation.roulette_into(fitness, kernel_state(rng), chosen)
    return chosen


def tournament(
    fitness: Fitnesses, k: int, rng: np.random.Generator, size: int = 2
) -> NDArray[np.int64]:
    """Choose ``k`` rows, each the fittest of ``size`` drawn uniformly with replacement."""
    chosen = np.empty(k, dtype=np.int64)
    _variation.tournament_into(fitness, size, kernel_state(rng), chosen)
    return chosen


def renew(
    codes: Codes,
    colors: int,
    rng: np.random.Generator,
    repetition: bool = True,
    kept: int | None = None,
) -> int:
    """Replace rows that repeat an earlier one by fresh random codes; return how many they were.

    Rows that are no codes of the board, as a foreign operator may leave them, are replaced too,
    and so are all rows from ``kept`` on. The board must have as many codes as there are rows.
    """
    if kept is None:
        kept = len(codes)
    return int(_variation.renew_into(codes, kept, colors, repetition, kernel_state(rng)))


class _Maximized(base.Fitness):  # type: ignore[misc]
    """One number, more is better."""

    weights = (1.0,)


class _Individual(list[int]):
    """What a stock DEAP operator varies: a list of colors with a fitness, and its row."""

    def __init__(self, colors: list[int], row: int, fitness: tuple[float, ...] = ()) -> None:
        super().__init__(colors)
        self.row = row
        self.fitness = _Maximized(fitness)


def adapt(
    operator: Callable[..., Any], rng: np.random.Generator, rate: float = 1.0
) -> Callable[..., Any]:
    """Make a stock DEAP operator one that works on populations and draws from ``rng`` alone.

    The result can be registered in place of any operator of this module, with the operator's own
    parameters, for instance ``toolbox.register("select", adapt(tools.selTournament, rng),
    tournsize=3)``. What kind of operator it is shows in its parameters: DEAP's crossovers begin
    with ``ind1, ind2``, its mutations with ``individual``, its selections with ``individuals, k``.

    Parameters
    ----------
    operator : function
        A function of ``deap.tools``. It is left alone, and so is the global ``random``: a copy is
        made that sees a ``random.Random`` seeded from ``rng``.
    rate : float
        Probability with which a pair or an individual is varied at all.
    """
    parameters = list(inspect.signature(operator).parameters)
    private = random.Random(int(rng.integers(1 << 63)))
    stock = _with_random(operator, private)
    if parameters[:2] == ["ind1", "ind2"]:

        def mate(first: Codes, second: Codes, **settings: Any) -> tuple[Codes, Codes]:
            for row in range(len(first)):
                if first.shape[1] > 1 and private.random() < rate:
                    one = _Individual(first[row].tolist(), row)
                    other = _Individual(second[row].tolist(), row)
                    first[row], second[row] = stock(one, other, **settings)
            return first, second

        return mate
    if parameters[:1] == ["individual"]:

        def mutate(codes: Codes, **settings: Any) -> tuple[Codes]:
            for row in range(len(codes)):
                if private.random() < rate:
                    (codes[row],) = stock(_Individual(codes[row].tolist(), row), **settings)
            return (codes,)

        return mutate
    if parameters[:2] == ["individuals", "k"]:

        def select(fitness: Fitnesses, k: int, **settings: Any) -> NDArray[np.int64]:
            rows = [_Individual([], row, (float(f),)) for row, f in enumerate(fitness)]
            return np.array([chosen.row for chosen in stock(rows, k, **settings)], dtype=np.int64)

        return select
    raise InvalidParameterError(
        f"a DEAP operator begins with the parameters ind1, ind2 or individual or individuals, k; "
        f"{getattr(operator, '__name__', operator)} begins with {', '.join(parameters[:2])}"
    )


def _with_random(function: Callable[..., Any], private: random.Random) -> Callable[..., Any]:
    """Copy a function, and what it calls in its module, to see ``private`` as ``random``."""
    if not isinstance(function, types.FunctionType):
        raise InvalidParameterError(f"a DEAP operator is a function, got {function!r}")
    names: dict[str, Any] = {**function.__globals__, "random": private}
    for name, value in function.__globals__.items():
        if isinstance(value, types.FunctionType) and value.__globals__ is function.__globals__:
            names[name] = _copy(value, names)
    return _copy(function, names)


def _copy(function: types.FunctionType, names: dict[str, Any]) -> types.FunctionType:
    copy = types.FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy
