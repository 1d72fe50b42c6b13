"""Exact play: strategies that weigh every code of a board, and the trees of all their games."""

from exact.eligible import FIRST_ELIGIBLE, RANDOM_ELIGIBLE, FirstEligible, RandomEligible
from exact.koyama_lai import KOYAMA_LAI, KoyamaLai
from exact.one_step import ENTROPY, EXPECTED_SIZE, KNUTH, MOST_PARTS, OneStep
from exact.optimal import Optimum, optimal_tree, prove_optimum
from exact.search import Budget
from exact.trees import build_tree

__all__ = [
    "ENTROPY",
    "EXPECTED_SIZE",
    "FIRST_ELIGIBLE",
    "KNUTH",
    "KOYAMA_LAI",
    "MOST_PARTS",
    "RANDOM_ELIGIBLE",
    "Budget",
    "FirstEligible",
    "KoyamaLai",
    "OneStep",
    "Optimum",
    "RandomEligible",
    "build_tree",
    "optimal_tree",
    "prove_optimum",
]
