import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.formats import read
from diglot.formats.blocks import Skips
from diglot.formats.units import tables
from diglot.formats.units.tables import join_cells, split_cell
from diglot.model import Markup, Unit, Variant
from tests.formats.strategies import texts, units

PAIR = ("en", "fr")


def read_back(found, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        lost = tables.write_units(path, found, **options)
        return list(
            tables.read_units(path, languages=PAIR, delimiter=options.get("delimiter"))
        ), lost


def rows(folder, text, **options):
    path = folder / "t.tsv"
    path.write_bytes(text.encode())
    found = tables.read_units(path, **options)
    return [tuple(variant.text for variant in unit.variants) for unit in found]


# A list of texts whose only one is empty cannot be told from no list.
fields = texts().filter(bool)


@st.composite
def rich_units(draw):
    unit = draw(units(text=texts(), pair=PAIR, properties=False, field=fields))
    notes = tuple(draw(st.lists(fields, max_size=2)))
    return Unit(
        unit.variants,
        unit.id,
        unit.score,
        unit.kind,
        unit.reasons,
        unit.method,
        unit.document,
        unit.paragraphs,
        (),
        notes,
    )


@pytest.mark.slow
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@given(st.lists(rich_units(), max_size=4))
def test_what_is_written_is_read_again(delimiter, found):
    assert read_back(found, delimiter=delimiter) == (found, ())


@given(st.lists(st.text("a\\; \n", max_size=6), max_size=4).filter(lambda parts: parts != [""]))
@pytest.mark.parametrize("separator", ["; ", "\n"])
def test_joined_texts_are_taken_apart_again(separator, parts):
    assert split_cell(join_cells(parts, separator), separator) == tuple(parts)


def test_formulas_are_neutralised_in_csv_and_restored():
    found = [
        Unit((Variant("en", text), Variant("fr", "x")))
        for text in ("=1+1", "+2", "-3", "@sum", "'=4", "''", "'word'", "\tx", "\r=")
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        tables.write_units(path, found)
        lines = path.read_text("utf-8-sig").split("\n")[1:5]
        assert all(line.startswith("'") for line in lines)
        assert list(tables.read_units(path, languages=PAIR)) == found
        tables.write_units(path, found[:4], delimiter="\t")
        assert path.read_text("utf-8").split("\n")[1].startswith("=1+1\t")


def test_csv_begins_with_a_mark_for_spreadsheets(tmp_path):
    tables.write_units(tmp_path / "t.csv", [])
    assert (tmp_path / "t.csv").read_bytes().startswith(b"\xef\xbb\xbfsource,target,score")


def test_quotes_of_a_foreign_tsv_are_characters(tmp_path):
    text = '"Hello\t« Bonjour »\nshe said"\t"dit-elle"\n'
    assert rows(tmp_path, text) == [('"Hello', "« Bonjour »"), ('she said"', '"dit-elle"')]
    with pytest.raises(FormatError, match="quoting"):
        rows(tmp_path, '"Hello\ta\n"x\tb', quoting="csv")


def test_a_spreadsheet_doubles_the_quotes_of_cells_between_tabs(tmp_path):
    text = 'en\tde\n"5"" pipe"\t5-Zoll-Rohr\n"Wait, then\nopen."\t"Warten"\n12" wheel\tRad\n'
    assert rows(tmp_path, text) == [
        ('5" pipe', "5-Zoll-Rohr"),
        ("Wait, then\nopen.", "Warten"),
        ('12" wheel', "Rad"),
    ]
    text = 'en\tde\n"5"" pipe"\t5-Zoll-Rohr\n"Wait, he said\t„Warte“\n'
    assert rows(tmp_path, text) == [('"5"" pipe"', "5-Zoll-Rohr"), ('"Wait, he said', "„Warte“")]


def test_quoting_rules_of_csv_apply_on_request(tmp_path):
    text = '"a ""b"""\t"c\nd"\n'
    assert rows(tmp_path, text, quoting="csv") == [('a "b"', "c\nd")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_is_detected(tmp_path, delimiter):
    path = tmp_path / "t.csv"
    lines = [f'"a{delimiter} b, c; d"{delimiter}x{number}' for number in range(3)]
    path.write_text("\n".join(lines))
    found = list(tables.read_units(path, quoting="csv"))
    assert [unit.variants[1].text for unit in found] == ["x0", "x1", "x2"]


def test_lines_of_an_old_macintosh_are_rows(tmp_path):
    assert rows(tmp_path, "en\tfr\ra\tb\rc\td\r") == [("a", "b"), ("c", "d")]


def test_columns_go_by_names_and_others_become_properties(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text(
        "Status\tTarget\tNote\tSource\tScore\nok\tb; c\tn; m\ta\t0.5\n\tb2\t\ta2\thigh\n"
    )
    first, second = tables.read_units(path)
    assert [variant.text for variant in first.variants] == ["a", "b; c"]
    assert (first.score, first.notes, first.properties) == (0.5, ("n; m",), (("Status", "ok"),))
    assert second.score is None
    assert second.properties == (("score", "high"),)


def test_language_codes_as_header_are_languages(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("en,fr-CA,de\na,b,c\n")
    (unit,) = tables.read_units(path)
    assert [variant.language for variant in unit.variants] == ["en", "fr-CA", "de"]
    bitext = read(path, source_language="de", target_language="fr")
    assert (bitext.source.text, bitext.target.text) == ("c", "b")


@pytest.mark.parametrize(
    ("text", "texts", "beside"),
    [
        ("key,en,fr\nmenu,Open,Ouvrir\n", [("en", "Open"), ("fr", "Ouvrir")], ("menu", (), ())),
        ("en,fr,note\nOpen,Ouvrir,x\n", [("en", "Open"), ("fr", "Ouvrir")], (None, ("x",), ())),
        ("id,en\na,b\n", [("id", "a"), ("en", "b")], (None, (), ())),
        (
            "English;Français;Wortart\nCat;Chat;zahm\n",
            [("en", "Cat"), ("fr", "Chat")],
            (None, (), (("Wortart", "zahm"),)),
        ),
        (
            "EN;DE;Kommentar\nCat;Katze;zahm\n",
            [("en", "Cat"), ("de", "Katze")],
            (None, ("zahm",), ()),
        ),
        (
            "anglais;allemand\nCat;Katze\n",
            [("en", "Cat"), ("de", "Katze")],
            (None, (), ()),
        ),
        ("Deutsch;German\n", [("und", "Deutsch"), ("und", "German")], (None, (), ())),
        ("So.,so,as\n", [("und", "So."), ("und", "so")], (None, (), ())),
        (
            "Yes, it is;Oui\nNo, it is;Non\n",
            [("und", "Yes, it is"), ("und", "Oui")],
            (None, (), ()),
        ),
    ],
)
def test_columns_of_languages_stand_beside_others(tmp_path, text, texts, beside):
    path = tmp_path / "t.csv"
    path.write_text(text)
    unit = next(iter(tables.read_units(path)))
    assert [(each.language, each.text) for each in unit.variants] == texts
    assert (unit.id, unit.notes, unit.properties) == beside


def test_table_without_a_header_has_source_and_target_first(tmp_path):
    skips = Skips()
    path = tmp_path / "t.tsv"
    path.write_text("a\tb\textra\n\nc\td\n")
    found = list(tables.read_units(path, skips=skips))
    assert [unit.variants[0].text for unit in found] == ["a", "c"]
    assert {skip.kind for skip in skips.entries()} == {"column without a meaning", "blank line"}


def test_header_can_be_stated(tmp_path):
    assert rows(tmp_path, "Kopf\tHead\na\tb\n", header=True) == [("a", "b")]
    assert rows(tmp_path, "source\ttarget\na\tb\n", header=False)[0] == ("source", "target")


def test_columns_can_be_chosen_by_name_and_number(tmp_path):
    text = "key\tone\ttwo\n1\ta\tb\n"
    assert rows(tmp_path, text, header=True, columns=("two", "one")) == [("b", "a")]
    assert rows(tmp_path, text, header=False, columns=(3, 2))[1] == ("b", "a")
    with pytest.raises(ConfigError, match="available: key, one, two"):
        rows(tmp_path, text, header=True, columns=("three", "one"))
    with pytest.raises(ConfigError, match="1 to 3"):
        rows(tmp_path, text, header=False, columns=(4, 1))


def test_languages_given_label_a_table(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text("a\tb\n")
    bitext = read(path, source_language="en", target_language="fr")
    assert (bitext.source.language, bitext.target.language) == ("en", "fr")


def test_short_row_names_file_line_and_cure(tmp_path):
    with pytest.raises(FormatError, match=r"t.tsv, line 2: the row has 1 cells.*delimiter"):
        rows(tmp_path, "a\tb\nc\n")


def test_empty_file_is_an_error(tmp_path):
    with pytest.raises(FormatError, match="is empty"):
        rows(tmp_path, "")


def test_unicode_line_ends_do_not_cut_rows(tmp_path):
    assert rows(tmp_path, "a\u2028b\tc\x85d\x0c\r\n") == [("a\u2028b", "c\x85d\x0c")]


def test_utf16_table_of_a_spreadsheet_is_read(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_bytes("source\ttarget\r\né\tö\r\n".encode("utf-16"))
    (unit,) = tables.read_units(path)
    assert [variant.text for variant in unit.variants] == ["é", "ö"]


def test_what_a_table_cannot_carry_is_listed():
    unit = Unit(
        (
            Variant("en", "a", (Markup(0, 0, "ph", "<ph/>"),), (), (("p", "v"),)),
            Variant("fr", "b"),
            Variant("de", "c"),
        ),
        properties=(("client", "ACME"),),
    )
    _, lost = read_back([unit, Unit(())])
    assert {skip.kind for skip in lost} == {
        "further text of a unit",
        "inline code",
        "property of one language",
        "property",
        "unit without text",
    }


@pytest.mark.parametrize(
    "options", [{"delimiter": "ab"}, {"delimiter": '"'}, {"quoting": "x"}, {"languages": ("en",)}]
)
def test_impossible_options_are_configuration_errors(tmp_path, options):
    with pytest.raises(ConfigError):
        rows(tmp_path, "a\tb", **options)


def test_neutralising_tsv_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="CSV or XLSX"):
        tables.write_units(tmp_path / "t", [], delimiter="\t", neutralise=True)


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_own_table_is_known_after_a_reviewer_moved_and_added_columns(tmp_path, delimiter):
    unit = Unit((Variant("en", '"quoted"'), Variant("fr", "-dash")), reasons=("a; b",))
    path = tmp_path / "t"
    tables.write_units(path, [unit], delimiter=delimiter)
    lines = path.read_text("utf-8-sig").removesuffix("\n").split("\n")
    path.write_text(f"verdict{delimiter}{lines[0]}\nfine{delimiter}{lines[1]}\n")
    (found,) = tables.read_units(path, languages=PAIR, delimiter=delimiter)
    assert found == replace(unit, properties=(("verdict", "fine"),))


def test_numbers_and_codes_before_the_texts_are_no_texts(tmp_path):
    text = "1\tseg1\tA house\tUne maison\n2\tseg2\tTwo\tDeux\n"
    assert rows(tmp_path, text) == [("A house", "Une maison"), ("Two", "Deux")]


def test_names_that_nobody_knows_stand_over_numbers_in_a_header(tmp_path):
    text = "Lp\tFraza\tFrase\n1\tA house\tUne maison\n2\tTwo\tDeux\n"
    assert rows(tmp_path, text) == [("A house", "Une maison"), ("Two", "Deux")]
    texts = "Price\tPreis\n12\t12\n13\t13\n"
    assert rows(tmp_path, texts)[0] == ("Price", "Preis")


def test_a_language_in_brackets_behind_the_name_of_a_column_is_taken(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Key,Source (en),Translation [pt-BR]\n1,house,casa\n")
    (found,) = tables.read_units(path)
    assert [variant.language for variant in found.variants] == ["en", "pt-BR"]


def test_codes_that_every_row_repeats_are_no_header(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Open,Öffnen,en,de\nClose,Schließen,en,de\n", encoding="utf-8")
    assert [unit.variants[0].text for unit in tables.read_units(path)] == ["Open", "Close"]
