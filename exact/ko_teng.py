"""Permutations by halving with two guesses a step, as Ko and Teng did it first.

A reconstruction from the counts that are known of their procedure: at most n guesses to begin with,
then n searches of at most 2 (log2 n + 1) guesses and two more each. The cyclic square of El Ouali
et al. serves as the beginning, their FINDFIRST as the search: without a color that is known to
stand elsewhere, each halving may take a second guess.

References
----------
Ko and Teng, "On the number of queries necessary to identify a permutation", Journal of Algorithms
7, 1986: at most 2n log2 n + 7n guesses.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from evomind.codebreaker import About
from evomind.errors import InvalidRulesError
from evomind.rules import Rules
from exact.el_ouali import PIVOTS, Search
from exact.script import Script, ScriptedGame, require_black_pegs

__all__ = ["KO_TENG", "KoTeng"]


@dataclass(frozen=True, slots=True)
class KoTeng:
    """Asks the cyclic square, then finds the positions by halving, two guesses a step."""

    name: str
    about: About = field(
        default=About("after Ko and Teng, J. Algorithms 7", 1986, "exact", "permutations, black"),
        compare=False,
        repr=False,
    )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> ScriptedGame:
        """Start a game; ``rng`` serves only after guesses of others.

        Raises
        ------
        InvalidRulesError
            For other boards than permutations with black pegs only.
        """
        return ScriptedGame(rules, self.script(rules), rng)

    def script(self, rules: Rules) -> Script:
        """Return the guesses of a game, each to be sent its black pegs."""
        require_black_pegs(rules, self.name, repetition=False)
        if rules.colors != rules.pegs:
            raise InvalidRulesError(
                f"{self.name} plays boards of as many colors as pegs (p8c8nb), got {rules}"
            )
        return _script(rules)


def _script(rules: Rules) -> Script:
    search = Search(rules, PIVOTS["leftmost"])
    yield from search.ask_square()
    if min(search.v[1:]) == 1:
        m = yield from search.find_in_identity()
        search.fix(1, m)
    while search.square.n_open > 2:
        j = search.active_index()
        m = yield from search.find_first(j)
        search.fix(j, m)
    yield from search.completions(decided=False)


KO_TENG = KoTeng("ko-teng")
