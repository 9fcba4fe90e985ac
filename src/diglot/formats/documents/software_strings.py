"""Strings of programs: one language a file, each text under a key.

Java properties, Android, Apple, .NET (RESX), and JSON and YAML as i18next, ARB and Rails use them.
A text is a block whose anchor is its key, so that two files are linked by their keys.

References: java.util.Properties; Android, "String resources"; Apple, "Strings file format" and
"Stringsdict file format"; Microsoft, "ResX"; i18next, "JSON format"; Google, "Application Resource
Bundle specification"; Rails, "Rails internationalization API".
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from diglot.errors import RIGHT_FILE, FormatError, UnsafeFileError
from diglot.files import xml
from diglot.files.binary import read_bytes
from diglot.files.text import MAX_DOCUMENT, read_text, split_lines
from diglot.formats.blocks import EXAMPLE_LENGTH, Builder, Skips, flatten_markup
from diglot.text.languages import is_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from lxml.etree import _Element

    from diglot.model import Document

KIND = "string"
MAX_STRINGS = 2_000_000
PROPERTY = re.compile(r"((?:[^\\\s=:]|\\.)*)[ \t\f]*[=: \t\f]?[ \t\f]*(.*)", re.DOTALL)
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
SHORT = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
APPLE = re.compile(
    r'\s*+(?:/\*(?:[^*]|\*(?!/))*+\*/|//[^\n]*+|(?P<key>"(?:[^"\\]|\\.)*+"|[\w.$-]++)\s*+'
    r'(?:=\s*+(?P<text>"(?:[^"\\]|\\.)*+"|[\w.$-]++)\s*+)?(?:;|(?P<open>))|(?P<wrong>\S))',
    re.DOTALL,
)
ANDROID_SPACE = re.compile(r"\s+")
ANDROID_QUOTED = re.compile(r'(?<!\\)"')


def read(path: Path, *, encoding: str | None = None, syntax: str) -> Document:
    """Read a file of strings; the anchors of its blocks are their keys.

    Texts without letters stay, empty ones and values that are no text are counted.

    Args:
        encoding: of a file that is neither Unicode nor marked.
        syntax: a name of `SYNTAXES`.

    Raises:
        FormatError: it breaks the syntax, or holds no text.
    """
    builder = Builder()
    language = None
    for count, (key, text) in enumerate(SYNTAXES[syntax](path, encoding, builder.skips)):
        if count >= MAX_STRINGS:
            raise UnsafeFileError(f"holds more than {MAX_STRINGS:,} strings", path=path)
        if key == "@@locale":
            language = text.replace("_", "-")
        elif text.strip():
            builder.add(" ".join(split_lines(text)), kind=KIND, anchor=key)
        else:
            builder.skips.add("string without a text", key)
    return builder.finish(path, syntax, language=language)


def _properties(path: Path, encoding: str | None, skips: Skips) -> Iterator[tuple[str, str]]:
    lines = iter(split_lines(read_text(path, encoding=encoding, most=MAX_DOCUMENT)))
    for line in lines:
        whole = line.lstrip(" \t\f")
        if whole.startswith(("#", "!")):
            skips.add("comment", whole)
            continue
        while (len(whole) - len(whole.rstrip("\\"))) % 2:
            whole = whole[:-1] + next(lines, "").lstrip(" \t\f")
        match = PROPERTY.fullmatch(whole)
        if match and (match[1] or match[2]):
            yield _unescape(match[1]), _unescape(match[2])


def _unescape(text: str) -> str:
    r"""Resolve ``\n``, ``\u00e9`` and the like; two halves of a character become one."""
    if "\\" not in text:
        return text
    plain = ESCAPE.sub(
        lambda match: chr(int(match[1], 16)) if match[1] else SHORT.get(match[2], match[2]), text
    )
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _android(path: Path, encoding: str | None, skips: Skips) -> Iterator[tuple[str, str]]:
    for element in xml.parse(path, encoding=encoding):
        kind, name = xml.local_name(element), element.get("name", "")
        if element.get("translatable") == "false":
            skips.add("string not to be translated", name)
        elif kind == "string":
            yield name, _android_text(element)
        elif kind in {"plurals", "string-array"}:
            for number, item in enumerate(element):
                yield f"{name}[{item.get('quantity', number)}]", _android_text(item)
        else:
            skips.add(f"resource of kind {kind}", name)


def _android_text(element: _Element) -> str:
    text, _ = flatten_markup(element, frozenset(), keep=False)
    # White space counts as one space but inside double quotes.
    parts = ANDROID_QUOTED.split(text)
    plain = [ANDROID_SPACE.sub(" ", part) if not at % 2 else part for at, part in enumerate(parts)]
    return _unescape("".join(plain).strip())


def _apple(path: Path, encoding: str | None, skips: Skips) -> Iterator[tuple[str, str]]:
    data = read_bytes(path, most=MAX_DOCUMENT)
    if (
        data[:200]
        .lstrip(b"\xef\xbb\xbf \r\n")
        .startswith((b"<?xml", b"<!DOCTYPE plist", b"<plist", b"bplist"))
    ):
        yield from _flatten(_plist(path, data), skips)
        return
    text = read_text(path, encoding=encoding, most=MAX_DOCUMENT)
    position = 0
    while match := APPLE.match(text, position):
        position = match.end()
        if match["wrong"] or match["open"] is not None:
            raise FormatError(
                "breaks the syntax of Apple's strings",
                path=path,
                place=text.count("\n", 0, match.start("wrong" if match["wrong"] else "key")) + 1,
                cure='write "key" = "text"; on each line',
            )
        if match["key"]:
            yield _apple_text(match["key"]), _apple_text(match["text"] or match["key"])


def _apple_text(text: str) -> str:
    plain = text[1:-1] if text.startswith('"') else text
    return _unescape(plain.replace("\\U", "\\u"))


def _plist(path: Path, data: bytes) -> Mapping[str, object]:
    import plistlib

    if data.startswith(b"bplist"):
        raise FormatError(
            "is a binary property list", path=path, cure="convert it with: plutil -convert xml1"
        )
    # What is unsafe is refused before the library sees it.
    if xml.local_name(xml.parse(data, path=path)) != "plist":
        raise FormatError("is not a property list", path=path, cure=RIGHT_FILE)
    try:
        found = plistlib.loads(data)
    except (
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        RecursionError,
        OverflowError,
    ) as error:
        raise FormatError(
            "is not a valid property list", path=path, cure="check it with plutil -lint"
        ) from error
    return found if isinstance(found, dict) else {}


def _resx(path: Path, encoding: str | None, skips: Skips) -> Iterator[tuple[str, str]]:
    for element in xml.parse(path, encoding=encoding).iter("data"):
        name = element.get("name", "")
        if element.get("type") or element.get("mimetype") or name.startswith(">>"):
            skips.add("value that is not text", name)
        else:
            yield name, "".join(str(value.text or "") for value in element.iter("value"))


def _json(path: Path, encoding: str | None, skips: Skips) -> Iterator[tuple[str, str]]:
    text = read_text(path, encoding=encoding, most=MAX_DOCUMENT)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(
            "is not valid JSON" if isinstance(error, ValueError) else "nests too deeply",
            path=path,
            place=getattr(error, "lineno", None),
            cure="repair it, or convert the file with the program that made it",
        ) from error
    yield from _of_object(path, value, skips)


def _yaml(path: Path, encoding: str | None, skips: Skips) -> Iterator[tuple[str, str]]:
    import yaml

    text = read_text(path, encoding=encoding, most=MAX_DOCUMENT)
    try:
        # Aliases are refused: nested, they expand without end. Nothing but text is resolved.
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
            raise UnsafeFileError("holds aliases", path=path, cure="write the values out")
        value = yaml.load(text, yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        raise FormatError(
            "is not valid YAML",
            path=path,
            place=mark.line + 1 if mark else None,
            cure="repair it there",
        ) from error
    yield from _of_object(path, value, skips)


def _of_object(path: Path, value: object, skips: Skips) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        raise FormatError(
            "holds no keys with texts", path=path, cure="give a file of strings: an object of texts"
        )
    # Rails puts everything under the language.
    if len(value) == 1 and isinstance(inner := next(iter(value.values())), dict):
        code = str(next(iter(value)))
        if is_language(code.replace("_", "-")):
            yield "@@locale", code
            value = inner
    yield from _flatten(value, skips)


def _flatten(value: Mapping[Any, object], skips: Skips) -> Iterator[tuple[str, str]]:
    """Give the texts of nested objects, their keys joined by dots; ARB's metadata are counted."""
    stack: list[tuple[str, Iterator[tuple[str, object]]]] = [("", _entries(value))]
    while stack:
        prefix, entries = stack[-1]
        for name, inner in entries:
            key = f"{prefix}{name}"
            if name == "@@locale" and isinstance(inner, str):
                yield name, inner
            elif name.startswith("@") or name == "NSStringFormatSpecTypeKey":
                skips.add("metadata entry", key)
            elif isinstance(inner, str):
                yield key, inner
            elif isinstance(inner, (dict, list)):
                stack.append((f"{key}.", _entries(inner)))
                break
            elif inner is not None:
                skips.add("value that is not text", f"{key}: {inner!s:.{EXAMPLE_LENGTH}}")
        else:
            stack.pop()


def _entries(value: object) -> Iterator[tuple[str, object]]:
    pairs: Iterable[tuple[object, object]] = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value if isinstance(value, list) else ())
    )
    return ((str(name), inner) for name, inner in pairs)


SYNTAXES = {
    "properties": _properties,
    "android": _android,
    "apple": _apple,
    "resx": _resx,
    "json": _json,
    "yaml": _yaml,
}
