"""Plain twins of the kernels of evolution: lists, and the same random words in the same order."""

from __future__ import annotations

from collections.abc import Sequence

Row = list[int]
_WORD = (1 << 64) - 1


class Words:
    """Splitmix64 (Steele, Lea, Flood 2014), in integers without end."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        word = self.state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        return word ^ (word >> 31)

    def below(self, n: int) -> int:
        return ((self.next() >> 32) * n) >> 32

    def uniform(self) -> float:
        return (self.next() >> 11) / 2**53

    def pair(self, n: int) -> tuple[int, int]:
        """Two different numbers of 0..n-1, the smaller first."""
        one, other = self.below(n), self.below(n - 1)
        return (one, other + 1) if other >= one else (other, one)


def exchange(one: Row, other: Row, pegs: Sequence[int], repetition: bool) -> None:
    for p in pegs:
        mine, theirs = one[p], other[p]
        if mine == theirs:
            continue
        if not repetition and theirs in one:
            one[one.index(theirs)] = mine
        if not repetition and mine in other:
            # The peg itself still holds ``theirs``, so this finds another one.
            other[other.index(mine)] = theirs
        one[p], other[p] = theirs, mine


def cross_points(
    first: list[Row], second: list[Row], rate: float, two_points: float, rep: bool, words: Words
) -> None:
    for one, other in zip(first, second, strict=True):
        pegs = len(one)
        if words.uniform() >= rate or pegs < 2:
            continue
        if words.uniform() < two_points:
            start, stop = (1 + cut for cut in words.pair(pegs))
        else:
            start, stop = 1 + words.below(pegs - 1), pegs
        exchange(one, other, range(start, stop), rep)


def cross_uniform(
    first: list[Row], second: list[Row], rate: float, share: float, rep: bool, words: Words
) -> None:
    for one, other in zip(first, second, strict=True):
        if words.uniform() < rate:
            for p in range(len(one)):
                if words.uniform() < share:
                    exchange(one, other, [p], rep)


def recolor(codes: list[Row], colors: int, rate: float, rep: bool, words: Words) -> None:
    for code in codes:
        if words.uniform() >= rate or colors < 2:
            continue
        p = words.below(len(code))
        others = [color for color in range(colors) if color != code[p]]
        new = others[words.below(colors - 1)]
        if not rep and new in code:
            code[code.index(new)] = code[p]
        code[p] = new


def swap(codes: list[Row], rate: float, words: Words) -> None:
    for code in codes:
        if words.uniform() < rate and len(code) > 1:
            p, q = words.pair(len(code))
            code[p], code[q] = code[q], code[p]


def reverse(codes: list[Row], rate: float, words: Words) -> None:
    for code in codes:
        if words.uniform() < rate and len(code) > 1:
            p, q = words.pair(len(code))
            code[p : q + 1] = code[p : q + 1][::-1]


def roulette(fitness: list[float], k: int, words: Words) -> Row:
    total = sum(fitness)
    chosen = []
    for _ in range(k):
        if total == 0:
            chosen.append(words.below(len(fitness)))
            continue
        ball, end, row = words.uniform() * total, 0.0, 0
        for row, share in enumerate(fitness):  # noqa: B007
            end += share
            if end > ball:
                break
        chosen.append(row)
    return chosen


def tournament(fitness: list[float], k: int, size: int, words: Words) -> Row:
    chosen = []
    for _ in range(k):
        drawn = [words.below(len(fitness)) for _ in range(size)]
        chosen.append(max(drawn, key=lambda row: fitness[row]))
    return chosen


def renew(codes: list[Row], kept: int, colors: int, rep: bool, words: Words) -> int:
    seen: set[tuple[int, ...]] = set()
    deck = list(range(colors))
    drawn = 0
    for row, code in enumerate(codes):
        legal = max(code) < colors and (rep or len(set(code)) == len(code))
        if row >= kept or not legal or tuple(code) in seen:
            drawn += 1
            while True:
                for p in range(len(code)):
                    if rep:
                        code[p] = words.below(colors)
                    else:
                        other = p + words.below(colors - p)
                        deck[p], deck[other] = deck[other], deck[p]
                        code[p] = deck[p]
                if tuple(code) not in seen:
                    break
        seen.add(tuple(code))
    return drawn


def collect(codes: list[Row], mismatches: list[float], eligible: list[Row]) -> Row:
    """Enter the codes without mismatch into ``eligible``; return their places there, else -1."""
    places = []
    for code, mismatch in zip(codes, mismatches, strict=True):
        if mismatch == 0 and code not in eligible:
            eligible.append(code)
        places.append(eligible.index(code) if mismatch == 0 else -1)
    return places
