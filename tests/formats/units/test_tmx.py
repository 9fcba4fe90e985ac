import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats import read, write_units
from diglot.formats.blocks import Skips
from diglot.formats.units import tmx
from diglot.model import Markup, Unit, Variant
from tests.effort import calls
from tests.formats.strategies import texts, tmx_markup, units

HEADER = '<header srclang="en" segtype="sentence"/>'


def made(folder, body, *, header=HEADER, encoding="utf-8", prolog=""):
    path = folder / "t.tmx"
    path.write_bytes(
        f'{prolog}<tmx version="1.4">{header}<body>{body}</body></tmx>'.encode(encoding)
    )
    return path


def seg(inside):
    return (
        f'<tu><tuv xml:lang="en"><seg>{inside}</seg></tuv>'
        '<tuv xml:lang="fr"><seg>x</seg></tuv></tu>'
    )


def read_back(units, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.tmx"
        lost = write_units(path, units, **options)
        return list(tmx.read_units(path)), lost


@pytest.mark.slow
@given(st.lists(units(text=texts(xml=True), sides=(1, 4), markup=tmx_markup), max_size=4))
def test_what_is_written_is_read_again(found):
    back, lost = read_back(found)
    assert back == found
    assert lost == ()


def test_attributes_of_other_tools_survive(tmp_path):
    path = made(
        tmp_path,
        '<tu tuid="7" creationdate="20240101T000000Z" changeid="ana" usagecount="3">'
        '<note>check</note><prop type="client">ACME</prop>'
        '<tuv xml:lang="en" creationid="bob"><prop type="p">v</prop><seg>a</seg></tuv>'
        '<tuv xml:lang="fr"><note>n</note><seg>b</seg></tuv></tu>',
    )
    (unit,) = tmx.read_units(path)
    assert unit.id == "7"
    assert unit.properties == (
        ("creationdate", "20240101T000000Z"),
        ("changeid", "ana"),
        ("usagecount", "3"),
        ("client", "ACME"),
    )
    assert unit.notes == ("check",)
    assert unit.variants[0].properties == (("creationid", "bob"), ("p", "v"))
    assert unit.variants[1].properties == (("note", "n"),)
    tmx.write_units(tmp_path / "again.tmx", [unit])
    written = (tmp_path / "again.tmx").read_text()
    assert 'changeid="ana"' in written
    assert "<note>n</note>" in written
    assert list(tmx.read_units(tmp_path / "again.tmx")) == [unit]


def test_bad_date_is_kept_as_text(tmp_path):
    (unit,) = tmx.read_units(made(tmp_path, '<tu creationdate="soon">' + seg("a")[4:]))
    assert unit.properties == (("creationdate", "soon"),)


def test_codes_never_leak_into_the_text(tmp_path):
    path = made(
        tmp_path,
        seg(
            'A<bpt i="1" x="1">&lt;b&gt;</bpt>B<ept i="1">&lt;/b&gt;</ept>'
            '<ph x="2">{0}</ph>C<it pos="begin">&lt;i&gt;</it><ut>code</ut>'
            '<hi type="u">D<ph/>E</hi>F'
        ),
    )
    (unit,) = tmx.read_units(path)
    assert unit.variants[0].text == "ABCDEF"
    assert [(mark.start, mark.end, mark.kind) for mark in unit.variants[0].markup] == [
        (1, 1, "bpt"),
        (2, 2, "ept"),
        (2, 2, "ph"),
        (3, 3, "it"),
        (3, 3, "ut"),
        (3, 5, "hi"),
        (4, 4, "ph"),
    ]
    tmx.write_units(tmp_path / "again.tmx", [unit])
    assert list(tmx.read_units(tmp_path / "again.tmx")) == [unit]
    assert '<bpt i="1" x="1">&lt;b&gt;</bpt>B' in (tmp_path / "again.tmx").read_text()
    (stripped,) = tmx.read_units(path, inline="strip")
    assert stripped.variants[0] == Variant("en", "ABCDEF")


def test_text_inside_a_code_is_reported_and_kept_in_the_code(tmp_path):
    skips = Skips()
    path = made(tmp_path, seg('A<ph>&lt;img alt="<sub>a dog</sub>"&gt;</ph>B'))
    (unit,) = tmx.read_units(path, skips=skips)
    assert unit.variants[0].text == "AB"
    assert "<sub>a dog</sub>" in unit.variants[0].markup[0].data
    assert [(skip.kind, skip.count, skip.example) for skip in skips.entries()] == [
        ("text inside an inline code (sub)", 1, "a dog")
    ]


def test_codes_can_be_stripped_when_writing():
    unit = Unit((Variant("en", "ab", (Markup(1, 1, "ph", "<ph/>"),)), Variant("fr", "b")))
    back, _ = read_back([unit], inline="strip")
    assert back[0].variants[0].markup == ()


@pytest.mark.parametrize(
    "mark",
    [
        Markup(0, 1, "b", "class='x'"),
        Markup(1, 1, "img", '<img src="a&b">'),
        Markup(1, 1, "ph", "</seg><seg>"),
        Markup(1, 1, "ph", "<ph>&undeclared;</ph>"),
        Markup(0, 2, "hi", "<hi><evil/>"),
    ],
)
def test_code_of_another_format_is_simplified_and_counted(mark):
    unit = Unit((Variant("en", "ab", (mark,)), Variant("fr", "b")))
    back, lost = read_back([unit])
    assert back[0].variants[0].text == "ab"
    assert len(back[0].variants[0].markup) == 1
    assert [skip.kind for skip in lost] == ["inline code of another format, simplified"]


def test_crossing_codes_are_counted_and_the_text_survives():
    marks = (Markup(0, 2, "hi", "<hi/>"), Markup(1, 3, "hi", "<hi/>"), Markup(2, 99, "hi", "<hi/>"))
    back, lost = read_back([Unit((Variant("en", "abc", marks), Variant("fr", "b")))])
    assert back[0].variants[0].text == "abc"
    assert [(skip.kind, skip.count) for skip in lost] == [("inline code that crosses another", 2)]


def test_all_languages_are_kept_and_the_source_comes_first(tmp_path):
    path = made(
        tmp_path,
        "<tu>"
        + "".join(
            f'<tuv xml:lang="{language}"><seg>{language}</seg></tuv>'
            for language in ("fr-FR", "en-US", "de")
        )
        + "</tu>",
    )
    (unit,) = tmx.read_units(path)
    assert [variant.language for variant in unit.variants] == ["en-US", "fr-FR", "de"]
    bitext = read(path, source_language="de", target_language="fr")
    assert (bitext.source.text, bitext.target.text) == ("de", "fr-FR")
    assert bitext.source.skipped[0].kind == "text in another language"


def test_any_source_language_leaves_the_order(tmp_path):
    path = made(
        tmp_path,
        '<tu><tuv xml:lang="fr"><seg>a</seg></tuv><tuv xml:lang="en"><seg>b</seg></tuv></tu>',
        header='<header srclang="*all*"/>',
    )
    (unit,) = tmx.read_units(path)
    assert [variant.language for variant in unit.variants] == ["fr", "en"]


def test_old_language_attribute_is_read(tmp_path):
    path = made(
        tmp_path, '<tu><tuv lang="EN"><seg>a</seg></tuv><tuv lang="FR-CA"><seg>b</seg></tuv></tu>'
    )
    (unit,) = tmx.read_units(path)
    assert [variant.language for variant in unit.variants] == ["EN", "FR-CA"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-16-le"])
def test_other_unicode_encodings_are_read(tmp_path, encoding):
    declared = "utf-16" if "16" in encoding else "utf-8"
    path = made(
        tmp_path,
        seg("𝒜é"),
        encoding=encoding,
        prolog=f'<?xml version="1.0" encoding="{declared}"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">',
    )
    (unit,) = tmx.read_units(path)
    assert unit.variants[0].text == "𝒜é"


def test_file_in_a_namespace_is_read(tmp_path):
    path = tmp_path / "t.tmx"
    path.write_text(
        f'<tmx xmlns="http://www.lisa.org/tmx14" version="1.4">{HEADER}<body>{seg("a<ph/>b")}'
        "</body></tmx>"
    )
    (unit,) = tmx.read_units(path)
    assert unit.variants[0].text == "ab"
    assert unit.variants[0].markup == (Markup(1, 1, "ph", "<ph/>"),)


def test_identical_units_are_merged_on_request_and_counted():
    one = Unit((Variant("en", "a"), Variant("fr", "b")), id="1")
    two = Unit((Variant("en", "a"), Variant("fr", "b")), id="2")
    other = Unit((Variant("en", "a"), Variant("fr", "c")))
    back, lost = read_back([one, two, other], merge=True)
    assert back == [one, other]
    assert [(skip.kind, skip.count) for skip in lost] == [("identical unit, merged", 1)]
    assert len(read_back([one, two, other])[0]) == 3


def test_forbidden_characters_are_dropped_and_counted():
    unit = Unit((Variant("en", "a\x00b\x0b\ud800c"), Variant("fr", "\ufffe")), notes=("\x01",))
    back, lost = read_back([unit])
    assert [variant.text for variant in back[0].variants] == ["abc", ""]
    assert [(skip.kind, skip.count) for skip in lost] == [("character that XML forbids", 5)]


def test_method_is_written_once_for_the_file():
    def unit(method):
        return Unit((Variant("en", "a"), Variant("fr", "b")), method=method)

    found = [unit("crf"), unit("crf"), unit(None), unit("lexical")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.tmx"
        tmx.write_units(path, found)
        assert path.read_text().count(">crf<") == 1
        assert list(tmx.read_units(path)) == found


def test_link_type_is_written_for_people():
    unit = Unit((Variant("en", "A. B.", (), (2, 2)), Variant("fr", "C.")), score=0.5)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.tmx"
        tmx.write_units(path, [unit])
        assert '<prop type="x-diglot-type">2-1</prop>' in path.read_text()


def test_score_that_is_no_probability_stays_a_property(tmp_path):
    for value in ("high", "nan", "7"):
        body = seg("a").replace("<tu>", f'<tu><prop type="x-diglot-score">{value}</prop>')
        (unit,) = tmx.read_units(made(tmp_path, body))
        assert unit.score is None
        assert unit.properties == (("x-diglot-score", value),)


def test_what_is_left_out_is_listed(tmp_path):
    skips = Skips()
    path = made(
        tmp_path,
        "<tu><prop type='x'>only a prop</prop></tu>"
        "<tu future='1'><tuv><seg>no language</seg></tuv><new>thing</new></tu>"
        "<tu><tuv xml:lang='en'><prop type='p' xml:lang='en'>q</prop></tuv></tu>",
        header="<header srclang='en'><note>about</note><prop type='p'>v</prop></header>",
    )
    (unit,) = tmx.read_units(path, skips=skips)
    assert unit.variants == (Variant("und", "no language"),)
    assert {skip.kind: skip.count for skip in skips.entries()} == {
        "note in the header": 1,
        "prop in the header": 1,
        "unit without text": 2,
        "language missing, taken as unknown": 1,
        "unknown element <new>": 1,
        "unknown attribute future": 1,
        "language or encoding of a note or property": 1,
        "variant without a segment": 1,
    }


def test_truncated_file_gives_its_units_then_an_error(tmp_path):
    path = made(tmp_path, seg("a"))
    path.write_bytes(path.read_bytes()[:-10])
    stream = tmx.read_units(path)
    assert next(stream).variants[0].text == "a"
    with pytest.raises(FormatError, match="not well-formed"):
        next(stream)


def test_memory_without_units_is_an_error_as_a_bitext(tmp_path):
    with pytest.raises(FormatError, match="no unit with both languages"):
        read(made(tmp_path, ""))


def test_missing_language_is_an_error_that_counts(tmp_path):
    path = made(tmp_path, seg("a"))
    with pytest.raises(FormatError, match="name the two languages"):
        read(path, source_language="en", target_language="sv")


def test_unknown_option_value_lists_the_choices(tmp_path):
    with pytest.raises(ConfigError, match="keep or strip"):
        list(tmx.read_units(tmp_path / "t.tmx", inline="burn"))
    with pytest.raises(ConfigError, match="keep or strip"):
        tmx.write_units(tmp_path / "t.tmx", [], inline="burn")


def test_error_of_the_units_keeps_the_old_file(tmp_path):
    path = tmp_path / "t.tmx"
    path.write_text("old")

    def broken():
        yield Unit((Variant("en", "a"), Variant("fr", "b")))
        raise InputError("broken")

    with pytest.raises(InputError, match="broken"):
        tmx.write_units(path, broken())
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["t.tmx"]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file(tmp_path):
    """A 50 MB memory is copied in a process of its own, whose peak is read afterwards."""
    program = f"""
import resource
from pathlib import Path
from diglot.formats.units import tmx
from diglot.model import Unit, Variant

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

def units(count):
    for number in range(count):
        yield Unit((Variant("en", f"{{number}} " + "word " * 70), Variant("fr", "mot " * 70)))

source, target = Path({str(tmp_path)!r}) / "a.tmx", Path({str(tmp_path)!r}) / "b.tmx"
tmx.write_units(source, units(100))
assert sum(1 for _ in tmx.read_units(source)) == 100
before = peak()
tmx.write_units(source, units(70_000))
assert source.stat().st_size > 50_000_000
tmx.write_units(target, tmx.read_units(source))
print(peak() - before if target.stat().st_size == source.stat().st_size else 9999)
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert int(result.stdout) < 30


def test_many_units_take_a_bounded_number_of_calls_each(tmp_path):
    path = tmp_path / "t.tmx"
    found = [
        Unit(
            (Variant("en", f"Sentence {number}. " * 5), Variant("fr", f"Phrase {number}. " * 5)),
            id=str(number),
            score=0.93,
            method="crf",
            document="d",
            paragraphs=(number, number),
        )
        for number in range(2_000)
    ]
    assert calls(lambda: tmx.write_units(path, found)) < 200 * len(found)
    assert calls(lambda: list(tmx.read_units(path))) < 200 * len(found)


def test_real_memory_of_a_campaign_is_read(shared_data):
    path = shared_data / "consistency" / "tico19" / "TMX" / "all.en-fr.tmx"
    skips = Skips()
    count = 0
    for unit in tmx.read_units(path, skips=skips):
        count += 1
        assert len(unit.variants) == 2
    assert count > 3000
