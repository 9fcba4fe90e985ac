"""Long texts are reviewed in parts that a page can show, and put together again."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.model import Bitext, Document, Link, Segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PART = 5000
"""Most links of a part; a longer list is no pleasure in a browser."""


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive links of a bitext with their texts.

    Attributes:
        bitext: its own texts, from 0.
        starts: where they begin in the whole source and target text.
    """

    bitext: Bitext
    starts: tuple[int, int]


def parts_of(bitext: Bitext, size: int = PART) -> Iterator[Part]:
    """Cut a bitext whose links follow the order of both texts and leave no segment out.

    Args:
        bitext: to be cut.
        size: most links of a part.
    """
    begun = (0, 0)
    for first in range(0, len(bitext.links), size):
        links = bitext.links[first : first + size]
        ends = tuple(
            max((index + 1 for link in links for index in indices(link)), default=start)
            for indices, start in zip((_source, _target), begun, strict=True)
        )
        sides = []
        starts = []
        for document, start, end in zip((bitext.source, bitext.target), begun, ends, strict=True):
            part, offset = _cut(document, start, end)
            sides.append(part)
            starts.append(offset)
        shifted = tuple(
            dataclasses.replace(
                link,
                source=tuple(index - begun[0] for index in link.source),
                target=tuple(index - begun[1] for index in link.target),
            )
            for link in links
        )
        yield Part(
            dataclasses.replace(bitext, source=sides[0], target=sides[1], links=shifted, zones=()),
            (starts[0], starts[1]),
        )
        begun = (ends[0], ends[1])


def whole_of(original: Bitext, parts: Iterable[Part]) -> Bitext:
    """Put corrected parts together on the texts that they were cut from.

    Args:
        original: what was cut; its texts and inline codes stay.
        parts: in their order, their segments and links as corrected.
    """
    segments: tuple[list[Segment], list[Segment]] = ([], [])
    links: list[Link] = []
    for part in parts:
        counts = [len(side) for side in segments]
        for side, document, start in zip(
            segments, (part.bitext.source, part.bitext.target), part.starts, strict=True
        ):
            side += [
                Segment(each.start + start, each.end + start, each.paragraph)
                for each in document.segments
            ]
        links += [
            dataclasses.replace(
                link,
                source=tuple(index + counts[0] for index in link.source),
                target=tuple(index + counts[1] for index in link.target),
            )
            for link in part.bitext.links
        ]
    return dataclasses.replace(
        original,
        source=dataclasses.replace(original.source, segments=_placed(original.source, segments[0])),
        target=dataclasses.replace(original.target, segments=_placed(original.target, segments[1])),
        links=tuple(links),
        zones=(),
    )


def _source(link: Link) -> tuple[int, ...]:
    return link.source


def _target(link: Link) -> tuple[int, ...]:
    return link.target


def _cut(document: Document, start: int, end: int) -> tuple[Document, int]:
    """The segments from ``start`` to ``end`` as a text of their own, and where it began."""
    taken = document.segments[start:end]
    if not taken:
        offset = document.segments[start].start if start < len(document.segments) else 0
        return dataclasses.replace(document, text="", blocks=(), segments=(), markup=()), offset
    first, last = taken[0].start, taken[-1].end
    segments = tuple(Segment(each.start - first, each.end - first) for each in taken)
    return (
        Document(
            document.text[first:last],
            segments=segments,
            language=document.language,
            name=document.name,
        ),
        first,
    )


def _placed(document: Document, segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Segments with the block that each begins in, which parts do not know."""
    placed = []
    block = 0
    for each in segments:
        while block + 1 < len(document.blocks) and document.blocks[block + 1].start <= each.start:
            block += 1
        placed.append(dataclasses.replace(each, paragraph=block))
    return tuple(placed)
