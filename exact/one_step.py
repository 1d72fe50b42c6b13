"""Strategies that look one step ahead: weigh every guess by the parts it makes, play the best.

Knuth (1977) takes the guess whose largest part is smallest, Irving (1978) the least expected size,
Neuwirth (1982) the most entropy, Kooi (2005) the most parts. Guesses of equal score are told apart
as Knuth does it: one that can be the secret first, then the first in lexicographic order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from evomind.codebreaker import About, Guess
from evomind.codes import Code, Codes, all_codes
from evomind.errors import CapacityError, InvalidParameterError
from evomind.feedback import Feedback
from evomind.notation import parse_code
from evomind.rules import Rules
from evomind.scores import BIT, PART_COSTS, SCORES
from evomind.tree import Tree
from exact._kernels import Preference
from exact.growth import grow
from exact.moves import Moves

__all__ = ["ENTROPY", "EXPECTED_SIZE", "KNUTH", "MAX_CODES", "MOST_PARTS", "OneStep"]

MAX_CODES = {"all": 100_000, "eligible": 1_000_000}
"""The largest board, in codes, that each pool of guesses plays."""


@dataclass(frozen=True, slots=True)
class OneStep:
    """Plays the guess of least score against the codes left.

    Parameters
    ----------
    score : {"largest-part", "expected-size", "entropy", "most-parts"}
    pool : {"all", "eligible"}
        The guesses weighed: every code of the board, or only those that can be the secret.
    first : str
        A fixed first guess, such as ``"1123"``; empty for the best.
    tie : {"first", "last"}
        Which of several best guesses is played, in lexicographic order.
    prefer_eligible : bool
        Whether, before that, a guess that can be the secret goes before one that cannot.
    correction : bool
        Whether the chance of winning at once counts in the score too: equal largest parts are
        compared on the next-largest and so on; entropy takes two bits for the part that wins,
        because a part of one other code still costs a guess. The other two scores keep theirs.
    """

    name: str
    score: str = "largest-part"
    pool: str = "all"
    first: str = ""
    tie: str = "first"
    prefer_eligible: bool = True
    correction: bool = False
    about: About = field(
        default=About("one step ahead", 1977, "exact", "up to 1,000,000 codes"),
        compare=False,
        repr=False,
    )

    def __post_init__(self) -> None:
        for parameter, value, choices in (
            ("score", self.score, list(SCORES)),
            ("pool", self.pool, list(MAX_CODES)),
            ("tie", self.tie, ["first", "last"]),
        ):
            if value not in choices:
                raise InvalidParameterError(
                    f"{parameter} must be one of {', '.join(choices)}, got {value!r}"
                )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> OneStepGame:
        """Start a game; nothing is drawn from ``rng``.

        Raises
        ------
        CapacityError
            For a board of more codes than ``MAX_CODES`` says, before anything is allocated.
        """
        return OneStepGame(self, _moves(self, rules))

    def build_tree(self, rules: Rules) -> Tree:
        """Return the tree of all games on the board; raises as ``new_game`` does."""
        first = _first_guess(self, rules)
        codes = _checked_codes(self, rules)
        tree = grow(rules, codes, _preference(self, len(codes)), first, self.name)
        return _recolored(tree) if self.tie == "last" else tree


class OneStepGame:
    """One game of a one-step strategy."""

    def __init__(self, strategy: OneStep, moves: Moves) -> None:
        self._moves = moves
        self._position = moves.start
        # The last guess in lexicographic order is the first one with the colors reversed.
        self._highest = moves.rules.colors - 1 if strategy.tie == "last" else -1

    def ask(self) -> Guess:
        """Return the best guess."""
        guess = self._moves.best(self._position)
        return guess._replace(code=_flip(guess.code, self._highest))

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Keep the codes that give this feedback to the guess."""
        flipped = _flip(guess, self._highest)
        self._position = self._moves.after(self._position, flipped, feedback)


def _flip(code: Code, highest: int) -> Code:
    """Reverse the order of the colors, unless ``highest`` is -1."""
    return code if highest < 0 else tuple(highest - color for color in code)


def _recolored(tree: Tree) -> Tree:
    """Return the tree with the order of the colors reversed."""
    guesses = (tree.rules.colors - 1 - tree.guesses).astype(tree.rules.color_type)
    return Tree(tree.rules, guesses, tree.answers, tree.ends, tree.wins, tree.strategy)


def _first_guess(strategy: OneStep, rules: Rules) -> Code | None:
    """Return the fixed first guess, in the order of colors that the loops work in."""
    if not strategy.first:
        return None
    highest = rules.colors - 1 if strategy.tie == "last" else -1
    return _flip(parse_code(strategy.first, rules), highest)


def _preference(strategy: OneStep, n_codes: int) -> Preference:
    worst = strategy.score == "largest-part"
    costs = np.arange(n_codes + 1) if worst else PART_COSTS[strategy.score](n_codes)
    return Preference(
        all_guesses=strategy.pool == "all",
        prefer_eligible=strategy.prefer_eligible,
        worst=worst,
        lexicographic=worst and strategy.correction,
        credit=2 * BIT if strategy.score == "entropy" and strategy.correction else 0,
        costs=np.array(costs, dtype=np.int64),
    )


def _checked_codes(strategy: OneStep, rules: Rules) -> Codes:
    """Return all codes of a board that the strategy can play."""
    n, limit = rules.n_codes, MAX_CODES[strategy.pool]
    if n > limit:
        size = f"{n:,}" if n < 1e15 else f"10^{math.log10(n):.0f}"
        gibibytes = math.exp(min(math.log(n) + math.log((rules.pegs + 8) / 2**30), 700.0))
        raise CapacityError(
            f"{strategy.name} with pool={strategy.pool} weighs guesses against every code: "
            f"{rules} has {size} codes ({gibibytes:.3g} GiB), the limit is {limit:,}"
        )
    return all_codes(rules)


@lru_cache(maxsize=8)
def _moves(strategy: OneStep, rules: Rules) -> Moves:
    """Return the moves that all games of a strategy on a board share."""
    first = _first_guess(strategy, rules)
    codes = _checked_codes(strategy, rules)
    return Moves(rules, codes, _preference(strategy, len(codes)), first)


KNUTH = OneStep(
    "knuth",
    "largest-part",
    about=About("Knuth, J. Recreational Math. 9", 1977, "exact", "up to 100,000 codes"),
)
EXPECTED_SIZE = OneStep(
    "expected-size",
    "expected-size",
    about=About("Irving, J. Recreational Math. 11", 1978, "exact", "up to 100,000 codes"),
)
ENTROPY = OneStep(
    "entropy",
    "entropy",
    about=About("Neuwirth, Z. Operations Research 26", 1982, "exact", "up to 100,000 codes"),
)
MOST_PARTS = OneStep(
    "most-parts",
    "most-parts",
    about=About("Kooi, ICGA Journal 28", 2005, "exact", "up to 100,000 codes"),
)
