"""Storage: every game that is played, kept in a database with all it takes to play it again.

SQLite in one file, created on first use, or PostgreSQL by URL. Games are keyed by what is played
(``Series``) and the number of the game, so that none is stored twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.url import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.schema import CreateTable

from evomind.errors import StorageError
from evomind.notation import Notation
from evomind.rules import Rules
from experiments.games import GameResult

__all__ = ["SCHEMA_VERSION", "Series", "Storage", "data_directory"]

SCHEMA_VERSION = 1

_WAIT_SECONDS = 60  # for other processes that write to the same SQLite file

_metadata = sa.MetaData()
_schema = sa.Table("schema_version", _metadata, sa.Column("version", sa.Integer, primary_key=True))
_series = sa.Table(
    "series",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("strategy", sa.Text, nullable=False),
    sa.Column("secrets", sa.Text, nullable=False),
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("max_turns", sa.Integer, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.UniqueConstraint("rules", "strategy", "secrets", "seed", "max_turns", "version"),
)
_games = sa.Table(
    "games",
    _metadata,
    sa.Column("series_id", sa.ForeignKey("series.id"), primary_key=True),
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("turns", sa.Integer, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("evaluations", sa.BigInteger, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("origins", sa.Text, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Series:
    """What is played: games of one series differ in their number only.

    Attributes
    ----------
    strategy : str
        The strategy with all of its parameters.
    secrets : str
        ``random``, drawn from the seed, or ``all``, every code in lexicographic order.
    version : str
        Of the software.
    """

    rules: Rules
    strategy: str
    secrets: str
    seed: int
    max_turns: int
    version: str


class Storage:
    """Games in a database, opened by URL or by the path of an SQLite file.

    Raises
    ------
    StorageError
        From every method, in one line, where the database cannot be reached, read or written.
    """

    def __init__(self, place: str | Path) -> None:
        self.place = str(place)
        url = self.place
        if "://" not in url:
            url = f"sqlite:///{Path(place).expanduser().absolute()}"
        with self._failures():
            parsed = make_url(url)
            self.place = self.place if "://" not in self.place else parsed.render_as_string()
            is_sqlite = parsed.get_backend_name() == "sqlite"
            options = {"connect_args": {"timeout": _WAIT_SECONDS}} if is_sqlite else {}
            self._engine = sa.create_engine(parsed, **options)
            if self._engine.dialect.name not in _INSERT:
                raise StorageError(f"a storage is SQLite or PostgreSQL, got {self.place}")
            if is_sqlite:
                sa.event.listen(self._engine, "connect", _prepare_sqlite)
            self._create()

    def games(self, series: Series) -> list[GameResult]:
        """Return the games of a series that are stored, by number."""
        query = (
            sa.select(_games)
            .join(_series, _games.c.series_id == _series.c.id)
            .where(*_is(series))
            .order_by(_games.c.game)
        )
        notation = Notation.default(series.rules)
        with self._failures(), self._engine.connect() as connection:
            return [
                GameResult(
                    row.game,
                    notation.parse(row.secret),
                    row.turns,
                    row.solved,
                    row.evaluations,
                    row.seconds,
                    json.loads(row.origins),
                    row.error,
                )
                for row in connection.execute(query)
            ]

    def add(self, series: Series, results: Iterable[GameResult]) -> None:
        """Store games; one that is there already stays as it is."""
        notation = Notation.default(series.rules)
        rows = [
            asdict(result)
            | {"secret": notation.format(result.secret), "origins": json.dumps(result.origins)}
            for result in results
        ]
        if not rows:
            return
        with self._failures(), self._engine.begin() as connection:
            connection.execute(self._insert_into(_series), _columns(series))
            series_id = connection.execute(sa.select(_series.c.id).where(*_is(series))).scalar_one()
            connection.execute(
                self._insert_into(_games), [{"series_id": series_id} | row for row in rows]
            )

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _create(self) -> None:
        with self._engine.begin() as connection:
            for table in _metadata.sorted_tables:
                connection.execute(CreateTable(table, if_not_exists=True))
            connection.execute(self._insert_into(_schema), {"version": SCHEMA_VERSION})
            versions = set(connection.execute(sa.select(_schema.c.version)).scalars())
            if versions != {SCHEMA_VERSION}:
                raise StorageError(
                    f"{self.place} has tables of version {max(versions)}, this evomind writes "
                    f"version {SCHEMA_VERSION}"
                )

    def _insert_into(self, table: sa.Table) -> sa.Insert:
        """Return the statement that inserts rows, except those that are there already."""
        insert: sa.Insert = _INSERT[self._engine.dialect.name](table).on_conflict_do_nothing()
        return insert

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise StorageError(f"{self.place} is no storage: {_first_line(error)}") from None
        except (SQLAlchemyError, ValueError) as error:
            cause = getattr(error, "orig", None) or error
            raise StorageError(
                f"cannot use the storage {self.place}: {_first_line(cause)}"
            ) from None


_INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def data_directory() -> Path:
    """Return where this user's programs keep their data: ``$XDG_DATA_HOME``, or as is usual."""
    if "XDG_DATA_HOME" in os.environ:
        root = Path(os.environ["XDG_DATA_HOME"])
    elif sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        root = Path.home() / "Library" / "Application Support"
    else:
        root = Path.home() / ".local" / "share"
    return root / "evomind"


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.execute("PRAGMA journal_mode=WAL")  # readers do not wait for a writer
    connection.execute("PRAGMA synchronous=NORMAL")


def _columns(series: Series) -> dict[str, Any]:
    return asdict(series) | {"rules": str(series.rules)}


def _is(series: Series) -> list[sa.ColumnElement[bool]]:
    return [_series.c[name] == value for name, value in _columns(series).items()]


def _first_line(error: object) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
