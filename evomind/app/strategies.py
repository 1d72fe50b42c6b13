"""``evomind strategies``: what there is to play with."""

from __future__ import annotations

from typing import Any

from evomind.app.options import AsciiOption, JsonOption

__all__ = ["strategies"]


def strategies(json: JsonOption = False, ascii: AsciiOption = False) -> None:
    """List the strategies: where they come from, which boards they play, their parameters."""
    from evomind.app.console import Screen, print_json, say
    from evomind.errors import UnknownStrategyError
    from evomind.strategies import registered, strategy_names

    rows = []
    for name in strategy_names():
        try:
            rows.append(_row(registered(name)))
        except UnknownStrategyError as error:
            say(str(error))
    if json:
        print_json({"strategies": rows})
        return
    screen = Screen.open(ascii)
    table = screen.table(
        "name", "source", "year", "kind", "boards", "parameters",
        left=("source", "kind", "boards", "parameters"),
    )  # fmt: skip
    for row in rows:
        table.add_row(
            row["name"],
            screen.text(row["source"]),
            str(row["year"] or ""),
            row["kind"],
            screen.text(row["boards"]),
            ", ".join(f"{key}={_shown(value)}" for key, value in row["parameters"].items()),
        )
    screen.console.print(table)
    screen.print()
    screen.print(
        "A parameter is changed after a colon: berghman:maxgen=50,maxsize=40. "
        "None means: as published for the board."
    )


def _row(strategy: Any) -> dict[str, Any]:
    from evomind.codebreaker import About
    from evomind.strategies import parameters

    about = getattr(strategy, "about", About("not told", 0, "other"))
    return {
        "name": strategy.name,
        "source": about.source,
        "year": about.year,
        "kind": about.kind,
        "boards": about.boards,
        "parameters": {p.name: p.value for p in parameters(strategy).values()},
    }


def _shown(value: object) -> str:
    return repr(value) if value == "" else str(value)
