"""The strategy ``evolution``: its sets, its openings, its choice, and its play."""

import numpy as np
import pytest
from deap import tools

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import all_codes, as_code, check_code, random_codes
from evomind.errors import InvalidCodeError, InvalidParameterError
from evomind.feedback import UNKNOWN_WHITE, Feedback, feedback
from evomind.history import History
from evomind.rules import Rules
from evomind.sampling import EligibleCodes, eligible_codes
from evomind.solvers.evolution import EVOLUTION, Evolution, choose, forget_openings
from evomind.solvers.gathering import after, gather
from evomind.solvers.opening import _book, first_guess_shapes, opening_for, weighed_shapes


def history_of(rules, secret, guesses):
    return History(rules, [(guess, feedback(guess, secret, rules)) for guess in guesses])


def guesses_of(rules, secret, seed, strategy=EVOLUTION):
    codebreaker = strategy.new_game(rules, np.random.default_rng(seed))
    return [turn.guess.code for turn in play(codebreaker, FixedSecret(secret, rules), rules)]


# The eligible set.


def test_a_complete_set_is_filtered_turn_by_turn():
    rules, rng = Rules(5, 8), np.random.default_rng(0)
    secret, first, second = (as_code(row) for row in random_codes(rules, 3, rng))
    history = history_of(rules, secret, [first])
    known = gather(history, None, 32_768, 200, rng, tools.Logbook())
    assert known.complete
    longer = history_of(rules, secret, [first, second])
    left = after(known, longer)
    assert left.complete
    assert np.array_equal(left.codes, eligible_codes(longer).codes)


def test_a_sampled_set_is_uniform_enough_to_tell_its_size():
    rules, rng = Rules(8, 12), np.random.default_rng(1)
    secret, first, second = (as_code(row) for row in random_codes(rules, 3, rng))
    history = history_of(rules, secret, [first, second])
    drawn = gather(history_of(rules, secret, [first]), None, 1000, 200, rng, tools.Logbook())
    assert not drawn.complete
    left = after(drawn, history)
    size = eligible_codes(history, limit=20_000_000).size
    # Five standard errors of a count of codes that passed the filter.
    assert left.size == pytest.approx(size, rel=5 / np.sqrt(len(left.codes)))
    assert history.eligible(left.codes).all()


def test_rare_codes_of_a_large_board_are_evolved():
    rules, rng = Rules(12, 20), np.random.default_rng(2)
    secret = as_code(random_codes(rules, 1, rng)[0])
    history = history_of(rules, secret, [as_code(row) for row in random_codes(rules, 7, rng)])
    logbook = tools.Logbook()
    found = gather(
        history, EligibleCodes(random_codes(rules, 0, rng), False, 1e6, 0), 1000, 50, rng, logbook
    )
    assert not found.complete
    assert len(found.codes) >= 10
    assert history.eligible(found.codes).all()
    assert len(np.unique(found.codes, axis=0)) == len(found.codes)
    assert logbook.select("gen") == list(range(1, len(logbook) + 1))


@pytest.mark.parametrize("text", ["p4c6r", "p8c12r"])
def test_unknown_white_pegs_leave_what_fits_the_black_ones(text):
    rules, rng = Rules.parse(text), np.random.default_rng(6)
    secret, first, second = (as_code(row) for row in random_codes(rules, 3, rng))
    history = history_of(rules, secret, [first])
    known = gather(history, None, 1_000_000, 200, rng, tools.Logbook())
    longer = history.add(second, Feedback(feedback(second, secret, rules).black, UNKNOWN_WHITE))
    left = after(known, longer)
    assert len(left.codes) > 0
    assert longer.eligible(left.codes).all()
    assert len(left.codes) == longer.eligible(known.codes).sum()


def test_a_game_with_unknown_white_pegs_goes_on():
    rules, secret = Rules(), (1, 4, 1, 4)
    codebreaker = EVOLUTION.new_game(rules, np.random.default_rng(0))
    history = History(rules)
    for _ in range(3):
        guess = codebreaker.ask().code
        answer = Feedback(feedback(guess, secret, rules).black, UNKNOWN_WHITE)
        codebreaker.tell(guess, answer)
        history = history.add(guess, answer)
    codebreaker.ask()
    assert history.is_eligible(secret)
    assert len(codebreaker.eligible.codes) == len(eligible_codes(history).codes)


# The opening.


