"""PDF files beside the text, HTML or LaTeX that was made of the same source.

    python -m bench.pdf_twins [PACKAGE...] [--lost]
    python -m bench.pdf_twins --guide

The packages are Debian's, fetched once by ``apt-get download``. Every PDF is compared with the
file of the same name beside it. *Words* is the share of the twin's words that stand in the PDF
inside a run of three words of the twin: a word that runs together with its neighbour, is cut in
two, or stands in the wrong place is lost. *Order* is the share of its pairs of neighbours that the
PDF has, which columns that are read across would lose. *Sentences* is the share of the twin's
sentences of five words or more that are sentences of the PDF, too: paragraphs that are torn or
glued lose them. Texts that the twin alone has (alternatives of pictures, links to other pages)
count as lost.

``--guide`` prints a table of Debian's installation guide, which is HTML, wrapped text and PDF in
some twenty languages: the shares of the paragraphs of thirty characters or more of the HTML, and of
their sentences, that the other formats have sign for sign, and then without regard to blanks.
Labels of items, marks of notes and quotation marks do not count, as the formats write them
otherwise; dashes and what links print differ, so that the figures are lower bounds.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import html

from diglot import formats
from diglot.errors import DiglotError
from diglot.text.segmentation import segment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.model import Document

CACHE = Path(__file__).parent / "results" / "packages"
SAMPLES = "texlive-publishers-doc"
PRINTED = "debian-handbook"
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
    "lifelines-doc", "mailfromd-doc", "melting", "menhir-doc", "nettle-dev",
    "parallel", "survex", "tachyon-doc", "xmlstarlet", "xorg-docs", SAMPLES, PRINTED,
)  # fmt: skip
"""Packages with manuals made by TeX, FOP, cairo and Acrobat, in 25 languages."""
# Of the samples, whose twins are their sources in LaTeX.
TWO_COLUMNS = re.compile(
    r"sample-(?:sig\w+|acmtog|xelatex)\.pdf|asme(?:conf|jour)-\w+\.pdf|JACoW_\w+\.pdf"
    r"|p_00\d\.pdf|sample631|apssamp"
)
GUIDE = "installation-guide-amd64"
LEAST_CHARACTERS = 30
"""Characters of a paragraph of the guide."""
_LABEL = re.compile(
    r"\A(?:[*•□☆▪●–—+-]|\(?\w[.)]|\d+[.)]|(?:\w\.)?\d+(?:\.\d+)*\.?|\^?\[\w+\])\s+"
    r"|\[\d+\]|[\"“”„«»'‘’‚‹›`]"
)
LEAST = 300
"""Words of a twin that tell anything."""
LEAST_WORDS = 5
"""Words of a sentence that is no heading, cell or line of code."""
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
    """A PDF and what it has of its twin.

    Attributes:
        name: of the file.
        count: words of the twin.
        words: share of them that stand in a run of three that the PDF has.
        order: share of the pairs of neighbours that it has.
        sentences: share of the sentences of the twin that are sentences of the PDF.
        peer: what `words` is by ``pdftotext``; None where it is not installed.
        columns: of the page.
    """

    name: str
    count: int
    words: float
    order: float
    sentences: float
    peer: float | None
    columns: int


def main() -> int:
    """Compare, and print all files, medians and worst ones."""
    parser = argparse.ArgumentParser(prog="python -m bench.pdf_twins", description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--lost", action="store_true", help="print what is lost")
    parser.add_argument("--guide", action="store_true", help="print the table of the guide")
    options = parser.parse_args()
    if options.guide:
        return compare_guide(_fetch(GUIDE))
    found: list[Compared] = []
    for package in options.packages:
        folder = _fetch(package)
        for pdf, twin in twins(folder) if package != PRINTED else printed(folder):
            is_wanted = package != SAMPLES or TWO_COLUMNS.search(pdf.name)
            if is_wanted and (compared := compare(pdf, twin, lost=options.lost)):
                found.append(compared)
                peer = "     -" if compared.peer is None else f"{compared.peer:.4f}"
                print(f"{compared.words:.4f} {compared.order:.4f} {compared.sentences:.4f} "
                      f"{peer} {compared.count:8} "
                      f"{compared.columns} {package}/{compared.name}", flush=True)  # fmt: skip
    for columns, label in ((1, "one column"), (2, "two columns")):
        some = [each for each in found if each.columns == columns]
        for name in ("words", "order", "sentences", "peer"):
            values = sorted(filter(None, (getattr(each, name) for each in some)))
            if values:
                print(f"{label}, {name}: {len(values)} files, median "
                      f"{statistics.median(values):.4f}, worst {values[0]:.4f}, below .97 "
                      f"{sum(each < 0.97 for each in values)}")  # fmt: skip
    return 0


def compare_guide(folder: Path) -> int:
    """Print which paragraphs and sentences of the guide in HTML its text and its PDF have."""
    print("language format paragraphs sentences  without blanks: paragraphs sentences")
    for home in sorted(each.parent for each in folder.rglob("install.*.txt.gz")):
        pages = [_document(page) for page in sorted(home.glob("*.html"))]
        wanted = _parts(pages, home.name)
        for other in sorted(home.glob("install.*.gz"), reverse=True):
            name = "pdf" if ".pdf" in other.name else "text"
            try:
                read = formats.read(other, format=name, encoding=ENCODINGS.get(other.name))
            except DiglotError as error:
                print(f"    refused: {error}")
                continue
            shares = []
            for known, found in zip(wanted, _parts([read], home.name), strict=True):
                shares.append((known & found).total() / known.total())
            print(f"{home.name:8} {name:6}", *(f"{share:.3f}" for share in shares), flush=True)
    return 0


def _parts(documents: list[Document], language: str) -> list[Counter[str]]:
    """Count long paragraphs and sentences, as they are and without blanks."""
    paragraphs = [each.text[b.start : b.end] for each in documents for b in each.blocks]
    sentences = [
        text
        for each in documents
        for text in segment(each, language=language.partition("_")[0]).segment_texts
    ]
    plain = [
        Counter(
            " ".join(_LABEL.sub("", unicodedata.normalize("NFKC", text)).split())
            for text in texts
            if len(text) >= LEAST_CHARACTERS
        )
        for texts in (paragraphs, sentences)
    ]
    return plain + [Counter("".join(text.split()) for text in each.elements()) for each in plain]


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


def printed(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Print a page in each language by Chromium, and give it with the page; none without it."""
    browser = shutil.which("chromium")
    for page in sorted(folder.rglob("html/*/apt.html")) if browser else ():
        pdf = folder / f"{page.parent.name}.pdf"
        command = [browser, "--headless", "--no-sandbox", f"--print-to-pdf={pdf}", page.as_uri()]
        if not pdf.exists():
            subprocess.run(command, capture_output=True, check=True)
        yield pdf, page


