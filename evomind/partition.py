"""Partition: how a guess splits a set of codes by the feedback each would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evomind import _kernels
from evomind.codes import Codes, check_memory
from evomind.feedback import Columns, Feedback, feedback_ids
from evomind.rules import Rules

__all__ = ["Counts", "part_sizes", "partition"]

Counts: TypeAlias = NDArray[np.integer[Any]]


def part_sizes(guesses: Codes, codes: Codes | Columns, rules: Rules) -> Counts:
    """Return the sizes of the parts each guess makes, ``(guesses, rules.n_feedback_ids)`` int32.

    Column i counts the codes that would answer with feedback id i.
    """
    columns = codes if isinstance(codes, Columns) else Columns(codes, rules)
    check_memory(
        len(guesses) * rules.n_feedback_ids * 4, f"the part sizes of {len(guesses)} guesses"
    )
    sizes = np.empty((len(guesses), rules.n_feedback_ids), dtype=np.int32)
    _kernels.guess_part_sizes_into(
        columns.columns,
        columns.counts,
        np.ascontiguousarray(guesses, dtype=rules.color_type),
        rules.white_pegs,
        np.empty(len(columns), dtype=rules.feedback_type),
        sizes,
    )
    return sizes


def partition(guess: Sequence[int] | Codes, codes: Codes, rules: Rules) -> dict[Feedback, Codes]:
    """Split ``codes`` into the parts that ``guess`` makes, by feedback id, order kept within."""
    ids = feedback_ids(guess, codes, rules)
    return {
        Feedback.of_id(feedback_id, rules.pegs): codes[ids == feedback_id]
        for feedback_id in np.unique(ids)
    }
