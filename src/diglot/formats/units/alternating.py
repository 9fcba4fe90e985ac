"""Documents in which paragraphs stand above or beside their translations, by turns.

People type bilingual contracts, lyrics and exercises so, and translate "below the line".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from math import log
from pathlib import Path
from statistics import mean, median

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.registry import DOCUMENT, find_format
from diglot.formats.units.tables import SURE
from diglot.formats.word_links.builder import SEPARATOR
from diglot.model import Document, Unit, Variant
from diglot.text import detection

Group = tuple[list[int], list[int]]
"""Places of paragraphs in one language, and of those in the other."""
LEAST = 2
"""Times that a text and its translation stand in turn, below which that may be chance."""
TIMES_LONGER = 1.6
"""How much longer than usual, beside its translation, a text may be before something is missing."""
_LEAST_SHARE = 0.25
"""Of the characters, in the rarer language."""
_MISFITS = 0.2
"""Most turns in which one of both seems to be missing or longer."""
_TELLING_RUNS = 8  # stretches in one language whose lengths tell which side comes first
_SHORT = 60  # characters of a paragraph whose language is told by letters, too
_TELLING = 3.0  # logarithm of the odds that they have to give; twice as much at both ends
_SPACE = re.compile(r"\s+(?:(?P<sign>[/|–—·])\s+)?")  # a sign parts the two languages of a title
_FIXED = frozenset({"pdf"})  # formats of files that nobody can put in order
_WORD = re.compile(r"[^\W\d_]+")
_AHEAD = 200  # paragraphs looked at to tell
_BEGINNINGS = {"text": 2000, "pdf": 10}  # lines or pages that they are taken from
_LARGEST = 16 * 10**6
"""Bytes of a plain text beyond which it is a corpus, which nobody typed and memory may not hold."""
_BOTH = f" {SEPARATOR} "  # within a line it parts the languages, as aligners of words want them


def is_bilingual(path: Path) -> bool:
    """Tell whether the paragraphs of a document are in two languages by turns.

    A plain text of more than 16 MB is not looked at. A file that is not what its extension says is
    left to the reader of documents to refuse.
    """
    record = find_format(path, DOCUMENT, look=True)
    if record.name == "text" and path.stat().st_size > _LARGEST:
        return False
    try:
        if ahead := _BEGINNINGS.get(record.name):
            texts = record.load().read_beginning(path, ahead)
        else:
            texts = _texts(record.call("read", path))
    except FormatError:
        return False
    return _languages(texts) is not None


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    languages: Sequence[str] | None = None,
    tracked: str | None = None,
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give paragraphs and those that follow in the other language as units.

    As many paragraphs on both sides are pairs one by one, others are joined where their lengths
    fit. What is in both languages or in neither, such as a title, is listed.

    Args:
        languages: of the paragraphs, in any order; by default told by their texts.
        tracked: which state of tracked changes is read, of the formats that have them.

    Raises:
        InputError: the file cannot be read as a document.
        FormatError: the languages do not take turns throughout: it names the first place.
    """
    skips = skips if skips is not None else Skips()
    record = find_format(path, DOCUMENT, look=True)
    document: Document = record.call("read", path, encoding=encoding, tracked=tracked)
    for left in document.skipped:
        skips.add(left.kind, left.example, left.count)
    texts = _texts(document)
    codes = languages or _languages(texts)
    if codes is None:
        raise FormatError("its paragraphs are not in two languages by turns", path=path)
    sides = _sides(texts, codes)
    groups = _groups(texts, sides)
    if groups and sides[groups[-1][0][0]]:  # the side of the first text of a pair
        codes = codes[::-1]
    usual = _usual(texts, groups)
    for text, side in zip(texts, sides, strict=True):
        if side is None:
            skips.add("paragraph in both languages or in neither", text)
    for upper, lower in groups:
        if len(upper) != len(lower) and not _is_usual(texts, (upper, lower), usual):
            at = (upper or lower)[0] if len(upper) < 2 else upper[1]
            if record.name in _FIXED:
                skips.add("turn in which something seems to be missing", texts[at])
                continue
            raise FormatError(
                f"{texts[at][:40]!r} is out of order",
                path=path,
                place=document.blocks[at].anchor or f"paragraph {at + 1}",
                cure="put every paragraph directly above its translation, or give each language as "
                "a file of its own to diglot align",
            )
        if len(upper) == len(lower):
            pairs = [(texts[one], texts[other]) for one, other in zip(upper, lower, strict=True)]
        else:
            pairs = [(" ".join(texts[at] for at in upper), " ".join(texts[at] for at in lower))]
            skips.add("other numbers of paragraphs in both languages, joined", pairs[0][0])
        for one, other in pairs:
            yield Unit((Variant(codes[0], one), Variant(codes[1], other)))


def _languages(texts: Sequence[str]) -> tuple[str, str] | None:
    """Return the languages of the paragraphs by turns; None if there are no two."""
    texts = texts[:_AHEAD]
    if len(texts) < 2 * LEAST or any(_BOTH in text for text in texts):
        return None
    (one, sure), (other, surer) = (detection.detect("\n".join(texts[at::2])) for at in (0, 1))
    takes_turns = min(sure, surer) >= SURE and not detection.is_close(one, other)
    if not takes_turns:
        sizes = Counter[str]()
        for text in texts:
            code, sure = detection.detect(text)
            if sure >= SURE:
                sizes[code] += len(text)
        (one, _), (other, size) = (*sizes.most_common(2), ("", 0), ("", 0))[:2]
        rest = sizes.total() - sizes[one] - sizes[other]
        if size <= _LEAST_SHARE * sizes.total() or rest > size or detection.is_close(one, other):
            return None
    sides = _sides(texts, (one, other))
    for at, code in enumerate((one, other)):
        # Words of no language may look like those of many, but not all of them like those of one.
        whole = "\n".join(text for text, side in zip(texts, sides, strict=True) if side == at)
        found, sure = detection.detect(whole)
        if found != code or sure < SURE:
            return None
    groups = _groups(texts, sides)
    usual = _usual(texts, groups)
    misfits = sum(
        not _is_usual(texts, group, usual)
        for group in groups
        if not (takes_turns and len(group[0]) == len(group[1]))
    )
    few = misfits <= max(len(groups) > LEAST, _MISFITS * len(groups))
    return (one, other) if few and len(groups) >= LEAST else None


