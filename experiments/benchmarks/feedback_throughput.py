"""Feedback of one guess against 64 K codes.

Run by ``python -m experiments.benchmarks.feedback_throughput``. The compiled kernel stands beside
numpy on the same codes, in this process. ``numpy`` takes an ``(n, pegs)`` array as it comes;
``numpy, peg-major`` the layout of the kernel, with the color counts of the codes given. Medians
over ``RUNS`` guesses, with the first and the last decile.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from evomind.codes import Codes, random_codes
from evomind.feedback import Columns, FeedbackIds, feedback_ids
from evomind.rules import Rules

BOARDS = ("p4c6r", "p5c8r", "p8c12r", "p4c10n")
N_CODES = 1 << 16
RUNS = 200


def plain_ids(guess: Codes, codes: Codes, rules: Rules) -> FeedbackIds:
    """Feedback ids by numpy, from codes as rows."""
    black = (codes == guess).sum(axis=1)
    common = np.zeros(len(codes), dtype=np.int64)
    for color, most in zip(*np.unique(guess, return_counts=True), strict=True):
        common += np.minimum((codes == color).sum(axis=1), most)
    ids: FeedbackIds = (black * rules.pegs + common).astype(rules.feedback_type)
    return ids


def plain_column_ids(guess: Codes, columns: Columns, rules: Rules) -> FeedbackIds:
    """Feedback ids by numpy, from codes as columns and their color counts."""
    ids = np.zeros(len(columns), dtype=rules.feedback_type)
    for column, color in zip(columns.columns, guess, strict=True):
        ids += (column == color).astype(rules.feedback_type)
    ids *= rules.pegs
    for color, most in zip(*np.unique(guess, return_counts=True), strict=True):
        ids += np.minimum(columns.counts[color], most).astype(rules.feedback_type)
    return ids


def nanoseconds(ids: Callable[..., Any], guesses: Codes, codes: Any, rules: Rules) -> list[float]:
    """Time each guess against all codes, in nanoseconds a code."""
    times = []
    for guess in guesses:
        start = time.perf_counter_ns()
        ids(guess, codes, rules)
        times.append((time.perf_counter_ns() - start) / N_CODES)
    return times


def main() -> None:
    """Time each side on each board and print a Markdown table."""
    print("| board | side | ns a code | deciles | times the kernel |")
    print("|---|---|--:|--:|--:|")
    for text in BOARDS:
        rules = Rules.parse(text)
        rng = np.random.default_rng(0)
        codes, guesses = random_codes(rules, N_CODES, rng), random_codes(rules, RUNS, rng)
        columns = Columns(codes, rules)
        sides: list[tuple[str, Callable[..., Any], Any]] = [
            ("kernel", feedback_ids, columns),
            ("numpy", plain_ids, codes),
            ("numpy, peg-major", plain_column_ids, columns),
        ]
        expected = feedback_ids(guesses[0], columns, rules)  # compiles
        kernel = 0.0
        for side, ids, laid_out in sides:
            if not np.array_equal(ids(guesses[0], laid_out, rules), expected):
                raise SystemExit(f"{side} and the kernel disagree at {text}")
            times = nanoseconds(ids, guesses, laid_out, rules)
            first, *_, last = statistics.quantiles(times, n=10)
            median = statistics.median(times)
            kernel = kernel or median
            print(
                f"| {text} | {side} | {median:.2f} | {first:.2f} - {last:.2f} | "
                f"{median / kernel:.1f} |"
            )


if __name__ == "__main__":
    main()
