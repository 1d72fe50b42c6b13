"""``evomind advise`` and ``evomind explain``: what to guess next, and what a guess would tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evomind.app.options import (
    AsciiOption,
    JsonOption,
    ReversedOption,
    RulesArgument,
    SeedOption,
    StrategyOption,
    TurnsArgument,
)

if TYPE_CHECKING:
    from evomind.app.console import Screen
    from evomind.app.eligible import Eligible
    from evomind.history import History
    from evomind.notation import Notation

__all__ = ["advise", "explain"]


def advise(
    rules: RulesArgument,
    turns: TurnsArgument = None,
    strategy: StrategyOption = "evolution",
    limit: Annotated[
        int, typer.Option(min=0, metavar="N", help="Eligible codes that are listed.")
    ] = 20,
    reversed_colors: ReversedOption = False,
    seed: SeedOption = 0,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Name the next guess of a game that is played elsewhere, and why."""
    from evomind.app.console import Screen, announce_compiling, print_json
    from evomind.app.eligible import eligible_after
    from evomind.strategies import load_strategy, short_spec
    from experiments.seeding import stream

    player = load_strategy(strategy)
    announce_compiling()
    notation, history, _ = _read(rules, turns or [], reversed_colors)
    eligible = eligible_after(history, stream(seed, "count"))
    game = player.new_game(history.rules, stream(seed, "play", player.name, 0))
    for guess, answer in history.turns:
        game.tell(guess, answer)
    advice = game.ask()
    scores = _scores(advice.code, eligible, history)
    can_win = history.is_eligible(advice.code)
    codes = [notation.format(code) for code in eligible.codes[:limit].tolist()]
    separator = ", " if notation.separator == " " else " "
    if json:
        print_json(
            {
                "rules": str(history.rules),
                "strategy": short_spec(player),
                "seed": seed,
                "guess": notation.format(advice.code),
                "origin": advice.origin,
                "evaluations": advice.evaluations,
                "eligible": eligible.size,
                "exact": eligible.exact,
                "eligible_codes": codes,
                "scores": scores,
                "can_win": can_win,
            }
        )
        return
    screen = Screen.open(ascii)
    screen.print(f"guess {notation.format(advice.code)}", style="bold")
    screen.print(f"{_fit(eligible)}; {_chance(can_win, eligible)}")
    screen.print(f"chosen by {short_spec(player)} ({advice.origin}), seed {seed}")
    if not eligible.complete:
        screen.print(f"the scores are estimates, from {len(eligible.codes):,} of these codes")
    _show_scores(screen, {"this guess": scores})
    if codes:
        some = "" if len(codes) == eligible.size else "some of the "
        screen.print(f"{some}codes that fit: {separator.join(codes)}")


def explain(
    rules: RulesArgument,
    guess: Annotated[str, typer.Argument(metavar="GUESS", help="The guess to explain.")],
    turns: TurnsArgument = None,
    reversed_colors: ReversedOption = False,
    seed: SeedOption = 0,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Show what a guess would tell: its parts, its scores, what it loses against the best one."""
    from evomind.app.console import Screen, announce_compiling, print_json
    from evomind.app.eligible import eligible_after
    from evomind.app.weigh import MEASURES, best_guesses, parts
    from evomind.errors import CapacityError
    from experiments.seeding import stream

    announce_compiling()
    notation, history, codes = _read(rules, turns or [], reversed_colors, guess)
    board, code = history.rules, codes[0]
    eligible = eligible_after(history, stream(seed, "count"))
    if not len(eligible.codes):
        raise CapacityError("no code that fits was found in the time allowed: nothing to weigh on")
    sizes = parts(code, eligible, board)
    scores = _scores(code, eligible, history)
    best, pool = best_guesses(eligible, board)
    # A guess outside the pool can be better than all that were weighed.
    losses = {
        m.name: max(0.0, (best[m.name][1] - scores[m.name]) * (1 if m.more_is_better else -1))
        for m in MEASURES
    }
    by = MEASURES[0].name
    if json:
        print_json(
            {
                "rules": str(board),
                "seed": seed,
                "guess": notation.format(code),
                "eligible": eligible.size,
                "exact": eligible.exact,
                "complete": eligible.complete,
                "can_win": history.is_eligible(code),
                "parts": {str(answer): size for answer, size in sizes.items()},
                "scores": scores,
                "best": {
                    name: {"guess": notation.format(found), "value": value}
                    for name, (found, value) in best.items()
                },
                "weighed": pool,
                "loss": losses,
            }
        )
        return
    screen = Screen.open(ascii)
    screen.print(f"guess {notation.format(code)}", style="bold")
    screen.print(f"{_fit(eligible)}; {_chance(history.is_eligible(code), eligible)}")
    if not eligible.complete:
        screen.print(f"all figures are estimates, from {len(eligible.codes):,} of these codes")
    screen.print()
    table = screen.table("feedback", "black", "white", "codes left", "chance")
    total = sum(sizes.values())
    for (black, white), size in sizes.items():
        chance = f"{size / total:.1%}"
        table.add_row(screen.pegs(black, white), str(black), str(white), f"{size:,}", chance)
    screen.console.print(table)
    chosen = best[by][0]
    shown = {"this guess": scores}
    if losses[by] > 0:
        shown["the best"] = _scores(chosen, eligible, history)
        screen.print(
            f"best of {pool}: {notation.format(chosen)}; this guess loses about "
            f"{losses[by]:.3f} guesses against it (seed {seed})"
        )
    else:
        screen.print(f"no guess of {pool} is better (seed {seed})")
    _show_scores(screen, shown)


def _read(
    rules: str, turns: list[str], reversed_colors: bool, *also: str
) -> tuple[Notation, History, list[tuple[int, ...]]]:
    """Return the notation of all codes given, the history, and the codes that are not in it."""
    from evomind.history import History
    from evomind.notation import parse_turns
    from evomind.rules import Rules

    board = Rules.parse(rules)
    notation, told = parse_turns(turns, board, also=also, reversed_colors=reversed_colors)
    return notation, History(board, told), [notation.parse(text) for text in also]


def _scores(guess: tuple[int, ...], eligible: Eligible, history: History) -> dict[str, float]:
    """Return every measure of a guess; NaN where no eligible code is known to weigh it on."""
    import math

    import numpy as np

    from evomind.app.weigh import MEASURES, measured

    if not len(eligible.codes):
        return {measure.name: math.nan for measure in MEASURES}
    rules = history.rules
    row = np.array([guess], dtype=rules.color_type)
    return {name: float(v[0]) for name, v in measured(row, eligible, rules).items()}


def _fit(eligible: Eligible) -> str:
    return f"{eligible} code{' fits' if eligible.size == 1 else 's fit'} what is known"


def _chance(can_win: bool, eligible: Eligible) -> str:
    if not can_win:
        return "this guess is not one of them, it is made for what it tells"
    if eligible.size == 1:
        return "this is it"
    return "this guess is one of them" + (f" (1 in {eligible})" if not eligible.least else "")


def _show_scores(screen: Screen, scores: dict[str, dict[str, Any]]) -> None:
    from evomind.app.weigh import MEASURES

    screen.print()
    table = screen.table("measure", *scores, "unit", "", left=("unit", ""))
    for measure in MEASURES:
        values = [f"{of[measure.name]:,.3f}".rstrip("0").rstrip(".") for of in scores.values()]
        table.add_row(measure.name.replace("_", " "), *values, measure.unit, measure.says)
    screen.console.print(table)
    screen.print()
