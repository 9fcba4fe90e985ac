"""Judgements of sentence pairs as TransRead has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.annotate.exchange.word_pairs import positions
from diglot.annotate.layers.cells import numbered_cells
from diglot.annotate.schemes import UNKNOWN
from diglot.formats.judgements import transread_labels
from diglot.model import ConfidenceJudgement, JudgedPair, Skipped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Body
    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord

FORMATS = {".txt": "transread"}


def write(
    path: Path,
    name: str,  # noqa: ARG001 - the only format
    answers: Sequence[Answered],
    layer: LayerRecord,  # noqa: ARG001 - every layer is written with it
) -> tuple[Skipped, ...]:
    """Write a label a pair; untranslated words are numbered between spaces, as the format has it.

    Raises:
        InputError: the file cannot be written.
        ConfigError: a text or a label cannot be a line.
    """
    transread_labels.write_confidence_labels(path, [_pair(each) for each in answers])
    notes = sum("note" in each.cells for each in answers)
    return (Skipped("note", notes),) if notes else ()


def _pair(answer: Answered) -> JudgedPair:
    payload, cells = answer.payload, answer.cells
    words = {side: _words(payload[side]) for side in ("source", "target")}
    judgement = ConfidenceJudgement(
        answer.source,
        str(cells.get("label", "")).removeprefix(UNKNOWN),
        _marked(payload, "source", cells),
        _marked(payload, "target", cells),
    )
    name = str(payload.get("pair", answer.seq))
    return JudgedPair(name, words["source"], words["target"], (judgement,))


def _words(side: Mapping[str, Any]) -> str:
    """The words of a side between single spaces, as positions count them."""
    return " ".join(side["text"][start:end] for start, end in side["tokens"])


def _marked(payload: Mapping[str, Any], side: str, cells: Body) -> tuple[int, ...]:
    known = positions(payload, side)
    return tuple(
        sorted(known[start] for start, _ in numbered_cells(cells, side[0]) if start in known)
    )
