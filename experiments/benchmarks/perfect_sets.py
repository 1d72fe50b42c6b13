"""What a genetic algorithm's choice would be worth if its eligible sets were perfect.

``python -m experiments.benchmarks.perfect_sets p8c12r --first 11223345 --maxsize 100 --games 400``
plays as ``berghman`` does, but takes uniform samples of the eligible codes in place of what
evolution found. The mean is the least that the published choice can reach with sets of that size:
a published mean below its interval owes something to the secrets that were drawn.
"""

from __future__ import annotations

import argparse

import numpy as np
from deap import tools

from evomind.codemaker import FixedSecret
from evomind.codes import Code, as_code, random_codes
from evomind.feedback import Feedback
from evomind.history import History
from evomind.notation import parse_code
from evomind.rules import Rules
from evomind.sampling import EligibleCodes
from evomind.solvers.gathering import after, gather
from evomind.solvers.genetic import CHOICES, choose
from experiments.seeding import stream
from experiments.statistics import mean_estimate

_HOLD = 150_000  # codes; larger sets are sampled
_LEAST = 200  # codes kept of a sampled set


def turns(
    rules: Rules,
    first: Code,
    maxsize: int,
    choice: str,
    rng: np.random.Generator,
    opened: dict[Feedback, EligibleCodes],
) -> int:
    """Play one game; ``opened`` keeps the sets after the first guess from game to game."""
    codemaker = FixedSecret(as_code(random_codes(rules, 1, rng)[0]), rules)
    history, guess, known = History(rules), first, None
    while (answer := codemaker.answer(guess)).black < rules.pegs:
        history = history.add(guess, answer)
        if known is None:
            if answer not in opened:
                opened[answer] = gather(history, None, _HOLD, _LEAST, rng, tools.Logbook())
            known = opened[answer]
        else:
            known = gather(history, after(known, history), _HOLD, _LEAST, rng, tools.Logbook())
        codes = known.codes
        if len(codes) > maxsize:
            codes = codes[rng.permutation(len(codes))[:maxsize]]
        guess = as_code(codes[choose(choice, codes, rules, rng)[0]])
    return len(history) + 1


def main() -> None:
    """Play the games and print their mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", type=Rules.parse)
    parser.add_argument("--first", required=True, help="the first guess")
    parser.add_argument("--maxsize", type=int, default=100)
    parser.add_argument("--choice", choices=list(CHOICES), default="remaining")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    first = parse_code(options.first, options.rules)
    opened: dict[Feedback, EligibleCodes] = {}
    played = [
        turns(
            options.rules,
            first,
            options.maxsize,
            options.choice,
            stream(options.seed, "perfect", game),
            opened,
        )
        for game in range(options.games)
    ]
    estimate = mean_estimate(played)
    print(
        f"{options.rules}, {options.choice} of {options.maxsize} codes: {estimate.mean:.3f} "
        f"± {estimate.half_width:.3f} guesses, {options.games} games"
    )


if __name__ == "__main__":
    main()
