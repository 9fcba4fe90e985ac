"""Glossaries of OmegaT."""

from __future__ import annotations

import pytest

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.model import Concept, ConceptTerm, Termbase

GLOSSARY = """# Glossary in tab-separated format -*- coding: utf-8 -*-
hard  disk\tdisque dur\ta device
hard disk\tHDD
alone

"""


def test_lines_are_pairs_with_a_comment(tmp_path):
    path = tmp_path / "g.utf8"
    path.write_text(GLOSSARY, encoding="utf-8-sig")
    termbase = formats.read_termbase(path, languages=("en", "fr"))
    found = [(*(term.text for term in each.terms), each.note) for each in termbase]
    assert found == [("hard disk", "disque dur", "a device"), ("hard disk", "HDD", None)]
    assert termbase.languages == ("en", "fr")
    assert termbase.notes == ('1 line without a source and a target: "alone"',)


def test_every_pair_is_written_with_what_is_said_of_it(tmp_path):
    concept = Concept(
        "1",
        (
            ConceptTerm("a\tb", "en"),
            ConceptTerm("#c", "en"),
            ConceptTerm("d", "fr", status="forbidden", note="old"),
            ConceptTerm("e", "de"),
        ),
        definitions=(("en", "a\nthing"),),
        subject="law",
    )
    lost = formats.write_termbase(tmp_path / "g.utf8", Termbase((concept,)), languages=("en", "fr"))
    lines = (tmp_path / "g.utf8").read_text(encoding="utf-8").splitlines()[1:]
    assert lines == ["a b\td\tforbidden; law; a thing; old", " #c\td\tforbidden; law; a thing; old"]
    assert [each.kind for each in lost] == ["language that a glossary has no place for"]


def test_the_languages_have_to_be_named(tmp_path):
    path = tmp_path / "g.utf8"
    path.write_text(GLOSSARY)
    with pytest.raises(FormatError, match="--languages en,fr"):
        formats.read_termbase(path)
    with pytest.raises(ConfigError, match="name two languages"):
        formats.write_termbase(path, Termbase())


def test_text_without_tabs_is_none(tmp_path):
    path = tmp_path / "g.utf8"
    path.write_text("a text\n")
    with pytest.raises(FormatError, match="put a tab between them"):
        formats.read_termbase(path, languages=("en", "fr"))
