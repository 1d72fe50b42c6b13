"""Games of a tournament: one strategy, one secret, one random stream, and what came of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from evomind.codebreaker import Strategy, play
from evomind.codemaker import FixedSecret
from evomind.codes import Code, as_code, check_code
from evomind.rules import Rules
from experiments.seeding import stream

__all__ = ["GameResult", "play_game", "turn_limit"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """What came of one game.

    Attributes
    ----------
    game : int
        Number of the game, from 0: with the seed it tells the secret and the random stream.
    turns : int
        Guesses made, the winning one counted.
    solved : bool
        Whether the secret was found within the limit of turns, without an error.
    evaluations : int
        Codes compared with the history or weighed as a guess, over the whole game.
    seconds : float
        The codebreaker's thinking time.
    origins : dict
        How many guesses came from where, ``{origin: guesses}``; fallbacks are named here.
    error : str
        Why the game was not solved.
    """

    game: int
    secret: Code
    turns: int
    solved: bool
    evaluations: int
    seconds: float
    origins: dict[str, int] = field(default_factory=dict, hash=False)
    error: str = ""


def turn_limit(rules: Rules) -> int:
    """Return a number of turns that only a strategy which makes no progress exceeds."""
    limit = 10 * (rules.pegs + 1) + rules.colors
    if rules.white_pegs:
        return limit
    return limit + 2 * rules.pegs * rules.pegs.bit_length()  # Ko and Teng (1986): 2n log2 n + 7n


def play_game(
    strategy: Strategy, rules: Rules, game: int, secret: Code, seed: int, max_turns: int
) -> GameResult:
    """Play one game to its end; whatever the strategy raises ends it, unsolved."""
    turns = evaluations = 0
    seconds = 0.0
    origins: Counter[str] = Counter()
    solved, error = False, ""
    try:
        codebreaker = strategy.new_game(rules, stream(seed, "play", strategy.name, game))
        for turn in play(codebreaker, FixedSecret(secret, rules), rules, max_turns):
            turns += 1
            evaluations += int(turn.guess.evaluations)
            seconds += turn.seconds
            origins[turn.guess.origin] += 1
            check_code(turn.guess.code, rules)
            solved = as_code(turn.guess.code) == secret
        if not solved:
            error = f"not found in {turns} turns"
    except Exception as failure:  # a strategy from anywhere: its fault must not end the others'
        message = str(failure).splitlines()
        error = f"{type(failure).__name__}: {message[0] if message else ''}"
        solved = False
    return GameResult(game, secret, turns, solved, evaluations, seconds, dict(origins), error)
