"""What commands print: results on stdout, messages on stderr, JSON for scripts, ASCII if needed."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["Screen", "announce_compiling", "print_json", "say"]

_PIPE_WIDTH = 1000  # columns, where stdout is no terminal: nothing is cut off there
_LEAST_WIDTH = 80  # columns; a narrower terminal breaks lines itself
_NAME_WIDTH = 20  # columns that a name may have to itself
_TEXT_WIDTH = 100  # columns, of paragraphs
_SYMBOLS = "●○±−…╭"  # noqa: RUF001  (what must be printable to print more than ASCII)
_TO_ASCII = {"●": "B", "○": "W", "±": "+-", "−": "-", "…": "..."}  # noqa: RUF001


def say(message: str) -> None:
    """Print one line on stderr."""
    print(f"evomind: {message}", file=sys.stderr, flush=True)


def print_json(document: object) -> None:
    """Print one JSON document on stdout; numbers that are not finite become null."""
    print(json.dumps(_plain(document), indent=1, ensure_ascii=True))


def _plain(value: object) -> Any:
    """Return ``value`` with Python's own types only."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


@dataclass(frozen=True, slots=True)
class Screen:
    """Where results are printed, in the characters that can be shown there."""

    console: Console
    ascii: bool

    @classmethod
    def open(cls, ascii_only: bool = False, file: TextIO | None = None) -> Screen:
        """Return the screen of stdout; NO_COLOR is honoured by rich itself."""
        from rich.console import Console

        file = file or sys.stdout
        plain = ascii_only or not _can_print(_SYMBOLS, file.encoding)
        console = Console(file=file, highlight=False, safe_box=True, emoji=False)
        console.width = max(console.width, _LEAST_WIDTH) if file.isatty() else _PIPE_WIDTH
        return cls(console, plain)

    def text(self, text: str) -> str:
        """Return ``text`` in characters that can be shown."""
        if not self.ascii:
            return text
        for symbol, plain in _TO_ASCII.items():
            text = text.replace(symbol, plain)
        return text.encode("ascii", "replace").decode()

    def print(self, text: str = "", style: str | None = None) -> None:
        """Print a paragraph; what it says is never read as markup."""
        width = min(self.console.width, _TEXT_WIDTH)
        self.console.print(self.text(text), style=style, markup=False, width=width)

    def table(
        self, *columns: str, title: str = "", left: Sequence[str] = (), names: Sequence[str] = ()
    ) -> Table:
        """Return an empty table; the first column and those in ``left`` are of text.

        ``names`` are to stand in the first column, and are not broken on a narrow terminal.
        """
        from rich import box
        from rich.table import Table

        table = Table(
            box=box.ASCII if self.ascii else box.SIMPLE_HEAD,
            title=self.text(title) or None,
            title_justify="left",
            title_style="bold",
            show_edge=False,
            padding=(0, 1) if self.ascii else (0, 1, 0, 0),
            pad_edge=False,
        )
        for place, column in enumerate(columns):
            justify: Literal["left", "right"] = "left" if not place or column in left else "right"
            width = min(max(map(len, names), default=0), _NAME_WIDTH) if place == 0 else None
            table.add_column(self.text(column), justify=justify, overflow="fold", min_width=width)
        return table

    def pegs(self, black: int, white: int) -> str:
        """Draw a feedback: black pegs, then white ones; told by shape, not by color."""
        return self.text("●" * black + "○" * white)


def _can_print(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@cache
def announce_compiling() -> None:
    """Have the first kernel that is compiled, not found in the cache, say so on stderr."""
    from numba.core import event

    class Announcer(event.Listener):
        said = False

        def on_start(self, event: object) -> None:
            if not self.said:
                self.said = True
                say("compiling the kernels, once; this takes up to a minute")

        def on_end(self, event: object) -> None:
            pass

    event.register("numba:compile", Announcer())  # type: ignore[no-untyped-call]
