"""Guesses of the black-peg algorithms: ``python -m experiments.benchmarks.blackpeg [N...]``.

Boards of n pegs and n colors, without and with repetition; random secrets, the same for all
strategies; the last guess counted. Seconds are those of the codebreaker.
"""

from __future__ import annotations

import sys
import time
from math import ceil, log2

import numpy as np

from evomind.codes import as_code, random_codes
from evomind.feedback import Feedback
from evomind.rules import Rules
from evomind.strategies import registered
from experiments.seeding import stream
from experiments.statistics import mean_estimate

SIZES = (8, 16, 32, 64, 128, 256)
GUESSES = 40_000  # about as many are made by each strategy on each board
STRATEGIES = {
    False: ("ko-teng", "el-ouali", "el-ouali-inferred", "el-ouali-live"),
    True: ("goodrich", "jaeger-peczarski"),
}


def bound(name: str, n: int) -> float:
    """Return the bound published for a strategy, in guesses."""
    log = ceil(log2(n))
    bounds = {
        "goodrich": n * log + 3 * n - 1,
        "jaeger-peczarski": n * log + n,
        "ko-teng": 2 * n * log2(n) + 7 * n,
    }
    return bounds.get(name, (n - 3) * log + 5 * n / 2 - 1)


def game(name: str, rules: Rules, number: int) -> tuple[int, float]:
    """Play one game; return its guesses and the codebreaker's seconds."""
    secret = random_codes(rules, 1, stream(0, "secret", number))[0]
    found = as_code(secret)
    codebreaker = registered(name).new_game(rules, stream(0, "play", name, number))
    seconds = 0.0
    for turn in range(1, 1_000_000):
        start = time.perf_counter()
        code = codebreaker.ask().code
        seconds += time.perf_counter() - start
        if code == found:
            return turn, seconds
        black = int(np.count_nonzero(np.array(code) == secret))
        start = time.perf_counter()
        codebreaker.tell(code, Feedback(black))
        seconds += time.perf_counter() - start
    raise AssertionError(f"{name} does not find {found} of {rules}")


def main() -> None:
    """Play the games and print a Markdown table."""
    print("| board | strategy | games | mean | ± | longest | bound | / n log2 n | s a game |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for n in [int(text) for text in sys.argv[1:]] or SIZES:
        for repetition, names in STRATEGIES.items():
            rules = Rules(n, n, repetition, white_pegs=False)
            n_games = max(1, min(1000, ceil(GUESSES / (n * log2(n)))))
            for name in names:
                games = [game(name, rules, number) for number in range(n_games)]
                guesses = [guesses for guesses, _ in games]
                mean = mean_estimate(guesses)
                print(
                    f"| {rules} | {name} | {n_games} | {mean.mean:.2f} | {mean.half_width:.2f} | "
                    f"{max(guesses)} | {bound(name, n):g} | {mean.mean / (n * log2(n)):.3f} | "
                    f"{sum(seconds for _, seconds in games) / n_games:.4f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
