"""Programs whose help and interface Debian has in many languages, and how each is read.

Text and a termbase as `bench.office` has them of an office suite: paragraphs of the help, or, of
programs without a help, the long strings of the interface; and the strings of one to four words.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from bench import office

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Pair = tuple[str, str]
_MALLARD = "{http://projectmallard.org/1.0/}"
_BLOCKS = frozenset(_MALLARD + name for name in ("p", "title", "desc"))
_TAG = re.compile(r"<[^>]*>")
# What a page of DocBook has around its own text.
_SECTIONS = ("sect1", "sect2", "sect3", "chapter", "preface", "appendix", "glossary")
_BODY = ", ".join(f"div.{name}" for name in (*_SECTIONS, "article", "part"))


def _read_html(page: Path) -> list[str]:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(page.read_bytes())
    body = tree.css_first(_BODY) or tree.body
    nodes = body.css("p, h1, h2, h3, h4") if body is not None else []
    return [" ".join(node.text().split()) for node in nodes]


def _read_mallard(page: Path) -> list[str]:
    root = ET.parse(page).getroot()
    return [
        " ".join("".join(node.itertext()).split()) for node in root.iter() if node.tag in _BLOCKS
    ]


@dataclass(frozen=True)
class Program:
    """Where a program has its texts.

    Attributes:
        interface: packages with its catalogues.
        help: package of its help in a language (``{}``), or in all; empty if it has none.
        pages: pattern of the pages of a language (``{}``) in that package.
        english: what takes the place of the language in English.
        read: gives the paragraphs of a page, as many in every language.
    """

    interface: tuple[str, ...]
    help: str = ""
    pages: str = ""
    english: str = ""
    read: Callable[[Path], list[str]] = _read_html


PROGRAMS = {
    "gimp": Program(("gimp-data",), "gimp-help-{}", "usr/share/gimp/2.0/help/{}/*.html", "en"),
    "gnome": Program(
        ("gnome-control-center-data", "nautilus-data", "gnome-shell-common"),
        "gnome-user-docs",
        "usr/share/help/{}/gnome-help/*.page",
        "C",
        _read_mallard,
    ),
    "inkscape": Program(("inkscape",)),
    "gnucash": Program(("gnucash-common",)),
    "evolution": Program(("evolution-common",)),
    "darktable": Program(("darktable",)),
    "digikam": Program(("digikam-data",)),
    "gramps": Program(("gramps",)),
}


def help_pairs(program: str, language: str) -> list[Pair]:
    """Return paragraphs with their translations, those that are not translated left out."""
    found = _help(PROGRAMS[program], language) if PROGRAMS[program].help else None
    pairs = found or (
        (source, target)
        for source, target in (map(_plain, pair) for pair in _strings(program, language))
        if len(office.WORD.findall(source)) > office.LONGEST
    )
    return [
        pair
        for pair in dict.fromkeys(pairs)
        if pair[1] and pair[0] != pair[1] and len(office.WORD.findall(pair[0])) >= office.SHORTEST
    ]


def interface_terms(program: str, language: str) -> dict[str, tuple[str, ...]]:
    """Return interface strings that stand in the help, each with its translations."""
    strings = (
        (source, target)
        for source, target in (
            (each[0].replace("_", ""), each[1].replace("_", ""))
            for each in _strings(program, language)
        )
        if source and target and "\n" not in source + target and "%" not in source
    )
    return office.terms_in(help_pairs(program, language), strings)


def _help(program: Program, language: str) -> list[Pair]:
    fetch, sources = _tools()
    names = {"C": "en"}
    folders = [
        fetch(program.help.format(name), "system", office.PACKAGES)
        for name in (names.get(program.english, program.english), language.lower())
    ]
    if None in folders:
        return []
    pages = next(
        (
            found
            for name in sources.names(language)
            if (found := sorted(folders[1].glob(program.pages.format(name))))
        ),
        [],
    )
    pairs: list[Pair] = []
    for page in sorted(folders[0].glob(program.pages.format(program.english))):
        there = next((each for each in pages if each.name == page.name), None)
        if there is not None:
            both = program.read(page), program.read(there)
            if len(both[0]) == len(both[1]):
                pairs += zip(*both, strict=True)
    return pairs


def _strings(program: str, language: str) -> Iterator[Pair]:
    fetch, sources = _tools()
    for package in PROGRAMS[program].interface:
        folder = fetch(package, "system", office.PACKAGES)
        for source, target in sources.read_catalogues(folder, folder, language):
            yield source.rpartition("|")[2].strip(), target.strip()


def _plain(text: str) -> str:
    """Return a message without tags and marks of access keys."""
    if "_" in text and " _" not in text:
        text = text.replace("_", "")
    return " ".join(_TAG.sub("", text).replace("\u200b", "").split())


def _tools():
    sys.path.insert(0, str(Path(__file__).parents[1] / "tools" / "packs"))
    try:
        import sources
        from fetch import fetch
    finally:
        del sys.path[0]
    return fetch, sources
