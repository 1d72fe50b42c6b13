"""Plain twins of the core's kernels: slow, short, and obviously right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evomind.codes import Code
from evomind.feedback import Feedback, feedback
from evomind.history import History
from evomind.rules import Rules


def codes(rules: Rules, prefix: Code = ()) -> Iterator[Code]:
    """Yield every code of the board in lexicographic order."""
    if len(prefix) == rules.pegs:
        yield prefix
        return
    for color in range(rules.colors):
        if rules.repetition or color not in prefix:
            yield from codes(rules, (*prefix, color))


def fits(code: Sequence[int], history: History) -> bool:
    """Tell whether a code gives every turn's feedback."""
    return all(_agrees(feedback(g, code, history.rules), answer) for g, answer in history.turns)


def _agrees(given: Feedback, told: Feedback) -> bool:
    return given.black == told.black and (told.white < 0 or given.white == told.white)


def mismatch(code: Sequence[int], history: History, black_weight: float = 1.0) -> float:
    """Sum the pegs by which a code misses the feedback of the turns."""
    total = 0.0
    for guess, told in history.turns:
        given = feedback(guess, code, history.rules)
        total += black_weight * abs(given.black - told.black)
        if told.white >= 0:
            total += abs(given.white - told.white)
    return total
