"""Black-Peg AB-Mastermind in n log n queries: the algorithms of El Ouali et al., as printed.

Three corrections make the printed pseudo-code right for every secret; each is named at its line:

- Line 6 of Algorithm 3 leaves the search open: swaps of disjoint pairs, then one more swap.
- Algorithm 4, line 1 must compare j with k, and it starts without a fixed position.
- With k > n, two positions left may allow a completion that repeats a color: it is left out.

The bound (n - 3)⌈log2 n⌉ + 5n/2 - 1 for k = n is claimed for n >= 10 as "less than". It holds as
"at most" for n = 9, in all games, and in random ones up to n = 512; at n = 7 and 8 it does not
hold: 29 queries against 28.5, and 35 against 34 with unlucky pivots.
The bound (n - 2)⌈log2 n⌉ + k + 1 for k > n is met and was never exceeded.

``inferred`` plays the same algorithm without the guesses whose feedback it could have known.

References
----------
El Ouali, Glazik, Sauerland and Srivastav, "On the query complexity of Black-Peg AB-Mastermind",
Games 9(1):2, 2018; the line numbers below are those of its Algorithms 1 to 4.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import TypeVar

import numpy as np

from evomind.codebreaker import About, Guess
from evomind.errors import InvalidParameterError
from evomind.rules import Rules
from exact.script import Script, ScriptedGame, contradiction, require_black_pegs
from exact.square import Part, Square, joined

__all__ = ["EL_OUALI", "EL_OUALI_INFERRED", "PIVOTS", "ElOuali", "Search", "Steps"]

T = TypeVar("T")
Steps = Generator[Guess, int, T]

PIVOTS: dict[str, Callable[[Square, int], int]] = {
    "leftmost": lambda square, j: min(square.fixed),
    "rightmost": lambda square, j: max(square.fixed),
    "first": lambda square, j: square.fixed[0],
    "middle": lambda square, j: min(
        square.fixed,
        key=lambda i: (abs(2 * square.position(j, square.x[i]) - square.n), i),
    ),
}
"""Which fixed position lends its color as pivot: the leftmost or the rightmost, the one found
first, or the one whose color stands nearest the middle of code ``j``."""


@dataclass(frozen=True, slots=True)
class ElOuali:
    """Asks the cyclic square, then finds one position after another by bisection.

    Parameters
    ----------
    pivot : {"leftmost", "rightmost", "first", "middle"}
        The fixed color that serves as pivot; the paper leaves the choice free.
    inferred : bool
        Whether guesses whose feedback is known already are left out.
    """

    name: str
    pivot: str = "leftmost"
    inferred: bool = False
    about: About = field(
        default=About("El Ouali et al., Games 9(1):2", 2018, "exact", "no repetition, black pegs"),
        compare=False,
        repr=False,
    )

    def __post_init__(self) -> None:
        if self.pivot not in PIVOTS:
            raise InvalidParameterError(
                f"pivot must be one of {', '.join(PIVOTS)}, got {self.pivot!r}"
            )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> ScriptedGame:
        """Start a game; ``rng`` serves only after guesses of others.

        Raises
        ------
        InvalidRulesError
            For a board with repetition or with white pegs.
        """
        return ScriptedGame(rules, self.script(rules), rng)

    def script(self, rules: Rules) -> Script:
        """Return the guesses of a game, each to be sent its black pegs."""
        require_black_pegs(rules, self.name, repetition=False)
        search = Search(rules, PIVOTS[self.pivot], self.inferred)
        return search.permutation() if rules.colors == rules.pegs else search.more_colors()


class Search:
    """What a game knows: the partial solution x, and the open hits v of each code of the square.

    Attributes
    ----------
    square : Square
    v : list of int
        ``v[j]``, from 1: in how many open positions code ``j`` is right.
    """

    def __init__(
        self, rules: Rules, pivot: Callable[[Square, int], int], inferred: bool = False
    ) -> None:
        self.rules = rules
        self.square = Square(rules.pegs, rules.colors)
        self.v: list[int] = []
        self._pivot = pivot
        self._known: dict[tuple[Part, ...], int] | None = {} if inferred else None

    # -- Algorithm 3 ------------------------------------------------------------------------------

    def permutation(self) -> Script:
        """Algorithm 3: as many colors as positions."""
        yield from self.ask_square()  # lines 1-3
        if self._known is not None and max(self.v) == self.square.n:
            # The secret is a code of the square, at worst the one not asked.
            yield self.guess(((self.v.index(self.square.n), 1, self.square.n),), "square")
            return
        if min(self.v[1:]) == 1:  # line 4
            j = 1  # line 5
            m = yield from self.find_in_identity()  # line 6
        else:
            j = self.active_index()
            m = yield from self.find_first(j)  # line 8
        self.fix(j, m)  # lines 9-10
        while self.square.n_open > 2:  # line 11
            j = self.active_index()  # line 12
            m = yield from self.find_next(j)  # line 13
            self.fix(j, m)  # lines 14-15
        yield from self.completions(decided=self._known is not None)  # line 16

    def more_colors(self) -> Script:
        """Algorithm 3 for more colors than positions: without its lines 4-10."""
        yield from self.ask_square()
        while self.square.n_open > 2:
            j = self.active_index()
            m = yield from self.find_next_of_more(j)
            self.fix(j, m)
        yield from self.completions(decided=True)

    def ask_square(self) -> Steps[None]:
        """Lines 2-3: ask all codes of the square but the last, which the sum decides."""
        n, k = self.square.n, self.square.k
        self.v = [0]
        for j in range(1, k):
            s = yield from self.ask((j, 1, n), origin="square")
            self.v.append(s)
        self.v.append(n - sum(self.v))
        if self.v[k] < 0:
            raise contradiction(self.rules)
        if self._known is not None:
            self._known[((k, 1, n),)] = self.v[k]

    def active_index(self) -> int:
        """Line 12: a code with an open hit, before one without."""
        v, k = self.v, self.square.k
        for j in range(1, k + 1):
            if v[j] > 0 and v[self.square.next(j)] == 0:
                return j
        raise contradiction(self.rules)

    def fix(self, j: int, m: int) -> None:
        """Lines 14-15: position ``m`` of code ``j`` is right."""
        if self.square.x[m] >= 0 or self.square.color(j, m) in self.square.used:
            raise contradiction(self.rules)
        self.square.fix(j, m)
        self.v[j] -= 1

    def find_in_identity(self) -> Steps[int]:
        """Line 6: find the one right position of code 1, by at most n // 2 + 1 guesses.

        Correction, as the paper only says that swaps do it: each pair of neighbors is swapped; a
        feedback of 0 shows that the pair holds the right position, and one more swap tells which.
        """
        n = self.square.n
        for i in range(1, n, 2):
            s = yield from self.ask_swapped(i, i + 1)
            if s == 0:
                other = i + 2 if i + 2 <= n else i - 1
                s = yield from self.ask_swapped(*sorted((i, other)))
                return i if s == 0 else i + 1
        return n

    def ask_swapped(self, i: int, j: int) -> Steps[int]:
        """Ask code 1 with the colors of positions ``i < j`` exchanged."""
        square = self.square
        return (
            yield from self.ask(
                (1, 1, i - 1),
                square.peg(square.color(1, j), i),
                (1, i + 1, j - 1),
                square.peg(square.color(1, i), j),
                (1, j + 1, square.n),
                origin="first position",
            )
        )

    def completions(self, decided: bool) -> Iterator[Guess]:
        """Line 16: yield the completions of x; ``decided`` leaves out those that v contradicts.

        Correction for k > n: so is a completion that repeats a color.
        """
        square = self.square
        positions = list(square.open_positions())
        if square.n == square.k and not decided:
            left = sorted(set(range(square.k)) - square.used)
            choices = [tuple(map(square.peg, c, positions)) for c in permutations(left)]
        else:
            hits = [j for j in range(1, square.k + 1) for _ in range(self.v[j])]
            orders = sorted(set(permutations(hits, len(positions))))
            choices = [
                tuple((j, i, i) for j, i in zip(order, positions, strict=True)) for order in orders
            ]
        for parts in choices:
            code = list(square.x[1:])
            for j, i, _ in parts:
                code[i - 1] = square.color(j, i)
            if len(set(code)) == square.n:
                yield Guess(tuple(code), 0, "last positions")

    # -- Algorithms 1, 2 and 4 --------------------------------------------------------------------

    def find_first(self, j: int) -> Steps[int]:
        """Algorithm 1, FINDFIRST: the leftmost right position of code ``j``."""
        square, n = self.square, self.square.n
        r = square.next(j)  # lines 1-2
        first = square.color(r, 1)
        a, b = 1, n  # lines 3-4
        while b > a:  # line 5
            m = (a + b + 1) // 2  # line 6
            s = yield from self.ask(  # lines 7-8
                (j, 1, m - 1), square.peg(first, m), (r, m + 1, n), origin="first position"
            )
            if s == 1:  # line 9
                if m < n:  # line 10
                    parts: tuple[Part, ...] = (
                        (j, 1, m),
                        square.peg(first, m + 1),
                        (r, m + 2, n),
                    )
                else:  # line 11
                    parts = (
                        square.peg(first, 1),
                        (j, 2, n - 1),
                        square.peg(square.color(j, 1), n),
                    )
                s = yield from self.ask(*parts, origin="first position")  # lines 12-13
            if s > 0:  # line 14
                b = m - 1
            else:  # line 15
                a = m
        return b  # line 16

    def find_next(self, j: int) -> Steps[int]:
        """Algorithm 2, FINDNEXT: an open right position of code ``j``, by a color c as pivot."""
        square, n = self.square, self.square.n
        r = square.next(j)  # lines 1-2
        c = square.x[self._pivot(square, j)]  # line 3
        l_j, l_r = square.position(j, c), square.position(r, c)  # line 4
        left = l_j == n  # line 5
        if not left:  # lines 6-10
            s = yield from self.ask(square.peg(c, 1), (r, 2, l_j), (j, l_j + 1, n))
            left = s == 0
        # lines 11-16; the pivot stands at l_j itself, which only the literal reading considers
        a, b = (1, l_j) if left else (l_r, n)
        if left and self._known is not None:
            b = l_j - 1
        while b > a:  # line 17
            m = (a + b + 1) // 2  # line 18
            if left:  # line 19
                s = yield from self.ask(
                    (j, 1, m - 1), square.peg(c, m), (r, m + 1, l_j), (j, l_j + 1, n)
                )
            else:  # line 20
                s = yield from self.ask(
                    (r, 1, l_r - 1), (j, l_r, m - 1), square.peg(c, m), (r, m + 1, n)
                )
            if s > 0:  # lines 21-23
                b = m - 1
            else:  # line 24
                a = m
        return b  # line 25

    def find_next_of_more(self, j: int) -> Steps[int]:
        """Algorithm 4, FINDNEXT for k > n: the rightmost open right position of code ``j``."""
        n = self.square.n
        r = self.square.next(j)  # lines 1-2; correction: 1 after k, not after n
        a, b = 1, n  # line 3
        while b > a:  # line 4
            m = (a + b + 1) // 2  # line 5
            s = yield from self.ask((r, 1, m - 1), (j, m, n))  # lines 6-7
            if s > 0:  # line 8
                a = m
            else:  # line 9
                b = m - 1
        return a  # line 10

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, *parts: Part, origin: str = "bisection") -> Steps[int]:
        """Guess a chain of parts, unless its feedback is known; return its open hits."""
        chain = joined(*parts)
        if self._known is not None and chain in self._known:
            return self._known[chain] - self.square.n_fixed(chain)
        s = yield self.guess(chain, origin)
        if self._known is not None:
            self._known[chain] = s
        s -= self.square.n_fixed(chain)
        if s < 0:
            raise contradiction(self.rules)
        return s

    def guess(self, chain: tuple[Part, ...], origin: str) -> Guess:
        """Return the guess of a chain of parts."""
        return Guess(self.square.code(chain), 0, origin)


EL_OUALI = ElOuali("el-ouali")
EL_OUALI_INFERRED = ElOuali("el-ouali-inferred", "middle", inferred=True)
