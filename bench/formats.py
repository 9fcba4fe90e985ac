"""Every format in a table: real files tried, text kept, fuzz inputs, time, memory.

    python -m bench.formats FOLDER... [--most 200] [--only docx] [--page docs/methods/reading.md]

FOLDER holds real files, of any origin and depth, plain or packed with gzip. Each format is read in
a process of its own. *Words kept* is the share of the words of a second reader that stand in what
diglot read, the worst file in brackets. Second readers are python-docx, python-pptx, odfpy,
openpyxl, striprtf, beautifulsoup4 with html5lib, pandoc (LaTeX), and translate-toolkit, the last
two under GPL: none is a dependency, and what is not installed is left out. Install them in an
environment of its own that sees this one. DocBook is compared with all the text that lxml gives.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import gzip
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from bench.fuzzing import COUNTS
from diglot import formats
from diglot.errors import DiglotError
from diglot.formats import registry
from diglot.formats.registry import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

WORD = re.compile(r"\w+")
LEAST = 100_000
"""Bytes that a file counts as at least where seconds a megabyte are told: loading costs, too."""
LIMIT = 6 << 30
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


@dataclass(slots=True)
class Figures:
    """What was found about one format."""

    tried: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    compared: int = 0
    words: int = 0
    lost: int = 0
    worst: tuple[float, str] = (1.0, "")
    slowest: tuple[float, str] = (0.0, "")
    memory: int = 0


def main() -> int:
    """Measure and print, or put the table into a page."""
    parser = argparse.ArgumentParser(prog="python -m bench.formats", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=200, help="files of a format")
    parser.add_argument("--only", nargs="*", help="formats")
    parser.add_argument("--page", type=Path, help="file whose measured table is replaced")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
        files = [Path(line) for line in sys.stdin.read().splitlines()]
        print(json.dumps(asdict(measure(options.one, files))))
        return 0
    found = _files(options.folders, options.most)
    rows = [(
        "kind", "format", "files", "refused", "compared", "words kept (worst)", "fuzz inputs",
        "s a MB", "MB",
    )]  # fmt: skip
    counts = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    for record in registry.FORMATS:
        if options.only and record.name not in options.only:
            continue
        key = f"{record.kind}/{record.name}"
        files = found.get(key, [])
        print(f"... {key}: {len(files)} files", file=sys.stderr)
        if not files:
            continue
        figures = _in_process(key, files, options.folders[0])
        rows.append(_row(record, figures, _inputs(counts, record)))
        if figures.failed or figures.lost:
            print(key, *figures.failed[:5], f"worst: {figures.worst}", sep="\n  ", file=sys.stderr)
    table = _table(rows)
    if options.page:
        text = options.page.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        tail = rest.partition(END)[2]
        options.page.write_text(f"{head}{BEGIN}\n\n{table}\n{END}{tail}", encoding="utf-8")
    print(table)
    return 0


def _files(folders: Iterable[Path], most: int) -> dict[str, list[Path]]:
    """Return files for each format of documents, units and termbases, evenly drawn."""
    kinds = (Kind.DOCUMENT, Kind.UNITS, Kind.TERMBASE)
    names = {kind: registry.extensions_of(kind) for kind in kinds}
    found: dict[str, list[Path]] = {}
    every = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    for path in every:
        extension = path.with_suffix("").suffix if path.suffix == ".gz" else path.suffix
        for kind, known in names.items():
            if extension != ".xml" and (record := known.get(extension.lower())):
                name = "workbook" if (record.name, kind) == ("xlsx", Kind.UNITS) else record.name
                kind_of = Kind.DOCUMENT if name == "workbook" else kind
                if name not in {"csv", "tsv", "qt"} or kind is Kind.UNITS:
                    found.setdefault(f"{kind_of}/{name}", []).append(path)
    chance = random.Random(22)
    return {
        key: paths if len(paths) <= most else chance.sample(paths, most)
        for key, paths in found.items()
    }


def _in_process(key: str, files: list[Path], folder: Path) -> Figures:
    command = [sys.executable, "-m", "bench.formats", str(folder), "--one", key]
    ended = subprocess.run(
        command, input="\n".join(map(str, files)), capture_output=True, text=True, check=False
    )
    if ended.returncode:
        return Figures(failed=[f"the process ended: {ended.stderr[-300:]}"])
    # A second reader may print what it thinks of a file.
    return Figures(**json.loads(ended.stdout.splitlines()[-1]))


def measure(key: str, files: Iterable[Path]) -> Figures:
    """Read all files of one format."""
    kind, _, name = key.partition("/")
    record = next(each for each in registry.FORMATS if (each.kind, each.name) == (kind, name))
    figures = Figures()
    before = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            plain = _unpacked(path, Path(folder))
            if not before:  # what Python and the libraries take is no matter of the file
                with contextlib.suppress(Exception):
                    _words(plain, record)
                before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            _measure_one(figures, plain, path.name, record)
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)  # PDF files are read in a fork
    figures.memory = max(resource.getrusage(each).ru_maxrss for each in whose) >> 10
    return figures


def _seconds() -> float:
    """Return the CPU time of this process and its forks."""
    return sum(os.times()[:4])


def _measure_one(figures: Figures, path: Path, name: str, record: registry.Format) -> None:
    figures.tried += 1
    begun = _seconds()
    ours: collections.Counter[str] | None = None
    try:
        ours = _words(path, record)
    except DiglotError as error:
        reason = re.sub(r"[\d,.]+", "N", str(error).partition(": ")[2])[:60]
        figures.refused[reason] = figures.refused.get(reason, 0) + 1
    except Exception as error:
        figures.failed.append(f"{name}: {type(error).__name__}: {error}")
    spent = (_seconds() - begun) / max(LEAST, path.stat().st_size) * 1e6
    figures.slowest = max(figures.slowest, (round(spent, 2), name))
    second = SECOND.get(record.name)
    if ours is None or second is None:
        return
    try:
        theirs = _counted("\n".join(second(path)))
    except Exception:  # the second reader's own trouble
        return
    if total := theirs.total():
        lost = (theirs - ours).total()
        figures.compared += 1
        figures.words += total
        figures.lost += lost
        figures.worst = min(figures.worst, (round(1 - lost / total, 4), name))


def _words(path: Path, record: registry.Format) -> collections.Counter[str]:
    if record.kind is Kind.DOCUMENT:
        return _counted(formats.read(path, format=record).text)
    if record.kind is Kind.TERMBASE:
        termbase = formats.read_termbase(path, format=record, languages=("en", "fr"))
        texts = [term.text for concept in termbase.concepts for term in concept.terms]
    else:
        units = formats.read_units(path, format=record)
        texts = [variant.text for unit in units for variant in unit.variants]
    return _counted("\n".join(texts))


def _counted(text: str) -> collections.Counter[str]:
    return collections.Counter(WORD.findall(unicodedata.normalize("NFC", text)))


def _unpacked(path: Path, folder: Path) -> Path:
    if path.suffix != ".gz":
        return path
    plain = folder / path.with_suffix("").name
    plain.write_bytes(gzip.decompress(path.read_bytes()))
    return plain


# Second readers: they give the texts that they see.


def _of_docx(path: Path) -> Iterator[str]:
    import docx

    document = docx.Document(str(path))
    yield from (paragraph.text for paragraph in document.paragraphs)
    for table in document.tables:
        seen = set()  # cells that are merged come several times
        for cell in (cell for row in table.rows for cell in row.cells):
            if cell._tc not in seen:  # noqa: SLF001 - its identity
                seen.add(cell._tc)  # noqa: SLF001
                yield cell.text


def _of_pptx(path: Path) -> Iterator[str]:
    import pptx

    for slide in pptx.Presentation(str(path)).slides:
        for shape in slide.shapes:
            if shape.is_placeholder and shape.placeholder_format.type in {13, 15, 16}:
                continue  # number, footer, date: listed by diglot
            if shape.has_text_frame:
                yield shape.text_frame.text
            if getattr(shape, "has_table", False) and shape.has_table:
                yield from (cell.text for row in shape.table.rows for cell in row.cells)


def _of_odt(path: Path) -> Iterator[str]:
    from odf import teletype
    from odf.office import Annotation
    from odf.opendocument import load
    from odf.svg import Desc, Title
    from odf.text import H, P

    document = load(str(path))
    for kind in (H, P):
        for element in document.text.getElementsByType(kind):
            parent = element.parentNode
            while parent is not None and parent.qname[1] not in {"note", "annotation", "p", "h"}:
                parent = parent.parentNode
            if parent is None:  # what lies in another paragraph is in its text
                text = teletype.extractText(element)
                for beside in (Annotation, Title, Desc):  # comments, alternative texts: listed
                    for part in element.getElementsByType(beside):
                        text = text.replace(teletype.extractText(part), " ")
                yield text


def _of_workbook(path: Path) -> Iterator[str]:
    import openpyxl

    for sheet in openpyxl.load_workbook(str(path), data_only=True).worksheets:
        hidden = {name for name, column in sheet.column_dimensions.items() if column.hidden}
        if sheet.sheet_state == "visible":
            for cell in (cell for row in sheet.iter_rows() for cell in row):
                if isinstance(cell.value, str) and cell.column_letter not in hidden:
                    yield cell.value if any(map(str.isalpha, cell.value)) else ""


def _of_catalogue(path: Path) -> Iterator[str]:
    from translate.storage import factory

    # What XLIFF does not approve of counts as fuzzy there.
    is_listed = path.suffix in {".po", ".pot", ".ts"}
    for unit in factory.getobject(str(path)).units:
        is_left = is_listed and (unit.isfuzzy() or unit.isobsolete())
        if unit.istranslatable() and unit.target and not is_left:
            for text in (unit.source, unit.target):
                yield from map(str, getattr(text, "strings", [text]))


def _of_rtf(path: Path) -> Iterator[str]:
    from striprtf.striprtf import rtf_to_text

    yield rtf_to_text(path.read_bytes().decode("latin-1"), errors="ignore")


_APART = frozenset(
    ("body", "div", "p", "li", "dt", "dd", "td", "th", "tr", "br", "hr", "h1", "h2", "h3", "h4")
)
"""Elements whose text does not run on in what stands beside them."""


def _of_html(path: Path) -> Iterator[str]:
    import bs4

    page = bs4.BeautifulSoup(path.read_bytes(), "html5lib")
    for each in page.select(_LISTED):
        each.decompose()
    for each in page.find_all(_APART):
        each.insert_before("\n")
        each.insert_after("\n")
        each.insert(0, "\n")
        each.append("\n")
    yield page.get_text()


_LISTED = (
    "head, script, style, noscript, template, svg, select, textarea, iframe, object, pre, "
    "[hidden], [style*='display: none']"
)
"""Elements that diglot lists and leaves out; preformatted text most often is code."""


def _of_epub(path: Path) -> Iterator[str]:
    from lxml import etree, html

    with zipfile.ZipFile(path) as book:
        root = etree.fromstring(book.read("META-INF/container.xml"))
        package = next(root.iter("{*}rootfile")).get("full-path")
        content = etree.fromstring(book.read(package))
        names = {each.get("id"): each.get("href") for each in content.iter("{*}item")}
        pages = (names[each.get("idref")] for each in content.iter("{*}itemref"))
        home = package.rpartition("/")[0]
        # One page may stand there with several of its anchors.
        for page in dict.fromkeys(unquote(each).partition("#")[0] for each in pages):
            utf8 = html.HTMLParser(encoding="utf-8")
            tree = html.fromstring(book.read(f"{home}/{page}".lstrip("/")), parser=utf8)
            # Contents and code are left out.
            for each in tree.xpath("//nav | //pre | //script | //*[contains(@class, 'toc')]"):
                each.drop_tree()
            for each in tree.iter(*_APART):
                each.text, each.tail = f"\n{each.text or ''}", f"\n{each.tail or ''}"
            yield "\n".join(body.text_content() for body in tree.iter("body"))


_CODE = (
    "programlisting screen literallayout synopsis cmdsynopsis funcsynopsis indexterm equation "
    "inlineequation informalequation remark comment"
)
"""Elements of DocBook that diglot lists and leaves out, as it does what stands before the text."""
_LEFT_OUT = frozenset({"Math", "Code", "CodeBlock", "RawInline", "RawBlock", "Cite", "Image"})
_SPACES = frozenset({"Space", "SoftBreak", "LineBreak", "Para", "Plain", "Header", "Note"})
"""Elements of pandoc's trees."""
_BLOCKS = (
    "title para term member entry guimenu guisubmenu guimenuitem shortcut keycap keysym phrase"
)
_HEAD = "info bookinfo articleinfo chapterinfo sectioninfo refentryinfo refmeta"


