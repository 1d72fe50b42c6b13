"""Feedback: published cases, its symmetries, and the kernels against plain Python."""

import numpy as np
import plain
import pytest
from boards import codes, golden_csv, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from evomind.codes import all_codes, as_code, random_codes
from evomind.errors import CapacityError, InvalidFeedbackError
from evomind.feedback import (
    UNKNOWN_WHITE,
    Columns,
    Feedback,
    check_feedback,
    feedback,
    feedback_ids,
    feedback_table,
)
from evomind.rules import Rules

BIG = ["p16c16r", "p32c20r", "p20c300r", "p40c40n", "p300c2r", "p12c20nb", "p33c9rb"]


def colored(*texts: str) -> list[tuple[int, ...]]:
    """Number the symbols of codes by first appearance; every ``-`` is a color of its own."""
    numbers: dict[str, int] = {}
    return [
        tuple(
            numbers.setdefault(f"-{t}{p}" if symbol == "-" else symbol, len(numbers))
            for p, symbol in enumerate(text)
        )
        for t, text in enumerate(texts)
    ]


@pytest.mark.parametrize("case", golden_csv("scoring_vectors.csv"), ids=lambda c: c["source"])
def test_published_cases(case):
    secret, guess = colored(case["secret"], case["guess"])
    board = Rules(len(secret), max(*secret, *guess) + 1)
    expected = Feedback(int(case["black"]), int(case["white"]))
    assert feedback(guess, secret, board) == expected
    row = np.array([secret], dtype=board.color_type)
    assert feedback_ids(guess, row, board)[0] == expected.id(board.pegs)


@given(st.data(), rules())
def test_symmetric_and_at_most_all_pegs(data, board):
    a, b = data.draw(codes(board)), data.draw(codes(board))
    answer = feedback(a, b, board)
    assert answer == feedback(b, a, board)
    assert 0 <= answer.black + answer.white <= board.pegs
    assert (answer.black == board.pegs) == (a == b)
    assert Feedback.of_id(answer.id(board.pegs), board.pegs) == answer


@given(st.data(), rules())
def test_invariant_under_permutations_of_pegs_and_colors(data, board):
    a, b = data.draw(codes(board)), data.draw(codes(board))
    pegs = data.draw(st.permutations(range(board.pegs)))
    colors = data.draw(st.permutations(range(board.colors)))
    moved_a, moved_b = (tuple(colors[code[p]] for p in pegs) for code in (a, b))
    assert feedback(moved_a, moved_b, board) == feedback(a, b, board)


@given(st.data(), rules())
@settings(max_examples=50, deadline=None)
def test_kernel_is_its_plain_twin(data, board):
    guess = data.draw(codes(board))
    others = data.draw(st.lists(codes(board), min_size=1, max_size=8))
    array = np.array(others, dtype=board.color_type)
    expected = [feedback(guess, other, board).id(board.pegs) for other in others]
    assert feedback_ids(guess, array, board).tolist() == expected


@pytest.mark.parametrize("text", BIG)
def test_kernel_is_its_plain_twin_on_large_boards(text):
    board = Rules.parse(text)
    drawn = random_codes(board, 20, np.random.default_rng(3))
    table = feedback_table(drawn[:5], drawn, board)
    assert table.dtype == board.feedback_type
    for guess, row in zip(drawn, table, strict=False):
        expected = [feedback(as_code(guess), as_code(code), board).id(board.pegs) for code in drawn]
        assert row.tolist() == expected


def test_blocks_of_the_kernel_join():
    board = Rules(4, 12)
    listed = all_codes(board)  # several blocks of 4096 codes
    columns = Columns(listed, board)
    ids = feedback_ids((3, 1, 4, 1), columns, board)
    sample = range(0, len(listed), 97)
    expected = [feedback((3, 1, 4, 1), as_code(listed[i]), board).id(4) for i in sample]
    assert ids[list(sample)].tolist() == expected


def test_a_table_that_would_not_fit_is_refused_before_it_is_made():
    board = Rules(6, 9)
    listed = all_codes(board)
    with pytest.raises(CapacityError, match=r"531441 guesses .* would need 26\d\.\d GiB"):
        feedback_table(listed, listed, board)


@pytest.mark.parametrize(
    "text",
    ["p1c1r", "p1c4r", "p2c3r", "p3c2r", "p3c3n", "p3c4n", "p4c2r", "p4c3r", "p4c5r", "p3c4rb"],
)
@pytest.mark.parametrize("way", ["code by code", "by counting"])
def test_feedback_that_can_occur_is_told_from_that_which_cannot(text, way, monkeypatch):
    """Counting, which serves large boards, may let some pass where the guess has every color."""
    if way == "by counting":
        monkeypatch.setattr("evomind.feedback._BRUTE_FORCE_CODES", 0)
    board = Rules.parse(text)
    every = list(plain.codes(board))
    answers = [Feedback(b, w) for b in range(board.pegs + 1) for w in range(board.pegs + 1)]
    jokers = [Feedback(b, UNKNOWN_WHITE) for b in range(board.pegs + 1)]
    for guess in every[:: max(1, len(every) // 100)]:
        occur = {feedback(guess, code, board) for code in every}
        occur |= {Feedback(answer.black, UNKNOWN_WHITE) for answer in occur}
        accepted = {answer for answer in answers + jokers if _accepted(guess, answer, board)}
        assert accepted >= occur, guess
        if way == "code by code" or len(set(guess)) < board.colors or not board.repetition:
            assert accepted == occur, guess


def _accepted(guess, answer, board):
    try:
        check_feedback(guess, answer, board)
    except InvalidFeedbackError:
        return False
    return True


@pytest.mark.parametrize(
    ("guess", "answer", "says"),
    [
        ((0, 0, 1, 1), Feedback(3, 1), "no secret of p4c6r answers 3b1w to the guess 1 1 2 2"),
        ((0, 0, 0, 0), Feedback(1, 1), "no secret of p4c6r answers 1b1w to the guess 1 1 1 1"),
        ((0, 0, 1, 1), Feedback(3, 2), "has 4 pegs, the feedback 3b2w has more"),
        ((0, 0, 1, 1), Feedback(-1, 0), "counted from 0"),
    ],
)
def test_impossible_feedback_is_named(guess, answer, says):
    with pytest.raises(InvalidFeedbackError, match=says):
        check_feedback(guess, answer, Rules())


def test_white_pegs_are_refused_in_a_game_without_them():
    with pytest.raises(InvalidFeedbackError, match="black pegs only"):
        check_feedback((0, 1, 2, 3), Feedback(1, 1), Rules.parse("p4c6rb"))
