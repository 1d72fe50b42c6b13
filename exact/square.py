"""The cyclic square: codes made of parts of its diagonals, and the part of the secret known.

Counted from 1, as in the paper: code ``j`` of the square has color ``(i - j) mod k`` at position
``i``; every color stands at every position in exactly one of the k codes, so any code without
repetition is a chain of such parts, a single peg among them.

References
----------
El Ouali, Glazik, Sauerland and Srivastav, "On the query complexity of Black-Peg AB-Mastermind",
Games 9(1):2, 2018.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from typing import TypeAlias

from evomind.codes import Code

__all__ = ["Part", "Square", "joined"]

Part: TypeAlias = tuple[int, int, int]
"""``(j, s, t)``: positions ``s`` to ``t`` of code ``j``; empty where ``s > t``."""


class Square:
    """The codes of the square, and the partial solution x with its fixed positions.

    Attributes
    ----------
    x : list of int
        The color fixed at each position from 1, or -1 where it is open.
    fixed : list of int
        The fixed positions in the order in which they were found.
    used : set of int
        The colors of the fixed positions.
    """

    def __init__(self, n: int, k: int) -> None:
        self.n = n
        self.k = k
        self.x = [-1] * (n + 1)
        self.fixed: list[int] = []
        self.used: set[int] = set()
        self._ring = tuple(range(k)) * 2
        self._fixed_of: list[list[int]] = [[] for _ in range(k + 1)]  # by diagonal, ascending

    def code(self, parts: tuple[Part, ...]) -> Code:
        """Return the colors of a chain of parts."""
        code: list[int] = []
        for j, s, t in parts:
            start = (s - j) % self.k
            code += self._ring[start : start + t - s + 1]
        return tuple(code)

    def color(self, j: int, i: int) -> int:
        """Return the color of code ``j`` at position ``i``."""
        return (i - j) % self.k

    def position(self, j: int, color: int) -> int:
        """Return the position of a color in code ``j``; beyond n where the code lacks it."""
        return (color + j - 1) % self.k + 1

    def peg(self, color: int, i: int) -> Part:
        """Return a color at a position, as a part."""
        return (i - color - 1) % self.k + 1, i, i

    def next(self, j: int) -> int:
        """Return r, the code after ``j``: the same colors, shifted one position to the right."""
        return j % self.k + 1

    def fix(self, j: int, i: int) -> None:
        """Fix position ``i``: the secret agrees with code ``j`` there."""
        self.x[i] = self.color(j, i)
        self.fixed.append(i)
        self.used.add(self.x[i])
        insort(self._fixed_of[j], i)

    @property
    def n_open(self) -> int:
        """Number of open positions."""
        return self.n - len(self.fixed)

    def open_positions(self) -> Iterator[int]:
        """Yield the open positions, ascending."""
        return (i for i in range(1, self.n + 1) if self.x[i] < 0)

    def n_fixed(self, parts: tuple[Part, ...]) -> int:
        """Return black(code, x): in how many fixed positions a chain of parts is right."""
        count = 0
        for j, s, t in parts:
            positions = self._fixed_of[j]
            count += bisect_right(positions, t) - bisect_left(positions, s)
        return count


def joined(*parts: Part) -> tuple[Part, ...]:
    """Return a chain of parts without empty ones, neighbors of the same diagonal made one."""
    chain: list[Part] = []
    for j, s, t in parts:
        if s > t:
            continue
        if chain and chain[-1][0] == j:
            chain[-1] = (j, chain[-1][1], t)
        else:
            chain.append((j, s, t))
    return tuple(chain)
