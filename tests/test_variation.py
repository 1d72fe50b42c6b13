"""The kernels of evolution mean the same as plain Python, word for word of their random stream."""

import numpy as np
import plain_variation as plain
import pytest

from evomind import _variation
from evomind.codes import random_codes
from evomind.rules import Rules

BOARDS = ["p1c1r", "p1c5n", "p2c3r", "p3c3n", "p4c6r", "p5c9n", "p8c12r", "p6c300r", "p7c300n"]
RATES = [0.0, 0.3, 1.0]


def population(rules, n, seed):
    codes = random_codes(rules, n, np.random.default_rng(seed))
    return codes, codes.tolist()


def stream(seed):
    return np.array([seed], dtype=np.uint64), plain.Words(seed)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("two_points", [0.0, 0.5, 1.0])
def test_crossover_at_points(text, rate, two_points):
    rules = Rules.parse(text)
    first, one = population(rules, 20, 1)
    second, other = population(rules, 20, 2)
    state, words = stream(3)
    _variation.cross_points_into(first, second, rate, two_points, rules.repetition, state)
    plain.cross_points(one, other, rate, two_points, rules.repetition, words)
    assert (first.tolist(), second.tolist(), int(state[0])) == (one, other, words.state)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("share", RATES)
def test_uniform_crossover(text, rate, share):
    rules = Rules.parse(text)
    first, one = population(rules, 20, 1)
    second, other = population(rules, 20, 2)
    state, words = stream(4)
    _variation.cross_uniform_into(first, second, rate, share, rules.repetition, state)
    plain.cross_uniform(one, other, rate, share, rules.repetition, words)
    assert (first.tolist(), second.tolist(), int(state[0])) == (one, other, words.state)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("rate", RATES)
def test_mutations(text, rate):
    rules = Rules.parse(text)
    codes, rows = population(rules, 30, 5)
    state, words = stream(6)
    _variation.recolor_into(codes, rules.colors, rate, rules.repetition, state)
    plain.recolor(rows, rules.colors, rate, rules.repetition, words)
    assert codes.tolist() == rows
    _variation.swap_into(codes, rate, state)
    plain.swap(rows, rate, words)
    assert codes.tolist() == rows
    _variation.reverse_into(codes, rate, state)
    plain.reverse(rows, rate, words)
    assert (codes.tolist(), int(state[0])) == (rows, words.state)


@pytest.mark.parametrize("fitness", [[1.0], [0.0, 0.0], [0.0, 3.0, 0.0, 1.0], [5.0, 2.5, 0.25]])
def test_selections(fitness):
    state, words = stream(7)
    chosen = np.empty(100, dtype=np.int64)
    _variation.roulette_into(np.array(fitness), state, chosen)
    assert chosen.tolist() == plain.roulette(fitness, 100, words)
    for size in (1, 2, 5):
        _variation.tournament_into(np.array(fitness), size, state, chosen)
        assert chosen.tolist() == plain.tournament(fitness, 100, size, words)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("kept", [0, 3, 100])
def test_renewal(text, kept):
    rules = Rules.parse(text)
    n = min(40, rules.n_codes)
    codes, rows = population(rules, n, 8)
    if rules.colors < 256:
        codes[0, 0] = rows[0][0] = rules.colors  # no color of the board
    state, words = stream(9)
    drawn = _variation.renew_into(codes, kept, rules.colors, rules.repetition, state)
    assert drawn == plain.renew(rows, kept, rules.colors, rules.repetition, words)
    assert (codes.tolist(), int(state[0])) == (rows, words.state)
    assert len(np.unique(codes, axis=0)) == n


def test_collection():
    rules = Rules(3, 3)
    eligible = np.empty((60, 3), dtype=np.uint8)
    expected: list[list[int]] = []
    table = np.full(128, -1, dtype=np.int64)
    rng = np.random.default_rng(10)
    size = 0
    for _ in range(5):
        codes = random_codes(rules, 15, rng)
        mismatches = rng.integers(2, size=15).astype(np.float64)
        places = np.empty(15, dtype=np.int64)
        numbers = np.empty(2)
        size = _variation.collect_into(codes, mismatches, table, eligible, size, places, numbers)
        assert places.tolist() == plain.collect(codes.tolist(), mismatches.tolist(), expected)
        assert eligible[:size].tolist() == expected
        assert numbers.tolist() == [mismatches.min(), mismatches.mean()]


def test_a_set_tells_thousands_of_codes_apart():
    rules = Rules(8, 12)
    codes = np.unique(random_codes(rules, 5000, np.random.default_rng(11)), axis=0)
    table = np.full(1 << 14, -1, dtype=np.int64)
    rows = range(0, len(codes), 500)
    for row, code in enumerate(codes):
        assert _variation.find_or_add(table, codes, row, code) == row
    assert [_variation.find_or_add(table, codes, len(codes), codes[row]) for row in rows] == [*rows]
