"""The algorithms of El Ouali et al.: the example of the paper, its bounds, every small board."""

from itertools import permutations
from math import ceil, log2

import numpy as np
import pytest

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.errors import InconsistentHistoryError, InvalidParameterError, InvalidRulesError
from evomind.feedback import Feedback
from evomind.rules import Rules
from evomind.strategies import registered
from exact.el_ouali import EL_OUALI, EL_OUALI_INFERRED, PIVOTS, ElOuali, Search


def board(n, k=None):
    return Rules(n, k or n, repetition=False, white_pegs=False)


def bound(n, k):
    if k == n:
        return (n - 3) * ceil(log2(n)) + 5 * n / 2 - 1
    return (n - 2) * ceil(log2(n)) + k + 1


def queries(script, secret, full=False):
    """Return how many guesses break the secret.

    ``full`` counts as the paper does: a guess that wins before the last positions goes unnoticed.
    """
    count = 1
    guess = next(script)
    while True:
        assert len(guess.code) == len(set(guess.code)) == len(secret)
        black = sum(map(int.__eq__, guess.code, secret))
        if black == len(secret) and (not full or guess.origin == "last positions"):
            return count
        guess = script.send(black)
        count += 1


def full_run(n, pivot="leftmost"):
    strategy = ElOuali("el-ouali", pivot)
    return [queries(strategy.script(board(n)), y, full=True) for y in permutations(range(n))]


# -- the paper ------------------------------------------------------------------------------------


def digits(text):
    return tuple(int(digit) - 1 for digit in text)


def sent(steps, secret):
    """Run steps of the algorithm; return the guesses, their black pegs and the result."""
    guesses, blacks = [], []
    try:
        guess = next(steps)
        while True:
            guesses.append(guess.code)
            blacks.append(sum(map(int.__eq__, guess.code, secret)))
            guess = steps.send(blacks[-1])
    except StopIteration as stop:
        return guesses, blacks, stop.value


def test_example_1_query_by_query():
    secret = digits("71432856")
    search = Search(board(8), pivot=lambda square, j: 5)  # color 2 is the pivot
    square = ["12345678", "81234567", "78123456", "67812345", "56781234", "45678123", "34567812"]
    guesses, n1, _ = sent(search.ask_square(), secret)
    assert guesses == [digits(text) for text in square]
    assert n1 == [0, 2, 3, 1, 0, 0, 1]
    assert search.v == [0, 0, 2, 3, 1, 0, 0, 1, 1]

    for i in (5, 7, 8):  # colors 2, 5 and 6
        color = secret[i - 1]
        search.fix(search.square.peg(color, i)[0], i)
    assert search.square.x[1:] == [-1, -1, -1, -1, 1, -1, 4, 5]
    assert search.v[3:5] == [1, 0]
    assert search.active_index() == 3

    guesses, n1, m = sent(search.find_next(3), secret)
    assert guesses == [digits("27813456"), digits("78213456"), digits("72813456")]
    assert n1 == [2, 3, 3]
    assert m == 1
    search.fix(3, m)
    assert search.square.x[1] == digits("7")[0]


# Averages and maxima over all permutations of the algorithm as printed, read literally.
LITERAL = {3: (33, 6), 4: (230, 11), 5: (1654, 16), 6: (13479, 23), 7: (119493, 29)}


@pytest.mark.parametrize("n", LITERAL)
def test_every_permutation_as_printed(n):
    lengths = full_run(n)
    assert (sum(lengths), max(lengths)) == LITERAL[n]


@pytest.mark.slow
def test_every_permutation_of_eight_as_printed():
    lengths = full_run(8)
    assert (round(np.mean(lengths), 2), max(lengths)) == (29.16, 34)


@pytest.mark.slow
def test_every_permutation_of_nine_as_printed():
    lengths = full_run(9)
    assert (round(np.mean(lengths), 2), max(lengths)) == (34.48, 40)


@pytest.mark.parametrize("n", [7, 8])
def test_the_bound_does_not_hold_for_seven_and_eight(n):
    if n == 7:
        worst = max(full_run(7))
    else:
        chosen = iter([1, 1, 5, 1, 4])
        search = Search(board(8), pivot=lambda square, j: next(chosen))
        worst = queries(search.permutation(), digits("13785642"), full=True)
    assert worst == {7: 29, 8: 35}[n]
    assert worst > bound(n, n) == {7: 28.5, 8: 34}[n]


