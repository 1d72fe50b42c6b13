"""The genetic operators: rates, fairness, legality; and DEAP's own operators in their place."""

import random

import numpy as np
import pytest
from deap import tools
from scipy import stats

from evomind import operators
from evomind.codes import random_codes
from evomind.errors import InvalidParameterError
from evomind.operators import adapt
from evomind.rules import Rules

BOARDS = ["p1c1r", "p1c5n", "p2c3r", "p3c3n", "p4c6r", "p5c9n", "p8c12r", "p8c8nb", "p6c300n"]
CROSSOVERS = [
    operators.one_point,
    operators.two_point,
    operators.one_or_two_point,
    operators.uniform,
]
UNLIKELY = 1e-4  # p-value below which a test of chance fails


def rng(seed=0):
    return np.random.default_rng(seed)


def parents(rules, n=60):
    return random_codes(rules, n, rng(1)), random_codes(rules, n, rng(2))


def legal(codes, rules):
    inside = (codes < rules.colors).all()
    return inside and (rules.repetition or all(len(set(row)) == rules.pegs for row in codes))


def rows(n, pegs, color=0):
    return np.full((n, pegs), color, dtype=np.uint8)


def mutations(rules):
    repetition = rules.repetition
    return {
        "mutate": lambda codes, rate: operators.mutate(
            codes, rules.colors, rng(3), rate, repetition
        ),
        "permute": lambda codes, rate: operators.permute(codes, rng(3), rate),
        "invert": lambda codes, rate: operators.invert(codes, rng(3), rate),
    }


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("mate", CROSSOVERS)
def test_crossover_keeps_codes_legal_and_loses_no_color(text, mate):
    rules = Rules.parse(text)
    first, second = parents(rules)
    before = first.copy(), second.copy()
    varied = mate(first, second, rng=rng(), repetition=rules.repetition)
    assert varied[0] is first
    assert varied[1] is second
    assert not np.shares_memory(first, second)
    assert legal(first, rules)
    assert legal(second, rules)
    if rules.repetition:  # at every peg both colors are still there
        pairs = np.sort([first, second], axis=0)
        assert np.array_equal(pairs, np.sort(before, axis=0))
    else:  # in every pair of codes all colors are still there
        now = np.concatenate((first, second), axis=1).tolist()
        then = np.concatenate(before, axis=1).tolist()
        assert [set(pair) for pair in now] == [set(pair) for pair in then]


@pytest.mark.parametrize("mate", CROSSOVERS)
def test_crossover_at_rate_0_and_1(mate):
    first, second = rows(200, 6, 0), rows(200, 6, 1)
    mate(first, second, rng=rng(), rate=0.0)
    assert not first.any()
    assert second.all()
    mate(first, second, rng=rng(), rate=1.0)
    if mate is not operators.uniform:  # which may exchange no peg, or all of them
        assert first.any(axis=1).all()
        assert not first.all(axis=1).any()
    assert np.array_equal(first, 1 - second)


@pytest.mark.parametrize("mate", CROSSOVERS)
def test_crossover_at_a_rate_between(mate):
    first, second = rows(20_000, 8, 0), rows(20_000, 8, 1)
    settings = {"share": 1.0} if mate is operators.uniform else {}
    mate(first, second, rng=rng(), rate=0.3, **settings)
    crossed = int(first.any(axis=1).sum())
    assert stats.binomtest(crossed, 20_000, 0.3).pvalue > UNLIKELY


@pytest.mark.parametrize(
    ("mate", "two_points"), [(operators.one_point, 0.0), (operators.one_or_two_point, 0.5)]
)
def test_every_cut_is_as_likely(mate, two_points):
    pegs, n = 6, 30_000
    first, second = rows(n, pegs, 0), rows(n, pegs, 1)
    mate(first, second, rng=rng())
    starts = first.argmax(axis=1)
    stops = pegs - first[:, ::-1].argmax(axis=1)
    expected = np.zeros((pegs, pegs + 1))
    expected[1:, pegs] += (1 - two_points) / (pegs - 1)
    for start in range(1, pegs):
        expected[start, start + 1 :] += two_points * 2 / (pegs * (pegs - 1))
    observed = np.zeros_like(expected)
    np.add.at(observed, (starts, stops), 1)
    possible = expected > 0
    assert not observed[~possible].any()
    assert stats.chisquare(observed[possible], n * expected[possible]).pvalue > UNLIKELY


