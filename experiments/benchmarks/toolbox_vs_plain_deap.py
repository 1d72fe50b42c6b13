"""The matrix toolbox against plain DEAP.

Run by ``python -m experiments.benchmarks.toolbox_vs_plain_deap``. Both sides play Berghman's
algorithm with its published settings on the same secrets, in turn, in this process, both with their
Logbook. Seconds a game are medians over the games, with the fastest and the slowest; compilation is
not timed. The ratio is that of the medians.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass

import numpy as np

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import Code, as_code, random_codes
from evomind.rules import Rules
from evomind.solvers.berghman import BERGHMAN
from evomind.solvers.genetic import GeneticCodebreaker
from experiments.benchmarks.plain_deap import PlainDeapGame

BOARDS = {"p5c8r": (100, 60), "p6c9r": (100, 80), "p8c12r": (200, 100)}  # maxgen, maxsize
POPULATION = 150


@dataclass(frozen=True, slots=True)
class Run:
    """One game: seconds that it took, generations that evolved in it, turns until it was won."""

    seconds: float
    generations: int
    turns: int


def run(game: GeneticCodebreaker | PlainDeapGame, secret: Code, rules: Rules) -> Run:
    """Play one game."""
    start = time.perf_counter()
    turns = sum(1 for _ in play(game, FixedSecret(secret, rules), rules))
    return Run(time.perf_counter() - start, len(game.logbook), turns)


def compare(text: str, n_games: int, seed: int) -> tuple[list[Run], list[Run]]:
    """Play ``n_games`` secrets of a board with either side: (plain, matrix)."""
    rules = Rules.parse(text)
    maxgen, maxsize = BOARDS[text]
    rng = np.random.default_rng(seed)
    secrets = [as_code(row) for row in random_codes(rules, n_games + 1, rng)]
    random.seed(seed)  # the stock operators of the plain side draw from it
    run(BERGHMAN.new_game(rules, rng), secrets.pop(), rules)  # compiles
    plain, matrix = [], []
    for secret in secrets:
        plain.append(run(PlainDeapGame(rules, rng, POPULATION, maxgen, maxsize), secret, rules))
        matrix.append(run(BERGHMAN.new_game(rules, rng), secret, rules))
    return plain, matrix


def row(text: str, side: str, runs: list[Run], ratio: str) -> str:
    """Return a line of the table."""
    seconds = [game.seconds for game in runs]
    rate = sum(game.generations for game in runs) / sum(seconds)
    turns = statistics.mean(game.turns for game in runs)
    return (
        f"| {text} | {side} | {len(runs)} | {turns:.2f} | {statistics.median(seconds):.4f} | "
        f"{min(seconds):.4f} - {max(seconds):.4f} | {rate:,.0f} | {ratio} |"
    )


def main() -> None:
    """Play both sides and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=7, help="games a board and side")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--boards", nargs="*", default=list(BOARDS), choices=list(BOARDS))
    options = parser.parse_args()
    print("| board | side | games | mean turns | s a game | range | generations a s | times |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for text in options.boards:
        plain, matrix = compare(text, options.games, options.seed)
        medians = [statistics.median(game.seconds for game in runs) for runs in (plain, matrix)]
        print(row(text, "plain DEAP", plain, ""))
        print(row(text, "matrix toolbox", matrix, f"{medians[0] / medians[1]:.0f}"), flush=True)


if __name__ == "__main__":
    main()
