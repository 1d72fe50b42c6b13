"""Mean guesses of every strategy beside the published figures.

``python -m experiments.benchmarks.quality [--workers W] [--only TEXT] [--storage FILE]`` plays each
row of ``ROWS`` and prints a Markdown table: ours with its 95 % interval, the figure that was
published, the seconds a game. With a storage what was played is kept, and an interrupted run
goes on.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from evomind.rules import Rules
from evomind.strategies import load_strategy
from experiments.statistics import mean_estimate
from experiments.storage import Storage
from experiments.tournament import Tournament

_BERGHMAN = "Berghman et al. 2009"
_MERELO = "Merelo et al. 2012, raw results"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what is played, and what was published for it."""

    rules: str
    strategy: str
    games: int | None  # None: every secret once, for each seed
    published: str
    seeds: tuple[int, ...] = (0,)


ROWS = (
    Row("p4c6r", "random-eligible", None, "4.64 (Swaszek 1999: 4.638)", tuple(range(5))),
    Row("p4c6r", "berghman", None, f"4.39 ({_BERGHMAN})", (0, 1, 2)),
    Row("p4c6r", "evorank", None, "-"),
    Row("p4c6r", "evo", None, f"4.408 ({_MERELO})"),
    Row("p4c6r", "evo-entropy", None, "-"),
    Row("p4c6r", "entropy:pool=eligible", None, "4.465 (computed: 5786)"),
    Row("p4c6r", "knuth", None, "4.476 (Knuth 1977: 5801)"),
    Row("p4c6r", "evolution", None, "4.340, the optimum (Koyama and Lai 1993: 5625)"),
    Row("p4c8r", "evo", 500, f"5.130 ({_MERELO})"),
    Row("p4c8r", "entropy:pool=eligible", None, "-"),
    Row("p4c8r", "evolution", None, "4.998, the optimum (20471)"),
    Row("p5c8r", "berghman", 500, f"5.618 ({_BERGHMAN})"),
    Row("p5c8r", "evo-entropy", 500, f"5.554 ({_MERELO})"),
    Row("p5c8r", "entropy:pool=eligible", None, "5.544 (181,666)"),
    Row("p5c8r", "evolution", None, "5.471, the best known tree (179,274)"),
    Row("p6c9r", "berghman", 500, f"6.475 ({_BERGHMAN})"),
    Row("p6c9r", "evo-entropy", 500, f"6.373 ({_MERELO})"),
    Row("p6c9r", "entropy:pool=eligible", 2000, "6.337"),
    Row("p6c9r", "evolution", 2000, "6.373, best genetic algorithm"),
    Row("p7c10r", "evolution", 2000, f"7.307 (evo, {_MERELO})"),
    Row("p8c12r", "berghman", 500, f"8.366, 100 games ({_BERGHMAN})"),
    Row("p8c12r", "evo", 100, f"8.548 ({_MERELO})"),
    Row("p8c12r", "evolution", 2000, f"8.366 (berghman, {_BERGHMAN})"),
)


def play_row(row: Row, workers: int, storage: Storage | None) -> str:
    """Play one row and return it as a line of Markdown."""
    rules, strategy = Rules.parse(row.rules), load_strategy(row.strategy)
    games = []
    for seed in row.seeds:
        tournament = Tournament(rules, [strategy], row.games, seed=seed)
        (played,) = tournament.play(workers=workers, storage=storage).results.values()
        games += played
    turns = mean_estimate([game.turns for game in games if game.solved])
    unsolved = sum(not game.solved for game in games)
    evaluations = sum(game.evaluations for game in games) / len(games)
    seconds = sum(game.seconds for game in games) / len(games)
    return (
        f"| {row.rules} | {row.strategy} | {len(games):,} | {turns.mean:.4f} ± "
        f"{turns.half_width:.4f} | {max(game.turns for game in games)} | {unsolved} | "
        f"{row.published} | {evaluations:,.0f} | {seconds:.4f} |"
    )


def main() -> None:
    """Play the rows and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="", help="rows that contain this text, as 'p5c8r evo'")
    parser.add_argument("--storage", help="a file that keeps every game")
    options = parser.parse_args()
    print(
        "| board | strategy | games | mean guesses | worst | unsolved | published | evaluations "
        "a game | seconds a game |"
    )
    print("|---|---|--:|--:|--:|--:|---|--:|--:|")
    storage = Storage(options.storage) if options.storage else None
    for row in ROWS:
        if options.only in f"{row.rules} {row.strategy}":
            print(play_row(row, options.workers, storage), flush=True)
    if storage is not None:
        storage.close()


if __name__ == "__main__":
    main()
