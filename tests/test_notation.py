"""Notations: codes and feedback as people write them, detected, read and printed back."""

import pytest
from boards import codes, golden_csv, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from evomind.errors import InvalidCodeError, InvalidFeedbackError
from evomind.feedback import UNKNOWN_WHITE, Feedback
from evomind.notation import (
    PALETTE,
    Notation,
    format_code,
    parse_code,
    parse_feedback,
    parse_turns,
)
from evomind.rules import Rules

P4C6R = Rules()
P4C10N = Rules.parse("p4c10n")


@given(st.data(), rules(max_pegs=12, max_colors=60))
@settings(deadline=None)
def test_default_notation_round_trips(data, board):
    code = data.draw(codes(board))
    assert parse_code(format_code(code, board), board) == code


@given(st.data(), rules(max_pegs=6, max_colors=16), st.sampled_from(["", ",", "-", " "]))
@settings(deadline=None)
def test_every_notation_round_trips(data, board, separator):
    names = data.draw(st.booleans())
    palette = list(PALETTE.values() if names else PALETTE)[: board.colors]
    alphabet = [chr(ord("A") + color) for color in range(board.colors)]
    for symbols in (palette, alphabet):
        notation = Notation(board, tuple(symbols), separator or (" " if names else ""))
        written = [notation.format(code) for code in data.draw(st.lists(codes(board), min_size=1))]
        detected = Notation.detect(written, board)
        assert [detected.format(detected.parse(text)) for text in written] == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1123", (0, 0, 1, 2)),
        ("0012", (0, 0, 1, 2)),
        ("AABC", (0, 0, 1, 2)),
        ("aabc", (0, 0, 1, 2)),
        ("RRGB", (0, 0, 1, 2)),
        ("rrgb", (0, 0, 1, 2)),
        ("red red green blue", (0, 0, 1, 2)),
        ("Red, Red, Green, Blue", (0, 0, 1, 2)),
        ("1,1,2,3", (0, 0, 1, 2)),
        ("1 1 2 3", (0, 0, 1, 2)),
        ("1-1-2-3", (0, 0, 1, 2)),
        ("(1, 1, 2, 3)", (0, 0, 1, 2)),
        ("[0, 0, 1, 2]", (0, 0, 1, 2)),
        ("WWKG", (4, 4, 5, 1)),  # red green blue yellow, and the two that are named
    ],
)
def test_reads_codes(text, expected):
    assert parse_code(text, P4C6R) == expected


def test_a_zero_anywhere_counts_from_zero():
    notation = Notation.detect(["1123", "0555"], P4C6R)
    assert notation.parse("1123") == (1, 1, 2, 3)
    assert notation.format((0, 1, 2, 5)) == "0125"


def test_ten_colors_are_the_digits_from_zero():
    assert parse_code("1234", P4C10N) == (1, 2, 3, 4)
    assert parse_code("1,2,3,4", P4C10N) == (0, 1, 2, 3)
    assert parse_code("10,1,2,3", P4C10N) == (9, 0, 1, 2)
    assert format_code((0, 1, 2, 9), P4C10N) == "ABCJ"


def test_digits_name_the_first_colors_of_a_larger_board():
    board = Rules.parse("p8c12r")
    notation = Notation.detect(["11223345"], board)
    assert notation.parse("11223345") == (0, 0, 1, 1, 2, 2, 3, 4)
    assert notation.format((0, 0, 0, 0, 0, 0, 0, 11)) == "1,1,1,1,1,1,1,12"


def test_letters_are_initials_only_where_they_must_be():
    assert parse_code("BCBC", P4C6R) == (1, 2, 1, 2)
    notation = Notation.detect(["BCBC", "RRBB"], P4C6R)
    assert notation.format(notation.parse("BCBC")) == "BCBC"
    assert notation.symbols == ("R", "G", "B", "Y", "O", "C")


def test_codes_are_printed_as_they_were_read():
    for texts in (["1,2,3,4"], ["rrgg"], ["1-2-3-4"], ["red blue red blue"], ["EEFF"]):
        notation = Notation.detect(texts, P4C6R)
        assert [notation.format(notation.parse(text)) for text in texts] == texts


@pytest.mark.parametrize(
    ("board", "expected"),
    [("p3c9r", "129"), ("p3c26r", "ABZ"), ("p3c27r", "1,2,27"), ("p3c10000r", "1,2,10000")],
)
def test_default_notation_by_colors(board, expected):
    parsed = Rules.parse(board)
    assert format_code((0, 1, parsed.colors - 1), parsed) == expected


