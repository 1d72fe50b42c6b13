"""Eligible codes by search, rejection and annealing, against the plain twin."""

import numpy as np
import plain
import pytest
from scipy import stats

from evomind.codes import as_code, random_codes
from evomind.feedback import UNKNOWN_WHITE, Feedback, feedback
from evomind.history import History
from evomind.rules import Rules
from evomind.sampling import anneal, draw_eligible, eligible_codes

SMALL = ["p1c1r", "p2c3r", "p3c4r", "p3c4n", "p4c4nb", "p3c5rb", "p4c5n"]


def some_history(rules: Rules, turns: int, rng: np.random.Generator) -> History:
    secret = as_code(random_codes(rules, 1, rng)[0])
    guesses = [as_code(row) for row in random_codes(rules, turns, rng)]
    return History(rules, [(guess, feedback(guess, secret, rules)) for guess in guesses])


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("turns", [0, 1, 3])
def test_search_lists_the_eligible_codes_in_order(text, turns):
    rules = Rules.parse(text)
    history = some_history(rules, turns, np.random.default_rng(turns))
    found = eligible_codes(history)
    expected = [code for code in plain.codes(rules) if plain.fits(code, history)]
    assert [as_code(row) for row in found.codes] == expected
    assert found.complete
    assert found.size == len(expected)


def test_search_resumes_between_blocks_of_codes():
    rules = Rules(6, 6)
    found = eligible_codes(History(rules), limit=6**6)  # many blocks
    assert found.complete
    assert len(np.unique(found.codes, axis=0)) == 6**6


@pytest.mark.parametrize(("limit", "complete"), [(1295, False), (1296, True)])
def test_a_set_is_complete_only_within_the_limit(limit, complete):
    found = eligible_codes(History(Rules()), limit=limit)
    assert found.complete is complete
    assert len(found.codes) == limit


def test_search_stops_at_its_budget_of_nodes():
    found = eligible_codes(History(Rules(12, 20)), max_nodes=1000)
    assert not found.complete
    assert found.evaluations == 1000


def test_a_contradiction_is_proved_by_an_empty_complete_set():
    history = History(Rules(), [((0, 0, 1, 1), Feedback(0, 0)), ((0, 0, 0, 1), Feedback(2, 0))])
    found = eligible_codes(history)
    assert found.complete
    assert len(found.codes) == 0


def test_unknown_white_tells_only_black():
    rules = Rules()
    history = History(rules, [((0, 1, 2, 3), Feedback(1, UNKNOWN_WHITE))])
    expected = [code for code in plain.codes(rules) if plain.fits(code, history)]
    assert [as_code(row) for row in eligible_codes(history).codes] == expected
    rng = np.random.default_rng(0)
    assert history.eligible(draw_eligible(history, 50, rng).codes).all()
    assert history.eligible(anneal(history, 20, rng).codes).all()


@pytest.mark.parametrize("text", ["p4c6r", "p4c6n", "p4c4nb", "p3c6rb"])
def test_rejection_is_uniform(text):
    rules = Rules.parse(text)
    rng = np.random.default_rng(5)
    history = some_history(rules, 1, rng)
    every = eligible_codes(history).codes
    drawn = draw_eligible(history, 40 * len(every), rng, tries=10**7)
    codes, counts = np.unique(drawn.codes, axis=0, return_counts=True)
    assert np.array_equal(codes, every)
    assert stats.chisquare(counts).pvalue > 1e-4
    # The estimated size has a relative error of 1 / sqrt(draws); five of them are allowed.
    assert drawn.size == pytest.approx(len(every), rel=5 / np.sqrt(len(drawn.codes)))


@pytest.mark.parametrize("text", ["p8c12r", "p10c10nb", "p6c12n", "p20c20r", "p40c300rb"])
def test_annealing_arrives_at_eligible_codes_only(text):
    rules = Rules.parse(text)
    rng = np.random.default_rng(2)
    history = some_history(rules, 4, rng)
    found = anneal(history, 20, rng)
    assert len(found.codes) > 0
    assert all(plain.fits(as_code(code), history) for code in found.codes)
    if not rules.repetition:
        assert all(len(set(as_code(code))) == rules.pegs for code in found.codes)


def test_annealing_leaves_its_starts_alone():
    rules = Rules(8, 12)
    rng = np.random.default_rng(3)
    history = some_history(rules, 3, rng)
    starts = random_codes(rules, 5, rng)
    before = starts.copy()
    anneal(history, 5, rng, starts=starts)
    assert np.array_equal(starts, before)
