"""Plain twin of the search: the least total of a set, from the totals of its parts.

No symmetry, no relabelling, no equivalent guesses; sets are remembered as they are. The only bound
is that one code can be found in the first turn, and the others at best in the second.
"""

from __future__ import annotations

import math
from collections import defaultdict

from plain import codes

from evomind.codes import Code
from evomind.feedback import feedback
from evomind.rules import Rules

Set = frozenset[Code]


class PlainSearch:
    """The least total of sets of codes of one board; infinite where the turns do not suffice."""

    def __init__(self, rules: Rules, pool: str = "all") -> None:
        self.board = list(codes(rules))
        self.pool = pool
        self.win = feedback(self.board[0], self.board[0], rules)
        self.answers = {(a, b): feedback(a, b, rules) for a in self.board for b in self.board}
        self.known: dict[tuple[Set, int], float] = {}

    def least(self, left: Set, turns: int) -> float:
        if not left:
            return 0
        if turns == 0 or (turns == 1 and len(left) > 1):
            return math.inf
        if len(left) == 1:
            return 1
        if (left, turns) not in self.known:
            self.known[left, turns] = self._search(left, turns)
        return self.known[left, turns]

    def _search(self, left: Set, turns: int) -> float:
        splits = {self._split(guess, left) for guess in self.board if self._allowed(guess, left)}
        best = math.inf
        for parts in sorted(splits, key=_bound):
            total = len(left) + _bound(parts)
            for part in sorted(parts, key=len):
                if total >= best or part == left:
                    break
                total += self.least(part, turns - 1) - (2 * len(part) - 1)
            else:
                best = min(best, total)
        return best

    def _allowed(self, guess: Code, left: Set) -> bool:
        return self.pool == "all" or guess in left

    def _split(self, guess: Code, left: Set) -> frozenset[Set]:
        """Return the parts that do not win."""
        parts = defaultdict(set)
        for code in left:
            parts[self.answers[guess, code]].add(code)
        parts.pop(self.win, None)
        return frozenset(frozenset(part) for part in parts.values())


def _bound(parts: frozenset[Set]) -> float:
    return sum(2 * len(part) - 1 for part in parts)


def least_total(rules: Rules, turns: int | None = None, pool: str = "all") -> float:
    """Return the least total over all codes of a board."""
    search = PlainSearch(rules, pool)
    return search.least(frozenset(search.board), turns or len(search.board))
