"""Tournaments: strategies play the same secrets, and are compared game by game.

A game depends on the seed, its number and its strategy alone: neither the other strategies, nor
the number of processes, nor a break in between change it.
"""

from __future__ import annotations

import hashlib
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import evomind
from evomind.codebreaker import Strategy
from evomind.codes import Code
from evomind.errors import EvomindError, InvalidParameterError
from evomind.rules import Rules
from evomind.strategies import short_spec, spec
from experiments.games import GameResult, play_game, turn_limit
from experiments.seeding import secrets, stream
from experiments.statistics import Estimate, mean_estimate, paired_difference
from experiments.storage import Series, Storage

__all__ = ["Comparison", "Difference", "Progress", "Summary", "Tournament"]

_CHUNK_SECONDS = 0.5  # work that a process is given at a time
_CHUNK_GAMES = 200

Progress = Callable[[str, int, int], None]
"""Told the strategy that has just played, the games played so far, and how many there will be."""

_Task = tuple[int, list[tuple[int, Code]]]  # which strategy, and which games with their secrets


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of one strategy's games; turns are those of the solved ones.

    Attributes
    ----------
    turns : Estimate
        Mean number of guesses, with its interval.
    histogram : dict
        ``{turns: games}``.
    origins : dict
        How many guesses came from where, over all games.
    failures : list of GameResult
        The games that were not solved.
    """

    name: str
    games: int
    total: int
    turns: Estimate
    max: int
    histogram: dict[int, int]
    evaluations_per_game: float
    seconds_per_game: float
    origins: dict[str, int]
    failures: list[GameResult]


@dataclass(frozen=True, slots=True)
class Difference:
    """Guesses that ``a`` needs more than ``b``, over the games that both solved."""

    a: str
    b: str
    turns: Estimate


@dataclass(frozen=True, slots=True)
class Comparison:
    """The games of a tournament, by the strategies' names."""

    rules: Rules
    seed: int
    games: int
    results: dict[str, list[GameResult]]

    def summaries(self) -> list[Summary]:
        """Return a summary of each strategy, in the order of the tournament."""
        return [_summary(name, results) for name, results in self.results.items()]

    def differences(self) -> list[Difference]:
        """Return the paired difference of every two strategies."""
        solved = {
            name: {r.game: float(r.turns) for r in results if r.solved}
            for name, results in self.results.items()
        }
        return [
            Difference(a, b, paired_difference(solved[a], solved[b]))
            for a, b in combinations(solved, 2)
        ]