def test_shapes_of_the_classic_board():
    shapes = {"".join(str(color + 1) for color in code) for code in first_guess_shapes(Rules())}
    assert shapes == {"1111", "1112", "1122", "1123", "1234"}


@pytest.mark.parametrize("text", ["p1c1r", "p3c2r", "p40c3r", "p100c10000r", "p8c8nb", "p30c40n"])
def test_every_board_has_a_first_guess(text):
    rules = Rules.parse(text)
    for first in weighed_shapes(rules):
        check_code(first, rules)
    check_code(opening_for(rules).first, rules)


def test_the_book_holds_codes_of_its_boards_and_an_answer_to_every_feedback():
    for rules, opening in _book().items():
        check_code(opening.first, rules)
        assert "games" in opening.evidence
        for answer, code in opening.replies:
            check_code(code, rules)
            assert opening.reply(History(rules, [(opening.first, answer)])) == code
    rules = Rules()
    possible = {feedback(opening_for(rules).first, as_code(c), rules) for c in all_codes(rules)}
    assert set(dict(opening_for(rules).replies)) == possible - {Feedback(4)}


def test_a_first_guess_of_ones_own_is_played():
    rules = Rules()
    assert guesses_of(rules, (0, 1, 2, 3), 0, Evolution(first="1122"))[0] == (0, 0, 1, 1)
    with pytest.raises(InvalidCodeError, match="4 pegs"):
        Evolution(first="112").new_game(rules, np.random.default_rng(0))


# The choice.


def test_a_code_that_tells_all_others_apart_is_played():
    rules = Rules()
    codes = np.array([[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 1, 2]], dtype=np.uint8)
    eligible = EligibleCodes(codes, True, 3.0, 0)
    guess = choose(EVOLUTION, rules, eligible, np.random.default_rng(0), tools.Logbook())
    table = [feedback(guess.code, as_code(code), rules) for code in codes]
    assert len(set(table)) == 3
    assert guess.origin == "eligible code"


def test_a_probe_is_played_where_codes_differ_in_one_place():
    # Five codes that differ in their last peg: a code of the set leaves four in the worst case,
    # a guess from outside that holds two of the colors in places that tell them apart does better.
    rules = Rules(4, 6)
    codes = np.array([[0, 0, 0, color] for color in range(6)], dtype=np.uint8)
    eligible = EligibleCodes(codes, True, 6.0, 0)
    logbook = tools.Logbook()
    guess = choose(EVOLUTION, rules, eligible, np.random.default_rng(0), logbook)
    assert guess.origin == "probe"
    assert len({feedback(guess.code, as_code(code), rules) for code in codes}) >= 3
    assert logbook.select("gen") == list(range(1, EVOLUTION.maxgen + 1))


# The play.


def test_a_game_does_not_depend_on_the_games_before_it():
    rules = Rules(5, 8)
    forget_openings()
    alone = guesses_of(rules, (7, 0, 3, 3, 5), seed=4)
    forget_openings()
    for seed in range(5):
        guesses_of(rules, as_code(random_codes(rules, 1, np.random.default_rng(seed))[0]), seed)
    assert guesses_of(rules, (7, 0, 3, 3, 5), seed=4) == alone


def test_classic_board_every_secret():
    rules = Rules()
    turns = [len(guesses_of(rules, as_code(code), 0)) for code in all_codes(rules)]
    # The optimum is 5625 (Koyama and Lai 1993); 4.36 a game is the aim on this board.
    assert 5625 <= sum(turns) <= 4.36 * 1296
    assert max(turns) <= 6


@pytest.mark.parametrize(
    "text", ["p1c1r", "p2c2r", "p3c2r", "p10c2r", "p8c8nb", "p6c30n", "p20c20r"]
)
def test_unusual_boards_are_played_to_the_end(text):
    rules = Rules.parse(text)
    secret = as_code(random_codes(rules, 1, np.random.default_rng(3))[0])
    guesses = guesses_of(rules, secret, 5)
    assert guesses[-1] == secret
    for guess in guesses:
        check_code(guess, rules)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("hold", 0),
        ("sample", 5),
        ("maxsize", 0),
        ("population", 1),
        ("maxgen", -1),
        ("rollouts", -1),
        ("rollout_codes", -1),
    ],
)
def test_parameters_out_of_range(parameter, value):
    with pytest.raises(InvalidParameterError, match=f"{parameter} must be at least .* got {value}"):
        Evolution(**{parameter: value})
