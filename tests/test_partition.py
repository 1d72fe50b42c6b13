"""Partitions: the published parts of the first guesses, and that parts make up the set."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evomind.codes import all_codes, random_codes
from evomind.errors import CapacityError
from evomind.feedback import Columns, Feedback, feedback
from evomind.notation import parse_code
from evomind.partition import part_sizes, partition
from evomind.rules import Rules

GOLDEN = tomllib.loads((Path(__file__).parent / "golden/first_guesses.toml").read_text())
BOARDS = ["p1c3r", "p3c4r", "p4c5n", "p5c3rb", "p4c4nb", "p16c40r", "p2c300r"]


@pytest.mark.parametrize("entry", GOLDEN["guess"], ids=lambda entry: entry["code"])
def test_first_guesses_split_the_board_as_published(entry):
    rules = Rules()
    parts = partition(parse_code(entry["code"], rules), all_codes(rules), rules)
    assert {str(answer): len(codes) for answer, codes in parts.items()} == entry["sizes"]


@given(st.sampled_from(BOARDS), st.integers(0, 40), st.integers(0, 2**32))
def test_parts_make_up_the_set(board, n, seed):
    rules, rng = Rules.parse(board), np.random.default_rng(seed)
    codes, guesses = random_codes(rules, n, rng), random_codes(rules, 3, rng)
    sizes = part_sizes(guesses, codes, rules)
    assert sizes.shape == (3, rules.n_feedback_ids)
    assert (sizes.sum(axis=1) == n).all()
    assert np.array_equal(sizes, part_sizes(guesses, Columns(codes, rules), rules))
    for guess, row in zip(guesses, sizes, strict=True):
        parts = partition(guess, codes, rules)
        assert {a.id(rules.pegs): len(part) for a, part in parts.items()} == {
            int(i): row[i] for i in np.flatnonzero(row)
        }


@given(st.sampled_from(BOARDS), st.integers(1, 40), st.integers(0, 2**32))
def test_each_part_has_the_codes_of_its_feedback_in_order(board, n, seed):
    rules, rng = Rules.parse(board), np.random.default_rng(seed)
    codes, guess = random_codes(rules, n, rng), random_codes(rules, 1, rng)[0]
    parts = partition(guess, codes, rules)
    for answer, part in parts.items():
        expected = [code for code in codes.tolist() if feedback(guess, code, rules) == answer]
        assert part.tolist() == expected
    assert list(parts) == sorted(parts)
    assert all(isinstance(answer, Feedback) for answer in parts)


def test_too_many_part_sizes_are_refused_before_they_are_made():
    rules = Rules(200, 2)
    guesses = np.broadcast_to(np.zeros(200, np.uint8), (100_000, 200))
    with pytest.raises(CapacityError, match="GiB"):
        part_sizes(guesses, guesses[:1], rules)
