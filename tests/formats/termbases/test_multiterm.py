"""MultiTerm XML."""

from __future__ import annotations

import pytest

from diglot import formats
from diglot.errors import ConfigError, InputError
from diglot.model import Context, Termbase

ENTRY = """<?xml version="1.0" encoding="UTF-16"?>
<mtf><conceptGrp><concept>17</concept><system type="entryClass">1</system>
<transacGrp><transac type="origination">ann</transac><date>2020-01-01T00:00:00</date></transacGrp>
<descripGrp><descrip type="Subject">engines</descrip></descripGrp>
<descripGrp><descrip type="Machine no.">X 1</descrip></descripGrp>
<languageGrp><language lang="EN-GB" type="English"/>
<descripGrp><descrip type="Definition">turns
 round</descrip><descripGrp><descrip type="Source">a book</descrip></descripGrp></descripGrp>
<termGrp><term>crank shaft</term><descripGrp><descrip type="Status">Forbidden</descrip></descripGrp>
<descripGrp><descrip type="Part of Speech">noun</descrip></descripGrp>
<descripGrp><descrip type="Note">old</descrip></descripGrp>
<descripGrp><descrip type="Context">The crank shaft
<xref Tlink="1">turns</xref>.</descrip></descripGrp>
</termGrp><termGrp><term>crankshaft</term></termGrp></languageGrp>
<languageGrp><language type="German"/><termGrp><term>Kurbelwelle</term></termGrp></languageGrp>
</conceptGrp><conceptGrp><concept>18</concept></conceptGrp></mtf>"""


def test_entries_languages_terms_and_the_usual_fields(tmp_path):
    path = tmp_path / "terms.xml"
    path.write_text(ENTRY, encoding="utf-16")
    termbase = formats.read_termbase(path)
    (concept,) = termbase.concepts
    assert concept.id == "17"
    assert concept.subject == "engines"
    assert concept.definitions == (("EN-GB", "turns round"),)
    assert concept.properties == (
        ("descrip:Machine no.", "X 1"),
        ("definition source@EN-GB", "a book"),
    )
    old, good, german = concept.terms
    assert (old.text, old.language, old.status) == ("crank shaft", "EN-GB", "forbidden")
    assert (old.part_of_speech, old.note) == ("noun", "old")
    assert old.contexts == (Context("The crank shaft turns."),)
    assert (good.text, good.status) == ("crankshaft", None)
    assert (german.text, german.language) == ("Kurbelwelle", "de")
    assert "1 transaction" in " ".join(termbase.notes)
    assert "1 concept without terms" in " ".join(termbase.notes)


@pytest.mark.parametrize("text", ["<mtf><conceptGrp>", "<mtf/>x", "<other><conceptGrp/></other>"])
def test_what_is_none_is_refused(tmp_path, text):
    path = tmp_path / "terms.xml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"terms\.xml"):
        formats.read_termbase(path, format="multiterm")


def test_it_is_not_written(tmp_path):
    with pytest.raises(ConfigError, match="multiterm termbases are read, not written"):
        formats.write_termbase(tmp_path / "t.xml", Termbase(), format="multiterm")


def test_a_prefix_that_nothing_declares_is_refused(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(ENTRY.replace("UTF-16", "UTF-8").replace("<system", "<a:b/><system", 1))
    with pytest.raises(InputError, match=r"line 2: .*prefix a"):
        formats.read_termbase(path)
