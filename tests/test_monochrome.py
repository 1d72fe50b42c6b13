"""Black pegs with repetition: every small board against the bounds, large ones on average."""

from itertools import product
from math import ceil, log2

import numpy as np
import pytest

from evomind.errors import InconsistentHistoryError, InvalidRulesError
from evomind.feedback import Feedback
from evomind.rules import Rules
from exact.monochrome import GOODRICH, JAEGER_PECZARSKI


def board(n, k):
    return Rules(n, k, white_pegs=False)


def goodrich_bound(n, k):
    return n * ceil(log2(k)) + ceil((2 - 1 / k) * n) + k


def jaeger_peczarski_bound(n, k):
    return n * ceil(log2(n)) + k + (1 - n if k > n else 0)


def queries(strategy, secret, k):
    script = strategy.script(board(len(secret), k))
    count, guess = 1, next(script)
    while guess.code != tuple(secret):
        guess = script.send(sum(map(int.__eq__, guess.code, secret)))
        count += 1
    return count


# Maxima over all secrets.
WORST = {(2, 2): 3, (3, 3): 6, (4, 4): 9, (5, 5): 13, (6, 4): 13, (4, 6): 11, (3, 8): 11}


@pytest.mark.parametrize(("n", "k"), WORST)
def test_goodrich_stays_below_its_bound(n, k):
    worst = max(queries(GOODRICH, y, k) for y in product(range(k), repeat=n))
    assert worst == WORST[n, k]
    assert worst <= goodrich_bound(n, k)


BOARDS = [(1, 1), (1, 4), (2, 2), (2, 5), (3, 2), (3, 3), (3, 5), (4, 3), (4, 6), (5, 5), (6, 3)]


@pytest.mark.parametrize(("n", "k"), BOARDS)
def test_jaeger_peczarski_stay_below_their_bound(n, k):
    worst = max(queries(JAEGER_PECZARSKI, y, k) for y in product(range(k), repeat=n))
    assert worst <= jaeger_peczarski_bound(n, k)


@pytest.mark.parametrize("strategy", [GOODRICH, JAEGER_PECZARSKI], ids=lambda s: s.name)
@pytest.mark.parametrize(("n", "games", "most"), [(64, 30, 345), (1000, 1, 9200)])
def test_large_boards_on_average(strategy, n, games, most):
    rng = np.random.default_rng(n)
    mean = np.mean([queries(strategy, rng.integers(n, size=n).tolist(), n) for _ in range(games)])
    assert mean <= most


@pytest.mark.parametrize("strategy", [GOODRICH, JAEGER_PECZARSKI], ids=lambda s: s.name)
def test_lies_are_noticed(strategy):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        with pytest.raises(InconsistentHistoryError):
            answer_anything(strategy.new_game(board(6, 4), rng), rng)


def answer_anything(game, rng):
    for _ in range(60):
        game.tell(game.ask().code, Feedback(int(rng.integers(3))))


@pytest.mark.parametrize("rules", ["p4c6r", "p4c6nb"])
def test_other_boards_are_refused(rules):
    with pytest.raises(InvalidRulesError, match=r"goodrich plays boards with repetition .*p4c6rb"):
        GOODRICH.new_game(Rules.parse(rules), np.random.default_rng(0))