@pytest.mark.parametrize("n", [9, 10, 12, 16, 33, 64])
@pytest.mark.parametrize("pivot", PIVOTS)
def test_the_bound_holds_from_nine_on(n, pivot):
    rng = np.random.default_rng(n)
    for _ in range(4000 // n**2 + 5):
        secret = rng.permutation(n).tolist()
        script = ElOuali("el-ouali", pivot).script(board(n))
        assert queries(script, secret, full=True) <= bound(n, n)


@pytest.mark.parametrize("strategy", [EL_OUALI, EL_OUALI_INFERRED], ids=lambda s: s.name)
@pytest.mark.parametrize(
    ("n", "k"), [(1, 2), (2, 3), (2, 7), (3, 4), (3, 7), (4, 5), (4, 7), (5, 7)]
)
def test_more_colors_never_exceed_the_bound(strategy, n, k):
    lengths = [queries(strategy.script(board(n, k)), y) for y in permutations(range(k), n)]
    assert max(lengths) <= bound(n, k)


def test_the_bound_for_more_colors_is_met():
    lengths = [queries(EL_OUALI.script(board(4, 6)), y) for y in permutations(range(6), 4)]
    assert max(lengths) == bound(4, 6) == 11


# -- without known answers ------------------------------------------------------------------------


@pytest.mark.parametrize("pivot", PIVOTS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_inferred_finds_every_permutation_sooner(n, pivot):
    inferred, printed = ElOuali("a", pivot, inferred=True), ElOuali("b", pivot)
    secrets = list(permutations(range(n)))
    sooner = [queries(inferred.script(board(n)), y) for y in secrets]
    later = [queries(printed.script(board(n)), y) for y in secrets]
    assert sum(sooner) <= sum(later)
    assert max(sooner) <= max(later)


def test_inferred_asks_nothing_twice():
    secret = np.random.default_rng(0).permutation(40).tolist()
    game = EL_OUALI_INFERRED.new_game(board(40), np.random.default_rng(0))
    guesses = [
        turn.guess.code for turn in play(game, FixedSecret(tuple(secret), board(40)), board(40))
    ]
    assert len(set(guesses)) == len(guesses)


# -- as strategies --------------------------------------------------------------------------------


def test_a_thousand_pegs():
    rules = board(1000)
    secret = tuple(np.random.default_rng(0).permutation(1000).tolist())
    turns = list(play(EL_OUALI.new_game(rules, np.random.default_rng(0)), _Quick(secret), rules))
    assert len(turns) <= bound(1000, 1000)
    assert sum(turn.seconds for turn in turns) < 3  # 0.1 s where nothing else runs


class _Quick:
    """A codemaker for long codes."""

    def __init__(self, secret):
        self.secret = np.array(secret)

    def answer(self, guess):
        return Feedback(int(np.count_nonzero(np.array(guess) == self.secret)))


def test_a_foreign_guess_ends_the_script():
    secret = (3, 1, 0, 2, 4)
    game = EL_OUALI.new_game(board(5), np.random.default_rng(0))
    game.tell((0, 1, 2, 3, 4), Feedback(2))
    assert game.ask().origin == "square"
    game.tell((3, 1, 0, 4, 2), Feedback(3))
    assert game.ask().origin.startswith("not in the script")
    *_, last = play(game, FixedSecret(secret, board(5)), board(5), 20)
    assert last.guess.code == secret


def test_a_game_too_long_to_be_remembered_goes_on(monkeypatch):
    monkeypatch.setattr("exact.script._KEPT_PEGS", 12)
    secret = (3, 1, 0, 2, 4)
    game = EL_OUALI.new_game(board(5), np.random.default_rng(0))
    for black in (1, 1):
        game.tell(game.ask().code, Feedback(black))
    asked = game.ask()
    game.tell((3, 1, 0, 4, 2), Feedback(3))
    assert game.ask() == asked
    game = EL_OUALI.new_game(board(5), np.random.default_rng(0))
    *_, last = play(game, FixedSecret(secret, board(5)), board(5), 20)
    assert last.guess.code == secret


def test_lies_are_noticed():
    game = EL_OUALI.new_game(board(5), np.random.default_rng(0))
    for _ in range(2):
        game.tell(game.ask().code, Feedback(2))
    game.tell(game.ask().code, Feedback(3))
    with pytest.raises(InconsistentHistoryError, match="no code of p5c5nb"):
        game.tell(game.ask().code, Feedback(0))


@pytest.mark.parametrize("rules", ["p4c6r", "p4c4n", "p4c6rb"])
def test_other_boards_are_refused(rules):
    with pytest.raises(
        InvalidRulesError, match=r"el-ouali plays boards without repetition .*p8c8nb"
    ):
        registered("el-ouali").new_game(Rules.parse(rules), np.random.default_rng(0))


def test_unknown_pivots_are_refused():
    with pytest.raises(InvalidParameterError, match="pivot must be one of leftmost"):
        ElOuali("el-ouali", "largest")
