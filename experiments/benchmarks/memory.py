"""Peak memory of a worker: ``python -m experiments.benchmarks.memory [--games N]``.

Each row plays its games in a process of its own and tells the most memory that it held, imports and
compiled kernels included.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
from concurrent.futures import ProcessPoolExecutor

from evomind.rules import Rules
from evomind.strategies import load_strategy
from experiments.tournament import Tournament

ROWS = (("p8c12r", "evolution"), ("p8c12r", "berghman"), ("p6c9r", "entropy:pool=eligible"))
_UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes


def peak_mebibytes(rules: str, strategy: str, games: int) -> float:
    """Play a tournament in this process; return the most memory the process has held, in MiB."""
    Tournament(Rules.parse(rules), [load_strategy(strategy)], games).play()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT / 2**20


def main() -> None:
    """Measure the rows and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    print("| board | strategy | games | peak MiB |")
    print("|---|---|--:|--:|")
    for rules, strategy in ROWS:
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=spawn) as process:
            peak = process.submit(peak_mebibytes, rules, strategy, options.games).result()
        print(f"| {rules} | {strategy} | {options.games} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    main()
