"""Documents in which every paragraph stands above its translation.

People type bilingual contracts, lyrics and exercises so, and translate "below the line".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.registry import DOCUMENT, find_format
from diglot.formats.units.tables import SURE
from diglot.formats.word_links.builder import SEPARATOR
from diglot.model import Document, Unit, Variant
from diglot.text import detection

LEAST = 4
"""Paragraphs below which two languages in turn may be chance."""
TURNS = 0.6
"""Least share of paragraphs that are surely in another language than the one before."""
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
    """Give every paragraph and the one below it as a unit.

    Args:
        languages: of the paragraphs, in any order; by default told by their texts.
        tracked: which state of tracked changes is read, of the formats that have them.

    Raises:
        InputError: the file cannot be read as a document.
        FormatError: the languages do not take turns throughout: it names the first place.
    """
    skips = skips if skips is not None else Skips()
    document: Document = find_format(path, DOCUMENT, look=True).call(
        "read", path, encoding=encoding, tracked=tracked
    )
    for left in document.skipped:
        skips.add(left.kind, left.example, left.count)
    texts = _texts(document)
    codes = languages or _languages(texts)
    if codes is None:
        raise FormatError("its paragraphs are not in two languages by turns", path=path)
    if texts and detection.detect(texts[0], candidates=codes)[0] == codes[1]:
        codes = codes[::-1]
    for number, text in enumerate(texts):
        found, sure = detection.detect(text, candidates=codes)
        is_alone = number == len(texts) - 1 and number % 2 == 0
        if is_alone or (sure >= SURE and found != codes[number % 2]):
            raise FormatError(
                f"{text[:40]!r} is out of order",
                path=path,
                place=document.blocks[number].anchor or f"paragraph {number + 1}",
                cure="put every paragraph directly above its translation, or give each language as "
                "a file of its own to diglot align",
            )
    for upper, lower in zip(texts[::2], texts[1::2], strict=True):
        yield Unit((Variant(codes[0], upper), Variant(codes[1], lower)))


def _languages(texts: Sequence[str]) -> tuple[str, str] | None:
    """Return the languages of the paragraphs by turns; None if there are no two."""
    texts = texts[:_AHEAD]
    if len(texts) < LEAST or any(_BOTH in text for text in texts):
        return None
    (one, sure), (other, surer) = (detection.detect("\n".join(texts[side::2])) for side in (0, 1))
    if min(sure, surer) < SURE or detection.is_close(one, other):
        return None
    found = [detection.detect(text, candidates=(one, other)) for text in texts]
    sides = [code for code, sure in found if sure >= SURE]
    turns = sum(before != after for before, after in pairwise(sides))
    return (one, other) if turns >= TURNS * (len(texts) - 1) else None


def _texts(document: Document) -> list[str]:
    return [document.text[block.start : block.end].strip() for block in document.blocks]
