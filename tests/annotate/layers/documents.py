"""Alignments of made-up documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.annotate.layers.sentences.beads import bitext_cells
from diglot.model import Bitext, Document, Link, Segment, Zone

if TYPE_CHECKING:
    from collections.abc import Sequence


def document(segments: Sequence[str], language: str = "en") -> Document:
    """Segments with a space between them."""
    found, at = [], 0
    for segment in segments:
        found.append(Segment(at, at + len(segment)))
        at += len(segment) + 1
    return Document(" ".join(segments), segments=tuple(found), language=language)


def aligned(types: Sequence[str], *, zones: tuple[Zone, ...] = (), **texts: str) -> Bitext:
    """A bitext whose links have these types, such as ``1-1``; texts by name ``s0``, ``t3``."""
    links, at = [], [0, 0]
    for name in types:
        sides = []
        for side, count in enumerate(map(int, name.split("-"))):
            sides.append(tuple(range(at[side], at[side] + count)))
            at[side] += count
        links.append(Link(sides[0], sides[1]))
    documents = [
        document(
            [
                texts.get(f"{letter}{k}", f"{letter} text number that says it all")
                for k in range(size)
            ]
        )
        for letter, size in zip("st", at, strict=True)
    ]
    return Bitext(documents[0], documents[1], tuple(links), zones)


def payload_of(bitext: Bitext) -> dict[str, Any]:
    """What is shown of a bitext."""
    return {
        "source": {"lang": "en", "text": bitext.source.text},
        "target": {"lang": "en", "text": bitext.target.text},
    }


def confirmed(bitext: Bitext) -> dict[str, Any]:
    """The cells of a bitext, all beads confirmed."""
    cells = dict(bitext_cells(bitext))
    cells.update({f"c{name[1:]}": True for name in cells if name.startswith("b")})
    return cells
