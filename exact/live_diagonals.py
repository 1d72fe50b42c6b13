"""The diagonals of El Ouali et al. cut where the *live* cells are halved.

A cell is a position of one code of the cyclic square; it is live while its position and its color
are open and no feedback has ruled it out. Each diagonal is kept as segments whose hits are known.
A color c that is fixed, standing at position l of code j, and a code r = j + 1 without open hits
let one guess count the hits of j in any interval that ends at l or begins after it: the guesses of
FINDNEXT are of this kind, but they halve positions, use only whether the count is 0, and forget.
Here every count is kept, the segment with the fewest live cells a hit is cut next, at its middle if
some pivot allows, and a segment with as many hits as live cells needs no further guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evomind.codebreaker import About
from evomind.codes import check_memory
from evomind.rules import Rules
from exact.el_ouali import PIVOTS, Search, Steps
from exact.script import Script, ScriptedGame, contradiction, require_black_pegs

__all__ = ["EL_OUALI_LIVE", "LiveDiagonals"]


@dataclass(frozen=True, slots=True)
class LiveDiagonals:
    """Asks the cyclic square, then halves the live cells of its diagonals."""

    name: str
    about: About = field(
        default=About("after El Ouali et al. (2018)", 2026, "exact", "no repetition, black pegs"),
        compare=False,
        repr=False,
    )

    def new_game(self, rules: Rules, rng: np.random.Generator) -> ScriptedGame:
        """Start a game; ``rng`` serves only after guesses of others.

        Raises
        ------
        InvalidRulesError
            For a board with repetition or with white pegs.
        CapacityError
            Where a byte for each cell would not fit into memory.
        """
        return ScriptedGame(rules, self.script(rules), rng)

    def script(self, rules: Rules) -> Script:
        """Return the guesses of a game, each to be sent its black pegs."""
        require_black_pegs(rules, self.name, repetition=False)
        check_memory(rules.pegs * rules.colors, f"the cells of {rules}")
        return _Cells(rules).script()


@dataclass(slots=True, eq=False)
class _Segment:
    """Cells ``s + 1`` to ``t`` of diagonal ``j``, with ``hits`` of them right and open."""

    j: int
    s: int
    t: int
    hits: int


class _Cells:
    """One game: the search of the paper, its diagonals in segments, and the live cells."""

    def __init__(self, rules: Rules) -> None:
        self.search = Search(rules, PIVOTS["first"], inferred=True)
        self.square = self.search.square
        self.live = np.ones((rules.colors + 1, rules.pegs + 1), dtype=np.bool_)
        self.segments: list[list[_Segment]] = [[]]  # of each diagonal, from left to right

    def script(self) -> Script:
        search, square = self.search, self.square
        yield from search.ask_square()
        if max(search.v) == square.n:
            yield search.guess(((search.v.index(square.n), 1, square.n),), "square")
            return
        self.live[:, 0] = False
        for j in range(1, square.k + 1):
            self.segments.append([])
            self._set(j, 0, [_Segment(j, 0, square.n, search.v[j])])
        if square.n == square.k:
            yield from self.find_first()
        self.settle()
        while square.n_open > 2:
            yield from self.find_in(min(self.choices(), key=self.price))
            self.settle()
        for guess in search.completions(decided=True):
            cells = [(square.peg(c, i)[0], i) for i, c in enumerate(guess.code, 1)]
            if all(square.x[i] >= 0 or self.live[j, i] for j, i in cells):
                yield guess

    # -- what is known ----------------------------------------------------------------------------

    def n_live(self, segment: _Segment) -> int:
        """Return the number of live cells of a segment."""
        return int(np.count_nonzero(self.live[segment.j, segment.s + 1 : segment.t + 1]))

    def price(self, segment: _Segment) -> float:
        """Return the live cells of a segment for each hit: what it is cut by, least first."""
        return self.n_live(segment) / segment.hits

    def fix(self, j: int, i: int) -> None:
        """Fix position ``i`` by diagonal ``j``; the row and the color of the cell are dead."""
        self.search.fix(j, i)
        color = self.square.x[i]
        self.live[:, i] = False
        diagonals = np.arange(1, self.square.k + 1)
        positions = (color + diagonals - 1) % self.square.k + 1
        inside = positions <= self.square.n
        self.live[diagonals[inside], positions[inside]] = False
        for segment in self.segments[j]:
            if segment.s < i <= segment.t:
                segment.hits -= 1
                self._bury(segment)

    def _bury(self, segment: _Segment) -> None:
        if segment.hits < 0:
            raise contradiction(self.search.rules)
        if segment.hits == 0:
            self.live[segment.j, segment.s + 1 : segment.t + 1] = False

    def _set(self, j: int, index: int, segments: list[_Segment]) -> None:
        """Put segments in the place of the one at ``index``."""
        self.segments[j][index : index + 1] = segments
        for segment in segments:
            self._bury(segment)

    def settle(self) -> None:
        """Fix all live cells of the segments with as many hits, until there are none."""
        changed = True
        while changed:
            changed = False
            for j in range(1, self.square.k + 1):
                if self.search.v[j]:
                    for segment in self.segments[j]:
                        changed = self._settle(segment) or changed

    def _settle(self, segment: _Segment) -> bool:
        """Fix the live cells of a segment if all are hits; tell whether it is so."""
        if not segment.hits:
            return False
        n_live = self.n_live(segment)
        if n_live < segment.hits:
            raise contradiction(self.search.rules)
        if n_live > segment.hits:
            return False
        for i in self.cells(segment):
            self.fix(segment.j, int(i))
        return True

    def cells(self, segment: _Segment) -> NDArray[np.int64]:
        """Return the positions of the live cells of a segment, ascending."""
        live = self.live[segment.j, segment.s + 1 : segment.t + 1]
        return np.flatnonzero(live) + segment.s + 1

    def choices(self) -> Iterator[_Segment]:
        """Yield the segments with hits of active diagonals: those before one without open hits."""
        v, found = self.search.v, False
        for j in range(1, self.square.k + 1):
            if v[j] and not v[self.square.next(j)]:
                for segment in self.segments[j]:
                    if segment.hits:
                        found = True
                        yield segment
        if not found:
            raise contradiction(self.search.rules)

    # -- the first position -----------------------------------------------------------------------

    def find_first(self) -> Steps[None]:
        """Fix one position: FINDFIRST, or its pivot where that turns out to be right."""
        search, square, v = self.search, self.square, self.search.v
        if min(v[1:]) == 1:
            m = yield from search.find_in_identity()
            self.fix(1, m)
            return
        n = square.n
        j = max((s.j for s in self.choices()), key=lambda j: (v[j], -j))
        r = square.next(j)
        pivot = square.color(r, 1)
        a, b = 1, n
        while b > a:
            m = (a + b + 1) // 2
            s = yield from search.ask((j, 1, m - 1), square.peg(pivot, m), (r, m + 1, n))
            if s == 1 and m < n:
                s = yield from search.ask((j, 1, m), square.peg(pivot, m + 1), (r, m + 2, n))
                if s == 0:  # only the pivot was right
                    self.fix(square.peg(pivot, m)[0], m)
                    return
            elif s == 1:
                swapped = (square.peg(pivot, 1), (j, 2, n - 1), square.peg(square.color(j, 1), n))
                s = yield from search.ask(*swapped)
            if s > 0:
                b = m - 1
            else:
                a = m
        self.fix(j, b)

    # -- cutting ----------------------------------------------------------------------------------

    def find_in(self, segment: _Segment) -> Steps[None]:
        """Cut a segment until all live cells of a part are hits; fix them."""
        while not self._settle(segment):
            left, right = yield from self.cut(segment)
            parts = [part for part in (left, right) if part.hits]
            segment = min(parts, key=self.price)

    def cut(self, segment: _Segment) -> Steps[tuple[_Segment, _Segment]]:
        """Cut a segment in two, its live cells as evenly as the pivots allow."""
        cells = self.cells(segment)
        middle = int(cells[(len(cells) - 1) // 2])
        if self.square.k > self.square.n:
            hits = yield from self.count_from(segment.j, middle + 1)
            after = sum(s.hits for s in self.segments[segment.j] if s.s >= segment.t)
            return self.divide(segment, middle, segment.hits - (hits - after))
        places = self.places(segment.j)
        while True:
            cuts = {s.t for s in self.segments[segment.j]}
            known = [place for place in places if place in cuts]
            if known:
                return (yield from self.cut_at(segment, middle, known[0]))
            inside = self.best_cut(segment, places)
            if inside is not None:
                hits = yield from self.count(segment.j, segment.s + 1, inside, inside)
                return self.divide(segment, inside, hits)
            # No pivot stands within the live cells: its place becomes a cut of another segment.
            place = places[len(places) // 2]
            other = next(s for s in self.segments[segment.j] if s.s < place <= s.t)
            hits = yield from self.count(segment.j, other.s + 1, place, place)
            parts = self.divide(other, place, hits)
            if other is segment:
                return parts

    def places(self, j: int) -> list[int]:
        """Return the positions in code ``j`` of all colors that are fixed, ascending."""
        return sorted(self.square.position(j, self.square.x[i]) for i in self.square.fixed)

    def best_cut(self, segment: _Segment, places: list[int]) -> int | None:
        """Return the place that halves the live cells best, None if all are on one side."""
        cells = self.cells(segment)
        left = np.searchsorted(cells, places, side="right")
        off = np.abs(2 * left - len(cells))
        best = int(off.argmin())
        return places[best] if off[best] < len(cells) else None

    def cut_at(self, segment: _Segment, p: int, place: int) -> Steps[tuple[_Segment, _Segment]]:
        """Cut a segment after ``p`` by a pivot whose place is a cut already."""
        j, segments = segment.j, self.segments[segment.j]
        if place >= segment.t:
            hits = yield from self.count(j, p + 1, place, place)
            hits -= sum(s.hits for s in segments if segment.t <= s.s and s.t <= place)
            return self.divide(segment, p, segment.hits - hits)
        hits = yield from self.count(j, place + 1, p, place)
        hits -= sum(s.hits for s in segments if place <= s.s and s.t <= segment.s)
        return self.divide(segment, p, hits)

    def divide(self, segment: _Segment, p: int, hits: int) -> tuple[_Segment, _Segment]:
        """Replace a segment by its parts up to ``p``, with ``hits`` of its hits, and after."""
        j = segment.j
        parts = (
            _Segment(j, segment.s, p, hits),
            _Segment(j, p, segment.t, segment.hits - hits),
        )
        self._set(j, self.segments[j].index(segment), list(parts))
        return parts

    def count(self, j: int, a: int, b: int, place: int) -> Steps[int]:
        """Count the open hits of positions ``a`` to ``b`` of code ``j``, by the pivot at ``place``.

        One of the two ends is the pivot's: ``b == place`` or ``a == place + 1``.
        """
        square, n = self.square, self.square.n
        r = square.next(j)
        c = square.color(j, place)
        if b == place:  # Algorithm 2, lines 7 and 19
            rest = yield from self.search.ask(
                (j, 1, a - 1), square.peg(c, a), (r, a + 1, place), (j, place + 1, n)
            )
            return self.search.v[j] - rest
        return (  # Algorithm 2, line 20
            yield from self.search.ask(
                (r, 1, place), (j, place + 1, b), square.peg(c, b + 1), (r, b + 2, n)
            )
        )

    def count_from(self, j: int, a: int) -> Steps[int]:
        """Count the open hits of code ``j`` from position ``a`` on: Algorithm 4, line 6."""
        return (yield from self.search.ask((self.square.next(j), 1, a - 1), (j, a, self.square.n)))


EL_OUALI_LIVE = LiveDiagonals("el-ouali-live")
