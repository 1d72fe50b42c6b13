"""Fit the value function of a board from self-play: ``python -m experiments.fit_values p5c8r``.

``evolution`` plays with the value function that it has, the sets it met and the guesses they still
took are fitted, and the next round plays with the result. The fit is written into
``evomind/values.json``, where ``evomind.values`` finds it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import as_code, random_codes
from evomind.rules import Rules
from evomind.solvers.evolution import EVOLUTION, Evolution, forget_openings
from evomind.values import Value, fit_value, forget_values
from experiments.seeding import stream
from experiments.shipped import replace_entry


def positions(
    rules: Rules, games: int, seed: int, strategy: Evolution = EVOLUTION
) -> Iterator[tuple[float, int]]:
    """Play games of random secrets; yield each set's size and the guesses it still took."""
    for game in range(games):
        rng = stream(seed, "fit", game)
        secret = as_code(random_codes(rules, 1, rng)[0])
        codebreaker = strategy.new_game(rules, rng)
        sizes = []
        for turn, _ in enumerate(play(codebreaker, FixedSecret(secret, rules), rules)):
            if turn > 0 and codebreaker.eligible is not None:
                sizes.append((max(codebreaker.eligible.size, 1.0), turn))
        yield from ((size, turn + 1 - before) for size, before in sizes)


def write(rules: Rules, value: Value, games: int) -> None:
    """Put the fit into the table that ships with the package."""
    entry = {"games": games, "sizes": value.sizes, "turns": value.turns}
    replace_entry("evomind", "values.json", rules, entry)
    forget_values()
    forget_openings()


def main() -> None:
    """Fit the boards named on the command line, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="+", type=Rules.parse)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for rules in options.boards:
        for fit in range(options.rounds):
            met = list(positions(rules, options.games, options.seed + fit))
            sizes, turns = zip(*met, strict=True)
            write(rules, fit_value(sizes, turns), options.games)
            print(f"{rules}: round {fit + 1}, {len(met)} sets of up to {max(sizes):.0f} codes")


if __name__ == "__main__":
    main()
