"""Imports point down: no module imports from a floor above its own."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FLOORS = {
    1: ["evomind", "evomind.rules", "evomind.codes", "evomind.errors"],
    2: [
        "evomind.feedback",
        "evomind._kernels",
        "evomind.notation",
        "evomind.feedback_notation",
    ],
    3: ["evomind.history", "evomind.partition", "evomind.sampling", "evomind._search"],
    4: ["evomind.scores", "evomind.values", "evomind.lookahead"],
    5: ["evomind.evolution", "evomind.operators", "evomind._variation"],
    6: [
        "evomind.codebreaker",
        "evomind.codemaker",
        "evomind.last_resort",
        "evomind.strategies",
        "evomind.tree",
        "evomind.tree_builder",
        "evomind.tree_formats",
    ],
    7: ["exact.*", "evomind.solvers.*"],
    8: ["experiments.*"],
    9: ["evomind.app.*", "evomind.__main__"],
}
STRANGERS = ("exact", "evomind.solvers")  # the two kinds of strategies do not know each other


def modules() -> dict[str, Path]:
    found = {}
    for package in ("evomind", "exact", "experiments"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


MODULES = modules()


def floor(module: str) -> int:
    for number, names in FLOORS.items():
        for name in names:
            package = name.removesuffix(".*")
            if module == package or (name != package and module.startswith(package + ".")):
                return number
    raise AssertionError(f"{module} stands on no floor: list it in FLOORS")


def imports(path: Path) -> set[str]:
    """Return the modules of the project that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found.update(name if name in MODULES else str(node.module) for name in names)
    return found & MODULES.keys()


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module):
    up = [name for name in imports(MODULES[module]) if floor(name) > floor(module)]
    assert not up, f"{module} (floor {floor(module)}) imports {up} from above"


@pytest.mark.parametrize("module", [m for m in MODULES if floor(m) == 7])
def test_strategies_of_one_kind_do_not_know_the_other(module):
    others = [stranger for stranger in STRANGERS if not module.startswith(stranger)]
    assert not [name for name in imports(MODULES[module]) if name.startswith(tuple(others))]


def test_every_floor_has_what_it_names():
    for names in FLOORS.values():
        for name in names:
            assert name.removesuffix(".*") in MODULES
