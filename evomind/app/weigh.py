"""What guesses would tell about a set of codes, in the units that people read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evomind.app.eligible import Eligible
from evomind.codes import Code, Codes, all_codes, as_code
from evomind.feedback import Columns, Feedback
from evomind.partition import Counts, part_sizes
from evomind.rules import Rules
from evomind.scores import entropy, expected_size, largest_part, most_parts
from evomind.values import COST_UNIT, expected_turns, value_for

__all__ = ["MEASURES", "Measure", "best_guesses", "measured", "parts"]

_WORK = 200_000_000  # feedbacks that a search for the best guess may take: about a second
_SECOND_LOOK = 30  # of the best guesses on a sample, weighed once more on the whole set
_BLOCK = 2048  # guesses weighed at a time


@dataclass(frozen=True, slots=True)
class Measure:
    """One way to say how good a guess is."""

    name: str
    unit: str
    says: str
    more_is_better: bool = False


MEASURES = (
    Measure("expected_guesses", "guesses", "mean number of guesses still needed, estimated"),
    Measure("expected_size", "codes", "mean number of codes left"),
    Measure("largest_part", "codes", "codes left in the worst case"),
    Measure("entropy", "bits", "information that its feedback brings", more_is_better=True),
    Measure("most_parts", "parts", "different feedbacks that can come", more_is_better=True),
)
"""The measures of a guess; the first, by a value function fitted to games, decides what is best."""


def parts(guess: Code, eligible: Eligible, rules: Rules) -> dict[Feedback, int]:
    """Return how many eligible codes would answer a guess with what, most codes first.

    Sizes are estimates where the eligible codes are not complete.
    """
    row = np.array([guess], dtype=rules.color_type)
    counts = part_sizes(row, eligible.codes, rules)[0]
    scale = eligible.size / len(eligible.codes)
    ids = sorted(np.flatnonzero(counts), key=lambda i: (-counts[i], i))
    return {Feedback.of_id(int(i), rules.pegs): round(int(counts[i]) * scale) for i in ids}


def measured(guesses: Codes, eligible: Eligible, rules: Rules) -> dict[str, NDArray[np.float64]]:
    """Return every measure of every guess, ``{measure: (guesses,)}``."""
    return _measures(guesses, eligible.codes, eligible.size, rules)


def best_guesses(eligible: Eligible, rules: Rules) -> tuple[dict[str, tuple[Code, float]], str]:
    """Return the best guess by each measure, ``{measure: (guess, value)}``, and who was weighed.

    All codes of the board are weighed where there are few enough, else eligible ones; first on a
    sample of the eligible codes, and the best of them on all of them.
    """
    n = len(eligible.codes)
    sample = eligible.codes[:: max(1, math.ceil(n / 4000))]
    if rules.n_codes * len(sample) <= _WORK:
        pool, name = all_codes(rules), "all codes"
    else:
        most = max(1, _WORK // len(sample))
        pool, name = eligible.codes[:: max(1, math.ceil(n / most))], "eligible codes"
    rough = _measures(pool, sample, eligible.size, rules)
    best: dict[str, tuple[Code, float]] = {}
    for measure in MEASURES:
        order = np.argsort(_costs(rough[measure.name], measure), kind="stable")
        finalists = pool[order[:_SECOND_LOOK]]
        values = _measures(finalists, eligible.codes, eligible.size, rules)[measure.name]
        i = int(np.argmin(_costs(values, measure)))
        best[measure.name] = as_code(finalists[i]), float(values[i])
    return best, name


def _costs(values: NDArray[np.float64], measure: Measure) -> NDArray[np.float64]:
    return -values if measure.more_is_better else values


def _measures(
    guesses: Codes, codes: Codes, size: int, rules: Rules
) -> dict[str, NDArray[np.float64]]:
    blocks = [
        _measures_of_parts(counts, size, rules) for counts in _part_sizes(guesses, codes, rules)
    ]
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def _part_sizes(guesses: Codes, codes: Codes, rules: Rules) -> Iterator[Counts]:
    columns = Columns(codes, rules)
    for start in range(0, len(guesses), _BLOCK):
        yield part_sizes(guesses[start : start + _BLOCK], columns, rules)


def _measures_of_parts(counts: Counts, size: int, rules: Rules) -> dict[str, NDArray[np.float64]]:
    n = int(counts[0].sum())
    scale = size / n
    turns = expected_turns(counts, value_for(rules), rules.win_id, scale)
    return {
        "expected_guesses": 1.0 + turns / (n * COST_UNIT),
        "expected_size": expected_size(counts) * scale,
        "largest_part": largest_part(counts) * scale,
        "entropy": np.maximum(math.log2(n) - entropy(counts), 0.0),
        "most_parts": -most_parts(counts),
    }
