"""Judged pairs as Label Studio and INCEpTION have them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.judgements.span_editors import (
    holds_terms,
    read_label_studio,
    read_label_studio_terms,
    read_webanno,
    read_webanno_terms,
    write_label_studio,
    write_label_studio_terms,
    write_webanno,
    write_webanno_terms,
)
from diglot.model import AnnotatedSegment, AnnotatedSet, ConfidenceJudgement, JudgedPair, TermMark

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.lists(st.text(alphabet="aé中𝄞|[*_\\", min_size=1, max_size=4), min_size=1, max_size=5)


@st.composite
def judged_pairs(draw: st.DrawFn) -> list[JudgedPair]:
    found = []
    for number in range(draw(st.integers(0, 3))):
        sides = [draw(WORDS) for _ in range(2)]
        marks = [sorted(draw(st.sets(st.integers(0, len(side) - 1)))) for side in sides]
        label = draw(st.sampled_from(["sure", "partial"]))
        judgement = ConfidenceJudgement("anna", label, *map(tuple, marks))
        found.append(JudgedPair(str(number + 1), *map(" ".join, sides), (judgement,)))
    return found


@given(judged_pairs())
def test_what_is_written_for_label_studio_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[JudgedPair]
) -> None:
    path = tmp_path_factory.mktemp("x") / "x.json"
    write_label_studio(path, pairs)
    assert list(read_label_studio(path).pairs) == pairs


@given(judged_pairs())
def test_what_is_written_for_inception_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[JudgedPair]
) -> None:
    path = tmp_path_factory.mktemp("x") / "anna.tsv"
    write_webanno(path, pairs)
    assert list(read_webanno(path).pairs) == pairs


def task(**more: object) -> dict[str, object]:
    return {"id": 7, "data": {"source": "the 𝄞 red  door", "target": "la porte"}, **more}


def region(kind: str, to: str, **value: object) -> dict[str, object]:
    return {"type": kind, "from_name": "x", "to_name": to, "value": value}


@pytest.mark.parametrize(("start", "end"), [(6, 9), (7, 10)], ids=["code points", "UTF-16"])
def test_regions_are_counted_as_their_text_shows(tmp_path: Path, start: int, end: int) -> None:
    result = [
        region("choices", "source", choices=["partial"]),
        region("labels", "source", start=start, end=end, text="red", labels=["untranslated"]),
        region("labels", "elsewhere", start=0, end=1, text="t", labels=["untranslated"]),
    ]
    annotations = [
        {"completed_by": {"id": 3, "email": "ann@x"}, "result": result},
        {"completed_by": 4, "result": result[:1]},
        {"completed_by": 5, "result": result, "was_cancelled": True},
    ]
    path = tmp_path / "x.json"
    path.write_text(json.dumps([task(annotations=annotations), task()]))
    first, second = read_label_studio(path).pairs
    assert (first.id, first.source, second.judgements) == ("7", "the 𝄞 red door", ())
    assert first.judgements == (
        ConfidenceJudgement("ann@x", "partial", (2,), ()),
        ConfidenceJudgement("annotator 4", "partial", (), ()),
    )


@pytest.mark.parametrize(
    "text",
    ["", "{", "{}", "[1]", '[{"data": {}}]', "[" * 100_000, '[{"data": null}]']
    + [json.dumps([task(annotations=[each])]) for each in ({}, {"result": [{}]}, 3)],
)
def test_what_is_no_list_of_tasks_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        read_label_studio(path)
    assert "\n" not in str(caught.value)


INCEPTION = """#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|value
#T_SP=webanno.custom.Translation|label|untranslated


#Text=the red door
1-1\t0-3\tthe\t_\tpartial[1]\t_\t
1-2\t4-7\tred\tLOC\tpartial[1]\tuntranslated\t
1-3\t8-12\tdoor\t_\tpartial[1]\t_\t

