"""The published genetic algorithms: their settings, their rules, their results."""

import dataclasses
from itertools import pairwise

import numpy as np
import pytest
from boards import golden_toml
from contract import tell_and_ask
from deap import tools

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import all_codes, as_code, check_code, random_codes
from evomind.errors import InconsistentHistoryError, InvalidParameterError
from evomind.evolution import Generation
from evomind.feedback import Feedback, feedback
from evomind.operators import adapt
from evomind.partition import part_sizes
from evomind.rules import Rules
from evomind.solvers import berghman, genetic, merelo
from evomind.solvers.berghman import BERGHMAN
from evomind.solvers.genetic import CHOICES, choose
from evomind.solvers.merelo import EVO, EVO_ENTROPY, EVORANK
from evomind.strategies import load_strategy

ALL = (BERGHMAN, EVORANK, EVO, EVO_ENTROPY)


def rng(seed=0):
    return np.random.default_rng(seed)


def moves(strategy, rules, secret, seed=0):
    game = strategy.new_game(rules, rng(seed))
    return game, list(play(game, FixedSecret(secret, rules), rules, max_turns=100))


def searches(game):
    """The last record of each search of a game."""
    records = [*game.logbook, {"gen": 0}]
    return [last for last, following in pairwise(records) if following["gen"] <= last["gen"]]


@pytest.mark.parametrize(
    "row",
    golden_toml("published_ga.toml")["result"],
    ids=lambda row: f"{row['strategy']} {row['rules']}",
)
def test_published_means_are_reached(row):
    rules, strategy = Rules.parse(row["rules"]), load_strategy(row["strategy"])
    secrets = random_codes(rules, row["games"], rng(12))
    lengths = [
        len(moves(strategy, rules, as_code(secret), seed)[1]) for seed, secret in enumerate(secrets)
    ]
    assert np.mean(lengths) == pytest.approx(row["mean"], abs=row["tolerance"])


@pytest.mark.parametrize(
    ("text", "guess", "maxgen", "maxsize"),
    [
        ("p4c6r", "1123", 100, 60),
        ("p5c8r", "11234", 100, 60),
        ("p6c9r", "112234", 100, 80),
        ("p8c12r", "11223345", 200, 100),
        ("p3c4r", "123", 100, 60),  # a board that was not published
        ("p7c10r", "1122345", 100, 80),
    ],
)
def test_berghmans_settings(text, guess, maxgen, maxsize):
    rules = Rules.parse(text)
    first = tuple(int(digit) - 1 for digit in guess)
    assert BERGHMAN.new_game(rules, rng()).ask().code == first
    secret = as_code(random_codes(rules, 1, rng(4))[0])
    game, _ = moves(BERGHMAN, rules, secret)
    assert game.logbook[0]["evals"] == min(150, rules.n_codes)
    ends = searches(game)
    assert ends
    for last in ends:
        assert last["gen"] == maxgen or last["eligible"] > maxsize
        assert last["gen"] <= maxgen


@pytest.mark.parametrize("text", ["p1c1r", "p1c7n", "p4c1r", "p4c2r", "p9c3r", "p12c5r", "p5c9n"])
@pytest.mark.parametrize("module", [berghman, merelo])
def test_first_guesses_are_codes(text, module):
    rules = Rules.parse(text)
    check_code(module.first_guess(rules), rules)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("p4c6r", "ABCA"),
        ("p4c8r", "ABCD"),
        ("p5c8r", "ABCDA"),
        ("p5c9r", "ABCDA"),
        ("p6c9r", "ABCDAB"),
        ("p8c12r", "ABCDEFAB"),
    ],
)
def test_merelos_first_guesses(text, letters):
    assert merelo.first_guess(Rules.parse(text)) == tuple(ord(c) - ord("A") for c in letters)


def test_rank_fitness_prefers_the_nearest_whatever_the_scale():
    mismatches = np.array([3.0, 0.0, 7.0, 2.0])
    generation = Generation(
        Rules(),
        2,
        np.zeros((4, 4), np.uint8),
        mismatches,
        np.array([-1, 0, -1, -1]),
        np.zeros((1, 4), np.uint8),
    )
    assert berghman.rank_fitness(generation).tolist() == [2.0, 4.0, 1.0, 3.0]
    larger = generation._replace(mismatches=mismatches * 10 + 5, turns=7)
    assert berghman.rank_fitness(larger).tolist() == [2.0, 4.0, 1.0, 3.0]


def plain_remaining(code, codes, rules):
    """Average, over secrets, of the codes left that are neither the guess nor the secret."""
    secrets = [secret for secret in codes if secret != code]
    left = [
        sum(
            feedback(code, other, rules) == feedback(code, secret, rules)
            for other in codes
            if other not in (code, secret)
        )
        for secret in secrets
    ]
    return sum(left) / len(left)


