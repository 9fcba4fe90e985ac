"""Matches of a termbase in the files of editors of spans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diglot.annotate.items import AnsweredItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.matches.files import match_items
from diglot.annotate.options import ImportOptions
from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.records import LayerRecord

SEGMENT = AnnotatedSegment(
    "s1",
    "a dry cough",
    "une toux sèche",
    (
        TermMark("cough", "cough", ("toux",), (6, 11), (4, 8)),
        TermMark("dry", "dry cough", ("toux sèche",), (2, 11), (4, 14)),
    ),
)


@pytest.mark.parametrize("name", ["x.json", "x.webanno"])
def test_nested_terms_are_judged_elsewhere_and_come_back(tmp_path: Path, name: str) -> None:
    items = match_items(AnnotatedSet((SEGMENT,), "en", "fr"))
    labels = ("valid", "wrong sense")
    answers = [
        AnsweredItem(item.key, n, item.payload, {"label": label}, "anna")
        for n, (item, label) in enumerate(zip(items, labels, strict=True), 1)
    ]
    files = LAYERS["matches"].files
    layer: LayerRecord = None  # type: ignore[assignment] - test sets are written without it
    files.write(tmp_path / name, files.FORMATS[f".{name.partition('.')[2]}"], answers, layer)
    options = ImportOptions(annotator="ben")
    told = [
        each.kind for each in LAYERS.values() if each.files.recognises([tmp_path / name], options)
    ]
    assert told[-1] == "matches"
    found = files.read([tmp_path / name], options)
    places = {
        tuple(each.payload["source_span"]): each.payload["target_spans"] for each in found.items
    }
    assert places == {(6, 11): [[4, 8]], (2, 11): [[4, 14]]}
    said = {each.key.split(":")[1]: each.cells["label"] for each in found.judgements}
    assert said == {"cough": "valid", "dry": "wrong sense"}
    assert {each.annotator for each in found.judgements} == {"ben"}
