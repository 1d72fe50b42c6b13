"""Exact play: strategies that weigh every code of a board, and the trees of all their games."""

from exact.eligible import FIRST_ELIGIBLE, RANDOM_ELIGIBLE, FirstEligible, RandomEligible
from exact.one_step import ENTROPY, EXPECTED_SIZE, KNUTH, MOST_PARTS, OneStep
from exact.trees import build_tree

__all__ = [
    "ENTROPY",
    "EXPECTED_SIZE",
    "FIRST_ELIGIBLE",
    "KNUTH",
    "MOST_PARTS",
    "RANDOM_ELIGIBLE",
    "FirstEligible",
    "OneStep",
    "RandomEligible",
    "build_tree",
]
