"""Makes the containers that the document readers read: DOCX, ODT, EPUB and PDF from strings."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

from diglot import formats
from diglot.model import Document

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
SPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
PURL = b"http://purl.oclc.org/ooxml"
OPEN = b"http://schemas.openxmlformats.org/"
# ISO/IEC 29500-1, annex A; packages and markup compatibility keep their names.
STRICT = {b"wordprocessingml", b"spreadsheetml", b"presentationml", b"drawingml", b"officeDocument"}
ODF = (
    " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (
            ("office", "office"),
            ("text", "text"),
            ("table", "table"),
            ("draw", "drawing"),
            ("svg", "svg-compatible"),
            ("style", "style"),
            ("manifest", "manifest"),
        )
    )
    + ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def blocks(document: Document) -> list[tuple[str, str]]:
    """Kind and text of every block."""
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def anchored(document: Document) -> list[tuple[str | None, str]]:
    """Address and text of every block."""
    return [(block.anchor, document.text[block.start : block.end]) for block in document.blocks]


def texts(document: Document) -> list[str]:
    """Text of every block."""
    return [text for _, text in blocks(document)]


def skipped(document: Document) -> dict[str, int]:
    """What was left out, by kind."""
    return {skip.kind: skip.count for skip in document.skipped}


def marked(document: Document, kind: str) -> list[str]:
    """Texts that inline markup of a kind covers."""
    return [document.text[mark.start : mark.end] for mark in document.markup if mark.kind == kind]


def reader_of(name: str, read: Callable[..., Document] = formats.read) -> Callable[..., Document]:
    """Return what writes a text into a file of this name, reads it, and checks the document."""

    def read_text(folder: Path, text: str | bytes, name: str = name, **options: object) -> Document:
        path = folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        document = read(path, **options)
        check(document)
        return document

    return read_text


def check(document: Document) -> None:
    """Assert what holds for every document that a reader makes."""
    end = -1
    for block in document.blocks:
        assert block.start == end + 1
        assert block.end >= block.start
        end = block.end
        assert block.kind == "line" or "\n" not in document.text[block.start : block.end]
        if end < len(document.text):
            assert document.text[end] == "\n"
    assert end == len(document.text)
    for mark in document.markup:
        assert 0 <= mark.start <= mark.end <= len(document.text)
    for skip in document.skipped:
        assert skip.count > 0
    document.text.encode()


def zipped(path: Path, members: dict[str, str | bytes]) -> Path:
    """A zip container with these members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def strict(path: Path) -> Path:
    """Turn a container of Office Open XML into its Strict form, whose namespaces are others."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for name, content in members.items():
        for old in re.findall(rb"http://schemas\.openxmlformats\.org/[\w/]+", content):
            folder, _, rest = old.removeprefix(OPEN).partition(b"/2006/")
            if folder in STRICT:
                content = content.replace(old, b"/".join((PURL, folder, rest)))
        members[name] = content
    return zipped(path, members)


def docx(path: Path, body: str, *, main: str = "word/document.xml", **parts: str) -> Path:
    """A DOCX file with this content of ``w:body``; other parts by kind: header, footnotes…"""
    arrows = []
    members: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r0" '
        f'Type="{R}/officeDocument" Target="{main}"/></Relationships>',
        main: f"<w:document {SPACES}><w:body>{body}</w:body></w:document>",
    }
    roots = {"header": "hdr", "footer": "ftr"}
    for kind, content in parts.items():
        if kind == "links":
            arrows.append(content)
            continue
        root = roots.get(kind, kind)
        members[f"word/{kind}1.xml"] = f"<w:{root} {SPACES}>{content}</w:{root}>"
        arrows.append(f'<Relationship Id="x{kind}" Type="{R}/{kind}" Target="{kind}1.xml"/>')
    folder, _, name = main.rpartition("/")
    members[f"{folder}/_rels/{name}.rels"] = (
        f'<Relationships xmlns="{RELATIONS}">{"".join(arrows)}</Relationships>'
    )
    return zipped(path, members)


def p(content: str, properties: str = "") -> str:
    """A paragraph of WordprocessingML; plain text becomes a run."""
    runs = content if "<" in content else r(content)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{runs}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run of WordprocessingML."""
    stated = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{stated}<w:t xml:space="preserve">{text}</w:t></w:r>'


def odt(path: Path, text: str, **parts: str) -> Path:
    """An ODT file with this content of ``office:text``; other parts: styles, meta, manifest."""
    members: dict[str, str | bytes] = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {ODF}><office:body><office:text>{text}"
        "</office:text></office:body></office:document-content>",
    }
    for kind, content in parts.items():
        name = "META-INF/manifest.xml" if kind == "manifest" else f"{kind}.xml"
        members[name] = f"<office:document-{kind} {ODF}>{content}</office:document-{kind}>"
    return zipped(path, members)


def epub(path: Path, chapters: dict[str, str], *, extra: str = "", **members: str) -> Path:
    """An EPUB file; chapters by file name, ``nav.xhtml`` being the table of contents."""
    manifest = "".join(
        f'<item id="i{number}" href="{name}" media-type="application/xhtml+xml"'
        f"{' properties=' + chr(34) + 'nav' + chr(34) if name == 'nav.xhtml' else ''}/>"
        for number, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="i{number}"/>' for number in range(len(chapters)))
    content: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
        'container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:language>de</dc:language>'
        f"</metadata><manifest>{manifest}</manifest><spine>{spine}</spine>{extra}</package>",
    }
    content |= {f"OEBPS/{name}": text for name, text in chapters.items()}
    content |= members
    return zipped(path, content)


def xhtml(body: str) -> str:
    """A chapter of an EPUB file."""
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>'
        '<html xmlns="http://www.w3.org/1999/xhtml" '
        'xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head>'
        f"<body>{body}</body></html>"
    )


def pdf(path: Path, pages: list[list[tuple[int, int, int, str]]], *, letters: str = "") -> Path:
    """A PDF file; each page is a list of (x, y, font size, text).

    The font says that its small letters, from a on, are `letters`.
    """
    named = b"".join(
        b"<%02x> <%s>\n" % (97 + n, each.encode("utf-16-be").hex().encode())
        for n, each in enumerate(letters)
    )
    mapping = (
        b"begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
        b"%d beginbfchar\n%sendbfchar endcmap" % (len(letters), named)
    )
    objects: list[bytes] = [
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding%s >>"
        % (b" /ToUnicode 2 0 R" * bool(letters)),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(mapping), mapping),
    ]
    kids = []
    tree = 2 * len(pages) + 3
    for lines in pages:
        shown = b"".join(
            b"/F1 %d Tf 1 0 0 1 %d %d Tm (%s) Tj\n" % (size, x, y, _escaped(text))
            for x, y, size, text in lines
        )
        content = b"BT\n%sET" % shown
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 1 0 R >> >> >>" % (tree, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects.append(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids)))
    objects.append(b"<< /Type /Catalog /Lang (en-GB) /Pages %d 0 R >>" % tree)
    data = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    data += (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root %d 0 R >>\n"
        b"startxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, table, len(objects) + 1, len(objects), len(data))
    )
    path.write_bytes(data)
    return path


def _escaped(text: str) -> bytes:
    return text.encode("cp1252").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
