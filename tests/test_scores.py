"""Scores: what they are, that their order is exact, and that the whole numbers agree with them."""

import math
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evomind.codes import all_codes
from evomind.notation import parse_code
from evomind.partition import part_sizes
from evomind.rules import Rules
from evomind.scores import BIT, PART_COSTS, SCORES, entropy, expected_size, information

GOLDEN = tomllib.loads((Path(__file__).parent / "golden/first_guesses.toml").read_text())

sizes = st.lists(st.integers(0, 200), min_size=1, max_size=30).filter(any)


@pytest.mark.parametrize("entry", GOLDEN["guess"], ids=lambda entry: entry["code"])
def test_first_guesses_score_as_published(entry):
    rules = Rules()
    guess = np.array([parse_code(entry["code"], rules)], dtype=rules.color_type)
    counts = part_sizes(guess, all_codes(rules), rules)
    scores = {name: score(counts)[0] for name, score in SCORES.items()}
    assert scores["largest-part"] == entry["largest_part"]
    assert round(math.log2(1296) - scores["entropy"], 1) == entry["entropy"]
    assert round(scores["expected-size"], 1) == entry["expected_size"]
    assert scores["most-parts"] == -entry["parts"]


@pytest.mark.parametrize("name", SCORES)
@given(sizes, st.randoms())
def test_order_of_the_parts_does_not_matter(name, parts, random):
    shuffled = random.sample(parts, len(parts))
    scores = SCORES[name](np.array([parts, shuffled]))
    assert scores[0] == scores[1]  # exactly


@given(sizes)
def test_scores_are_what_their_formulas_say(parts):
    n, counts = sum(parts), np.array([parts])
    assert SCORES["largest-part"](counts)[0] == max(parts)
    assert SCORES["most-parts"](counts)[0] == -sum(size > 0 for size in parts)
    assert expected_size(counts)[0] == pytest.approx(sum(s * s for s in parts) / n)
    bits = sum(size * math.log2(size) for size in parts if size) / n
    assert entropy(counts)[0] == pytest.approx(bits, abs=1e-9)


@pytest.mark.parametrize("name", PART_COSTS)
@given(st.lists(st.tuples(*[st.integers(0, 40)] * 6), min_size=2, max_size=8))
def test_costs_of_parts_order_guesses_as_the_score_does(name, rows):
    n = max(sum(row) for row in rows) + 1
    counts = np.array([(*row, n - sum(row)) for row in rows])  # every guess splits the same n codes
    costs = PART_COSTS[name](n)[counts].sum(axis=1)
    scores = SCORES[name](counts)
    for i, j in np.ndindex(len(rows), len(rows)):
        assert (costs[i] < costs[j]) == (scores[i] < scores[j])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((4, 1, 1, 1, 1), (2, 2, 2, 2)),
        ((6, 1, 1, 1, 1, 1, 1), (3, 3, 2, 2, 2)),
        ((12, 6, 6), (8, 12, 2, 2)),  # 2^36 3^24 against 2^52 3^12: not equal
    ],
)
def test_equal_entropies_are_equal_exactly(one, other):
    width = max(len(one), len(other))
    counts = np.array([row + (0,) * (width - len(row)) for row in (one, other)])
    scores = entropy(counts)
    equal = math.prod(n**n for n in one) == math.prod(n**n for n in other)
    assert (scores[0] == scores[1]) == equal


def test_information_is_the_logarithm():
    table = information(3000)
    n = np.arange(1, 3001)
    assert len(table) == 3001
    assert table[0] == 0
    np.testing.assert_allclose(table[1:] / BIT, n * np.log2(n), atol=1e-6)
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1


def test_sums_do_not_overflow_on_half_a_million_codes():
    counts = np.full((1, 9), 59_049, dtype=np.int32)
    assert expected_size(counts)[0] == 59_049
    assert entropy(counts)[0] == pytest.approx(math.log2(59_049))
