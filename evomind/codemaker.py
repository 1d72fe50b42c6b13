"""The codemaker's side: whoever answers a guess with feedback."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from evomind.codes import Code, check_code
from evomind.feedback import Feedback, feedback
from evomind.rules import Rules

__all__ = ["Codemaker", "FixedSecret"]


class Codemaker(Protocol):
    """Answers guesses: a fixed secret, a person, or an adversary."""

    def answer(self, guess: Code) -> Feedback: ...


@dataclass(frozen=True, slots=True)
class FixedSecret:
    """A codemaker who chose the secret before the game and is honest about it."""

    secret: Code
    rules: Rules

    def __post_init__(self) -> None:
        check_code(self.secret, self.rules)

    def answer(self, guess: Code) -> Feedback:
        """Feedback of ``guess`` against the secret."""
        return feedback(guess, self.secret, self.rules)
