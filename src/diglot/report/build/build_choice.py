"""Which sentence pairs stay on a page that cannot hold all of them."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from diglot.report.build.usage import LEAST, rivals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.model import TermPair
    from diglot.report.build.build_scan import Scan

# Part of the page that doubtful pairs may take.
_DOUBTFUL = 0.25
# Examples of each competing translation.
_EXAMPLES = 5


def choose(
    scan: Scan, pairs: Sequence[TermPair], certainty: Sequence[float], limit: int | None
) -> list[int]:
    """Return the numbers of the sentence pairs that stay, ascending.

    First the least certain ones, up to a quarter of the page; then contexts of the term pairs in
    turn, the clearest of each first; examples of competing translations; last the pairs that hold
    most terms.

    Args:
        scan: all pairs.
        pairs: term pairs with their contexts, best first.
        certainty: of each pair, lower than 0 where it asks to be looked at.
        limit: most pairs to keep; None for all.
    """
    total = len(scan.pairs)
    if limit is None or total <= limit:
        return list(range(total))
    doubtful = sorted((k for k in range(total) if certainty[k] < 0), key=certainty.__getitem__)
    kept = dict.fromkeys(doubtful[: int(limit * _DOUBTFUL)])

    def fill(candidates: Iterator[int]) -> None:
        for each in candidates:
            if len(kept) >= limit:
                return
            kept[each] = None

    fill(_in_turn([pair.contexts for pair in pairs], total))
    fill(_examples(scan))
    rich = sorted(range(total), key=lambda k: -sum(map(len, scan.pairs[k].marks)))
    fill(iter(rich))
    return sorted(kept)


def _in_turn(contexts: Sequence[Sequence[int]], total: int) -> Iterator[int]:
    """Give the first context of every term pair, then the second ones, and so on."""
    for turn in zip_longest(*contexts):
        for each in turn:
            if each is not None and 0 <= each < total:
                yield each


def _examples(scan: Scan) -> Iterator[int]:
    """Give some pairs for each translation of the terms that have competing ones."""
    for side in (0, 1):
        disputed = {term for term, use in scan.uses[side].items() if rivals(use.choices) >= LEAST}
        seen: dict[tuple[int, object], int] = {}
        for number, pair in enumerate(scan.pairs):
            for mark, translation in zip(pair.marks_of(side), pair.translations[side], strict=True):
                if mark.nested or mark.term not in disputed:
                    continue
                key = (mark.term, translation)
                if seen.setdefault(key, 0) < _EXAMPLES:
                    seen[key] += 1
                    yield number
