"""The command line: what a user types, what a script gets, and one line for every bad input."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from evomind.app.cli import run
from evomind.app.eligible import Eligible

# Work that is imported where it is used, and never for --help.
HEAVY = ("numpy", "numba", "scipy", "deap", "joblib", "sqlalchemy", "matplotlib", "optuna")

COMMANDS = [
    [],
    ["compare"],
    ["solve"],
    ["advise"],
    ["explain"],
    ["play"],
    ["duel"],
    ["bounds"],
    ["optimum"],
    ["strategies"],
    ["tree"],
    ["tree", "build"],
    ["tree", "show"],
    ["tree", "verify"],
    ["tree", "convert"],
]


@pytest.fixture(autouse=True)
def _own_data_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def document(capsys):
    """Run a command with --json; return its exit code and its document."""

    def call(*arguments):
        code = run([*arguments, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return call


def evomind(*arguments, **options):
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "evomind", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **options,
    )


# -- help -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help(command, capsys):
    assert run([*command, "--help"]) == 0
    printed = capsys.readouterr()
    assert "Usage: evomind" in printed.out
    assert printed.err == ""


def test_help_imports_nothing_heavy():
    listing = (
        "import sys; from evomind.app.cli import run;"
        f"[run([*c, '--help']) for c in {COMMANDS!r}];"
        f"print('heavy:', [m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "heavy: []"


def test_version(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("evomind ")


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("solve p0c6r 1122", "pegs must be from 1"),
        ("solve p4c3n 123", "without repetition 4 pegs need at least 4 colors, got 3"),
        ("solve p4 1122", "rules look like p4c6r"),
        ("solve p4c6r 112", "a code of p4c6r has 4 pegs, got 3 in '112'"),
        ("solve p4c6r 1127", "the colors of p4c6r are 1 to 6 here, got '7' in '1127'"),
        ("solve p4c10n 1123", "p4c10n allows no color twice in a code, got '1123'"),
        ("solve p4c6r 1122 --strategy knut", "no strategy is called 'knut'; did you mean knuth?"),
        ("compare p4c6r knuth entrpy", "did you mean entropy?"),
        ("solve p4c6r 1122 -s evolution:maxgn=1", "has no parameter 'maxgn'; it has"),
        ("solve p4c6r 1122 -s evolution:maxgen=-1", "maxgen must be at least"),
        ("solve p4c6r 1122 -s evolution:maxsize=0", "maxsize must be at least 1, got 0"),
        ("solve p4c6r 1122 -s evolution:maxsize=many", "a value of type int, got 'many'"),
        ("solve p4c6r 1122 -s berghman:maxgen=0", "maxgen"),
        ("solve p4c6r 1122 -s berghman:maxsize=0", "maxsize"),
        ("solve p4c6r 1122 -s berghman:mutation=1.5", "mutation"),
        ("advise p4c6r 1122 3b1w", "no secret of p4c6r answers 3b1w to the guess 1 1 2 2"),
        ("advise p4c6r 1111 1b1w", "no secret of p4c6r answers 1b1w to the guess 1 1 1 1"),
        ("advise p4c6r 1122 5b0w", "has 4 pegs, the feedback '5b0w' has more"),
        ("advise p4c6r 1122 what", "a feedback looks like 1b2w"),
        ("advise p4c6r 1122", "'1122' has none"),
        ("advise p4c6r 1122 0b0w 3333 0b0w 1113 1b0w", "the history is contradictory"),
        ("explain p4c6r 1123 1122 0b0w 1112 2b0w", "the history is contradictory"),
        ("explain p4c6r 11", "has 4 pegs, got 2 in '11'"),
        ("compare p8c12r knuth --games 1", "p8c12r has 429981696 codes"),
        ("compare p8c12r random-eligible --games all", "all codes of p8c12r would need 3.2 GiB"),
        ("compare p4c6r knuth --games 0", "--games is a number from 1, or all, got '0'"),
        ("compare p4c6r knuth --games some", "--games is a number from 1, or all, got 'some'"),
        ("compare p4c6r knuth --workers 0", "workers must be at least 1, got 0"),
        ("compare p4c6r knuth knuth", "knuth is named twice"),
        ("compare p4c6r knuth --max-turns 0", "max_turns must be at least 1, got 0"),
        ("compare p4c6r knuth --storage /no/such/place/x.db", "unable to open database file"),
        ("tree build p4c6r knuth -o /no/such/place/x.json", "there is no directory"),
        ("tree build p4c6r knuth -o tree.doc", "a tree file ends in .json or .txt"),
        ("tree build p4c6r random-eligible -o tree.json", "random-eligible has no tree"),
        ("tree verify no-such-tree.json", "cannot read the tree no-such-tree.json"),
        ("strategies --nonsense", "No such option: --nonsense"),
        ("compare", "Missing argument 'RULES'"),
        ("compare p4c6r", "Missing argument 'STRATEGY...'"),
        ("nonsense", "No such command 'nonsense'"),
        ("solve p4c6r 1122 --seed x", "Invalid value for '--seed'"),
        ("solve p4c6r 1122 --seed -1", "Invalid value for '--seed'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(arguments.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    lines = printed.err.splitlines()
    assert len(lines) == 1, printed.err
    assert lines[0].startswith("evomind: ")
    assert says.replace("p8c12r has 429981696 codes", "p8c12r has 429,981,696 codes") in lines[0]


def test_a_full_table_over_memory_is_refused_with_its_size(capsys):
    assert run(["compare", "p8c12r", "knuth", "--games", "1"]) == 2
    assert "GiB" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_storage(tmp_path, capsys):
    tmp_path.chmod(0o500)
    assert run(["compare", "p4c6r", "knuth", "--storage", str(tmp_path / "x.db")]) == 2
    assert "cannot use the storage" in capsys.readouterr().err


def test_bad_input_has_no_traceback_in_a_process_of_its_own():
    done = evomind("solve", "p4c6r", "11")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "evomind: a code of p4c6r has 4 pegs, got 2 in '11'",
    ]


# -- compare --------------------------------------------------------------------------------------


def test_compare_in_json(document):
    code, found = document("compare", "p3c4r", "knuth", "random-eligible", "--games", "20")
    assert code == 0
    assert (found["rules"], found["seed"], found["games"]) == ("p3c4r", 0, 20)
    knuth, other = found["strategies"]
    assert (knuth["name"], other["name"]) == ("knuth", "random-eligible")
    for row in (knuth, other):
        assert row["games"] == 20
        assert row["unsolved"] == 0
        assert sum(row["histogram"].values()) == 20
        assert sum(int(turns) * n for turns, n in row["histogram"].items()) == row["total"]
        assert row["mean"] == pytest.approx(row["total"] / 20)
        assert row["ci95"][0] < row["mean"] < row["ci95"][1]
        assert row["max"] == max(map(int, row["histogram"]))
        assert row["std"] > 0
        assert row["evaluations_per_game"] >= 0
        assert row["seconds_per_game"] > 0
    (difference,) = found["differences"]
    assert (difference["a"], difference["b"]) == ("knuth", "random-eligible")
    assert difference["mean"] == pytest.approx(knuth["mean"] - other["mean"])
    assert difference["ci95"][0] <= difference["mean"] <= difference["ci95"][1]


def test_compare_reproduces_knuth(document):
    _, found = document("compare", "p4c6r", "knuth", "--games", "all")
    (knuth,) = found["strategies"]
    assert knuth["total"] == 5801
    assert list(knuth["histogram"].values()) == [1, 6, 62, 533, 694]
    assert found["differences"] == []


def test_compare_says_what_is_what(capsys):
    assert run(["compare", "p3c4r", "knuth", "players:RAISES", "--games", "10"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for words in (
        "broke the same 10 secrets of p3c4r (seed 0)",
        "strategy guesses ± worst unsolved codes weighed seconds",
        "means per game, ± is the 95 % interval of the mean",
        "How many games took how many guesses",
        "Guesses that a needs more than b on the same secret",
        "raises left",
        "its mean is over the others, and flatters it",
        "ZeroDivisionError: too clever",
    ):
        assert words in printed


def test_compare_keeps_games_in_a_storage(document, tmp_path, capsys):
    arguments = ("compare", "p3c4r", "knuth", "--games", "5", "--storage", str(tmp_path / "x.db"))
    _, first = document(*arguments)
    assert run([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == first
    assert "5 of 5 games have been played before" in printed.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a process group")
def test_an_interrupt_keeps_the_games_and_says_how_to_go_on(tmp_path):
    command = ["compare", "p4c6r", "players:SLOW", "--games", "250", "--workers", "2"]
    environment = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parent),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "evomind", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment,
    )
    journal = tmp_path / "evomind" / "tournaments"
    deadline = time.monotonic() + 60
    while not list(journal.glob("*.sqlite")) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(2.5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    (line,) = err.splitlines()
    assert "of 250 games, which are kept; the same command goes on from there" in line
    kept = int(line.split("after ")[1].split()[0])
    assert kept > 0
    done = evomind(*command, "--json", env=environment)
    assert f"{kept} of 250 games have been played before" in done.stderr
    assert json.loads(done.stdout)["strategies"][0]["games"] == 250
    assert not list(journal.glob("*"))


# -- solve ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["knuth", "random-eligible", "evolution"])
def test_solve_in_json(document, strategy):
    code, found = document("solve", "p4c6r", "3456", "--strategy", strategy)
    assert code == 0
    assert found["solved"] is True
    assert found["seed"] == 0
    turns = found["turns"]
    assert turns[-1]["guess"] == "3456"
    assert (turns[-1]["black"], turns[-1]["white"]) == (4, 0)
    assert turns[0]["eligible_before"] == 1296
    assert turns[-1]["eligible_after"] == 1
    for turn, following in itertools.pairwise(turns):
        assert turn["eligible_after"] == following["eligible_before"] <= turn["eligible_before"]
    for turn in turns:
        assert turn["exact"] is True
        assert turn["evaluations"] >= 0
        assert turn["seconds"] >= 0
        assert turn["origin"]


def test_solve_prints_codes_as_the_secret_was_written(document):
    for secret in ("RGGB", "0123", "aabb", "1-2-3-4", "red blue red blue"):
        _, found = document("solve", "p4c6r", secret, "--strategy", "knuth")
        assert found["turns"][-1]["guess"] == found["secret"] == secret


def test_solve_marks_estimates_on_large_boards(document):
    _, found = document("solve", "p7c10r", "1234567", "--strategy", "random-eligible")
    first = found["turns"][0]
    assert first["eligible_before"] == 10**7
    assert first["exact"] is (first["eligible_after"] <= 1_000_000)
    assert found["turns"][-1]["eligible_after"] == 1
    assert found["turns"][-1]["exact"] is True


def test_solve_depends_on_the_seed_only(document):
    def guesses(seed):
        _, found = document(
            "solve", "p4c6r", "3456", "--strategy", "random-eligible", "--seed", seed
        )
        return [turn["guess"] for turn in found["turns"]]

    assert guesses("5") == guesses("5")
    assert len({tuple(guesses(str(seed))) for seed in range(4)}) > 1


def test_solve_without_success_is_exit_code_1(document):
    code, found = document("solve", "p4c6r", "6666", "--strategy", "players:STANDS_STILL")
    assert code == 1
    assert found["solved"] is False


# -- characters -----------------------------------------------------------------------------------


def test_pegs_are_told_by_shape(capsys):
    assert run(["solve", "p4c6r", "3456", "--strategy", "knuth"]) == 0
    assert "●●●●" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "p4c6r", "3456", "--strategy", "knuth"],
        ["compare", "p3c4r", "knuth", "first-eligible", "--games", "3"],
        ["advise", "p4c6r", "1122", "1b0w"],
        ["explain", "p4c6r", "1123"],
        ["optimum", "p3c4r"],
        ["strategies"],
    ],
    ids=lambda command: command[0],
)
def test_ascii_is_ascii(command, capsys):
    assert run([*command, "--ascii"]) == 0
    assert capsys.readouterr().out.isascii()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_terminals_without_unicode_get_ascii(encoding):
    done = subprocess.run(
        [sys.executable, "-m", "evomind", "solve", "p4c6r", "3456", "-s", "knuth"],
        env=os.environ | {"PYTHONIOENCODING": encoding, "NO_COLOR": "1"},
        capture_output=True,
        check=True,
    )
    assert b"BBBB" in done.stdout
    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout


# -- advise and explain ---------------------------------------------------------------------------


def test_advise_in_json(document):
    code, found = document("advise", "p4c6r", "1122", "1b0w", "1344", "0b2w", "--limit", "5")
    assert code == 0
    assert (found["eligible"], found["exact"]) == (41, True)
    assert len(found["eligible_codes"]) == 5
    assert found["eligible_codes"] == sorted(found["eligible_codes"])
    assert set(found["scores"]) >= {"expected_size", "largest_part", "entropy", "most_parts"}
    assert isinstance(found["can_win"], bool)
    assert len(found["guess"]) == 4


@pytest.mark.parametrize(
    "turns",
    [
        ["1122", "1b0w", "1344", "0,2"],
        ["1122", "10", "1344", "WW"],
        ["112210", "134402"],
        ["RRGG", "B", "RBYY", "○○"],
        ["0011", "1 0", "0233", "2 white"],
        ["1122", "1w", "1344", "BB", "--reversed-colors"],
    ],
    ids=" ".join,
)
def test_advise_reads_every_notation(document, turns):
    _, found = document("advise", "p4c6r", *turns, "--strategy", "knuth")
    assert found["eligible"] == 41


def test_advise_knows_a_joker(document):
    _, exact = document("advise", "p4c6r", "1122", "1b0w", "-s", "random-eligible")
    _, joker = document("advise", "p4c6r", "1122", "1?", "-s", "random-eligible")
    assert joker["eligible"] == 256 + 208 + 36 > exact["eligible"]


def test_advise_when_one_code_is_left(document):
    _, found = document("advise", "p2c3r", "11", "1b0w", "12", "1b0w")
    assert found["eligible_codes"] == [found["guess"]] == ["13"]
    assert found["can_win"] is True


def test_explain_in_json(document):
    code, found = document("explain", "p4c6r", "1122")
    assert code == 0
    assert found["parts"]["1b0w"] == 256
    assert sum(found["parts"].values()) == found["eligible"] == 1296
    scores, best, loss = found["scores"], found["best"], found["loss"]
    assert scores["largest_part"] == best["largest_part"]["value"] == 256  # Knuth's first guess
    assert loss["largest_part"] == 0
    assert scores["most_parts"] == 13
    assert (best["most_parts"]["value"], loss["most_parts"]) == (14, 1)
    assert scores["expected_size"] == pytest.approx(204.54, abs=0.01)
    assert best["expected_size"]["value"] == pytest.approx(185.27, abs=0.01)
    assert scores["entropy"] == pytest.approx(2.88, abs=0.03)
    assert loss["entropy"] == pytest.approx(best["entropy"]["value"] - scores["entropy"])
    assert all(value >= 0 for value in loss.values())


def test_explain_estimates_on_large_boards(document):
    _, found = document("explain", "p8c12r", "11223345")
    assert found["complete"] is False
    assert found["eligible"] == 12**8
    assert sum(found["parts"].values()) == pytest.approx(12**8, rel=0.01)


# -- strategies -----------------------------------------------------------------------------------


def test_strategies_in_json(document):
    _, found = document("strategies")
    rows = {row["name"]: row for row in found["strategies"]}
    assert {"knuth", "entropy", "random-eligible", "evolution"} <= rows.keys()
    assert rows["knuth"]["year"] == 1977
    assert rows["knuth"]["kind"] == "exact"
    assert rows["knuth"]["parameters"]["pool"] == "all"
    assert rows["evolution"]["source"]


# -- trees ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".json", ".txt"])
def test_trees_are_built_verified_and_played(document, tmp_path, suffix):
    path = str(tmp_path / f"mine{suffix}")
    _, built = document("tree", "build", "p3c4r", "knuth", "-o", path)
    assert built["codes"] == 64
    code, verified = document("tree", "verify", path)
    assert code == 0
    assert (verified["valid"], verified["faults"]) == (True, [])
    assert verified["total"] == built["total"]
    _, shown = document("tree", "show", path)
    assert shown["histogram"] == built["histogram"]
    _, played = document("compare", "p3c4r", path, "knuth", "--games", "all")
    mine, knuth = played["strategies"]
    assert mine["histogram"] == knuth["histogram"] == built["histogram"]
    assert mine["name"] == "mine"


def test_trees_are_converted(document, tmp_path):
    first, second, third = (str(tmp_path / name) for name in ("a.json", "b.txt", "c.json"))
    document("tree", "build", "p2c3r", "knuth", "-o", first)
    document("tree", "convert", first, second)
    code, converted = document("tree", "convert", second, third)
    assert code == 0
    assert converted["codes"] == 9
    assert document("tree", "verify", third)[1]["valid"] is True


def test_a_faulty_tree_is_exit_code_1(document, tmp_path, capsys):
    path = tmp_path / "faulty.txt"
    path.write_text("{AB:{10:{AC:{10:AA,01:CB}},02:BA,01:{BC:{01:CA}},00:CC}}")
    code, found = document("tree", "verify", str(path))
    assert code == 1
    assert found["valid"] is False
    assert any("never found" in fault for fault in found["faults"])
    assert run(["tree", "verify", str(path)]) == 1
    assert "never found" in capsys.readouterr().out


def test_a_damaged_tree_is_one_line(tmp_path, capsys):
    path = tmp_path / "damaged.txt"
    path.write_text("{AB:{10:{AC")
    assert run(["tree", "verify", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "damaged.txt" in line
    assert "line 1, column" in line


def test_show_prints_the_first_turns(tmp_path, capsys):
    path = str(tmp_path / "t.json")
    assert run(["tree", "build", "p4c6r", "knuth", "-o", path]) == 0
    capsys.readouterr()
    assert run(["tree", "show", path]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("1122")
    assert any("1b0w" in line for line in printed)
    assert "5,801 guesses" in "\n".join(printed)


# -- play -----------------------------------------------------------------------------------------


# What a large board would be known to have: too little to prove a contradiction.
SOME = Eligible(np.zeros((1, 4), dtype=np.uint8), False, 1, False)


def typed(monkeypatch, *lines):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_person_finds_the_secret(monkeypatch, capsys):
    from evomind.notation import format_code
    from evomind.rules import Rules
    from experiments.seeding import secrets

    secret = format_code(secrets(Rules(), 1, seed=3)[0], Rules())
    typed(
        monkeypatch, "1122", "help", "left", "hint", "nonsense", "", "undo", "undo", "show", secret
    )
    assert run(["play", "p4c6r", "--seed", "3"]) == 0
    printed = capsys.readouterr().out
    for words in (
        "seed 3",
        "how many codes fit",
        "left: ",
        "try ",
        "codes are written in one notation at a time",
        "taken back",
        "nothing to take back",
        "found in 1 guess",
    ):
        assert words in printed


def test_who_gives_up_is_told_the_secret(monkeypatch, capsys):
    typed(monkeypatch, "1122")
    assert run(["play", "p4c6r"]) == 0
    assert "the secret was" in capsys.readouterr().out


def test_assisting_a_game_played_elsewhere(monkeypatch, capsys):
    typed(
        monkeypatch,
        "1b0w",  # of Knuth's 1122
        "what",
        "1344 0b2w",  # of another guess than the one proposed
        "3b1w",
        "0b0w",  # contradicts the others: 41 codes are left, some have none of these colors
        "undo",
        "left",
        "quit",
    )
    assert run(["play", "p4c6r", "--assist", "--strategy", "knuth", "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert "guess 1: 1122" in printed
    assert "a feedback looks like" in printed
    assert "1344" in printed
    assert "41 left" in printed
    assert "no secret of p4c6r answers 3b1w" in printed


def test_a_contradiction_can_be_taken_back(monkeypatch, capsys):
    typed(monkeypatch, "1112 2b0w", "left", "undo", "1b0w", "quit")
    monkeypatch.setattr("evomind.app.table.eligible_after", lambda history, *_: SOME)
    assert run(["play", "p4c6r", "--assist", "-s", "first-eligible", "--seed", "1"]) == 0
    typed(monkeypatch, "1122 0b0w", "1112 2b0w", "undo", "3333 1b0w", "quit")
    assert run(["play", "p4c6r", "--assist", "-s", "first-eligible", "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert "undo what is wrong" in printed
    assert "taken back" in printed
    assert "guess 3: " in printed.split("taken back")[-1]


def test_assisting_to_the_end(monkeypatch, document):
    from evomind.feedback import feedback
    from evomind.notation import parse_code
    from evomind.rules import Rules

    secret = parse_code("3456", Rules())
    lines = []
    for _ in range(8):  # each answer follows from the guesses before it
        typed(monkeypatch, *lines)
        _, found = document("play", "p4c6r", "--assist", "-s", "knuth", "--seed", "0")
        if found["solved"]:
            break
        _, advice = document(
            "advise", "p4c6r", "-s", "knuth",
            *(word for t in found["turns"] for word in (t["guess"], f"{t['black']}b{t['white']}w")),
        )  # fmt: skip
        lines.append(str(feedback(parse_code(advice["guess"], Rules()), secret, Rules())))
    assert found["solved"] is True
    assert found["turns"][-1]["guess"] == "3456"


# -- speed ----------------------------------------------------------------------------------------


def test_a_second_run_finds_its_kernels_compiled(tmp_path):
    command = ("solve", "p4c6r", "3456", "--strategy", "evolution")
    cold = evomind(*command, env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)})
    assert "compiling the kernels, once" in cold.stderr
    warm = evomind(*command, env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)})
    assert warm.stderr == ""
