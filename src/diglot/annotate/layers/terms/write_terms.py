"""Decided pairs of terms as a termbase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import formats
from diglot.annotate.layers.terms.decided_terms import Decision, decided
from diglot.formats import termbases
from diglot.model import Concept, ConceptTerm, Context, Termbase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

FORMATS = dict(termbases.EXTENSIONS)


def write(
    path: Path, name: str, answers: Sequence[Answered], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write the concepts of all decided pairs, refused ones marked as rejected.

    Raises:
        InputError: the file cannot be written.
    """
    termbase = decided(
        Termbase(tuple(concepts_of(answers)), title=layer.name),
        (decision_of(each) for each in answers),
    )
    return formats.write_termbase(path, termbase, format=name)


def decision_of(answer: Answered, name: str = "") -> Decision:
    """An answer as a decision on a concept."""
    source, target = answer.payload["source"], answer.payload["target"]
    return Decision(
        concept=concept_id(answer),
        source=(source["lang"], source["text"]),
        target=(target["lang"], target["text"]),
        cells=answer.cells,
        name=name,
    )


def concept_id(answer: Answered) -> str:
    """The concept that a pair was shown as part of; a pair that came alone is one of its own."""
    return str(answer.payload.get("concept") or answer.key)


def concepts_of(answers: Iterable[Answered]) -> list[Concept]:
    """The concepts as they were shown, each term once."""
    terms: dict[str, dict[tuple[str, str], ConceptTerm]] = {}
    for each in answers:
        known = terms.setdefault(concept_id(each), {})
        for at, side in enumerate(("source", "target")):
            shown = each.payload[side]
            known.setdefault((shown["lang"], shown["text"]), _term(each.payload, side, at))
    return [Concept(name, tuple(found.values())) for name, found in terms.items()]


def _term(payload: Mapping[str, Any], side: str, at: int) -> ConceptTerm:
    shown = payload[side]
    other = "target" if side == "source" else "source"
    frequency = (payload.get("frequency") or (None, None, None))[at]
    return ConceptTerm(
        shown["text"],
        shown["lang"],
        score=payload.get("score") if side == "target" else None,
        frequency=frequency,
        contexts=tuple(
            Context(each[side], each.get(other) or None, each.get("doc") or None)
            for each in payload.get("contexts") or ()
            if each.get(side)
        ),
    )
