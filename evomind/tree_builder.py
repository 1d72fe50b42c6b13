"""Building a strategy tree node by node, whoever the nodes come from: a search or a file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evomind.codes import Code, Codes
from evomind.errors import InvalidTreeError
from evomind.feedback import Feedback
from evomind.rules import Rules
from evomind.tree import Tree

__all__ = ["TreeBuilder"]


class TreeBuilder:
    """Takes the nodes of a tree in preorder and checks that they make one."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._guesses: list[Code] = []
        self._answers: list[int] = []
        self._ends: list[int] = []
        self._path: list[int] = []  # the nodes above the next one
        self._taken: list[set[int]] = []  # which feedbacks each of them has a child for

    def add(self, turn: int, answer: Feedback | None, guess: Sequence[int]) -> None:
        """Add the guess made in ``turn`` after ``answer`` (None at the root).

        Raises
        ------
        InvalidTreeError
            If no such node can come here. Colors that the board lacks are left to ``faults``.
        """
        pegs, n = self.rules.pegs, len(self._guesses)
        if not (1 < turn <= len(self._path) + 1 if n else turn == 1):
            expected = f"2 to {len(self._path) + 1}" if n else "1"
            raise InvalidTreeError(f"expected a guess of turn {expected}, got turn {turn}")
        if len(guess) != pegs:
            raise InvalidTreeError(f"a guess of {self.rules} has {pegs} pegs, got {len(guess)}")
        answer_id = 0
        self._close(turn - 1)
        if n:
            if answer is None or answer.black >= pegs or sum(answer) > pegs or min(answer) < 0:
                raise InvalidTreeError(f"no guess follows the feedback {answer} of {self.rules}")
            answer_id = answer.id(pegs)
            if answer_id in self._taken[-1]:
                raise InvalidTreeError(f"a second guess for the feedback {answer}")
            self._taken[-1].add(answer_id)
        self._path.append(n)
        self._taken.append(set())
        self._guesses.append(tuple(guess))
        self._answers.append(answer_id)
        self._ends.append(0)

    def _close(self, depth: int) -> None:
        for node in self._path[depth:]:
            self._ends[node] = len(self._guesses)
        del self._path[depth:], self._taken[depth:]

    def build(self, strategy: str = "", claimed_total: int | None = None) -> Tree:
        """Return the tree of the nodes added."""
        if not self._guesses:
            raise InvalidTreeError("a tree has at least one guess, got none")
        self._close(0)
        guesses = np.array(self._guesses, dtype=self.rules.color_type)
        answers = np.array(self._answers, dtype=np.int64)
        ends = np.array(self._ends, dtype=np.int64)
        wins = _wins(self.rules, guesses, answers, ends)
        return Tree(self.rules, guesses, answers, ends, wins, strategy, claimed_total)


def _wins(
    rules: Rules, guesses: Codes, answers: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell which guesses fit all the feedback on their path, level by level upwards."""
    n = len(guesses)
    parents = np.full(n, -1, dtype=np.int64)
    path: list[int] = []
    for node in range(n):
        while path and ends[path[-1]] <= node:
            path.pop()
        if path:
            parents[node] = path[-1]
        path.append(node)
    wins = np.ones(n, dtype=np.bool_)
    nodes = np.flatnonzero(parents >= 0)
    below = nodes  # the child of ``above`` on the path to each node
    while len(nodes):
        above = parents[below]
        given = _paired_ids(guesses[above], guesses[nodes], rules)
        wins[nodes[given != answers[below]]] = False
        going = wins[nodes] & (parents[above] >= 0)
        nodes, below = nodes[going], above[going]
    return wins


def _paired_ids(guesses: Codes, codes: Codes, rules: Rules) -> NDArray[np.int64]:
    """Feedback ids of each guess against the code in the same row, ``(n,)``."""
    black = (guesses == codes).sum(axis=1)
    if not rules.white_pegs:
        return np.asarray(black * (rules.pegs + 1), dtype=np.int64)
    common = np.zeros(len(guesses), dtype=np.int64)
    for p in range(rules.pegs):
        # The k-th peg of a color has a partner if the code has at least k pegs of it.
        color = guesses[:, p : p + 1]
        rank = (guesses[:, : p + 1] == color).sum(axis=1)
        common += (codes == color).sum(axis=1) >= rank
    return np.asarray(black * rules.pegs + common, dtype=np.int64)
