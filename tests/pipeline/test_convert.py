"""Bilingual files become others."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import diglot
from diglot.errors import ConfigError, FormatError
from diglot.formats import read_units
from diglot.pipeline.convert import convert_file
from diglot.pipeline.options import ConvertOptions

MEMORY = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en" creationtool="hand" creationtoolversion="1"
 segtype="sentence" o-tmf="none" adminlang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en-GB"><seg>One.</seg></tuv><tuv xml:lang="fr"><seg>Un.</seg></tuv>
<tuv xml:lang="de"><seg>Eins.</seg></tuv></tu>
<tu><tuv xml:lang="en-GB"><seg>Two.</seg></tuv><tuv xml:lang="fr"><seg>Deux.</seg></tuv></tu>
</body></tmx>
"""


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    path = tmp_path / "memory.tmx"
    path.write_text(MEMORY, encoding="utf-8")
    return path


@pytest.mark.parametrize("extension", [".tmx", ".xlf", ".tsv", ".csv", ".xlsx", ".jsonl"])
def test_units_survive_every_format(memory: Path, tmp_path: Path, extension: str) -> None:
    out = tmp_path / f"out{extension}"
    count, _ = convert_file(
        memory, out, options=ConvertOptions(source_language="fr", target_language="en")
    )
    assert count == 2
    pairs = [[variant.text for variant in unit.variants] for unit in read_units(out)]
    assert pairs == [["Un.", "One."], ["Deux.", "Two."]]


