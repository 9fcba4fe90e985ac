"""Termbases to check against."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError, DiglotError
from diglot.pipeline.steps.checking.inputs import Termbases


def made(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_without_a_language_are_those_of_the_text(tmp_path):
    found = Termbases([made(tmp_path, "g.csv", "source,target\nswab,hisopo\n")])
    assert found.languages == ()
    demanded = found.entries(("en", "es-419"))
    (entry,) = demanded.entries.entries
    assert (entry.source.text, entry.targets[0].text) == ("swab", "hisopo")
    assert demanded.known == ("swab",)


def test_columns_whose_terms_stand_in_the_other_text_are_the_other_way_round(tmp_path):
    termbases = Termbases([made(tmp_path, "g.csv", "hisopo;swab\nfiebre;fever\n")])
    texts = [("Take a swab.", "Tome un hisopo."), ("Fever, mostly.", "Fiebre, casi siempre.")]
    demanded = termbases.entries(("en", "es"), texts)
    assert [each.source.text for each in demanded.entries.entries] == ["swab", "fever"]
    assert "g.csv: its first column is read as es, in whose text its terms stand" in demanded.notes
    told = Termbases([made(tmp_path, "t.csv", "en;es\nhisopo;swab\nfiebre;fever\n")])
    assert told.entries(("en", "es"), texts).entries.entries[0].source.text == "hisopo"


def test_no_entry_in_the_languages_is_one_line_with_those_there_are(tmp_path):
    path = made(tmp_path, "g.csv", "id,en,fr\n1,swab,écouvillon\n")
    with pytest.raises(ConfigError, match=r"no entry has terms in en and es; .* are en, fr"):
        Termbases([path]).entries(("en", "es"))


def test_rows_without_a_target_are_counted_and_named(tmp_path):
    path = made(tmp_path, "g.csv", "id,en,es\n1,swab,hisopo\n2,fever,\n3,cough,\n")
    demanded = Termbases([path]).entries(("en", "es"))
    assert len(demanded.entries) == 1
    assert any("2" in note and "fever" in note for note in demanded.notes), demanded.notes


def test_termbases_that_number_alike_are_told_apart(tmp_path):
    paths = [
        made(tmp_path, "a.csv", "id,en,es\n1,swab,hisopo\n"),
        made(tmp_path, "b.csv", "id,en,es\n1,fever,fiebre\n"),
    ]
    demanded = Termbases(paths).entries(("en", "es"))
    assert [each.id for each in demanded.entries.entries] == ["a:1", "b:1"]
    assert set(demanded.fingerprints) == {"a:1", "b:1"}


def test_what_is_no_termbase_is_refused(tmp_path):
    with pytest.raises(DiglotError):
        Termbases([made(tmp_path, "g.tbx", "<tmx/>")])
    with pytest.raises(ConfigError, match="names no format"):
        Termbases([made(tmp_path, "g.docx", "x")])
    with pytest.raises(DiglotError):
        Termbases([made(tmp_path, "g.csv", "id,en,es\n")])
