"""The search for optimal play on one board: what its loops know, kept between calls.

Depth-first branch and bound over sets of codes (Koyama and Lai 1993). Sets that a relabelling of
pegs and colors makes equal are searched once, and of guesses that split a set into like parts only
one is tried; the bounds fill a tree with as many codes a turn as guesses have feedbacks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evomind.codes import Code, as_code
from evomind.errors import CapacityError, InvalidParameterError
from evomind.feedback import Feedback, feedback
from evomind.rules import Rules
from evomind.tree import Tree
from evomind.tree_builder import TreeBuilder
from exact import _search_kernels as kernels
from exact._bounds import IMPOSSIBLE
from exact._positions import new_board, rehash, set_key
from exact._symmetry import relabel, rename

__all__ = ["DEFAULT_MEMORY", "MAX_COLORS", "Budget", "Progress", "Search"]

DEFAULT_MEMORY = 4 << 30
"""What the feedback between all codes, and the table of known sets, may each take, in bytes."""

MAX_COLORS = 100
"""The most colors of a board; telling more of them apart is slow."""

_CHUNK_NODES = 2_000  # guesses tried between two looks at the clock
_CHUNK_WORK = 300_000_000  # codes and guesses compared: a tenth of a second or two
_DEPTH = 16  # frames to begin with
_SLOTS = 1 << 16  # of the table of known sets, to begin with
_LOAD = 0.5  # of the slots, from which the table is doubled
_NONE: NDArray[np.int32] = np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search stops without proof; None is without limit.

    ``nodes`` are guesses tried. ``memory``, in bytes, ends no search: it goes on with a table of
    known sets that forgets.
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int = DEFAULT_MEMORY


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come: the total is proven to lie between the two bounds."""

    lower_bound: int
    upper_bound: int | None
    nodes: int
    known: int  # sets of codes in the table
    seconds: float


