"""Rules: which variant of Mastermind is played."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from evomind.errors import InvalidRulesError

__all__ = ["MAX_COLORS", "MAX_PEGS", "Rules"]

MAX_PEGS = 20_000
MAX_COLORS = 65_536  # a color fits 16 bits

_NOTATION = re.compile(r"p(\d+)c(\d+)([rn])(b?)|(\d+)\s*[x×]\s*(\d+)([rn]?)(b?)", re.IGNORECASE)  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of one Mastermind variant; written ``p4c6r``, ``p4c10n`` or ``p4c6rb``.

    Examples
    --------
    >>> Rules.parse("p4c10n")
    Rules(pegs=4, colors=10, repetition=False, white_pegs=True)
    >>> str(Rules.parse("4x6"))
    'p4c6r'
    >>> Rules().n_codes
    1296
    """

    pegs: int = 4
    colors: int = 6
    repetition: bool = True  # "n" in the notation: no color twice in a code
    white_pegs: bool = True  # "b" in the notation: black pegs only

    def __post_init__(self) -> None:
        if not 1 <= self.pegs <= MAX_PEGS:
            raise InvalidRulesError(f"pegs must be from 1 to {MAX_PEGS}, got {self.pegs}")
        if not 1 <= self.colors <= MAX_COLORS:
            raise InvalidRulesError(f"colors must be from 1 to {MAX_COLORS}, got {self.colors}")
        if not self.repetition and self.colors < self.pegs:
            raise InvalidRulesError(
                f"without repetition {self.pegs} pegs need at least {self.pegs} colors, "
                f"got {self.colors}"
            )

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules from ``p4c6r``, ``p4c10n``, ``p8c8nb`` or ``4x6``."""
        match = _NOTATION.fullmatch(text.strip())
        if match is None:
            raise InvalidRulesError(
                f"rules look like p4c6r (4 pegs, 6 colors, repetition), p4c10n (no repetition), "
                f"p8c8nb (black pegs only) or 4x6, got {text!r}"
            )
        pegs, colors, kind, black = match.group(1, 2, 3, 4) if match[1] else match.group(5, 6, 7, 8)
        # int() refuses strings of thousands of digits; no board is that large.
        if len(pegs) > 9 or len(colors) > 9:
            raise InvalidRulesError(
                f"at most {MAX_PEGS} pegs and {MAX_COLORS} colors, got {text!r}"
            )
        return cls(int(pegs), int(colors), kind.lower() != "n", not black)

    def __str__(self) -> str:
        kind = ("r" if self.repetition else "n") + ("" if self.white_pegs else "b")
        return f"p{self.pegs}c{self.colors}{kind}"

    @property
    def n_codes(self) -> int:
        """Number of codes on the board, exactly."""
        if self.repetition:
            return int(self.colors**self.pegs)
        return math.perm(self.colors, self.pegs)

    @property
    def n_feedback_ids(self) -> int:
        """One more than the largest feedback id; ids of impossible feedback are counted too."""
        return (self.pegs + 1) ** 2

    @property
    def win_id(self) -> int:
        """Feedback id of a guess that is the secret."""
        return self.pegs * (self.pegs + 1)

    @property
    def color_type(self) -> np.dtype[Any]:
        """Smallest unsigned type that holds a color."""
        return np.dtype(np.uint8 if self.colors <= 256 else np.uint16)

    @property
    def count_type(self) -> np.dtype[Any]:
        """Smallest unsigned type that holds a number of pegs."""
        return np.dtype(np.uint8 if self.pegs <= 255 else np.uint16)

    @property
    def feedback_type(self) -> np.dtype[Any]:
        """Smallest unsigned type that holds a feedback id."""
        return np.min_scalar_type(self.n_feedback_ids - 1)