@pytest.mark.parametrize("text", ["p4c6r", "p5c8r", "p4c6rb", "p4c6n"])
def test_remaining_is_the_rule_of_the_paper(text):
    rules = Rules.parse(text)
    codes = np.unique(random_codes(rules, 30, rng(1)), axis=0)
    rows = [as_code(code) for code in codes]
    expected = [plain_remaining(code, rows, rules) for code in rows]
    sizes = part_sizes(codes, codes, rules)
    assert genetic.remaining(sizes) == pytest.approx(expected)
    against = rows[:12]  # the paper's S, a part of the set
    expected = [plain_remaining(code, against, rules) for code in rows]
    assert genetic.remaining(part_sizes(codes, codes[:12], rules)) == pytest.approx(expected)


def test_similarity_sums_the_pegs_in_common():
    rules = Rules(5, 8)
    codes = np.unique(random_codes(rules, 20, rng(2)), axis=0)
    rows = [as_code(code) for code in codes]
    expected = [-sum(sum(feedback(code, other, rules)) for other in rows) for code in rows]
    assert genetic.similarity(part_sizes(codes, codes, rules)).tolist() == expected


@pytest.mark.parametrize("choice", list(CHOICES))
def test_every_choice_plays(choice):
    rules = Rules()
    strategy = dataclasses.replace(BERGHMAN, choice=choice, maxgen=20)
    _, turns = moves(strategy, rules, (5, 0, 3, 3))
    assert turns[-1].feedback.black == 4
    codes = random_codes(rules, 20, rng(3))
    rows = choose(choice, codes, rules, rng(), sample=5)
    assert len(rows) == 20 if choice == "random" else 1 <= len(rows) <= 20


@pytest.mark.parametrize("strategy", ALL, ids=lambda s: s.name)
@pytest.mark.parametrize(
    ("parameter", "value"),
    [("population", 1), ("maxgen", 0), ("maxsize", 0)],
)
def test_parameters_out_of_range(strategy, parameter, value):
    with pytest.raises(InvalidParameterError, match=f"{parameter} must be"):
        dataclasses.replace(strategy, **{parameter: value})


@pytest.mark.parametrize(
    ("strategy", "parameter", "value"),
    [
        (BERGHMAN, "mutation", 1.5),
        (BERGHMAN, "crossover", -0.1),
        (BERGHMAN, "a", 0.0),
        (BERGHMAN, "choice", "best"),
        (BERGHMAN, "sample", 0),
        (EVO, "settings", "knuth"),
        (EVO, "score", "remaining"),
        (EVO, "replaced", 2.0),
        (EVO, "tournament", -1),
        (EVO, "patience", 0),
        (EVO, "reset", 0),
    ],
)
def test_parameters_of_one_strategy_out_of_range(strategy, parameter, value):
    with pytest.raises(InvalidParameterError, match=f"{parameter} must be"):
        dataclasses.replace(strategy, **{parameter: value})


