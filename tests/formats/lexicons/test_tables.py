"""Tables of translations: every layout is known by its look, read, and written."""

from __future__ import annotations

import gzip
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import (
    read_chunks,
    read_lexicon,
    read_translations,
    write_lexicon,
)
from diglot.formats.lexicons.tables import LAYOUTS, format_confidence, layout_of
from diglot.model.lexicon import Lexicon, Translation, TranslationColumns
from tests.formats.lexicons.strategies import translations, words

# A byte-order mark at the beginning of a file is none of its words'.
unmarked = words.filter(lambda text: not text.strip().startswith("\ufeff"))
FOLDER = settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read(tmp_path: Path, text: str, name: str = "en-fr.tsv", **options) -> list[Translation]:
    path = tmp_path / name
    path.write_bytes(text.encode())
    return list(read_translations(path, **options))


def test_results_of_tiad_have_four_columns_and_no_header(tmp_path: Path) -> None:
    text = "dog\tchien\tnoun\t0.75\nred\trouge\thttp://www.lexinfo.net/3.0/lexinfo#adjective\t1\n"
    assert read(tmp_path, text) == [
        Translation("dog", "chien", "en", "fr", "noun", "noun", score=0.75),
        Translation("red", "rouge", "en", "fr", "adjective", "adjective", score=1.0),
    ]


def test_part_of_speech_and_confidence_may_be_empty(tmp_path: Path) -> None:
    assert read(tmp_path, "dog\tchien\t\t.5\ncat\tchat\t\t\n") == [
        Translation("dog", "chien", "en", "fr", score=0.5),
        Translation("cat", "chat", "en", "fr"),
    ]


def test_a_graph_goes_by_the_names_in_its_header(tmp_path: Path) -> None:
    text = "tgt_lemma\ttgt_lang\tsrc_lemma\tsrc_lang\tsrc_pos\nchien\tfra\tdog\teng\tnoun\n"
    assert read(tmp_path, text) == [Translation("dog", "chien", "eng", "fra", "noun")]


def test_a_graph_may_have_a_header_of_one_letter(tmp_path: Path) -> None:
    text = "h\n-geher\tdeu\tx\tattendee\teng\tx\n"
    assert read(tmp_path, text) == [Translation("-geher", "attendee", "deu", "eng", "x", "x")]


@pytest.mark.parametrize("part", ["noun", "adj", "n", "np"])
def test_the_two_orders_of_a_graph_are_told_apart_by_their_codes(tmp_path: Path, part: str) -> None:
    expected = [Translation("dog", "chien", "eng", "fra", part, part)]
    assert read(tmp_path, f"dog\teng\t{part}\tchien\tfra\t{part}\n") == expected
    assert read(tmp_path, f"dog\t{part}\teng\tchien\t{part}\tfra\n") == expected


def test_plain_pairs_are_divided_by_a_tab_or_by_a_blank(tmp_path: Path) -> None:
    expected = [Translation("dog", "chien", "en", "fr"), Translation("cat", "chat", "en", "fr")]
    assert read(tmp_path, "dog chien\ncat  chat\n", "en-fr.txt") == expected
    assert read(tmp_path, "dog\tchien\ncat\tchat\n", "en-fr.txt") == expected
    assert read(tmp_path, "guide dog\tchien\n") == [Translation("guide dog", "chien", "en", "fr")]


def test_a_third_column_of_numbers_is_the_confidence(tmp_path: Path) -> None:
    assert read(tmp_path, "dog\tchien\t0.5\n")[0].score == 0.5


def test_translation_sets_are_divided_at_their_own_separator(tmp_path: Path) -> None:
    head = '"written_rep_a" , "lex_entry_a" , "sense_a" , "trans" , "sense_b" , "lex_entry_b" , '
    text = (
        f'{head}"written_rep_b" , "POS" \n'
        '"dog, hot" , "u:1" , "u:2" , "u:3" , "u:4" , "u:5" , "chien" , "http://l#noun" ,\n'
        '"the "big" one","u","u","u","u","u" , "gros" , "x#noun"\n'
    )
    found = read(tmp_path, text, "TransSetEN-FR.csv")
    assert found[0] == Translation("dog, hot", "chien", "EN", "FR", "noun", "noun")
    assert found[1].target == "gros"


def test_translation_sets_between_tabs_hold_strings_with_languages(tmp_path: Path) -> None:
    row = '"dog"@en\t<u:1>\t<u:2>\t<u:3>\t<u:4>\t<u:5>\t"chien"@fr\t<http://l#noun>\n'
    expected = [Translation("dog", "chien", "EN", "FR", "noun", "noun")]
    assert read(tmp_path, row, "trans_EN-FR.tsv") == expected
    header = (
        "written_rep_a\tlex_entry_a\tsense_a\ttrans\tsense_b\tlex_entry_b\twritten_rep_b\tPOS\n"
    )
    assert read(tmp_path, header + row, "trans_EN-FR.tsv") == expected


