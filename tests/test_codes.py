"""The space of codes: listed, drawn, checked."""

import numpy as np
import plain
import pytest
from boards import rules
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evomind.codes import (
    all_codes,
    as_code,
    check_code,
    distinct_random_codes,
    random_codes,
)
from evomind.errors import CapacityError, InvalidCodeError
from evomind.rules import Rules


@given(rules(max_pegs=4, max_colors=6))
@settings(max_examples=40)
def test_lists_every_code_in_lexicographic_order(board):
    listed = all_codes(board)
    assert listed.dtype == board.color_type
    assert [as_code(row) for row in listed] == list(plain.codes(board))
    assert len(listed) == board.n_codes


def test_a_list_that_would_not_fit_is_refused_with_its_size():
    with pytest.raises(CapacityError, match=r"p20c20r would need .* the limit is 2\.0 GiB"):
        all_codes(Rules(20, 20))
    with pytest.raises(MemoryError):
        all_codes(Rules(20_000, 60_000))


@given(rules(max_pegs=40, max_colors=300), st.integers(0, 5), st.integers(0, 2**32))
@settings(max_examples=40)
def test_drawn_codes_are_codes(board, n, seed):
    drawn = random_codes(board, n, np.random.default_rng(seed))
    assert drawn.shape == (n, board.pegs)
    for row in drawn:
        check_code(as_code(row), board)


@pytest.mark.parametrize("text", ["p2c3r", "p2c4n"])
def test_codes_are_drawn_uniformly(text):
    board = Rules.parse(text)
    drawn = random_codes(board, 6000, np.random.default_rng(5))
    _, counts = np.unique(drawn, axis=0, return_counts=True)
    assert len(counts) == board.n_codes
    assert stats.chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize(("text", "n"), [("p2c3r", 9), ("p2c3r", 3), ("p3c4n", 5), ("p9c9r", 50)])
def test_distinct_codes_are_distinct(text, n):
    drawn = distinct_random_codes(Rules.parse(text), n, np.random.default_rng(1))
    assert drawn.shape[0] == len(np.unique(drawn, axis=0)) == n


def test_no_more_distinct_codes_than_there_are():
    with pytest.raises(InvalidCodeError, match="9 codes, 10 different ones"):
        distinct_random_codes(Rules(2, 3), 10, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ((0, 1, 2), "has 4 pegs, got 3"),
        ((0, 1, 2, 6), "are 1 to 6, got 7"),
        ((0, 1, 2, -1), "are 1 to 6, got 0"),
    ],
)
def test_codes_off_the_board_are_refused(code, says):
    with pytest.raises(InvalidCodeError, match=says):
        check_code(code, Rules())


def test_a_color_twice_is_refused_without_repetition():
    with pytest.raises(InvalidCodeError, match="no color twice in a code, got 1 2 3 1"):
        check_code((0, 1, 2, 0), Rules.parse("p4c10n"))