def test_units_without_the_languages_are_left_out_and_counted(memory: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.tsv"
    count, lost = convert_file(
        memory, out, options=ConvertOptions(source_language="de", target_language="en")
    )
    assert count == 1
    assert [(each.kind, each.count, each.example) for each in lost] == [
        ("unit without de and en", 1, "Two.")
    ]


def test_a_table_gets_the_languages_it_does_not_say(tmp_path: Path) -> None:
    table, out = tmp_path / "table.tsv", tmp_path / "out.tmx"
    table.write_text("One.\tUn.\nTwo.\tDeux.\n", encoding="utf-8")
    convert_file(table, out, options=ConvertOptions(source_language="en", target_language="fr"))
    bitext = diglot.read(out)
    assert isinstance(bitext, diglot.Bitext)
    assert (bitext.source.language, bitext.target.language) == ("en", "fr")
    assert bitext.target.segment_texts == ["Un.", "Deux."]


def test_links_become_other_links(tmp_path: Path) -> None:
    links, ladder = tmp_path / "a.links", tmp_path / "a.ladder"
    links.write_text("[0]:[0]\n[1,2]:[1]\n", encoding="utf-8")
    assert convert_file(links, ladder)[0] == 2
    back = tmp_path / "back.links"
    convert_file(ladder, back)
    assert [line.rpartition("]")[0] for line in back.read_text("utf-8").splitlines()] == [
        "[0]:[0",
        "[1,2]:[1",
    ]


def test_links_and_units_do_not_mix(memory: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="same kind"):
        convert_file(memory, tmp_path / "out.links")


@pytest.mark.parametrize(
    ("name", "to", "problem"),
    [
        ("a.foo", None, "the extension '.foo' names no format"),
        ("a", None, "the extension '' names no format"),
        ("a.docx", None, "docx files are read only"),
        ("a.foo", "odt", "odt files are read only"),
    ],
)
def test_an_output_is_refused_with_the_formats_that_can_be_written(
    memory: Path, tmp_path: Path, name: str, to: str | None, problem: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        convert_file(memory, tmp_path / name, options=ConvertOptions(target_format=to))
    message = str(caught.value)
    assert f"{problem}; write one of ces, csv, jsonl," in message
    assert "markdown" not in message
    assert message.count("csv") == 1


def test_a_memory_holds_no_terms(memory: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"holds translation units .*: .*diglot terms align"):
        convert_file(memory, tmp_path / "a.tbx")


def test_a_text_is_nothing_to_convert(memory: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("One.\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="diglot segment"):
        convert_file(text, tmp_path / "out.tmx")


@pytest.mark.parametrize("name", ["en-fr.sent.gz", "en-fr.classified.gz", "en-fr.txt.gz"])
def test_columns_are_known_whatever_crawlers_call_them(tmp_path: Path, name: str) -> None:
    addresses = "https://example.org/en\thttps://example.org/fr\t"
    source = "The tenant pays the rent every month."
    line = (
        f"{'' if 'txt' in name else addresses}{source}\tLe locataire paie le loyer chaque mois.\n"
    )
    (tmp_path / name).write_bytes(gzip.compress(2 * line.encode()))
    convert_file(tmp_path / name, tmp_path / "out.moses")
    assert (tmp_path / "out.source").read_text("utf-8") == 2 * f"{source}\n"


def test_a_file_is_not_converted_onto_itself(memory: Path) -> None:
    with pytest.raises(ConfigError, match="both input and output"):
        convert_file(memory, memory)
    assert memory.read_text(encoding="utf-8") == MEMORY


def test_one_language_alone_is_refused(memory: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="-s and -t"):
        convert_file(memory, tmp_path / "out.tsv", options=ConvertOptions(source_language="fr"))


def test_word_links_and_links_do_not_mix(memory: Path, tmp_path: Path) -> None:
    words, links = tmp_path / "a.pharaoh", tmp_path / "a.links"
    words.write_text("0-0\n", encoding="utf-8")
    links.write_text("[0]:[0]\n", encoding="utf-8")
    for source, target in ((words, "out.links"), (words, "out.tmx")):
        with pytest.raises(ConfigError, match="same kind"):
            convert_file(source, tmp_path / target)
    for source in (links, memory):
        with pytest.raises(ConfigError, match="hold no word links"):
            convert_file(source, tmp_path / "out.pharaoh")


CATALOGUE = """# Credits
msgid ""
msgstr ""
"Language: ru\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Source-Language: en\\n"

#. of the programmer
#: src/main.c:10
#, fuzzy, c-format
msgid "we have %d swab"
msgid_plural "we have %d swabs"
msgstr[0] "у нас %d мазок"
msgstr[1] "у нас %d мазка"
msgstr[2] "у нас %d мазков"

# of the translator
#: src/main.c:12
msgctxt "ward"
msgid "the fever is high"
msgstr "температура высокая"

#~ msgid "old"
#~ msgstr "старый"
"""


def test_a_catalogue_is_written_back_with_flags_comments_and_obsolete_messages(tmp_path):
    source, target = tmp_path / "a.po", tmp_path / "b.po"
    source.write_text(CATALOGUE, encoding="utf-8")
    assert convert_file(source, target) == (4, ())
    assert target.read_text(encoding="utf-8") == CATALOGUE


def test_a_catalogue_says_its_languages_in_memories_and_gets_them_from_these(tmp_path):
    source, memory, back = (tmp_path / name for name in ("a.po", "a.tmx", "b.po"))
    source.write_text(CATALOGUE.replace('"X-Source-Language: en\\n"\n', ""), encoding="utf-8")
    options = ConvertOptions(source_language="de")
    convert_file(source, memory, options=options)
    assert 'xml:lang="de"' in memory.read_text(encoding="utf-8")
    convert_file(memory, back)
    written = back.read_text(encoding="utf-8")
    assert '"X-Source-Language: de\\n"' in written
    assert 'msgctxt "ward"\nmsgid "the fever is high"' in written


def test_a_conversion_that_would_write_nothing_is_an_error_and_writes_nothing(tmp_path):
    source, target = tmp_path / "a.po", tmp_path / "b.tmx"
    source.write_text(CATALOGUE.partition("# of the translator")[0], encoding="utf-8")
    with pytest.raises(FormatError, match=r"holds nothing to convert \(1 fuzzy message"):
        convert_file(source, target)
    assert not target.exists()


TWICE = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en" creationtool="hand" creationtoolversion="1"
 segtype="sentence" o-tmf="none" adminlang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en-US"><seg>Color.</seg></tuv><tuv xml:lang="en-GB"><seg>Colour.</seg></tuv>
<tuv xml:lang="fr"><seg>Couleur.</seg></tuv></tu></body></tmx>
"""


@pytest.mark.parametrize(
    ("languages", "pair", "left"),
    [
        ((None, None), ["Color.", "Couleur."], "further text of a unit"),
        (("en-GB", "fr"), ["Colour.", "Couleur."], "other text in en-US"),
        (("fr", "en"), ["Couleur.", "Color."], "other text in en-GB"),
        (("en-US", "en-GB"), ["Color.", "Colour."], None),
    ],
)
def test_a_language_that_stands_twice(
    tmp_path: Path,
    languages: tuple[str | None, str | None],
    pair: list[str],
    left: str | None,
) -> None:
    memory, out = tmp_path / "twice.tmx", tmp_path / "out.tsv"
    memory.write_text(TWICE, encoding="utf-8")
    options = ConvertOptions(source_language=languages[0], target_language=languages[1])
    _, lost = convert_file(memory, out, options=options)
    (unit,) = read_units(out)
    assert [variant.text for variant in unit.variants] == pair
    assert [each.kind for each in lost] == ([left] if left else [])
    bitext = diglot.read(memory)
    assert isinstance(bitext, diglot.Bitext)
    assert (bitext.source.text, bitext.target.text) == ("Color.", "Couleur.")


def test_columns_hold_the_languages_of_the_first_pair_whatever_their_order(tmp_path: Path) -> None:
    units = (
        {"fr": "Bonjour.", "en": "Hello.", "it": "Ciao."},
        {"en-GB": "Open.", "fr-FR": "Ouvrez."},
        {"it": "Chiudi.", "en": "Close."},
        {"en": "Alone."},
        {"it": "Solo."},
    )
    tuvs = (
        "".join(f'<tuv xml:lang="{each}"><seg>{text}</seg></tuv>' for each, text in unit.items())
        for unit in units
    )
    body = "".join(f"<tu>{each}</tu>" for each in tuvs)
    memory, out = tmp_path / "mixed.tmx", tmp_path / "out.csv"
    memory.write_text(f'<tmx version="1.4"><header srclang="*all*"/><body>{body}</body></tmx>')
    _, lost = convert_file(memory, out)
    rows = [[variant.text for variant in unit.variants] for unit in read_units(out)]
    assert rows == [["Bonjour.", "Hello."], ["Ouvrez.", "Open."], ["", "Alone."]]
    assert [(each.kind, each.count) for each in lost] == [
        ("unit in other languages than fr and en", 2),
        ("further text of a unit", 1),
    ]
