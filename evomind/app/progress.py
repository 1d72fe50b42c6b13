"""How far a long command has come: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from evomind.app.console import say

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["ProgressReport", "thinking"]

_LINE_SECONDS = 15.0  # between lines, where stderr is no terminal


@contextlib.contextmanager
def thinking(message: str) -> Iterator[Callable[[str], None]]:
    """Show on stderr, if it is a terminal, what is going on; yields what changes the message."""
    if not sys.stderr.isatty():
        yield lambda message: None
        return
    from rich.console import Console

    with Console(stderr=True).status(message) as status:
        yield status.update


class ProgressReport:
    """Shows on stderr how many games have been played, and the time left.

    Attributes
    ----------
    done, total : int
        Games played so far, and in all.
    """

    def __init__(self) -> None:
        self.done = 0
        self.total = 0
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._last_line = time.monotonic()
        self._done_before: int | None = None
        # The first games compile the kernels; the pace is measured from when they are done.
        self._start: tuple[float, int] | None = None

    def __enter__(self) -> ProgressReport:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )

            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task("games", total=None)
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, name: str, done: int, total: int) -> None:
        """Take note that games have been played."""
        self.done, self.total = done, total
        if self._done_before is None:
            self._done_before = done
            if done:
                say(f"{done} of {total} games have been played before")
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=name, completed=done, total=total)
            return
        now = time.monotonic()
        if done > self._done_before and self._start is None:
            self._start = now, done
        if self._start is not None and now - self._last_line >= _LINE_SECONDS:
            self._last_line = now
            start, before = self._start
            left = ""
            if done > before:
                left = f", about {(total - done) * (now - start) / (done - before):.0f} s left"
            say(f"{done} of {total} games{left}")
