"""Plain twin of the rollouts: the same policy, by recursion over lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Rollout:
    """Totals of the trees that greedy play makes of a set; arguments as in ``rollout_totals``."""

    def __init__(self, table: NDArray[np.uint8], costs: Sequence[int], win_id: int) -> None:
        self.table = table.tolist()
        self.costs = [int(cost) for cost in costs]
        self.win_id = win_id

    def parts(self, row: int, codes: list[int]) -> dict[int, list[int]]:
        """Split codes by the feedback of a row."""
        found: dict[int, list[int]] = defaultdict(list)
        for code in codes:
            found[self.table[row][code]].append(code)
        return found

    def cost(self, row: int, codes: list[int]) -> int:
        """Sum the costs of the parts, the one that wins aside when the row is in the set."""
        total = sum(self.costs[len(part)] for part in self.parts(row, codes).values())
        return total - self.costs[1] if row in codes else total

    def after(self, row: int, codes: list[int]) -> int:
        """Return the total of a set when a row is played first."""
        parts = self.parts(row, codes)
        return len(codes) + sum(self.total(part) for f, part in parts.items() if f != self.win_id)

    def total(self, codes: list[int]) -> int:
        """Return the total of a set under the policy: codes of it before probes among equals."""
        if len(codes) <= 2:
            return 2 * len(codes) - 1
        n = len(self.table[0])
        rows = codes + list(range(n, len(self.table)))
        return self.after(min(rows, key=lambda row: self.cost(row, codes)), codes)
