"""First and random eligible codes, and the last resort where neither can be found."""

import numpy as np
import pytest
from contract import game
from plain import codes as plain_codes
from plain import fits
from scipy import stats

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import all_codes, as_code, random_codes
from evomind.errors import InconsistentHistoryError
from evomind.feedback import Feedback, feedback
from evomind.history import History
from evomind.last_resort import Climb, LastResort
from evomind.rules import Rules
from exact import FIRST_ELIGIBLE, RANDOM_ELIGIBLE, build_tree


def rng(seed=0):
    return np.random.default_rng(seed)


# -- first and random -----------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["p3c4r", "p3c4n", "p3c3rb"])
def test_first_eligible_is_the_first_that_fits(board):
    rules = Rules.parse(board)
    for secret in all_codes(rules)[:: rules.n_codes // 7]:
        history = History(rules)
        for guess in game(FIRST_ELIGIBLE, rules, as_code(secret), 0):
            assert guess == next(code for code in plain_codes(rules) if fits(code, history))
            history = history.add(guess, feedback(guess, as_code(secret), rules))


def test_first_eligible_plays_its_tree():
    rules = Rules(4, 4)
    lengths = [len(game(FIRST_ELIGIBLE, rules, as_code(row), 0)) for row in all_codes(rules)]
    assert sum(lengths) == build_tree(rules, FIRST_ELIGIBLE).root.total


def test_random_eligible_has_the_known_mean():
    # 4.6441 +- .0004 turns (mean of many runs); the standard deviation of a game is .87.
    rules = Rules()
    lengths = [
        len(game(RANDOM_ELIGIBLE, rules, as_code(row), seed))
        for seed, row in enumerate(all_codes(rules))
    ]
    assert abs(np.mean(lengths) - 4.6441) < 4 * 0.87 / 36


@pytest.mark.slow
def test_random_eligible_has_the_known_mean_over_five_rounds():
    rules = Rules()
    lengths = [
        len(game(RANDOM_ELIGIBLE, rules, as_code(row), 5 * i + k))
        for i, row in enumerate(all_codes(rules))
        for k in range(5)
    ]
    assert abs(np.mean(lengths) - 4.64) < 0.02


@pytest.mark.parametrize("turns", [[], [((0, 1, 2), Feedback(1, 1))]])
def test_random_eligible_is_uniform(turns):
    rules = Rules(3, 4)
    history = History(rules, turns)
    counts = {as_code(row): 0 for row in all_codes(rules)[history.eligible(all_codes(rules))]}
    for seed in range(40 * len(counts)):
        codebreaker = RANDOM_ELIGIBLE.new_game(rules, rng(seed))
        for guess, answer in turns:
            codebreaker.tell(guess, answer)
        counts[codebreaker.ask().code] += 1
    assert stats.chisquare(list(counts.values())).pvalue > 1e-3


def test_a_rare_code_is_listed_when_drawing_fails():
    rules, secret = Rules(8, 12), (3, 1, 4, 1, 5, 9, 2, 6)
    codebreaker = RANDOM_ELIGIBLE.new_game(rules, rng())
    turns = list(play(codebreaker, FixedSecret(secret, rules), rules, 20))
    assert turns[-1].guess.code == secret
    assert turns[0].guess.origin == "drawn"
    assert turns[-1].guess.origin == "listed"


@pytest.mark.parametrize("strategy", [FIRST_ELIGIBLE, RANDOM_ELIGIBLE], ids=lambda s: s.name)
@pytest.mark.parametrize("board", ["p20c20r", "p20c20n", "p100c10000r", "p1000c2rb"])
def test_any_board_is_played(strategy, board):
    rules = Rules.parse(board)
    secret = as_code(random_codes(rules, 1, rng(1))[0])
    codebreaker = strategy.new_game(rules, rng(2))
    history = History(rules)
    for _ in range(3):
        guess = codebreaker.ask()
        assert guess.origin
        assert history.is_eligible(guess.code) or guess.origin == "one peg at a time"
        answer = feedback(guess.code, secret, rules)
        codebreaker.tell(guess.code, answer)
        history = history.add(guess.code, answer)


# -- the last resort ------------------------------------------------------------------------------


def climbed(climb, secret):
    """Return the guesses up to the secret."""
    guessed = []
    while secret not in guessed:
        guessed.append(climb.guess())
        climb.tell(guessed[-1], feedback(guessed[-1], secret, climb.rules))
    return guessed


@pytest.mark.parametrize(
    "board", ["p1c3r", "p3c3r", "p4c3r", "p3c3n", "p4c4nb", "p4c5n", "p3c4rb", "p2c6nb"]
)
def test_climbing_breaks_every_code(board):
    rules = Rules.parse(board)
    most = rules.pegs * rules.colors + 1
    for row in all_codes(rules):
        secret, climb = as_code(row), Climb(rules)
        assert len(climbed(climb, secret)) <= most


@pytest.mark.parametrize("board", ["p12c9r", "p30c30n", "p20c40rb", "p9c9nb"])
def test_climbing_goes_on_from_foreign_guesses(board):
    rules = Rules.parse(board)
    rows = random_codes(rules, 6, rng(3))
    secret, climb = as_code(rows[0]), Climb(rules)
    for row in rows[1:]:
        climb.tell(as_code(row), feedback(as_code(row), secret, rules))
    guessed = climbed(climb, secret)
    assert len(guessed) <= rules.pegs * rules.colors + 1
    assert len(set(guessed)) == len(guessed)


def test_climbing_notices_when_nothing_is_left():
    climb = Climb(Rules(2, 2))
    for code in ((0, 0), (1, 1)):
        climb.tell(code, Feedback(0, 0))
    with pytest.raises(InconsistentHistoryError):
        climb.guess()


def resorted(rules, secret):
    """Return where the guesses of a game come from that is left to the last resort."""
    resort, history, generator = LastResort(rules), History(rules), rng()
    origins = []
    while True:
        guess = resort.guess(history, generator)
        origins.append(guess.origin)
        if guess.code == secret:
            return origins
        answer = feedback(guess.code, secret, rules)
        resort.tell(guess.code, answer)
        history = history.add(guess.code, answer)


def test_last_resort_ends_a_game_by_itself():
    origins = resorted(Rules(12, 12), tuple(p * 5 % 12 for p in range(12)))
    assert len(origins) <= 12 * 12 + 1 + origins.count("annealed")
    assert set(origins) <= {"annealed", "one peg at a time"}


def test_last_resort_climbs_where_annealing_fails(monkeypatch):
    monkeypatch.setattr("evomind.last_resort._TRIES", ((1, 1),))
    origins = resorted(Rules(12, 12), tuple(range(12)))
    assert len(origins) <= 12 * 12 + 1 + origins.count("annealed")
    assert "one peg at a time" in origins
