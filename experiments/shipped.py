"""The tables that ship with the package, one entry a board, a line each: how one is replaced."""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from typing import Any

from evomind.rules import Rules

__all__ = ["replace_entry"]


def replace_entry(package: str, name: str, rules: Rules, entry: dict[str, Any]) -> None:
    """Put the entry of a board into the JSON table ``name`` of a package."""
    with as_file(files(package).joinpath(name)) as path:
        table = json.loads(path.read_text(encoding="utf-8"))
        table[str(rules)] = entry
        lines = [f" {json.dumps(board)}: {json.dumps(table[board])}" for board in sorted(table)]
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
