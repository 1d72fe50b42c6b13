"""The value of a set of codes: the mean number of guesses it still takes, by the set's size.

A one-step score says how finely a guess splits a set. The value function says what the parts are
worth, in turns: V(n) is the mean number of further guesses for a set of n eligible codes, fitted
per board from games that the solver played itself (``experiments/fit_values.py``), monotone and
piecewise linear in log2 n. A guess then costs 1 + sum_i (n_i / n) V(n_i), the part that wins free.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from evomind.partition import Counts
from evomind.rules import Rules

__all__ = ["COST_UNIT", "Value", "expected_turns", "fit_value", "forget_values", "value_for"]

COST_UNIT = 1 << 20
"""Costs are whole numbers of 1 / COST_UNIT turns: a sum must not depend on its order."""

_SMOOTHING = 0.1  # turns of residual, root mean square, that a change of slope of 1 costs
_KNOTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)  # then every half power of two


@dataclass(frozen=True, slots=True)
class Value:
    """V(n) in turns, piecewise linear in log2 n through ``(sizes[i], turns[i])``.

    Beyond the last size the last slope goes on.
    """

    sizes: tuple[float, ...]
    turns: tuple[float, ...]

    def __call__(self, n: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.float64]:
        """Return V of each size, in turns; sizes below 1 count as 1."""
        knots = np.log2(self.sizes)
        logs = np.log2(np.maximum(n, 1))
        inside = np.interp(logs, knots, self.turns)
        slope = (self.turns[-1] - self.turns[-2]) / (knots[-1] - knots[-2])
        return np.asarray(inside + slope * np.maximum(logs - knots[-1], 0.0), dtype=np.float64)

    def costs(self, n: int, scale: float = 1.0) -> NDArray[np.int64]:
        """Return ``s * V(s * scale)`` for s = 0..n in units of 2**-20 turns, ``(n + 1,)``.

        ``scale`` is how many codes of the set one code of a sample stands for.
        """
        sizes = np.arange(n + 1, dtype=np.float64)
        return np.rint(sizes * self(sizes * scale) * COST_UNIT).astype(np.int64)


def expected_turns(
    counts: Counts, value: Value, win_id: int, scale: float = 1.0
) -> NDArray[np.int64]:
    """Return what each guess costs a set, summed over its codes, in units of 2**-20 turns.

    ``counts`` are part sizes ``(guesses, feedback ids)`` over the set, or over a sample of it in
    which each code stands for ``scale`` codes. The code that wins costs nothing, and is one code
    even in a sample; the turn itself is not counted. Lower is better.
    """
    costs = value.costs(int(counts.max(initial=0)), scale)
    winning = np.rint(costs[counts[:, win_id]] / scale).astype(np.int64)
    return np.asarray(costs[counts].sum(axis=1) - winning, dtype=np.int64)


def fit_value(sizes: Sequence[float], turns: Sequence[float]) -> Value:
    """Fit V to observed ``(set size, further guesses)`` pairs by monotone least squares.

    V(1) = 1 and V(2) = 1.5 are known; above them the increments between knots are fitted with
    none below 0 (``scipy.optimize.nnls``).
    """
    from scipy.optimize import nnls

    largest = max(sizes)
    knots = [float(n) for n in _KNOTS]
    while knots[-1] < largest:
        knots.append(knots[-1] * math.sqrt(2.0))
    logs, knot_logs = np.log2(sizes), np.log2(knots)
    # Column k is the part of the way from knot k + 1 to knot k + 2 that a size has gone.
    way = np.clip((logs[:, None] - knot_logs[1:-1]) / np.diff(knot_logs)[1:], 0.0, 1.0)
    above = np.asarray(turns, dtype=np.float64) - np.interp(logs, [0.0, 1.0], [1.0, 1.5])
    # Neighbouring slopes alike: what few sets say must not make steps in a smooth function.
    n = way.shape[1]
    slopes = np.diff(np.eye(n) / np.diff(knot_logs)[1:], axis=0)
    rows = np.vstack((way / math.sqrt(len(logs)), _SMOOTHING * slopes))
    target = np.concatenate((above / math.sqrt(len(logs)), np.zeros(n - 1)))
    increments, _ = nnls(rows, target)
    fitted = np.concatenate(([1.0, 1.5], 1.5 + np.cumsum(increments)))
    return Value(tuple(round(k, 3) for k in knots), tuple(round(float(v), 4) for v in fitted))


@cache
def _fitted() -> dict[Rules, Value]:
    table = json.loads(files("evomind").joinpath("values.json").read_text(encoding="utf-8"))
    return {
        Rules.parse(board): Value(tuple(entry["sizes"]), tuple(entry["turns"]))
        for board, entry in table.items()
    }


def forget_values() -> None:
    """Read the file of fitted value functions again when one is asked for next."""
    _fitted.cache_clear()
    value_for.cache_clear()


@cache
def value_for(rules: Rules) -> Value:
    """Return the value function fitted for the board, or the one of the most similar board."""

    def distance(other: Rules) -> tuple[bool, bool, float, float]:
        return (
            other.white_pegs != rules.white_pegs,
            other.repetition != rules.repetition,
            abs(math.log(other.pegs / rules.pegs)),
            abs(math.log(other.colors / rules.colors)),
        )

    fitted = _fitted()
    return fitted[min(fitted, key=distance)]
