"""Optimal play: published totals, the plain twin, worst cases, budgets, refusals."""

import math
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from plain_search import least_total

from evomind.codes import all_codes
from evomind.errors import CapacityError, InvalidParameterError, InvalidRulesError
from evomind.rules import Rules
from evomind.tree import faults
from exact import KOYAMA_LAI, Budget, build_tree, optimal_tree, prove_optimum
from exact import search as search_module
from exact._positions import new_board, set_key
from exact._symmetry import relabel, rename

GOLDEN = tomllib.loads((Path(__file__).parent / "golden/optimum.toml").read_text(encoding="utf-8"))
ANY_MEMORY = 1 << 40


def golden(entry):
    limits = "".join(f"-{entry[key]}" for key in ("turns", "pool") if key in entry)
    marks = [pytest.mark.slow] if entry.get("slow") else []
    return pytest.param(entry, id=entry["rules"] + limits, marks=marks)


@pytest.mark.parametrize("entry", [golden(entry) for entry in GOLDEN["total"]])
def test_total_is_the_published_one(entry):
    rules = Rules.parse(entry["rules"])
    found = prove_optimum(
        rules, max_turns=entry.get("turns"), pool=entry.get("pool", "all"), report=None
    )
    assert found.proven
    assert found.lower_bound == found.tree.root.total == entry["total"]
    assert found.tree.root.max == entry.get("max", found.tree.root.max)
    assert found.tree.root.codes == rules.n_codes
    assert faults(found.tree) == []


# fmt: off
QUICK = [
    "p1c1r", "p1c3r", "p1c4nb", "p2c2r", "p2c3r", "p2c4r", "p2c2rb", "p2c4rb", "p2c5n", "p2c5nb",
    "p3c2r", "p3c3r", "p3c2rb", "p3c3n", "p3c3nb", "p3c4n", "p3c4nb", "p4c2r", "p4c2rb", "p4c4n",
    "p4c4nb", "p3c5n", "p3c4r",
]
# fmt: on
PATIENT = ["p3c3rb", "p4c3r", "p3c5r", "p3c5nb"]


@pytest.mark.parametrize(
    "board", [*QUICK, *(pytest.param(board, marks=pytest.mark.slow) for board in PATIENT)]
)
@pytest.mark.parametrize("pool", ["all", "eligible"])
def test_total_is_the_plain_twins(board, pool):
    rules = Rules.parse(board)
    for turns in (None, 2, 3, 4, 5):
        expected = least_total(rules, turns, pool)
        found = prove_optimum(rules, max_turns=turns, pool=pool)
        assert found.proven
        if math.isinf(expected):
            assert found.tree is None
            assert found.lower_bound is None
        else:
            assert found.tree.root.total == expected
            assert found.tree.root.max <= (turns or rules.n_codes)
            assert faults(found.tree) == []


def test_eligible_guesses_only_are_made():
    tree = optimal_tree(Rules(4, 5), pool="eligible")
    assert tree.wins.all()


@pytest.mark.parametrize("entry", [golden(entry) for entry in GOLDEN["worst"]])
def test_turns_that_always_suffice(entry):
    rules = Rules.parse(entry["rules"])
    found = prove_optimum(rules, "worst")
    assert found.proven
    assert found.max_turns == found.tree.root.max == entry["max"]
    assert found.tree.root.total == found.lower_bound == entry.get("total", found.lower_bound)
    assert faults(found.tree) == []
    less = prove_optimum(rules, max_turns=entry["max"] - 1)
    assert less.proven
    assert less.tree is None


def test_worst_case_beyond_the_turns_allowed():
    found = prove_optimum(Rules(), "worst", max_turns=4)
    assert found.proven
    assert found.tree is None
    assert prove_optimum(Rules(), "worst", max_turns=6).tree.root.max == 5


def test_a_budget_hands_back_the_best_tree_and_a_bound():
    found = prove_optimum(Rules(), budget=Budget(nodes=4000))
    assert not found.proven
    assert found.nodes < 20_000
    assert 5000 < found.lower_bound <= 5625 <= found.tree.root.total <= 5668
    assert faults(found.tree) == []
    with pytest.raises(CapacityError, match="not proven within the budget"):
        optimal_tree(Rules(), budget=Budget(nodes=1))


def test_the_bounds_close_in():
    seen = []
    found = prove_optimum(Rules(), report=seen.append)
    lower = [progress.lower_bound for progress in seen]
    assert lower == sorted(lower)
    assert lower[-1] <= found.lower_bound
    upper = [progress.upper_bound for progress in seen if progress.upper_bound is not None]
    assert upper == sorted(upper, reverse=True)
    assert all(progress.nodes > 0 for progress in seen)


