"""Published bounds on the guesses that a board needs in the worst case, evaluated.

An upper bound says that some codebreaker needs at most so many guesses for every secret, the last
one counted; a lower bound that every codebreaker needs at least so many for some secret. What is
proved for black pegs alone holds as an upper bound where white pegs are answered too, as they may
be ignored.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2

from evomind.rules import Rules

__all__ = ["BOUNDS", "Bound", "bounds"]

_EL_OUALI = "El Ouali, Glazik, Sauerland, Srivastav, Games 9(1):2 (2018)"
_QUOTED = "as quoted by El Ouali et al. (2018)"


@dataclass(frozen=True, slots=True)
class Bound:
    """One published bound.

    Attributes
    ----------
    kind : {"upper", "lower"}
    formula : str
        In n pegs and k colors.
    source, assumptions : str
    applies : function of Rules
    evaluate : function of Rules, or None
        None where only the order is known, constants not.
    """

    kind: str
    formula: str
    source: str
    assumptions: str
    applies: Callable[[Rules], bool]
    evaluate: Callable[[Rules], float] | None = None

    def value(self, rules: Rules) -> float | None:
        """Return the bound in guesses, whole where it must be; None where constants are unknown."""
        if self.evaluate is None:
            return None
        value = self.evaluate(rules)
        return math.floor(value + 1e-9) if self.kind == "upper" else ceil(value - 1e-9)


def bounds(rules: Rules) -> list[Bound]:
    """Return the bounds that apply to a board: upper ones first, each kind by tightness."""

    def order(bound: Bound) -> tuple[bool, float]:
        value = bound.value(rules)
        if value is None:
            return bound.kind == "lower", math.inf
        return bound.kind == "lower", value if bound.kind == "upper" else -value

    return sorted((bound for bound in BOUNDS if bound.applies(rules)), key=order)


def _distinct_black(rules: Rules) -> bool:
    return not rules.repetition and not rules.white_pegs


def _distinct(rules: Rules) -> bool:
    return not rules.repetition


def _square(rules: Rules) -> bool:
    return rules.pegs == rules.colors


def _log(number: int) -> int:
    return ceil(log2(number))


def _information(rules: Rules) -> float:
    """Guesses until a tree of all feedbacks has a win for every code."""
    n = rules.pegs
    feedbacks = n + 1 if not rules.white_pegs else (n + 1) * (n + 2) // 2 - 1
    turns, wins, nodes = 0, 0, 1
    while wins < rules.n_codes:
        turns, wins, nodes = turns + 1, wins + nodes, nodes * (feedbacks - 1)
    return turns


BOUNDS: tuple[Bound, ...] = (
    # -- no repetition ----------------------------------------------------------------------------
    Bound(
        "upper",
        "(n-3) ceil(log2 n) + 5n/2 - 1",
        _EL_OUALI,
        "k = n; claimed from 10 on, held here from 9 on, exceeded at 7 and 8",
        lambda r: _distinct(r) and _square(r) and r.pegs >= 9,
        lambda r: (r.pegs - 3) * _log(r.pegs) + 5 * r.pegs / 2 - 1,
    ),
    Bound(
        "upper",
        "(n-2) ceil(log2 n) + k + 1",
        _EL_OUALI,
        "k > n",
        lambda r: _distinct(r) and r.colors > r.pegs >= 2,
        lambda r: (r.pegs - 2) * _log(r.pegs) + r.colors + 1,
    ),
    Bound(
        "upper",
        "2n log2 n + 7n",
        f"Ko, Teng, J. Algorithms 7 (1986), {_QUOTED}",
        "k = n",
        lambda r: _distinct(r) and _square(r),
        lambda r: 2 * r.pegs * log2(r.pegs) + 7 * r.pegs,
    ),
    Bound(
        "lower",
        "k",
        _EL_OUALI,
        "k >= n, black pegs only; also where guesses may repeat colors",
        _distinct_black,
        lambda r: r.colors,
    ),
    Bound(
        "upper",
        "ceil(k/2) + 1",
        "Chen, Lin, as quoted by Jäger, Peczarski, DAM 184 (2015)",
        "n = 2, black and white pegs; exact",
        lambda r: _distinct(r) and r.white_pegs and r.pegs == 2,
        lambda r: ceil(r.colors / 2) + 1,
    ),
    # -- repetition -------------------------------------------------------------------------------
    Bound(
        "upper",
        "n ceil(log2 n) + k",
        f"Jäger, Peczarski, IPL 111 (2011), {_QUOTED}",
        "k <= n",
        lambda r: r.repetition and r.colors <= r.pegs,
        lambda r: r.pegs * _log(r.pegs) + r.colors,
    ),
    Bound(
        "upper",
        "n ceil(log2 n) + k - n + 1",
        f"Jäger, Peczarski, IPL 111 (2011), {_QUOTED}",
        "k > n",
        lambda r: r.repetition and r.colors > r.pegs,
        lambda r: r.pegs * _log(r.pegs) + r.colors - r.pegs + 1,
    ),
    Bound(
        "upper",
        "n ceil(log2 k) + ceil((2 - 1/k) n) + k",
        f"Goodrich, IPL 109 (2009), {_QUOTED}",
        "",
        lambda r: r.repetition,
        lambda r: r.pegs * _log(r.colors) + ceil((2 - 1 / r.colors) * r.pegs) + r.colors,
    ),
    Bound(
        "upper",
        "2n ceil(log2 k) + 4n",
        f"Chvátal, Combinatorica 3 (1983), {_QUOTED}",
        "k = n",
        lambda r: r.repetition and _square(r),
        lambda r: 2 * r.pegs * _log(r.colors) + 4 * r.pegs,
    ),
    Bound(
        "upper",
        "nk",
        "Berger, Chute, Stone, arXiv 1607.04597 (2016)",
        "Knuth's minimax strategy",
        lambda r: r.repetition and r.white_pegs,
        lambda r: r.pegs * r.colors,
    ),
    Bound(
        "upper",
        "O(n)",
        "Martinsson, Su, arXiv 2011.05921 (2023)",
        "k = n; randomized; constants not stated",
        lambda r: r.repetition and _square(r),
    ),
    # -- all --------------------------------------------------------------------------------------
    Bound(
        "lower",
        "least t with 1 + (f-1) + ... + (f-1)^(t-1) >= codes",
        "counting: f feedbacks, of which one wins",
        "",
        lambda r: True,
        _information,
    ),
)
"""All bounds known to this module."""
