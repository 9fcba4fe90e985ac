"""StarDict: types of fields, markup, synonyms, and what the header says."""

from __future__ import annotations

import struct

import pytest

from diglot.errors import FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_origin, read_translations
from diglot.model.lexicon import Origin, Translation
from tests.formats.lexicons.dictionary_files import write_stardict


def pairs(found):
    return [(each.source, each.target) for each in found]


@pytest.mark.parametrize("packed", [True, False])
def test_plain_articles_are_read(tmp_path, packed):
    path = write_stardict(
        tmp_path, [("dog", "dog <n>\n1. chien, clebs"), ("cat", "chat")], packed=packed
    )
    assert list(read_translations(path)) == [
        Translation("dog", "chien", "eng", "fra", "n"),
        Translation("dog", "clebs", "eng", "fra", "n"),
        Translation("cat", "chat", "eng", "fra"),
    ]


@pytest.mark.parametrize(
    ("types", "article"),
    [
        ("m", b"chien"),
        ("tm", b"dOg\0chien"),
        ("mt", b"chien\0dOg"),
        ("h", b"<b>dog</b><br/><div>chien</div><script>x</script>"),
        ("g", b"<span size='x'>chien</span>"),
        ("x", b"<k>dog</k><tr>dOg</tr><dtrn>chien</dtrn><ex>The dog.</ex>"),
        ("", b"tdOg\0mchien\0"),
        ("", b"mchien\0W" + struct.pack(">I", 3) + b"abc"),
        ("Wm", struct.pack(">I", 3) + b"a\0cchien"),
        ("mr", b"chien\0img:x.png"),
    ],
)
def test_every_type_of_field_takes_its_place(tmp_path, types, article):
    path = write_stardict(tmp_path, [("dog", article)], types=types)
    assert pairs(read_translations(path)) == [("dog", "chien")]


def test_fields_that_hold_no_text_are_counted(tmp_path):
    skips = Skips()
    path = write_stardict(tmp_path, [("dog", b"chien\0img:x.png")], types="mr")
    list(read_translations(path, skips=skips))
    assert [each.kind for each in skips.entries()] == ["field of type 'r'"]


def test_xdxf_says_part_of_speech_and_nests_examples(tmp_path):
    path = write_stardict(
        tmp_path,
        [("dog", "<k>dog</k> <gr>n</gr>\n<ex>a <ex>b</ex> c</ex><dtrn>chien &amp; chat</dtrn>")],
        types="x",
    )
    (found,) = read_translations(path)
    assert (found.target, found.source_pos) == ("chien & chat", "n")


def test_synonyms_and_entries_of_one_article_share_it(tmp_path):
    path = write_stardict(tmp_path, [("colour", "couleur")], synonyms=[("color", 0)])
    assert pairs(read_translations(path)) == [("colour", "couleur"), ("color", "couleur")]
    index = tmp_path / "eng-fra.idx"
    index.write_bytes(index.read_bytes() + b"hue\0" + struct.pack(">II", 0, 7))
    assert ("hue", "couleur") in pairs(read_translations(path, skip_bad=True))


def test_wide_offsets_are_read(tmp_path):
    path = write_stardict(tmp_path, [("dog", "chien")])
    (tmp_path / "eng-fra.idx").write_bytes(b"dog\0" + struct.pack(">QI", 0, 5))
    text = path.read_text().replace("idxfilesize=12", "idxfilesize=16\nidxoffsetbits=64")
    path.write_text(text)
    assert pairs(read_translations(path)) == [("dog", "chien")]


def test_the_header_says_where_it_comes_from(tmp_path):
    path = write_stardict(tmp_path, [("dog", "chien")])
    assert read_origin(path) == Origin("eng-fra", "A book; from Ergane", "GPL")


def test_what_is_no_header_is_refused(tmp_path):
    path = write_stardict(tmp_path, [("dog", "chien")])
    path.write_text("version=2.4.2\n")
    for read in (read_origin, lambda path: list(read_translations(path))):
        with pytest.raises(FormatError, match=r"is no \.ifo file"):
            read(path)


@pytest.mark.parametrize("missing", ["idx", "dict.dz"])
def test_half_a_dictionary_is_refused(tmp_path, missing):
    path = write_stardict(tmp_path, [("dog", "chien")])
    (tmp_path / f"eng-fra.{missing}").unlink()
    with pytest.raises(InputError, match="lacks its other half"):
        list(read_translations(path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-1], "has 11 bytes, not the 12 that .ifo says"),
        (lambda data: data + b"cat\0\0\0", "has 18 bytes"),
        (lambda data: data + b"cat\0" + struct.pack(">II", 9, 9), "has 24 bytes"),
    ],
)
def test_a_damaged_index_is_named_or_counted(tmp_path, change, message):
    path = write_stardict(tmp_path, [("dog", "chien")])
    index = tmp_path / "eng-fra.idx"
    index.write_bytes(change(index.read_bytes()))
    with pytest.raises(FormatError, match=message):
        list(read_translations(path))
    skips = Skips()
    list(read_translations(path, skips=skips, skip_bad=True))
    assert sum(each.count for each in skips.entries()) == 2


@pytest.mark.parametrize(
    ("types", "article"),
    [("tm", b"never ends"), ("", b"mnever ends"), ("", b"W\xff\xff\xff\xffx"), ("Wm", b"\0")],
)
def test_a_field_that_is_cut_short_is_named(tmp_path, types, article):
    path = write_stardict(tmp_path, [("dog", article)], types=types)
    with pytest.raises(FormatError, match="entry 'dog': ends too early"):
        list(read_translations(path))


def test_a_synonym_of_nothing_is_named(tmp_path):
    path = write_stardict(tmp_path, [("dog", "chien")], synonyms=[("hound", 7)])
    with pytest.raises(FormatError, match="synonym 'hound': names an entry that there is not"):
        list(read_translations(path))
