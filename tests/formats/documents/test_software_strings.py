"""Strings of programs."""

from __future__ import annotations

import plistlib

import pytest

from diglot import formats
from diglot.errors import FormatError, UnsafeFileError
from tests.formats.documents import packages


def read(tmp_path, name: str, text: str | bytes):
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    document = formats.read(path)
    packages.check(document)
    assert {block.kind for block in document.blocks} == {"string"}
    texts = packages.texts(document)
    return dict(zip((block.anchor for block in document.blocks), texts, strict=True)), document


def test_java_properties(tmp_path):
    found, document = read(
        tmp_path,
        "a.properties",
        "# comment\n! another\nhello = Caf\\u00e9 \\\n   au lait\nwith\\ space:x=y\nempty=\nalone\n"
        "smile=\\ud83d\\ude00\nback=c:\\\\temp\n",
    )
    assert found == {
        "hello": "Café au lait",
        "with space": "x=y",
        "smile": "😀",
        "back": "c:\\temp",
    }
    assert packages.skipped(document) == {"comment": 2, "string without a text": 2}


def test_android(tmp_path):
    found, document = read(
        tmp_path,
        "strings.xml",
        '<resources><string name="a">It\\\'s  <b>bold</b>\\n"  two  "</string>'
        '<string name="n" translatable="false">no</string>'
        '<plurals name="p"><item quantity="one">one</item><item quantity="other">%d</item>'
        "</plurals>"
        '<string-array name="r"><item>x</item></string-array><color name="c">#fff</color>'
        "</resources>",
    )
    assert found == {"a": "It's bold   two", "p[one]": "one", "p[other]": "%d", "r[0]": "x"}
    assert packages.skipped(document) == {
        "string not to be translated": 1,
        "resource of kind color": 1,
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_apple_strings(tmp_path, encoding):
    text = '/* c */\n"a b" = "Say \\"hi\\"";\nkey\n = "Zwei\\nZeilen \\U00e9";\n// x\n'
    found, _ = read(tmp_path, "a.strings", text.encode(encoding))
    assert found == {"a b": 'Say "hi"', "key": "Zwei Zeilen é"}


def test_apple_plurals(tmp_path):
    value = {"k": {"NSStringLocalizedFormatKey": "%#@n@", "n": {"one": "a file", "other": "files"}}}
    found, _ = read(tmp_path, "a.stringsdict", plistlib.dumps(value))
    assert found == {
        "k.NSStringLocalizedFormatKey": "%#@n@",
        "k.n.one": "a file",
        "k.n.other": "files",
    }


def test_resx(tmp_path):
    found, document = read(
        tmp_path,
        "a.resx",
        '<root><resheader name="v"><value>2</value></resheader><data name="a"><value>Hi</value>'
        '<comment>c</comment></data><data name="i" type="Bitmap"><value>x</value></data></root>',
    )
    assert found == {"a": "Hi"}
    assert packages.skipped(document) == {"value that is not text": 1}


def test_json_of_arb_and_of_rails(tmp_path):
    found, document = read(
        tmp_path,
        "app_fr.arb",
        '{"@@locale": "fr_CA", "a": "Bonjour", "@a": {"description": "d"}, "n": {"l": ["un", 2]}}',
    )
    assert found == {"a": "Bonjour", "n.l.0": "un"}
    assert document.language == "fr-CA"
    assert packages.skipped(document) == {"metadata entry": 1, "value that is not text": 1}
    found, document = read(tmp_path, "de.json", '{"de": {"a": {"b": "Hallo"}}}')
    assert (found, document.language) == ({"a.b": "Hallo"}, "de")


def test_yaml(tmp_path):
    found, document = read(
        tmp_path, "fr.yml", 'fr:\n  a: Bonjour\n  b:\n    c: "deux %{n}"\n    d: 3\n'
    )
    assert (found, document.language) == ({"a": "Bonjour", "b.c": "deux %{n}"}, "fr")


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("a.json", '{"a": ', "line 1.*not valid JSON|not valid JSON"),
        ("a.json", "[1, 2]", "no keys"),
        ("a.json", "[" * 100_000, "nests|not valid"),
        ("a.yml", "a: [", "not valid YAML"),
        ("a.yml", "a: &x [b]\nc: *x", "aliases"),
        ("a.strings", '"a" = "b";\n"c" = "d"', "line 2.*Apple"),
        ("a.stringsdict", b"bplist00", "binary property list.*plutil"),
        ("a.stringsdict", "<plist><dict><key>a</key></dict></plist>", "not a valid property list"),
    ],
)
def test_what_breaks_the_syntax_is_refused_with_its_place(tmp_path, name, text, error):
    with pytest.raises((FormatError, UnsafeFileError), match=error):
        read(tmp_path, name, text)
