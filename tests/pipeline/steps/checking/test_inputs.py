"""Translations to check are read unit by unit, whatever file they are in."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError, FormatError, InputError
from diglot.pipeline.steps.checking.inputs import DOCUMENTS, read_units, translations_of

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: fr\\n"\n\n'
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:m="urn:m">\n'
    '<file source-language="en" target-language="fr" original="a.html" datatype="x"><body>\n{}\n'
    "</body></file></xliff>"
)


def made(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def units_of(*paths, **options):
    (translation,) = translations_of(paths)
    units = read_units(translation, **options)
    return list(units.stream), units


def pairs(found):
    return [(unit.source, unit.target) for unit in found]


def test_text_files_come_in_pairs(tmp_path):
    english, french = made(tmp_path, "t.en", "one\n\nthree\n"), made(tmp_path, "t.fr", "un\n\n\n")
    found, units = units_of(english, french)
    assert pairs(found) == [("one", "un"), ("three", "")]
    assert [(unit.number, unit.line) for unit in found] == [(0, 1), (2, 3)]
    assert units.declared == ("en", "fr")
    assert (units.total, units.reasons()) == (3, {"empty": 1})


def test_files_of_units_and_pairs_may_be_mixed(tmp_path):
    table = made(tmp_path, "a.tsv", "source\ttarget\nx\ty\n")
    english, french = made(tmp_path, "t.en", "x\n"), made(tmp_path, "t.fr", "y\n")
    found = translations_of([table, english, french])
    assert [each.checked_path for each in found] == [table, french]
    with pytest.raises(ConfigError, match=r"t\.en is a text in one language"):
        translations_of([english, table, french])
    with pytest.raises(ConfigError, match=r"t\.fr is a text in one language"):
        translations_of([english, french, french])


def test_a_text_is_no_translation_of_itself(tmp_path):
    path = made(tmp_path, "t.en", "x\n")
    with pytest.raises(ConfigError, match="source and translation are both"):
        translations_of([path, path])


def test_pairs_of_unequal_length_are_refused_with_both_numbers(tmp_path):
    english, french = made(tmp_path, "t.en", "one\ntwo\n"), made(tmp_path, "t.fr", "un\n")
    with pytest.raises(FormatError, match=r"has 2 lines, t\.fr has 1"):
        units_of(english, french)


def test_what_holds_no_units_is_told_apart(tmp_path):
    with pytest.raises(ConfigError, match=r"a\.html is a text in one language: .* behind it$"):
        translations_of([made(tmp_path, "a.html", "<p>x</p>")])
    with pytest.raises(ConfigError, match="hold links without texts"):
        translations_of([made(tmp_path, "a.links", "[0]:[0]:1\n")])
    with pytest.raises(InputError, match="is a folder"):
        translations_of([tmp_path])
    with pytest.raises(InputError, match="no such file"):
        translations_of([tmp_path / "none.en"])


def test_the_sentences_of_two_documents_are_aligned_first(tmp_path):
    english = made(tmp_path, "guide.html", "<h1>Coffee</h1><p>Grind the beans. Boil water.</p>")
    french = made(tmp_path, "guide.txt", "Café\n\nMoulez les grains. Faites bouillir de l'eau.\n")
    (file,) = translations_of([english, french])
    assert (file.kind, file.checked_path) == (DOCUMENTS, french)
    units = read_units(file, languages=("en", "fr"))
    assert pairs(units.stream) == [
        ("Coffee", "Café"),
        ("Grind the beans.", "Moulez les grains."),
        ("Boil water.", "Faites bouillir de l'eau."),
    ]
    assert "guide.html and guide.txt were aligned first, 3 units" in units.notes[-1]


def test_plain_texts_of_different_length_are_documents(tmp_path):
    english = made(tmp_path, "a.txt", "Grind the beans.\nBoil water.\n")
    french = made(tmp_path, "b.txt", "Moulez les grains. Faites bouillir de l'eau.\n")
    (file,) = translations_of([english, french])
    assert file.kind == DOCUMENTS
    assert len(list(read_units(file, languages=("en", "fr")).stream)) == 2


def test_messages_without_translation_are_given_and_fuzzy_ones_if_wanted(tmp_path):
    body = (
        'msgid "a b"\nmsgstr ""\n\n#, fuzzy\nmsgid "c"\nmsgstr "d"\n\n#~ msgid "e"\n#~ msgstr "f"\n'
    )
    path = made(tmp_path, "t.po", HEAD + body)
    found, units = units_of(path)
    assert pairs(found) == [("a b", "")]
    assert units.reasons() == {"obsolete": 1, "fuzzy": 1}
    assert units.total == 3
    found, units = units_of(path, doubtful=True)
    assert pairs(found) == [("a b", ""), ("c", "d")]


def test_signs_for_keys_are_no_part_of_messages(tmp_path):
    path = made(tmp_path, "t.po", HEAD + 'msgid "_Save %s to &disk"\nmsgstr "_Enregistrer %s"\n')
    found, _ = units_of(path)
    assert pairs(found) == [("Save %s to disk", "Enregistrer %s")]


def test_locked_and_untranslatable_units_of_xliff_are_passed_over(tmp_path):
    body = (
        '<trans-unit id="1" m:locked="true"><source>a</source><target>b</target></trans-unit>\n'
        '<trans-unit id="2" translate="no"><source>c</source></trans-unit>\n'
        '<trans-unit id="3"><source>d</source></trans-unit>\n'
        '<trans-unit id="4"><source>e<x id="1"/>f</source><target>g</target></trans-unit>'
    )
    found, units = units_of(made(tmp_path, "t.xlf", XLIFF.format(body)))
    assert pairs(found) == [("d", ""), ("ef", "g")]
    assert [(unit.id, unit.document, unit.line) for unit in found] == [
        ("3", "a.html", 5),
        ("4", "a.html", 6),
    ]
    assert units.reasons() == {"locked": 1, "not to be translated": 1}
    assert (units.total, units.declared) == (4, ("en", "fr"))


def test_units_of_a_memory_without_the_language_are_no_part_of_the_translation(tmp_path):
    body = "".join(
        "<tu>"
        + "".join(f'<tuv xml:lang="{k}"><seg>{v}</seg></tuv>' for k, v in unit.items())
        + "</tu>"
        for unit in ({"en": "a", "fr": "b"}, {"en": "c"}, {"en": "d", "fr": ""})
    )
    path = made(
        tmp_path, "t.tmx", f'<tmx version="1.4"><header srclang="en"/><body>{body}</body></tmx>'
    )
    found, units = units_of(path)
    assert pairs(found) == [("a", "b"), ("d", "")]
    assert units.reasons() == {"without fr": 1}


def test_a_memory_in_three_languages_needs_to_be_told(tmp_path):
    path = made(tmp_path, "t.tsv", "en\tfr\tde\na\tb\tc\n")
    with pytest.raises(FormatError, match="more than two languages"):
        units_of(path)
    found, _ = units_of(path, languages=("de", "fr"))
    assert pairs(found) == [("c", "b")]


def test_a_language_that_the_file_does_not_have_is_refused(tmp_path):
    path = made(tmp_path, "t.tsv", "en\tfr\na\tb\n")
    with pytest.raises(FormatError, match="holds no text in de, but in en, fr; check -s and -t"):
        units_of(path, languages=(None, "de"))
    assert pairs(units_of(path, languages=("English", "fr-CA"))[0]) == [("a", "b")]


def test_a_file_may_hold_no_unit(tmp_path):
    found, units = units_of(made(tmp_path, "t.xlf", XLIFF.format("")))
    assert (found, units.total) == ([], 0)
