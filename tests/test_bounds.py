"""Published bounds: their values, and that optimal play keeps them."""

import json

import pytest

from evomind.app.cli import run
from evomind.rules import Rules
from exact.bounds import bounds


def values(board, kind):
    rules = Rules.parse(board)
    return {b.formula: b.value(rules) for b in bounds(rules) if b.kind == kind}


@pytest.mark.parametrize(
    ("board", "formula", "value"),
    [
        ("p10c11nb", "(n-2) ceil(log2 n) + k + 1", 44),
        ("p9c9nb", "(n-3) ceil(log2 n) + 5n/2 - 1", 45),
        ("p12c12nb", "(n-3) ceil(log2 n) + 5n/2 - 1", 65),
        ("p64c64nb", "2n log2 n + 7n", 1216),
        ("p64c64rb", "n ceil(log2 k) + ceil((2 - 1/k) n) + k", 575),
        ("p64c64rb", "n ceil(log2 n) + k", 448),
        ("p4c6rb", "n ceil(log2 n) + k - n + 1", 11),
        ("p2c9n", "ceil(k/2) + 1", 6),
        ("p64c64rb", "O(n)", None),
    ],
)
def test_upper_bounds(board, formula, value):
    assert values(board, "upper")[formula] == value


# Least number of guesses in the worst case, by exhaustive search: Knuth (1977) for p4c6r, the
# others for guesses of the board.
OPTIMAL = {"p4c6r": 5, "p4c10n": 7, "p3c3nb": 4, "p4c4nb": 5, "p5c5nb": 6, "p6c6nb": 7}


@pytest.mark.parametrize("board", OPTIMAL)
def test_optimal_play_lies_between(board):
    assert all(value <= OPTIMAL[board] for value in values(board, "lower").values())
    known = [value for value in values(board, "upper").values() if value is not None]
    assert all(value >= OPTIMAL[board] for value in known)


def test_no_bound_for_k_equal_n_below_nine():
    assert "(n-3) ceil(log2 n) + 5n/2 - 1" not in values("p8c8nb", "upper")


def test_lower_bound_of_permutations():
    assert values("p32c32nb", "lower")["k"] == 32
    assert "k" not in values("p32c32n", "lower")


def test_command(capsys):
    assert run(["bounds", "p12c12nb", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["bounds"]
    assert found[0]["value"] == 65
    assert [row["kind"] for row in found] == sorted((row["kind"] for row in found), reverse=True)
    assert all(row["source"] for row in found)
    assert run(["bounds", "p12c12nb", "--ascii"]) == 0
    assert "65" in capsys.readouterr().out
    assert run(["bounds", "p3c2nb"]) == 2
