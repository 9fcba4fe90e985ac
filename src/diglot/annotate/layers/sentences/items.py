"""A pair of documents to be aligned, with diglot's alignment as the draft."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from diglot._version import __version__
from diglot.annotate.items import NewItem, NewSuggestion
from diglot.annotate.layers.payloads import pair_name, side
from diglot.annotate.layers.sentences.beads import CONFIRMED, bitext_cells, link_payload
from diglot.sentences.reasons import Vocabularies

if TYPE_CHECKING:
    from diglot.model import Bitext


RARE, ENOUGH = 0.01, 100
"""Share of links below which a type is rare, in texts of so many links."""

NULLS = 3
"""Links without a counterpart in a row from which the next one is doubtful."""


def sentence_item(bitext: Bitext, *, key: str | None = None) -> NewItem:
    """The item of a bitext; its draft is the alignment, with nothing confirmed that nobody did.

    Args:
        bitext: two documents and what is known of their links.
        key: stable name of the item; the names of the documents by default.
    """
    cells = bitext_cells(bitext)
    scores = [link.score for link in bitext.links if link.score is not None]
    score = round(fmean(scores), 4) if scores else None
    signature = bitext.signature
    return NewItem(
        key=key or pair_name(bitext) or "1",
        payload={
            "source": _document(bitext, "source"),
            "target": _document(bitext, "target"),
            "links": link_payload(_with_reasons(bitext)),
            "score": score,
            "reasons": list(bitext.notes),
        },
        cells=cells,
        score=score,
        suggestions=(
            NewSuggestion(
                method=signature.method if signature else "given",
                version=signature.version if signature else __version__,
                cells=cells,
                params=dict(signature.options) if signature else {},
                score=score,
            ),
        ),
    )


def _with_reasons(bitext: Bitext) -> Bitext:
    """The bitext with reasons that only show in the whole of it."""
    types = Counter(link.type for link in bitext.links)
    total = len(bitext.links)
    languages = _vocabularies(bitext)
    links, nulls = [], 0
    for link in bitext.links:
        found = list(link.reasons)
        if languages:
            found.extend(languages.reasons(link.source, link.target))
        share = types[link.type] / total
        if total >= ENOUGH and share < RARE and not link.is_null:
            found.append(f"{link.type} is rare here: {types[link.type]} of {total}")
        if nulls > NULLS and not link.is_null:
            found.append(f"follows {nulls} without a counterpart")
        nulls = nulls + 1 if link.is_null else 0
        is_confirmed = link.kind == CONFIRMED
        links.append(link if is_confirmed else replace(link, reasons=tuple(found)))
    return replace(bitext, links=tuple(links))


def _vocabularies(bitext: Bitext) -> Vocabularies | None:
    """What tells the languages of the sides apart; None where both are said to be in one."""
    sides = (bitext.source, bitext.target)
    if sides[0].language and sides[0].language == sides[1].language:
        return None
    return Vocabularies(
        *([each.segment_text(n) for n in range(len(each.segments))] for each in sides)
    )


def _document(bitext: Bitext, name: str) -> dict[str, object]:
    document = bitext.source if name == "source" else bitext.target
    shown = side(document.text, document.language, name=document.name, tokens=False)
    return {**shown, "segmenter": document.segmenter or ""}