@pytest.mark.parametrize(
    "priorities", [(-1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (float("nan"), 1.0, 1.0)]
)
def test_priorities_out_of_range(priorities):
    crossover, mutation, permutation = priorities
    with pytest.raises(InvalidParameterError, match="priorities must be"):
        dataclasses.replace(EVO, crossover=crossover, mutation=mutation, permutation=permutation)


@pytest.mark.parametrize("text", ["p4c6r", "p5c8r", "p6c6n", "p8c12r"])
def test_a_hopeless_search_falls_back_and_says_so(text):
    rules = Rules.parse(text)
    hopeless = dataclasses.replace(BERGHMAN, population=2, maxgen=1)
    origins = set()
    for seed, secret in enumerate(random_codes(rules, 3, rng(1))):
        _, turns = moves(hopeless, rules, as_code(secret), seed)
        assert turns[-1].feedback.black == rules.pegs
        origins.update(turn.guess.origin for turn in turns)
    assert "search" in origins
    assert origins <= {"fixed", "evolved", "evolved again", "search"}


def test_where_even_the_search_gives_up_the_last_resort_plays():
    rules = Rules(25, 25)
    hopeless = dataclasses.replace(BERGHMAN, population=2, maxgen=1)
    secret = as_code(random_codes(rules, 1, rng(2))[0])
    game = hopeless.new_game(rules, rng())
    guesses = [as_code(row) for row in random_codes(rules, 12, rng(3))]
    for guess in guesses:
        game.tell(guess, feedback(guess, secret, rules))
    guess = game.ask()
    assert guess.origin in ("annealed", "one peg at a time")
    assert guess.code not in guesses


@pytest.mark.parametrize("strategy", ALL, ids=lambda s: s.name)
def test_colors_that_contradict_each_other_raise(strategy):
    game = strategy.new_game(Rules(3, 3), rng())
    game.tell((0, 0, 1), Feedback(0, 0))
    with pytest.raises(InconsistentHistoryError, match="2 turns"):
        tell_and_ask(game, (2, 2, 2), Feedback(0, 0))


@pytest.mark.parametrize("strategy", [EVO, EVO_ENTROPY], ids=lambda s: s.name)
def test_dropped_colors_are_not_played_again(strategy):
    rules = Rules(5, 300)
    game = strategy.new_game(rules, rng())
    secret = (299, 150, 150, 7, 299)
    for guess in ((0, 1, 2, 3, 4), tuple(range(10, 15)), (7, 7, 7, 7, 150)):
        game.tell(guess, feedback(guess, secret, rules))
    evolved = []
    for turn in play(game, FixedSecret(secret, rules), rules, max_turns=200):
        assert not set(turn.guess.code) & {0, 1, 2, 3, 4, 10, 11, 12, 13, 14}
        evolved.append(turn.guess)
    assert evolved[-1].code == secret


def test_dropping_colors_shrinks_the_population():
    rules = Rules(4, 6)
    game = dataclasses.replace(EVO, population=120).new_game(rules, rng())
    game.tell((0, 0, 1, 1), Feedback(0, 0))
    game.ask()
    assert game.logbook[0]["evals"] == 80


def test_the_endgame_lists_permutations():
    rules = Rules(6, 9)
    secret = (0, 3, 5, 5, 2, 8)
    game = EVO.new_game(rules, rng())
    for guess in ((5, 5, 8, 0, 3, 2), (0, 1, 1, 3, 3, 3)):
        game.tell(guess, feedback(guess, secret, rules))
    guess = game.ask()
    assert guess.origin == "permutations"
    assert sorted(guess.code) == sorted(secret)
    assert len(game.logbook) == 0


def test_the_population_starts_with_what_was_eligible():
    rules = Rules(5, 8)
    game = EVO.new_game(rules, rng())
    populations = []
    renew = game.toolbox.renew
    game.toolbox.register(
        "renew",
        lambda codes, kept=None: (
            populations.append((kept, codes.copy())),
            renew(codes, kept=kept),
        )[1],
    )
    secret = (7, 1, 3, 3, 0)
    for _ in range(3):
        guess = game.ask().code
        game.tell(guess, feedback(guess, secret, rules))
    firsts = [codes[:kept] for kept, codes in populations if kept is not None]
    assert [len(codes) > 0 for codes in firsts[:2]] == [False, True]


def test_scored_fitness_adds_the_score_of_the_eligible():
    rules = Rules()
    eligible = np.array([[0, 1, 2, 3], [0, 1, 3, 2], [1, 0, 2, 3], [4, 4, 5, 5]], dtype=np.uint8)
    codes = np.concatenate((eligible, [[5, 5, 5, 5]])).astype(np.uint8)
    generation = Generation(
        rules, 1, codes, np.array([0.0, 0, 0, 0, 3]), np.array([0, 1, 2, 3, -1]), eligible
    )
    # Different answers of the other three: {2b2w, 0b0w}, {2b2w, 0b4w, 0b0w}, ..., {0b0w}.
    assert merelo.scored_fitness(generation, "most-parts").tolist() == [6.0, 7.0, 7.0, 5.0, 1.0]
    parts = {2: [2, 1, 1], 3: [1, 1, 1, 1], 1: [3, 1]}
    entropies = [-sum(n / 4 * np.log(n / 4) for n in parts[k]) for k in (2, 3, 3, 1)]
    assert merelo.scored_fitness(generation, "entropy") == pytest.approx(
        [*(4.0 + e for e in entropies), 1.0]
    )


@pytest.mark.parametrize("text", ["p5c8r", "p8c8n"])
def test_a_game_played_by_stock_operators(text):
    rules = Rules.parse(text)
    game = BERGHMAN.new_game(rules, rng(1))
    mate = tools.cxTwoPoint if rules.repetition else tools.cxPartialyMatched
    game.toolbox.register("mate", adapt(mate, rng(2)))
    game.toolbox.register("mutate", adapt(tools.mutShuffleIndexes, rng(3), rate=0.03), indpb=0.3)
    game.toolbox.register("select", adapt(tools.selTournament, rng(4)), tournsize=2)
    secret = as_code(random_codes(rules, 1, rng(5))[0])
    turns = list(play(game, FixedSecret(secret, rules), rules, max_turns=20))
    assert turns[-1].guess.code == secret
    assert "evolved" in {turn.guess.origin for turn in turns}


@pytest.mark.parametrize("strategy", ALL, ids=lambda s: s.name)
def test_a_game_has_a_logbook(strategy):
    rules = Rules(5, 8)
    game, turns = moves(strategy, rules, (3, 6, 6, 1, 0))
    assert isinstance(game.logbook, tools.Logbook)
    evolved = {n for n, turn in enumerate(turns, 1) if turn.guess.origin == "evolved"}
    assert evolved <= set(game.logbook.select("turn"))
    evaluations = sum(last["evals"] for last in searches(game))
    assert sum(turn.guess.evaluations for turn in turns) >= evaluations


@pytest.mark.parametrize("strategy", ALL, ids=lambda s: s.name)
@pytest.mark.parametrize("text", ["p1c1r", "p1c3n", "p3c1r", "p2c2r", "p3c3n"])
def test_the_smallest_boards(strategy, text):
    rules = Rules.parse(text)
    for seed, secret in enumerate(all_codes(rules)):
        _, turns = moves(strategy, rules, as_code(secret), seed)
        assert turns[-1].guess.code == as_code(secret)
