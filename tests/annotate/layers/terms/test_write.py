"""Decisions of terminologists, applied to a termbase."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from diglot.annotate.layers.terms.files import Decision, apply_decisions
from diglot.formats import read_termbase, write_termbase
from diglot.model import Concept, ConceptTerm, Termbase

TERMBASE = Termbase(
    (
        Concept("c1", (ConceptTerm("valve", "en"), ConceptTerm("vanne", "fr"))),
        Concept("c2", (ConceptTerm("tap", "en"), ConceptTerm("robinet", "fr"))),
        Concept("c3", (ConceptTerm("gate valve", "en"), ConceptTerm("porte", "fr"))),
    )
)


def _decision(concept_id: str, source_text: str, target_text: str, **cells: object) -> Decision:
    return Decision(
        concept_id,
        ("en", source_text),
        ("fr", target_text),
        cells,
        "eva",
        datetime(2026, 11, 21, tzinfo=UTC),
    )


def _term(termbase: Termbase, concept: int, place: int) -> ConceptTerm:
    return termbase.concepts[concept].terms[place]


def test_nothing_decided_changes_nothing() -> None:
    assert apply_decisions(TERMBASE, []) == TERMBASE


def test_a_wrong_pair_stays_as_a_rejected_one() -> None:
    found = apply_decisions(TERMBASE, [_decision("c3", "gate valve", "porte", status="wrong")])
    assert _term(found, 2, 1).status == "rejected"


def test_flags_decide_the_status_of_a_valid_pair() -> None:
    for cells, status in (
        ({}, "admitted"),
        ({"preferred": True}, "preferred"),
        ({"forbidden": True, "preferred": True}, "forbidden"),
        ({"do_not_translate": True}, "do-not-translate"),
    ):
        found = apply_decisions(
            TERMBASE, [_decision("c1", "valve", "vanne", status="valid", **cells)]
        )
        assert _term(found, 0, 1).status == status


def test_an_undecided_pair_has_no_status() -> None:
    found = apply_decisions(
        TERMBASE, [_decision("c1", "valve", "vanne", status="unsure", note="ask Bo")]
    )
    assert _term(found, 0, 1).status is None
    assert found.concepts[0].note == "ask Bo"


def test_forms_are_edited_and_variants_added() -> None:
    cells = {"status": "valid", "target": "vannes", "vtclapet": True, "vsgate": True}
    found = apply_decisions(TERMBASE, [_decision("c1", "valve", "vanne", **cells)])
    assert [(term.language, term.text, term.kind) for term in found.concepts[0].terms] == [
        ("en", "valve", None),
        ("fr", "vannes", None),
        ("en", "gate", "variant"),
        ("fr", "clapet", "variant"),
    ]


def test_forms_of_a_term_share_what_is_decided_of_it() -> None:
    forms = (ConceptTerm("vanne", "fr"), ConceptTerm("vannes", "fr", kind="variant"))
    termbase = Termbase((Concept("c1", (ConceptTerm("valve", "en"), *forms)),))
    for cells, status in (({"status": "wrong"}, "rejected"), ({"status": "valid"}, "admitted")):
        cells = {**cells, "preferred": cells["status"] == "valid"}
        found = apply_decisions(termbase, [_decision("c1", "valve", "vanne", **cells)])
        assert _term(found, 0, 2).status == status


def test_merged_concepts_become_one_with_every_term_once() -> None:
    found = apply_decisions(
        TERMBASE,
        [
            _decision("c1", "valve", "vanne", status="valid", concept="c1"),
            _decision("c2", "tap", "robinet", status="valid", concept="c1"),
        ],
    )
    assert [concept.id for concept in found.concepts] == ["c1", "c3"]
    assert [term.text for term in found.concepts[0].terms] == ["valve", "vanne", "tap", "robinet"]


def test_who_confirmed_survives_the_file(tmp_path: Path) -> None:
    found = apply_decisions(
        TERMBASE, [_decision("c1", "valve", "vanne", status="valid", case=True)]
    )
    path = tmp_path / "out.tbx"
    write_termbase(path, found)
    term = read_termbase(path).concepts[0].terms[1]
    properties = {name.split(":")[-1]: value for name, value in term.properties}
    assert properties["confirmed-by"] == "eva"
    assert properties["confirmed-at"] == "2026-11-21T00:00:00+00:00"
    assert properties["case-sensitive"] == "yes"