def _of_docbook(path: Path) -> Iterator[str]:
    from lxml import etree

    # Entities that other files declare stay as they are written.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    tree = etree.parse(str(path), parser)
    for each in list(tree.iter(etree.Element)):
        name = etree.QName(each).localname
        if name in _CODE.split() or name in _HEAD.split():
            each.text, each[:] = "", []
        elif name not in _BLOCKS.split():
            continue
        each.tail = f" {each.tail or ''}"
    yield "".join(tree.getroot().itertext(etree.Element))


def _of_latex(path: Path) -> Iterator[str]:
    command = ["pandoc", "--from", "latex", "--to", "json", path.name]
    ended = subprocess.run(command, capture_output=True, check=True, cwd=path.parent, timeout=60)
    yield "".join(_of_tree(json.loads(ended.stdout)["blocks"]))


def _of_tree(node: Any) -> Iterator[str]:
    """Give the text of a tree as pandoc writes it, without code, formulas and what it left raw."""
    if isinstance(node, list):
        for each in node:
            yield from _of_tree(each)
    elif isinstance(node, dict) and node.get("t") not in _LEFT_OUT:
        match node.get("t"), node.get("c"):
            case "Str", str(text):
                yield text
            case "Div", [[_, ["thebibliography"], _], _]:
                pass
            case kind, content:
                yield "\n" if kind in _SPACES else ""
                yield from _of_tree(content)


