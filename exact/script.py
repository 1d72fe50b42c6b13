"""Algorithms of the literature that know each next guess: written as a script, played as a game.

A script is a generator: it yields a guess and receives the black pegs. A guess that it did not ask
for is not in the script; from there on, an eligible code is drawn for every guess.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

import numpy as np

from evomind.codebreaker import Codebreaker, Guess
from evomind.codes import Code, as_code, check_code
from evomind.errors import InconsistentHistoryError, InvalidRulesError
from evomind.feedback import Feedback, check_feedback
from evomind.history import History
from evomind.rules import Rules
from exact.eligible import RANDOM_ELIGIBLE

__all__ = ["Script", "ScriptedGame", "contradiction", "require_black_pegs"]

Script: TypeAlias = Generator[Guess, int, None]

_KEPT_PEGS = 5_000_000  # pegs of past guesses that a game remembers, about 40 MB


class ScriptedGame:
    """One game that follows a script.

    A guess that was not asked for ends the script: what was told so far goes to a player that
    draws eligible codes, and the origin of its guesses says so. On boards whose games are too long
    to be remembered the script goes on instead, and such a guess is not made use of.
    """

    def __init__(self, rules: Rules, script: Script, rng: np.random.Generator) -> None:
        self._rules = rules
        self._script = script
        self._rng = rng
        self._turns: list[tuple[Code, Feedback]] | None = []
        self._guess: Guess | None = None
        self._secret: Code | None = None
        self._substitute: Codebreaker | None = None

    def ask(self) -> Guess:
        """Return the next guess of the script, or the substitute's."""
        if self._secret is not None:
            return Guess(self._secret, 0, "told")
        if self._substitute is not None:
            code, evaluations, origin = self._substitute.ask()
            return Guess(code, evaluations, f"not in the script: {origin}")
        if self._guess is None:
            self._guess = next(self._script)
        return self._guess

    def tell(self, guess: Code, feedback: Feedback) -> None:
        """Go on in the script, or leave it with a guess that it did not ask for."""
        if self._substitute is not None:
            self._substitute.tell(guess, feedback)
            return
        asked = self.ask().code
        code = asked if guess is asked else as_code(guess)
        in_script = (code is asked or code == asked) and self._secret is None
        if not in_script:
            check_code(code, self._rules)
        check_feedback(code, feedback, self._rules)
        self._remember(code, feedback)
        if not in_script:
            self._leave_script()
        elif feedback.black < self._rules.pegs:
            self._follow(feedback.black)
        if feedback.black == self._rules.pegs and self._substitute is None:
            self._secret = code

    def _follow(self, black: int) -> None:
        try:
            self._guess = self._script.send(black)
        except StopIteration:
            raise contradiction(self._rules) from None

    def _remember(self, code: Code, feedback: Feedback) -> None:
        if self._turns is not None:
            self._turns.append((code, feedback))
            if len(self._turns) * self._rules.pegs > _KEPT_PEGS:
                self._turns = None

    def _leave_script(self) -> None:
        if self._turns is None:
            return
        history = History(self._rules, self._turns)
        self._substitute = RANDOM_ELIGIBLE.new_game(self._rules, self._rng)
        for code, feedback in history.turns:
            self._substitute.tell(code, feedback)


def contradiction(rules: Rules) -> InconsistentHistoryError:
    """Return the error of a script that found no code to fit what it was told."""
    return InconsistentHistoryError(f"no code of {rules} fits the feedback of all turns")


def require_black_pegs(rules: Rules, name: str, *, repetition: bool) -> None:
    """Raise ``InvalidRulesError`` unless the board is of the game that an algorithm was made for.

    Parameters
    ----------
    repetition : bool
        Whether the algorithm guesses codes with repetition, or those without.
    """
    if rules.white_pegs or rules.repetition != repetition:
        kind = "with repetition (p4c6rb)" if repetition else "without repetition (p8c8nb, p4c6nb)"
        raise InvalidRulesError(f"{name} plays boards {kind} for black pegs only, got {rules}")