@pytest.mark.parametrize(
    ("board", "text", "says"),
    [
        ("p4c6r", "112", "has 4 pegs, got 3 in '112'"),
        ("p4c6r", "", "has 4 pegs, got 0"),
        ("p4c6r", "1127", "are 1 to 6 here, got '7' in '1127'"),
        ("p4c6r", "0126", "are 0 to 5 here, got '6' in '0126'"),
        ("p4c6r", "zzzz", "looks like 1234, ABCD, .* got 'zzzz'"),
        ("p4c6r", "1a2b", "got '1a2b'"),
        ("p4c6r", "1,2,,3", "got '1,2,,3'"),
        ("p4c6r", "red red red mauve", "got 'red red red mauve'"),
        ("p4c12r", "112", "has 4 pegs, got 3"),
        ("p4c12r", "112Z", "looks like ABCD, 1,2,3,4, color initials"),
        ("p4c99r", "RRRR", "looks like 1,2,3,4; got 'RRRR'"),
        ("p4c10n", "1231", "no color twice in a code, got '1231'"),
        ("p4c2r", "RGBY", "has 2 colors, got 4"),
    ],
)
def test_unreadable_codes_are_quoted(board, text, says):
    with pytest.raises(InvalidCodeError, match=says):
        parse_code(text, Rules.parse(board))


@pytest.mark.parametrize(
    "row",
    golden_csv("feedback_notations.csv"),
    ids=lambda row: f"{row['notation']}:{row['text']}",
)
def test_every_notation_of_feedback(row):
    expected = Feedback(int(row["black"]), int(row["white"]))
    assert parse_feedback(row["text"], Rules.parse(row["rules"])) == expected


@given(rules(max_pegs=30), st.data())
def test_feedback_prints_as_it_is_read(board, data):
    black = data.draw(st.integers(0, board.pegs))
    least = UNKNOWN_WHITE if board.white_pegs else 0
    white = data.draw(st.integers(least, board.pegs - black if board.white_pegs else 0))
    assert parse_feedback(str(Feedback(black, white)), board) == Feedback(black, white)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2w1b", Feedback(2, 1)),
        ("WWB", Feedback(2, 1)),
        ("○○●", Feedback(2, 1)),
        ("2 white 1 black", Feedback(2, 1)),
        ("2 1", Feedback(2, 1)),  # no color is named
        ("2A1B", Feedback(2, 1)),
        ("RRW", Feedback(3, 0)),  # red is the right place in any case, and white is it here
    ],
)
def test_reversed_colors_swap_what_is_named(text, expected):
    assert parse_feedback(text, P4C6R, reversed_colors=True) == expected


@pytest.mark.parametrize(
    ("board", "text", "says"),
    [
        ("p4c6r", "xyz", "looks like 1b2w, 1,2 or 12 .* got 'xyz'"),
        ("p4c6r", "3b2w", "has 4 pegs, the feedback '3b2w' has more"),
        ("p4c6r", "2", "write 2b0w, or 2"),
        ("p4c6r", "GBBG", "green .* or gray"),
        ("p4c6r", "2 frogs", "got '2 frogs'"),
        ("p4c6r", "1b1b", "got '1b1b'"),
        ("p4c6rb", "1b2w", "black pegs only"),
    ],
)
def test_unreadable_feedback_is_quoted(board, text, says):
    with pytest.raises(InvalidFeedbackError, match=says):
        parse_feedback(text, Rules.parse(board))


def test_turns_share_one_notation():
    notation, turns = parse_turns(["1122", "1b0w", "0345", "02"], P4C6R, also=["5555"])
    assert turns == [((1, 1, 2, 2), Feedback(1, 0)), ((0, 3, 4, 5), Feedback(0, 2))]
    assert notation.parse("5555") == (5, 5, 5, 5)


def test_feedback_may_stand_at_the_end_of_the_guess():
    _, turns = parse_turns(["BBYR12", "RRRR", "1,0", "BRBR11"], P4C6R)
    assert [answer for _, answer in turns] == [Feedback(1, 2), Feedback(1, 0), Feedback(1, 1)]


def test_one_notation_at_a_time():
    with pytest.raises(InvalidCodeError, match="one notation at a time, got 'AABB' and '1122'"):
        parse_turns(["1122", "1b0w", "AABB", "1b0w"], P4C6R)


def test_a_guess_without_feedback_is_named():
    with pytest.raises(InvalidFeedbackError, match="'1344' has none"):
        parse_turns(["1122", "1b0w", "1344"], P4C6R)
