"""A page to read aligned texts in: one HTML file that needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.files.atomic import atomic_open
from diglot.model import Bitext
from diglot.report.doubt import DOUBTFUL
from diglot.report.pages.direction import direction
from diglot.report.pages.page import compose
from diglot.report.pages.rows import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Document

_SCRIPTS = tuple(
    f"reader/{name}.js" for name in ("table", "state", "rows", "strip", "walk", "reader")
)

# Blocks that begin a new thought; lines and cells are too many to set apart.
_SET_APART = frozenset({"paragraph", "heading", "item"})


def write_html(
    path: Path | str,
    bitexts: Bitext | Sequence[Bitext],
    *,
    title: str = "",
    threshold: float = DOUBTFUL,
) -> None:
    """Write a single-file reader of aligned texts.

    Args:
        path: file to write; replaced as a whole or left as it was.
        bitexts: one bitext, or several for a page with a list of documents.
        title: title of the page; by default the names of the documents.
        threshold: probability below which a link is shown as doubtful.

    Raises:
        InputError: the file cannot be written.
    """
    page = render(bitexts, title=title, threshold=threshold)
    with atomic_open(path) as file:
        file.write(page)


def render(
    bitexts: Bitext | Sequence[Bitext], *, title: str = "", threshold: float = DOUBTFUL
) -> str:
    """Return the page of ``write_html`` as a string."""
    many = [bitexts] if isinstance(bitexts, Bitext) else list(bitexts)
    data = {
        "threshold": threshold,
        "documents": [document_data(bitext, threshold) for bitext in many],
    }
    return compose(
        title or title_of(many),
        data,
        body="reader/reader.html",
        styles=["reader/reader.css"],
        scripts=_SCRIPTS,
    )


def document_data(bitext: Bitext, threshold: float) -> dict[str, Any]:
    """Return one bitext as the page's script expects it (see static/reader/table.js)."""
    table = []
    for row in rows(bitext, threshold=threshold):
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
    return {
        "name": _name(bitext),
        "source": _side(bitext.source),
        "target": _side(bitext.target),
        "rows": table,
        "zones": [[zone.kind, zone.reason] for zone in bitext.zones],
        "notes": bitext.notes,
        "signature": str(bitext.signature) if bitext.signature else "",
    }


def _side(document: Document) -> dict[str, Any]:
    """Return one text of a bitext: its segments, and which of them begin a block."""
    begins, headings = [], []
    before = None
    for index, segment in enumerate(document.segments):
        known = segment.paragraph < len(document.blocks)
        kind = document.blocks[segment.paragraph].kind if known else ""
        if kind == "heading":
            headings.append(index)
        if kind in _SET_APART and segment.paragraph != before:
            begins.append(index)
        before = segment.paragraph
    return {
        "name": document.name,
        "language": document.language or "",
        "direction": direction(document.language),
        "segments": document.segment_texts,
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
