"""String catalogues of Xcode."""

from __future__ import annotations

import json

import pytest

from diglot import formats
from diglot.errors import FormatError
from diglot.formats.blocks import Skips


def said(text: str, state: str = "translated"):
    return {"stringUnit": {"state": state, "value": text}}


def plural(**forms: str):
    return {"variations": {"plural": {name: said(text) for name, text in forms.items()}}}


def read(tmp_path, strings: dict):
    path = tmp_path / "a.xcstrings"
    path.write_text(json.dumps({"sourceLanguage": "en", "strings": strings}))
    skips = Skips()
    units = list(formats.read_units(path, skips=skips))
    found = {unit.id: {each.language: each.text for each in unit.variants} for unit in units}
    return found, {skip.kind: skip.count for skip in skips.entries()}


def test_keys_are_the_texts_of_the_source_language(tmp_path):
    found, skipped = read(
        tmp_path,
        {
            "Hello": {"localizations": {"de": said("Hallo"), "fr": said("Bonjour")}},
            "title": {"localizations": {"en": said("Title"), "de": said("Titel", "new")}},
            "%d": {"shouldTranslate": False},
            "Bye": {},
        },
    )
    assert found == {"Hello": {"en": "Hello", "de": "Hallo", "fr": "Bonjour"}}
    assert skipped == {
        "string that is new": 1,
        "string without a translation": 2,
        "string not to be translated": 1,
    }


def test_plural_forms_are_paired_by_name_or_with_the_general_form(tmp_path):
    english = plural(one="%d file", other="%d files")
    russian = plural(one="%d файл", few="%d файла", other="%d файлов")
    found, _ = read(tmp_path, {"n": {"localizations": {"en": english, "ru": russian}}})
    assert found == {
        "n[one]": {"en": "%d file", "ru": "%d файл"},
        "n[other]": {"en": "%d files", "ru": "%d файлов"},
        "n[few]": {"en": "%d files", "ru": "%d файла"},
    }


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sourceLanguage": "en", "strings": []}'])
def test_another_file_is_refused(tmp_path, text):
    path = tmp_path / "a.xcstrings"
    path.write_text(text)
    with pytest.raises(FormatError):
        list(formats.read_units(path))
