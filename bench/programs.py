"""Programs whose help and interface Debian has in many languages, and how each is read.

Text and a termbase as `bench.office` has them of an office suite: paragraphs of the help, or, of
programs without a help, the long strings of the interface; and the strings of one to four words.
"""

from __future__ import annotations

import bz2
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


def _read_html(page: Path) -> list[list[str]]:
    return [_paragraphs(page.read_bytes(), _BODY)]


def _read_cached(page: Path) -> list[list[str]]:
    """Give the pages of a handbook of KDE, which are kept in one file."""
    pages = bz2.decompress(page.read_bytes()).split(b"<FILENAME ")
    return [_paragraphs(each.partition(b">")[2], "div.book, div#contentBody") for each in pages]


def _paragraphs(page: bytes, body: str) -> list[str]:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(page)
    found = tree.css_first(body) or tree.body
    nodes = found.css("p, h1, h2, h3, h4, div.para") if found is not None else []
    return [" ".join(node.text().split()) for node in nodes]


def _read_mallard(page: Path) -> list[list[str]]:
    root = ET.parse(page).getroot()
    blocks = [node for node in root.iter() if node.tag in _BLOCKS]
    return [[" ".join("".join(node.itertext()).split()) for node in blocks]]


@dataclass(frozen=True)
class Program:
    """Where a program has its texts.

    Attributes:
        interface: packages with its catalogues.
        help: packages of its help in a language (``{}``), or in all; none if it has no help.
        pages: pattern of the pages of a language (``{}``) in those packages.
        english: what takes the place of the language in English.
        read: gives the paragraphs of the pages in a file, as many in every language.
    """

    interface: tuple[str, ...]
    help: tuple[str, ...] = ()
    pages: str = ""
    english: str = ""
    read: Callable[[Path], list[list[str]]] = _read_html


_YELP = "usr/share/help/{}/*/*.page", "C", _read_mallard
_KDE = "usr/share/doc/HTML/{}/*/index.cache.bz2", "en", _read_cached
_VIEWERS = ("evince-common", "totem-common")
_DESKTOP = ("gedit-common", "rhythmbox-data", "brasero-common")
_TOOLS = ("okular", "konsole", "dolphin", "gwenview")
_PIM = ("kmail", "korganizer", "akregator", "kaddressbook", "krusader", "kopete")
_FINANCE = ("skrooge-common", "kalarm", "kleopatra", "konversation-data", "kget", "parley-data")
_WORK = ("lokalize", "kig", "cantor", "ktorrent-data", "kturtle", "rocs", "konqueror")
_SCIENCE = ("kalzium-data", "kstars-data", "marble-data", "umbrello", "kmymoney-common")


PROGRAMS = {
    "gimp": Program(("gimp-data",), ("gimp-help-{}",), "usr/share/gimp/2.0/help/{}/*.html", "en"),
    "gnome": Program(
        ("gnome-control-center-data", "nautilus-data", "gnome-shell-common"),
        ("gnome-user-docs",),
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
    "viewers": Program(_VIEWERS, _VIEWERS, *_YELP),
    "editors": Program(_DESKTOP, _DESKTOP, *_YELP),
    "kde": Program(_TOOLS, _TOOLS, *_KDE),
    "science": Program(_SCIENCE, _SCIENCE, *_KDE),
    "blender": Program(("blender-data",)),
    "kdenlive": Program(("kdenlive-data",)),
    "krita": Program(("krita-l10n",)),
    "vlc": Program(("vlc-l10n",)),
    "audacity": Program(("audacity-data",)),
    "handbook": Program(
        (), ("debian-handbook",), "usr/share/doc/debian-handbook/html/{}-*/*.html", "en"
    ),
    "finance": Program(_FINANCE, _FINANCE, *_KDE),
    "work": Program(_WORK, _WORK, *_KDE),
    "pim": Program(_PIM, _PIM, *_KDE),
    "wesnoth": Program(("wesnoth-1.16-data",)),
    "widelands": Program(("widelands-data",)),
    "freeciv": Program(("freeciv-data",)),
    "warzone": Program(("warzone2100-data",)),
    "gcc": Program(("gcc-12-locales",)),
    "freedroid": Program(("freedroidrpg-data",)),
    "lordsawar": Program(("lordsawar-data",)),
    "pidgin": Program(("pidgin-data",)),
    "bluefish": Program(("bluefish-data",)),
    "mc": Program(("mc-data",)),
    "wordpress": Program(("wordpress-l10n",)),
    "hugin": Program(("hugin-data",)),
    "phpmyadmin": Program(("phpmyadmin",)),
    "filezilla": Program(("filezilla-common",)),
    "lyx": Program(("lyx-common",)),
    "gnumeric": Program(("gnumeric-common",)),
    "geany": Program(("geany-common",)),
    "ardour": Program(("ardour-data",)),
    "siril": Program(("siril-common",)),
    "calligra": Program(("calligra-data", "calligrawords-data")),
    "grisbi": Program(("grisbi-common",)),
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
    pairs: list[Pair] = []
    for package in program.help:
        folders = [
            fetch(package.format(name), "system", office.PACKAGES)
            for name in (names.get(program.english, program.english), language.lower())
        ]
        if None in folders:
            continue
        found = (_pages(program.pages, folders[1], name) for name in sources.names(language))
        pages = next(filter(None, found), {})
        for name, page in _pages(program.pages, folders[0], program.english).items():
            both = zip(
                program.read(page), program.read(pages[name]) if name in pages else (), strict=False
            )
            for sides in both:
                if len(sides[0]) == len(sides[1]):
                    pairs += zip(*sides, strict=True)
    return pairs


def _pages(pattern: str, folder: Path, language: str) -> dict[tuple[str, ...], Path]:
    """Return the pages of a language by their places below its folder."""
    below = len(Path(pattern.partition("{}")[0]).parts) + 1
    found = sorted(folder.glob(pattern.format(language)))
    return {page.relative_to(folder).parts[below:]: page for page in found}


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
