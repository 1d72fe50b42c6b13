"""``evomind duel``: what it prints, and its bad inputs."""

import json

import pytest

from evomind.app.cli import run


def test_duel_in_json(capsys):
    arguments = "duel p8c8nb el-ouali --codemaker zero-adversary --json"
    assert run(arguments.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["queries"] == len(found["turns"]) == len(found["feedbacks"]) == 12
    assert found["lower_bound"] == 8
    assert found["feedbacks"][-1] == [8, 0]
    assert found["solved"] is True


def test_duel_with_the_largest_class(capsys):
    assert run(["duel", "p4c6r", "knuth", "--ascii"]) == 0
    printed = capsys.readouterr().out
    assert "found in 5 guesses" in printed
    assert "1122" in printed


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("p4c6r knuth --codemaker zero", "one of zero-adversary, largest-class, got 'zero'"),
        ("p4c6r knuth --codemaker zero-adversary", "zero-adversary plays boards without repet"),
        ("p4c6r el-ouali", "el-ouali plays boards without repetition"),
        ("p12c12nb el-ouali", "largest-class lists the codes that fit: p12c12nb has 4.79e+08"),
    ],
)
def test_bad_input_is_one_line(arguments, says, capsys):
    assert run(["duel", *arguments.split()]) == 2
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
