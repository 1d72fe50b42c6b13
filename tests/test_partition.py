"""Partitions: parts sum to the set, and the kernel counts as plain Python does."""

from collections import Counter

import numpy as np
import pytest
from boards import codes, golden_toml, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from evomind.codes import all_codes, as_code
from evomind.feedback import Feedback, feedback
from evomind.notation import parse_code, parse_feedback
from evomind.partition import part_sizes, partition
from evomind.rules import Rules


@given(st.data(), rules())
@settings(max_examples=40, deadline=None)
def test_parts_are_those_of_plain_python(data, board):
    guesses = data.draw(st.lists(codes(board), min_size=1, max_size=3))
    others = data.draw(st.lists(codes(board), min_size=1, max_size=12))
    array = np.array(others, dtype=board.color_type)
    sizes = part_sizes(np.array(guesses, dtype=board.color_type), array, board)
    assert sizes.sum(axis=1).tolist() == [len(others)] * len(guesses)
    for guess, row in zip(guesses, sizes, strict=True):
        expected = Counter(feedback(guess, other, board) for other in others)
        assert {Feedback.of_id(i, board.pegs): row[i] for i in np.flatnonzero(row)} == expected
        parts = partition(guess, array, board)
        assert {answer: len(part) for answer, part in parts.items()} == expected
        for answer, part in parts.items():
            assert all(feedback(guess, as_code(code), board) == answer for code in part)


@pytest.mark.parametrize(
    "case", golden_toml("first_guesses.toml")["guess"], ids=lambda case: case["code"]
)
def test_published_parts_of_first_guesses(case):
    board = Rules()
    parts = partition(parse_code(case["code"], board), all_codes(board), board)
    expected = {parse_feedback(text, board): size for text, size in case["sizes"].items()}
    assert {answer: len(part) for answer, part in parts.items()} == expected
