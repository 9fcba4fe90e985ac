"""FreeDict: dictionaries in TEI of any version, TEI Lex-0 included; streamed entry by entry.

Written is the plain form that the FreeDict project publishes: an entry a headword and part of
speech, a sense a meaning. It carries words, languages, parts of speech, senses and, as ``cert``,
scores; directions, reasons and paths are counted as left out. Entries stand in the order of their
first translation.

Reference: FreeDict HOWTO, chapter on TEI; TEI Guidelines, chapter 10 (Dictionaries).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, legal, local
from diglot.formats.blocks import Skips
from diglot.formats.inline import attribute, escaped
from diglot.formats.lexicons.lexicon_losses import count_losses
from diglot.formats.lexicons.lexicon_names import UNKNOWN, languages_of, name_of
from diglot.formats.lexicons.tei_entry import ENTRIES, EntryReader, described
from diglot.formats.termbases.termbase import in_one_line
from diglot.formats.units import signature_of
from diglot.model.lexicon import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from diglot.model import Signature
    from diglot.model.lexicon import Lexicon, Translation

ROOTS = ("TEI", "TEI.2", "teiCorpus")
HEADER = "{*}teiHeader"
# As FreeDict titles its dictionaries: "English-French FreeDict Dictionary".
TITLE = re.compile(r"(\w+) ?- ?(\w+) FreeDict", re.IGNORECASE)
INFERRED = "Inferred by diglot: "
LOST = ("direction", "reasons", "paths")


def read_translations(
    path: str | Path,
    *,
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,  # noqa: ARG001 - XML is well-formed or nothing
) -> Iterator[Translation]:
    """Give the translations of a dictionary in TEI one by one.

    What examples say in the other language is no translation of the word and is counted.

    Args:
        path: the file, plain or packed with gzip.
        languages: of source and target, where entries do not say them; by default those in the
            name of the file, in its header or in its title, else ``und``.
        encoding: overrides what the file declares.
        skips: collects what is left out.
        skip_bad: without effect: damaged XML cannot be read on.

    Raises:
        InputError: the file cannot be read, is unsafe or is no TEI.
    """
    path = Path(path)
    skips = skips if skips is not None else Skips()
    told = languages or languages_of(path)
    reader = EntryReader(told, skips)
    for element in _elements(path, encoding):
        if local(element) == "teiHeader":
            reader = EntryReader(_languages(element, told), skips)
        else:
            yield from reader.translations(element)


def read_origin(path: str | Path) -> Origin:
    """Return what the header of a dictionary says about its sources and its licence.

    Raises:
        InputError: the file cannot be read, is unsafe or is no TEI.
    """
    first = next(_elements(Path(path), None), None)
    if first is None or local(first) != "teiHeader":
        return Origin(name_of(path))
    statements = [described(each) for each in first.iter("{*}sourceDesc")]
    licences = [
        each.get("target") or described(each) for each in first.iter("{*}licence", "{*}license")
    ] or [described(each) for each in first.iter("{*}availability")]
    return Origin(name_of(path), " ".join(statements), " ".join(licences))


def read_signature(path: str | Path) -> Signature | None:
    """Return how a lexicon that diglot wrote was inferred; None when the header does not say it.

    Raises:
        InputError: the file cannot be read, is unsafe or is no TEI.
    """
    first = next(_elements(Path(path), None), None)
    if first is not None and local(first) == "teiHeader":
        for each in first.iter("{*}projectDesc"):
            _, inferred, line = described(each).partition(INFERRED)
            if inferred:
                return signature_of(line)
    return None


def write_lexicon(path: str | Path, lexicon: Lexicon, *, skips: Skips | None = None) -> int:
    """Write a lexicon as FreeDict TEI; return the number of translations in the file.

    Args:
        path: the file.
        lexicon: the translations.
        skips: collects what the format cannot carry.

    Raises:
        InputError: the file cannot be written.
    """
    skips = skips if skips is not None else Skips()
    count_losses(lexicon.translations, LOST, skips)
    entries: dict[tuple[str, str, str], dict[str, list[Translation]]] = {}
    number = 0
    for each in lexicon.translations:
        words = _clean(each.source), _clean(each.target)
        if not all(words):
            skips.add("translation of characters that XML forbids", f"{each.source}|{each.target}")
            continue
        key = (words[0], each.source_language, each.source_pos or "")
        senses = entries.setdefault(key, {})
        senses.setdefault(_clean(each.sense or ""), []).append(each)
        number += 1
    with atomic_open(path) as file:
        file.write(legal(_header(lexicon, len(entries)))[0])
        for (word, language, pos), senses in entries.items():
            form = f"<form><orth>{escaped(word)}</orth></form>"
            lines = [f'<entry xml:lang="{attribute(language)}">{form}{_grammar(pos)}\n']
            for sense, translations in senses.items():
                label = f'<usg type="hint">{escaped(sense)}</usg>' if sense else ""
                lines.append(f"<sense>{label}\n")
                lines += [_citation(each) for each in translations]
                lines.append("</sense>\n")
            text, count = legal("".join(lines) + "</entry>\n")
            skips.add("character that XML forbids", count=count)
            file.write(text)
        file.write("</body></text>\n</TEI>\n")
    return number


def _elements(path: Path, encoding: str | None) -> Iterator[etree._Element]:
    return iterparse(
        path,
        (HEADER, *ENTRIES),
        encoding=encoding,
        roots=ROOTS,
        outermost=True,
    )


def _languages(header: etree._Element, told: tuple[str, str]) -> tuple[str, str]:
    """Return source and target as ``told``, else as the header says them.

    The names of files come first: headers are copied from dictionary to dictionary.
    """
    if told != (UNKNOWN, UNKNOWN):
        return told
    roles: dict[str, str] = {}
    for each in header.iter("{*}language"):
        ident, role = each.get("ident", ""), (each.get("role") or each.get("n") or "").lower()
        if ident and role:
            side = "source" if role.startswith(("source", "object")) else "target"
            roles.setdefault(side, ident)
    if roles:
        return roles.get("source", UNKNOWN), roles.get("target", UNKNOWN)
    title = next((described(each) for each in header.iter("{*}title")), "")
    if named := TITLE.match(title):
        return named[1], named[2]
    return told


def _header(lexicon: Lexicon, entries: int) -> str:
    origin = lexicon.origin
    pairs = lexicon.pairs
    used = ""
    if len(pairs) == 1:
        used = "".join(
            f'<language ident="{attribute(language)}" role="{side}Language"/>'
            for side, language in zip(("source", "target"), pairs[0], strict=True)
        )
        used = f"<profileDesc><langUsage>{used}</langUsage></profileDesc>\n"
    project = ""
    if lexicon.signature is not None:
        said = escaped(f"{INFERRED}{lexicon.signature}")
        project = f"<encodingDesc><projectDesc><p>{said}</p></projectDesc></encodingDesc>\n"
    licence = f"<licence><p>{escaped(origin.licence)}</p></licence>" if origin.licence else ""
    licence = f"<availability>{licence or '<p>unknown</p>'}</availability>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<TEI xmlns="http://www.tei-c.org/ns/1.0" version="5.0">\n<teiHeader>\n<fileDesc>\n'
        f"<titleStmt><title>{escaped(origin.name or 'lexicon')}</title></titleStmt>\n"
        f"<extent>{entries} headwords</extent>\n"
        f"<publicationStmt><publisher>diglot</publisher>{licence}</publicationStmt>\n"
        f"<sourceDesc><p>{escaped(origin.statement)}</p></sourceDesc>\n</fileDesc>\n"
        f"{project}{used}</teiHeader>\n<text><body>\n"
    )


def _citation(each: Translation) -> str:
    score = "" if each.score is None else f' cert="{float(each.score)!r}"'
    return (
        f'<cit type="trans" xml:lang="{attribute(each.target_language)}"{score}>'
        f"<quote>{escaped(_clean(each.target))}</quote>{_grammar(each.target_pos or '')}</cit>\n"
    )


def _grammar(pos: str) -> str:
    pos = _clean(pos)
    return f"<gramGrp><pos>{escaped(pos)}</pos></gramGrp>" if pos else ""


def _clean(text: str) -> str:
    text = in_one_line(legal(text)[0])
    return text if text.strip() else ""
