"""``evomind bounds``: what is proved of a board."""

from __future__ import annotations

from evomind.app.options import AsciiOption, JsonOption, RulesArgument

__all__ = ["bounds"]


def bounds(rules: RulesArgument, json: JsonOption = False, ascii: AsciiOption = False) -> None:
    """List the published bounds on the guesses that a board needs in the worst case."""
    from evomind.app.console import Screen, print_json
    from evomind.rules import Rules
    from exact import bounds as published

    board = Rules.parse(rules)
    found = published.bounds(board)
    if json:
        rows = [
            {
                "kind": bound.kind,
                "value": bound.value(board),
                "formula": bound.formula,
                "source": bound.source,
                "assumptions": bound.assumptions,
            }
            for bound in found
        ]
        print_json({"rules": str(board), "bounds": rows})
        return
    screen = Screen.open(ascii)
    table = screen.table(
        "bound", "guesses", "formula", "assumptions", "source",
        left=("formula", "assumptions", "source"),
        title=f"guesses that {board} needs in the worst case, n pegs and k colors",
    )  # fmt: skip
    for bound in found:
        value = bound.value(board)
        table.add_row(
            bound.kind,
            "" if value is None else f"{value:,}",
            bound.formula,
            screen.text(bound.assumptions),
            screen.text(bound.source),
        )
    screen.console.print(table)
