"""Codemakers without a secret, against every answer that a plain search finds."""

import numpy as np
import pytest
from plain import codes as plain_codes

from evomind.codebreaker import play
from evomind.codes import as_code, random_codes
from evomind.errors import CapacityError, InvalidRulesError
from evomind.feedback import feedback
from evomind.rules import Rules
from evomind.strategies import registered
from exact.adversaries import LargestClass, ZeroAdversary


def left_after(codes, guess, answer, rules):
    return [code for code in codes if feedback(guess, code, rules) == answer]


@pytest.mark.parametrize("board", ["p3c3nb", "p5c5nb", "p4c6nb", "p6c6nb"])
def test_zero_adversary_answers_least(board):
    rules, rng = Rules.parse(board), np.random.default_rng(2)
    for seed in range(4):
        codemaker = ZeroAdversary(rules, np.random.default_rng(seed))
        left = plain_codes(rules)
        while len(left := list(left)) > 1:
            guess = as_code(random_codes(rules, 1, rng)[0])
            answer = codemaker.answer(guess)
            assert answer.black == min(feedback(guess, code, rules).black for code in left)
            left = left_after(left, guess, answer, rules)
            assert left
        assert codemaker.answer(left[0]).black == rules.pegs


@pytest.mark.parametrize("name", ["el-ouali", "el-ouali-inferred", "el-ouali-live", "consistent"])
@pytest.mark.parametrize("board", ["p5c5nb", "p8c8nb", "p4c9nb"])
def test_every_strategy_needs_as_many_guesses_as_colors(name, board):
    rules, rng = Rules.parse(board), np.random.default_rng(0)
    codemaker = ZeroAdversary(rules, rng)
    turns = list(play(registered(name).new_game(rules, rng), codemaker, rules, 100))
    assert turns[-1].feedback.black == rules.pegs
    assert len(turns) >= codemaker.lower_bound == rules.colors
    for m, turn in enumerate(turns[: rules.colors - 1], 1):  # Lemma 2
        assert turn.feedback.black <= m


@pytest.mark.parametrize("board", ["p3c4r", "p4c4nb", "p3c5n", "p3c3rb"])
def test_largest_class_keeps_the_most_codes(board):
    rules, rng = Rules.parse(board), np.random.default_rng(3)
    codemaker = LargestClass(rules, rng)
    left = list(plain_codes(rules))
    while len(left) > 1:
        guess = as_code(random_codes(rules, 1, rng)[0])
        answer = codemaker.answer(guess)
        others = {feedback(guess, code, rules) for code in left if code != guess}
        assert answer in others
        largest = max(len(left_after(left, guess, other, rules)) for other in others)
        left = left_after(left, guess, answer, rules)
        assert len(left) == largest


def test_boards_that_are_not_covered():
    rng = np.random.default_rng(0)
    with pytest.raises(InvalidRulesError, match="zero-adversary plays boards without repetition"):
        ZeroAdversary(Rules(), rng)
    with pytest.raises(CapacityError, match=r"p12c12nb has 4.79e\+08, the limit is 1,000,000"):
        LargestClass(Rules.parse("p12c12nb"), rng)
