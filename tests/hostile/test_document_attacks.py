"""Hostile documents: each ends in one clear line, quickly."""

from __future__ import annotations

import os
import signal
import zipfile
from contextlib import suppress
from pathlib import Path

import openpyxl
import pytest

from diglot import formats
from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.files import text
from diglot.files.text import MAX_BYTES
from diglot.formats import workbooks
from diglot.formats.documents import pdf
from tests.effort import grows_linearly
from tests.formats.documents import packages
from tests.formats.documents.packages import p

BOMB = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def changed(path: Path, name: str, old: bytes, new: bytes) -> Path:
    """A container with some bytes of one member replaced."""
    with zipfile.ZipFile(path) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    members[name] = members[name].replace(old, new, 1)
    return packages.zipped(path, members)


def refused(path: Path, kind: type[InputError], pattern: str) -> None:
    """Assert that a file is refused in one line that names it."""
    with pytest.raises(kind, match=pattern) as caught:
        formats.read(path)
    line = str(caught.value)
    assert line.startswith(str(path))
    assert "\n" not in line


def read_as(path: Path, text: str) -> None:
    """Read or refuse a text as a file of a name."""
    with suppress(InputError):
        packages.check(formats.read(write(path, text.encode())))


@pytest.mark.parametrize(
    ("name", "data", "pattern"),
    [
        ("a.docx", b"Just some text.", "not a complete DOCX file"),
        ("a.docx", b"", "empty"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old DOC file or has a password"),
        ("a.docx", b"{\\rtf1 text}", "RTF"),
        ("a.docx", b"%PDF-1.7", "PDF"),
        ("a.odt", b"text", "not a complete ODT file"),
        ("a.epub", b"<html>", "not a complete EPUB file"),
        ("a.pdf", b"not a PDF", "not a PDF"),
        ("a.pdf", b"%PDF-1.7\n%%EOF", "damaged"),
        ("a.html", b"", "holds no text"),
        ("a.html", b"PK\x03\x04\x00\xff", "zip"),
        ("a.html", b"<p>\xff\xfe", "line 1.*--encoding"),
        ("a.txt", b"a\n\xe9\n", "line 2.*--encoding"),
        ("a.txt", b"a\0b", "NUL|binary"),
        ("a.md", b"", "holds no text"),
        ("a.srt", b"1\n00:00:00,000 --> \n", "SRT"),
        ("a.srt", b"1" * 100_000 + b"\n00:00:00,000 -->", "long runs"),
        ("a.vtt", b"WEBVTT\n\n0 --> 1\nx", "time code"),
    ],
)
def test_file_that_is_not_what_its_name_says(tmp_path, name, data, pattern):
    refused(write(tmp_path / name, data), InputError, pattern)


@pytest.mark.parametrize("extension", ["docx", "odt", "epub", "pdf", "html", "txt"])
def test_missing_file_and_folder(tmp_path, extension):
    refused(tmp_path / f"missing.{extension}", InputError, "no such file")
    folder = tmp_path / f"folder.{extension}"
    folder.mkdir()
    refused(folder, InputError, "folder")


def test_docx_cut_off_in_the_middle(tmp_path):
    path = packages.docx(tmp_path / "a.docx", p("text " * 1000))
    refused(write(path, path.read_bytes()[:-300]), FormatError, "not a complete DOCX file")


def test_docx_without_its_document(tmp_path):
    path = packages.zipped(tmp_path / "a.docx", {"word/other.xml": "<x/>"})
    refused(path, FormatError, r"no word/document\.xml")


def test_workbook_renamed_to_docx(tmp_path):
    path = packages.docx(tmp_path / "a.docx", p("x"))
    changed(path, "word/document.xml", b"<w:document", b"<w:workbook")
    changed(path, "word/document.xml", b"</w:document", b"</w:workbook")
    refused(path, FormatError, "workbook")


@pytest.mark.parametrize(
    ("make", "member"),
    [
        (lambda path: packages.docx(path, p("x")), "word/document.xml"),
        (lambda path: packages.docx(path, p("x"), footnotes=p("y")), "word/footnotes1.xml"),
        (lambda path: packages.odt(path, "<text:p>x</text:p>"), "content.xml"),
        (lambda path: packages.epub(path, {"a.xhtml": "<p>x</p>"}), "OEBPS/book.opf"),
        (lambda path: packages.epub(path, {"a.xhtml": "<html><p>x</p></html>"}), "OEBPS/a.xhtml"),
    ],
)
def test_entity_bomb_in_a_part(tmp_path, make, member):
    path = tmp_path / f"a.{ {'word': 'docx', 'cont': 'odt', 'OEBP': 'epub'}[member[:4]] }"
    changed(make(path), member, b"<", BOMB.encode() + b"<")
    refused(path, UnsafeFileError, f"{member}.*declares")


@pytest.mark.slow
@pytest.mark.parametrize("member", ["word/document.xml", "word/header1.xml"])
def test_zip_bomb_in_a_part(tmp_path, member):
    path = packages.docx(tmp_path / "a.docx", p("x"), header=p("y"))
    changed(path, member, b"<w:t", b" " * 200_000_000 + b"<w:t")
    assert path.stat().st_size < 300_000
    refused(path, UnsafeFileError, "100 times")


def test_deep_nesting_in_a_docx(tmp_path):
    for depth in (200, 5_000):
        body = "<w:sdt><w:sdtContent>" * depth + p("x") + "</w:sdtContent></w:sdt>" * depth
        path = packages.docx(tmp_path / "a.docx", body)
        refused(path, UnsafeFileError, "limit")


def test_deepest_nesting_that_xml_allows_is_read(tmp_path):
    body = "<w:sdt>" * 240 + p("x") + "</w:sdt>" * 240
    assert formats.read(packages.docx(tmp_path / "a.docx", body)).text == "x"
    cells = "<w:tbl><w:tr><w:tc>" * 80 + p("x") + "</w:tc></w:tr></w:tbl>" * 80
    assert formats.read(packages.docx(tmp_path / "a.docx", cells)).text == "x"


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 5_000 + "x",
        "<span><div></span>" * 5_000,
        "<b><div></b>" * 5_000,
        "<div><table><tr><td></div>" * 5_000,
        "<x>" * 300_000,
        "<rt>" * 5_000,
        # Each of these once hid its depth behind an end tag that the parser ignores.
        "<form><div></form>" * 5_000,
        "<select><title></select>" + "<div>" * 5_000 + "</title>",
        "<a b='>'><div title=\"</div>\">" * 5_000,
        "<svg><title><div></svg></div>" * 5_000,
        "<span><th><i></th></span>" * 5_000,
        "<table><td><dd><option><td>" * 5_000,
        "<p>" + "".join(f"<b id={n}>" for n in range(1_900)) + "</p>" + "<p>x</p>" * 2_000,
    ],
)
def test_pages_that_cost_the_parser_too_much(tmp_path, page):
    refused(write(tmp_path / "a.html", page.encode()), UnsafeFileError, "nests|leaves")


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        "<p>" + "word " * 2_000_000,
        "<p>x<b>y" * 20_000,
        "<ul><li>x<li>y</ul>" * 20_000,
        "<table><tr><td>x<td>y</table>" * 10_000,
        "<p><a name=a>x<p><font color=red>y" * 5_000,
        "<!--" * 100_000 + "--><p>x",
        "<a <a <a" * 50_000 + "><p>x",
        "<p title='" + "'" * 100_000 + ">x</p>x",
    ],
)
def test_odd_but_harmless_pages_are_read_in_time(tmp_path, page):
    read_as(tmp_path / "a.html", page)
    # Smaller pages are not looked at by the guard.
    assert grows_linearly(lambda size: read_as(tmp_path / "b.html", page[:size]), 60_000)


