"""The value function: its shape, its costs, its fit."""

import numpy as np
import pytest

from evomind.codes import all_codes
from evomind.partition import part_sizes
from evomind.rules import Rules
from evomind.values import COST_UNIT, Value, expected_turns, fit_value, value_for

SIMPLE = Value((1.0, 2.0, 4.0), (1.0, 1.5, 2.0))


def test_value_is_linear_in_the_logarithm_and_goes_on_beyond_the_last_size():
    assert SIMPLE(np.array([0.0, 1.0, 2.0, 4.0, 8.0])).tolist() == [1.0, 1.0, 1.5, 2.0, 2.5]
    assert SIMPLE(np.array([2.0**1.5]))[0] == pytest.approx(1.75)


def test_costs_are_size_times_value_of_the_scaled_size():
    assert (SIMPLE.costs(2) / COST_UNIT).tolist() == [0.0, 1.0, 3.0]
    assert (SIMPLE.costs(2, scale=2.0) / COST_UNIT).tolist() == [0.0, 1.5, 4.0]


def test_expected_turns_leaves_the_winning_part_out_and_ignores_the_order_of_parts():
    rules = Rules()
    codes = all_codes(rules)
    counts = part_sizes(codes[:50], codes, rules)
    value = value_for(rules)
    expected = [
        sum(int(value.costs(n)[n]) for i, n in enumerate(row) if i != rules.win_id)
        for row in counts.tolist()
    ]
    found = expected_turns(counts, value, rules.win_id)
    assert found.tolist() == expected
    order = np.random.default_rng(0).permutation(rules.n_feedback_ids)
    win = int(np.flatnonzero(order == rules.win_id)[0])
    assert np.array_equal(expected_turns(counts[:, order], value, win), found)


def test_a_guess_from_the_sample_may_win_as_one_code_of_the_whole_set():
    counts = np.array([[3, 1]])  # the second part wins
    whole = expected_turns(counts, SIMPLE, win_id=1)
    assert whole[0] == SIMPLE.costs(3)[3]
    sampled = expected_turns(counts, SIMPLE, win_id=1, scale=4.0)
    costs = SIMPLE.costs(3, scale=4.0)
    assert sampled[0] == costs[3] + costs[1] * 3 // 4


def test_fit_recovers_a_value_function_from_noise():
    rng = np.random.default_rng(1)
    true = Value((1.0, 2.0, 64.0, 4096.0), (1.0, 1.5, 3.0, 4.8))
    sizes = np.exp2(rng.uniform(0, 12, 20_000))
    turns = true(sizes) + rng.normal(0, 0.7, len(sizes))
    fitted = fit_value(sizes.tolist(), turns.tolist())
    at = np.array([1.0, 2.0, 10.0, 50.0, 300.0, 2000.0])
    # A knot is seen by about 1000 games of deviation .7: five standard errors are .11.
    assert fitted(at) == pytest.approx(true(at), abs=0.11)
    assert (np.diff(fitted.turns) >= 0).all()


@pytest.mark.parametrize("text", ["p4c6r", "p5c8r", "p30c40r", "p4c4nb", "p1c1r", "p100c10000r"])
def test_every_board_has_a_value_function_that_grows(text):
    value = value_for(Rules.parse(text))
    assert value.turns[:2] == (1.0, 1.5)
    assert (np.diff(value(np.exp2(np.arange(0, 60)))) >= 0).all()


def test_a_board_takes_the_fit_of_the_most_similar_one():
    assert value_for(Rules(5, 9)) == value_for(Rules(5, 8))
    assert value_for(Rules(8, 8, False, False)) != value_for(Rules(8, 8))
