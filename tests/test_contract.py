"""Exact strategies and trees keep the contract, and no registered strategy is without it."""

import importlib
from pathlib import Path

import pytest
from contract import StrategyContract

from evomind.rules import Rules
from evomind.strategies import load_strategy, strategy_names
from evomind.tree import TreeStrategy
from exact import KNUTH, build_tree


class TestKnuth(StrategyContract):
    signs = "knuth"


class TestExpectedSize(StrategyContract):
    signs = "expected-size"


class TestEntropy(StrategyContract):
    signs = "entropy"


class TestEntropyOfEligible(StrategyContract):
    signs = "entropy:pool=eligible,correction=true"


class TestMostPartsLastOfTies(StrategyContract):
    signs = "most-parts:tie=last,prefer_eligible=no"


class TestKoyamaLai(StrategyContract):
    signs = "koyama-lai"


class TestFirstEligible(StrategyContract):
    signs = "first-eligible"


class TestRandomEligible(StrategyContract):
    signs = "random-eligible"


class TestTree(StrategyContract):
    boards = ("p4c6r",)

    @pytest.fixture
    def strategy(self):
        return TreeStrategy("knuth's tree", build_tree(Rules(), KNUTH))


def test_every_registered_strategy_has_signed():
    for path in Path(__file__).parent.glob("test_contract*.py"):
        importlib.import_module(path.stem)
    signed = {load_strategy(c.signs).name for c in StrategyContract.__subclasses__() if c.signs}
    assert signed >= set(strategy_names())
