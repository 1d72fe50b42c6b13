"""Statistics of games: means with intervals, and differences of games on the same secrets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Estimate", "mean_estimate", "paired_difference"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % confidence interval; the ends are NaN for fewer than two values.

    Attributes
    ----------
    n : int
        Number of values.
    mean, low, high : float
        In the unit of the values.
    std : float
        Standard deviation of the values, with n - 1 degrees of freedom.
    """

    n: int
    mean: float
    low: float
    high: float
    std: float

    @property
    def half_width(self) -> float:
        """Distance of the interval's ends from the mean."""
        return self.high - self.mean


def mean_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean with its Student interval; all NaN for no values."""
    n = len(values)
    if n == 0:
        return Estimate(0, math.nan, math.nan, math.nan, math.nan)
    mean = float(np.mean(values))
    if n == 1:
        return Estimate(1, mean, math.nan, math.nan, math.nan)
    from scipy.special import stdtrit  # scipy.stats takes a second to import

    std = float(np.std(values, ddof=1))
    half = float(stdtrit(n - 1, 0.975)) * std / math.sqrt(n)
    return Estimate(n, mean, mean - half, mean + half, std)


def paired_difference(a: dict[int, float], b: dict[int, float]) -> Estimate:
    """Return the mean of a - b over the games in both, ``{game: value}``, with its interval."""
    return mean_estimate([a[game] - b[game] for game in sorted(a.keys() & b.keys())])
