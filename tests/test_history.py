"""History and eligibility: published games and puzzles, properties, the kernels' plain twins."""

import numpy as np
import plain
import pytest
from boards import codes, games, golden_toml
from hypothesis import given, settings
from hypothesis import strategies as st

from evomind.codes import all_codes, random_codes
from evomind.errors import InvalidCodeError, InvalidFeedbackError
from evomind.feedback import UNKNOWN_WHITE, Feedback, feedback
from evomind.history import History
from evomind.rules import Rules

HISTORIES = golden_toml("histories.toml")


def told(case, black_only=False):
    """Return the board and the turns of a golden case."""
    board = Rules(case["pegs"], len(case["alphabet"]), white_pegs=not black_only)
    turns = [
        (tuple(map(case["alphabet"].index, guess)), Feedback(*answer))
        for guess, *answer in case["turns"]
    ]
    return board, turns


def eligible(board, turns):
    listed = all_codes(board)
    return listed[History(board, turns).eligible(listed)]


@pytest.mark.parametrize(
    "case", golden_toml("game_records.toml")["game"], ids=lambda c: c["source"]
)
def test_published_games(case):
    secret = tuple(map(case["alphabet"].index, case["secret"]))
    board, turns = told(case | {"pegs": len(secret)})
    history = History(board)
    for (guess, answer), before in zip(turns, case["eligible_before"], strict=True):
        assert len(eligible(board, history.turns)) == before
        assert feedback(guess, secret, board) == answer
        assert history.is_eligible(secret)
        history = history.add(guess, answer)


@pytest.mark.parametrize(
    "case", HISTORIES["faulty"] + HISTORIES["mended"], ids=lambda c: c["source"]
)
def test_faulty_histories(case):
    board, turns = told(case)
    if case.get("impossible"):
        with pytest.raises(InvalidFeedbackError, match="no secret"):
            History(board, turns)
    else:
        assert len(eligible(board, turns)) == case["eligible"]


@pytest.mark.parametrize("case", HISTORIES["puzzle"], ids=lambda c: c["source"])
def test_published_puzzles(case):
    board, turns = told(case, case["black_only"])
    found = ["".join(case["alphabet"][c] for c in code) for code in eligible(board, turns)]
    assert found == case["solutions"]
    for n, left in enumerate(case.get("remaining", []), start=1):
        assert len(eligible(board, turns[:n])) == left


def test_a_published_puzzle_of_words():
    (case,) = HISTORIES["words"]
    words = np.array([[ord(letter) - ord("A") for letter in word] for word in case["words"]])
    board = Rules(5, 26, white_pegs=False)
    turns = [([ord(c) - ord("A") for c in word], Feedback(black)) for word, black in case["turns"]]
    fits = History(board, turns).eligible(words.astype(board.color_type))
    assert [word for word, fit in zip(case["words"], fits, strict=True) if fit] == case["solutions"]


@given(games())
@settings(deadline=None)
def test_the_secret_is_always_eligible(game):
    secret, history = game
    assert history.is_eligible(secret)
    assert history.mismatches(np.array([secret], dtype=history.rules.color_type))[0] == 0


@given(st.data(), games(), st.sampled_from([0.0, 1.0, 2.0, 0.5]))
@settings(max_examples=60, deadline=None)
def test_kernels_are_their_plain_twins(data, game, black_weight):
    _, history = game
    others = data.draw(st.lists(codes(history.rules), min_size=1, max_size=8))
    array = np.array(others, dtype=history.rules.color_type)
    assert history.eligible(array).tolist() == [plain.fits(code, history) for code in others]
    expected = [plain.mismatch(code, history, black_weight) for code in others]
    assert history.mismatches(array, black_weight).tolist() == expected


def test_unknown_white_pegs_tell_the_black_ones_only():
    board = Rules()
    joker = History(board, [((0, 0, 1, 1), Feedback(1, UNKNOWN_WHITE))])
    listed = all_codes(board)
    expected = [plain.fits(code, joker) for code in listed.tolist()]
    assert joker.eligible(listed).tolist() == expected
    every_white = [History(board, [((0, 0, 1, 1), Feedback(1, w))]) for w in range(3)]
    assert sum(expected) == sum(h.eligible(listed).sum() for h in every_white)
    assert joker.mismatches(listed)[listed.tolist().index([0, 2, 2, 2])] == 0


def test_large_boards_are_ordinary():
    board = Rules(40, 50)
    drawn = random_codes(board, 30, np.random.default_rng(1))
    secret = tuple(drawn[0].tolist())
    turns = [(g, feedback(g, secret, board)) for g in map(tuple, drawn[1:].tolist())]
    history = History(board, turns)
    assert history.eligible(drawn).tolist() == [True] + [False] * 29
    assert (history.mismatches(drawn)[1:] > 0).all()


def test_add_leaves_the_shorter_history_as_it_was():
    short = History(Rules(), [((0, 0, 1, 1), Feedback(1, 0))])
    longer = short.add((0, 2, 2, 2), Feedback(2, 0))
    assert len(short) == 1
    assert longer == History(Rules(), longer.turns)
    assert hash(longer) == hash(History(Rules(), longer.turns))
    assert longer != short


def test_what_enters_is_checked():
    with pytest.raises(InvalidCodeError, match="4 pegs, got 3"):
        History(Rules()).add((0, 0, 1), Feedback(1, 0))
    with pytest.raises(InvalidFeedbackError, match="no secret"):
        History(Rules()).add((0, 0, 1, 1), Feedback(3, 1))