def test_uniform_crossover_exchanges_the_share_of_pegs():
    first, second = rows(10_000, 5, 0), rows(10_000, 5, 1)
    operators.uniform(first, second, rng=rng(), share=0.2)
    for peg in range(5):
        assert stats.binomtest(int(first[:, peg].sum()), 10_000, 0.2).pvalue > UNLIKELY


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("name", ["mutate", "permute", "invert"])
def test_mutations_keep_codes_legal(text, name):
    rules = Rules.parse(text)
    codes, _ = parents(rules)
    before = codes.copy()
    (varied,) = mutations(rules)[name](codes, 1.0)
    assert varied is codes
    assert legal(codes, rules)
    changed = (codes != before).sum(axis=1)
    if name != "mutate":
        assert np.array_equal(np.sort(codes), np.sort(before))
    elif rules.colors == 1:
        assert not changed.any()
    elif rules.repetition:
        assert (changed == 1).all()  # always another color
    else:
        assert np.isin(changed, (1, 2)).all()  # an unused color, or an exchange
        # A permutation has no color left to take.
        assert rules.colors > rules.pegs or (changed == 2).all()


@pytest.mark.parametrize("name", ["mutate", "permute", "invert"])
def test_mutation_rates(name):
    rules = Rules(6, 6, repetition=False)  # in a permutation every change shows
    codes = np.tile(np.arange(6, dtype=np.uint8), (20_000, 1))
    before = codes.copy()
    mutations(rules)[name](codes, 0.0)
    assert np.array_equal(codes, before)
    mutations(rules)[name](codes, 0.3)
    changed = int((codes != before).any(axis=1).sum())
    assert stats.binomtest(changed, 20_000, 0.3).pvalue > UNLIKELY
    codes[:] = before
    mutations(rules)[name](codes, 1.0)
    assert (codes != before).any(axis=1).all()


def test_mutation_is_uniform_over_pegs_and_other_colors():
    codes = rows(40_000, 4, 2)
    operators.mutate(codes, 6, rng())
    row, peg = np.nonzero(codes != 2)
    observed = np.zeros((4, 6))
    np.add.at(observed, (peg, codes[row, peg]), 1)
    assert not observed[:, 2].any()
    assert stats.chisquare(np.delete(observed, 2, axis=1).ravel()).pvalue > UNLIKELY


@pytest.mark.parametrize("name", ["permute", "invert"])
def test_every_pair_of_pegs_is_as_likely(name):
    codes = np.tile(np.arange(5, dtype=np.uint8), (30_000, 1))
    mutations(Rules(5, 5))[name](codes, 1.0)
    _, counts = np.unique(codes, axis=0, return_counts=True)
    assert len(counts) == 10
    assert stats.chisquare(counts).pvalue > UNLIKELY


def test_roulette_is_proportional_to_fitness():
    fitness = np.array([0.0, 1.0, 2.0, 0.0, 5.0])
    chosen = operators.roulette(fitness, 40_000, rng())
    counts = np.bincount(chosen, minlength=5)
    assert counts[[0, 3]].tolist() == [0, 0]
    assert stats.chisquare(counts[[1, 2, 4]], 5000 * fitness[[1, 2, 4]]).pvalue > UNLIKELY


def test_roulette_without_fitness_is_uniform():
    counts = np.bincount(operators.roulette(np.zeros(4), 40_000, rng()), minlength=4)
    assert stats.chisquare(counts).pvalue > UNLIKELY


def test_tournament_prefers_the_fittest():
    fitness = np.array([0.3, 0.1, 0.4, 0.2])
    by_rank = np.array([1, 3, 0, 2])  # the fittest first
    counts = np.bincount(operators.tournament(fitness, 40_000, rng(), size=3), minlength=4)
    worse = np.arange(4, -1, -1) / 4  # share of rows not fitter than each rank
    expected = 40_000 * (worse[:-1] ** 3 - worse[1:] ** 3)
    assert stats.chisquare(counts[np.argsort(by_rank)], expected).pvalue > UNLIKELY


