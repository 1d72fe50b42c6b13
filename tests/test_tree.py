"""Trees: what they say of themselves, what is wrong with them, their files, and playing them."""

import json
import pickle
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from contract import game
from hypothesis import given
from hypothesis import strategies as st

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import all_codes, as_code, random_codes
from evomind.errors import (
    CapacityError,
    InconsistentHistoryError,
    InvalidFeedbackError,
    InvalidRulesError,
    InvalidTreeError,
)
from evomind.feedback import UNKNOWN_WHITE, Feedback, feedback
from evomind.rules import Rules
from evomind.tree import Node, Tree, TreeStrategy, faults
from evomind.tree_builder import TreeBuilder
from evomind.tree_formats import (
    as_json,
    brackets,
    indented,
    parse_brackets,
    parse_json,
    read_tree,
    write_tree,
)
from exact import FIRST_ELIGIBLE, KNUTH, MOST_PARTS, build_tree

# The tree of a public code-golf challenge for 2 pegs and 3 colors, 21 turns in all.
PUBLIC = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"

BOARDS = ["p1c1r", "p1c5r", "p2c3r", "p3c3r", "p3c4n", "p3c3rb", "p2c30r", "p10c2r", "p4c4nb"]


@pytest.fixture(scope="module")
def knuth():
    return build_tree(Rules(), KNUTH)


# -- what a tree says of itself -------------------------------------------------------------------


def test_public_tree_answers_for_itself():
    tree = parse_brackets(PUBLIC)
    assert str(tree.rules) == "p2c3r"
    root = tree.root
    assert root.guess == (0, 1)
    assert root.wins
    assert root.turns() == Counter({1: 1, 2: 4, 3: 4})
    assert (root.codes, root.total, root.mean, root.max) == (9, 21, 21 / 9, 3)
    assert list(root.children) == [(1, 0), (0, 2), (0, 1), (0, 0)]
    child = root.children[Feedback(1, 0)]
    assert child.guess == (0, 2)
    assert child.turns() == Counter({1: 1, 2: 3})
    assert (child.codes, child.total, child.max) == (4, 7, 2)
    assert child.children[Feedback(0, 1)].children == {}
    assert faults(tree) == []


@pytest.mark.parametrize("board", BOARDS)
def test_total_is_that_of_the_games_played(board):
    rules = Rules.parse(board)
    tree = build_tree(rules, MOST_PARTS)
    strategy = TreeStrategy("tree", tree)
    lengths = Counter(len(game(strategy, rules, as_code(row), 0)) for row in all_codes(rules))
    assert tree.root.turns() == lengths
    assert tree.root.total == sum(turn * n for turn, n in lengths.items())
    assert tree.root.codes == rules.n_codes


@given(st.integers(0, 2**32))
def test_total_is_that_of_the_games_played_by_any_tree(seed):
    """Any tree of guesses that split what is left."""
    rules, rng = Rules(3, 3), np.random.default_rng(seed)
    tree = _random_tree(rules, rng)
    assert faults(tree) == []
    strategy = TreeStrategy("tree", tree)
    lengths = Counter(len(game(strategy, rules, as_code(row), 0)) for row in all_codes(rules))
    assert tree.root.turns() == lengths
    assert parse_brackets(brackets(tree), rules) == tree
    assert parse_json(as_json(tree)) == tree


def _random_tree(rules: Rules, rng: np.random.Generator) -> Tree:
    builder = TreeBuilder(rules)
    codes = [as_code(row) for row in all_codes(rules)]

    def grow(left, turn, answer):
        while True:
            guess = codes[rng.integers(len(codes))] if len(left) > 1 else left[0]
            parts = {}
            for code in left:
                parts.setdefault(feedback(guess, code, rules), []).append(code)
            if len(parts) > 1 or left == [guess]:
                break
        builder.add(turn, answer, guess)
        for told in rng.permutation(sorted(parts)).tolist():
            if told[0] < rules.pegs:
                grow(parts[tuple(told)], turn + 1, Feedback(*told))

    grow(codes, 1, None)
    return builder.build()


def test_wins_are_found_alike_by_the_search_and_from_a_file(knuth):
    assert np.array_equal(parse_brackets(brackets(knuth)).wins, knuth.wins)
    black = build_tree(Rules.parse("p3c4rb"), KNUTH)
    assert np.array_equal(parse_json(as_json(black)).wins, black.wins)


def test_trees_are_values(knuth):
    copy = pickle.loads(pickle.dumps(knuth))
    assert copy == knuth
    assert hash(copy) == hash(knuth)
    assert copy != build_tree(Rules(), replace(KNUTH, first="1123"))
    assert knuth != "a tree"
    assert "knuth for p4c6r" in repr(knuth)
    with pytest.raises(ValueError, match="read-only"):
        knuth.guesses[0, 0] = 3


# -- what is wrong with a tree --------------------------------------------------------------------