SECOND: dict[str, Callable[[Path], Iterator[str]]] = {
    "docx": _of_docx,
    "pptx": _of_pptx,
    "odt": _of_odt,
    "epub": _of_epub,
    "rtf": _of_rtf,
    "html": _of_html,
    "workbook": _of_workbook,
    "docbook": _of_docbook,
    "latex": _of_latex,
    **dict.fromkeys(("po", "xliff", "tmx", "qt", "tbx"), _of_catalogue),
}


def _inputs(counts: dict[str, int], record: registry.Format) -> int:
    """Add up the inputs of the targets that belong to a format."""
    key = f"{record.kind}/{record.name}".replace(" ", "-")
    return sum(number for name, number in counts.items() if name.rpartition(".")[0] == key)


def _row(record: registry.Format, found: Figures, inputs: int) -> tuple[str, ...]:
    kept = f"{1 - found.lost / found.words:.4f} ({found.worst[0]:.3f})" if found.words else "-"
    refused = str(sum(found.refused.values())) + (
        f", {len(found.failed)} failed" * bool(found.failed)
    )
    return (
        *(record.kind, record.name, str(found.tried), refused),
        *(str(found.compared) if found.compared else "-", kept),
        *(f"{inputs:,}" if inputs else "-", f"{found.slowest[0]:.1f}", str(found.memory)),
    )


def _table(rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
