"""Damaged and hostile dictionaries in documents: only an InputError leaves a reader."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import struct
from pathlib import Path

import pytest

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import dictd, freedict, jsonl, rdf, stardict, tbx, wiktextract, wordnet
from diglot.formats.lexicons.sources import Reading, origin_beside
from diglot.formats.lexicons.stardict import plain_text
from diglot.formats.rdf import quick_statements
from diglot.model.lexicon import LexicalPath, Lexicon, Origin, Translation
from tests.effort import calls, grows_linearly
from tests.formats.lexicons.dictionary_files import base64, write_dictd, write_stardict
from tests.hostile.damage import OTHERS, mutated, refusal

PATH = LexicalPath(("dog", "perro", "chien"), ("en", "es", "fr"), (("eng-spa",), ("a", "b")), 0.25)
LEXICON = Lexicon(
    (
        Translation(
            "dog", "chien", "en", "fr", "noun", "n", "forward", 0.5, "animal", ("r",), (PATH,)
        ),
        Translation("hot dog", "hot-dog", "en", "fr"),
    ),
    Origin("x", "from a", "GPL"),
)
ENTRY = {
    "word": "dog",
    "lang_code": "en",
    "pos": "noun",
    "senses": [{"glosses": ["animal"], "translations": [{"code": "oc", "word": "can"}]}],
    "translations": [
        {"code": "fr", "sense": "animal", "word": "chien"},
        {"code": "es", "sense": "animal", "word": "perro"},
    ],
}
WORDNETS = (
    "<LexicalResource>"
    '<Lexicon id="a" language="en"><LexicalEntry id="e"><Lemma writtenForm="hot_dog" '
    'partOfSpeech="n"/><Sense id="s" synset="x"/></LexicalEntry><Synset id="x" ili="i1">'
    "<Definition>d</Definition></Synset></Lexicon>"
    '<Lexicon id="b" language="fr"><LexicalEntry id="e"><Lemma writtenForm="saucisse" '
    'partOfSpeech="n"/><Sense id="s" synset="x"/></LexicalEntry><Synset id="x" ili="i1"/>'
    "</Lexicon></LexicalResource>"
)
READERS = {
    "tei": freedict,
    "lmf": wordnet,
    "tbx": tbx,
    "ttl": rdf,
    "nt": rdf,
    "rdf": rdf,
    "jsonld": rdf,
    "jsonl": jsonl,
    "wiktextract": wiktextract,
}
XML = ("tei", "lmf", "tbx", "rdf")


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    found = {}
    for kind, module in READERS.items():
        path = folder / f"x.{kind}"
        if kind == "lmf":
            path.write_text(WORDNETS)
        elif kind == "wiktextract":
            path.write_text(json.dumps(ENTRY) + "\n" + json.dumps(ENTRY) + "\n")
        else:
            module.write_lexicon(path, LEXICON)
        found[kind] = path.read_bytes()
    return found


def translations(module, path: Path, *, skips=None, skip_bad=False, **options):
    reading = Reading(path, skips=skips or Skips(), skip_bad=skip_bad)
    return module.read_translations(reading, **options)


def read(module, path: Path, **options) -> list[Translation] | str:
    """What a reader gives, or the line with which it refuses."""
    found = []

    def both(each: Path) -> None:
        found.extend(translations(module, each, **options))
        getattr(module, "read_origin", origin_beside)(each)

    if line := refusal(both, path):
        return line
    for each in found:
        for text in (each.source, each.target):
            assert text.strip()
            text.encode()
        assert each.source_language
        assert each.target_language
        assert each.score is None or 0 <= each.score <= 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", READERS)
def test_mutated_files_are_read_sanely_or_refused(tmp_path, samples, kind):
    path = tmp_path / f"f.{kind}"
    rng = random.Random(kind)
    path.write_bytes(samples[kind])
    assert isinstance(read(READERS[kind], path), list)
    for _ in range(60):
        path.write_bytes(mutated(samples[kind], rng))
        for skip_bad in (False, True):
            read(READERS[kind], path, skip_bad=skip_bad)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_other_files_are_refused_or_empty(tmp_path, kind, data):
    path = tmp_path / f"f.{kind}"
    path.write_bytes(data)
    found = read(READERS[kind], path)
    assert isinstance(found, str) or not found


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dictd", "stardict"])
def test_mutated_indexes_and_articles_are_read_sanely_or_refused(tmp_path, kind):
    entries = [("dog", "dog /dOg/ <n>\n1. chien, clebs\n2. [rare] cabot"), ("cat", "chat")]
    good = tmp_path / "good"
    good.mkdir()
    module = dictd if kind == "dictd" else stardict
    write = write_dictd if kind == "dictd" else write_stardict
    path = write(good, entries, packed=False)
    if kind == "stardict":
        write(good, entries, packed=False, synonyms=[("hound", 0)])
    rng = random.Random(kind)
    for _ in range(150):
        folder = tmp_path / "bad"
        shutil.copytree(good, folder)
        chosen = rng.choice(sorted(folder.iterdir()))
        chosen.write_bytes(mutated(chosen.read_bytes(), rng))
        for skip_bad in (False, True):
            read(module, folder / path.name, skip_bad=skip_bad)
        shutil.rmtree(folder)


@pytest.mark.parametrize("kind", XML)
def test_entities_are_refused(tmp_path, samples, kind):
    path = tmp_path / f"f.{kind}"
    text = samples[kind].decode()
    start = text.index("?>") + 2 if text.startswith("<?xml") else 0
    root = {"tei": "TEI", "lmf": "LexicalResource", "tbx": "tbx", "rdf": "rdf:RDF"}[kind]
    attack = f'<!DOCTYPE {root} [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    path.write_text(text[:start] + attack + text[start:].replace("dog", "&a;", 1))
    with pytest.raises(UnsafeFileError, match="declares the entity"):
        list(translations(READERS[kind], path))


def test_contexts_on_the_network_are_refused(tmp_path):
    path = tmp_path / "f.jsonld"
    path.write_text('{"@context": "https://e.org/vartrans"}')
    with pytest.raises(UnsafeFileError, match="takes its context from"):
        list(translations(rdf, path))


@pytest.mark.parametrize("kind", ["dictd", "stardict"])
def test_articles_that_unpack_to_too_much_are_refused(tmp_path, kind):
    write = write_dictd if kind == "dictd" else write_stardict
    module = dictd if kind == "dictd" else stardict
    path = write(tmp_path, [("a", "b")])
    (tmp_path / "eng-fra.dict.dz").write_bytes(gzip.compress(b"\0" * 20_000_000))
    with pytest.raises(UnsafeFileError, match="unpacks to more than"):
        list(translations(module, path))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dictd", "stardict"])
def test_an_index_that_repeats_the_same_text_is_refused(tmp_path, kind):
    """A thousand heads that each claim nearly all of the articles."""
    body = "a" * 300_000
    lines, records = [], b""
    for number in range(1000):
        lines.append(f"w{number}\t{base64(number)}\t{base64(200_000)}\n")
        records += f"w{number}".encode() + b"\0" + struct.pack(">II", number, 200_000)
    if kind == "dictd":
        path = write_dictd(tmp_path, [("a", body)], packed=False)
        (tmp_path / "eng-fra.index").write_text("".join(lines))
    else:
        path = write_stardict(tmp_path, [("a", body)], packed=False)
        (tmp_path / "eng-fra.idx").write_bytes(records)
        path.write_text(path.read_text().replace("idxfilesize", "x"))
    module = dictd if kind == "dictd" else stardict
    with pytest.raises(UnsafeFileError, match="points at far more text than there is"):
        list(translations(module, path))


def test_heads_and_translations_of_one_article_do_not_multiply_without_bound(tmp_path):
    skips = Skips()
    heads = tuple(f"h{number}" for number in range(2000))
    words = ", ".join(f"w{number}" for number in range(2000))
    path = write_dictd(tmp_path, [(heads, words)])
    assert list(translations(dictd, path, skips=skips)) == []
    assert [each.kind for each in skips.entries()] == ["entry with too many heads and translations"]


@pytest.mark.parametrize("piece", ["<ex>", "<" + "a" * 50, "<a ", "<br/", "&lt", "</ex>", "<gr"])
@pytest.mark.parametrize("kind", ["x", "h"])
def test_markup_is_read_in_one_pass(piece, kind):
    assert grows_linearly(lambda size: plain_text(piece * (size // len(piece)), kind), 90_000)
    plain_text(piece * (900_000 // len(piece)), kind)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["/ " * 400_000, "<" * 900_000, "[" * 900_000, "see " * 200_000, "(a" * 400_000]
)
def test_articles_are_read_in_one_pass(tmp_path, line):
    path = write_dictd(tmp_path, [("a", line)], packed=False)
    assert calls(lambda: list(translations(dictd, path))) < 40 * len(line)


@pytest.mark.parametrize("depth", [200, 5000])
def test_deep_nesting_is_read_or_refused(tmp_path, depth):
    path = tmp_path / "f.tei"
    path.write_text(
        "<TEI><text><body><entry><form><orth>a</orth></form>"
        + "<sense>" * depth
        + '<cit type="trans"><quote>b</quote></cit>'
        + "</sense>" * depth
        + "</entry></body></text></TEI>"
    )
    found = read(freedict, path)
    assert found if depth == 200 else isinstance(found, str)


def test_a_sense_of_very_many_words_makes_no_pairs(tmp_path):
    words = [{"code": f"x{number}", "word": "w", "sense": "s"} for number in range(5000)]
    path = tmp_path / "f.jsonl"
    path.write_text(json.dumps({"word": "a", "lang_code": "en", "translations": words}))
    assert len(list(translations(wiktextract, path, siblings=True))) == 5000


def test_a_packed_line_that_never_ends_is_refused(tmp_path):
    path = tmp_path / "f.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"translations": "' + b"a" * 12_000_000))
    for module in (wiktextract, jsonl):
        with pytest.raises(InputError):
            list(translations(module, path))


@pytest.mark.parametrize("kind", READERS)
def test_a_packed_file_that_is_cut_is_refused(tmp_path, samples, kind):
    path = tmp_path / f"f.{kind}.gz"
    path.write_bytes(gzip.compress(samples[kind])[:-12])
    with pytest.raises(FormatError):
        list(translations(READERS[kind], path))


@pytest.mark.slow
def test_rdf_that_unpacks_to_too_much_is_refused(tmp_path):
    path = tmp_path / "f.nt.gz"
    path.write_bytes(gzip.compress(b'<urn:a> <urn:b> "c" .\n' * 1_000_000))
    with pytest.raises(UnsafeFileError, match="unpacks to more than"):
        list(translations(rdf, path))


@pytest.mark.parametrize(
    "piece",
    [
        "a.",
        "a" * 1000,
        '"',
        '"\\',
        "<urn:a",
        "@prefix ",
        "[",
        "_:a.",
        ":%20",
        "# ",
        "1.",
        '""',
        "\t",
    ],
)
def test_turtle_is_told_in_one_pass(tmp_path, piece):
    path = tmp_path / "f.ttl"
    path.write_text("@prefix : <urn:a> .\n:a :b " + piece * (600_000 // len(piece)))
    assert calls(lambda: quick_statements(path, None, None)) < 40 * path.stat().st_size
