"""Weighted translation edit rate written plainly, for texts too short for a beam or a limit."""

from __future__ import annotations

from itertools import accumulate, pairwise


def weighted_edits(words, reference, weights):
    """Cost of a segment: greedy moves, then the edit distance; `weights` may be fractions."""
    words, paid = list(words), 0
    while True:
        before, path = distance(words, reference, weights)
        found = []
        for start, at, length in matching_blocks(words, reference):
            price = max(weights[at : at + length])
            for target in targets(path, words, reference, start, at, length):
                after, _ = distance(moved(words, start, length, target), reference, weights)
                gain = before - after
                if gain > 0 and gain >= price:
                    found.append((gain - price, length, -start, -target, price))
        if not found:
            return paid + before
        _, length, start, target, price = max(found)
        words, paid = moved(words, -start, length, -target), paid + price


def distance(words, reference, weights):
    """Edit distance, and the cells of its best path, the first (0, 0)."""
    rows = [list(accumulate(weights, initial=0))]
    for word in words:
        above, row = rows[-1], [rows[-1][0] + 1]
        for j, (wanted, weight) in enumerate(zip(reference, weights, strict=True)):
            row.append(min(above[j] + (word != wanted) * weight, above[j + 1] + 1, row[j] + weight))
        rows.append(row)
    i, j = len(words), len(reference)
    path = [(i, j)]
    while (i, j) != (0, 0):
        wrong = i and j and words[i - 1] != reference[j - 1]
        if i and j and rows[i][j] == rows[i - 1][j - 1] + wrong * weights[j - 1]:
            i, j = i - 1, j - 1
        elif i and rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
        path.insert(0, (i, j))
    return rows[-1][-1], path


def matching_blocks(words, reference):
    for start in range(len(words)):
        for at in range(len(reference)):
            length = 1
            while (
                words[start : start + length] == reference[at : at + length]
                and start + length <= len(words)
                and at + length <= len(reference)
                and length <= 10
            ):
                yield start, at, length
                length += 1


def targets(path, words, reference, start, at, length):
    """Where a block may go: beside the words that stand where it should."""
    right, align = set(), {}
    for (i, j), (k, m) in pairwise(path):
        if (k, m) == (i + 1, j + 1) and words[i] == reference[j]:
            right.add(("word", i))
            right.add(("reference", j))
        if m > j:
            align[j] = k - 1
    block = range(start, start + length)
    if (
        all(("word", i) in right for i in block)
        or all(("reference", j) in right for j in range(at, at + length))
        or align[at] in block
    ):
        return []
    return sorted({0 if j < 0 else align[j] + 1 for j in range(at - 1, at + length)})


def moved(words, start, length, target):
    block, rest = words[start : start + length], words[:start] + words[start + length :]
    # Inside itself it goes behind as many of the words that follow.
    place = target - length if target > start + length else target
    return rest[:place] + block + rest[place:]