def test_missing_feedback_is_named_with_a_code_that_is_lost():
    found = faults(parse_brackets(PUBLIC.replace(",00:BB", ""), Rules(2, 3)))
    assert found == [
        "missing feedback after 1 3: 0b0w, after 1 2: 1b0w; 2 2 is never found",
        "1 of 9 codes are never found",
    ]


def test_wrong_leaf_loses_its_code():
    found = faults(parse_brackets(PUBLIC.replace("00:CC", "00:CB"), Rules(2, 3)))
    assert found[0].startswith("missing feedback after 3 2: 1b0w")
    assert "3 3 is never found" in found[0]


def test_guess_off_the_board_is_named():
    found = faults(parse_brackets(PUBLIC.replace("BA", "DA"), Rules(2, 3)))
    assert "guess off the board after 1 2: 0b2w: the colors of p2c3r are 1 to 3, got 4" in found
    assert "1 of 9 codes are never found" in found
    twice = faults(parse_brackets("{AB:{10:AA}}", Rules(2, 3, repetition=False)))
    assert any("no color twice" in fault for fault in twice)


def test_wrong_claimed_total_is_named(knuth):
    text = as_json(knuth).replace("5801", "5800")
    assert faults(parse_json(text)) == [
        "the games take 5801 turns in all, the tree claims 5800",
    ]


def test_a_node_that_finds_nothing_has_no_mean():
    tree = parse_brackets("{AB:{00:{AA:{10:BA}}}}", Rules(2, 2))
    lost = tree.root.children[Feedback(0, 0)]
    assert np.isnan(lost.mean)
    assert lost.max == 0


def test_board_too_large_to_play_through_is_refused():
    with pytest.raises(CapacityError):
        faults(parse_brackets("AAAAAAAAAAAA", Rules(12, 20)))


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [*BOARDS, "p4c6r", "p2c10n", "p4c7n"])
@pytest.mark.parametrize("suffix", [".json", ".txt"])
def test_files_give_the_tree_back(board, suffix, tmp_path):
    tree = build_tree(Rules.parse(board), KNUTH)
    path = tmp_path / f"tree{suffix}"
    write_tree(tree, path)
    assert read_tree(path, tree.rules) == tree
    if board not in ("p1c1r", "p1c5r"):  # whether a color may stand twice makes no difference there
        assert read_tree(path).rules == tree.rules


def test_public_text_is_written_as_it_was_read():
    assert brackets(parse_brackets(PUBLIC)).strip() == PUBLIC


def test_brackets_of_ten_pegs_tell_black_from_white():
    text = brackets(build_tree(Rules(10, 2), KNUTH))
    assert "8b2w:" in text
    assert "1b9w:" not in text


def test_json_holds_board_strategy_and_total(knuth):
    document = json.loads(as_json(knuth))
    assert (document["rules"], document["strategy"], document["total"]) == ("p4c6r", "knuth", 5801)
    assert document["nodes"][:2] == [[1, "", "1122"], [2, "0b0w", "3345"]]
    tree = parse_json(as_json(knuth))
    assert (tree.strategy, tree.claimed_total) == ("knuth", 5801)


def test_spaces_and_lines_do_not_matter():
    assert parse_brackets(PUBLIC.replace(":", " :\n ").replace("}", "}\n")) == parse_brackets(
        PUBLIC
    )


@pytest.mark.parametrize("suffix", [".json", ".txt"])
def test_a_tree_deeper_than_python_recurses_is_read_and_written(suffix, tmp_path):
    rules = Rules(1, 3000)
    tree = build_tree(rules, FIRST_ELIGIBLE)
    assert tree.root.max == 3000
    path = tmp_path / f"deep{suffix}"
    write_tree(tree, path)
    assert read_tree(path, rules) == tree


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("", "line 1, column 1", "expected { or guess, got the end"),
        ("{AB:{10:AA", "line 1, column 11", "expected comma or }, got the end"),
        ("{AB:{10:AA}", "line 1, column 12", "expected second }, got the end"),
        ("{AB:\n{10:AA,,", "line 2, column 8", "expected feedback, got ','"),
        ("{AB,{10:AA}}", "line 1, column 4", "expected : after a guess, got ','"),
        ("{AB:10", "line 1, column 5", "expected { and feedbacks, got '10'"),
        ("{AB:{10:AA}}}", "line 1, column 13", "expected the end, got '}'"),
        ("{AB:{5:AA}}", "line 1, column 6", "expected a feedback such as 10 or 1b0w, got '5'"),
        ("{AB:{10:A*}}", "line 1, column 9", "expected a guess such as"),
        ("{AB:{10:AAA}}", "line 1, column 9", "has 2 pegs, got 3"),
        ("{AB:{30:AA}}", "line 1, column 9", "no guess follows the feedback 3b0w"),
        ("{AB:{20:AB}}", "line 1, column 9", "no guess follows the feedback 2b0w"),
        ("{AB:{10:AA,\n 10:BB}}", "line 2, column 5", "a second guess for the feedback 1b0w"),
    ],
)
def test_damaged_brackets_are_named_with_the_place(text, place, expected):
    with pytest.raises(InvalidTreeError) as caught:
        parse_brackets(text)
    assert str(caught.value).startswith(f"{place}: ")
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"p2c3r"', '"p2c0r"', "'rules': colors must be"),
        ('"nodes"', '"knots"', "expected 'nodes' to be list, got None"),
        ('[2, "0b1w", "23"]', '[4, "0b1w", "23"]', "expected a guess of turn 2 to 3, got turn 4"),
        ('[2, "0b1w", "23"]', '[2, "?", "23"]', "expected a feedback such as"),
        ('[2, "0b1w", "23"]', '[2, "", "23"]', "no guess follows the feedback None"),
        ('[2, "0b1w", "23"]', '[2, "0b1w", 23]', "expected [turn, feedback, guess], got"),
        ('[1, "", "12"]', '[2, "", "12"]', "node 1: expected a guess of turn 1, got turn 2"),
        ("21,", "21", "not JSON: "),
    ],
)
def test_damaged_json_is_named_with_the_place(old, new, expected):
    tree = parse_brackets(PUBLIC)
    text = as_json(tree)
    assert old in text
    with pytest.raises(InvalidTreeError) as caught:
        parse_json(text.replace(old, new))
    assert expected in str(caught.value)


