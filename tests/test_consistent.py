"""Codes that fit, found by walking."""

import numpy as np
import pytest

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import as_code, random_codes
from evomind.errors import InvalidParameterError
from evomind.history import History
from evomind.rules import Rules
from exact.consistent import CONSISTENT, Consistent


@pytest.mark.parametrize(("n", "games", "most"), [(8, 100, 8.5), (16, 15, 22.5)])
def test_guesses_of_permutations(n, games, most):
    rules, rng = Rules(n, n, repetition=False, white_pegs=False), np.random.default_rng(n)
    lengths = []
    for _ in range(games):
        secret = as_code(random_codes(rules, 1, rng)[0])
        game = CONSISTENT.new_game(rules, rng)
        lengths.append(len(list(play(game, FixedSecret(secret, rules), rules))))
    assert np.mean(lengths) <= most


def test_plays_eligible_codes_only():
    rules, rng = Rules.parse("p10c10nb"), np.random.default_rng(1)
    secret = as_code(random_codes(rules, 1, rng)[0])
    history = History(rules)
    for turn in play(CONSISTENT.new_game(rules, rng), FixedSecret(secret, rules), rules):
        assert history.is_eligible(turn.guess.code)
        assert turn.guess.origin in ("random", "walk", "search")
        history = history.add(turn.guess.code, turn.feedback)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"temperature": 0.0}, "temperature must be above 0, got 0.0"),
        ({"walks": 0}, "walks must be at least 1, got 0"),
    ],
)
def test_parameters_out_of_range(parameters, message):
    with pytest.raises(InvalidParameterError, match=message):
        Consistent("consistent", **parameters)
