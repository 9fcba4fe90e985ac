"""Corpora of OPUS."""

from __future__ import annotations

import gzip
import zipfile

import pytest

from diglot import formats
from diglot.errors import FormatError
from diglot.formats.blocks import Skips

DOCUMENTS = {
    "en": '<s id="1"><w>Hello</w><w>!</w></s><s id="2">How are <time/>you?</s><s id="3">Fine.</s>',
    "fr": '<s id="1">Bonjour !</s><s id="2">Comment ça va ?</s><s id="3">Bien.</s>',
}
LINKS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE cesAlign PUBLIC "-//CES//DTD XML cesAlign//EN" "">
<cesAlign version="1.0"><linkGrp targType="s" fromDoc="en/1/a.xml.gz" toDoc="fr/1/a.xml.gz">
<link xtargets="1;1" certainty="0.8"/><link xtargets="2 3;2 3"/><link xtargets=";3"/>
</linkGrp></cesAlign>"""
EXPECTED = [("Hello !", "Bonjour !"), ("How are you? Fine.", "Comment ça va ? Bien.")]


def document(code):
    text = f'<?xml version="1.0" encoding="utf-8"?><text><p>{DOCUMENTS[code]}</p></text>'
    return text.encode()


@pytest.fixture(params=["archives", "one archive", "folders"])
def corpus(request, tmp_path):
    """Links and documents, in the three ways in which they lie about."""
    path = tmp_path / "en-fr.xml.gz"
    path.write_bytes(gzip.compress(LINKS.encode()))
    if request.param == "folders":
        for code in DOCUMENTS:
            (tmp_path / code / "1").mkdir(parents=True)
            (tmp_path / code / "1" / "a.xml.gz").write_bytes(gzip.compress(document(code)))
        return path
    if request.param == "archives":
        for code in DOCUMENTS:
            with zipfile.ZipFile(tmp_path / f"{code}.zip", "w") as archive:
                archive.writestr(f"Toy/xml/{code}/1/a.xml", document(code))
        return path
    path = tmp_path / "toy.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Toy/en-fr.xml", LINKS)
        for code in DOCUMENTS:
            archive.writestr(f"Toy/xml/{code}/1/a.xml", document(code))
    return path


def test_links_are_read_with_the_sentences_of_their_documents(corpus):
    skips = Skips()
    units = list(formats.read_units(corpus, format="opus", skips=skips))
    assert [tuple(each.text for each in unit.variants) for unit in units] == EXPECTED
    assert [each.language for each in units[0].variants] == ["en", "fr"]
    assert [unit.score for unit in units] == [0.8, None]
    assert units[1].variants[0].segments == (12, 5)
    assert units[0].document == "en/1/a.xml.gz"
    assert [each.kind for each in skips.entries()] == ["sentence without a partner"]


@pytest.mark.parametrize("name", ["en/1/b.xml.gz", 300 * "a"])
def test_a_document_that_is_not_there_is_named(tmp_path, name):
    path = tmp_path / "en-fr.xml"
    path.write_text(LINKS.replace("en/1/a.xml.gz", name))
    shown = name if len(name) < 100 else "a+…a+"
    with pytest.raises(FormatError, match=f"names the document {shown}, which is not there"):
        list(formats.read_units(path, format="opus"))


def test_a_sentence_that_is_not_there_is_named(corpus, tmp_path):
    if corpus.suffix != ".gz":
        pytest.skip("the links lie in the archive")
    corpus.write_bytes(gzip.compress(LINKS.replace("2 3;2 3", "2 9;2").encode()))
    with pytest.raises(FormatError, match="names the sentence 9"):
        list(formats.read_units(corpus, format="opus"))


def test_an_archive_of_something_else_says_what_to_do(tmp_path):
    path = tmp_path / "moses.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.en", "Hello.")
    with pytest.raises(FormatError, match=r"neither links of cesAlign.*NAME\.moses"):
        list(formats.read_units(path))


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_moses_files_of_an_archive_are_read_as_they_lie_in_it(tmp_path, monkeypatch, end):
    monkeypatch.setattr("diglot.files.zip.CHUNK", 5)
    path = tmp_path / "en-fr.txt.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("README", "Toy\n")
        # Its documents are not in this archive.
        archive.writestr("Toy.en-fr.xml", LINKS)
        archive.writestr("Toy.en-fr.en", f"Hello!\n\nHow are you?{end}")
        archive.writestr("Toy.en-fr.fr", "Bonjour !\n\nComment ça va ?\n")
    units = list(formats.read_units(path))
    assert [tuple(each.text for each in unit.variants) for unit in units] == [
        ("Hello!", "Bonjour !"),
        ("", ""),
        ("How are you?", "Comment ça va ?"),
    ]
    assert [each.language for each in units[0].variants] == ["en", "fr"]


def test_moses_files_of_unequal_length_in_an_archive_are_refused(tmp_path):
    path = tmp_path / "en-fr.txt.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Toy.en-fr.en", "One.\nTwo.\n")
        archive.writestr("Toy.en-fr.fr", "Un.\n")
    with pytest.raises(FormatError, match=r"line 2: Toy\.en-fr\.fr ends before Toy\.en-fr\.en"):
        list(formats.read_units(path))
