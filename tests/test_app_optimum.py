"""``evomind optimum``: what it prints, what it writes, and its exit codes."""

import json
import os
import signal
import subprocess
import sys

import pytest

from evomind.app.cli import run


@pytest.fixture
def document(capsys):
    def call(*arguments):
        code = run(["optimum", *arguments, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return call


def test_optimum_is_proven_and_its_tree_is_written(document, tmp_path, capsys):
    file = tmp_path / "optimum.json"
    code, told = document("p3c5r", "-o", str(file))
    assert code == 0
    assert told["proven"]
    assert told["objective"] == "expected"
    assert told["total"] == told["lower_bound"] == 451
    assert (told["codes"], told["max"]) == (125, 5)
    assert told["mean"] == pytest.approx(451 / 125)
    assert told["nodes"] > 0
    assert told["seconds"] >= 0
    assert sum(told["histogram"].values()) == 125
    assert run(["tree", "verify", str(file)]) == 0
    assert "451 guesses" in capsys.readouterr().out


def test_worst_case(document):
    code, told = document("p4c5r", "--objective", "worst")
    assert code == 0
    assert told["proven"]
    assert told["max"] == told["max_turns"] == 5
    assert document("p4c5r", "--pool", "eligible")[1]["total"] >= told["total"]


def test_no_strategy_is_an_answer(document, capsys):
    code, told = document("p3c5r", "--max-turns", "3")
    assert code == 1
    assert told["proven"]
    assert told["total"] is None
    assert run(["optimum", "p3c5r", "--max-turns", "3"]) == 1
    assert "there is no strategy within 3 guesses" in capsys.readouterr().out


def test_a_budget_ends_without_proof(document, capsys):
    code, told = document("p4c7r", "--nodes", "1000")
    assert code == 0
    assert not told["proven"]
    assert told["lower_bound"] <= 11228 <= told["total"]
    assert run(["optimum", "p4c7r", "--nodes", "1000", "--ascii"]) == 0
    assert "not proven: at least" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["p4c6r", "--objective", "best"], "objective must be one of expected, worst"),
        (["p4c6r", "--pool", "some"], "pool must be one of all, eligible"),
        (["p4c6r", "--max-turns", "0"], "--max-turns"),
        (["p4c6r", "-o", "no/such/place.json"], "there is no directory"),
        (["p8c12r"], "GiB"),
        (["p4c6"], "rules look like"),
    ],
)
def test_bad_input(arguments, message, capsys):
    assert run(["optimum", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert len(told.err.strip().splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupted_it_prints_the_best_so_far():
    process = subprocess.Popen(
        [sys.executable, "-c", _INTERRUPT_ITSELF],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    told = json.loads(out)
    assert not told["proven"]
    assert told["lower_bound"] <= 11228 <= told["total"]


_INTERRUPT_ITSELF = f"""
import os, sys
from evomind.app import cli
from exact import search
seen = search.Search._progress
def interrupt(self):
    if self.nodes > 10_000:
        os.kill(os.getpid(), {int(signal.SIGINT)})
    return seen(self)
search.Search._progress = interrupt
sys.exit(cli.run(["optimum", "p4c7r", "--json"]))
"""