@pytest.mark.parametrize("quote", ['"', "'", "\"'"])
def test_xhtml_with_unclosed_quotes_is_rewritten_in_time(tmp_path, quote):
    page = '<?xml version="1.0"?><html><body><p>x</p>' + f"<a b={quote}" * 100_000
    read_as(tmp_path / "a.xhtml", page)
    assert grows_linearly(lambda size: read_as(tmp_path / "b.xhtml", page[:size]), 4_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "[" * 20_000),
        ("a.md", "*a **b " * 10_000),
        ("a.md", "x" + "`" * 50_000 + "x"),
        ("a.md", "[^1]: x\n" * 10_000),
        ("a.txt", "word " * 2_000_000),
        ("a.txt", "a-\n" * 100_000),
        ("a.srt", "1\n00:00:00,000 --> 00:00:01,000\nx\n\n" * 10_000),
        ("a.srt", "1\n00:00:00,000 --> 00:00:01,000\n" + "1\n00:00:00\n" * 20_000),
        ("a.vtt", "WEBVTT\n\n" + "00:00.000 --> 00:01.000\n<v <i <c\n\n" * 10_000),
    ],
)
def test_long_and_odd_texts_are_read_in_time(tmp_path, name, text):
    read_as(tmp_path / name, text)
    assert grows_linearly(lambda size: read_as(tmp_path / f"b{name}", text[:size]), 4_000)


def test_markdown_that_nests_too_deeply(tmp_path):
    refused(write(tmp_path / "a.md", b"> " * 500 + b"x"), UnsafeFileError, "line 1.*nests")


