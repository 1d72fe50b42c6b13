"""What the README shows is true: its commands run, its files play, and so do all doctests.

Commands are the blocks of ``sh`` and every ``evomind ...`` in a line; the parts of them that make
the environment or run the tests are left out. A block of ``python`` that begins with ``# name.py``
is that file; one with prompts is a doctest.
"""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_layering import MODULES

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
FENCED = re.MULTILINE | re.DOTALL
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, flags=FENCED)
LEFT_OUT = re.compile(
    r"(python\S* -m venv|\S*pip install|git clone|cd |source |\. |\S*pytest|\S*ruff|\S*mypy|pip )"
)


def commands() -> list[str]:
    found = []
    for language, block in BLOCKS:
        if language in ("sh", "bash", "shell"):
            for line in block.replace("\\\n", " ").splitlines():
                parts = [part.strip() for part in line.partition(" #")[0].split("&&")]
                kept = [part for part in parts if part and not LEFT_OUT.match(part)]
                found += [" && ".join(kept)] if kept else []
    return found + re.findall(r"`(evomind [^`…]+)`", re.sub(r"^```.*?^```", "", TEXT, flags=FENCED))


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    """A directory with the files that the README shows; commands see each other's output."""
    path = tmp_path_factory.mktemp("readme")
    for language, block in BLOCKS:
        if language == "python" and (name := re.match(r"# (\w+\.py)\b", block)):
            (path / name[1]).write_text(block, encoding="utf-8")
    return path


@pytest.mark.parametrize("command", commands())
def test_commands(command, directory):
    binaries = str(Path(sys.executable).parent)
    done = subprocess.run(
        re.sub(r"\S*\.venv/bin/", "", command),
        shell=True,
        cwd=directory,
        env=os.environ
        | {
            "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
            "XDG_DATA_HOME": str(directory / "data"),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_readme_shows_commands():
    assert any(command.startswith("evomind compare") for command in commands())


def test_python_of_the_readme():
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


@pytest.mark.parametrize("name", [name for name in MODULES if name != "evomind.__main__"])
def test_doctests(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
