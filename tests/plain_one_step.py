"""Plain twin of the one-step trees: every guess weighed against every set, no equivalence."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from plain import codes

from evomind.codes import Code
from evomind.feedback import Feedback, feedback
from evomind.rules import Rules
from exact import OneStep

Node = tuple[int, Feedback | None, Code]  # turn, feedback that leads here, guess

# Entropies compare as whole numbers do: the sum of n log n is the logarithm of the product of n^n.
SCORES: dict[str, Callable[[Sequence[int]], object]] = {
    "largest-part": max,
    "expected-size": lambda sizes: sum(n * n for n in sizes),
    "entropy": lambda sizes: math.prod(n**n for n in sizes),
    "most-parts": lambda sizes: -len(sizes),
}


def tree(rules: Rules, strategy: OneStep) -> Iterator[Node]:
    """Yield the nodes of the strategy's tree in preorder."""
    board = list(codes(rules))
    if strategy.tie == "last":
        board.reverse()
    yield from _grow(board, board, 1, None, rules, strategy)


def _grow(
    board: list[Code],
    left: list[Code],
    turn: int,
    answer: Feedback | None,
    rules: Rules,
    strategy: OneStep,
) -> Iterator[Node]:
    guess = left[0] if len(left) <= 2 else min(board, key=lambda c: _key(c, left, rules, strategy))
    yield turn, answer, guess
    parts = _parts(guess, left, rules)
    for told in sorted(parts):
        if told.black < rules.pegs:
            yield from _grow(board, parts[told], turn + 1, told, rules, strategy)


def _parts(guess: Code, left: list[Code], rules: Rules) -> dict[Feedback, list[Code]]:
    parts = defaultdict(list)
    for code in left:
        parts[feedback(guess, code, rules)].append(code)
    return parts


def _key(code: Code, left: list[Code], rules: Rules, strategy: OneStep) -> tuple[object, ...]:
    """Order guesses; ``min`` keeps the first of equal ones."""
    parts = _parts(code, left, rules)
    sizes = [len(part) for part in parts.values()]
    score = SCORES[strategy.score](sizes)
    wins = Feedback(rules.pegs, 0) in parts
    if strategy.correction and strategy.score == "largest-part":
        score = sorted(sizes, reverse=True)
    elif strategy.correction and strategy.score == "entropy" and not wins:
        score = 4 * math.prod(n**n for n in sizes)  # two bits more
    banned = strategy.pool == "eligible" and not wins
    return banned, score, strategy.prefer_eligible and not wins
