"""A page to read aligned texts in: its rows and the HTML file."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diglot.files.atomic import atomic_open
from diglot.model import Bitext, Document, Link
from diglot.model.links import DOUBTFUL, is_doubtful
from diglot.report.pages.base import compose_page
from diglot.text.languages import direction

_SCRIPTS = (
    "base/search.js",
    *(f"reader/{name}.js" for name in ("table", "state", "rows", "strip", "walk", "reader")),
)

# Blocks that begin a new thought; lines and cells are too many to set apart.
_SET_APART = frozenset({"paragraph", "heading", "item"})


LIMIT = 50_000
"""Rows that a page holds at most."""


def write_html(
    path: Path | str,
    bitexts: Bitext | Sequence[Bitext],
    *,
    title: str = "",
    limit: int | None = LIMIT,
) -> int:
    """Write a single-file reader of aligned texts.

    Beyond ``limit`` the first half of the page is the beginning of the texts, the other half the
    rows of the rest that are least certain; the page says so.

    Args:
        path: file to write; replaced as a whole or left as it was.
        bitexts: one bitext, or several for a page with a list of documents.
        title: title of the page; by default the names of the documents.
        limit: most rows on the page; None for all.

    Returns:
        The number of rows that the page leaves out.

    Raises:
        InputError: the file cannot be written.
    """
    page, left = _composed(bitexts, title, limit)
    with atomic_open(path) as file:
        file.write(page)
    return left


def render(
    bitexts: Bitext | Sequence[Bitext],
    *,
    title: str = "",
    limit: int | None = LIMIT,
) -> str:
    """Return the page of ``write_html`` as a string."""
    return _composed(bitexts, title, limit)[0]


def _composed(bitexts: Bitext | Sequence[Bitext], title: str, limit: int | None) -> tuple[str, int]:
    """Return a page, and the number of rows that it leaves out."""
    many = [bitexts] if isinstance(bitexts, Bitext) else bitexts
    chosen = None if limit is None else _chosen_rows(many, limit)
    documents = []
    if chosen is None:
        documents = [document_data(bitext) for bitext in many]
    else:
        note = (
            f"the page shows {sum(chosen):,} of {len(chosen):,} rows: see the manual, diglot align"
        )
        following = iter(chosen)
        for bitext in many:
            document = document_data(bitext, choose=lambda _: bool(next(following)))
            document["notes"] = [note, *document["notes"]]
            if document["rows"]:
                documents.append(document)
    page = compose_page(
        title or title_of(many),
        {"threshold": DOUBTFUL, "documents": documents},
        body="reader/reader.html",
        styles=["reader/reader.css"],
        scripts=_SCRIPTS,
    )
    return page, 0 if chosen is None else len(chosen) - sum(chosen)


def _chosen_rows(bitexts: Sequence[Bitext], limit: int) -> bytes | None:
    """Return 1 for every row that the page shows, 0 for others; None where it shows all."""
    certainty = array("f")
    for bitext in bitexts:
        for row in reader_rows(bitext):
            score = None if row.link is None else bitext.links[row.link].score
            certainty.append((0.5 if score is None else score) - 2 * row.doubtful)
    if len(certainty) <= limit:
        return None
    first = limit // 2
    rest = sorted(range(first, len(certainty)), key=certainty.__getitem__)
    chosen = bytearray(len(certainty))
    chosen[:first] = bytes([1]) * first
    for number in rest[: limit - first]:
        chosen[number] = 1
    return bytes(chosen)


def document_data(bitext: Bitext, *, choose: Callable[[Row], bool] | None = None) -> dict[str, Any]:
    """Return one bitext as the page's script expects it (see static/reader/table.js).

    Args:
        bitext: the texts and their links.
        choose: tells of every row whether it is shown; segments that no row shows are left out,
            and the others numbered anew. By default all are.
    """
    table: list[list[Any]] = []
    for row in reader_rows(bitext):
        if choose is not None and not choose(row):
            continue
        link = bitext.links[row.link] if row.link is not None else None
        table.append(
            [
                row.source,
                row.target,
                None if link is None or link.score is None else round(link.score, 4),
                int(row.doubtful),
                link.reasons if link else (),
                (link.kind or "") if link else "",
                -1 if row.link is None else row.link,
                -1 if row.zone is None else row.zone,
            ]
        )
    sides = []
    for place, document in enumerate((bitext.source, bitext.target)):
        shown: Sequence[int] = range(len(document.segments))
        if choose is not None:
            shown = sorted({index for row in table for index in row[place]})
            new = {index: number for number, index in enumerate(shown)}
            for cells in table:
                cells[place] = [new[index] for index in cells[place]]
        sides.append(_side(document, shown))
    return {
        "name": _name(bitext),
        "source": sides[0],
        "target": sides[1],
        "rows": table,
        "zones": [[zone.kind, zone.reason] for zone in bitext.zones],
        "notes": bitext.notes,
        "signature": str(bitext.signature) if bitext.signature else "",
    }


def _side(document: Document, shown: Sequence[int]) -> dict[str, Any]:
    """Return one text of a bitext: some segments, and which of them begin a block."""
    begins, headings = [], []
    for number, index in enumerate(shown):
        segment = document.segments[index]
        before = document.segments[index - 1].paragraph if index else None
        known = segment.paragraph < len(document.blocks)
        kind = document.blocks[segment.paragraph].kind if known else ""
        if kind == "heading":
            headings.append(number)
        if kind in _SET_APART and segment.paragraph != before:
            begins.append(number)
    return {
        "name": document.name,
        "language": document.language or "",
        "direction": direction(document.language),
        "segments": [document.segment_text(index) for index in shown],
        "begins": begins,
        "headings": headings,
        "file": document.source.path.name if document.source else "",
        "digest": document.source.digest[:12] if document.source else "",
        "segmenter": document.segmenter or "",
        "skipped": [[skipped.kind, skipped.count, skipped.example] for skipped in document.skipped],
    }


def _name(bitext: Bitext) -> str:
    """Return what to call a pair: the common name of its texts, or both names."""
    names = dict.fromkeys(name for name in (bitext.source.name, bitext.target.name) if name)
    return " · ".join(names)


def title_of(bitexts: Sequence[Bitext]) -> str:
    """Return a title made of the names of the documents."""
    if len(bitexts) == 1:
        return _name(bitexts[0]) or "Aligned text"
    return f"{len(bitexts)} aligned texts"


# A bitext as the rows a reader sees: every link, every zone, and every segment left over.


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the reader.

    Attributes:
        source: source segments shown.
        target: target segments shown.
        link: position of the link in ``Bitext.links``; None for segments that are in no link.
        doubtful: True when the link is to be checked.
        zone: position of the zone it lies in, in ``Bitext.zones``; None outside.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    link: int | None
    doubtful: bool
    zone: int | None


def reader_rows(bitext: Bitext) -> Iterator[Row]:
    """Give the rows of ``bitext``, links in their order, left-over segments where they stand.

    Left-over segments of one zone share a row, so that both sides of the zone can be read beside
    each other; elsewhere each has its own row.
    """
    zone_of = _zones(bitext)
    left = (
        _unlinked([link.source for link in bitext.links], len(bitext.source.segments)),
        _unlinked([link.target for link in bitext.links], len(bitext.target.segments)),
    )
    done = [0, 0]

    def left_over(before: tuple[int, int]) -> Iterable[Row]:
        """Return the left-over segments that stand before the given segments."""
        taken = []
        for side in (0, 1):
            end = bisect_right(left[side], before[side] - 1, lo=done[side])
            taken.append(left[side][done[side] : end])
            done[side] = end
        return _left_over(taken[0], taken[1], zone_of)

    for number, link in enumerate(bitext.links):
        yield from left_over(
            (link.source[0] if link.source else -1, link.target[0] if link.target else -1)
        )
        yield Row(
            link.source,
            link.target,
            number,
            is_doubtful(link),
            _zone_of_link(link, zone_of),
        )
    yield from left_over((len(bitext.source.segments), len(bitext.target.segments)))


Zones = tuple[dict[int, int], dict[int, int]]


def _zones(bitext: Bitext) -> Zones:
    """Return the zone of every segment that lies in one, for both sides."""
    inside: Zones = ({}, {})
    for number, zone in enumerate(bitext.zones):
        for side, (start, end) in zip(inside, (zone.source, zone.target), strict=True):
            side.update(dict.fromkeys(range(start, end), number))
    return inside


def _unlinked(sides: list[tuple[int, ...]], count: int) -> list[int]:
    """Return the segments that are in no link, ascending."""
    linked = {index for side in sides for index in side}
    return [index for index in range(count) if index not in linked]


def _zone_of_link(link: Link, zones: Zones) -> int | None:
    """Return the zone that holds every segment of ``link``."""
    found = {zones[0].get(i) for i in link.source} | {zones[1].get(j) for j in link.target}
    return found.pop() if len(found) == 1 else None


def _left_over(source: list[int], target: list[int], zones: Zones) -> Iterator[Row]:
    """Give segments without a link their rows."""
    held: dict[int, tuple[list[int], list[int]]] = {}
    order: list[tuple[int | None, int, int]] = []
    for side, segments in enumerate((source, target)):
        for segment in segments:
            zone = zones[side].get(segment)
            if zone is None:
                order.append((None, side, segment))
                continue
            if zone not in held:
                held[zone] = ([], [])
                order.append((zone, side, segment))
            held[zone][side].append(segment)
    for zone, side, segment in order:
        if zone is not None:
            yield Row(tuple(held[zone][0]), tuple(held[zone][1]), None, False, zone)
        elif side == 0:
            yield Row((segment,), (), None, False, None)
        else:
            yield Row((), (segment,), None, False, None)
