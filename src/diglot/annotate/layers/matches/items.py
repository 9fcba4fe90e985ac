"""Matches of a termbase in a test set, to be verified."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import NewItem
from diglot.annotate.layers.payloads import side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark

FAR = 0.4
"""Difference of relative places from which a target looks far away."""


def match_items(marked: AnnotatedSet) -> list[NewItem]:
    """An item for every mark that has a place in the source, in the order of the set.

    Segments without a reference hold nothing to verify.
    """
    forms = Counter(
        (mark.id, _form(segment, mark).casefold())
        for segment in marked.segments
        for mark in segment.terms
    )
    found = []
    for segment in marked.segments:
        sides = {
            "source": side(segment.source, marked.source_language, name=segment.document or ""),
            "target": side(
                segment.reference or "", marked.target_language, name=segment.document or ""
            ),
        }
        for mark in segment.terms:
            if mark.source_span is None or segment.reference is None:
                continue
            place = f"{mark.source_span[0]}-{mark.source_span[1]}"
            seen = forms[mark.id, _form(segment, mark).casefold()]
            payload: dict[str, Any] = {
                **sides,
                "segment": segment.id,
                "entry": {
                    "id": mark.id,
                    "source": mark.source,
                    "targets": list(mark.alternatives),
                },
                "source_span": list(mark.source_span),
                "target_spans": [list(mark.target_span)] if mark.target_span else [],
                "kinds": [_kind(mark.source_lemma), _kind(mark.target_lemma)],
                "siblings": _siblings(segment, mark),
                "score": None,
                "reasons": list(_reasons(segment, mark, seen)),
            }
            cells = {"label": "valid"} if mark.verified else {}
            found.append(NewItem(f"{segment.id}:{mark.id}:{place}", payload, cells))
    return found


def _form(segment: AnnotatedSegment, mark: TermMark) -> str:
    """The words of the reference that are marked."""
    return (segment.reference or "")[slice(*mark.target_span)] if mark.target_span else ""


def _kind(is_lemma: bool) -> str:
    return "lemma" if is_lemma else "surface"


def _siblings(segment: AnnotatedSegment, mark: TermMark) -> list[dict[str, Any]]:
    """Other places of the entry in the segment."""
    return [
        {
            "source_span": list(other.source_span),
            "target_spans": [list(other.target_span)] if other.target_span else [],
        }
        for other in segment.terms
        if other.id == mark.id and other is not mark and other.source_span is not None
    ]


def _reasons(segment: AnnotatedSegment, mark: TermMark, seen: int) -> Iterable[str]:
    if mark.target_span is None:
        yield "no place in the target"
        return
    if mark.source_span is not None:
        sides = ((mark.source_span[0], segment.source), (mark.target_span[0], segment.reference))
        places = [start / max(len(text or ""), 1) for start, text in sides]
        if abs(places[0] - places[1]) > FAR:
            yield f"source at {places[0]:.0%} of its text, target at {places[1]:.0%}"
    form = _form(segment, mark)
    if seen == 1 and form.casefold() not in {each.casefold() for each in mark.alternatives}:
        yield f"the form {form!r} is seen here only"
