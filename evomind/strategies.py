"""Strategies by name: the registry, and how a strategy is written down.

Every strategy, built in or from elsewhere, is registered through the entry-point group
``evomind.strategies``: a name, and the place of a frozen dataclass instance. Nothing is imported
until it is asked for. The parameters of a strategy are the fields of its dataclass, but for
``name`` and ``about``; a value of None means "as published for the board".
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import pickle
import sys
import tomllib
import types
import typing
import zlib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from evomind.codebreaker import Strategy
from evomind.errors import InvalidParameterError, UnknownStrategyError

__all__ = [
    "GROUP",
    "TREE_SUFFIXES",
    "Parameter",
    "as_toml",
    "load_strategy",
    "parameters",
    "registered",
    "short_spec",
    "spec",
    "strategy_names",
    "with_parameters",
]

GROUP = "evomind.strategies"

_NOT_PARAMETERS = ("name", "about")
TREE_SUFFIXES = (".json", ".txt")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a strategy: its value there, and what it may hold."""

    name: str
    kind: type  # int, float, str or bool
    optional: bool  # whether None is a value
    value: object

    def read(self, value: object, strategy: str) -> object:
        """Return ``value`` as the parameter holds it; texts are read."""
        if isinstance(value, str):
            value = self._parse(value)
        if value is None and self.optional:
            return None
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        if type(value) is not self.kind:
            expected = self.kind.__name__ + (" or none" if self.optional else "")
            raise InvalidParameterError(
                f"{self.name} of {strategy} is a value of type {expected}, got {value!r}"
            )
        return value

    def _parse(self, text: str) -> object:
        plain = text.strip().lower()
        if self.optional and plain == "none":
            return None
        if self.kind is bool:
            return _TRUTH.get(plain, text)
        try:
            return self.kind(text)
        except ValueError:
            return text


def strategy_names() -> list[str]:
    """Return the registered names, sorted."""
    return sorted(_entries())


def registered(name: str) -> Strategy:
    """Return the strategy registered under ``name``.

    Raises
    ------
    UnknownStrategyError
        With the nearest name; also for a plug-in that cannot be loaded.
    """
    entries = _entries()
    if name not in entries:
        near = get_close_matches(name, entries, n=1, cutoff=0.3)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(entries))}"
        raise UnknownStrategyError(f"no strategy is called {name!r}; {hint}")
    entry = entries[name]
    try:
        return _as_strategy(entry.load(), entry.value)
    except (ImportError, AttributeError) as error:
        raise UnknownStrategyError(f"{name} cannot be loaded from {entry.value}: {error}") from None


def load_strategy(text: str) -> Strategy:
    """Return the strategy that ``text`` stands for.

    That is a registered name, a TOML file, a strategy-tree file (``.json`` or ``.txt``) or
    ``module:attribute``; all but a tree may be followed by parameters:
    ``berghman:maxgen=50,maxsize=40``.

    Raises
    ------
    UnknownStrategyError, InvalidParameterError, InvalidTreeError
    """
    path = Path(text)
    if path.suffix in TREE_SUFFIXES:
        return _from_tree(path)
    place, colon, settings = text.rpartition(":")
    if not colon or "=" not in settings:
        place, settings = text, ""
    if place.endswith(".toml"):
        strategy = _from_toml(Path(place))
    elif ":" in place:
        strategy = _from_module(place)
    else:
        strategy = registered(place)
    return with_parameters(strategy, _settings(settings)) if settings else strategy


def parameters(strategy: Strategy) -> dict[str, Parameter]:
    """Return the parameters of a strategy, in the order of its dataclass; none if it is not one."""
    if not dataclasses.is_dataclass(strategy):
        return {}
    hints = typing.get_type_hints(type(strategy))
    found = {}
    for field in dataclasses.fields(strategy):
        kind, optional = _kind(hints[field.name])
        if field.name not in _NOT_PARAMETERS and field.init and kind is not None:
            value = getattr(strategy, field.name)
            found[field.name] = Parameter(field.name, kind, optional, value)
    return found


def with_parameters(strategy: Strategy, settings: Mapping[str, object]) -> Strategy:
    """Return the strategy with other parameters; texts are read as the parameters' types.

    Raises
    ------
    InvalidParameterError
        For a parameter that does not exist, of another type or out of its range.
    """
    known = parameters(strategy)
    values = {}
    for name, value in settings.items():
        if name not in known:
            have = f"it has {', '.join(known)}" if known else "it has none"
            raise InvalidParameterError(f"{strategy.name} has no parameter {name!r}; {have}")
        values[name] = known[name].read(value, strategy.name)
    if not values:
        return strategy
    return typing.cast(Strategy, dataclasses.replace(typing.cast(Any, strategy), **values))


