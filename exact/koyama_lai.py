"""The strategy ``koyama-lai``: the least mean number of turns that is possible on a board."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from evomind.codebreaker import About
from evomind.errors import CapacityError, InvalidParameterError, InvalidRulesError
from evomind.rules import Rules
from evomind.tree import Tree, TreeGame
from exact.optimal import optimal_tree
from exact.search import Budget

__all__ = ["KOYAMA_LAI", "MAX_CODES", "KoyamaLai"]

MAX_CODES = 6_000
"""The largest board, in codes, whose search is begun: some 4 pegs and 8 colors take a minute."""


@dataclass(frozen=True, slots=True)
class KoyamaLai:
    """Plays the tree of least total, which is searched for before the first game on a board.

    Parameters
    ----------
    max_turns : int or None
        The most turns that a game may take; None is without limit.
    pool : {"all", "eligible"}
        The guesses allowed: any code, or only those that can be the secret.
    max_seconds : float or None
        How long the search may take; None is without limit.
    """

    name: str
    max_turns: int | None = None
    pool: str = "all"
    max_seconds: float | None = 600.0
    about: About = field(
        default=About(
            "Koyama and Lai, J. Recreational Math. 25", 1993, "exact", "up to 6,000 codes"
        ),
        compare=False,
        repr=False,
    )

    def __post_init__(self) -> None:
        if self.max_turns is not None and self.max_turns < 1:
            raise InvalidParameterError(f"max_turns must be at least 1, got {self.max_turns}")
        if self.pool not in ("all", "eligible"):
            raise InvalidParameterError(f"pool must be one of all, eligible, got {self.pool!r}")
        if self.max_seconds is not None and not self.max_seconds > 0:
            raise InvalidParameterError(f"max_seconds must be above 0, got {self.max_seconds}")

    def new_game(self, rules: Rules, rng: np.random.Generator) -> TreeGame:
        """Start a game; nothing is drawn from ``rng``.

        Raises
        ------
        CapacityError
            For a board of more than ``MAX_CODES`` codes, or one that takes too long.
        InvalidRulesError
            For a board that no strategy plays within ``max_turns``.
        """
        return TreeGame(self.build_tree(rules))

    def build_tree(self, rules: Rules) -> Tree:
        """Return the tree of all games on the board; raises as ``new_game`` does."""
        if rules.n_codes > MAX_CODES:
            raise CapacityError(
                f"{self.name} plays boards of at most {MAX_CODES:,} codes, got {rules}"
            )
        return _tree(self.max_turns, self.pool, self.max_seconds, rules)


@lru_cache(maxsize=8)
def _tree(max_turns: int | None, pool: str, max_seconds: float | None, rules: Rules) -> Tree:
    try:
        return optimal_tree(rules, max_turns, pool, Budget(seconds=max_seconds))
    except InvalidParameterError as error:
        raise InvalidRulesError(str(error)) from None


KOYAMA_LAI = KoyamaLai("koyama-lai")
