"""Rollouts against their plain twin, and against what is known of small sets."""

import numpy as np
import pytest
from plain_rollout import Rollout

from evomind.codes import all_codes, random_codes
from evomind.feedback import feedback_table
from evomind.lookahead import rollout_totals
from evomind.rules import Rules
from evomind.values import Value, value_for


def a_set(text, n, probes, seed):
    """Return a table of n codes and some probes against the codes, and the rules."""
    rules = Rules.parse(text)
    rng = np.random.default_rng(seed)
    codes = np.sort(rng.choice(rules.n_codes, n, replace=False))
    pool = np.concatenate((all_codes(rules)[codes], random_codes(rules, probes, rng)))
    return feedback_table(pool, pool[:n], rules), rules


@pytest.mark.parametrize(
    ("text", "n", "probes"),
    [("p4c6r", 40, 10), ("p4c6r", 3, 0), ("p4c5n", 60, 5), ("p3c4rb", 30, 3), ("p5c8r", 25, 40)],
)
def test_totals_equal_the_plain_twin(text, n, probes):
    for seed in range(3):
        table, rules = a_set(text, n, probes, seed)
        costs = value_for(rules).costs(n)
        totals = rollout_totals(
            table, np.arange(len(table)), costs, rules.win_id, rules.n_feedback_ids
        )
        twin = Rollout(table, costs, rules.win_id)
        expected = [twin.after(row, list(range(n))) for row in range(len(table))]
        assert totals.tolist() == expected


def test_a_code_that_tells_all_others_apart_costs_two_turns_each_but_its_own():
    table = np.array([[20, 1, 2], [1, 20, 1], [2, 1, 20]], dtype=np.uint8)  # 0 splits, 1 does not
    costs = Value((1.0, 2.0), (1.0, 1.5)).costs(3)
    totals = rollout_totals(table, np.arange(3), costs, 20, 25)
    assert totals.tolist() == [5, 6, 5]


def test_totals_are_at_least_the_optimum_of_the_classic_board():
    # 5625 is proved (Koyama and Lai 1993); 1123 leads to it.
    rules = Rules()
    codes = all_codes(rules)
    first = int(np.flatnonzero((codes == [0, 0, 1, 2]).all(axis=1))[0])
    table = feedback_table(codes, codes, rules)
    costs = value_for(rules).costs(len(codes))
    (total,) = rollout_totals(table, np.array([first]), costs, rules.win_id, rules.n_feedback_ids)
    assert 5625 <= total < 5722  # and the one-step entropy tree is beaten (Neuwirth 1982)