def _sides(texts: Sequence[str], codes: Sequence[str]) -> list[int | None]:
    """Return which of two languages each paragraph is in; None for both or neither.

    A short one is told by the letters that it shares with the others of either language. Where they
    do not tell, it takes its turn, or goes with what follows.
    """
    found: list[int | None] = []
    for text in texts:
        code, sure = detection.detect(text, candidates=codes)
        found.append(codes.index(code) if sure >= SURE and code in codes else None)
    known = _Known(texts, found)
    places = []
    for at, text in enumerate(texts):
        if found[at] is None or len(text) < _SHORT:
            if known.in_both(text):
                found[at] = None
                continue
            told = known.side(text)
            found[at] = found[at] if told is None else told
        places.append(at)
    for at, side in zip(places, _take_turns([found[at] for at in places]), strict=True):
        found[at] = side
    return found


class _Known:
    """What paragraphs in either of two languages are written with."""

    def __init__(self, texts: Sequence[str], sides: Sequence[int | None]) -> None:
        self._counts = Counter[str](), Counter[str]()
        for text, side in zip(texts, sides, strict=True):
            if side is not None:
                self._counts[side].update(_trigrams(text))
        self._sizes = [each.total() + 1 for each in self._counts]

    def side(self, text: str, *, least: float = _TELLING) -> int | None:
        """Return the side that the trigrams of a text speak for, as logarithms of the odds."""
        one, other = self._counts
        odds = sum(
            log((other[part] + 0.5) / self._sizes[1]) - log((one[part] + 0.5) / self._sizes[0])
            for part in _trigrams(text)
            if part in one or part in other
        )
        return int(odds > 0) if abs(odds) > least else None

    def in_both(self, text: str) -> bool:
        """Tell whether a text begins in one language and ends in the other, as titles do."""
        return any(
            {self.side(end, least=least) for end in (text[: at.start()], text[at.end() :])}
            == {0, 1}
            for at in _SPACE.finditer(text)
            for least in (0 if at["sign"] else 2 * _TELLING,)
        )


def _trigrams(text: str) -> list[str]:
    words = f" {' '.join(_WORD.findall(text.lower()))} "
    return [words[at : at + 3] for at in range(len(words) - 2)]


def _take_turns(sides: Sequence[int | None]) -> list[int | None]:
    """Return the sides of paragraphs, those of paragraphs that do not tell by their places."""
    filled = [*sides]
    first = next((side for side in sides if side is not None), 0)
    for side, run in groupby(range(len(sides)), key=lambda at: sides[at]):
        places = [*run]
        if side is not None:
            continue
        before = sides[places[0] - 1] if places[0] else 1 - first
        after = sides[places[-1] + 1] if places[-1] + 1 < len(sides) else None
        turn = 1 - (before or 0)
        if after == turn == 1 - first and len(places) % 2:  # headings of what follows
            filled[places[0] : places[-1] + 1] = [turn] * len(places)
            continue
        for number, at in enumerate(places):
            filled[at] = turn if number % 2 == 0 else 1 - turn
        if after is None and filled[-1] == first:  # nothing translates the last one
            filled[-1] = None
    return filled


def _groups(texts: Sequence[str], sides: Sequence[int | None]) -> list[Group]:
    """Return the places of paragraphs in one language with those in the other that follow.

    The first one may be a title or what a page begins with. Lengths tell which side comes first:
    a text is as long beside its translation as others are, and not beside its neighbour's.
    """
    places = [at for at, side in enumerate(sides) if side is not None]
    runs = [[*run] for _, run in groupby(places, key=lambda at: sides[at])]
    either: list[list[Group]] = [
        [*zip_longest(runs[begin::2], runs[begin + 1 :: 2], fillvalue=[])] for begin in (0, 1)
    ]
    if len(runs) < _TELLING_RUNS:
        return either[0]
    spread = [
        mean(
            abs(log(_ratio(texts, group) / _usual(texts, groups))) for group in groups if all(group)
        )
        for groups in either
    ]
    if spread[0] <= spread[1]:
        return either[0]
    return [(runs[0], []), *either[1]]


def _ratio(texts: Sequence[str], group: Group) -> float:
    """Return how much longer the second side of a group is than the first one."""
    first, second = (sum(len(texts[at]) for at in side) for side in group)
    return second / max(first, 1)


def _usual(texts: Sequence[str], groups: Sequence[Group]) -> float:
    return median([_ratio(texts, group) for group in groups if all(group)] or [1.0])


def _is_usual(texts: Sequence[str], group: Group, usual: float) -> bool:
    """Tell whether a group holds about as much text in both languages as others do."""
    return all(group) and 1 / TIMES_LONGER <= _ratio(texts, group) / usual <= TIMES_LONGER


def _texts(document: Document) -> list[str]:
    return [document.text[block.start : block.end].strip() for block in document.blocks]