def test_an_interrupted_search_keeps_the_best():
    def interrupt(progress):
        if progress.nodes > 10_000:
            raise KeyboardInterrupt

    found = prove_optimum(Rules(), report=interrupt)
    assert not found.proven
    assert found.lower_bound <= 5625 <= found.tree.root.total
    assert faults(found.tree) == []


def test_a_table_that_forgets_finds_the_same(monkeypatch):
    monkeypatch.setattr(search_module, "_SLOTS", 64)
    rules = Rules(4, 5)
    budget = Budget(memory=rules.n_codes**2 * 8)
    monkeypatch.setattr(search_module.Search, "_may_grow", False)
    found = prove_optimum(rules, budget=budget)
    assert found.proven
    assert found.tree.root.total == 2463
    assert faults(found.tree) == []


def test_table_and_stack_grow(monkeypatch):
    monkeypatch.setattr(search_module, "_SLOTS", 64)
    monkeypatch.setattr(search_module, "_DEPTH", 2)
    assert optimal_tree(Rules(4, 5)).root.total == 2463


@pytest.mark.parametrize("board", ["p4c6r", "p5c3r", "p4c7n", "p4c5rb", "p5c6nb"])
def test_relabelled_sets_are_the_same_set(board):
    rules = Rules.parse(board)
    table, rng = new_board(rules, ANY_MEMORY), np.random.default_rng(0)
    size = rules.colors + rules.pegs
    signs, order = np.empty((2, size), dtype=np.uint64), np.empty(size, dtype=np.int64)
    alike = 0
    for _ in range(200):
        members = rng.choice(rules.n_codes, size=rng.integers(4, 30), replace=False)
        pegs, colors = rng.permutation(rules.pegs), rng.permutation(rules.colors)
        codes = colors[table.codes[members]][:, pegs]
        packed = codes @ rules.colors ** np.arange(rules.pegs - 1, -1, -1)
        keys = []
        for rows in (members.astype(np.int32), table.index_of[packed].copy()):
            before = table.replies[np.ix_(rows, rows)]
            relabel(table.codes, rows, signs, order)
            rename(table.codes, table.index_of, rows, order, signs)
            assert np.array_equal(table.replies[np.ix_(rows, rows)], before)
            word = np.empty(2, dtype=np.uint64)
            set_key(table.keys, rows, len(rows), word)
            keys.append(tuple(word))
        alike += keys[0] == keys[1]
    assert alike >= 190


@pytest.mark.parametrize("board", ["p3c5r", "p4c4n", "p3c6n"])
def test_guesses_left_out_are_like_one_kept(board):
    rules = Rules.parse(board)
    table = new_board(rules, ANY_MEMORY)
    for used in range(1, rules.colors + 1):
        members = np.flatnonzero((table.codes < used).all(axis=1))
        kept = table.replies[: table.worth_trying[used]][:, members]
        whole = table.replies[:, members]
        assert len(np.unique(kept, axis=0)) == len(np.unique(whole, axis=0))


def test_strategy_refuses_what_it_cannot_play():
    rng = np.random.default_rng(0)
    with pytest.raises(CapacityError, match="at most 6,000 codes"):
        KOYAMA_LAI.new_game(Rules(5, 8), rng)
    with pytest.raises(InvalidRulesError, match="in 4 turns"):
        replace(KOYAMA_LAI, max_turns=4).new_game(Rules(), rng)
    for bad in ({"max_turns": 0}, {"pool": "some"}, {"max_seconds": 0.0}):
        with pytest.raises(InvalidParameterError):
            replace(KOYAMA_LAI, **bad)


def test_bad_arguments_are_refused():
    for bad in ({"objective": "best"}, {"max_turns": 0}, {"pool": "some"}):
        with pytest.raises(InvalidParameterError):
            prove_optimum(Rules(), **bad)
    with pytest.raises(InvalidParameterError, match="p4c6r in 4 turns"):
        optimal_tree(Rules(), max_turns=4)


@pytest.mark.parametrize("board", ["p5c12r", "p8c8nb", "p20c20r", "p20000c100r"])
def test_a_board_too_large_is_refused_with_the_estimate(board):
    with pytest.raises(CapacityError, match="GiB"):
        prove_optimum(Rules.parse(board))


@pytest.mark.parametrize("board", ["p1c101r", "p20000c65536r"])
def test_too_many_colors_are_refused(board):
    with pytest.raises(CapacityError, match="at most 100 colors"):
        prove_optimum(Rules.parse(board))


def test_strategy_has_the_tree():
    rules = Rules(3, 5)
    assert build_tree(rules, KOYAMA_LAI).root.total == 451
    assert len(all_codes(rules)) == build_tree(rules, KOYAMA_LAI).root.codes