class Search:
    """A search on one board, which can be left and gone on with.

    Parameters
    ----------
    max_turns : int, optional
        The most turns that a game may take.
    pool : {"all", "eligible"}
        The guesses allowed: any code, or only those that can be the secret.

    Raises
    ------
    CapacityError
        For a board of more than ``MAX_COLORS`` colors, or whose feedback table would not fit the
        budget, before it is allocated.
    """

    def __init__(
        self,
        rules: Rules,
        max_turns: int | None = None,
        pool: str = "all",
        budget: Budget | None = None,
        report: Callable[[Progress], None] | None = None,
    ) -> None:
        if max_turns is not None and max_turns < 1:
            raise InvalidParameterError(f"max_turns must be at least 1, got {max_turns}")
        if pool not in ("all", "eligible"):
            raise InvalidParameterError(f"pool must be one of all, eligible, got {pool!r}")
        if rules.colors > MAX_COLORS:
            raise CapacityError(
                f"the search plays at most {MAX_COLORS} colors, {rules} has {rules.colors}"
            )
        self.rules = rules
        self.max_turns = rules.n_codes if max_turns is None else min(max_turns, rules.n_codes)
        self.budget = budget or Budget()
        self._report = report
        self._eligible = pool == "eligible"
        self._first_only = False
        self._start = time.monotonic()
        self._board = new_board(rules, self.budget.memory)
        self._known = np.zeros((_SLOTS, 3), dtype=np.uint64)
        self._stack = _new_stack(_DEPTH, rules.n_codes, int(self._board.replies[0, 0]))
        self._scratch = self._new_scratch()
        self._state = np.zeros(kernels.STATE_FIELDS, dtype=np.int64)
        self._first = np.array(_first_guesses(self._board.codes, rules), dtype=np.int32)

    def restart(self, max_turns: int, first_only: bool = False) -> None:
        """Search for strategies of another limit on turns; what is known of sets is forgotten.

        ``first_only`` is content with any strategy that keeps to the turns, whatever its total.
        """
        self.max_turns = min(max_turns, self.rules.n_codes)
        self._first_only = first_only
        self._known[:] = 0
        self._state[kernels.N_KNOWN] = 0

    @property
    def nodes(self) -> int:
        """Guesses tried so far."""
        return int(self._state[kernels.NODES])

    @property
    def seconds(self) -> float:
        """Time since the search was made."""
        return time.monotonic() - self._start

    def run(self, upper: int = IMPOSSIBLE - 1) -> int | None:
        """Search all codes of the board; return their least total, None where the budget ends.

        ``upper`` is a total that some strategy has. ``IMPOSSIBLE`` means that the turns do not
        suffice, a total above ``upper`` only that there is no smaller one than that.
        """
        members = np.arange(self.rules.n_codes, dtype=np.int32)
        return self._solve(members, self.max_turns, upper, self._first)

    @property
    def lower_bound(self) -> int:
        """The total is proven not to be less."""
        frame = self._stack.frames[0]
        bounds = self._stack.bounds[0, frame[kernels.NEXT] : frame[kernels.N_ORDER]]
        lowest = min(int(frame[kernels.BEST]), int(frame[kernels.FLOOR]))
        if len(bounds):
            lowest = min(lowest, int(bounds.min()))
        if frame[kernels.PHASE] != 0:
            lowest = min(lowest, int(frame[kernels.SUM]))
        return lowest

    @property
    def best_first(self) -> tuple[int, int] | None:
        """Total and number of the best first guess that has been searched to its end."""
        frame = self._stack.frames[0]
        if frame[kernels.BEST] >= IMPOSSIBLE:
            return None
        return int(frame[kernels.BEST]), int(frame[kernels.GUESS])

    def tree(self, name: str = "koyama-lai", first: int | None = None) -> Tree:
        """Return the tree that the search has found, or the best one of a first guess."""
        builder = TreeBuilder(self.rules)
        waiting: list[tuple[NDArray[np.int32], int, int, Feedback | None]] = [
            (np.arange(self.rules.n_codes, dtype=np.int32), self.max_turns, 1, None)
        ]
        codes, replies = self._board.codes, self._board.replies
        while waiting:
            members, turns, turn, answer = waiting.pop()
            best = self._best_guess(members, turns) if first is None else first
            first = None
            guess = as_code(codes[best])
            builder.add(turn, answer, guess)
            told = replies[best, members]
            # Last in, first out: the parts are added in the order of their feedback.
            for reply in np.unique(told)[::-1]:
                if reply != replies[best, best]:
                    part = members[told == reply]
                    answer = feedback(guess, as_code(codes[part[0]]), self.rules)
                    waiting.append((part, turns - 1, turn + 1, answer))
        return builder.build(name)

    def _best_guess(self, members: NDArray[np.int32], turns: int) -> int:
        """Return the best guess for a set whose cost is known, or easy to find again."""
        if len(members) <= 2:
            return int(members[0])
        self._solve(members, turns, IMPOSSIBLE - 1, _NONE, patient=True)
        _, order, word = self._renamed(members, turns)
        _, guess, _ = kernels.answer(self._known, word)
        return int(self._index_of(_back(as_code(self._board.codes[guess]), order, self.rules)))

    def _solve(
        self,
        members: NDArray[np.int32],
        turns: int,
        upper: int,
        only: NDArray[np.int32],
        patient: bool = False,
    ) -> int | None:
        renamed, _, word = self._renamed(members, turns)
        value, _, exact = kernels.answer(self._known, word)
        if exact or value > upper:
            return int(value)
        kernels.push(
            self._board,
            self._eligible,
            only,
            0,
            renamed,
            min(turns, len(members)),
            upper,
            self._stack,
            self._scratch,
            word,
        )
        self._state[kernels.TOP] = 0
        return self._go_on(patient)

    def _go_on(self, patient: bool) -> int | None:
        """Run the loops until they are done; ``patient`` is without a budget."""
        limit = self.budget
        while True:
            full = int(len(self._known) * _LOAD) if self._may_grow else np.iinfo(np.int64).max
            outcome = kernels.search(
                self._board,
                self._eligible,
                self._first_only,
                self._known,
                self._stack,
                self._scratch,
                self._state,
                self.nodes + _CHUNK_NODES,
                self._state[kernels.WORK] + _CHUNK_WORK,
                full,
            )
            if outcome == kernels.DONE:
                return int(self._state[kernels.VALUE])
            if outcome == kernels.FULL:
                self._grow_known()
            elif outcome == kernels.DEEP:
                self._grow_stack()
            elif not patient:
                if self._report is not None:
                    self._report(self._progress())
                if limit.seconds is not None and self.seconds > limit.seconds:
                    return None
                if limit.nodes is not None and self.nodes >= limit.nodes:
                    return None

    def _progress(self) -> Progress:
        best = self.best_first
        known = int(self._state[kernels.N_KNOWN])
        return Progress(self.lower_bound, best and best[0], self.nodes, known, self.seconds)

    @property
    def _may_grow(self) -> bool:
        return bool(3 * self._known.nbytes <= self.budget.memory)

    def _grow_known(self) -> None:
        larger = np.zeros((2 * len(self._known), 3), dtype=np.uint64)
        self._state[kernels.N_KNOWN] = rehash(self._known, larger)
        self._known = larger

    def _grow_stack(self) -> None:
        self._stack = kernels.Stack(
            *(np.concatenate((rows, np.zeros_like(rows))) for rows in self._stack)
        )

    def _renamed(
        self, members: NDArray[np.int32], turns: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.uint64]]:
        """Return a set relabelled, in which order of colors and pegs, and its key."""
        board, order = self._board, self._scratch.names.copy()
        renamed, word = members.copy(), np.empty(2, dtype=np.uint64)
        relabel(board.codes, renamed, self._scratch.signs, order)
        rename(board.codes, board.index_of, renamed, order, self._scratch.signs)
        set_key(board.keys, renamed, min(turns, len(members)), word)
        return renamed, order, word

    def _index_of(self, code: Code) -> int:
        packed = 0
        for color in code:
            packed = packed * self.rules.colors + color
        return int(self._board.index_of[packed])

    def _new_scratch(self) -> kernels.Scratch:
        n, size = self.rules.n_codes, self.rules.colors + self.rules.pegs
        classes = int(self._board.replies[0, 0]) + 1
        return kernels.Scratch(
            np.empty(n, dtype=self._board.bits.dtype),
            np.empty(n, dtype=np.uint8),
            np.empty(n + 1, dtype=np.int64),
            np.empty(classes, dtype=np.int64),
            np.empty(kernels.BUCKETS, dtype=np.int64),
            np.empty((2, size), dtype=np.uint64),
            np.empty(size, dtype=np.int64),
        )


