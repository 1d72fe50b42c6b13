"""Halving live cells: every small board, and the queries that it saves."""

from itertools import permutations

import numpy as np
import pytest
from test_el_ouali import board, bound, queries

from evomind.errors import InconsistentHistoryError, InvalidRulesError
from evomind.feedback import Feedback
from evomind.rules import Rules
from exact.el_ouali import EL_OUALI
from exact.live_diagonals import EL_OUALI_LIVE

# All codes of a board: total and maximum of the queries, the last guess counted.
ALL = {
    (1, 1): (1, 1),
    (2, 2): (3, 2),
    (3, 3): (18, 5),
    (4, 4): (130, 6),
    (5, 5): (1084, 11),
    (6, 6): (8325, 15),
    (1, 3): (6, 3),
    (2, 4): (44, 5),
    (3, 5): (374, 8),
    (4, 6): (3036, 10),
}


@pytest.mark.parametrize(("n", "k"), ALL)
def test_every_code_of_small_boards(n, k):
    script = EL_OUALI_LIVE.script
    lengths = [queries(script(board(n, k)), y) for y in permutations(range(k), n)]
    assert (sum(lengths), max(lengths)) == ALL[n, k]
    assert max(lengths) <= bound(n, k) or n < 3


@pytest.mark.parametrize(("n", "games"), [(16, 60), (32, 20), (64, 6)])
def test_needs_two_thirds_of_the_queries(n, games):
    rng = np.random.default_rng(n)
    live = printed = 0
    for _ in range(games):
        secret = rng.permutation(n).tolist()
        live += queries(EL_OUALI_LIVE.script(board(n)), secret)
        printed += queries(EL_OUALI.script(board(n)), secret)
    assert live <= 0.6 * printed


def answer_anything(game, rng):
    for _ in range(60):
        game.tell(game.ask().code, Feedback(int(rng.integers(3))))


def test_lies_are_noticed():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        game = EL_OUALI_LIVE.new_game(board(6), rng)
        with pytest.raises(InconsistentHistoryError):
            answer_anything(game, rng)


def test_other_boards_are_refused():
    with pytest.raises(InvalidRulesError, match="el-ouali-live plays boards without repetition"):
        EL_OUALI_LIVE.new_game(Rules.parse("p4c6rb"), np.random.default_rng(0))
