"""Two words for the player, one for the strategy: ``Codebreaker``, ``Strategy``, and ``play``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from evomind.codemaker import Codemaker
from evomind.codes import Code
from evomind.feedback import Feedback
from evomind.rules import Rules

__all__ = ["About", "Codebreaker", "Guess", "Strategy", "Turn", "play"]


class Guess(NamedTuple):
    """A guess, and what finding it took.

    ``evaluations`` counts the codes that were compared with the whole history or weighed as a
    guess; ``origin`` names where the code came from in a word or two, for instance ``eligible
    set`` or, when a search came up empty, the fallback that found it.
    """

    code: Code
    evaluations: int = 0
    origin: str = ""


class Turn(NamedTuple):
    """One turn of a game as it was played; ``seconds`` is the codebreaker's thinking time."""

    guess: Guess
    feedback: Feedback
    seconds: float


class Codebreaker(Protocol):
    """One game's worth of guessing. Ask for a guess, tell what came of one.

    ``ask`` twice without ``tell`` gives the same guess. ``tell`` takes any guess of the board,
    asked for or not; ``ask`` or ``tell`` raises ``InconsistentHistoryError`` where no code fits.
    """

    def ask(self) -> Guess: ...
    def tell(self, guess: Code, feedback: Feedback) -> None: ...


@dataclass(frozen=True, slots=True)
class About:
    """Where a strategy comes from, and where it plays."""

    source: str
    year: int
    kind: str  # "exact", "evolution" or "baseline"
    boards: str = "all"


@runtime_checkable
class Strategy(Protocol):
    """How to play: frozen, picklable; starts a fresh codebreaker per game."""

    @property
    def name(self) -> str: ...
    def new_game(self, rules: Rules, rng: np.random.Generator) -> Codebreaker: ...


def play(
    codebreaker: Codebreaker, codemaker: Codemaker, rules: Rules, max_turns: int | None = None
) -> Iterator[Turn]:
    """Play one game, turn by turn, until the code is broken or ``max_turns`` are spent."""
    turn = 0
    while max_turns is None or turn < max_turns:
        start = time.perf_counter()
        guess = codebreaker.ask()
        seconds = time.perf_counter() - start
        feedback = codemaker.answer(guess.code)
        yield Turn(guess, feedback, seconds)
        if feedback.black == rules.pegs:
            return
        codebreaker.tell(guess.code, feedback)
        turn += 1