def test_a_header_may_name_everything(tmp_path: Path) -> None:
    text = (
        "Translation\tSource\tPOS\tconfidence\tdirection\tsense\tcolour\n"
        "rive\tbank\tnoun\t0.5\tforward\tof a river\tred\n"
        "banque\tbank\n"
    )
    assert read(tmp_path, text) == [
        Translation("bank", "rive", "en", "fr", "noun", "noun", "forward", 0.5, "of a river"),
        Translation("bank", "banque", "en", "fr"),
    ]


def test_two_codes_are_a_header_only_where_they_are_the_languages(tmp_path: Path) -> None:
    assert read(tmp_path, "EN\tfr\ndog\tchien\n") == [Translation("dog", "chien", "en", "fr")]
    assert len(read(tmp_path, "is\tit\ndog\tchien\n")) == 2
    assert len(read(tmp_path, "en\tfr\ndog\tchien\n", "a.tsv")) == 2
    assert len(read(tmp_path, "en,fr\ndog,chien\n", "en-fr.csv")) == 1


def test_a_graph_without_edges_is_empty(tmp_path: Path) -> None:
    assert read(tmp_path, "h\n") == []


def test_packed_tables_windows_lines_and_marks_change_nothing(tmp_path: Path) -> None:
    expected = read(tmp_path, "dog\tchien\nred\trouge\n")
    assert read(tmp_path, "\ufeffdog\tchien\r\nred\trouge\r\n") == expected
    path = tmp_path / "en-fr.tsv.gz"
    path.write_bytes(gzip.compress(b"dog\tchien\r\nred\trouge"))
    assert list(read_translations(path)) == expected
    (tmp_path / "en-fr.tsv").write_bytes("dog\tchien\nred\trouge\n".encode("utf-16"))
    assert list(read_translations(tmp_path / "en-fr.tsv")) == expected


def test_columns_of_no_layout_are_refused_with_a_cure(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"begins 'a b c d'; write a header .* tiad, graph"):
        read(tmp_path, "a b c d\n")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("one", "line 2: has 1 column, not 4 columns"),
        ("a\tb\tc\td\te", "line 2: has 5 columns, not 4"),
        ("a\t \tn\t1", "line 2: lacks a word"),
        ("a\tb\tn\t1.5", "line 2: the confidence '1.5' is not a number from 0 to 1"),
        ("a\tb\tn\tnan", "line 2: the confidence 'nan' is not a number"),
        ("a\tb\tn\thigh", "line 2: the confidence 'high' is not a number"),
        (f"a\tb{'c' * 30_000}\tn\t1", "line 2: is a line of 30,007 characters"),
    ],
)
def test_a_bad_line_is_named_or_counted(tmp_path: Path, row: str, message: str) -> None:
    text = f"dog\tchien\tn\t1\n{row}\nred\trouge\tadj\t1\n"
    with pytest.raises(FormatError, match=message):
        read(tmp_path, text)
    skips = Skips()
    found = read(tmp_path, text, skip_bad=True, skips=skips)
    assert [each.source for each in found] == ["dog", "red"]
    (skipped,) = skips.entries()
    assert skipped.count == 1
    assert skipped.kind.startswith("bad line (")
    assert skipped.example.startswith("line 2: ")


def test_a_direction_nobody_knows_is_a_bad_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="line 2: the direction 'up' is not one of both, forward"):
        read(tmp_path, "source\ttarget\tdirection\na\tb\tup\n")


def carried(each: Translation, layout: str) -> Translation:
    """What a layout keeps of a translation."""
    told = [each.source.strip(), each.target.strip(), each.source_language, each.target_language]
    part = each.source_pos or each.target_pos
    if layout in {"graph", "goel"}:
        return Translation(*told, each.source_pos, each.target_pos)
    if layout == "pairs":
        return Translation(*told)
    score = float(format_confidence(each.score)) if layout == "tiad" else None
    return Translation(*told, part, part, score=score)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
@FOLDER
@given(found=st.lists(translations(word=unmarked), max_size=6))
def test_what_is_written_is_read_again(tmp_path: Path, layout: str, found) -> None:
    path = tmp_path / "lexicon.tsv"
    assert write_lexicon(path, Lexicon(tuple(found)), format=layout) == len(found)
    again = list(read_translations(path, format=layout, languages=("en", "fr")))
    assert again == [carried(each, layout) for each in found]


def test_a_result_of_tiad_is_exactly_four_columns_without_header(tmp_path: Path) -> None:
    path = tmp_path / "out.tsv"
    found = (
        Translation("hot\tdog", "chien\nchaud", "en", "fr", None, "noun", score=0.3),
        Translation("dog", "chien", "en", "fr", score=1 / 3),
    )
    write_lexicon(path, Lexicon(found))
    assert path.read_bytes() == b"hot dog\tchien chaud\tnoun\t0.3\ndog\tchien\t\t0.333333\n"


