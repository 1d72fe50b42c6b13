"""The algorithms for black pegs keep the contract on the boards that they are for."""

from contract import StrategyContract

PERMUTATIONS = ("p3c4nb", "p4c4nb", "p4c6nb", "p5c5nb")
REPETITION = ("p2c3rb", "p3c5rb", "p4c3rb", "p4c6rb")


class TestElOuali(StrategyContract):
    signs = "el-ouali"
    boards = PERMUTATIONS


class TestElOualiInferred(StrategyContract):
    signs = "el-ouali-inferred"
    boards = PERMUTATIONS


class TestElOualiLive(StrategyContract):
    signs = "el-ouali-live"
    boards = PERMUTATIONS


class TestGoodrich(StrategyContract):
    signs = "goodrich"
    boards = REPETITION


class TestJaegerPeczarski(StrategyContract):
    signs = "jaeger-peczarski"
    boards = REPETITION


class TestConsistent(StrategyContract):
    signs = "consistent"
    boards = ("p2c3r", "p4c6r", "p4c7n", "p5c5nb")


class TestKoTeng(StrategyContract):
    signs = "ko-teng"
    boards = ("p4c4nb", "p3c3nb", "p5c5nb")
