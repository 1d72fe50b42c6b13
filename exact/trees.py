"""Whole strategy trees of the strategies that leave nothing to chance."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from evomind.codebreaker import Strategy
from evomind.errors import InvalidParameterError
from evomind.rules import Rules
from evomind.tree import Tree

__all__ = ["HasTree", "build_tree"]


@runtime_checkable
class HasTree(Protocol):
    """A strategy that can tell all its games on a board at once."""

    def build_tree(self, rules: Rules) -> Tree: ...


def build_tree(rules: Rules, strategy: Strategy) -> Tree:
    """Return the tree of all games of a strategy on a board.

    Raises
    ------
    InvalidParameterError
        If the strategy may play one position in several ways, or does not say that it will not.
    CapacityError
        For a board that is too large, before anything is allocated.

    Examples
    --------
    >>> from exact import KNUTH, build_tree
    >>> tree = build_tree(Rules(), KNUTH)
    >>> tree.root.guess, tree.root.total, tree.root.max
    ((0, 0, 1, 1), 5801, 5)
    """
    if not isinstance(strategy, HasTree):
        raise InvalidParameterError(f"{strategy.name} has no tree: its guesses are left to chance")
    return strategy.build_tree(rules)