def compare(pdf: Path, twin: Path, *, lost: bool = False) -> Compared | None:
    """Compare a PDF with its twin; None if the twin is short, a list of links, or refused."""
    try:
        known = _document(twin)
        expected = _words(known.text)
    except DiglotError as error:
        print(f"    twin left out: {error}", file=sys.stderr)
        return None
    if len(expected) < LEAST:
        return None
    try:
        document = formats.read(pdf)
    except DiglotError as error:
        print(f"    refused: {error}")
        return None
    seen = _words(document.text)
    language = known.language or document.language
    wanted = _sentences(known, language)
    found = (wanted & _sentences(document, language)).total() / max(wanted.total(), 1)
    kept, pairs = _kept(expected, seen), set(pairwise(seen))
    order = sum(pair in pairs for pair in pairwise(expected)) / (len(expected) - 1)
    if lost:
        for known, group in groupby(zip(kept, expected, strict=True), itemgetter(0)):
            if not known:
                print("    lost:", *(word for _, word in group))
    peer = None
    if shutil.which("pdftotext"):
        theirs = _kept(expected, _words(_by_peer(pdf)))
        peer = sum(theirs) / len(expected)
    columns = 2 if TWO_COLUMNS.search(pdf.name) else 1
    return Compared(pdf.name, len(expected), sum(kept) / len(expected), order, found, peer, columns)


def _kept(expected: list[str], seen: list[str]) -> list[bool]:
    """Tell which words stand in a run of three that both have."""
    runs = set(zip(seen, seen[1:], seen[2:], strict=False))
    kept = [False] * len(expected)
    for place, run in enumerate(zip(expected, expected[1:], expected[2:], strict=False)):
        if run in runs:
            kept[place : place + 3] = True, True, True
    return kept


def _by_peer(pdf: Path) -> str:
    data = gzip.decompress(pdf.read_bytes()) if pdf.suffix == ".gz" else pdf.read_bytes()
    command = ["pdftotext", "-", "-"]
    ended = subprocess.run(command, input=data, capture_output=True, check=False)
    return ended.stdout.decode(errors="replace")


def _sentences(document: Document, language: str | None) -> Counter[str]:
    texts = map(_words, segment(document, language=language or "en").segment_texts)
    return Counter(" ".join(words) for words in texts if len(words) >= LEAST_WORDS)


def _document(twin: Path) -> Document:
    name = TWINS[_extension(twin)]
    if name != "html" or twin.suffix == ".gz":
        return formats.read(twin, format=name, encoding=ENCODINGS.get(twin.name))
    tree = html.fromstring(twin.read_bytes())
    for each in tree.xpath(_AROUND):
        each.drop_tree()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.html"
        path.write_bytes(html.tostring(tree, encoding="utf-8"))
        return formats.read(path, encoding="utf-8")


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _extension(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix


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