def test_renewal_touches_repeated_codes_only():
    codes = np.array([[0, 1], [2, 2], [0, 1], [3, 3], [2, 2]], dtype=np.uint8)
    assert operators.renew(codes, 9, rng()) == 2
    assert codes[[0, 1, 3]].tolist() == [[0, 1], [2, 2], [3, 3]]
    assert len(np.unique(codes, axis=0)) == 5


@pytest.mark.parametrize("text", ["p2c3r", "p3c4n"])
def test_renewal_draws_uniformly(text):
    rules = Rules.parse(text)
    codes = np.concatenate(
        [fresh(rules, generator) for generator in [rng(5)] for _ in range(20_000)]
    )
    _, counts = np.unique(codes, axis=0, return_counts=True)
    assert len(counts) == rules.n_codes
    assert stats.chisquare(counts).pvalue > UNLIKELY


def fresh(rules, generator):
    codes = np.zeros((1, rules.pegs), dtype=rules.color_type)
    operators.renew(codes, rules.colors, generator, rules.repetition, kept=0)
    return codes


STOCK = [
    (tools.cxOnePoint, {}, "p4c6r"),
    (tools.cxTwoPoint, {}, "p4c6r"),
    (tools.cxUniform, {"indpb": 0.5}, "p4c6r"),
    (tools.cxPartialyMatched, {}, "p8c8n"),
    (tools.cxOrdered, {}, "p8c8n"),
    (tools.mutShuffleIndexes, {"indpb": 0.3}, "p8c8n"),
    (tools.mutInversion, {}, "p8c8n"),
    (tools.mutUniformInt, {"low": 0, "up": 5, "indpb": 0.3}, "p4c6r"),
]
SELECTIONS = [
    (tools.selTournament, {"tournsize": 3}),
    (tools.selRoulette, {}),
    (tools.selStochasticUniversalSampling, {}),
    (tools.selBest, {}),
    (tools.selDoubleTournament, {"fitness_size": 2, "parsimony_size": 1.2, "fitness_first": True}),
]


@pytest.mark.parametrize(("stock", "settings", "text"), STOCK, ids=lambda case: str(case))
def test_stock_operators_vary_populations(stock, settings, text):
    rules = Rules.parse(text)
    varied = []
    for rate in (0.0, 1.0, 1.0):
        first, second = parents(rules)
        before = first.copy()
        operator = adapt(stock, rng(7), rate)
        args = (first, second) if stock.__name__.startswith("cx") else (first,)
        out = operator(*args, **settings)
        assert all(result is arg for result, arg in zip(out, args, strict=True))
        assert legal(first, rules)
        assert legal(second, rules)
        varied.append(first)
        assert np.array_equal(first, before) == (rate == 0.0)
    assert np.array_equal(varied[1], varied[2])  # the same stream, the same children


@pytest.mark.parametrize(("stock", "settings"), SELECTIONS)
def test_stock_selections_choose_rows(stock, settings):
    fitness = rng(8).random(30)
    chosen = [adapt(stock, rng(9))(fitness, 20, **settings) for _ in range(2)]
    assert np.array_equal(*chosen)
    assert chosen[0].dtype == np.int64
    assert fitness[chosen[0]].mean() > fitness.mean()


def test_stock_operators_leave_the_global_stream_alone():
    random.seed(1)
    before = random.getstate()
    first, second = parents(Rules())
    adapt(tools.cxTwoPoint, rng())(first, second)
    adapt(tools.mutShuffleIndexes, rng())(first, indpb=0.5)
    adapt(tools.selTournament, rng())(np.arange(60.0), 60, tournsize=2)  # calls selRandom
    assert random.getstate() == before
    assert tools.selTournament.__globals__["random"] is random


def test_a_single_peg_has_nothing_to_cross():
    first, second = parents(Rules(1, 5))
    before = first.copy()
    adapt(tools.cxOnePoint, rng())(first, second)
    assert np.array_equal(first, before)


@pytest.mark.parametrize(
    ("stranger", "message"),
    [
        (tools.initRepeat, "begins with container, func"),
        (len, "a DEAP operator is a function"),
    ],
)
def test_what_is_no_operator_is_refused(stranger, message):
    with pytest.raises(InvalidParameterError, match=message):
        adapt(stranger, rng())
