"""One record for each format: what it holds, how it is recognised, which module reads it.

A name, an extension, a root element or a first line enters, and the record that it belongs to
leaves. A new format is one module and one record here.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.binary import extension_of

XML = (".xml", ".tei")  # extensions of many formats, which their root elements tell apart
BEGINNING = 1 << 16  # bytes read to find the first line


class Kind(StrEnum):
    """What the files of a format hold."""

    DOCUMENT = "document"
    UNITS = "units"
    LINKS = "links"
    WORD_LINKS = "word links"
    TERMBASE = "termbase"
    LEXICON = "lexicon"
    TERM_LIST = "term list"
    MARKED_TERMS = "marked terms"
    JUDGEMENTS = "judgements"


DOCUMENT, UNITS, LINKS, WORD_LINKS, TERMBASE, LEXICON, TERM_LIST, MARKED_TERMS, JUDGEMENTS = Kind
_CONTAINERS = frozenset(
    {"docx", "odt", "epub", "pptx", "workbook", "idml", "xlsx", "parquet", "opus"}
)
GENERAL = (DOCUMENT, UNITS, LINKS, WORD_LINKS)
# How error messages name formats of one kind only.
_PHRASES = {
    TERMBASE: " of terms",
    LEXICON: " of dictionaries",
    MARKED_TERMS: " of test sets",
}


@dataclass(frozen=True, slots=True)
class Format:
    """A format of one kind of file.

    The functions of its module are called alike, and say of themselves only what they do besides.
    ``path`` is the file, replaced as a whole or left as it was. ``encoding`` is that of a text that
    is not in Unicode; it overrides what a file declares, and has no effect where the format knows
    one encoding. ``skips`` collects what is left out, ``about`` takes title and signature once the
    header has been read; units are taken one by one. `InputError` says that a file cannot be read
    or written, `UnsafeFileError` that it breaks a safety limit, `FormatError` that it is something
    else.

    Attributes:
        kind: what its files hold.
        name: as users write it; unique among the formats of its kind.
        title: what it is, for the table of all formats.
        module: of its reader and writer, within this package.
        extensions: of its files, the usual one first.
        roots: root elements of its XML files.
        reads: whether diglot reads it.
        writes: whether diglot writes it.
        sniffed: whether the function ``is_own`` of its module recognises it by its first line,
            among the formats that share its extension.
        options: given to the functions of its module that take them.
    """

    kind: Kind
    name: str
    title: str
    module: str
    extensions: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    reads: bool = True
    writes: bool = True
    sniffed: bool = False
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_container(self) -> bool:
        """Whether its files are containers, which nobody packs again; all others may be packed."""
        return self.name in _CONTAINERS

    def load(self) -> ModuleType:
        """Import the module of the format."""
        return importlib.import_module(f"diglot.formats.{self.module}")

    def call(self, function: str, *arguments: object, **options: object) -> Any:
        """Call a function of the module with those of its own options that it takes.

        An option that is None is not given.

        Raises:
            ConfigError: an option is given that the function does not have.
        """
        called = getattr(self.load(), function)
        known = _parameters(called)
        unknown = [name for name in options if name not in known and options[name] is not None]
        if unknown:
            raise ConfigError(f"{self.name} has no option {', '.join(unknown)}")
        given = {each: value for each, value in self.options.items() if each in known}
        given |= {each: value for each, value in options.items() if value is not None}
        return called(*arguments, **given)


@cache
def _parameters(function: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(function).parameters


_TAB = {"delimiter": "\t"}
_RDF = (".ttl", ".turtle", ".nt", ".rdf", ".owl", ".jsonld")
_TEI = ("TEI", "TEI.2")
_TBX = ("martif", "tbx")
_TECHNICAL = ("book", "article", "chapter", "appendix", "preface", "part", "section", "sect1",
              "refentry", "glossary", "set", "dita", "topic", "concept", "task", "reference",
              "troubleshooting", "map", "bookmap", "page")  # fmt: skip
_STRINGS = "documents.software_strings"
_BILINGUAL = "units.bilingual_xml"
# fmt: off
FORMATS: tuple[Format, ...] = (
    Format(DOCUMENT, "text", "plain text", "documents.text_lines", (".txt",), writes=False),
    Format(DOCUMENT, "markdown", "Markdown", "documents.markdown", (".md", ".markdown"),
           writes=False),
    Format(DOCUMENT, "html", "HTML", "documents.html", (".html", ".htm", ".xhtml"), ("html",),
           writes=False),
    Format(DOCUMENT, "docx", "DOCX", "documents.docx", (".docx", ".docm", ".dotx", ".dotm"),
           writes=False),
    Format(DOCUMENT, "odt", "ODT", "documents.odt", (".odt", ".ott"), writes=False),
    Format(DOCUMENT, "epub", "EPUB", "documents.epub", (".epub",), writes=False),
    Format(DOCUMENT, "pdf", "PDF", "documents.pdf", (".pdf",), writes=False),
    Format(DOCUMENT, "pptx", "PPTX", "documents.pptx", (".pptx", ".pptm", ".ppsx", ".potx"),
           writes=False),
    Format(DOCUMENT, "workbook", "XLSX in one language", "documents.xlsx", writes=False),
    Format(DOCUMENT, "rtf", "RTF", "documents.rtf", (".rtf",), writes=False),
    Format(DOCUMENT, "idml", "IDML of InDesign", "documents.idml", (".idml",), writes=False),
    Format(DOCUMENT, "docbook", "DocBook, DITA and Mallard", "documents.technical_xml",
           (".dita", ".dbk", ".docbook", ".page"), _TECHNICAL, writes=False),
    Format(DOCUMENT, "rst", "reStructuredText", "documents.rst", (".rst", ".rest"), writes=False),
    Format(DOCUMENT, "asciidoc", "AsciiDoc", "documents.asciidoc", (".adoc", ".asciidoc", ".asc"),
           writes=False),
    Format(DOCUMENT, "latex", "LaTeX, its text", "documents.latex", (".tex", ".latex", ".ltx"),
           writes=False),
    Format(DOCUMENT, "properties", "strings of Java", _STRINGS, (".properties",), writes=False,
           options={"syntax": "properties"}),
    Format(DOCUMENT, "android", "strings of Android", _STRINGS, (), ("resources",), writes=False,
           options={"syntax": "android"}),
    Format(DOCUMENT, "apple", "strings of Apple", _STRINGS, (".strings", ".stringsdict"),
           writes=False, options={"syntax": "apple"}),
    Format(DOCUMENT, "resx", "strings of .NET", _STRINGS, (".resx", ".resw"), writes=False,
           options={"syntax": "resx"}),
    Format(DOCUMENT, "json", "strings of i18next, ARB and Rails in JSON", _STRINGS,
           (".json", ".arb"), writes=False, options={"syntax": "json"}),
    Format(DOCUMENT, "yaml", "strings of Rails in YAML", _STRINGS, (".yml", ".yaml"), writes=False,
           options={"syntax": "yaml"}),
    Format(DOCUMENT, "subtitles", "SubRip, WebVTT and SubStation Alpha", "documents.subtitles",
           (".srt", ".vtt", ".ass", ".ssa"), writes=False),
    Format(DOCUMENT, "cesdoc", "CES, XCES, TEI, as XML or SGML", "documents.ces",
           (".ces", ".sgml", ".sgm"), ("cesDoc", "cesAna", "text", *_TEI, "teiCorpus"),
           writes=False),
    Format(DOCUMENT, "warc", "WARC, the pages of a crawl", "documents.warc", (".warc",),
           writes=False),
    Format(UNITS, "tmx", "TMX 1.4b", "units.tmx", (".tmx",), ("tmx",)),
    Format(UNITS, "xliff", "XLIFF 1.2, 2.0, 2.1", "units.xliff", (".xlf", ".xliff"), ("xliff",)),
    Format(UNITS, "tsv", "columns between tabs", "units.tables", (".tsv", ".tab"), options=_TAB),
    Format(UNITS, "csv", "columns of a CSV file", "units.tables", (".csv",)),
    Format(UNITS, "xlsx", "sheets of a workbook", "units.xlsx", (".xlsx",)),
    Format(UNITS, "table", "tables of two languages in documents", "units.document_tables",
           writes=False),
    Format(UNITS, "alternating", "paragraphs of two languages by turns", "units.alternating",
           writes=False),
    Format(UNITS, "jsonl", "JSON lines", "units.jsonl", (".jsonl",)),
    Format(UNITS, "wiktextract", "examples of Wiktextract", "lexicons.wiktextract", (".jsonl",),
           writes=False, sniffed=True),
    Format(UNITS, "parquet", "Parquet, as Hugging Face datasets have it", "units.parquet",
           (".parquet",)),
    Format(UNITS, "moses", "Moses, one file for each language", "units.moses", (".moses",)),
    Format(UNITS, "po", "PO of gettext", "units.po", (".po", ".pot")),
    Format(UNITS, "qt", "TS of Qt Linguist", _BILINGUAL, (".ts",), ("TS",), writes=False,
           options={"dialect": "qt"}),
    # These tools take back only what holds all that they put in: definitions of tags, versions.
    Format(UNITS, "tool-xliff", "XLIFF of Trados, memoQ, Phrase and Wordfast, packed XLIFF",
           "units.xliff", (".sdlxliff", ".mqxliff", ".mxliff", ".txlf", ".xlz", ".mqxlz"),
           writes=False),
    Format(UNITS, "ttx", "TTX of Trados TagEditor", _BILINGUAL, (".ttx",), ("TRADOStag",),
           writes=False, options={"dialect": "ttx"}),
    Format(UNITS, "txml", "TXML of Wordfast Pro", _BILINGUAL, (".txml",), ("txml",), writes=False,
           options={"dialect": "txml"}),
    Format(UNITS, "wordfast", "memory of Wordfast Classic", "units.wordfast",
           writes=False),
    Format(UNITS, "opus", "OPUS: cesAlign with its documents, or Moses files", "links.ces",
           (".zip",), ("cesAlign",), writes=False),
    Format(UNITS, "xcstrings", "string catalogue of Xcode", "units.xcstrings", (".xcstrings",),
           writes=False),
    Format(LINKS, "links", "numbers of segments, one link a line", "links.plain", (".links",)),
    Format(LINKS, "ces", "cesAlign, XCES", "links.ces", (".xml",), ("cesAlign",)),
    Format(LINKS, "tei", "TEI, InterText", "links.ces", (".tei",), ("linkGrp", *_TEI, "teiCorpus"),
           options={"dialect": "tei"}),
    Format(LINKS, "ladder", "ladder of hunalign", "links.ladder", (".ladder",)),
    Format(LINKS, "transread", "TransRead", "links.transread", (), ("trAnnot",), writes=False),
    Format(WORD_LINKS, "pharaoh", "Pharaoh", "word_links.pharaoh", (".pharaoh", ".align")),
    Format(WORD_LINKS, "talp", "TALP", "word_links.pharaoh", (".talp",), options={"base": None}),
    Format(WORD_LINKS, "naacl", "NAACL, WPT", "word_links.naacl",
           (".naacl", ".wpt", ".wa", ".nonullalign")),
    Format(WORD_LINKS, "giza", "GIZA++, MGIZA", "word_links.giza", (".giza", ".a3"), writes=False),
    Format(WORD_LINKS, "yawat", "Yawat", "word_links.yawat", (".aln",)),
    Format(TERMBASE, "tbx", "TBX 2 and 3", "termbases.tbx", (".tbx", ".xml"), _TBX),
    Format(TERMBASE, "csv", "terms in columns of a CSV file", "termbases.tables", (".csv",)),
    Format(TERMBASE, "tsv", "terms in columns between tabs", "termbases.tables",
           (".tsv", ".tab", ".txt"), options=_TAB),
    Format(TERMBASE, "xlsx", "terms in a workbook", "termbases.xlsx", (".xlsx",)),
    Format(TERMBASE, "rdf", "SKOS, SKOS-XL, OntoLex, lemon", "termbases.rdf", _RDF, ("RDF",)),
    Format(TERMBASE, "omegat", "glossary of OmegaT", "termbases.omegat", (".utf8",)),
    Format(TERMBASE, "multiterm", "XML of Trados MultiTerm", "termbases.multiterm", (), ("mtf",),
           writes=False),
    Format(TERMBASE, "utx", "UTX of AAMT", "termbases.tables", (".utx",), options=_TAB,
           writes=False),
    Format(LEXICON, "tsv", "any table of words, by its columns", "lexicons.tables",
           (".tsv", ".tab", ".txt")),
    Format(LEXICON, "tiad", "results of TIAD", "lexicons.tables", options={"layout": "tiad"}),
    Format(LEXICON, "graph", "word, language, part of speech, twice", "lexicons.tables",
           options={"layout": "graph"}),
    Format(LEXICON, "goel", "word, part of speech, language, twice", "lexicons.tables",
           options={"layout": "goel"}),
    Format(LEXICON, "pairs", "pairs of words, as in MUSE", "lexicons.tables",
           options={"layout": "pairs"}),
    Format(LEXICON, "acoli", "translation sets between tabs", "lexicons.tables",
           options={"layout": "acoli"}),
    Format(LEXICON, "tiad-csv", "translation sets of TIAD", "lexicons.tables", (".csv",),
           sniffed=True, options={"layout": "tiad-csv"}),
    Format(LEXICON, "csv", "columns by their names", "lexicons.spreadsheets", (".csv",)),
    Format(LEXICON, "xlsx", "columns of a workbook", "lexicons.spreadsheets", (".xlsx",)),
    Format(LEXICON, "dix", "Apertium", "lexicons.dix", (".dix", ".metadix"), ("dictionary",)),
    Format(LEXICON, "freedict", "FreeDict, TEI Lex-0", "lexicons.freedict", (".tei",), _TEI),
    Format(LEXICON, "dictd", "dictd", "lexicons.dictd", (".dict", ".index"), writes=False),
    Format(LEXICON, "stardict", "StarDict", "lexicons.stardict", (".ifo",), writes=False),
    Format(LEXICON, "jsonl", "lexicons of diglot", "lexicons.jsonl", (".jsonl", ".json"),
           sniffed=True),
    Format(LEXICON, "wiktextract", "Wiktionary by Wiktextract", "lexicons.wiktextract",
           (".jsonl", ".json"), writes=False, sniffed=True),
    Format(LEXICON, "wordnet", "WordNet, WN-LMF", "lexicons.wordnet", (".lmf",),
           ("LexicalResource",), writes=False),
    Format(LEXICON, "ontolex", "OntoLex with vartrans", "lexicons.rdf", _RDF, ("RDF",)),
    Format(LEXICON, "tbx", "any termbase in TBX", "lexicons.tbx", (".tbx",), _TBX),
    Format(TERM_LIST, "text", "one term or pair a line", "term_lists", (".txt",)),
    Format(TERM_LIST, "tsv", "terms or pairs between tabs", "term_lists", (".tsv",), options=_TAB),
    Format(TERM_LIST, "csv", "terms or pairs in a CSV file", "term_lists", (".csv",),
           options={"delimiter": ","}),
    Format(TERM_LIST, "xlsx", "terms or pairs in a workbook", "term_lists", (".xlsx",)),
    Format(TERM_LIST, "bucc", "folder of BUCC 2022", "term_lists.bucc", writes=False),
    Format(MARKED_TERMS, "sgml", "SGML of the shared task of 2021", "marked_terms.sgml",
           (".sgm", ".sgml")),
    Format(MARKED_TERMS, "jsonl", "JSON lines of diglot", "marked_terms.jsonl", (".jsonl",),
           sniffed=True),
    Format(MARKED_TERMS, "tsv", "table of diglot, one mark a row", "marked_terms.tsv",
           (".tsv", ".tab"), sniffed=True),
    Format(MARKED_TERMS, "wmt25", "dictionaries of the shared task of 2025",
           "marked_terms.shared_tasks", (".jsonl",), writes=False, sniffed=True),
    Format(MARKED_TERMS, "lines", "lines of text, with term lists of the shared task of 2023",
           "marked_terms.shared_tasks", writes=False),
    Format(JUDGEMENTS, "standoff", "judgements of any layer", "judgements.answers", (".jsonl",),
           sniffed=True),
    Format(JUDGEMENTS, "answers", "answers about terms in translations", "judgements.answers",
           (".tsv", ".jsonl")),
    Format(JUDGEMENTS, "findings", "answers to findings", "judgements.findings",
           (".json", ".tsv", ".csv", ".xlsx"), writes=False),
    Format(JUDGEMENTS, "suppressions", "findings not to show again", "judgements.findings",
           (".toml",)),
    Format(JUDGEMENTS, "labels", "labels on word links, TransRead", "judgements.transread_labels",
           (".txt",)),
    Format(JUDGEMENTS, "confidence", "judgements on pairs of sentences, TransRead",
           "judgements.transread_labels", (".txt",)),
)
# fmt: on


# Documents that may hold a text and its translation, and as what they are read then.
_TWO_TEXTS_IN = {
    "text": ("tsv", "alternating"),
    **dict.fromkeys(("pdf", "subtitles"), ("alternating",)),
    **dict.fromkeys(("docx", "odt", "rtf"), ("table", "alternating")),
    **dict.fromkeys(
        ("html", "epub", "pptx", "markdown", "rst", "docbook", "asciidoc", "latex"), ("table",)
    ),
}
_LINKS_OR_TEXT = re.compile(rb"<(?:\w+:)?(?:(linkGrp|link|linkList)|p|ab|s|head|l|u|div\d?)\b")


# What to do with files that people bring and that no format here reads.
_OFFICE = "save it as DOCX in the program that made it, or with: soffice --convert-to docx FILE"
_SHEET = "save it as XLSX or CSV in the program that made it"
_MEMORY = "export it as TMX from the program that made it"
_PICTURE = "it holds a picture, not text: run OCR on it first"
_PACKED = "unpack it, and give the file or folder inside"
_MAN_PAGE = (
    "a man page is read as HTML: mandoc -T html FILE > FILE.html; say --input-format text "
    "if it is plain text"
)
_MARKUP = "make HTML of it with: pandoc FILE -o FILE.html"
_MARKUP_BEGINS = re.compile(
    r"\ufeff?\s*(?:(?P<HTML><(?:!doctype\s+)?html\b)|(?P<XML><\?xml\s)|(?P<RTF>\{\\rtf\d)"
    r"|(?P<LaTeX>\\documentclass\b)|(?P<WebVTT>WEBVTT\b))",
    re.IGNORECASE,
)
SAVED_AS: Mapping[str, str] = {
    **dict.fromkeys(
        (".doc", ".dot", ".wps", ".wpd", ".pages", ".fodt", ".sxw", ".hwp", ".hwpx", ".abw"),
        _OFFICE,
    ),
    **dict.fromkeys((".xls", ".xlsm", ".xlsb", ".ods", ".numbers"), _SHEET),
    **dict.fromkeys((".ppt", ".pps", ".odp", ".key"), "save it as PPTX"),
    **dict.fromkeys((".indd", ".indt"), "export it as IDML from InDesign"),
    **dict.fromkeys((".fm", ".mif", ".book"), "save it as XML (DITA, DocBook) or HTML"),
    **dict.fromkeys((".mobi", ".azw", ".azw3", ".kfx", ".fb2"), "convert it to EPUB"),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif", ".djvu", ".bmp"), _PICTURE),
    **dict.fromkeys((".ps", ".eps", ".xps", ".oxps"), "convert it to PDF"),
    **dict.fromkeys(
        (
            ".tar",
            ".gz",
            ".bz2",
            ".xz",
            ".7z",
            ".rar",
            ".tgz",
            ".zst",
            ".sdlppx",
            ".sdlrpx",
            ".sdlproj",
            ".mqout",
            ".wsxz",
        ),
        _PACKED,
    ),
    **dict.fromkeys((".sdltm", ".tmw", ".mtf", ".mdb"), _MEMORY),
    **dict.fromkeys((".sdltb", ".sdltb2"), "export it as TBX or CSV"),
    **dict.fromkeys((".mp3", ".wav", ".mp4", ".mkv", ".mov", ".avi"), "give its subtitles"),
    **dict.fromkeys((".ttml", ".dfxp", ".sbv", ".smi", ".sub", ".stl"), "convert it to SRT or VTT"),
    **dict.fromkeys((f".{number}" for number in range(1, 10)), _MAN_PAGE),
    **dict.fromkeys((".man", ".mdoc", ".roff", ".troff"), _MAN_PAGE),
    **dict.fromkeys((".texi", ".texinfo", ".txi"), "make DocBook of it: makeinfo --docbook FILE"),
    **dict.fromkeys((".org", ".mediawiki", ".wiki", ".textile", ".typ", ".ipynb"), _MARKUP),
    **dict.fromkeys((".chm", ".hlp"), "unpack it, and give the HTML pages inside"),
    **dict.fromkeys((".mht", ".mhtml", ".maff", ".webarchive"), "save the page as HTML"),
    ".lyx": "export it as LaTeX from LyX, or with: lyx --export latex FILE",
    ".pod": "make HTML of it with: pod2html --infile=FILE --outfile=FILE.html",
    ".qm": "give the TS file it was made from, or undo it with: lconvert FILE -o FILE.ts",
    ".bin": "give the file that it was made from, such as the .dix of a dictionary of Apertium",
    ".ditamap": "give the topics that it names",
    ".mo": "give the PO file it was made from, or undo it with: msgunfmt FILE",
    ".eml": "save the message as HTML or text",
    ".msg": "save the message as HTML or text",
}


@cache
def formats_of(*kinds: Kind, writes: bool = False) -> tuple[Format, ...]:
    """Return the formats of some kinds, kind by kind.

    Args:
        kinds: whose formats, in order of preference; all if none is given.
        writes: only those that diglot writes.
    """
    return tuple(
        each
        for kind in kinds or Kind
        for each in FORMATS
        if each.kind == kind and (each.writes or not writes)
    )


def format_rows() -> list[tuple[str, ...]]:
    """Return the table of all formats: a row of headings, then a row for each format."""
    rows: list[tuple[str, ...]] = [("kind", "format", "extensions", "read", "write", "what it is")]
    for each in formats_of():
        can = ["yes" if able else "no" for able in (each.reads, each.writes)]
        rows.append((each.kind, each.name, " ".join(each.extensions) or "-", *can, each.title))
    return rows


def names_of(*kinds: Kind, writes: bool = False) -> str:
    """Return the names of formats for a message, in alphabetical order."""
    return ", ".join(sorted({each.name for each in formats_of(*kinds, writes=writes)}))


@cache
def extensions_of(*kinds: Kind, writes: bool = False) -> Mapping[str, Format]:
    """Return what extensions say: the format to each; the first that needs no look at the file."""
    table: dict[str, Format] = {}
    for each in sorted(formats_of(*kinds, writes=writes), key=lambda each: each.sniffed):
        for extension in each.extensions:
            table.setdefault(extension, each)
    return MappingProxyType(table)


def find_format(
    path: str | Path,
    *kinds: Kind,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    look: bool = False,
) -> Format:
    """Return the format of a file.

    Args:
        path: the file; its extension tells, unless ``format`` is given. ``.gz``, ``.dz`` and
            ``.zst`` at its end are passed over.
        kinds: what it may hold; documents, units, links and word links by default.
        format: the name of a format, an extension, or the format itself.
        look: read the root element or the first line where formats share the extension.

    Raises:
        ConfigError: there is no such format.
        InputError: the file cannot be read, or its root element belongs to no format.
    """
    kinds = kinds or GENERAL
    if isinstance(format, Format):
        return format
    if format is not None:
        return _named(format, kinds)
    told, extension = Path(path).suffix.lower(), extension_of(path)
    usual = extensions_of(*kinds).get(extension)
    if usual and usual.is_container and told != extension:
        usual, extension = None, told
    if look and extension in XML:
        return _in_two_languages(path, kinds, _of_root(path, kinds, usual))
    if (
        usual is None
        and look
        and UNITS in kinds
        and extension not in SAVED_AS
        and _has_columns(path)
    ):
        usual = extensions_of(UNITS)[".tsv"]  # en-fr.txt.gz of ParaCrawl, en-fr.sent.gz of Bitextor
    if usual is None:
        cure = SAVED_AS.get(extension)
        other = extensions_of(TERMBASE, LEXICON).get(extension)
        if other and kinds[0] in GENERAL:
            raise ConfigError(
                f"{path} is a {other.kind} ({other.name}), not a text: see diglot {other.kind}"
            )
        if kinds[0] == TERMBASE and (other := extensions_of(UNITS).get(extension)):
            raise ConfigError(
                f"{path} holds translation {other.kind} ({other.name}), not terms: find them with "
                "diglot terms align"
            )
        raise ConfigError(
            f"{path}: the extension {extension or told!r} names no format{_phrase(kinds)}; "
            f"{cure or f'name one of {_choices(kinds)}'}"
        )
    return _of_content(path, kinds, usual) if look else usual


def _of_content(path: str | Path, kinds: tuple[Kind, ...], usual: Format) -> Format:
    """Return the format of a file among those that share its extension."""
    extension = extension_of(path)
    shared = [each for each in formats_of(*kinds) if each.sniffed and extension in each.extensions]
    if shared:
        line = first_line(path)
        return next((each for each in shared if each.load().is_own(line)), usual)
    if usual.name == "text":
        refuse_markup(path)
    return _in_two_languages(path, kinds, usual)


def _in_two_languages(path: str | Path, kinds: tuple[Kind, ...], usual: Format) -> Format:
    """Return as what a document is read that holds a text and its translation."""
    may_hold_units = usual.kind == DOCUMENT and UNITS in kinds
    for name in _TWO_TEXTS_IN.get(usual.name, ()) if may_hold_units else ():
        bilingual = _named(name, (UNITS,))
        if bilingual.load().is_bilingual(Path(path)):
            return bilingual
    return usual


def _has_columns(path: str | Path) -> bool:
    """Tell whether there is a text with a tab in its first line."""
    with suppress(InputError):
        line = first_line(path)
        return "\t" in line and "\0" not in line
    return False


def refuse_markup(path: str | Path) -> None:
    """Refuse a file that is named like plain text and begins as another format does.

    Raises:
        FormatError: it does.
    """
    found = _MARKUP_BEGINS.match(first_line(path))
    if found and found.lastgroup:
        raise FormatError(
            f"begins as {found.lastgroup} does, but is not named so",
            path=path,
            cure="give it the extension of its format, or name that with --input-format, where "
            "text reads it as it is",
        )


def first_line(path: str | Path) -> str:
    """Return the first line of a file, plain or gzip; bytes that are no text are replaced.

    Raises:
        InputError: it cannot be read, or is a damaged archive.
    """
    from diglot.files.lines import byte_blocks

    data, encoding = next(byte_blocks(path, size=BEGINNING), (b"", "utf-8"))
    return data.partition(b"\n")[0].decode(encoding, "replace").removesuffix("\r")


def _named(name: str, kinds: tuple[Kind, ...]) -> Format:
    wanted = name.lower().lstrip(".")
    found = {each.name: each for each in reversed(formats_of(*kinds))}.get(wanted)
    found = found or extensions_of(*kinds).get(f".{wanted}")
    if found is None:
        raise ConfigError(f"unknown format{_phrase(kinds)} {name!r}; available: {_choices(kinds)}")
    return found


def _of_root(path: str | Path, kinds: tuple[Kind, ...], usual: Format | None) -> Format:
    from diglot.files.xml import root_of

    root = root_of(path)
    known = [each for each in formats_of(*kinds) if root in each.roots]
    if {DOCUMENT, LINKS} <= {each.kind for each in known} and _holds_links(path):
        known = [each for each in known if each.kind == LINKS]
    # Links are links where they can be; where only units will do, their documents are read, too.
    found = next(iter(sorted(known, key=lambda each: each.name == "opus")), None)
    if found is None and root is None:
        found = usual
    if found is None:
        raise FormatError(
            f"the root element <{root}> belongs to no format{_phrase(kinds)} that is read"
            if root
            else "is not an XML file",
            path=path,
            cure="name its format; diglot convert --formats lists all",
        )
    return found


def _holds_links(path: str | Path) -> bool:
    """Tell a TEI file of links from one of text by what follows its header first."""
    from diglot.files.binary import open_maybe_gzip

    with open_maybe_gzip(path) as (file, _):
        beginning = file.read(1 << 20)
    begun = max(beginning.find(b"</teiHeader>"), 0)
    found = _LINKS_OR_TEXT.search(beginning, begun)
    return found is not None and found[1] is not None


def _phrase(kinds: tuple[Kind, ...]) -> str:
    return _PHRASES.get(kinds[0], "")


def _choices(kinds: tuple[Kind, ...]) -> str:
    return ", ".join(dict.fromkeys(each.name for each in formats_of(*kinds)))
