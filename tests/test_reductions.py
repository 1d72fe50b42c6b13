"""Formulas as games: as many codes fit as assignments satisfy, and they are the same."""

from itertools import product

import numpy as np
import pytest

from evomind.codes import as_code
from evomind.errors import InvalidParameterError
from evomind.sampling import eligible_codes
from exact.reductions import OneInThree, assignment_of, code_of, game_of


def random_formula(rng, n, m):
    clauses = []
    for _ in range(m):
        variables = rng.choice(n, size=3, replace=False) + 1
        signs = rng.choice([-1, 1], size=3)
        clauses.append(tuple((variables * signs).tolist()))
    return OneInThree(n, tuple(clauses))


@pytest.mark.parametrize("white_pegs", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_models_of_sixty_random_formulas(seed, white_pegs):
    rng = np.random.default_rng(seed)
    n = 3 + seed % 7
    formula = random_formula(rng, n, int(rng.integers(0, n)))
    models = [values for values in product([False, True], repeat=n) if formula.holds(values)]
    history = game_of(formula, white_pegs)
    assert len(history) == 1 + n + len(formula.clauses)
    found = eligible_codes(history)
    assert found.complete
    assert {as_code(row) for row in found.codes} == {code_of(values) for values in models}
    assert all(assignment_of(code_of(values)) == values for values in models)


def test_a_formula_without_models():
    clauses = ((1, 2, 3), (-1, 2, 3), (1, -2, 3), (1, 2, -3), (-1, -2, -3))
    found = eligible_codes(game_of(OneInThree(3, clauses)))
    assert found.complete
    assert not len(found.codes)


@pytest.mark.parametrize(
    ("n", "clauses", "message"),
    [
        (0, (), "at least 1 variable, got 0"),
        (3, ((1, 1, 2),), r"three different variables, got \(1, 1, 2\)"),
        (3, ((1, 2),), r"three different variables, got \(1, 2\)"),
        (3, ((1, 2, 4),), r"the variables are 1 to 3, got \(1, 2, 4\)"),
    ],
)
def test_formulas_that_are_none(n, clauses, message):
    with pytest.raises(InvalidParameterError, match=message):
        OneInThree(n, clauses)
