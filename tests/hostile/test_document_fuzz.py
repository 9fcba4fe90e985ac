"""Fuzzing of the document readers: whatever the bytes, only InputError escapes."""

from __future__ import annotations

import os
import zipfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot import formats
from diglot.errors import InputError
from tests.formats.documents import packages
from tests.formats.documents.packages import p, r
from tests.hostile.damage import damaged, damaged_parts, zipped

# Before a release: DIGLOT_FUZZ=100000.
EXAMPLES = int(os.environ.get("DIGLOT_FUZZ", "60"))
quick = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
TEXTS = {
    "html": b"<html lang=en><h1>T</h1><p>One <b>two</b><br>x<table><tr><td>c</table>"
    b"<pre>a\n\nb</pre><i class='x'>y</i>",
    "md": b"---\na: b\n---\n# T\n\n- x\n\n| a |\n|---|\n| b |\n\n[^1]: n\n\n"
    b"<div>h</div>\n\n```\nc\n```\n",
    "txt": b"A line that is\nwrapped some-\nwhere.\n\n  Another.\n",
    "srt": b"1\n00:00:01,000 --> 00:00:02,000\n<i>a</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
    "vtt": b"WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 line:0\n<v A>b</v> &amp; c\n",
    "ass": b"[Script Info]\n[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,"
    b"{\\i1}a{\\i0}\\Nb, c\n",
    "rtf": b"{\\rtf1\\ansi"
    b"{\\fonttbl{\\f0\\fcharset204 A;}}{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 "
    b"T"
    b"\\par\\f0 \\'cc\\u-10179?\\u-8704?{\\footnote n\\par}\\intbl c\\cell\\row{\\*\\x y}}",
    "rst": b"T\n=\n\nA *b* [1]_ :ref:`c <d>`.\n\n.. [1] n\n\n.. note:: x\n\n+---+\n| a |\n+---+\n",
    "adoc": b"= T\n\nA *b* `c` footnote:[n]\n\n* i\n\n|===\n|a |b\n|===\n\n----\nc\n----\n",
    "tex": b"\\title{T}\\begin{document}\n\\section{S}\nA\\footnote{n} $x$ \\'e \\verb|a|%c\n"
    b"\\begin{tabular}{l}a & b\\\\\\end{tabular}\\end{document}",
    "dita": b"<topic id='a'><title>T</title><body><p>A <b>b</b><fn>n</fn></p></body></topic>",
    "properties": b"# c\na = b \\\n  c\\u00e9\nd:e\n",
    "strings": b'/* c */ "a" = "b\\n"; // x\nc = d;',
    "stringsdict": b"<plist><dict><key>a</key><string>b</string></dict></plist>",
    "resx": b"<root><data name='a'><value>b</value></data></root>",
    "json": b'{"en": {"a": "b", "@a": {"c": [1, "d"]}}}',
    "yml": b"en:\n  a: b\n  c: [d, 1]\n  e: |\n    f\n",
}
PACKAGES = ("docx", "odt", "epub", "pptx", "idml")


@cache
def package(kind: str) -> dict[str, bytes]:
    """Members of a small container of each kind."""
    import tempfile

    path = Path(tempfile.mkdtemp()) / f"a.{kind}"
    if kind == "docx":
        packages.docx(
            path,
            p(
                r("a")
                + "<w:ins>"
                + r("b")
                + "</w:ins><w:del><w:r><w:delText>c</w:delText></w:r></w:del>"
            )
            + "<w:tbl><w:tr><w:tc>"
            + p("d")
            + "</w:tc></w:tr></w:tbl>"
            + p("<w:r><w:footnoteReference w:id='1'/><w:sym w:char='F061'/></w:r>"),
            footnotes=f"<w:footnote w:id='1'>{p('n')}</w:footnote>",
            styles="<w:style w:type='paragraph' w:styleId='a'/>",
            header=p("h"),
        )
    elif kind == "pptx":
        from tests.formats.documents.test_pptx import presentation, shape, slide

        presentation(path, {"s.xml": slide(shape("a|b", "title"))})
    elif kind == "idml":
        from tests.formats.documents.test_idml import package as indesign

        indesign(path, u1="<Content>a</Content><Br/><Content>b</Content>")
    elif kind == "odt":
        packages.odt(path, "<text:h>a</text:h><text:p>b<text:s text:c='2'/>c</text:p>", meta="x")
    else:
        packages.epub(path, {"a.xhtml": packages.xhtml("<h1>a</h1><p>b</p>")})
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@cache
def printed() -> bytes:
    """A small PDF file."""
    import tempfile

    path = Path(tempfile.mkdtemp()) / "a.pdf"
    return packages.pdf(
        path, [[(72, 700, 11, "Some text"), (72, 680, 11, "and more")]]
    ).read_bytes()


