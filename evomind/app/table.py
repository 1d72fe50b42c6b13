"""The table of a game that a person takes part in: its turns, what fits them, what to guess."""

from __future__ import annotations

from typing import Any

from evomind.app.eligible import Eligible, eligible_after
from evomind.codebreaker import Guess, Strategy
from evomind.codes import Code
from evomind.errors import EvomindError, InvalidFeedbackError
from evomind.feedback import Feedback
from evomind.history import History
from evomind.notation import Notation, parse_feedback
from evomind.rules import Rules
from experiments.seeding import stream

__all__ = ["Table"]


class Table:
    """A game in progress, with undo.

    Attributes
    ----------
    notation : Notation
        The one in which the person writes codes.
    """

    def __init__(self, rules: Rules, strategy: Strategy, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.notation = Notation.default(rules)
        self._strategy = strategy
        self._typed: list[str] = []  # every code that was typed, for its notation
        first = History(rules)
        self._positions = [(first, eligible_after(first, stream(seed, "count")))]
        self._advice: Guess | None = None
        self._game = strategy.new_game(rules, stream(seed, "play", strategy.name, 0))

    @property
    def history(self) -> History:
        """The turns so far."""
        return self._positions[-1][0]

    @property
    def eligible(self) -> Eligible:
        """The codes that fit the turns so far."""
        return self._positions[-1][1]

    @property
    def turn(self) -> int:
        """Number of the turn to come, from 1."""
        return len(self._positions)

    def rows(self) -> list[dict[str, Any]]:
        """Return the turns so far with the number of codes left after each."""
        return [
            {
                "guess": self.notation.format(history.turns[-1][0]),
                "black": history.turns[-1][1].black,
                "white": history.turns[-1][1].white,
                "eligible_after": eligible.size,
                "exact": eligible.exact,
            }
            for history, eligible in self._positions[1:]
        ]

    def read_guess(self, text: str) -> Code:
        """Read a code, in the notation of all that have been typed."""
        notation = Notation.detect([*self._typed, text], self.rules)
        code = notation.parse(text)
        self._typed.append(text)
        self.notation = notation
        return code

    def read_answer(self, text: str, asked: Code, reversed_colors: bool) -> tuple[Code, Feedback]:
        """Read the feedback of the guess that was asked, or another guess with its feedback."""
        try:
            return asked, parse_feedback(text, self.rules, reversed_colors=reversed_colors)
        except InvalidFeedbackError:
            guess, _, answer = text.partition(" ")
            if not answer:
                raise
            told = parse_feedback(answer, self.rules, reversed_colors=reversed_colors)
            return self.read_guess(guess), told

    def add(self, guess: Code, answer: Feedback) -> None:
        """Add a turn; raises, and adds nothing, where no code fits it."""
        longer = self.history.add(guess, answer)
        draws = stream(self.seed, "count", len(longer))
        self._positions.append((longer, eligible_after(longer, draws, self.eligible)))
        self._advice = None
        if answer.black < self.rules.pegs:
            try:
                self._game.tell(guess, answer)
            except EvomindError:
                self.undo()
                raise

    def undo(self) -> bool:
        """Take the last turn back; return whether there was one."""
        if len(self._positions) == 1:
            return False
        self._positions.pop()
        self._game = self._strategy.new_game(
            self.rules, stream(self.seed, "play", self._strategy.name, 0)
        )
        for guess, answer in self.history.turns:
            self._game.tell(guess, answer)
        self._advice = None
        return True

    def advice(self) -> Guess:
        """Return what the strategy would guess now."""
        if self._advice is None:
            self._advice = self._game.ask()
        return self._advice
