"""Strategy trees: a whole strategy for one board, which answers questions about itself.

A tree is kept flat, its nodes in preorder; a ``Node`` is the view of one of them. Totals, means and
histograms are read from the tree, no game is played for them; ``faults`` does play every code.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evomind.codebreaker import About, Guess
from evomind.codes import Code, Codes, all_codes, as_code, as_text, check_code
from evomind.errors import (
    InconsistentHistoryError,
    InvalidCodeError,
    InvalidRulesError,
)
from evomind.feedback import Feedback, feedback_ids
from evomind.history import History
from evomind.rules import Rules
from evomind.sampling import eligible_codes

__all__ = ["Node", "Tree", "TreeGame", "TreeStrategy", "faults"]


class Tree:
    """A strategy for every code of a board: what to guess, and what to guess after each feedback.

    The feedback of a win leads nowhere, so a leaf is the last guess of one game.

    Attributes
    ----------
    rules : Rules
    strategy : str
        Name of the strategy that built it.
    claimed_total : int or None
        Turns over all codes, as a file says; ``faults`` compares it with what is played.
    guesses : (n, pegs) array of ``rules.color_type``
        Nodes in preorder: a node, then the trees of its feedbacks one after the other.
    answers : (n,) int64
        Feedback id that leads to each node from its parent; 0 at the root.
    ends : (n,) int64
        Index of the node after the last descendant.
    wins : (n,) bool
        Whether the guess fits all feedback on its path: it then is the secret of one game.
    turns : (n,) int64
        The turn in which the guess is made, 1 at the root.
    """

    __slots__ = (
        "answers",
        "claimed_total",
        "ends",
        "guesses",
        "rules",
        "strategy",
        "turns",
        "wins",
    )

    def __init__(
        self,
        rules: Rules,
        guesses: Codes,
        answers: NDArray[np.int64],
        ends: NDArray[np.int64],
        wins: NDArray[np.bool_],
        strategy: str = "",
        claimed_total: int | None = None,
    ) -> None:
        self.rules = rules
        self.strategy = strategy
        self.claimed_total = claimed_total
        self.guesses = guesses
        self.answers = answers
        self.ends = ends
        self.wins = wins
        # A node opens its turn and closes it where its subtree ends.
        steps = np.ones(len(guesses) + 1, dtype=np.int64)
        np.subtract.at(steps, ends, 1)
        self.turns: NDArray[np.int64] = np.cumsum(steps)[:-1]
        for array in (guesses, answers, ends, wins, self.turns):
            array.flags.writeable = False

    @property
    def root(self) -> Node:
        """The node of the first guess, which answers for the whole tree."""
        return Node(self, 0)

    def __len__(self) -> int:
        return len(self.guesses)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (
            self.rules == other.rules
            and np.array_equal(self.guesses, other.guesses)
            and np.array_equal(self.answers, other.answers)
            and np.array_equal(self.ends, other.ends)
        )

    def __hash__(self) -> int:
        return hash((self.rules, self.guesses.tobytes(), self.ends.tobytes()))

    def __repr__(self) -> str:
        return f"<Tree of {self.strategy or 'guesses'} for {self.rules}: {len(self)} nodes>"


@dataclass(frozen=True, slots=True)
class Node:
    """One guess of a tree, with everything that follows it."""

    tree: Tree
    index: int

    @property
    def guess(self) -> Code:
        """The guess to make here."""
        return as_code(self.tree.guesses[self.index])

    @property
    def wins(self) -> bool:
        """Whether the guess can be the secret."""
        return bool(self.tree.wins[self.index])

    @property
    def children(self) -> dict[Feedback, Node]:
        """The next node for each feedback but the one that wins, in the order of the tree."""
        tree, children = self.tree, {}
        index, end = self.index + 1, tree.ends[self.index]
        while index < end:
            answer = Feedback.of_id(tree.answers[index], tree.rules.pegs)
            children[answer] = Node(tree, int(index))
            index = tree.ends[index]
        return children

    def turns(self) -> Counter[int]:
        """Number of codes found at each turn from here on, ``{turn: codes}``."""
        tree, here = self.tree, slice(self.index, self.tree.ends[self.index])
        turns = tree.turns[here][tree.wins[here]] - tree.turns[self.index] + 1
        found = np.bincount(turns)
        return Counter({int(turn): int(found[turn]) for turn in np.flatnonzero(found)})

    @property
    def codes(self) -> int:
        """Number of codes that are found from here on."""
        return self.turns().total()

    @property
    def total(self) -> int:
        """Turns from here on, summed over the codes."""
        return sum(turn * codes for turn, codes in self.turns().items())

    @property
    def mean(self) -> float:
        """Mean number of turns from here on; not a number where no code is found."""
        turns = self.turns()
        return self.total / turns.total() if turns else math.nan

    @property
    def max(self) -> int:
        """Largest number of turns from here on."""
        return max(self.turns(), default=0)


def faults(tree: Tree) -> list[str]:
    """Play every code of the board through the tree; return what is wrong, a line each.

    Named are guesses off the board, feedbacks without a guess and the codes never found for it,
    and a claimed total that is not what the games add up to.
    """
    rules = tree.rules
    found: list[str] = []
    lost = total = 0
    waiting = [(tree.root, all_codes(rules), "at the start")]
    while waiting:
        node, codes, where = waiting.pop()
        guess = node.guess
        total += len(codes)
        try:
            check_code(guess, rules)
        except InvalidCodeError as error:
            found.append(f"guess off the board {where}: {error}")
            lost += len(codes)
            continue
        children = node.children
        ids = feedback_ids(guess, codes, rules)
        for feedback_id in np.unique(ids):
            answer = Feedback.of_id(feedback_id, rules.pegs)
            part = codes[ids == feedback_id]
            here = f"after {as_text(guess)}: {answer}" + ("" if not node.index else f", {where}")
            if answer in children:
                waiting.append((children[answer], part, here))
            elif answer.black < rules.pegs:
                found.append(f"missing feedback {here}; {as_text(part[0])} is never found")
                lost += len(part)
    if lost:
        found.append(f"{lost} of {rules.n_codes} codes are never found")
    elif tree.claimed_total is not None and tree.claimed_total != total:
        found.append(f"the games take {total} turns in all, the tree claims {tree.claimed_total}")
    return found


@dataclass(frozen=True, slots=True)
class TreeStrategy:
    """Plays as a tree says; after a guess it did not ask for, the first eligible code."""

    name: str
    tree: Tree = field(repr=False)
    about: About = field(
        default=About("a strategy tree", 0, "exact", "the board of the tree"),
        compare=False,
        repr=False,
    )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> TreeGame:
        """Start a game on the board of the tree; nothing is drawn from ``rng``."""
        return TreeGame(self.build_tree(rules))

    def build_tree(self, rules: Rules) -> Tree:
        """Return the tree, which plays one board only."""
        if rules != self.tree.rules:
            raise InvalidRulesError(f"the tree {self.name} is for {self.tree.rules}, got {rules}")
        return self.tree


class TreeGame:
    """One game by a tree."""

    def __init__(self, tree: Tree) -> None:
        self._node: Node | None = tree.root
        self._history = History(tree.rules)

    def ask(self) -> Guess:
        """Return the tree's guess; the first eligible code where the tree has none."""
        if self._node is not None:
            return Guess(self._node.guess, 0, "tree")
        eligible = eligible_codes(self._history, limit=1)
        if not len(eligible.codes):
            raise InconsistentHistoryError(f"no code of {self._history.rules} fits the feedback")
        return Guess(as_code(eligible.codes[0]), eligible.evaluations, "first eligible: off tree")

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Go on to what follows the feedback."""
        self._history = self._history.add(guess, feedback)
        if self._node is not None:
            asked = as_code(guess) == self._node.guess
            self._node = self._node.children.get(Feedback(*feedback)) if asked else None
