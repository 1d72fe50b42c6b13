"""Plain twin of the rollouts: the same policy, by recursion over lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Rollout:
    """Totals of the trees that greedy play makes of a set; arguments as in ``rollout_totals``."""

    def __init__(
        self,
        table: NDArray[np.uint8],
        costs: Sequence[int],
        win_id: int,
        width: int = 1,
        careful: int = 0,
    ) -> None:
        self.table = table.tolist()
        self.costs = [int(cost) for cost in costs]
        self.win_id = win_id
        self.width = width
        self.careful = careful

    def parts(self, row: int, codes: list[int]) -> dict[int, list[int]]:
        """Split codes by the feedback of a row, in the order of the feedback ids."""
        found: dict[int, list[int]] = defaultdict(list)
        for code in codes:
            found[self.table[row][code]].append(code)
        return {feedback: found[feedback] for feedback in sorted(found)}

    def cost(self, row: int, codes: list[int]) -> int:
        """Sum the costs of the parts, the one that wins aside when the row is in the set."""
        parts = self.parts(row, codes)
        total = sum(self.costs[len(part)] for part in parts.values())
        return total - self.costs[1] if row in codes else total

    def best(self, codes: list[int], width: int) -> list[int]:
        """Return the rows of least cost, best first, members before probes among equals."""
        n = len(self.table[0])
        rows = codes + list(range(n, len(self.table)))
        ranked = sorted(rows, key=lambda row: self.cost(row, codes))
        least = (len(codes) - 1) * self.costs[1]
        if self.cost(ranked[0], codes) <= least + self.costs[1]:
            return ranked[:1]
        return ranked[:width]

    def after(self, row: int, codes: list[int], careful: bool) -> int:
        """Return the total of a set when a row is played first."""
        parts = self.parts(row, codes)
        return len(codes) + sum(
            self.total(part, careful) for f, part in parts.items() if f != self.win_id
        )

    def total(self, codes: list[int], careful: bool = True) -> int:
        """Return the total of a set under the policy."""
        if len(codes) <= 2:
            return 2 * len(codes) - 1
        width = self.width if careful and len(codes) <= self.careful else 1
        rows = self.best(codes, width)
        chosen = min(rows, key=lambda row: self.after(row, codes, careful=False))
        return self.after(chosen, codes, careful)
