"""The toolbox, breeding, and the search that fills the eligible set."""

import numpy as np
import plain
import pytest
from deap import base, tools

from evomind import operators
from evomind.codes import as_code, random_codes
from evomind.errors import CapacityError, InvalidParameterError
from evomind.evolution import (
    EligibleSearch,
    Limits,
    breed,
    make_toolbox,
    use_colors,
    vary_and,
    vary_or,
)
from evomind.feedback import feedback
from evomind.history import History
from evomind.operators import adapt
from evomind.rules import Rules

BOARDS = ["p1c1r", "p1c5n", "p2c3r", "p3c3n", "p4c6r", "p4c6rb", "p4c9n", "p6c300r"]
FIELDS = {"turn", "gen", "evals", "eligible", "min", "mean", "distinct"}


def rng(seed=0):
    return np.random.default_rng(seed)


def some_history(rules, turns, seed=0):
    secret, *guesses = (as_code(row) for row in random_codes(rules, turns + 1, rng(seed)))
    return History(rules, [(guess, feedback(guess, secret, rules)) for guess in guesses])


def search(rules, history, limits, seed=0, toolbox=None, **settings):
    toolbox = make_toolbox(rules, rng(seed)) if toolbox is None else toolbox
    found = EligibleSearch(rules, toolbox, limits, turns=len(history), **settings)
    while not found.done:
        found.tell(toolbox.evaluate(found.ask(), history))
    return found


def test_the_toolbox_is_deaps():
    toolbox = make_toolbox(Rules(), rng())
    assert isinstance(toolbox, base.Toolbox)
    for name in ("mate", "mutate", "permute", "invert", "select", "evaluate"):
        assert callable(getattr(toolbox, name))


@pytest.mark.parametrize("rate", ["crossover", "mutation", "permutation", "inversion"])
@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan")])
def test_rates_are_probabilities(rate, value):
    with pytest.raises(InvalidParameterError, match=f"{rate} must be from 0 to 1"):
        make_toolbox(Rules(), rng(), **{rate: value})


@pytest.mark.parametrize("limit", ["population", "maxgen", "maxsize", "patience", "reset"])
def test_limits_are_at_least_1(limit):
    settings = {"population": 10, "maxgen": 10, "maxsize": 10} | {limit: 0}
    with pytest.raises(InvalidParameterError, match=f"{limit} must be at least 1, got 0"):
        Limits(**settings)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("novel", [False, True])
def test_generations_are_distinct_codes_of_the_board(text, novel):
    rules = Rules.parse(text)
    history = some_history(rules, 2)
    toolbox = make_toolbox(rules, rng())
    found = EligibleSearch(rules, toolbox, Limits(50, 15, 10**6, novel=novel))
    while not found.done:
        codes = found.ask()
        assert found.ask() is codes
        assert len(codes) == min(50, rules.n_codes)
        assert len(np.unique(codes, axis=0)) == len(codes)
        assert codes.max() < rules.colors
        if not rules.repetition:
            assert all(len(set(row)) == rules.pegs for row in codes.tolist())
        found.tell(toolbox.evaluate(codes, history))
    assert found.n_generations == 15


@pytest.mark.parametrize("text", BOARDS)
def test_eligible_codes_are_eligible_and_distinct(text):
    rules = Rules.parse(text)
    history = some_history(rules, 3)
    found = search(rules, history, Limits(60, 40, 10**5)).eligible
    assert all(plain.fits(as_code(code), history) for code in found)
    assert len(np.unique(found, axis=0)) == len(found)


@pytest.mark.parametrize("text", ["p1c1r", "p2c3r", "p3c4r", "p4c4n", "p4c5n", "p3c4rb"])
def test_small_boards_are_found_whole(text):
    rules = Rules.parse(text)
    history = some_history(rules, 2)
    found = search(rules, history, Limits(150, 50, 1000)).eligible
    whole = [code for code in plain.codes(rules) if plain.fits(code, history)]
    assert sorted(map(as_code, found)) == whole


def test_a_population_may_be_the_whole_board():
    rules = Rules(2, 3)
    toolbox = make_toolbox(rules, rng())
    codes = EligibleSearch(rules, toolbox, Limits(10**6, 1, 1)).ask()
    assert sorted(map(as_code, codes)) == list(plain.codes(rules))


