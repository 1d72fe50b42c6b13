"""Optimal play, proven: least totals, the turns that always suffice, and trees that have both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from evomind.errors import CapacityError, InvalidParameterError
from evomind.rules import Rules
from evomind.tree import Tree
from exact._bounds import IMPOSSIBLE
from exact.one_step import ENTROPY, EXPECTED_SIZE, KNUTH, MOST_PARTS
from exact.search import Budget, Progress, Search

__all__ = ["OBJECTIVES", "Optimum", "optimal_tree", "prove_optimum"]

OBJECTIVES = ("expected", "worst")
"""What is least: the total, or first the turns of the longest game and then the total."""

_SIMPLE = (KNUTH, EXPECTED_SIZE, ENTROPY, MOST_PARTS)  # a tree to begin with
_MOST_CODES = 20_000  # of a board on which they are tried first


@dataclass(frozen=True, slots=True)
class Optimum:
    """What a search has found.

    Attributes
    ----------
    tree : Tree or None
        The best strategy known; None if there is none, or none was found in time.
    lower_bound : int or None
        No strategy within ``max_turns`` has a smaller total; None if there is no strategy.
    max_turns : int or None
        The limit on turns that the bound is for. For the worst case it is the least limit that has
        not been disproven.
    proven : bool
        Whether the tree is optimal, or it is certain that there is none.
    nodes : int
        Guesses tried.
    seconds : float
    """

    tree: Tree | None
    lower_bound: int | None
    max_turns: int | None
    proven: bool
    nodes: int
    seconds: float
    interrupted: bool = False  # from the keyboard


def optimal_tree(
    rules: Rules, max_turns: int | None = None, pool: str = "all", budget: Budget | None = None
) -> Tree:
    """Return a strategy with the least total over all codes of the board.

    Parameters
    ----------
    max_turns : int, optional
        The most turns that a game may take.
    pool : {"all", "eligible"}
        The guesses allowed: any code, or only those that can be the secret.

    Raises
    ------
    InvalidParameterError
        If no strategy keeps to ``max_turns``.
    CapacityError
        For a board that needs more memory, before it is allocated, or more time than allowed.

    Examples
    --------
    >>> from exact import optimal_tree
    >>> root = optimal_tree(Rules(3, 4)).root
    >>> root.total, root.max
    (206, 4)
    """
    found = prove_optimum(rules, max_turns=max_turns, pool=pool, budget=budget)
    if not found.proven:
        raise CapacityError(
            f"optimal play on {rules} was not proven within the budget: {found.nodes} guesses "
            f"tried in {found.seconds:.0f} s, lower bound {found.lower_bound}"
        )
    if found.tree is None:
        raise InvalidParameterError(f"no strategy finds every code of {rules} in {max_turns} turns")
    return found.tree


def prove_optimum(
    rules: Rules,
    objective: str = "expected",
    max_turns: int | None = None,
    pool: str = "all",
    budget: Budget | None = None,
    report: Callable[[Progress], None] | None = None,
) -> Optimum:
    """Search for the best strategy, and prove that there is no better one.

    When the budget ends, or the search is interrupted from the keyboard, the best tree so far comes
    back with the lower bound that is proven by then. ``report`` is called several times a second.

    Raises
    ------
    InvalidParameterError
        For an objective, a pool or a limit on turns that does not exist.
    CapacityError
        For a board whose feedback table would not fit the budget, before it is allocated.
    """
    if objective not in OBJECTIVES:
        raise InvalidParameterError(
            f"objective must be one of {', '.join(OBJECTIVES)}, got {objective!r}"
        )
    search = Search(rules, max_turns, pool, budget, report)
    trees = _simple_trees(rules, pool, max_turns)
    if objective == "worst":
        return _least_turns(search, trees, max_turns)
    return _least_total(search, trees, max_turns)


def _least_total(search: Search, trees: list[Tree], max_turns: int | None) -> Optimum:
    """Search for the least total within ``max_turns``; the best of ``trees`` is a start."""
    tree = min(trees, key=lambda tree: tree.root.total, default=None)
    value: int | None = None
    interrupted = False
    try:
        value = search.run(IMPOSSIBLE - 1 if tree is None else tree.root.total)
        if value is not None and value < IMPOSSIBLE:
            tree = search.tree()
    except KeyboardInterrupt:
        interrupted = True
    if value is None:
        lower = search.lower_bound
        found = search.best_first
        if found is not None and (tree is None or found[0] < tree.root.total):
            tree = search.tree(first=found[1])
        lower = lower if tree is None else min(lower, tree.root.total)
    elif value >= IMPOSSIBLE:
        return Optimum(None, None, max_turns, True, search.nodes, search.seconds)
    else:
        lower = value
    proven = tree is not None and tree.root.total == lower
    return Optimum(
        tree, lower, max_turns, proven, search.nodes, search.seconds, interrupted and not proven
    )


def _least_turns(search: Search, trees: list[Tree], max_turns: int | None) -> Optimum:
    """Raise the limit on turns until it suffices, then search for the least total within it."""
    rules, most = search.rules, search.max_turns
    turns = 1
    while turns <= most:
        kept = [tree for tree in trees if tree.root.max <= turns]
        suffices = bool(kept)
        search.restart(turns, first_only=not suffices)
        if not suffices:
            value, interrupted = None, False
            try:
                value = search.run()
            except KeyboardInterrupt:
                interrupted = True
            if value is None:
                tree = min(trees, key=lambda tree: tree.root.max, default=None)
                found = Optimum(tree, rules.n_codes, turns, False, search.nodes, search.seconds)
                return replace(found, interrupted=interrupted)
            suffices = value < IMPOSSIBLE
            if suffices:
                kept = [search.tree()]
                search.restart(turns)
        if suffices:
            return _least_total(search, kept, turns)
        turns += 1
    return Optimum(None, None, max_turns, True, search.nodes, search.seconds)


def _simple_trees(rules: Rules, pool: str, max_turns: int | None) -> list[Tree]:
    """Return the trees of one-step play that keep to the turns."""
    if rules.n_codes > _MOST_CODES:
        return []
    trees = [replace(s, pool=pool, correction=True).build_tree(rules) for s in _SIMPLE]
    return [tree for tree in trees if max_turns is None or tree.root.max <= max_turns]
