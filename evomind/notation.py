"""Notation: how codes and feedback are written, in all the ways people write them.

A code is digits from 1 or from 0 (``1122``, ``0011``), letters (``AABB``), color initials or names
(``RRGG``, ``red red green green``), run together or as a list with commas, blanks or dashes
(``1,1,2,2``). Which of these is meant is decided over all texts of one call together:

- a 0 anywhere means that numbers count from 0; so do digits run together where there are 10 colors;
  digits run together can name the first colors of a larger board, and are printed with commas;
- letters that are all within the first ``colors`` of the alphabet are letters, others initials;
- a 6-color board has the first 6 colors of ``PALETTE``, unless others are named.

What is computed is printed in the notation that was read; without one, in digits from 1 up to nine
colors, in letters up to 26, and in numbers from 1 with commas beyond. Feedback is read by
``parse_feedback``, which stands in ``evomind.feedback_notation``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_uppercase

from evomind.codes import Code, check_code
from evomind.errors import InvalidCodeError, InvalidFeedbackError
from evomind.feedback import Feedback
from evomind.feedback_notation import parse_feedback
from evomind.rules import Rules

__all__ = [
    "PALETTE",
    "Notation",
    "format_code",
    "parse_code",
    "parse_feedback",
    "parse_turns",
]

PALETTE = {
    "R": "red",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
    "P": "purple",
    "W": "white",
    "K": "black",
    "C": "cyan",
    "M": "magenta",
    "N": "brown",
    "V": "violet",
    "T": "tan",
    "L": "lime",
    "S": "silver",
    "I": "indigo",
}
"""Names of colors by their initials, in the order in which a board of n colors uses them."""

_SEPARATOR = re.compile(r"\s*[,;-]\s*|\s+")


@dataclass(frozen=True, slots=True)
class Notation:
    """How the codes of one board are written: a symbol per color, and what stands between them.

    Examples
    --------
    >>> notation = Notation.detect(["0011", "2345"], Rules())
    >>> notation.parse("2345")
    (2, 3, 4, 5)
    >>> notation.format((0, 0, 0, 5))
    '0005'
    >>> Notation.detect(["red-red-blue-white"], Rules()).format((0, 1, 2, 3))
    'red-green-blue-yellow'
    """

    rules: Rules
    symbols: tuple[str, ...]
    separator: str = ""
    _colors: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(set(self.symbols)) != self.rules.colors:
            raise InvalidCodeError(
                f"{self.rules} needs {self.rules.colors} different symbols, "
                f"got {len(set(self.symbols))}"
            )
        colors = {symbol.upper(): color for color, symbol in enumerate(self.symbols)}
        object.__setattr__(self, "_colors", colors)

    @classmethod
    def default(cls, rules: Rules) -> Notation:
        """Return the notation in which codes are printed when none has been read."""
        if rules.colors <= 9:
            return cls(rules, _numbers(rules, first=1))
        if rules.colors <= 26:
            return cls(rules, tuple(ascii_uppercase[: rules.colors]))
        return cls(rules, _numbers(rules, first=1), ",")

    @classmethod
    def detect(cls, texts: Iterable[str], rules: Rules) -> Notation:
        """Tell in which notation all of ``texts`` are written; the default one if there are none.

        Raises
        ------
        InvalidCodeError
            Where no notation of the board fits all of the texts.
        """
        texts = list(texts)
        if not texts:
            return cls.default(rules)
        lists = [_split(text, rules) for text in texts]
        used = {
            symbol.upper(): text
            for text, found in zip(texts, lists, strict=True)
            for symbol in found
        }
        between = [match[0] for text in texts if (match := _SEPARATOR.search(_bare(text)))]
        joined = rules.pegs > 1 and len(between) < len(texts)
        separator = between[0].strip() or " " if between and not joined else ""
        if all(symbol.isascii() and symbol.isdigit() for symbol in used):
            return cls._detect_numbers(used, joined, separator, rules)
        odd = next((symbol for symbol in used if not symbol.isalpha()), None)
        if odd is not None:
            letter = next((symbol for symbol in used if symbol.isalpha()), odd)
            if used[letter] != used[odd]:
                raise InvalidCodeError(
                    f"codes are written in one notation at a time, "
                    f"got {_quoted(used[letter])} and {_quoted(used[odd])}"
                )
            raise InvalidCodeError(_expected(rules, used[odd]))
        symbols = _letters(used, rules)
        if all(text == text.lower() for text in texts):
            symbols = tuple(symbol.lower() for symbol in symbols)
        return cls(rules, symbols, separator or ("" if len(symbols[0]) == 1 else " "))

    @classmethod
    def _detect_numbers(
        cls, used: dict[str, str], joined: bool, separator: str, rules: Rules
    ) -> Notation:
        from_zero = any(int(symbol) == 0 for symbol in used) or (joined and rules.colors == 10)
        symbols = _numbers(rules, first=0 if from_zero else 1)
        return cls(rules, symbols, separator or ("" if max(map(len, symbols)) == 1 else ","))

    def parse(self, text: str) -> Code:
        """Read one code.

        Raises
        ------
        InvalidCodeError
            With the text and what was expected.
        """
        symbols = _split(text, self.rules)
        if len(symbols) != self.rules.pegs:
            raise InvalidCodeError(
                f"a code of {self.rules} has {self.rules.pegs} pegs, "
                f"got {len(symbols)} in {_quoted(text)}"
            )
        try:
            code = tuple(self._colors[symbol.lstrip("0").upper() or "0"] for symbol in symbols)
        except KeyError:
            odd = next(s for s in symbols if (s.lstrip("0").upper() or "0") not in self._colors)
            raise InvalidCodeError(
                f"the colors of {self.rules} are {self._range()} here, "
                f"got {odd!r} in {_quoted(text)}"
            ) from None
        if not self.rules.repetition and len(set(code)) < len(code):
            raise InvalidCodeError(
                f"{self.rules} allows no color twice in a code, got {_quoted(text)}"
            )
        return code

    def format(self, code: Sequence[int]) -> str:
        """Write one code."""
        check_code(code, self.rules)
        return self.separator.join(self.symbols[color] for color in code)

    def _range(self) -> str:
        first, *_, last = (*self.symbols, self.symbols[-1])
        if first.isdigit() or tuple(s.upper() for s in self.symbols) == _alphabet(self.rules):
            return f"{first} to {last}"
        return " ".join(self.symbols)


def parse_code(text: str, rules: Rules) -> Code:
    """Read one code, in the notation that it is written in.

    Examples
    --------
    >>> parse_code("1122", Rules()) == parse_code("RRGG", Rules()) == (0, 0, 1, 1)
    True
    """
    return Notation.detect([text], rules).parse(text)


def format_code(code: Sequence[int], rules: Rules) -> str:
    """Write a code in the default notation of its board.

    Examples
    --------
    >>> format_code((0, 1, 26), Rules(3, 100))
    '1,2,27'
    """
    return _default(rules).format(code)


def parse_turns(
    texts: Sequence[str], rules: Rules, *, also: Sequence[str] = (), reversed_colors: bool = False
) -> tuple[Notation, list[tuple[Code, Feedback]]]:
    """Read a history written as guesses each followed by its feedback.

    A guess and two digits of feedback may be one text: ``BBYR12``. The notation is detected over
    the guesses and the codes in ``also``, and returned with the turns.
    """
    pairs: list[tuple[str, str]] = []
    rest = list(texts)
    while rest:
        text = rest.pop(0)
        if len(text) == rules.pegs + 2 and re.fullmatch(r"[^\W_]+\d\d", text):
            pairs.append((text[:-2], text[-2:]))
        elif rest:
            pairs.append((text, rest.pop(0)))
        else:
            raise InvalidFeedbackError(
                f"a history is guesses each followed by its feedback, {text!r} has none"
            )
    notation = Notation.detect([*(guess for guess, _ in pairs), *also], rules)
    turns = [
        (notation.parse(guess), parse_feedback(answer, rules, reversed_colors=reversed_colors))
        for guess, answer in pairs
    ]
    return notation, turns


@lru_cache(maxsize=16)
def _default(rules: Rules) -> Notation:
    return Notation.default(rules)


def _bare(text: str) -> str:
    return text.strip().strip("()[]{}").strip()


def _split(text: str, rules: Rules) -> list[str]:
    """Split a text into the symbols of its pegs."""
    bare = _bare(text)
    symbols = _SEPARATOR.split(bare)
    if len(symbols) == 1 and rules.pegs > 1:
        symbols = list(bare)
    if not all(symbols):
        raise InvalidCodeError(_expected(rules, text))
    return symbols


def _numbers(rules: Rules, first: int) -> tuple[str, ...]:
    return tuple(str(color + first) for color in range(rules.colors))


def _alphabet(rules: Rules) -> tuple[str, ...]:
    return tuple(ascii_uppercase[: rules.colors])


def _letters(used: dict[str, str], rules: Rules) -> tuple[str, ...]:
    """Return the symbols of the board where letters or names have been used."""
    if rules.colors <= 26 and set(used) <= set(_alphabet(rules)):
        return _alphabet(rules)
    names = any(len(symbol) > 1 for symbol in used)
    palette = [name.upper() if names else initial for initial, name in PALETTE.items()]
    odd = next((symbol for symbol in used if symbol not in palette), None)
    if odd is not None or rules.colors > len(palette):
        raise InvalidCodeError(_expected(rules, used[odd or next(iter(used))]))
    if len(used) > rules.colors:
        raise InvalidCodeError(
            f"{rules} has {rules.colors} colors, got {len(used)}: {' '.join(sorted(used))}"
        )
    # The first colors of the palette, but all of those that are used.
    others = [symbol for symbol in palette if symbol not in used][: rules.colors - len(used)]
    symbols = [symbol for symbol in palette if symbol in used or symbol in others]
    return tuple(symbol.lower() if names else symbol for symbol in symbols)


def _expected(rules: Rules, text: str) -> str:
    example = range(min(rules.pegs, rules.colors, 4))
    dots = ",..." if rules.pegs > len(example) else ""
    ways = [",".join(str(color + 1) for color in example) + dots]
    if rules.colors <= 26:
        ways.insert(0, "".join(ascii_uppercase[color] for color in example) + dots[1:])
    if rules.colors <= 9:
        ways.insert(0, "".join(str(color + 1) for color in example) + dots[1:])
    if rules.colors <= len(PALETTE):
        ways.append("color initials (R G B Y ...) or names")
    return f"a code of {rules} looks like {', '.join(ways)}; got {_quoted(text)}"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