def test_maxsize_ends_the_search():
    rules = Rules(5, 8)
    found = search(rules, some_history(rules, 1), Limits(100, 1000, 30))
    assert found.n_generations < 1000
    assert len(found.eligible) >= 30
    assert found.logbook[-2]["eligible"] < 30


def test_maxgen_ends_the_search():
    rules = Rules(5, 8)
    found = search(rules, some_history(rules, 3), Limits(20, 7, 10**6))
    assert found.n_generations == 7
    assert found.evaluations == 7 * 20


def test_patience_ends_a_search_that_has_found_something():
    rules = Rules()
    found = search(rules, some_history(rules, 4), Limits(100, 10**4, 10**6, patience=3))
    sizes = found.logbook.select("eligible")
    assert sizes[-1] == sizes[-4] > 0
    assert all(
        size == 0 or size > earlier for earlier, size in zip(sizes, sizes[3:-1], strict=False)
    )


def test_a_stale_population_is_drawn_afresh():
    rules = Rules(8, 12)
    toolbox = make_toolbox(rules, rng(1))
    found = EligibleSearch(rules, toolbox, Limits(30, 100, 10, reset=5, replaced=0.2))
    nothing = np.ones(30)
    kept = []
    before = found.ask()
    for _ in range(20):
        found.tell(nothing)
        codes = found.ask()
        kept.append(len(set(map(as_code, before)) & set(map(as_code, codes))))
        before = codes
    assert [generation + 1 for generation, n in enumerate(kept) if n == 0] == [5, 10, 15, 20]


def test_starts_come_first():
    rules = Rules(5, 8)
    starts = np.array([[0, 1, 2, 3, 4], [7, 7, 7, 7, 7], [0, 1, 2, 3, 4]], dtype=np.uint8)
    codes = EligibleSearch(rules, make_toolbox(rules, rng()), Limits(10, 1, 1), starts=starts).ask()
    assert np.array_equal(codes[:2], starts[:2])
    assert len(np.unique(codes, axis=0)) == 10
    few = EligibleSearch(rules, make_toolbox(rules, rng()), Limits(2, 1, 1), starts=starts).ask()
    assert np.array_equal(few, starts[:2])


def test_the_logbook_tells_what_happened():
    rules = Rules()
    history = some_history(rules, 3)
    toolbox = make_toolbox(rules, rng())
    logbook = tools.Logbook()
    found = EligibleSearch(rules, toolbox, Limits(50, 12, 10**6), turns=3, logbook=logbook)
    while not found.done:
        mismatches = [plain.mismatch(as_code(code), history) for code in found.ask()]
        found.tell(np.array(mismatches))
        record = logbook[-1]
        assert set(record) == FIELDS
        assert record["min"] == min(mismatches)
        assert record["mean"] == pytest.approx(sum(mismatches) / 50)
        assert record["eligible"] == len(found.eligible)
        assert 0.0 <= record["distinct"] <= 1.0
    assert logbook.select("gen") == list(range(1, 13))
    assert logbook.select("evals") == [50 * gen for gen in range(1, 13)]
    assert logbook.select("turn") == [4] * 12
    assert logbook[0]["distinct"] == 1.0  # nothing was bred yet
    assert "eligible" in str(logbook)


def test_same_stream_same_search():
    rules = Rules(5, 8)
    history = some_history(rules, 2)
    runs = [search(rules, history, Limits(50, 20, 10**6), seed=seed) for seed in (3, 3, 4)]
    assert np.array_equal(runs[0].eligible, runs[1].eligible)
    assert runs[0].logbook == runs[1].logbook
    assert runs[0].logbook != runs[2].logbook


def test_a_population_beyond_memory_is_refused_before_it_is_made():
    with pytest.raises(CapacityError, match="a population of 10000000000 codes of p12c20r"):
        EligibleSearch(Rules(12, 20), make_toolbox(Rules(12, 20), rng()), Limits(10**10, 1, 1))


@pytest.mark.parametrize("novel", [False, True])
@pytest.mark.parametrize("replaced", [0.25, 1.0])
def test_breeding_leaves_the_parents_alone(novel, replaced):
    rules = Rules(5, 8)
    codes = np.unique(random_codes(rules, 80, rng()), axis=0)
    before = codes.copy()
    fitness = rng(1).random(len(codes))
    toolbox = make_toolbox(rules, rng(2))
    children, drawn = breed(codes, fitness, toolbox, vary_and, replaced, novel)
    assert np.array_equal(codes, before)
    assert not np.shares_memory(children, codes)
    assert children.shape == codes.shape
    assert len(np.unique(children, axis=0)) == len(children)
    assert 0 <= drawn <= len(children)
    survivors = len(codes) - round(replaced * len(codes))
    fittest = codes[np.argsort(-fitness)[:survivors]]
    assert np.array_equal(children[:survivors], fittest)
    if novel:
        assert not set(map(as_code, children[survivors:])) & set(map(as_code, codes))