#Text=la porte
2-1\t13-15\tla\t_\t_\t_\t
2-2\t16-21\tporte\t_\t_\t_\t
"""


def test_other_layers_of_inception_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "bina.tsv"
    path.write_text(INCEPTION)
    judgement = ConfidenceJudgement("bina", "partial", (1,), ())
    assert read_webanno(path).pairs == (JudgedPair("1", "the red door", "la porte", (judgement,)),)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("#FORMAT=WebAnno TSV 3.3", "#FORMAT=Other", "not WebAnno TSV 3"),
        ("|label|", "|other|", "no feature label"),
        ("\n\n#Text=la", "\n", "odd number"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(INCEPTION.replace(old, new))
    with pytest.raises(FormatError, match=said):
        read_webanno(path)


# Marked terms.

TEXTS = st.lists(st.text(alphabet="aé中𝄞|[*_;\\", min_size=1, max_size=4), min_size=1, max_size=4)


@st.composite
def marked_sets(draw: st.DrawFn) -> AnnotatedSet:
    """Test sets whose marks may nest, cross and begin inside a word; all have a source."""
    segments = []
    for number in range(draw(st.integers(1, 3))):
        source, target = (" ".join(draw(TEXTS)) for _ in range(2))
        marks = []
        for n in range(draw(st.integers(0, 3))):
            spans = []
            for text in (source, target):
                words = [k for k in range(len(text)) if text[k] != " "]
                begin, last = sorted((draw(st.sampled_from(words)), draw(st.sampled_from(words))))
                spans.append((begin, last + 1))
            known = draw(st.sampled_from([None, True, False]))
            there = draw(st.booleans())
            alternatives = ("a|b", "c_[d]") if there else ("c",)
            place = spans[1] if draw(st.booleans()) else None
            marks.append(TermMark(f"e{n}", "a *b", alternatives, spans[0], place, verified=known))
        segments.append(AnnotatedSegment(str(number + 1), source, target, tuple(marks)))
    return AnnotatedSet(tuple(segments), name="x")


@given(marked_sets())
def test_marked_terms_come_back_from_inception(
    tmp_path_factory: pytest.TempPathFactory, marked: AnnotatedSet
) -> None:
    path = tmp_path_factory.mktemp("x") / "x.tsv"
    write_webanno_terms(path, marked)
    assert holds_terms(path.read_bytes())
    found = read_webanno_terms(path)
    for segment, read in zip(marked.segments, found.segments, strict=True):
        assert (read.source, read.reference) == (segment.source, segment.reference)
        assert set(read.terms) == set(segment.terms)


@given(marked_sets())
def test_marked_terms_come_back_from_label_studio(
    tmp_path_factory: pytest.TempPathFactory, marked: AnnotatedSet
) -> None:
    path = tmp_path_factory.mktemp("x") / "x.json"
    write_label_studio_terms(path, marked)
    found = read_label_studio_terms(path)
    for segment, read in zip(marked.segments, found.segments, strict=True):
        assert (read.id, read.source, set(read.terms)) == (
            segment.id,
            segment.source,
            set(segment.terms),
        )


def test_terms_that_people_marked_there_need_no_entry(tmp_path: Path) -> None:
    def marked(name: str, to: str, start: int, text: str, label: str = "term") -> dict[str, object]:
        value = {"start": start, "end": start + len(text), "text": text, "labels": [label]}
        return {**region("labels", to, **value), "id": name}

    result = [
        marked("a", "source", 4, "Red"),
        marked("b", "target", 3, "porte"),
        {"type": "relation", "from_id": "b", "to_id": "a", "direction": "left"},
        marked("c", "source", 0, "the"),
    ]
    data = {"source": "the Red door", "target": "la porte", "source_language": "en"}
    path = tmp_path / "x.json"
    others = [{"result": result}, {"result": []}]
    path.write_text(json.dumps([{"data": data, "annotations": others}]))
    found = read_label_studio_terms(path)
    assert found.segments[0].terms == (
        TermMark("red", "Red", ("porte",), (4, 7), (3, 8), verified=True),
    )
    assert found.source_language == "en"
    assert found.notes == (
        "1 annotations by others, left out",
        "1 terms without a translation, left out",
    )


def test_a_span_of_inception_without_a_pair_belongs_to_its_entry(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Term|entry\n\n\n"
        "#Text=the red door\n1-1\t0-3\tthe\t_\t\n"
        "1-2\t4-7\tred\tE1[1]\t\n1-3\t8-12\tdoor\tE1[1]\t\n\n"
        "#Text=la porte\n2-1\t13-15\tla\t_\t\n2-2\t16-21\tporte\tE1\t\n\n"
    )
    (segment,) = read_webanno_terms(path).segments
    assert segment.terms == (TermMark("E1", "red door", ("porte",), (4, 12), (3, 8)),)
    path.write_text(path.read_text().replace("|entry", "|other"))
    with pytest.raises(FormatError, match="no feature pair or entry"):
        read_webanno_terms(path)
