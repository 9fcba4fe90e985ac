"""Outputs of systems with two questions on a term: who made an output, nobody can see."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import NewItem
from diglot.annotate.layers.payloads import side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import AnnotatedSet, Hypotheses


def question_items(
    marked: AnnotatedSet, outputs: Sequence[Hypotheses], *, seed: int = 0
) -> tuple[list[NewItem], dict[str, str]]:
    """An item for every marked term in every output, those of one segment far apart.

    Args:
        marked: the test set with its terms; marks without a place in the source are left out.
        outputs: of the systems, one translation a segment; blank ones are left out.
        seed: of the order.

    Returns:
        The items in an order that nobody can guess, and the systems by keys of the items.
    """
    rng = random.Random(seed)  # noqa: S311 - repeatable, no secret
    by_segment = {segment.id: segment for segment in marked.segments}
    numbers = {id_: at for at, id_ in enumerate(by_segment)}
    texts = [dict(zip(output.ids or by_segment, output.texts, strict=False)) for output in outputs]
    asked = [
        (segment.id, number)
        for segment in marked.segments
        for number, mark in enumerate(segment.terms)
        if mark.source_span is not None
    ]
    rng.shuffle(asked)
    orders = {name: rng.sample(range(len(outputs)), len(outputs)) for name, _ in asked}
    items: list[NewItem] = []
    systems: dict[str, str] = {}
    # A round asks about every segment once, so a segment comes again after all others.
    for round_ in range(len(outputs)):
        for name, number in asked:
            system = orders[name][round_]
            text = texts[system].get(name, "")
            if not text.strip():
                continue
            key = _key(seed, name, number, system)
            systems[key] = outputs[system].name
            items.append(NewItem(key, _payload(marked, numbers[name], number, text)))
    return items, systems


def _key(seed: int, segment: str, number: int, system: int) -> str:
    """A stable name that does not tell the system."""
    text = f"{seed}/{segment}/{number}/{system}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _payload(marked: AnnotatedSet, at: int, number: int, text: str) -> dict[str, Any]:
    segment = marked.segments[at]
    mark = segment.terms[number]
    assert mark.source_span is not None  # noqa: S101 - such marks are not asked about
    return {
        "source": {
            **side(segment.source, marked.source_language, name=segment.document or ""),
            "source_span": list(mark.source_span),
        },
        "source_span": list(mark.source_span),
        "expected": list(mark.alternatives),
        "output": side(text, marked.target_language),
        "segment": segment.id,
        "score": None,
        "reasons": [],
    }
