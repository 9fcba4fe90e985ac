"""The dictionaries of ICU: tries inside a table of data inside a library.

A node of a trie is a branch, a stretch of letters, or a value, by the range of its first unit;
numbers take more units the greater their first one is (``bytestrie.h``, ``ucharstrie.h``).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SPLIT = 5
"""Branches of a node are halved until they are so few; then they stand one after the other."""


def read_dictionary(library: Path, name: str) -> Iterator[tuple[str, int]]:
    """Give the words of a dictionary with their costs, 0 where it has none."""
    data = next(library.rglob("libicudata.so.*")).read_bytes()
    begin = data.index(b"CmnD") - 12
    table = begin + struct.unpack_from("<H", data, begin)[0]
    for k in range(struct.unpack_from("<I", data, table)[0]):
        label, place = struct.unpack_from("<II", data, table + 4 + 8 * k)
        entry = data[table + label : data.index(b"\0", table + label)].decode()
        if entry.endswith(f"/{name}.dict"):
            begin = table + place
            begin += struct.unpack_from("<H", data, begin)[0]
            offset, _, _, size, kind, transform = struct.unpack_from("<6i", data, begin)
            stored = data[begin + offset : begin + size]
            wide = kind & 7 == 1
            units = struct.unpack(f"<{len(stored) // 2}H", stored) if wide else tuple(stored)
            trie = Trie(units, *(WIDE if wide else NARROW))
            base = 0 if wide else transform & 0x1FFFFF
            for word, cost in trie.words():
                yield _spell(word, base), cost


def _spell(word: tuple[int, ...], base: int) -> str:
    if not base:
        return struct.pack(f"<{len(word)}H", *word).decode("utf-16-le")
    # Bytes stand for letters of one script, and for joiners.
    return "".join({0xFF: "\u200d", 0xFE: "\u200c"}.get(unit) or chr(base + unit) for unit in word)


@dataclass(frozen=True, slots=True)
class Trie:
    """A trie as numbers.

    Attributes:
        units: bytes, or 16-bit units.
        bits: of a unit.
        stretch: first unit of the shortest stretch of letters; smaller ones are branches.
        value: first unit of the smallest value inside.
        final: bit of a value that ends its word.
        values: the same of numbers that are values; first units of those that take more units.
        inner: the same of values inside, where they are coded otherwise.
        jumps: the same of the distances of branches.
    """

    units: tuple[int, ...]
    bits: int
    stretch: int
    value: int
    final: int
    values: tuple[int, ...]
    inner: tuple[int, ...]
    jumps: tuple[int, ...]

    def words(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Give all words with their values."""
        # What is left to read: the place of a node, its first unit where that stands elsewhere,
        # and the letters on the way.
        left: list[tuple[int, int | None, tuple[int, ...]]] = [(0, None, ())]
        while left:
            at, node, word = left.pop()
            if node is None:
                node, at = self.units[at], at + 1
            if node < self.stretch:
                if node == 0:
                    node, at = self.units[at], at + 1
                yield from self._branches(at, node + 1, word, left)
            elif node < self.value:
                size = node - self.stretch + 1
                left.append((at + size, None, word + self.units[at : at + size]))
            elif node & self.final:
                yield word, self._final(node, at)[0]
            else:
                cost, after, node = self._inner(node, at)
                yield word, cost
                left.append((after, node, word))

    def _branches(
        self, at: int, count: int, word: tuple[int, ...],
        left: list[tuple[int, int | None, tuple[int, ...]]],
    ) -> Iterator[tuple[tuple[int, ...], int]]:  # fmt: skip
        """Give the words that end in a branch; what goes on is left for later."""
        while count > SPLIT:
            jump, at = self._number(self.units[at + 1], at + 2, self.jumps)
            yield from self._branches(at + jump, count // 2, word, left)
            count -= count // 2
        for _ in range(count - 1):
            letter, lead = self.units[at], self.units[at + 1]
            found, at = self._final(lead, at + 2)
            if lead & self.final:
                yield (*word, letter), found
            else:
                left.append((at + found, None, (*word, letter)))
        left.append((at + 1, None, (*word, self.units[at])))

    def _final(self, lead: int, at: int) -> tuple[int, int]:
        """Read a value that ends a word, or a distance in its place."""
        if self.bits == 16:
            return self._number(lead & ~self.final, at, self.values)
        found, after = self._number(lead >> 1, at, self.values)
        return (found - 0x10 if after == at else found), after

    def _inner(self, lead: int, at: int) -> tuple[int, int, int | None]:
        """Read a value inside a word: itself, what follows, the node that its unit holds, too."""
        if self.bits == 8:
            return *self._final(lead, at), None
        kind = lead & (self.value - 1)
        lead -= kind
        if lead < self.inner[0]:
            return (lead >> 6) - 1, at, kind
        found, after = self._number(lead, at, self.inner)
        return (found >> 6 if after == at + 1 else found), after, kind

    def _number(self, lead: int, at: int, bounds: tuple[int, ...]) -> tuple[int, int]:
        """Read a number and where what follows stands."""
        more = sum(lead >= bound for bound in bounds)
        whole = lead - bounds[more - 1] if more else lead
        for unit in self.units[at : at + more]:
            whole = whole << self.bits | unit
        return whole, at + more


# The greatest first unit of 16 bits announces two more units.
WIDE = (16, 0x30, 0x40, 0x8000, (0x4000, 0x7FFF), (0x4040, 0x7FC0), (0xFC00, 0xFFFF))
NARROW = (8, 0x10, 0x20, 1, (0x51, 0x6C, 0x7E, 0x7F), (), (0xC0, 0xF0, 0xFE, 0xFF))
