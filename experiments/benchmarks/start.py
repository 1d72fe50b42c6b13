"""Seconds until the command line answers: ``python -m experiments.benchmarks.start``.

Whole processes, each command after a run that warmed the disk and compiled the kernels; the median
of ``RUNS`` with the fastest and the slowest.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 7
COMMANDS = (
    "--help",
    "compare --help",
    "solve p4c6r 3456 --strategy knuth",
    "solve p4c6r 3456 --strategy evolution",
    "advise p4c6r 1122 1b1w",
)


def seconds(command: str) -> float:
    """Run a command of evomind in a process of its own; return how long it took."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "evomind", *command.split()], capture_output=True, check=True
    )
    return time.perf_counter() - start


def main() -> None:
    """Time the commands and print a Markdown table."""
    print("| command | median s | fastest | slowest |")
    print("|---|--:|--:|--:|")
    for command in COMMANDS:
        seconds(command)
        runs = [seconds(command) for _ in range(RUNS)]
        print(
            f"| `evomind {command}` | {statistics.median(runs):.2f} | {min(runs):.2f} | "
            f"{max(runs):.2f} |"
        )


if __name__ == "__main__":
    main()