@given(st.floats(0, 1), st.integers(0, 1_000_000))
def test_a_written_confidence_passes_a_threshold_as_it_did(score: float, millionths: int) -> None:
    threshold = Decimal(millionths) / 1_000_000
    written = Decimal(format_confidence(score))
    assert (written >= threshold) == (Decimal(repr(score)) >= threshold)
    assert "e" not in format_confidence(score).lower()


def test_the_layout_that_is_written_is_the_layout_that_is_seen(tmp_path: Path) -> None:
    found = (
        Translation("dog", "chien", "eng", "fra", "noun", "noun", score=0.5),
        Translation("red", "rouge", "eng", "fra", "adj", "adj", score=0.25),
    )
    for layout in LAYOUTS:
        path = tmp_path / "a.tsv"
        write_lexicon(path, Lexicon(found), format=layout)
        lines = path.read_text(encoding="utf-8").splitlines()
        assert layout_of(lines) == layout_of(lines, layout) or layout == "graph", layout
        again = read_translations(path, languages=("eng", "fra"))
        assert list(again) == [carried(each, layout) for each in found]


def test_the_graphs_of_the_development_data_are_read_whole(shared_data: Path) -> None:
    folder = shared_data / "lexicons"
    skips = Skips()
    graph = list(read_translations(folder / "apertium-rdf27" / "por-glg.tsv.gz", skips=skips))
    assert len(graph) == 6044
    assert {(each.source_language, each.target_language) for each in graph} == {("por", "glg")}
    merged = list(read_translations(folder / "merged-pivots" / "eng-glg.tsv.gz", skips=skips))
    assert {each.source_pos for each in merged} == {"x"}
    gold = read_lexicon(folder / "gold" / "freedict.eng-fra.tsv", skips=skips)
    assert len(gold.translations) == 15652
    assert gold.pairs == (("eng", "fra"),)
    assert skips.entries() == ()


def test_columns_named_by_two_languages_are_the_words_of_these(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text("English,Spanish,Sense\nhouse,casa,building\n", "utf-8")
    (found,) = read_lexicon(path).translations
    assert (found.source_language, found.target_language) == ("en", "es")
    assert (found.source, found.target, found.sense) == ("house", "casa", "building")


CELLS = st.text(st.sampled_from("abÉ# >\u00a0\u3000\r\x1c"), max_size=4)
ROWS = st.lists(
    st.one_of(
        st.tuples(*[CELLS] * 6),
        st.tuples(*[st.sampled_from(["dog", "é", "http://x#noun", "en"])] * 6),
        st.lists(CELLS, max_size=8),
    ),
    max_size=6,
)


def unrolled(columns: TranslationColumns) -> list[Translation]:
    """Return columns as the translations that they stand for."""
    words = columns.words.tobytes().decode().split("\n")[:-1]
    languages = [columns.language_names[at] for at in columns.languages.tolist()]
    parts = [columns.part_names[at] or None for at in columns.parts.tolist()]
    rows = len(words) // 2
    halves = ((each[:rows], each[rows:]) for each in (words, languages, parts))
    cells = (column for half in halves for column in half)
    return [Translation(*row) for row in zip(*cells, strict=True)]


@FOLDER
@example(rows=[["", "", "", "", "", ">"], [], [""] * 6], layout="graph", end=True)
@given(rows=ROWS, layout=st.sampled_from(["graph", "goel", "pairs", "tiad"]), end=st.booleans())
def test_chunks_hold_what_is_read_one_by_one(
    tmp_path: Path, rows: list[tuple[str, ...]], layout: str, end: bool
) -> None:
    width = LAYOUTS[layout].width
    path = tmp_path / "en-fr.tsv"
    path.write_bytes(("\n".join("\t".join(row[:width]) for row in rows) + "\n" * end).encode())
    skipped = Skips(), Skips()
    expected = list(read_translations(path, format=layout, skip_bad=True, skips=skipped[0]))
    found = []
    for chunk in read_chunks(path, format=layout, skip_bad=True, skips=skipped[1]):
        found += unrolled(chunk) if isinstance(chunk, TranslationColumns) else chunk
    assert found == expected
    assert skipped[1].entries() == skipped[0].entries()


@pytest.mark.parametrize(
    "header", ["", "src_lemma\tsrc_lang\tsrc_pos\ttgt_lemma\ttgt_lang\ttgt_pos\n"]
)
def test_a_regular_table_comes_by_columns(tmp_path: Path, header: str) -> None:
    path = tmp_path / "graph.tsv"
    path.write_text(
        header + "dog\teng\tnoun\tchien\tfra\tx#noun>\n\u9b5a\teng\t\tpoisson\t\tn\n", "utf-8"
    )
    (columns,) = read_chunks(path)
    assert isinstance(columns, TranslationColumns)
    assert unrolled(columns) == list(read_translations(path))
