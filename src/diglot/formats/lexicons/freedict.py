"""FreeDict: dictionaries in TEI of any version, TEI Lex-0 included; streamed entry by entry.

Written is the plain form that the FreeDict project publishes: an entry a headword and part of
speech, a sense a meaning. It carries words, languages, parts of speech, senses and, as ``cert``,
scores; directions, reasons and paths are counted as left out. Entries stand in the order of their
first translation.

Reference: FreeDict HOWTO, chapter on TEI; TEI Guidelines, chapter 10 (Dictionaries).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, local_name, remove_illegal_characters
from diglot.formats.blocks import Skips, clean_xml, escape_attribute, escape_text
from diglot.formats.lexicons.sources import Reading, count_losses, name_of
from diglot.formats.termbases.data_categories import in_one_line
from diglot.formats.units import parse_probability, signature_of
from diglot.model.lexicon import Lexicon, Origin, Translation
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml import etree

    from diglot.model import Signature


ROOTS = ("TEI", "TEI.2", "teiCorpus")
HEADER = "{*}teiHeader"
# As FreeDict titles its dictionaries: "English-French FreeDict Dictionary".
TITLE = re.compile(r"(\w+) ?- ?(\w+) FreeDict", re.IGNORECASE)
INFERRED = "Inferred by diglot: "
LOST = ("direction", "reasons", "paths")


def read_translations(reading: Reading) -> Iterator[Translation]:
    """Give the translations of a dictionary in TEI one by one.

    What examples say in the other language is no translation of the word and is counted. Languages
    are those of the entries, else as told, else those in the name of the file, in its header or in
    its title.
    """
    told, skips = reading.languages, reading.skips
    reader = EntryReader(told, skips)
    for element in _elements(reading.path, reading.encoding):
        if local_name(element) == "teiHeader":
            reader = EntryReader(_languages(element, told), skips)
        else:
            yield from reader.translations(element)


def read_origin(path: Path) -> Origin:
    """Return what the header of a dictionary says about its sources and its licence."""
    first = next(_elements(path), None)
    if first is None or local_name(first) != "teiHeader":
        return Origin(name_of(path))
    statements = [description_of(each) for each in first.iter("{*}sourceDesc")]
    licences = [
        each.get("target") or description_of(each)
        for each in first.iter("{*}licence", "{*}license")
    ] or [description_of(each) for each in first.iter("{*}availability")]
    return Origin(name_of(path), " ".join(statements), " ".join(licences))


def read_signature(path: Path) -> Signature | None:
    """Return how a lexicon that diglot wrote was inferred; None when the header does not say it."""
    first = next(_elements(path), None)
    if first is not None and local_name(first) == "teiHeader":
        for each in first.iter("{*}projectDesc"):
            _, inferred, line = description_of(each).partition(INFERRED)
            if inferred:
                return signature_of(line)
    return None


def write_lexicon(path: Path, lexicon: Lexicon, *, skips: Skips | None = None) -> int:
    """Write a lexicon as FreeDict TEI; return the number of translations in the file."""
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
        file.write(remove_illegal_characters(_header(lexicon, len(entries)))[0])
        for (word, language, pos), senses in entries.items():
            form = f"<form><orth>{escape_text(word)}</orth></form>"
            lines = [f'<entry xml:lang="{escape_attribute(language)}">{form}{_grammar(pos)}\n']
            for sense, translations in senses.items():
                label = f'<usg type="hint">{escape_text(sense)}</usg>' if sense else ""
                lines.append(f"<sense>{label}\n")
                lines += [_citation(each) for each in translations]
                lines.append("</sense>\n")
            file.write(clean_xml("".join(lines) + "</entry>\n", skips))
        file.write("</body></text>\n</TEI>\n")
    return number


def _elements(path: Path, encoding: str | None = None) -> Iterator[etree._Element]:
    return iterparse(path, (HEADER, *ENTRIES), encoding=encoding, roots=ROOTS, outermost=True)


def _languages(header: etree._Element, told: tuple[str, str]) -> tuple[str, str]:
    """Return source and target as ``told``, else as the header says them.

    The names of files come first: headers are copied from dictionary to dictionary.
    """
    if told != (UNDETERMINED, UNDETERMINED):
        return told
    roles: dict[str, str] = {}
    for each in header.iter("{*}language"):
        ident, role = each.get("ident", ""), (each.get("role") or each.get("n") or "").lower()
        if ident and role:
            side = "source" if role.startswith(("source", "object")) else "target"
            roles.setdefault(side, ident)
    if roles:
        return roles.get("source", UNDETERMINED), roles.get("target", UNDETERMINED)
    title = next((description_of(each) for each in header.iter("{*}title")), "")
    if named := TITLE.match(title):
        return named[1], named[2]
    return told


def _header(lexicon: Lexicon, entries: int) -> str:
    origin = lexicon.origin
    pairs = lexicon.pairs
    used = ""
    if len(pairs) == 1:
        used = "".join(
            f'<language ident="{escape_attribute(language)}" role="{side}Language"/>'
            for side, language in zip(("source", "target"), pairs[0], strict=True)
        )
        used = f"<profileDesc><langUsage>{used}</langUsage></profileDesc>\n"
    project = ""
    if lexicon.signature is not None:
        said = escape_text(f"{INFERRED}{lexicon.signature}")
        project = f"<encodingDesc><projectDesc><p>{said}</p></projectDesc></encodingDesc>\n"
    licence = f"<licence><p>{escape_text(origin.licence)}</p></licence>" if origin.licence else ""
    licence = f"<availability>{licence or '<p>unknown</p>'}</availability>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<TEI xmlns="http://www.tei-c.org/ns/1.0" version="5.0">\n<teiHeader>\n<fileDesc>\n'
        f"<titleStmt><title>{escape_text(origin.name or 'lexicon')}</title></titleStmt>\n"
        f"<extent>{entries} headwords</extent>\n"
        f"<publicationStmt><publisher>diglot</publisher>{licence}</publicationStmt>\n"
        f"<sourceDesc><p>{escape_text(origin.statement)}</p></sourceDesc>\n</fileDesc>\n"
        f"{project}{used}</teiHeader>\n<text><body>\n"
    )


def _citation(each: Translation) -> str:
    score = "" if each.score is None else f' cert="{float(each.score)!r}"'
    return (
        f'<cit type="trans" xml:lang="{escape_attribute(each.target_language)}"{score}>'
        f"<quote>{escape_text(_clean(each.target))}</quote>"
        f"{_grammar(each.target_pos or '')}</cit>\n"
    )


def _grammar(pos: str) -> str:
    pos = _clean(pos)
    return f"<gramGrp><pos>{escape_text(pos)}</pos></gramGrp>" if pos else ""


def _clean(text: str) -> str:
    text = in_one_line(remove_illegal_characters(text)[0])
    return text if text.strip() else ""


# Entries of dictionaries in TEI: headwords, parts of speech, senses and what translates them.
#
# Elements are told by their local names, so that TEI P4, P5 and Lex-0 are read alike.
#
# Reference: TEI Guidelines, chapter 10 (Dictionaries); TEI Lex-0, 2018.

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
ENTRIES = ("{*}entry", "{*}entryFree")
# As FreeDict names the type of a citation, as the Guidelines and as Lex-0 do.
TRANSLATIONS = frozenset({"trans", "translation", "translationEquivalent"})
INFLECTED = frozenset({"infl", "inflected", "inflection", "paradigm"})
RELATED = frozenset({"re", "entry", "entryFree"})
# What stands inside a word but is no part of it.
REMARKS = frozenset(
    {"note", "gramGrp", "gram", "pos", "gen", "usg", "lbl", "pron", "ref", "ptr", "xr", "fw", "lb"}
)
# A language said here is often that of the description: FreeDict has English around its Wolof.
OUTER = frozenset({"text", "TEI", "TEI.2", "teiCorpus"})
BETWEEN_LABELS = "; "


class EntryReader:
    """Turns entries into translations.

    Args:
        languages: of source and target, where an entry does not say its own.
        skips: collects what is left out.
    """

    def __init__(self, languages: tuple[str, str], skips: Skips) -> None:
        self._languages = languages
        self._skips = skips

    def translations(self, entry: etree._Element) -> Iterator[Translation]:
        """Give the translations of one entry, those of related entries inside it included."""
        heads = self._heads(entry, _inherited(entry) or self._languages[0])
        if not heads:
            self._skips.add("entry without a headword", description_of(entry))
            return
        number = 0
        for number, each in enumerate(self._within(entry, heads, None, ()), 1):  # noqa: B007
            yield each
        if not number:
            self._skips.add("entry without a translation", heads[0][0])

    def _within(
        self,
        node: etree._Element,
        heads: list[tuple[str, str]],
        pos: str | None,
        labels: tuple[str, ...],
    ) -> Iterator[Translation]:
        """Give what an entry, a homograph or a sense holds."""
        pos = _part_of_speech(node) or pos
        senses = [child for child in node if local_name(child) == "sense"]
        for child in node:
            name = local_name(child)
            if name == "sense":
                own = _label(child)
                if not own and len(senses) > 1 and child.get("n"):
                    own = (in_one_line(child.get("n", "")),)
                yield from self._within(child, heads, pos, (*labels, *own))
            elif name == "hom":
                own_heads = self._heads(child, heads[0][1])
                yield from self._within(child, own_heads or heads, pos, labels)
            elif name in RELATED:
                related = self._heads(child, child.get(LANGUAGE) or heads[0][1])
                if related:
                    yield from self._within(child, related, None, ())
                else:
                    self._skips.add("related entry without a headword", heads[0][0])
            elif name == "trans" or (name == "cit" and child.get("type") in TRANSLATIONS):
                yield from self._citation(child, heads, pos, labels)
            elif name in {"cit", "eg"}:
                self._skips.add("example or other citation", description_of(child))

    def _citation(
        self,
        node: etree._Element,
        heads: list[tuple[str, str]],
        pos: str | None,
        labels: tuple[str, ...],
    ) -> Iterator[Translation]:
        """Give the translations that one citation makes with each headword."""
        told = node.get(LANGUAGE) or self._languages[1]
        words = [
            (text, child.get(LANGUAGE) or told)
            for child in node
            if local_name(child) in {"quote", "q", "tr"} and (text := _text(child))
        ] or self._heads(node, told)
        if not words:
            self._skips.add("translation without a word", heads[0][0])
        sense = BETWEEN_LABELS.join(labels) or None
        score = parse_probability(node.get("cert", ""))
        own = _part_of_speech(node)
        for head, language in heads:
            for word, target in words:
                yield Translation(head, word, language, target, pos, own, score=score, sense=sense)

    def _heads(self, node: etree._Element, language: str) -> list[tuple[str, str]]:
        """Return headwords and their languages: every written form but the inflected ones."""
        found: list[tuple[str, str]] = []
        for child in node:
            if local_name(child) == "orth":
                if text := _text(child):
                    found.append((text, child.get(LANGUAGE) or language))
            elif local_name(child) == "form":
                if child.get("type", "").lower() in INFLECTED:
                    self._skips.add("inflected form", description_of(child))
                else:
                    found += self._heads(child, child.get(LANGUAGE) or language)
        return list(dict.fromkeys(found))


def description_of(element: etree._Element) -> str:
    """Return what a part of a header says, with the addresses it points at."""
    return in_one_line(" ".join(_pieces(element)))


def _pieces(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        address = child.get("target", "")
        if address and address not in (child.text or ""):
            yield address
        yield from _pieces(child)
        yield child.tail or ""


def _inherited(entry: etree._Element) -> str | None:
    """Return the language that an entry has from itself or from what it stands in."""
    node: etree._Element | None = entry
    while node is not None and local_name(node) not in OUTER:
        if told := node.get(LANGUAGE):
            return told
        node = node.getparent()
    return None


def _part_of_speech(node: etree._Element) -> str | None:
    """Return the part of speech that a node, its grammar or its form says."""
    for child in node:
        name = local_name(child)
        if name in {"gramGrp", "form"}:
            if found := _part_of_speech(child):
                return found
        elif (name == "pos" or (name == "gram" and child.get("type") == "pos")) and (
            text := _text(child) or in_one_line(child.get("norm", ""))
        ):
            return text
    return None


def _label(sense: etree._Element) -> tuple[str, ...]:
    """Return what tells a sense from its neighbours."""
    return tuple(
        text
        for child in sense
        if local_name(child) in {"usg", "def", "gloss"} and (text := _text(child))
    )


def _text(element: etree._Element) -> str:
    """Return the text of an element without the remarks in it; empty if it is blank."""
    text = in_one_line("".join(_words(element)))
    return text if text.strip() else ""


def _words(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if local_name(child) in REMARKS:
            yield " "
        else:
            yield from _words(child)
        yield child.tail or ""