def test_breeding_prefers_the_fit():
    rules = Rules(8, 12)
    codes = np.unique(random_codes(rules, 100, rng()), axis=0)
    codes[:50, 0] = 0
    codes[50:, 0] = 1
    fitness = np.repeat([0.0, 1.0], [50, len(codes) - 50])
    toolbox = make_toolbox(rules, rng(1), mutation=0, permutation=0, inversion=0)
    children, _ = breed(codes, fitness, toolbox)
    assert (children[:, 0] == 0).sum() < 5  # only codes drawn for repeated ones


def test_one_operator_makes_each_child_by_priority():
    calls = {}
    toolbox = base.Toolbox()
    toolbox.register("mate", lambda first, second: calls.update(mate=len(first) + len(second)))
    toolbox.register("mutate", lambda codes: calls.update(mutate=len(codes)))
    toolbox.register("permute", lambda codes: calls.update(permute=len(codes)))
    vary_or(np.zeros((10_000, 4), np.uint8), toolbox, rng(), 8.0, 1.0, 1.0)
    assert calls["mate"] % 2 == 0
    assert calls["mate"] == pytest.approx(8000, abs=200)
    assert calls["mutate"] == pytest.approx(1000, abs=150)
    assert calls["mate"] + calls["mutate"] + calls["permute"] in (9999, 10_000)
    vary_or(np.zeros((10, 4), np.uint8), toolbox, rng(), 0.0, 0.0, 2.0)
    assert calls == {"mate": 0, "mutate": 0, "permute": 10}


def test_fewer_colors_are_drawn_where_some_are_dropped():
    toolbox = make_toolbox(Rules(4, 9), rng())
    use_colors(toolbox, 3)
    codes = np.zeros((30, 4), dtype=np.uint8)
    toolbox.renew(codes, kept=0)
    toolbox.mutate(codes, rate=1.0)
    assert set(np.unique(codes)) == {0, 1, 2}


STOCK = {
    "p4c6r": {
        "mate": (tools.cxTwoPoint, {}),
        "mutate": (tools.mutUniformInt, {"low": 0, "up": 5, "indpb": 0.1}),
        "select": (tools.selTournament, {"tournsize": 3}),
    },
    "p6c6n": {
        "mate": (tools.cxPartialyMatched, {}),
        "permute": (tools.mutShuffleIndexes, {"indpb": 0.1}),
        "select": (tools.selRoulette, {}),
    },
}


@pytest.mark.parametrize("text", list(STOCK))
def test_stock_operators_search_in_place_of_ours(text):
    rules = Rules.parse(text)
    history = some_history(rules, 2, seed=5)
    toolbox = make_toolbox(rules, rng())
    for name, (stock, settings) in STOCK[text].items():
        toolbox.register(name, adapt(stock, rng(1)), **settings)
    found = search(rules, history, Limits(60, 30, 10**5), toolbox=toolbox).eligible
    whole = {code for code in plain.codes(rules) if plain.fits(code, history)}
    assert set(map(as_code, found)) <= whole
    assert len(found) > 0.5 * len(whole)


def test_a_stock_operator_that_breaks_the_rules_is_repaired():
    rules = Rules(4, 6, repetition=False)
    toolbox = make_toolbox(rules, rng())
    toolbox.register("mate", adapt(tools.cxTwoPoint, rng(1)))  # repeats colors
    found = EligibleSearch(rules, toolbox, Limits(50, 5, 10**5))
    while not found.done:
        assert all(len(set(row)) == 4 for row in found.ask().tolist())
        found.tell(np.arange(50.0))


def test_selection_pressure_finds_more():
    rules = Rules(6, 9)
    history = some_history(rules, 4, seed=7)
    counts = []
    for select in (operators.roulette, None):
        toolbox = make_toolbox(rules, rng(2))
        if select is None:
            toolbox.register("select", lambda fitness, k: rng(3).integers(len(fitness), size=k))
        counts.append(len(search(rules, history, Limits(100, 60, 10**5), toolbox=toolbox).eligible))
    assert counts[0] > 2 * counts[1]
