"""Feedback: what the codemaker answers, for one guess in plain Python and for many in kernels.

In arrays a feedback is its id, ``black * (pegs + 1) + white``, in ``rules.feedback_type``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evomind import _kernels
from evomind.codes import Codes, all_codes, check_memory
from evomind.errors import InvalidFeedbackError
from evomind.rules import Rules

__all__ = [
    "UNKNOWN_WHITE",
    "Columns",
    "Feedback",
    "FeedbackIds",
    "check_feedback",
    "feedback",
    "feedback_ids",
    "feedback_table",
]

FeedbackIds: TypeAlias = NDArray[np.unsignedinteger[Any]]

UNKNOWN_WHITE = -1
"""White of a feedback of which only the black pegs are known (a joker)."""

_BRUTE_FORCE_CODES = 100_000  # boards this small are checked code by code


class Feedback(NamedTuple):
    """Black pegs (right color, right place) and white pegs (right color, wrong place)."""

    black: int
    white: int = 0

    def id(self, pegs: int) -> int:
        """Return the number of this feedback in arrays."""
        return self.black * (pegs + 1) + self.white

    @classmethod
    def of_id(cls, feedback_id: int, pegs: int) -> Feedback:
        """Return the feedback that a number in an array stands for."""
        return cls(*divmod(int(feedback_id), pegs + 1))

    def __str__(self) -> str:
        return f"{self.black}b" + (f"{self.white}w" if self.white >= 0 else "?")


def feedback(guess: Sequence[int], secret: Sequence[int], rules: Rules) -> Feedback:
    """Return the feedback of ``guess`` when ``secret`` is the secret; symmetric in the two.

    Examples
    --------
    >>> feedback((0, 0, 1, 1), (0, 1, 2, 3), Rules())
    Feedback(black=1, white=1)
    """
    black = sum(a == b for a, b in zip(guess, secret, strict=True))
    if not rules.white_pegs:
        return Feedback(black)
    common = (Counter(guess) & Counter(secret)).total()
    return Feedback(black, common - black)


class Columns:
    """Codes laid out for the kernels: a column per peg, a row of counts per color.

    Attributes
    ----------
    columns : (pegs, n) rules.color_type
    counts : (colors, n) rules.count_type
        How many pegs of each code have each color.
    """

    __slots__ = ("columns", "counts", "rules")

    def __init__(self, codes: Codes, rules: Rules) -> None:
        n = len(codes)
        needed = n * (
            rules.pegs * rules.color_type.itemsize + rules.colors * rules.count_type.itemsize
        )
        check_memory(needed, f"the columns of {n} codes of {rules}")
        self.rules = rules
        self.columns = np.empty((rules.pegs, n), dtype=rules.color_type)
        self.counts = np.empty((rules.colors, n), dtype=rules.count_type)
        contiguous = np.ascontiguousarray(codes, dtype=rules.color_type)
        _kernels.to_columns(contiguous, self.columns, self.counts)

    def __len__(self) -> int:
        return int(self.columns.shape[1])


def feedback_ids(guess: Sequence[int] | Codes, codes: Codes | Columns, rules: Rules) -> FeedbackIds:
    """Return the feedback ids of one guess against many codes, ``(n,)``."""
    columns = codes if isinstance(codes, Columns) else Columns(codes, rules)
    ids = np.empty(len(columns), dtype=rules.feedback_type)
    row = np.asarray(guess, dtype=rules.color_type)
    _kernels.feedback_ids_into(columns.columns, columns.counts, row, rules.white_pegs, ids)
    return ids


def feedback_table(guesses: Codes, codes: Codes | Columns, rules: Rules) -> FeedbackIds:
    """Return the feedback ids of every guess against every code, ``(guesses, codes)``.

    Raises
    ------
    CapacityError
        Before anything is allocated, where the table would not fit its memory limit.
    """
    n = len(codes)
    needed = len(guesses) * n * rules.feedback_type.itemsize
    check_memory(needed, f"the feedback table of {len(guesses)} guesses and {n} codes of {rules}")
    columns = codes if isinstance(codes, Columns) else Columns(codes, rules)
    table = np.empty((len(guesses), n), dtype=rules.feedback_type)
    _kernels.feedback_table_into(
        columns.columns,
        columns.counts,
        np.ascontiguousarray(guesses, dtype=rules.color_type),
        rules.white_pegs,
        table,
    )
    return table


def check_feedback(guess: Sequence[int], answer: Feedback, rules: Rules) -> None:
    """Raise ``InvalidFeedbackError`` for a feedback that no secret gives to ``guess``.

    Black pegs alone, and small boards, are decided exactly. On larger ones the count of pegs, the
    last peg that cannot be white, the colors of the guess and those left outside it are checked.
    """
    black, white = answer
    if black < 0 or white < UNKNOWN_WHITE:
        raise InvalidFeedbackError(f"black and white pegs are counted from 0, got {answer}")
    if not rules.white_pegs and white > 0:
        raise InvalidFeedbackError(f"{rules} is played with black pegs only, got {answer}")
    if black + max(white, 0) > rules.pegs:
        raise InvalidFeedbackError(f"{rules} has {rules.pegs} pegs, the feedback {answer} has more")
    if not _can_occur(guess, answer, rules):
        text = " ".join(str(color + 1) for color in guess)
        raise InvalidFeedbackError(f"no secret of {rules} answers {answer} to the guess {text}")


def _can_occur(guess: Sequence[int], answer: Feedback, rules: Rules) -> bool:
    black, white = answer
    rest = rules.pegs - black
    if not rules.repetition and rules.colors == rules.pegs and rest == 1:
        return False  # a permutation with all but one peg right is right
    if not rules.white_pegs or white == UNKNOWN_WHITE:
        return rules.colors > 1 or rest == 0
    if rules.n_codes <= _BRUTE_FORCE_CODES:
        ids = feedback_ids(guess, all_codes(rules), rules)
        return bool((ids == answer.id(rules.pegs)).any())
    if white == 1 and rest == 1:
        return False
    if not rules.repetition:
        # Colors of the secret that the guess lacks: there are only colors - pegs of them.
        return rules.pegs - (black + white) <= rules.colors - rules.pegs
    sizes = Counter(guess)
    absent = rules.colors - len(sizes)
    if absent == 0 and black + white < min(sizes.values()):
        return False  # some color fills the secret, and the guess has it that often
    # Choose the right pegs from the most frequent colors first; each white then needs a place of
    # another color, so the largest color left can be white at most as often as there are others.
    left = sorted(sizes.values())
    for _ in range(black):
        left[-1] -= 1
        left.sort()
    most = left[-1]
    return white <= min(rest, 2 * (rest - most))
