"""What the command line says of eligible codes and of guesses, against plain counting."""

import math
from collections import Counter

import numpy as np
import plain
import pytest

from evomind.app.eligible import Eligible, eligible_after
from evomind.app.weigh import MEASURES, best_guesses, measured, parts
from evomind.codes import all_codes, as_code, random_codes
from evomind.errors import InconsistentHistoryError
from evomind.feedback import Feedback, feedback
from evomind.history import History
from evomind.rules import Rules


def rng():
    return np.random.default_rng(4)


def played(text, secret, n):
    """Return the histories of a game of random guesses, from the empty one on."""
    board = Rules.parse(text)
    histories = [History(board)]
    for row in random_codes(board, n, rng()):
        guess = as_code(row)
        histories.append(histories[-1].add(guess, feedback(guess, secret, board)))
    return histories


@pytest.mark.parametrize("text", ["p4c6r", "p3c5n", "p3c4rb"])
def test_small_boards_are_counted_exactly(text):
    secret = as_code(random_codes(Rules.parse(text), 1, np.random.default_rng(9))[0])
    before = None
    for history in played(text, secret, 4):
        expected = [code for code in plain.codes(history.rules) if plain.fits(code, history)]
        for found in (eligible_after(history, rng()), eligible_after(history, rng(), before)):
            assert found.complete
            assert found.exact
            assert found.size == len(expected)
            assert [as_code(code) for code in found.codes] == expected
        before = found


def test_large_boards_are_estimated_until_they_can_be_counted():
    secret = (0, 1, 2, 3, 4, 5, 6, 7)
    sizes = []
    before = None
    for history in played("p8c12r", secret, 6):
        found = eligible_after(history, rng(), before)
        assert history.eligible(found.codes).all()
        sizes.append(found)
        before = found
    assert sizes[0].size == 12**8
    assert sizes[0].exact
    assert not sizes[1].exact
    assert sizes[-1].complete
    counted = eligible_after(played("p8c12r", secret, 6)[-1], rng())
    assert counted.size == sizes[-1].size
    # The first estimate, from a million draws, against an independent million.
    again = eligible_after(played("p8c12r", secret, 1)[-1], np.random.default_rng(5))
    assert again.size == pytest.approx(sizes[1].size, rel=0.05)


def test_where_codes_are_too_rare_the_share_that_is_left_is_told():
    secret = tuple(range(16))
    before = None
    for history in played("p16c16r", secret, 6):
        before = eligible_after(history, rng(), before)
    assert not before.exact
    assert 1 <= before.size < 16**16
    alone = eligible_after(history, rng())
    assert alone.least
    assert str(alone).startswith("at least ")


def test_a_win_leaves_one_code():
    history = History(Rules(20, 20)).add(tuple(range(20)), Feedback(20, 0))
    assert eligible_after(history, rng()).size == 1


def test_contradictions_are_found():
    history = History(Rules(), [((0, 0, 1, 1), Feedback(0, 0)), ((0, 0, 0, 1), Feedback(2, 0))])
    with pytest.raises(InconsistentHistoryError, match="no code of p4c6r fits"):
        eligible_after(history, rng())


def test_sizes_are_printed_for_people():
    none = np.empty((0, 4), dtype=np.uint8)
    assert str(Eligible(none, True, 1296, True)) == "1,296"
    assert str(Eligible(none, False, 123456, False)) == "about 123,000"
    assert str(Eligible(none, False, 17, False, least=True)) == "at least 17"
    assert str(Eligible(none, False, 10**400, True)) == "1.00e+400"
    assert str(Eligible(none, False, 0, False, least=True)) == "an unknown number of"
    assert Eligible(none, False, 123456, False).short == "~123,000"
    assert Eligible(none, False, 17, False, least=True).short == ">=17"


def test_measures_are_those_of_the_parts():
    board = Rules()
    eligible = eligible_after(History(board), rng())
    guess = (0, 0, 1, 2)
    sizes = Counter(feedback(guess, as_code(code), board) for code in all_codes(board))
    assert parts(guess, eligible, board) == sizes
    assert list(parts(guess, eligible, board).values()) == sorted(sizes.values(), reverse=True)
    found = measured(np.array([guess], dtype=np.uint8), eligible, board)
    shares = [size / 1296 for size in sizes.values()]
    assert found["most_parts"][0] == len(sizes)
    assert found["largest_part"][0] == max(sizes.values())
    assert found["expected_size"][0] == pytest.approx(sum(1296 * p * p for p in shares))
    assert found["entropy"][0] == pytest.approx(-sum(p * math.log2(p) for p in shares))
    assert 4.2 < found["expected_guesses"][0] < 4.5


def test_a_sample_stands_for_the_set():
    board = Rules()
    listed = all_codes(board)
    half = Eligible(listed[::2], False, 1296, False)
    guess = np.array([(0, 0, 1, 2)], dtype=np.uint8)
    found = measured(guess, half, board)
    whole = measured(guess, Eligible(listed, True, 1296, True), board)
    for measure in MEASURES[:4]:
        assert found[measure.name][0] == pytest.approx(whole[measure.name][0], rel=0.1)


def test_the_best_guesses_are_the_best_of_all():
    board = Rules.parse("p3c5r")
    history = History(board).add((0, 0, 1), Feedback(0, 1))
    eligible = eligible_after(history, rng())
    best, pool = best_guesses(eligible, board)
    assert pool == "all codes"
    every = measured(all_codes(board), eligible, board)
    for measure in MEASURES:
        values = every[measure.name]
        assert best[measure.name][1] == (values.max() if measure.more_is_better else values.min())