def test_text_traps_survive(tmp_path):
    traps = "e\u0301 \u202eevil\u202c \U0001f600 a\u200db \ufeffx \u00ad\u00a0\u202f\u0085\u2028z"
    path = packages.docx(tmp_path / "a.docx", p(traps))
    assert formats.read(path).text == traps
    assert formats.read(packages.odt(tmp_path / "a.odt", f"<text:p>{traps}</text:p>")).text == traps
    assert formats.read(write(tmp_path / "a.html", f"<p>{traps}".encode())).text == traps
    assert formats.read(write(tmp_path / "a.txt", f"- {traps}".encode())).text == f"- {traps}"


def test_numeric_references_to_surrogates_and_nul_stay_encodable(tmp_path):
    document = formats.read(write(tmp_path / "a.html", b"<p>a&#xD800;&#0;b"))
    packages.check(document)


@pytest.fixture
def forked(monkeypatch):
    """Read PDF files in a fork, which knows what a test replaced, whatever threads tests left."""
    monkeypatch.setattr(pdf.threading, "active_count", lambda: 1)


@pytest.mark.usefixtures("forked")
def test_a_small_pdf_that_repeats_its_text_without_end_is_refused(tmp_path, monkeypatch):
    path = packages.pdf(tmp_path / "a.pdf", [[(72, 700, 11, "word " * 50)]])
    assert formats.read(path).text
    monkeypatch.setattr(pdf, "SIGNS_FLOOR", 100)
    monkeypatch.setattr(pdf, "MAX_SIGNS", 0)
    with pytest.raises(UnsafeFileError, match="page 1: has more than 0 characters for each"):
        formats.read(path)


def test_a_pdf_whose_drawings_contain_one_another_is_refused_within_its_memory(
    tmp_path, monkeypatch
):
    resources = b"/Resources<</Font<</F1 4 0 R>>/XObject<</X %d 0 R>>>>"
    form = b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]" + resources + b"/Length 120>>stream\n"
    drawing = b"/X Do\n" * 20 + b"\nendstream"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 5 0 R" + resources % 6 + b">>"
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1/Kids[3 0 R]>>", page,
               b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
               b"<</Length 120>>stream\n" + drawing,
               *(form % (7 + depth) + drawing for depth in range(3)),
               form % 4 + b"BT /F1 9 Tf (a) Tj ET\n" * 20 + b"endstream"]  # fmt: skip
    body = b"%PDF-1.7\n" + b"".join(
        b"%d 0 obj\n%s\nendobj\n" % numbered for numbered in enumerate(objects, 1)
    )
    path = write(tmp_path / "a.pdf", body + b"trailer\n<</Size 10/Root 1 0 R>>\n%%EOF")
    monkeypatch.setattr(pdf, "MEMORY", 16 << 20)
    refused(path, UnsafeFileError, "within 16 MB of memory")


def test_a_workbook_that_repeats_a_long_text_in_every_cell_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    for _ in range(20):
        book.active.append(["x"] * 10)
    book.save(path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b't="inlineStr"><is><t>x</t></is>', b't="s"><v>0</v>')
    parts["xl/sharedStrings.xml"] = f"<sst><si><t>{'a long text ' * 50}</t></si></sst>".encode()
    packages.zipped(path, parts)
    assert formats.read(path, format="workbook").text
    monkeypatch.setattr(workbooks, "MAX_SHOWN", 10_000)
    monkeypatch.setattr(workbooks, "SHOWN_TIMES", 1)
    with pytest.raises(UnsafeFileError, match="repeats its texts"):
        formats.read(path, format="workbook")


@pytest.mark.usefixtures("forked")
def test_a_pdf_that_takes_too_long_is_refused_in_one_line(tmp_path):
    path = tmp_path / "a.pdf"
    with pytest.raises(UnsafeFileError, match=r"a\.pdf: takes more than 22 seconds to read"):
        pdf.within_limits(lambda: os.kill(os.getpid(), signal.SIGXCPU), 1_000_000, path)


@pytest.mark.parametrize(
    "sgml", ["<text><p a: b:c='d'>x</p></text>", "<text><p a²='d'>x</p></text>"]
)
def test_names_that_xml_forbids_are_read_in_sgml(tmp_path, sgml):
    path = write(tmp_path / "a.sgml", sgml.encode())
    assert formats.read(path).text == "x"


@pytest.mark.parametrize("extension", ["html", "md", "tex", "adoc", "rst", "srt", "json", "po"])
def test_a_file_too_large_for_its_parser_is_refused_unread(tmp_path, extension):
    path = tmp_path / f"a.{extension}"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)  # takes no room on the disk
    with pytest.raises(UnsafeFileError, match="MB; divide it"):
        formats.read(path)


def test_an_endless_line_is_refused_while_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "MAX_LINE", 10_000)
    for name in ("a.txt", "a.links", "a.tsv", "a.jsonl"):
        path = write(tmp_path / name, b"a " * 6_000)
        with pytest.raises(UnsafeFileError, match="line of more than 10,000 bytes"):
            formats.read_links(path) if name == "a.links" else formats.read(path)
