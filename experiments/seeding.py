"""Random streams with addresses: one seed, and a generator for whatever has a name and a number."""

from __future__ import annotations

import zlib

import numpy as np

from evomind.codes import Code, all_codes, as_code, random_codes
from evomind.errors import InvalidParameterError
from evomind.rules import Rules

__all__ = ["secrets", "stream"]


def stream(seed: int, *address: str | int) -> np.random.Generator:
    """Return the generator at ``address`` under the experiment's one seed.

    Generators at different addresses are independent: what a game draws depends on its own name
    and number only, not on how many others there are or who plays them.
    """
    if seed < 0:
        raise InvalidParameterError(f"a seed is 0 or more, got {seed}")
    key = [zlib.crc32(part.encode()) if isinstance(part, str) else part for part in address]
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


def secrets(rules: Rules, games: int | None, seed: int) -> list[Code]:
    """Return the secret of each game: drawn uniformly, or every code where ``games`` is None.

    Raises
    ------
    CapacityError
        Where every code of a board is asked for that cannot be held.
    """
    if games is None:
        return [as_code(code) for code in all_codes(rules)]
    if games < 1:
        raise InvalidParameterError(f"games must be at least 1, got {games}")
    return [
        as_code(random_codes(rules, 1, stream(seed, "secret", game))[0]) for game in range(games)
    ]
