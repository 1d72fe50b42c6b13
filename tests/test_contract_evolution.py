"""The genetic algorithms keep the contract that every strategy signs."""

from contract import StrategyContract


class TestBerghman(StrategyContract):
    signs = "berghman"


class TestBerghmanByScore(StrategyContract):
    signs = "berghman:choice=entropy,maxgen=20,maxsize=10,population=40,sample=5"


class TestEvoRank(StrategyContract):
    signs = "evorank"


class TestEvo(StrategyContract):
    signs = "evo"


class TestEvoEntropy(StrategyContract):
    signs = "evo-entropy"


class TestEvolution(StrategyContract):
    signs = "evolution"
