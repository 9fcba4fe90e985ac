"""TERm of 2021 in plain Python, cache and all: the oracle of the compiled one."""

from __future__ import annotations

from collections.abc import Sequence


def ter_m(hypothesis: Sequence[str], reference: Sequence[str], marked: set[int]) -> float:
    """Return shifts plus distance over the length of the reference."""
    rows: dict[tuple[str, ...], list[int]] = {(): list(range(len(reference) + 1))}

    def distance(words: tuple[str, ...], weighted: set[int]) -> int:
        for end in range(1, len(words) + 1):
            prefix = words[:end]
            if prefix in rows:
                continue
            before = rows[prefix[:-1]]
            row = [before[0] + 1]
            for j, word in enumerate(reference, 1):
                here = 2 if j - 1 in weighted else 1
                replaced = before[j - 1] + (0 if word == prefix[-1] else here)
                inserted = before[j] + (2 if j in weighted else 1)
                row.append(min(replaced, row[j - 1] + here, inserted))
            rows[prefix] = row
        return rows[words][-1]

    words = tuple(hypothesis)
    shifts = 0
    while True:
        before = distance(words, marked)
        tried = []
        for i1 in range(len(words)):
            for i2 in range(len(reference)):
                if i1 == i2 or words[i1] != reference[i2]:
                    continue
                length = 1
                while (
                    i1 + length < len(words)
                    and i2 + length < len(reference)
                    and words[i1 + length] == reference[i2 + length]
                ):
                    length += 1
                rest = words[:i1] + words[i1 + length :]
                moved = rest[:i2] + words[i1 : i1 + length] + rest[i2:]
                tried.append((before - distance(moved, set()), moved))
        if not tried or max(tried)[0] <= 0:
            return (shifts + distance(words, set())) / len(reference)
        words = max(tried)[1]
        shifts += 1