def test_json_of_something_else_is_refused():
    for text in ("[1]", "3", "{}", "[" * 100_000):
        with pytest.raises(InvalidTreeError):
            parse_json(text)
    empty = '{"rules": "p2c3r", "strategy": "", "total": 0, "nodes": []}'
    with pytest.raises(InvalidTreeError, match="at least one guess"):
        parse_json(empty)


def test_files_that_are_no_trees_are_refused(tmp_path):
    with pytest.raises(InvalidTreeError, match=r"ends in \.json or \.txt, got tree\.xml"):
        read_tree("tree.xml")
    with pytest.raises(InvalidTreeError, match="cannot read the tree"):
        read_tree(tmp_path / "missing.json")
    damaged = tmp_path / "damaged.txt"
    damaged.write_text("{AB:{10:AA")
    with pytest.raises(InvalidTreeError, match=r"damaged\.txt, line 1, column 11: "):
        read_tree(damaged)


def test_indented_text_shows_every_guess():
    lines = list(indented(parse_brackets(PUBLIC)))
    assert lines[0] == "12  9 codes"
    assert lines[1] == "  1b0w 13  4 codes"
    assert lines[2] == "    1b0w 11"
    assert len(lines) == 9
    assert list(indented(parse_brackets(PUBLIC), max_turns=1)) == ["12  9 codes"]


# -- playing a tree -------------------------------------------------------------------------------


def test_impossible_feedback_raises(knuth):
    codebreaker = TreeStrategy("knuth", knuth).new_game(Rules(), np.random.default_rng(0))
    with pytest.raises(InvalidFeedbackError):
        codebreaker.tell((0, 0, 1, 1), Feedback(3, 1))


def test_feedback_that_no_code_gives_any_more_raises(knuth):
    codebreaker = TreeStrategy("knuth", knuth).new_game(Rules(), np.random.default_rng(0))
    codebreaker.tell((0, 0, 1, 1), Feedback(0, 0))
    codebreaker.tell(codebreaker.ask().code, Feedback(0, 0))
    assert codebreaker.ask().code == (5, 5, 5, 5)
    codebreaker.tell((5, 5, 5, 5), Feedback(3, 0))
    with pytest.raises(InconsistentHistoryError):
        codebreaker.ask()


def test_off_the_tree_the_first_eligible_code_is_played_and_named(knuth):
    rules = Rules()
    for row in random_codes(rules, 20, np.random.default_rng(0)):
        secret = as_code(row)
        codebreaker = TreeStrategy("knuth", knuth).new_game(rules, np.random.default_rng(0))
        assert codebreaker.ask().origin == "tree"
        codebreaker.tell((3, 4, 5, 5), feedback((3, 4, 5, 5), secret, rules))
        turns = list(play(codebreaker, FixedSecret(secret, rules), rules, 12))
        assert turns[-1].guess.code == secret
        assert {turn.guess.origin for turn in turns} == {"first eligible: off tree"}


def test_unknown_white_pegs_lead_off_the_tree(knuth):
    codebreaker = TreeStrategy("knuth", knuth).new_game(Rules(), np.random.default_rng(0))
    codebreaker.tell((0, 0, 1, 1), Feedback(1, UNKNOWN_WHITE))
    assert codebreaker.ask().origin == "first eligible: off tree"


def test_a_tree_plays_its_own_board_only(knuth):
    with pytest.raises(InvalidRulesError, match="for p4c6r, got p4c7r"):
        TreeStrategy("knuth", knuth).new_game(Rules(4, 7), np.random.default_rng(0))


def test_a_tree_is_its_own_tree(knuth):
    assert build_tree(Rules(), TreeStrategy("again", knuth)) is knuth
    assert isinstance(knuth.root, Node)