def spec(strategy: Strategy) -> str:
    """Write a strategy with all of its parameters: ``berghman:maxgen=100,...``.

    What else it is made of, such as a tree, is told apart by a checksum: ``mine#1f0c33a2``.
    """
    known = parameters(strategy)
    rest: list[str] = []
    if dataclasses.is_dataclass(strategy):
        compared = [field.name for field in dataclasses.fields(strategy) if field.compare]
        rest = [name for name in compared if name not in (*known, *_NOT_PARAMETERS)]
    content = pickle.dumps([getattr(strategy, name) for name in rest])
    mark = f"#{zlib.crc32(content):08x}" if rest else ""
    return _spec(strategy.name + mark, {p.name: p.value for p in known.values()})


def short_spec(strategy: Strategy) -> str:
    """Write a strategy with those parameters that differ from the registered one's."""
    settings = {p.name: p.value for p in parameters(strategy).values()}
    entry = _entries().get(strategy.name)
    original = registered(strategy.name) if entry else None
    if original is not None and type(original) is type(strategy):
        usual = {p.name: p.value for p in parameters(original).values()}
    else:
        usual = {f.name: f.default for f in dataclasses.fields(strategy)} if settings else {}  # type: ignore[arg-type]
    changed = {name: value for name, value in settings.items() if value != usual.get(name)}
    return _spec(strategy.name, changed)


def as_toml(strategy: Strategy) -> str:
    """Write a registered strategy as the text of a TOML file, which ``load_strategy`` takes."""
    lines = [f"strategy = {json.dumps(strategy.name)}", "", "[parameters]"]
    for parameter in parameters(strategy).values():
        value = "none" if parameter.value is None else parameter.value
        text = repr(value) if type(value) is float else json.dumps(value)
        lines.append(f"{parameter.name} = {text}")
    return "\n".join(lines) + "\n"


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _as_strategy(found: object, place: str) -> Strategy:
    if isinstance(found, type):  # a class whose fields all have defaults will do as well
        try:
            found = found()
        except TypeError as error:
            raise UnknownStrategyError(f"{place} is a class that needs more: {error}") from None
    if not isinstance(found, Strategy):
        raise UnknownStrategyError(
            f"{place} is no strategy: it needs a name and new_game(rules, rng)"
        )
    return found


def _from_module(place: str) -> Strategy:
    module_name, _, attribute = place.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # modules of the current directory, as with python -m
    try:
        found: object = importlib.import_module(module_name)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownStrategyError(f"{place} cannot be loaded: {error}") from None
    return _as_strategy(found, place)


def _from_toml(path: Path) -> Strategy:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UnknownStrategyError(f"cannot read the strategy {path}: {error}") from None
    name, settings = document.get("strategy"), document.get("parameters", {})
    if not isinstance(name, str) or not isinstance(settings, dict):
        raise UnknownStrategyError(
            f'{path} needs strategy = "a name" and a table [parameters], got {sorted(document)}'
        )
    return with_parameters(load_strategy(name), settings)


def _from_tree(path: Path) -> Strategy:
    from evomind.tree import TreeStrategy
    from evomind.tree_formats import read_tree

    return TreeStrategy(path.stem, read_tree(path))


def _settings(text: str) -> dict[str, object]:
    settings: dict[str, object] = {}
    for item in text.split(","):
        name, equals, value = item.partition("=")
        if not equals:
            raise InvalidParameterError(
                f"parameters are written name=value,name=value, got {item!r} in {text!r}"
            )
        settings[name.strip()] = value.strip()
    return settings


def _spec(name: str, settings: Mapping[str, object]) -> str:
    items = (f"{key}={_text(value)}" for key, value in settings.items())
    return name + (":" + ",".join(items) if settings else "")


def _text(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _kind(hint: object) -> tuple[type | None, bool]:
    """Return the plain type of a field, and whether it may be None; no type where it is none."""
    choices = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    plain = [choice for choice in choices if choice is not type(None)]
    if len(plain) == 1 and plain[0] in (int, float, str, bool):
        return typing.cast(type, plain[0]), len(choices) > 1
    return None, False
