"""One-step play: published totals, the plain twin, sharing of moves, refusals, big boards."""

import itertools
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import plain_one_step
import pytest
from contract import game

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import all_codes, as_code, random_codes
from evomind.errors import (
    CapacityError,
    InconsistentHistoryError,
    InvalidCodeError,
    InvalidFeedbackError,
    InvalidParameterError,
)
from evomind.feedback import UNKNOWN_WHITE, Feedback, feedback
from evomind.history import History
from evomind.rules import Rules
from evomind.strategies import load_strategy
from evomind.tree import faults
from exact import ENTROPY, EXPECTED_SIZE, KNUTH, MOST_PARTS, RANDOM_ELIGIBLE, OneStep, build_tree
from exact import moves as moves_module

GOLDEN = tomllib.loads((Path(__file__).parent / "golden/one_step.toml").read_text())


def named(entry):
    return f"{entry['rules']}-{entry['strategy']}"


@pytest.mark.parametrize("entry", GOLDEN["tree"], ids=named)
def test_histogram_is_the_published_one(entry):
    root = build_tree(Rules.parse(entry["rules"]), load_strategy(entry["strategy"])).root
    turns = root.turns()
    assert [turns[turn] for turn in range(1, root.max + 1)] == entry["histogram"]
    assert root.total == entry["total"]


@pytest.mark.parametrize("entry", GOLDEN["total"], ids=named)
def test_total_is_the_known_one(entry):
    root = build_tree(Rules.parse(entry["rules"]), load_strategy(entry["strategy"])).root
    assert root.total == entry["total"]
    assert root.max == entry.get("max", root.max)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "strategy", "total", "longest"),
    [
        ("p5c8r", "entropy", 179863, 8),
        ("p5c8r", "most-parts", 181834, 8),
        ("p5c8r", "knuth:correction=yes", 182409, 7),
        ("p6c9r", "entropy:pool=eligible", 3367710, 10),
    ],
)
def test_total_of_a_large_board(rules, strategy, total, longest):
    root = build_tree(Rules.parse(rules), load_strategy(strategy)).root
    assert root.codes == Rules.parse(rules).n_codes
    assert root.total == total
    assert root.max == longest


@pytest.mark.parametrize(
    ("strategy", "total"),
    [(KNUTH, 5778), (ENTROPY, 5719), (EXPECTED_SIZE, 5696), (MOST_PARTS, 5668)],
    ids=lambda value: getattr(value, "name", value),
)
def test_correction_changes_the_total_of_knuth_and_entropy(strategy, total):
    assert build_tree(Rules(), replace(strategy, correction=True)).root.total == total


VARIANTS = [
    {},
    {"pool": "eligible"},
    {"tie": "last"},
    {"prefer_eligible": False},
    {"correction": True},
    {"pool": "eligible", "tie": "last", "correction": True},
    {"prefer_eligible": False, "tie": "last", "correction": True},
]


@pytest.mark.parametrize(
    "board", ["p1c4r", "p2c7r", "p2c7n", "p3c4r", "p4c3r", "p3c4n", "p3c3rb", "p4c4nb"]
)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_tree_is_the_plain_twins(board, variant):
    rules = Rules.parse(board)
    for strategy in (KNUTH, EXPECTED_SIZE, ENTROPY, MOST_PARTS):
        tree = build_tree(rules, replace(strategy, **variant))
        expected = list(plain_one_step.tree(rules, replace(strategy, **variant)))
        assert [as_code(row) for row in tree.guesses] == [guess for _, _, guess in expected]
        assert tree.turns.tolist() == [turn for turn, _, _ in expected]
        answers = [answer.id(rules.pegs) if answer else 0 for _, answer, _ in expected]
        assert tree.answers.tolist() == answers
        assert faults(tree) == []


@pytest.mark.parametrize("strategy", [ENTROPY, replace(KNUTH, tie="last", pool="eligible")])
def test_tree_is_what_is_played(strategy):
    rules = Rules(4, 4)
    tree = build_tree(rules, strategy)
    lengths = [len(game(strategy, rules, as_code(row), 0)) for row in all_codes(rules)]
    assert np.bincount(lengths).tolist()[1:] == [
        tree.root.turns()[k] for k in range(1, max(lengths) + 1)
    ]
    assert sum(lengths) == tree.root.total


