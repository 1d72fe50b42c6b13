"""The contract that every strategy signs.

A test class inherits it and names what it signs for, as the command line would::

    class TestKnuth(StrategyContract):
        signs = "knuth"
"""

from __future__ import annotations

import dataclasses
import pickle
from collections import Counter

import numpy as np
import pytest

from evomind.codebreaker import Strategy, play
from evomind.codemaker import FixedSecret
from evomind.codes import Code, all_codes, as_code, check_code, distinct_random_codes, random_codes
from evomind.errors import EvomindError, InconsistentHistoryError, InvalidCodeError
from evomind.feedback import Feedback, feedback, feedback_ids
from evomind.rules import Rules
from evomind.strategies import load_strategy


def game(strategy: Strategy, rules: Rules, secret: Code, seed: int) -> list[Code]:
    """Return the guesses of one game; module level, so that a spawned process can play it."""
    codebreaker = strategy.new_game(rules, np.random.default_rng(seed))
    turns = play(codebreaker, FixedSecret(secret, rules), rules, max_turns=limit(rules))
    return [turn.guess.code for turn in turns]


def limit(rules: Rules) -> int:
    """Return a number of turns that only a strategy without progress needs."""
    return min(rules.n_codes, 10 * rules.pegs + rules.colors)


class StrategyContract:
    """What holds for every strategy on every board it plays."""

    signs = ""  # a registered name, with parameters if wanted
    boards = ("p2c3r", "p4c6r", "p4c7n", "p3c5rb")
    n_secrets = 6

    @pytest.fixture
    def strategy(self) -> Strategy:
        return load_strategy(self.signs)

    @pytest.fixture
    def rules(self, board: str) -> Rules:
        return Rules.parse(board)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "board" in metafunc.fixturenames:
            metafunc.parametrize("board", self.boards)

    def secrets(self, rules: Rules) -> list[Code]:
        drawn = distinct_random_codes(rules, self.n_secrets, np.random.default_rng(1))
        return [as_code(row) for row in drawn]

    def test_finds_every_secret_by_legal_guesses(self, strategy, rules):
        for seed, secret in enumerate(self.secrets(rules)):
            guesses = game(strategy, rules, secret, seed)
            for guess in guesses:
                check_code(guess, rules)
                assert all(type(color) is int for color in guess)
            assert guesses[-1] == secret
            assert secret not in guesses[:-1]

    def test_counts_the_length_of_every_game(self, strategy):
        rules = Rules.parse(self.boards[0])
        lengths = Counter(
            len(game(strategy, rules, as_code(row), seed))
            for seed, row in enumerate(all_codes(rules))
        )
        assert lengths.total() == rules.n_codes
        assert min(lengths) >= 1
        assert max(lengths) <= limit(rules)

    def test_same_stream_same_game(self, strategy, rules, spawned):
        secret = self.secrets(rules)[-1]
        games = [game(strategy, rules, secret, seed) for seed in (3, 4)]
        assert [game(strategy, rules, secret, seed) for seed in (4, 3)] == games[::-1]
        there = [spawned.submit(game, strategy, rules, secret, seed) for seed in (3, 4)]
        assert [future.result() for future in there] == games

    def test_asked_twice_gives_the_same_guess(self, strategy, rules):
        secret = self.secrets(rules)[0]
        codebreaker = strategy.new_game(rules, np.random.default_rng(2))
        for _ in range(3):
            guess = codebreaker.ask()
            assert codebreaker.ask() == guess
            assert guess.evaluations >= 0
            if guess.code == secret:
                break
            codebreaker.tell(guess.code, feedback(guess.code, secret, rules))

    def test_accepts_guesses_it_did_not_ask_for(self, strategy, rules):
        rng = np.random.default_rng(5)
        for secret in self.secrets(rules)[:3]:
            codebreaker = strategy.new_game(rules, rng)
            for row in random_codes(rules, 2, rng):
                codebreaker.tell(as_code(row), feedback(as_code(row), secret, rules))
            turns = list(play(codebreaker, FixedSecret(secret, rules), rules, limit(rules)))
            assert turns[-1].guess.code == secret

    def test_knows_the_secret_once_told(self, strategy, rules):
        secret = self.secrets(rules)[0]
        codebreaker = strategy.new_game(rules, np.random.default_rng(0))
        codebreaker.tell(secret, Feedback(rules.pegs, 0))
        assert codebreaker.ask().code == secret

    def test_contradiction_raises(self, strategy, rules):
        codebreaker = strategy.new_game(rules, np.random.default_rng(0))
        guess = codebreaker.ask().code
        ids = np.unique(feedback_ids(guess, all_codes(rules), rules))
        codebreaker.tell(guess, Feedback.of_id(ids[0], rules.pegs))
        with pytest.raises(InconsistentHistoryError):
            tell_and_ask(codebreaker, guess, Feedback.of_id(ids[-2], rules.pegs))

    def test_impossible_turns_raise(self, strategy, rules):
        guess = strategy.new_game(rules, np.random.default_rng(0)).ask().code
        for answer in (Feedback(rules.pegs - 1, 1), Feedback(0, rules.pegs + 1), Feedback(-1, 0)):
            codebreaker = strategy.new_game(rules, np.random.default_rng(0))
            with pytest.raises(EvomindError):
                tell_and_ask(codebreaker, guess, answer)
        codebreaker = strategy.new_game(rules, np.random.default_rng(0))
        for code in (guess[:-1], (rules.colors, *guess[1:])):
            with pytest.raises(InvalidCodeError):
                codebreaker.tell(code, Feedback(0, 0))

    def test_is_a_frozen_value(self, strategy):
        copy = pickle.loads(pickle.dumps(strategy))
        assert copy == strategy
        assert hash(copy) == hash(strategy)
        assert dataclasses.replace(strategy) == strategy
        assert dataclasses.replace(strategy, name="another") != strategy
        with pytest.raises(AttributeError):
            strategy.name = "another"


def tell_and_ask(codebreaker, guess: Code, answer: Feedback) -> None:
    codebreaker.tell(guess, answer)
    codebreaker.ask()