def _new_stack(depth: int, n: int, classes: int) -> kernels.Stack:
    return kernels.Stack(
        np.zeros((depth, kernels.FRAME_FIELDS), dtype=np.int64),
        np.zeros((depth, n), dtype=np.int32),
        np.zeros((depth, n), dtype=np.int32),
        np.zeros((depth, classes, kernels.PART_FIELDS), dtype=np.int64),
        np.zeros((depth, classes, 2), dtype=np.uint64),
        np.zeros((depth, n), dtype=np.int32),
        np.zeros((depth, n), dtype=np.int32),
        np.zeros((depth, n), dtype=np.uint64),
        np.zeros((depth, 2), dtype=np.uint64),
    )


def _first_guesses(codes: NDArray[np.unsignedinteger], rules: Rules) -> list[int]:
    """Return one code of each kind: 1111, 1112, 1122, 1123, 1234 on a board of four pegs."""
    kinds: dict[tuple[int, ...], int] = {}
    for index, code in enumerate(codes.tolist()):
        kind = tuple(sorted((code.count(color) for color in set(code)), reverse=True))
        kinds.setdefault(kind, index)
    return list(kinds.values())


def _back(code: Code, order: NDArray[np.int64], rules: Rules) -> Code:
    """Return a code of a relabelled set as it was called before."""
    back = [0] * rules.pegs
    for place, color in enumerate(code):
        back[int(order[rules.colors + place])] = int(order[color])
    return tuple(back)
