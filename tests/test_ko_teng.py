"""Halving with two guesses a step: every small permutation, and the bound."""

from itertools import permutations
from math import log2

import numpy as np
import pytest
from test_el_ouali import board, queries

from evomind.errors import InvalidRulesError
from exact.el_ouali import EL_OUALI
from exact.ko_teng import KO_TENG


def bound(n):
    return 2 * n * log2(n) + 7 * n


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7])
def test_every_permutation_stays_below_the_bound(n):
    lengths = [queries(KO_TENG.script(board(n)), y) for y in permutations(range(n))]
    assert max(lengths) <= bound(n)


@pytest.mark.parametrize("n", [9, 16, 33, 64])
def test_needs_more_than_el_ouali_and_less_than_the_bound(n):
    rng = np.random.default_rng(n)
    secrets = [rng.permutation(n).tolist() for _ in range(10)]
    lengths = [queries(KO_TENG.script(board(n)), y) for y in secrets]
    assert max(lengths) <= bound(n)
    assert sum(lengths) > sum(queries(EL_OUALI.script(board(n)), y) for y in secrets)


def test_more_colors_are_refused():
    message = r"ko-teng plays boards of as many colors as pegs \(p8c8nb\), got p4c6nb"
    with pytest.raises(InvalidRulesError, match=message):
        KO_TENG.new_game(board(4, 6), np.random.default_rng(0))
