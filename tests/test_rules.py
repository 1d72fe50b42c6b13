"""Rules and the ways to write them."""

import math

import pytest
from boards import rules
from hypothesis import given

from evomind.errors import InvalidRulesError
from evomind.rules import MAX_COLORS, MAX_PEGS, Rules


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p4c6r", Rules(4, 6)),
        ("4x6", Rules(4, 6)),
        (" P4C6R ", Rules(4, 6)),
        ("p4c10n", Rules(4, 10, repetition=False)),
        ("4x10n", Rules(4, 10, repetition=False)),
        ("p8c8nb", Rules(8, 8, repetition=False, white_pegs=False)),
        ("p4c6rb", Rules(4, 6, white_pegs=False)),
        ("p100c10000n", Rules(100, 10_000, repetition=False)),
    ],
)
def test_reads_the_notation(text, expected):
    assert Rules.parse(text) == expected


@given(rules(max_pegs=100, max_colors=1000))
def test_notation_round_trips(board):
    assert Rules.parse(str(board)) == board


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("p0c6r", "pegs must be from 1"),
        ("p4c0r", "colors must be from 1"),
        ("p4c3n", "without repetition 4 pegs need at least 4 colors, got 3"),
        ("p4", "rules look like p4c6r"),
        ("", "rules look like p4c6r"),
        ("p4c6", "rules look like p4c6r"),
        ("p4c6rx", "rules look like p4c6r"),
        (f"p{MAX_PEGS + 1}c6r", "pegs must be from 1"),
        (f"p4c{MAX_COLORS + 1}r", "colors must be from 1"),
        ("p" + "9" * 5000 + "c6r", "at most"),
    ],
)
def test_refuses_what_no_board_can_be(text, says):
    with pytest.raises(InvalidRulesError, match=says):
        Rules.parse(text)


def test_counts_its_codes():
    assert Rules(4, 6).n_codes == 1296
    assert Rules(4, 10, repetition=False).n_codes == 5040
    assert Rules(100, 10_000, repetition=False).n_codes == math.perm(10_000, 100)


@pytest.mark.parametrize("text", ["p1c1r", "p15c6r", "p16c6r", "p32c300r", "p300c2r"])
def test_array_types_hold_what_they_must(text):
    board = Rules.parse(text)
    assert board.colors - 1 <= 2 ** (8 * board.color_type.itemsize) - 1
    assert board.pegs <= 2 ** (8 * board.count_type.itemsize) - 1
    assert board.win_id < board.n_feedback_ids <= 2 ** (8 * board.feedback_type.itemsize)
