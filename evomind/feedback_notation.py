"""Feedback in text: the many ways in which people write black and white pegs.

Two numbers are always black pegs first. Only where the text itself names the colors of the pegs
(``2b1w``, ``BBW``, ``2 black``, circles) can ``reversed_colors`` swap them, for sets in which white
means the right place.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evomind.errors import InvalidFeedbackError
from evomind.feedback import UNKNOWN_WHITE, Feedback
from evomind.rules import Rules

__all__ = ["parse_feedback"]

_N = r"(\d{1,6})"

_NUMBERS = [
    re.compile(pattern)
    for pattern in (
        rf"{_N}(?:\s*[,;]\s*|\s+){_N}",  # 2 1 / 2,1
        rf"\(\s*{_N}\s*,\s*{_N}\s*\)|\[\s*{_N}\s*,\s*{_N}\s*\]",  # (2, 1) / [2,1]
        rf"\[\d+\.{_N}\.{_N}\]",  # [1.0.2]: level, black, white
        rf"\+{_N}\s*,?\s*-{_N}",  # +2 -1
        rf"{_N}\s*a\s*{_N}\s*b",  # 2A1B, as in bulls and cows
    )
]
_ONE_EACH = re.compile(r"r?(\d)(\d)")  # 21, also R21
_JOKER = re.compile(rf"{_N}\s*(?:b|black)?\s*\?\s*w?")  # 1?: the white pegs are unknown
_PLACES = re.compile(rf";?\s*{_N}\s*(?:correct|right)")  # 2 correct: nothing is said of colors
_COUNTED = re.compile(rf"{_N}\s*([a-z]+)(?:\s*,\s*|\s+|$|(?=\d))")  # 2b1w, 3 gears 2 tumblers

# The color of the peg, and whether the word is the name of a color that may be reversed.
_WORDS = {
    **dict.fromkeys(("b", "black", "blacks"), ("black", True)),
    **dict.fromkeys(("w", "white", "whites"), ("white", True)),
    **dict.fromkeys(("a", "r", "red", "reds", "bull", "bulls", "gear", "gears", "hit", "hits"),
                    ("black", False)),
    **dict.fromkeys(("c", "cow", "cows", "tumbler", "tumblers", "miss", "misses"),
                    ("white", False)),
}  # fmt: skip
_CIRCLES = {**dict.fromkeys("●⚫⬤", "b"), **dict.fromkeys("○⚪◯", "w")}
_SQUARES = {"🟩": "g", "🟨": "y", "⬛": "x", "⬜": "x", ".": "x", "-": "x", "_": "x"}
_SWAP = {"black": "white", "white": "black"}


def parse_feedback(text: str, rules: Rules, *, reversed_colors: bool = False) -> Feedback:
    """Read a feedback in any common notation.

    ``2 1``, ``2,1``, ``21``, ``(2, 1)``, ``2b1w``, ``BBW`` (or ``RRW``; any order, nothing for no
    peg), ``2A1B``, ``+2 -1``, ``●●○``, ``3 gears 2 tumblers``, ``1 hit 1 miss``, ``2 bulls``;
    ``1?`` where the white pegs are unknown; ``2`` or ``2 correct`` where there are black pegs only;
    and peg by peg, which is then counted: ``GYXXG`` (green, yellow, not there), ``wgbg`` (white,
    gray, black, as in OEIS A231205) and ``0-1-2`` (not there, elsewhere, here).

    Parameters
    ----------
    reversed_colors : bool
        White pegs mean the right place and black ones the right color, as some sets have it.

    Raises
    ------
    InvalidFeedbackError
        With the text and what was expected; also for more pegs than the board has. Whether some
        secret can give it to a guess is a question for ``evomind.feedback.check_feedback``.

    Examples
    --------
    >>> parse_feedback("RRW", Rules())
    Feedback(black=2, white=1)
    >>> str(parse_feedback("1?", Rules()))
    '1b?'
    """
    plain = text.strip().lower()
    readers: tuple[Callable[[], Feedback | None], ...] = (
        lambda: _only_number(plain, text, rules),
        lambda: _two_numbers(plain),
        lambda: _per_peg(plain, text, rules),
        lambda: _letters(plain, reversed_colors),
        lambda: _words(plain, reversed_colors),
    )
    found = next((answer for read in readers if (answer := read()) is not None), None)
    if found is None:
        raise InvalidFeedbackError(
            f"a feedback looks like 1b2w, 1,2 or 12 (black pegs first), BWW or 1A2B, got {text!r}"
        )
    if found.black + max(found.white, 0) > rules.pegs:
        raise InvalidFeedbackError(f"{rules} has {rules.pegs} pegs, the feedback {text!r} has more")
    if found.white > 0 and not rules.white_pegs:
        raise InvalidFeedbackError(f"{rules} is played with black pegs only, got {text!r}")
    return found if rules.white_pegs else Feedback(found.black)


def _only_number(plain: str, text: str, rules: Rules) -> Feedback | None:
    """Read a feedback that tells the black pegs only."""
    if match := _JOKER.fullmatch(plain) or _PLACES.fullmatch(plain):
        return Feedback(int(match[1]), UNKNOWN_WHITE)
    match = re.fullmatch(rf";?\s*{_N}", plain)
    if match is None:
        return None
    black = int(match[1])
    if black == rules.pegs or (not rules.white_pegs and (len(match[1]) != 2 or rules.pegs > 9)):
        return Feedback(black)
    if len(match[1]) == 1:
        raise InvalidFeedbackError(
            f"{rules} has white pegs: write {black}b0w, or {black}? where they are unknown, "
            f"got {text!r}"
        )
    return None


def _two_numbers(plain: str) -> Feedback | None:
    for pattern in (_ONE_EACH, *_NUMBERS):
        if match := pattern.fullmatch(plain):
            black, white = (int(group) for group in match.groups() if group is not None)
            return Feedback(black, white)
    return None


def _per_peg(plain: str, text: str, rules: Rules) -> Feedback | None:
    """Count the marks of a feedback that is given peg by peg."""
    marks = "".join(_SQUARES.get(mark, mark) for mark in plain)
    if re.fullmatch(r"[012](-[012])+", plain):
        marks = plain.replace("-", "").translate(str.maketrans("012", "xyg"))
    if len(marks) != rules.pegs or ("g" not in marks and "y" not in marks):
        return None
    if set(marks) <= set("gyxb") and (set(marks) & set("yx")):
        return Feedback(marks.count("g"), marks.count("y"))
    if set(marks) <= set("wgb") and "w" in marks:
        return Feedback(marks.count("b"), marks.count("w"))
    if set(marks) <= set("gb"):
        raise InvalidFeedbackError(
            f"g may be green (here) or gray (not there): write x for not there, or count "
            f"the pegs as in 1b2w, got {text!r}"
        )
    return None


def _letters(plain: str, reversed_colors: bool) -> Feedback | None:
    """Count letters or circles, one a peg; none, for no peg at all, is the empty text."""
    if plain in ("", "none", "-"):
        return Feedback(0, 0)
    marks = "".join(_CIRCLES.get(mark, mark) for mark in plain if not mark.isspace())
    if not set(marks) <= set("rbw"):
        return None
    named, white = marks.count("b"), marks.count("w")
    if reversed_colors:
        named, white = white, named
    return Feedback(marks.count("r") + named, white)


def _words(plain: str, reversed_colors: bool) -> Feedback | None:
    """Read numbers each followed by what it counts, in any order."""
    counts: dict[str, int] = {}
    end = 0
    while match := _COUNTED.match(plain, end):
        color, is_color = _WORDS.get(match[2], ("", False))
        if is_color and reversed_colors:
            color = _SWAP[color]
        if not color or color in counts:
            return None
        counts[color] = int(match[1])
        end = match.end()
    if not counts or end < len(plain):
        return None
    return Feedback(counts.get("black", 0), counts.get("white", 0))
