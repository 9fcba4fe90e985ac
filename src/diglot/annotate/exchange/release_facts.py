"""What a project knows by itself for the datasheet of a release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.annotate.agreement import agreement_of
from diglot.report.tables.agreement import agreement_json, agreement_text

if TYPE_CHECKING:
    from diglot.annotate.store import Store
    from diglot.annotate.store.records import LayerRecord


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of a project.

    Attributes:
        sections: headings with lines of Markdown.
        agreement: figures of every layer, as JSON.
    """

    sections: tuple[tuple[str, tuple[str, ...]], ...]
    agreement: list[dict[str, Any]]


def facts_of(store: Store, layers: list[LayerRecord]) -> Facts:
    """Collect texts, annotators, items, pace, suggestions and agreement of all layers."""
    agreements = {layer.name: agreement_of(store, layer.name) for layer in layers}
    return Facts(
        sections=(
            ("Documents", _documents(store)),
            ("Items and time", tuple(line for layer in layers for line in _work(store, layer))),
            (
                "Agreement",
                tuple(
                    line
                    for found in agreements.values()
                    for each in found
                    for line in ("```", *agreement_text(each).splitlines(), "```", "")
                ),
            ),
        ),
        agreement=[agreement_json(each) for found in agreements.values() for each in found],
    )


def _documents(store: Store) -> tuple[str, ...]:
    rows = [
        f"| {each.name} | {each.lang} | {each.characters:,} | `{each.sha256[:16]}` |"
        for each in store.documents.all()
    ]
    return ("| document | language | characters | SHA-256 |", "|---|---|---|---|", *rows)


def _work(store: Store, layer: LayerRecord) -> tuple[str, ...]:
    """How much each annotator did, how fast, and how many suggestions were taken."""
    progress = store.progress.layer(layer.id)
    lines = [
        f"### {layer.name} ({layer.kind})",
        "",
        f"Guideline `{layer.guideline_sha[:16]}`, scheme version {layer.scheme.version}.",
        "",
        "| annotator | done | median seconds | warnings kept | suggestions taken |",
        "|---|---|---|---|---|",
    ]
    pseudonyms = {each.id: each.pseudonym or each.name for each in store.people.all()}
    for each in progress.annotators:
        median = "–" if each.median_seconds is None else f"{each.median_seconds:.1f}"
        taken = ", ".join(
            f"{method}: {each.taken.get(method, 0)} of {count}"
            for method, count in sorted(each.suggested.items())
        )
        lines.append(
            f"| {pseudonyms[each.user]} | {each.done:,} | {median} | {each.acknowledged} | "
            f"{taken or '–'} |"
        )
    return (*lines, "")
