"""Rank first guesses by play, and work out the replies: ``python -m experiments.openings p5c8r``.

The shapes of a first guess (1111, 1112, 1122, …) that cost least by the value function are played
against the same secrets; the best mean wins. The second guess for each feedback to it is then
worked out with more effort than a game affords. Both go into ``evomind/solvers/book.json``, with
the evidence.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

from evomind.codebreaker import play
from evomind.codemaker import FixedSecret
from evomind.codes import Code, all_codes, as_code, random_codes
from evomind.feedback import Feedback, feedback_ids
from evomind.history import History
from evomind.notation import format_code, parse_code
from evomind.rules import Rules
from evomind.solvers.evolution import EVOLUTION, Evolution, forget_openings, work_out
from evomind.solvers.opening import forget_book, weighed_shapes
from experiments.seeding import stream
from experiments.shipped import replace_entry
from experiments.statistics import mean_estimate

THOROUGH = replace(
    EVOLUTION,
    sample=5000,
    maxsize=4000,
    population=400,
    maxgen=40,
    rollouts=100,
    rollout_codes=10_000,
)
"""How the replies in the book are worked out."""

_BOARD = 100_000  # boards this small are sampled by all their codes


def turns_of(strategy: Evolution, rules: Rules, games: int, seed: int) -> list[int]:
    """Return the turns of games against the secrets that belong to the seed."""
    turns = []
    for game in range(games):
        secret = as_code(random_codes(rules, 1, stream(seed, "secret", game))[0])
        codebreaker = strategy.new_game(rules, stream(seed, "game", game))
        turns.append(sum(1 for _ in play(codebreaker, FixedSecret(secret, rules), rules)))
    return turns


def replies(rules: Rules, first: Code) -> list[tuple[int, int, list[int]]]:
    """Return black, white and the second guess for every feedback that is met at all often."""
    rng = np.random.default_rng(0)
    codes = all_codes(rules) if rules.n_codes <= _BOARD else random_codes(rules, _BOARD, rng)
    found = []
    for feedback_id in np.unique(feedback_ids(first, codes, rules)):
        answer = Feedback.of_id(feedback_id, rules.pegs)
        if answer.black < rules.pegs:
            guess = work_out(THOROUGH, History(rules, [(first, answer)]))
            found.append((answer.black, answer.white, list(guess.code)))
    return found


def main() -> None:
    """Rank the first guesses of a board and write its page of the book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", type=Rules.parse)
    parser.add_argument("--first", action="append", help="a first guess to try; repeatable")
    parser.add_argument("--shapes", type=int, default=4, help="shapes tried without --first")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    rules: Rules = options.rules
    if options.first:
        tried = [parse_code(text, rules) for text in options.first]
    else:
        tried = list(weighed_shapes(rules)[: options.shapes])
    ranking = []
    for first in tried:
        text = format_code(first, rules)
        turns = turns_of(replace(EVOLUTION, first=text), rules, options.games, options.seed)
        estimate = mean_estimate(turns)
        ranking.append((estimate.mean, first))
        print(f"{rules} {text}: {estimate.mean:.4f} ± {estimate.half_width:.4f}", flush=True)
    mean, first = min(ranking)
    evidence = f"{mean:.3f} turns, best of {len(tried)} first guesses, {options.games} games each"
    page = {"first": list(first), "evidence": evidence, "replies": replies(rules, first)}
    replace_entry("evomind.solvers", "book.json", rules, page)
    forget_book()
    forget_openings()
    print(f"{rules}: {format_code(first, rules)} and {len(page['replies'])} replies written")


if __name__ == "__main__":
    main()
