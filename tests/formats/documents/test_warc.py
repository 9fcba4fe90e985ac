"""Archives of crawlers."""

from __future__ import annotations

import gzip

import pytest

from diglot import formats
from diglot.errors import FormatError
from diglot.formats.documents.warc import unpack

PAGES = [
    ("http://a.org/fr/", "200 OK", "text/html; charset=iso-8859-1", "<p>Un été.</p>"),
    ("http://a.org/fr/", "200 OK", "text/html", "<p>Once more.</p>"),
    ("http://a.org/x?id=1&l=en", "200 OK", "text/html", "<html lang='fr'><p>Deux étés.</p>"),
    ("http://a.org/../../b", "200 OK", "application/xhtml+xml", "<p>Trois.</p>"),
    ("http://a.org/gone", "404 Not Found", "text/html", "<p>Gone.</p>"),
    ("http://a.org/i.png", "200 OK", "image/png", "png"),
]


@pytest.fixture(params=["crawl.warc", "crawl.warc.gz"])
def archive(request, tmp_path):
    path = tmp_path / request.param
    records = []
    for address, status, kind, text in PAGES:
        data = text.encode("latin-1" if "8859" in kind else "utf-8")
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n"
        answer = head.encode() + data
        record = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(answer)}\r\n\r\n"
        ).encode() + answer
        records.append(record + b"\r\n\r\n")
    packed = path.suffix == ".gz"
    path.write_bytes(b"".join(gzip.compress(each) if packed else each for each in records))
    return path


def test_pages_are_read_one_after_the_other_in_their_encodings(archive):
    document = formats.read(archive)
    assert document.text.split("\n") == ["Un été.", "Deux étés.", "Trois."]
    assert {(each.kind, each.count) for each in document.skipped} == {
        ("page stored twice", 1),
        ("response that is not a page", 1),
        ("file that is not a page", 1),
    }


def test_pages_are_unpacked_as_wget_stores_them_and_never_outside(archive, tmp_path):
    folder = tmp_path / "mirror"
    count, skipped = unpack(archive, folder)
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == {"a.org/fr/index.html", "a.org/x?id=1&l=en.html", "a.org/b.html"}
    assert count == 3
    assert len(skipped) == 3
    assert formats.read(folder / "a.org/fr/index.html").text == "Un été."


def test_an_archive_without_pages_is_refused(tmp_path):
    head = "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    (tmp_path / "a.warc").write_text(head, newline="")
    with pytest.raises(FormatError, match="holds no HTML page"):
        unpack(tmp_path / "a.warc", tmp_path / "mirror")
    assert not (tmp_path / "mirror").exists()


def test_something_else_is_no_archive(tmp_path):
    path = tmp_path / "short.warc"
    path.write_bytes(b"no archive at all\n" * 9)
    with pytest.raises(FormatError, match=r"short\.warc"):
        formats.read(path)
