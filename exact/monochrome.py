"""Black pegs with repetition: how often each color occurs, then where, by halving segments.

Both algorithms are reconstructions with the counts of their papers, whose procedures are not
public; both begin with k - 1 codes of one color. ``goodrich`` then splits a segment for all of its
colors at once. ``jaeger-peczarski`` does so only where a segment has all colors of the board;
elsewhere a color that it lacks fills up guesses that halve the places of one color at a time.

References
----------
Goodrich, "On the algorithmic complexity of the Mastermind game with black-peg results",
Information Processing Letters 109, 2009: at most n⌈log2 k⌉ + ⌈(2 - 1/k) n⌉ + k guesses.
Jäger and Peczarski, "The number of pessimistic guesses in Generalized Black-peg Mastermind",
Information Processing Letters 111, 2011: at most n⌈log2 n⌉ + k - n + 1 guesses for k > n and
n⌈log2 n⌉ + k for k <= n.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from evomind.codebreaker import About, Guess
from evomind.rules import Rules
from exact.el_ouali import Steps
from exact.script import Script, ScriptedGame, contradiction, require_black_pegs

__all__ = ["GOODRICH", "JAEGER_PECZARSKI", "Monochrome"]

Counts: TypeAlias = dict[int, int]
"""How many pegs of each color, of those that occur."""


@dataclass(frozen=True, slots=True)
class Monochrome:
    """Asks codes of one color, then halves segments.

    Parameters
    ----------
    filler : bool
        Whether a segment that lacks a color is searched one color at a time.
    """

    name: str
    filler: bool
    about: About = field(compare=False, repr=False)

    def new_game(self, rules: Rules, rng: np.random.Generator) -> ScriptedGame:
        """Start a game; ``rng`` serves only after guesses of others.

        Raises
        ------
        InvalidRulesError
            For a board without repetition or with white pegs.
        """
        return ScriptedGame(rules, self.script(rules), rng)

    def script(self, rules: Rules) -> Script:
        """Return the guesses of a game, each to be sent its black pegs."""
        require_black_pegs(rules, self.name, repetition=True)
        return _Segments(rules, self.filler).script()


class _Segments:
    """One game: what is known of the secret, and how often each color occurs in it."""

    def __init__(self, rules: Rules, filler: bool) -> None:
        self.rules = rules
        self.secret = [-1] * rules.pegs
        self.total: list[int] = []
        self._filler = filler

    def script(self) -> Script:
        n, k = self.rules.pegs, self.rules.colors
        for color in range(k - 1):
            count = yield Guess((color,) * n, 0, "one color")
            self.total.append(count)
        self.total.append(n - sum(self.total))
        if self.total[-1] < 0:
            raise contradiction(self.rules)
        counts = {color: count for color, count in enumerate(self.total) if count}
        yield from self.find(0, n, counts)
        yield Guess(tuple(self.secret), 0, "found")

    def find(self, start: int, stop: int, counts: Counts) -> Steps[None]:
        """Find the secret from peg ``start`` up to ``stop``, where the colors occur ``counts``."""
        if len(counts) == 1:
            (color,) = counts
            self.secret[start:stop] = [color] * (stop - start)
        elif self._filler and len(counts) < self.rules.colors:
            filler = next(c for c in range(self.rules.colors) if c not in counts)
            yield from self.find_by_color(list(range(start, stop)), counts, filler)
        else:
            middle = (start + stop) // 2
            left, right = yield from self.split(start, middle, stop, counts)
            yield from self.find(start, middle, left)
            yield from self.find(middle, stop, right)

    def split(
        self, start: int, middle: int, stop: int, counts: Counts
    ) -> Steps[tuple[Counts, Counts]]:
        """Count the colors of both halves of a segment, by one guess less than it has colors.

        With a_i on the left half, a_(i+1) on the right and a_1 outside, the black pegs are
        L_i + C_(i+1) - L_(i+1), and those outside; the L_i sum up to the left half.
        """
        colors = list(counts)
        outside = self.total[colors[0]] - counts[colors[0]]
        above = [0]  # L_i - L_1
        for a, b in pairwise(colors):
            code = [colors[0]] * self.rules.pegs
            code[start:middle] = [a] * (middle - start)
            code[middle:stop] = [b] * (stop - middle)
            black = yield Guess(tuple(code), 0, "halving")
            above.append(above[-1] + outside + counts[b] - black)
        lowest, rest = divmod(middle - start - sum(above), len(colors))
        left = {color: lowest + more for color, more in zip(colors, above, strict=True)}
        if rest or any(not 0 <= left[color] <= counts[color] for color in colors):
            raise contradiction(self.rules)
        right = {color: counts[color] - left[color] for color in colors}
        return _without_zeros(left), _without_zeros(right)

    def find_by_color(self, pegs: list[int], counts: Counts, filler: int) -> Steps[None]:
        """Find the pegs of one color after another; no peg of them has the color ``filler``."""
        *others, last = sorted(counts, key=lambda color: counts[color])
        for color in others:
            found = yield from self.halve(pegs, color, counts[color], filler)
            for p in found:
                self.secret[p] = color
            pegs = [p for p in pegs if self.secret[p] < 0]
        for p in pegs:
            self.secret[p] = last

    def halve(self, pegs: list[int], color: int, count: int, filler: int) -> Steps[list[int]]:
        """Return those ``count`` of the pegs that have a color."""
        if count in (0, len(pegs)):
            return pegs[:count]
        middle = (len(pegs) + 1) // 2
        code = [filler] * self.rules.pegs
        for p in pegs[:middle]:
            code[p] = color
        black = yield Guess(tuple(code), 0, "halving")
        left = black - self.total[filler]
        if not 0 <= left <= count or left > middle or count - left > len(pegs) - middle:
            raise contradiction(self.rules)
        before = yield from self.halve(pegs[:middle], color, left, filler)
        after = yield from self.halve(pegs[middle:], color, count - left, filler)
        return before + after


def _without_zeros(counts: Counts) -> Counts:
    return {color: count for color, count in counts.items() if count}


_BOARDS = "repetition, black pegs"
GOODRICH = Monochrome(
    "goodrich", filler=False, about=About("after Goodrich, IPL 109", 2009, "exact", _BOARDS)
)
JAEGER_PECZARSKI = Monochrome(
    "jaeger-peczarski",
    filler=True,
    about=About("after Jäger and Peczarski, IPL 111", 2011, "exact", _BOARDS),
)
