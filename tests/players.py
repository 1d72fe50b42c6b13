"""Strategies from elsewhere, good and bad, as plug-ins would bring them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from evomind.codebreaker import About, Guess
from evomind.codes import Code, all_codes, as_code
from evomind.errors import InvalidParameterError
from evomind.feedback import Feedback
from evomind.history import History
from evomind.rules import Rules


@dataclass(frozen=True, slots=True)
class Player:
    """Plays an eligible code drawn uniformly; ``fault`` is what it does wrong in turn ``turn``."""

    name: str = "player"
    fault: str = ""
    turn: int = 2
    weight: float = 1.0
    shy: bool = False
    maxgen: int | None = None
    about: About = field(default=About("the tests", 2024, "baseline"), compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.turn < 1:
            raise InvalidParameterError(f"turn must be at least 1, got {self.turn}")

    def new_game(self, rules: Rules, rng: np.random.Generator) -> PlayerGame:
        return PlayerGame(self, rules, rng)


class PlayerGame:
    def __init__(self, player: Player, rules: Rules, rng: np.random.Generator) -> None:
        self._player = player
        self._rng = rng
        self._codes = all_codes(rules)
        self._history = History(rules)

    def ask(self) -> Guess:
        if len(self._history) + 1 >= self._player.turn:
            match self._player.fault:
                case "raises":
                    raise ZeroDivisionError("too clever\nby half")
                case "cheats":
                    return Guess((0,), 1)
                case "is slow":
                    time.sleep(0.01)
                case "stands still":
                    return Guess(as_code(all_codes(self._history.rules)[0]), 1, "fallback")
        left = self._codes[self._history.eligible(self._codes)]
        return Guess(as_code(self._rng.choice(left)), len(left), "eligible")

    def tell(self, guess: Code, feedback: Feedback) -> None:
        self._history = self._history.add(guess, feedback)


class NotADataclass:
    """The least that a strategy can be."""

    name = "least"

    def new_game(self, rules: Rules, rng: np.random.Generator) -> PlayerGame:
        return PlayerGame(Player(), rules, rng)


PLAYER = Player()
RAISES = Player("raises", "raises")
CHEATS = Player("cheats", "cheats")
STANDS_STILL = Player("stands-still", "stands still")
SLOW = Player("slow", "is slow")
LEAST = NotADataclass()
NOT_A_STRATEGY = 3
