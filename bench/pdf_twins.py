"""PDF files beside the text, HTML or LaTeX that was made of the same source.

    python -m bench.pdf_twins [PACKAGE...] [--page docs/formats.md]

The packages are Debian's, fetched once by ``apt-get download``. Every PDF is compared with the
file of the same name beside it. *Words* is the share of the twin's words that stand in the PDF
inside a run of three words of the twin: a word that runs together with its neighbour, is cut in
two, or stands in the wrong place is lost. *Order* is the share of its pairs of neighbours that the
PDF has, which columns that are read across would lose. Texts that the twin alone has (alternatives
of pictures, links to other pages) count as lost.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import unicodedata
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import html

from diglot import formats
from diglot.errors import DiglotError

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE = Path(__file__).parent / "results" / "packages"
PACKAGES = (
    *(f"debian-reference-{each}" for each in ["de", "en", "es", "fr", "it", "ja", "pt", "zh-cn"]),
    *(f"debian-faq-{each}" for each in ["de", "fr", "it", "nl", "pt", "ru"]),
    *(f"maint-guide-{each}" for each in ["ca", "de", "es", "fr", "it", "ja", "ru", "vi", "zh-cn"]),
    *(f"developers-reference-{each}" for each in ["de", "fr", "ja"]),
    *(f"debian-edu-doc-{each}" for each in ["da", "de", "es", "fr", "it", "ja", "nl", "pt-br"]),
    "autoconf-doc", "bash-doc", "bzip2-doc", "cvs", "dbconfig-common", "debian-history",
    "debian-policy", "debmake-doc", "fai-doc", "fonts-sil-andika", "fonts-sil-padauk",
    "gitmagic", "gmsh-doc", "gnu-standards", "gnubg-data", "gnutls-doc",
    "installation-guide-amd64", "kannel-docs", "king", "latex2html", "latex2rtf-doc", "ledger",
    "lifelines-doc", "mailfromd-doc", "melting", "menhir-doc", "netperf", "nettle-dev",
    "parallel", "survex", "tachyon-doc", "xmlstarlet", "xorg-docs", "texlive-publishers-doc",
)  # fmt: skip
"""Packages of manuals made by TeX, FOP, groff, LibreOffice and Word, in twenty languages."""
LEAST = 300
"""Words of a twin that tell anything."""
TWINS = {".html": "html", ".htm": "html", ".txt": "text", ".text": "text", ".odt": "odt",
         ".tex": "latex"}  # fmt: skip
ENCODINGS = {"install.ru.txt.gz": "koi8-r"}
_NAMES = "header nav-panel navheader navfooter related sphinxsidebar"
_AROUND = " | ".join(
    [f"//*[contains(concat(' ', @class, ' '), ' {name} ')]" for name in _NAMES.split()]
    + ["//nav", "//table[.//a[contains(@href, '#index-')]]"]
)
"""Ways from one page to another and indexes, which print otherwise."""
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)


@dataclass(frozen=True, slots=True)
class Compared:
    """A PDF and what it has of its twin."""

    name: str
    words: float
    order: float
    count: int
    columns: int


def main() -> int:
    """Compare, and print the worst files and the medians."""
    parser = argparse.ArgumentParser(prog="python -m bench.pdf_twins", description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--lost", action="store_true", help="print what is lost")
    options = parser.parse_args()
    found: list[Compared] = []
    for package in options.packages:
        for pdf, twin in twins(_fetch(package)):
            if compared := compare(pdf, twin, lost=options.lost):
                found.append(compared)
                print(f"{compared.words:.4f} {compared.order:.4f} {compared.count:8} "
                      f"{compared.columns} {package}/{compared.name}", flush=True)  # fmt: skip
    for columns, label in ((1, "one column"), (2, "two columns")):
        some = [each for each in found if each.columns == columns]
        if some:
            words = sorted(each.words for each in some)
            order = sorted(each.order for each in some)
            print(f"{label}: {len(some)} files; words {statistics.median(words):.4f} "
                  f"(worst {words[0]:.4f}), order {statistics.median(order):.4f} "
                  f"(worst {order[0]:.4f})")  # fmt: skip
    return 0


def twins(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Give the PDF files of a folder, each with a file of the same name in another format."""
    others: dict[str, list[Path]] = {}
    pdfs = []
    for path in sorted(folder.rglob("*")):
        name = path.name.removesuffix(".gz")
        stem, dot, extension = name.rpartition(".")
        if not path.is_file() or path.is_symlink():
            continue
        if extension == "pdf":
            pdfs.append((stem, path))
        elif dot + extension in TWINS:
            others.setdefault(stem.lower(), []).append(path)
    for stem, pdf in pdfs:
        found = others.get(stem.lower(), [])
        near = [each for each in found if each.parent == pdf.parent] or found
        ranked = sorted(near, key=lambda path: [*TWINS].index(_extension(path)))
        if ranked:
            yield pdf, ranked[0]


def compare(pdf: Path, twin: Path, *, lost: bool = False) -> Compared | None:
    """Compare a PDF with its twin; None if the twin is short, a list of links, or refused."""
    try:
        text = _text(twin)
        expected = _words(text)
    except DiglotError as error:
        print(f"    twin left out: {error}", file=sys.stderr)
        return None
    if len(expected) < LEAST:
        return None
    try:
        text = formats.read(pdf).text
    except DiglotError as error:
        print(f"    refused: {error}")
        return None
    seen = _words(text)
    runs, pairs = set(zip(seen, seen[1:], seen[2:], strict=False)), set(pairwise(seen))
    kept = [False] * len(expected)
    for place, run in enumerate(zip(expected, expected[1:], expected[2:], strict=False)):
        if run in runs:
            kept[place : place + 3] = True, True, True
    order = sum(pair in pairs for pair in pairwise(expected)) / (len(expected) - 1)
    if lost:
        for known, group in groupby(zip(kept, expected, strict=True), itemgetter(0)):
            if not known:
                print("    lost:", *(word for _, word in group))
    return Compared(
        pdf.name, sum(kept) / len(expected), order, len(expected), 2 if "texlive" in str(pdf) else 1
    )


def _text(twin: Path) -> str:
    name = TWINS[_extension(twin)]
    if name != "html" or twin.suffix == ".gz":
        return formats.read(twin, format=name, encoding=ENCODINGS.get(twin.name)).text
    tree = html.fromstring(twin.read_bytes())
    for each in tree.xpath(_AROUND):
        each.drop_tree()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.html"
        path.write_bytes(html.tostring(tree, encoding="utf-8"))
        return formats.read(path, encoding="utf-8").text


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _extension(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix


def _columns(pdf: Path) -> int:
    raise NotImplementedError


def _fetch(package: str) -> Path:
    sys.path.insert(0, str(Path(__file__).parents[1] / "tools" / "packs"))
    try:
        from fetch import fetch
    finally:
        del sys.path[0]
    folder = fetch(package, "system", CACHE)
    if folder is None:
        raise SystemExit(f"Debian has no package {package}")
    return folder


if __name__ == "__main__":
    raise SystemExit(main())
