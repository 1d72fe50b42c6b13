"""One-in-three satisfiability as a game of Mastermind: why finding a code that fits is hard.

A formula of n variables becomes the turns of a game with 2n pegs and two colors. Variable i is the
pair of pegs 2i and 2i + 1: colors 1 0 where it is true, 0 1 where it is false. The codes that fit
are the assignments that make exactly one literal of every clause true, one for one; so deciding
whether a code fits is NP-complete, and counting the codes is #P-complete, with and without white
pegs. The construction is this project's own.

References
----------
Stuckman and Zhang, "Mastermind is NP-complete", arXiv cs/0512049, 2005: with white pegs.
Goodrich, Information Processing Letters 109, 2009: with black pegs only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evomind.codes import Code
from evomind.errors import InvalidParameterError
from evomind.feedback import Feedback
from evomind.history import History
from evomind.rules import Rules

__all__ = ["OneInThree", "assignment_of", "code_of", "game_of"]

_TRUE, _FALSE, _EITHER, _NEITHER = (1, 0), (0, 1), (1, 1), (0, 0)


@dataclass(frozen=True, slots=True)
class OneInThree:
    """A formula of clauses of three literals, of which exactly one is to be true.

    Attributes
    ----------
    n_variables : int
    clauses : tuple of three int each
        Literals as in DIMACS: variable i is ``i``, its negation ``-i``, counted from 1.
    """

    n_variables: int
    clauses: tuple[tuple[int, int, int], ...]

    def __post_init__(self) -> None:
        if self.n_variables < 1:
            raise InvalidParameterError(
                f"a formula has at least 1 variable, got {self.n_variables}"
            )
        for clause in self.clauses:
            variables = {abs(literal) for literal in clause}
            if len(clause) != 3 or len(variables) != 3:
                raise InvalidParameterError(
                    f"a clause has literals of three different variables, got {clause}"
                )
            if not variables <= set(range(1, self.n_variables + 1)):
                raise InvalidParameterError(
                    f"the variables are 1 to {self.n_variables}, got {clause}"
                )

    def holds(self, assignment: Sequence[bool]) -> bool:
        """Tell whether exactly one literal of every clause is true."""
        return all(
            sum(assignment[abs(literal) - 1] == (literal > 0) for literal in clause) == 1
            for clause in self.clauses
        )


def game_of(formula: OneInThree, white_pegs: bool = False) -> History:
    """Return the turns that the assignments which satisfy a formula fit, and no other code.

    There are 1 + n + m of them, for n variables and m clauses:

    - a code of color 1 only has n black pegs: half of the secret is 1;
    - 1 1 at pair i and 0 0 elsewhere has n black pegs: there is one 1 in pair i;
    - the literals of a clause, and 1 1 elsewhere, have n - 1 black pegs: each of the n - 3 other
      pairs has one, a true literal two, a false one none.
    """
    n = formula.n_variables
    guesses = [([_EITHER] * n, n)]
    for i in range(n):
        guesses.append(([_EITHER if j == i else _NEITHER for j in range(n)], n))
    for clause in formula.clauses:
        pairs = [_EITHER] * n
        for literal in clause:
            pairs[abs(literal) - 1] = _TRUE if literal > 0 else _FALSE
        guesses.append((pairs, n - 1))
    rules = Rules(2 * n, 2, white_pegs=white_pegs)
    return History(rules, [_turn(pairs, black, rules) for pairs, black in guesses])


def _turn(pairs: list[tuple[int, int]], black: int, rules: Rules) -> tuple[Code, Feedback]:
    """Return a turn; its white pegs follow, as half of the secret is 1."""
    guess = tuple(color for pair in pairs for color in pair)
    ones, half = sum(guess), rules.pegs // 2
    common = min(ones, half) + min(rules.pegs - ones, half)
    return guess, Feedback(black, common - black if rules.white_pegs else 0)


def code_of(assignment: Sequence[bool]) -> Code:
    """Return the code that stands for an assignment."""
    return tuple(color for true in assignment for color in (_TRUE if true else _FALSE))


def assignment_of(code: Code) -> tuple[bool, ...]:
    """Return the assignment that a code of the game stands for."""
    return tuple(color == 1 for color in code[::2])