class Tournament:
    """A fair comparison that is about to be played.

    Parameters
    ----------
    games : int or None
        How many; None for every secret of the board, once.
    max_turns : int, optional
        Guesses after which a game counts as unsolved; by default ``turn_limit(rules)``.

    Raises
    ------
    InvalidParameterError
        For no games, no strategies, or the same strategy twice.
    CapacityError, InvalidRulesError
        Where a strategy cannot play the board.
    """

    def __init__(
        self,
        rules: Rules,
        strategies: Sequence[Strategy],
        games: int | None = 100,
        *,
        seed: int = 0,
        max_turns: int | None = None,
    ) -> None:
        if not strategies:
            raise InvalidParameterError("a tournament needs at least one strategy")
        if max_turns is not None and max_turns < 1:
            raise InvalidParameterError(f"max_turns must be at least 1, got {max_turns}")
        self.rules = rules
        self.seed = seed
        self.max_turns = turn_limit(rules) if max_turns is None else max_turns
        self.strategies = list(strategies)
        self.names = [short_spec(strategy) for strategy in strategies]
        twice = [name for name, n in Counter(self.names).items() if n > 1]
        if twice:
            raise InvalidParameterError(f"{twice[0]} is named twice")
        self.secrets = secrets(rules, games, seed)
        self.series = [
            Series(
                rules,
                spec(strategy),
                "all" if games is None else "random",
                seed,
                self.max_turns,
                evomind.__version__,
            )
            for strategy in strategies
        ]
        for strategy in strategies:
            _check(strategy, rules, seed)

    @property
    def key(self) -> str:
        """A name for exactly what is played."""
        content = repr((self.series, len(self.secrets)))
        return hashlib.sha256(content.encode()).hexdigest()[:20]

    def play(
        self, *, workers: int = 1, storage: Storage | None = None, progress: Progress | None = None
    ) -> Comparison:
        """Play all games that ``storage`` does not hold yet, and return all of them.

        Every game that is finished goes to the storage at once; an interrupt leaves it there.

        Parameters
        ----------
        workers : int
            Number of processes.
        """
        if workers < 1:
            raise InvalidParameterError(f"workers must be at least 1, got {workers}")
        results: list[dict[int, GameResult]] = [{} for _ in self.strategies]
        if storage is not None:
            for found, series in zip(results, self.series, strict=True):
                stored = storage.games(series)
                found.update({r.game: r for r in stored if r.game < len(self.secrets)})
        done = sum(map(len, results))
        total = len(self.strategies) * len(self.secrets)
        missing = [
            [(g, secret) for g, secret in enumerate(self.secrets) if g not in found]
            for found in results
        ]
        if progress is not None:
            progress("", done, total)
        for index, played in self._games(missing, workers):
            results[index].update({result.game: result for result in played})
            if storage is not None:
                storage.add(self.series[index], played)
            done += len(played)
            if progress is not None:
                progress(self.names[index], done, total)
        return Comparison(
            self.rules,
            self.seed,
            len(self.secrets),
            {
                name: [found[game] for game in sorted(found)]
                for name, found in zip(self.names, results, strict=True)
            },
        )

    def _games(
        self, missing: list[list[tuple[int, Code]]], workers: int
    ) -> Iterator[tuple[int, list[GameResult]]]:
        """Yield games of one strategy as they are finished."""
        if workers == 1:
            for index, games in enumerate(missing):
                for game in games:
                    yield self._task((index, [game]))
            return
        # The first game of each strategy is played here: what has to be compiled is compiled once,
        # and the processes find it in the cache.
        for index, games in enumerate(missing):
            if games:
                yield self._task((index, [games.pop(0)]))
        yield from self._parallel(missing, workers)

    def _parallel(
        self, missing: list[list[tuple[int, Code]]], workers: int
    ) -> Iterator[tuple[int, list[GameResult]]]:
        import joblib
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        pace = [1.0] * len(missing)  # seconds a game
        parallel = joblib.Parallel(
            workers, return_as="generator_unordered", pre_dispatch=2 * workers, batch_size=1
        )
        play = joblib.delayed(_play_task)
        finished = parallel(
            play(self.strategies[task[0]], self.rules, self.seed, self.max_turns, task)
            for task in _tasks(missing, pace, workers)
        )
        try:
            for index, played in finished:
                pace[index] = max(sum(result.seconds for result in played) / len(played), 1e-4)
                yield index, played
        except TerminatedWorkerError:
            raise EvomindError(
                "a worker process has died, perhaps for want of memory; try fewer --workers"
            ) from None
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of chunks that nobody waits for any more
                finished.close()

    def _task(self, task: _Task) -> tuple[int, list[GameResult]]:
        return _play_task(self.strategies[task[0]], self.rules, self.seed, self.max_turns, task)


def _tasks(
    missing: list[list[tuple[int, Code]]], pace: list[float], workers: int
) -> Iterator[_Task]:
    """Yield the games left in chunks of about half a second, smaller towards the end."""
    for index, games in enumerate(missing):
        start = 0
        while start < len(games):
            fair = (len(games) - start) // (2 * workers)
            size = max(1, min(int(_CHUNK_SECONDS / pace[index]), fair, _CHUNK_GAMES))
            yield index, games[start : start + size]
            start += size


def _play_task(
    strategy: Strategy, rules: Rules, seed: int, max_turns: int, task: _Task
) -> tuple[int, list[GameResult]]:
    index, games = task
    return index, [play_game(strategy, rules, g, secret, seed, max_turns) for g, secret in games]


def _check(strategy: Strategy, rules: Rules, seed: int) -> None:
    """Start a game, so that a strategy which does not play the board says so before it counts."""
    try:
        strategy.new_game(rules, stream(seed, "check", strategy.name))
    except EvomindError:
        raise
    except Exception:
        return  # a fault of the strategy: it loses its games, the others are played


def _summary(name: str, results: list[GameResult]) -> Summary:
    turns = [result.turns for result in results if result.solved]
    origins: Counter[str] = Counter()
    for result in results:
        origins.update(result.origins)
    n = len(results)
    return Summary(
        name=name,
        games=n,
        total=sum(turns),
        turns=mean_estimate(turns),
        max=max(turns, default=0),
        histogram=dict(sorted(Counter(turns).items())),
        evaluations_per_game=sum(result.evaluations for result in results) / n,
        seconds_per_game=sum(result.seconds for result in results) / n,
        origins=dict(origins.most_common()),
        failures=[result for result in results if not result.solved],
    )
