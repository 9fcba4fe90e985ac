"""The EPUB reader."""

from __future__ import annotations

import zipfile

import pytest

from diglot.errors import FormatError
from diglot.formats.documents import epub
from tests.formats.documents import packages
from tests.formats.documents.packages import xhtml

SCRAMBLED = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
    'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
    '<enc:EncryptionMethod Algorithm="{}"/><enc:CipherData><enc:CipherReference URI="{}"/>'
    "</enc:CipherData></enc:EncryptedData></encryption>"
)


def read(tmp_path, chapters: dict[str, str], **options):
    document = epub.read(packages.epub(tmp_path / "a.epub", chapters, **options))
    packages.check(document)
    return document


def test_chapters_in_reading_order_without_contents(tmp_path):
    document = read(
        tmp_path,
        {
            "cover.xhtml": xhtml("<img src='c.jpg'/>"),
            "nav.xhtml": xhtml("<nav>Contents</nav>"),
            "z.xhtml": xhtml("<h1>First</h1><p>One&nbsp;<i/>two</p><p><a id='q'/>Three</p>"),
            "a%20b.xhtml": xhtml("<h1 id='h'>Second</h1><p>Text</p>"),
        },
        **{"OEBPS/a b.xhtml": xhtml("<h1 id='h'>Second</h1><p>Text</p>")},
    )
    assert packages.blocks(document) == [
        ("heading", "First"),
        ("paragraph", "One\u00a0two"),
        ("paragraph", "Three"),
        ("heading", "Second"),
        ("paragraph", "Text"),
    ]
    assert [block.anchor for block in document.blocks] == [
        "chapter 1",
        "chapter 1",
        "chapter 1",
        "chapter 2 #h",
        "chapter 2",
    ]
    assert document.language == "de"
    assert packages.skipped(document)["table of contents"] == 1


def test_contents_named_by_the_guide_of_epub_2(tmp_path):
    guide = '<guide><reference type="toc" href="toc.xhtml#x"/></guide>'
    chapters = {"toc.xhtml": xhtml("<p>Contents</p>"), "one.xhtml": xhtml("<p>Text</p>")}
    assert read(tmp_path, chapters, extra=guide).text == "Text"


def test_pages_of_the_printed_book_and_notes(tmp_path):
    document = read(
        tmp_path,
        {
            "one.xhtml": xhtml(
                "<p>A</p><span epub:type='pagebreak' title='12'/><p>B</p>"
                "<aside epub:type='footnote'><p>Note</p></aside>"
            )
        },
    )
    assert [block.anchor for block in document.blocks] == [
        "chapter 1",
        "chapter 1 page 12",
        "chapter 1 page 12",
    ]
    assert [block.kind for block in document.blocks] == ["paragraph", "paragraph", "footnote"]


@pytest.mark.parametrize(
    ("algorithm", "target"),
    [
        ("http://www.idpf.org/2008/embedding", "OEBPS/font.otf"),
        ("http://ns.adobe.com/pdf/enc#RC", "OEBPS/font"),
        ("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OEBPS/font.ttf"),
    ],
)
def test_scrambled_fonts_do_no_harm(tmp_path, algorithm, target):
    encryption = {"META-INF/encryption.xml": SCRAMBLED.format(algorithm, target)}
    assert read(tmp_path, {"one.xhtml": xhtml("<p>Text</p>")}, **encryption).text == "Text"


def test_copy_protection_is_named(tmp_path):
    method = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
    encryption = {"META-INF/encryption.xml": SCRAMBLED.format(method, "OEBPS/one.xhtml")}
    with pytest.raises(FormatError, match=r"one\.xhtml.*encrypted"):
        read(tmp_path, {"one.xhtml": xhtml("<p>Text</p>")}, **encryption)


def test_missing_chapter_is_an_error(tmp_path):
    path = packages.epub(tmp_path / "a.epub", {"one.xhtml": xhtml("<p>x</p>")}, extra="")
    with zipfile.ZipFile(path) as archive:
        members = {n: archive.read(n) for n in archive.namelist() if not n.endswith("one.xhtml")}
    with pytest.raises(FormatError, match=r"one\.xhtml"):
        epub.read(packages.zipped(path, members))


def test_book_that_was_packed_with_its_folder(tmp_path):
    chapters = {"one.xhtml": xhtml("<p>Text</p>")}
    with zipfile.ZipFile(packages.epub(tmp_path / "plain.epub", chapters)) as plain:
        members = {f"epub/{name}": plain.read(name) for name in plain.namelist()}
    path = packages.zipped(tmp_path / "a.epub", members)
    assert epub.read(path).text == "Text"


def test_a_page_that_the_spine_names_by_its_anchors_is_read_once(tmp_path):
    page = xhtml("<p id='a'>One.</p><p id='b'>Two.</p>")
    chapters = {"one.xhtml#a": page, "one.xhtml#b": page}
    document = read(tmp_path, chapters, **{"OEBPS/one.xhtml": page})
    assert document.text.split() == ["One.", "Two."]