def reads_or_refuses(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with suppress(InputError):
        packages.check(formats.read(path))


@pytest.mark.parametrize("extension", TEXTS)
@quick
@given(st.data())
def test_mutated_texts(tmp_path, extension, data):
    reads_or_refuses(tmp_path / f"a.{extension}", data.draw(damaged(TEXTS[extension])))


@pytest.mark.parametrize("extension", ["html", "md", "txt", "srt", "vtt", "docx", "pdf"])
@quick
@given(data=st.binary(max_size=300))
def test_random_bytes(tmp_path, extension, data):
    reads_or_refuses(tmp_path / f"a.{extension}", data)


@pytest.mark.parametrize("kind", PACKAGES)
@quick
@given(st.data())
def test_mutated_members_of_containers(tmp_path, kind, data):
    reads_or_refuses(tmp_path / f"a.{kind}", data.draw(damaged_parts(zipped(package(kind)))))


@pytest.mark.parametrize("kind", PACKAGES)
@quick
@given(st.data())
def test_mutated_containers(tmp_path, kind, data):
    reads_or_refuses(tmp_path / f"a.{kind}", data.draw(damaged(zipped(package(kind)))))


@quick
@given(st.data())
def test_mutated_pdf(tmp_path, data):
    reads_or_refuses(tmp_path / "a.pdf", data.draw(damaged(printed())))


def trees(tags: list[str], texts: list[str]) -> st.SearchStrategy[str]:
    """Well-formed markup of these start tags in any nesting."""

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.builds(
            lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.split()[0]}>",
            st.sampled_from(tags),
            st.lists(inner, max_size=4),
        )

    return st.recursive(st.sampled_from(texts), grow, max_leaves=25)


WORD = [
    "w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:sdt", "w:ins", "w:del", "w:moveFrom",
    "w:moveTo", "w:pPr", "w:rPr", "w:hyperlink r:id='x'", "w:fldChar w:fldCharType='begin'",
    "w:fldChar w:fldCharType='end'", "w:fldChar", "w:sym w:char='zz'", "w:sym w:char='110000'",
    "w:sym w:char='D800'", "w:br", "w:tab", "w:numPr", "w:numId w:val='x'", "w:lang w:val='fr'",
    "w:outlineLvl w:val='x'", "w:pStyle w:val='Heading1'", "mc:AlternateContent", "mc:Choice",
    "mc:Fallback", "w:drawing", "w:txbxContent", "m:oMath", "m:t", "w:ruby", "w:rt", "w:rubyBase",
    "w:footnoteReference w:id='1'", "w:vanish", "w:altChunk", "w:trPr", "w:strange", "v:textpath",
    "w:delText", "w:instrText", "w:fldSimple", "a:t",
]  # fmt: skip
WRITER = [
    "text:p", "text:h text:outline-level='x'", "text:h text:outline-level='99'", "text:span",
    "text:list", "text:list-item", "table:table", "table:table-row", "table:table-cell",
    "table:table-cell table:number-columns-repeated='999999999999'", "text:s text:c='99999'",
    "text:tab", "text:line-break", "text:note", "text:note-body", "text:note-citation",
    "draw:frame", "draw:text-box", "draw:custom-shape", "text:tracked-changes",
    "text:changed-region xml:id='a'", "text:insertion", "text:deletion",
    "text:change text:change-id='a'", "text:change-start text:change-id='a'", "text:ruby",
    "text:ruby-base", "office:annotation", "text:a", "text:strange", "text:table-of-content",
]  # fmt: skip
PAGE = [
    "p", "div", "b", "i id=x", "table", "tr", "td", "th", "li", "ul", "h1", "h3", "pre", "code",
    "br", "hr", "script", "template", "svg", "math", "select", "option", "button", "a href=x",
    "span translate=no", "ruby", "rt", "form", "p hidden", "body", "html", "head", "title",
    "noscript", "frameset", "textarea", "caption", "plaintext", "xmp", "foreignObject", "dd",
]  # fmt: skip
PIECES = ["", " ", "a", "b c", "\n", "\n\n", "d-", "é", "中"]


@pytest.mark.parametrize("tracked", ["accepted", "original"])
@quick
@given(body=trees(WORD, PIECES))
def test_any_nesting_of_word_markup(tmp_path, tracked, body):
    path = packages.docx(tmp_path / "a.docx", body, footnotes=body, styles=body)
    with suppress(InputError):
        packages.check(formats.read(path, tracked=tracked))


@pytest.mark.parametrize("tracked", ["accepted", "original"])
@quick
@given(body=trees(WRITER, PIECES))
def test_any_nesting_of_odf_markup(tmp_path, tracked, body):
    path = packages.odt(tmp_path / "a.odt", body)
    with suppress(InputError):
        packages.check(formats.read(path, tracked=tracked))


@quick
@given(page=trees(PAGE, PIECES))
def test_any_nesting_of_html(tmp_path, page):
    reads_or_refuses(tmp_path / "a.html", page.encode())
