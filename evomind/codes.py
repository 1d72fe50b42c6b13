"""Codes: the space of them, drawing them, checking them.

A code at rest is a ``tuple[int, ...]`` of colors from 0; codes in flight are ``(n, pegs)`` arrays
of ``rules.color_type``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evomind.errors import CapacityError, InvalidCodeError
from evomind.rules import Rules

__all__ = [
    "DEFAULT_LIMIT_BYTES",
    "Code",
    "Codes",
    "all_codes",
    "as_code",
    "board_size",
    "check_code",
    "check_memory",
    "distinct_random_codes",
    "random_codes",
]

Code: TypeAlias = tuple[int, ...]
Codes: TypeAlias = NDArray[np.unsignedinteger[Any]]

DEFAULT_LIMIT_BYTES = 2 << 30  # what one table may take, in bytes


def check_code(code: Sequence[int], rules: Rules) -> None:
    """Raise ``InvalidCodeError`` unless ``code`` is a code of the board."""
    if len(code) != rules.pegs:
        raise InvalidCodeError(f"a code of {rules} has {rules.pegs} pegs, got {len(code)}")
    for color in code:
        if not 0 <= color < rules.colors:
            raise InvalidCodeError(
                f"the colors of {rules} are 1 to {rules.colors}, got {color + 1}"
            )
    if not rules.repetition and len(set(code)) < rules.pegs:
        raise InvalidCodeError(f"{rules} allows no color twice in a code, got {as_text(code)}")


def as_text(code: Sequence[int]) -> str:
    """Write a code for an error message, colors from 1, whatever its size."""
    return " ".join(str(color + 1) for color in code)


def as_code(row: Sequence[int] | Codes) -> Code:
    """Turn one row of an array into a code at rest: plain integers in a tuple."""
    return tuple(int(color) for color in row)


def check_memory(needed_bytes: int, what: str, limit_bytes: int = DEFAULT_LIMIT_BYTES) -> None:
    """Raise ``CapacityError``, with the estimate, for work that would not fit its memory limit."""
    if needed_bytes > limit_bytes:
        raise CapacityError(
            f"{what} would need {_size(needed_bytes)}, the limit is {_size(limit_bytes)}"
        )


def _size(n_bytes: int) -> str:
    gibibytes = n_bytes / 2**30 if n_bytes < 2**1000 else float("inf")
    return f"{gibibytes:,.1f} GiB" if gibibytes < 1e6 else f"{gibibytes:.1e} GiB"


def board_size(rules: Rules) -> float:
    """Return the number of codes as a float, for estimates; 1e300 where it would not fit one."""
    return float(min(rules.n_codes, 10**300))


def all_codes(rules: Rules, limit_bytes: int = DEFAULT_LIMIT_BYTES) -> Codes:
    """Return every code of the board in lexicographic order, ``(n_codes, pegs)``.

    Raises
    ------
    CapacityError
        Before anything is allocated, where the codes would take more than ``limit_bytes``.
    """
    needed = rules.n_codes * rules.pegs * rules.color_type.itemsize
    check_memory(needed, f"all codes of {rules}", limit_bytes)
    colors = np.arange(rules.colors, dtype=rules.color_type)
    codes = np.empty((1, 0), dtype=rules.color_type)
    for _ in range(rules.pegs):
        prefixes = np.repeat(codes, rules.colors, axis=0)
        last = np.tile(colors, len(codes))
        if not rules.repetition:
            fresh = (prefixes != last[:, None]).all(axis=1)
            prefixes, last = prefixes[fresh], last[fresh]
        codes = np.column_stack((prefixes, last))
    return np.ascontiguousarray(codes)


def random_codes(rules: Rules, n: int, rng: np.random.Generator) -> Codes:
    """Draw ``n`` codes uniformly, with replacement, as an ``(n, pegs)`` array."""
    if rules.repetition:
        return rng.integers(rules.colors, size=(n, rules.pegs), dtype=rules.color_type)
    codes = np.empty((n, rules.pegs), dtype=rules.color_type)
    for row in codes:
        row[:] = rng.choice(rules.colors, size=rules.pegs, replace=False)
    return codes


def distinct_random_codes(rules: Rules, n: int, rng: np.random.Generator) -> Codes:
    """Draw ``n`` different codes uniformly, in random order, as an ``(n, pegs)`` array."""
    if n > rules.n_codes:
        raise InvalidCodeError(f"{rules} has {rules.n_codes} codes, {n} different ones were asked")
    if n * 2 > rules.n_codes:
        return rng.permutation(all_codes(rules))[:n]
    drawn: dict[bytes, Codes] = {}
    while len(drawn) < n:
        for code in random_codes(rules, n - len(drawn), rng):
            drawn.setdefault(code.tobytes(), code)
    return np.stack(list(drawn.values())) if drawn else random_codes(rules, 0, rng)