def test_fixed_first_guess_is_played():
    strategy = replace(KNUTH, first="AABC")
    codebreaker = strategy.new_game(Rules(), np.random.default_rng(0))
    assert codebreaker.ask().code == (0, 0, 1, 2)
    with pytest.raises(InvalidCodeError, match="p5c6r has 5 pegs"):
        strategy.new_game(Rules(5, 6), np.random.default_rng(0))


def test_moves_do_not_depend_on_the_games_before(monkeypatch):
    rules = Rules(4, 5)
    secrets = [as_code(row) for row in random_codes(rules, 30, np.random.default_rng(0))]
    expected = [game(ENTROPY, rules, secret, 0) for secret in secrets]
    monkeypatch.setattr(moves_module, "HELD_BYTES", 4000)  # forget all the time
    forgetful = replace(ENTROPY, name="forgetful")
    assert [game(forgetful, rules, s, 0) for s in reversed(secrets)] == expected[::-1]


def test_evaluations_do_not_depend_on_the_games_before():
    rules = Rules(4, 5)
    played = []
    for name in ("one", "two"):
        strategy = replace(ENTROPY, name=name)
        secrets = [(0, 1, 2, 3), (4, 4, 1, 0)]
        for secret in secrets if name == "one" else secrets[::-1]:
            codebreaker = strategy.new_game(rules, np.random.default_rng(0))
            turns = play(codebreaker, FixedSecret(secret, rules), rules)
            played.append([turn.guess for turn in turns])
    assert played[0] == played[3]
    assert played[1] == played[2]
    assert all(guess.evaluations > 0 for guess in itertools.chain(*played))


def test_a_game_with_unknown_white_pegs_goes_on():
    rules, secret = Rules(), (3, 1, 0, 5)
    codebreaker = KNUTH.new_game(rules, np.random.default_rng(0))
    history = History(rules)
    for guess in ((0, 0, 1, 1), (2, 1, 4, 5)):
        answer = Feedback(feedback(guess, secret, rules).black, UNKNOWN_WHITE)
        codebreaker.tell(guess, answer)
        history = history.add(guess, answer)
    turns = list(play(codebreaker, FixedSecret(secret, rules), rules, 12))
    assert turns[-1].guess.code == secret
    assert history.is_eligible(secret)


def test_contradiction_and_impossible_feedback_are_told_apart():
    codebreaker = KNUTH.new_game(Rules(), np.random.default_rng(0))
    with pytest.raises(InvalidFeedbackError):
        codebreaker.tell((0, 0, 0, 0), Feedback(1, 1))
    codebreaker.tell((0, 0, 0, 0), Feedback(0, 0))
    with pytest.raises(InconsistentHistoryError, match="all 2 turns"):
        codebreaker.tell((0, 0, 1, 1), Feedback(3, 0))


@pytest.mark.parametrize("board", ["p8c12r", "p100c10000r", "p20000c65536r"])
@pytest.mark.parametrize("pool", ["all", "eligible"])
def test_a_board_too_large_is_refused_with_the_estimate(board, pool):
    strategy = replace(KNUTH, pool=pool)
    for refuse in (build_tree, lambda rules, s: s.new_game(rules, np.random.default_rng(0))):
        with pytest.raises(CapacityError, match="GiB"):
            refuse(Rules.parse(board), strategy)


def test_bad_parameters_are_refused():
    for parameter in ("score", "pool", "tie"):
        with pytest.raises(InvalidParameterError, match=f"{parameter} must be one of .*'other'"):
            OneStep("mine", **{parameter: "other"})


def test_a_strategy_of_chance_has_no_tree():
    with pytest.raises(InvalidParameterError, match="random-eligible has no tree"):
        build_tree(Rules(), RANDOM_ELIGIBLE)


def test_eligible_codes_only_are_played_on_half_a_million_codes():
    rules = Rules(6, 9)
    strategy = replace(ENTROPY, pool="eligible")
    for row in random_codes(rules, 20, np.random.default_rng(0)):
        assert len(game(strategy, rules, as_code(row), 0)) <= 9
