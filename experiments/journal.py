"""Where the games of a tournament are kept while it runs, so that an interrupt loses none."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from experiments.storage import Storage, data_directory

__all__ = ["opened_storage"]


@contextlib.contextmanager
def opened_storage(place: str, key: str, warn: Callable[[str], None]) -> Iterator[Storage | None]:
    """Open the storage at ``place``; without one, a journal that is removed when all went well.

    The journal lies in the user's data directory, under the ``key`` of what is played: the same
    tournament, started again after an interrupt, finds its games there. Where there is no place
    for it, ``warn`` is told, and there is none.
    """
    if place:
        storage = Storage(place)
        try:
            yield storage
        finally:
            storage.close()
        return
    path = data_directory() / "tournaments" / f"{key}.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = Storage(path)
    except OSError as error:
        warn(f"an interrupt will lose the games played: {error}")
        yield None
        return
    try:
        yield journal
    except BaseException:
        journal.close()
        raise
    journal.close()
    _remove(path)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink()
