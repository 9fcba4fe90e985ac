"""A page to look at aligned words: pairs in a list, each as interlinear text and as a matrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isnan
from pathlib import Path
from typing import Any

from diglot.model import Signature
from diglot.pipeline.steps.words.chunks import DOUBTFUL
from diglot.report.pages.base import thousandths, write_page
from diglot.text.languages import direction

__all__ = ["DOUBTFUL", "LIMIT", "WordPair", "write_word_page"]

# Pairs on one page; a file of 5,000 has about 3 MB and opens at once.
LIMIT = 5_000

_SCRIPTS = (
    *("base/list.js", "base/search.js"),
    *(f"words/{name}.js" for name in ("state", "gold", "list", "interlinear", "matrix", "words")),
)


@dataclass(frozen=True, slots=True)
class WordPair:
    """Two sentences with the links between their words.

    Attributes:
        number: number of the pair in its corpus, counted from 1.
        source_tokens: words of the source sentence.
        target_tokens: words of the target sentence.
        links: (source position, target position, probability or None), positions from 0.
        confidence: probability that the sentences are translations of each other; None or NaN
            where unknown.
        gold: (source position, target position, True for a sure link, False for a possible one);
            None where the pair has no gold.
    """

    number: int
    source_tokens: Sequence[str]
    target_tokens: Sequence[str]
    links: Sequence[tuple[int, int, float | None]]
    confidence: float | None = None
    gold: Sequence[tuple[int, int, bool]] | None = None


def write_word_page(
    path: Path | str,
    pairs: Iterable[WordPair],
    *,
    title: str = "",
    languages: tuple[str | None, str | None] = (None, None),
    signature: Signature | None = None,
    notes: Sequence[str] = (),
    threshold: float = 0.0,
    limit: int | None = LIMIT,
    total: int | None = None,
) -> None:
    """Write a single-file page of word alignments.

    Args:
        path: file to write; replaced as a whole or left as it was.
        pairs: read once; no more than ``limit`` are held in memory.
        title: title of the page.
        languages: tags of the source and the target language, for fonts and writing direction.
        signature: how the links were made.
        notes: remarks for the foot of the page.
        threshold: probability below which links are hidden at first; the reader may move it.
        limit: most pairs on the page, which says how many there are; None for all.
        total: number of pairs, where known: they are then read no further than needed.

    Raises:
        InputError: the file cannot be written.
        ValueError: a link lies outside its pair, or a probability outside [0, 1].
    """
    counted = _Counted(pairs)
    if limit is None:
        rows = [_row(pair) for pair in counted]
    else:
        rows = [_row(pair) for pair in islice(counted, limit)]
        if total is None:
            for _ in counted:
                pass
    data = {
        "threshold": _thousandths(threshold),
        "doubtful": _thousandths(DOUBTFUL),
        "languages": [language or "" for language in languages],
        "directions": [direction(language) for language in languages],
        "pairs": rows,
        "part": _part(len(rows), total or counted.seen),
        "notes": list(notes),
        "signature": str(signature) if signature else "",
    }
    write_page(
        path,
        title or "Aligned words",
        data,
        body="words/words.html",
        styles=["base/panes.css", "words/words.css", "words/matrix.css"],
        scripts=_SCRIPTS,
    )


class _Counted:
    """Pairs as they come, and how many have come so far."""

    def __init__(self, pairs: Iterable[WordPair]) -> None:
        self._pairs = iter(pairs)
        self.seen = 0

    def __iter__(self) -> Iterator[WordPair]:
        return self

    def __next__(self) -> WordPair:
        pair = next(self._pairs)
        self.seen += 1
        return pair


def _part(shown: int, total: int) -> str:
    """Say which part of the corpus the page shows; nothing when it is all of it."""
    return "" if shown == total else f"first {shown:,} of {total:,} pairs"


def _row(pair: WordPair) -> list[Any]:
    """Return one pair as the page's script expects it (see static/words/state.js)."""
    links: list[int] = []
    for i, j, probability in pair.links:
        _check_inside(pair, i, j)
        links += int(i), int(j), _thousandths(probability)
    row = [
        pair.number,
        _words(pair.source_tokens),
        _words(pair.target_tokens),
        links,
        -1 if pair.confidence is None or isnan(pair.confidence) else _thousandths(pair.confidence),
    ]
    if pair.gold is not None:
        gold: list[int] = []
        for i, j, sure in pair.gold:
            _check_inside(pair, i, j)
            gold += int(i), int(j), int(sure)
        row.append(gold)
    return row


def _check_inside(pair: WordPair, i: int, j: int) -> None:
    sizes = len(pair.source_tokens), len(pair.target_tokens)
    if not (0 <= i < sizes[0] and 0 <= j < sizes[1]):
        raise ValueError(
            f"pair {pair.number}: link {i}-{j} lies outside its {sizes[0]} and {sizes[1]} words"
        )


def _words(tokens: Sequence[str]) -> str | list[str]:
    """Return words as one string where spaces can tell them apart again: half the size."""
    words = list(tokens)
    line = " ".join(words)
    return line if line.split(" ") == words else words


def _thousandths(probability: float | None) -> int:
    if probability is not None and not -1e-5 < probability < 1 + 1e-5:
        raise ValueError(f"{probability} is not a probability")
    return thousandths(probability)
