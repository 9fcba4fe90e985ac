import pytest

from diglot.errors import FormatError
from diglot.formats import read
from diglot.formats.blocks import Skips
from diglot.formats.units import po
from diglot.model import Unit, Variant

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: fr_CA\\n"\n\n'


def made(folder, body, head=HEAD, encoding="utf-8"):
    path = folder / "t.po"
    path.write_bytes((head + body).encode(encoding))
    return path


def pairs(path, **options):
    return [
        tuple(variant.text for variant in unit.variants) for unit in po.read_units(path, **options)
    ]


def test_messages_are_units_with_context_reference_and_notes(tmp_path):
    path = made(
        tmp_path,
        "# seen\n#. extracted\n#: a.c:7\n#, c-format\n"
        'msgctxt "menu"\nmsgid "Open"\nmsgstr "Ouvrir"\n',
    )
    (unit,) = po.read_units(path)
    assert [(v.language, v.text) for v in unit.variants] == [("und", "Open"), ("fr-CA", "Ouvrir")]
    assert unit.id == "menu"
    assert unit.notes == ("seen", "extracted")
    assert unit.properties == (("reference", "a.c:7"), ("flag", "c-format"))


def test_plural_forms_are_paired(tmp_path):
    path = made(
        tmp_path,
        'msgid "%d file"\nmsgid_plural "%d files"\n'
        'msgstr[0] "%d plik"\nmsgstr[1] "%d pliki"\nmsgstr[2] "%d plików"\n',
    )
    assert pairs(path) == [
        ("%d file", "%d plik"),
        ("%d files", "%d pliki"),
        ("%d files", "%d plików"),
    ]


def test_language_with_one_form_pairs_it_with_the_plural(tmp_path):
    path = made(tmp_path, 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d 個"\n')
    assert pairs(path) == [("%d files", "%d 個")]


def test_fuzzy_obsolete_and_untranslated_messages_are_left_out_and_listed(tmp_path):
    path = made(
        tmp_path,
        '#, fuzzy\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr ""\n\n#~ msgid "d"\n#~ msgstr "e"\n',
    )
    skips = Skips()
    assert list(po.read_units(path, skips=skips)) == []
    assert [(skip.kind, skip.count, skip.example) for skip in skips.entries()] == [
        ("fuzzy message", 1, "a"),
        ("untranslated message", 1, "c"),
        ("obsolete message", 1, "d"),
    ]
    assert pairs(path, fuzzy=True) == [("a", "b")]


def test_wrapped_lines_are_joined_and_escapes_read(tmp_path):
    path = made(tmp_path, 'msgid ""\n"one "\n"two\\n"\nmsgstr "\\"un\\"\\tdeux\\\\\\n"\n')
    assert pairs(path) == [("one two\n", '"un"\tdeux\\\n')]


def test_unicode_line_ends_do_not_cut_messages(tmp_path):
    path = made(tmp_path, 'msgid "a\u2028b\x85c"\nmsgstr "d\u2029e"\n')
    assert pairs(path) == [("a\u2028b\x85c", "d\u2029e")]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("%s of %(name)s, %-5.2f%%, %1$s", ["%s", "%(name)s", "%-5.2f", "%%", "%1$s"]),
        ("{0} {name} ${x}", ["{0}", "{name}", "${x}"]),
        ("&File", ["&"]),
        ("Save _As", ["_"]),
        ("a &amp; b snake_case 5% & co", []),
    ],
)
def test_placeholders_and_accelerators_are_marked_and_stay_in_the_text(tmp_path, text, codes):
    path = made(tmp_path, f'msgid "{text}"\nmsgstr "x"\n')
    (unit,) = po.read_units(path)
    source = unit.variants[0]
    assert source.text == text
    assert [source.text[mark.start : mark.end] for mark in source.markup] == codes
    assert [mark.data for mark in source.markup] == codes


def test_declared_charset_is_used_and_a_template_has_none(tmp_path):
    body = 'msgid "a"\nmsgstr "é"\n'
    path = made(tmp_path, body, HEAD.replace("UTF-8", "ISO-8859-1"), "latin-1")
    assert pairs(path) == [("a", "é")]
    assert pairs(made(tmp_path, body, HEAD.replace("UTF-8", "CHARSET"))) == [("a", "é")]


def test_wrong_charset_is_an_error_with_line(tmp_path):
    with pytest.raises(FormatError, match="line 7: is not UTF-8"):
        list(po.read_units(made(tmp_path, 'msgid "a"\nmsgstr "é"\n', encoding="latin-1")))


@pytest.mark.parametrize("body", ['msgid "a\nmsgstr', "nonsense", 'msgstr[x] "a"'])
def test_broken_syntax_is_one_clear_line(tmp_path, body):
    with pytest.raises(FormatError, match="breaks the syntax of PO"):
        list(po.read_units(made(tmp_path, body)))


def test_short_file_is_not_taken_for_a_file_name(tmp_path, monkeypatch):
    (tmp_path / "name").write_text('msgid "wrong"\nmsgstr "file"\n')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError):
        list(po.read_units(made(tmp_path, "name", head="")))


def test_languages_given_label_both_sides(tmp_path):
    path = made(tmp_path, 'msgid "a"\nmsgstr "b"\n')
    bitext = read(path, source_language="en", target_language="fr")
    assert (bitext.source.language, bitext.target.language) == ("en", "fr-CA")


def test_messages_without_a_translation_are_given_when_asked_for(tmp_path):
    path = made(tmp_path, 'msgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr "Fermer"\n')
    assert pairs(path) == [("Close", "Fermer")]
    assert pairs(path, untranslated=True) == [("Open", ""), ("Close", "Fermer")]


def test_a_header_that_names_the_charset_wrongly_is_not_believed(tmp_path):
    told = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-3\\n"\n\n'
    path = tmp_path / "a.po"
    for encoding, wrong in (("utf-8", 1), ("iso-8859-3", 0)):
        path.write_bytes(told.encode() + 'msgid "all"\nmsgstr "kulħadd"\n'.encode(encoding))
        skips = Skips()
        (unit,) = po.read_units(path, skips=skips)
        assert unit.variants[1].text == "kulħadd"
        assert sum("charset" in skip.kind for skip in skips.entries()) == wrong


def test_what_a_catalogue_cannot_carry_is_listed(tmp_path):
    units = [
        Unit((Variant("en", "Open"), Variant("fr", target)), score=0.9)
        for target in ("Ouvrir", "Ouvrir", "Ouvert")
    ]
    skipped = po.write_units(tmp_path / "a.po", units)
    assert {each.kind: each.count for each in skipped} == {
        "score, origin and other remarks of a unit": 3,
        "second translation of a message": 1,
    }
    (unit,) = po.read_units(tmp_path / "a.po")
    assert unit.variants[1].text == "Ouvrir"
