"""The algorithms for black pegs keep the contract on the boards that they are for."""

from contract import StrategyContract

PERMUTATIONS = ("p3c4nb", "p4c4nb", "p4c6nb", "p5c5nb")


class TestElOuali(StrategyContract):
    signs = "el-ouali"
    boards = PERMUTATIONS


class TestElOualiInferred(StrategyContract):
    signs = "el-ouali-inferred"
    boards = PERMUTATIONS


class TestElOualiLive(StrategyContract):
    signs = "el-ouali-live"
    boards = PERMUTATIONS
