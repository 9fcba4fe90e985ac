"""TBX: termbases of version 2 (MARTIF) and version 3, styles DCA and DCT, one concept at a time.

Every dialect is read; data categories without a field in the model are kept as properties, named
by the element that carries them (``admin:projectSubset``). What is written is TBX-Basic.

Reference: ISO 30042:2008; ISO 30042:2019, Management of terminology resources – TermBase eXchange.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, local_name
from diglot.formats.blocks import Skips, clean_xml
from diglot.formats.termbases import data_categories
from diglot.formats.termbases import data_categories as names
from diglot.formats.termbases.tbx_write import TbxWriter
from diglot.formats.units import parse_probability, signature_of
from diglot.model import Concept, ConceptTerm, Context, Skipped, Termbase
from diglot.model.termbase import STATUSES
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from lxml import etree


ROOTS = ("martif", "tbx")
HEADERS = frozenset({"martifHeader", "tbxHeader"})
BACK = frozenset({"refObjectList", "refObjectSec"})


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,
    about: data_categories.About | None = None,
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give the concepts of a termbase one by one; memory does not grow with the file."""
    skips = skips if skips is not None else Skips()
    reader = TbxReader(about if about is not None else data_categories.About(), skips)
    tags = [f"{{*}}{name}" for name in sorted(names.ENTRIES | HEADERS | BACK)]
    first = True
    for element in iterparse(path, tags, encoding=encoding, roots=ROOTS):
        if first:
            reader.root(element.getroottree().getroot())
            first = False
        name = local_name(element)
        if name in names.ENTRIES:
            concept = reader.concept(element)
            if concept is not None:
                yield concept
        elif name in HEADERS:
            reader.header(element)
        else:
            skips.add("list of persons or sources", element.get("type", ""))


def write(
    path: Path, termbase: Termbase, *, version: str = names.USUAL_VERSION
) -> tuple[Skipped, ...]:
    """Write a termbase; return what it could not carry.

    Args:
        termbase: its rejected terms are left out.
        version: ``3-dca``, ``3-dct`` or ``2``.

    Raises:
        ConfigError: there is no such version.
    """
    if version not in names.VERSIONS:
        raise ConfigError(
            f"the version of TBX is {version!r}; it can be {', '.join(names.VERSIONS)}"
        )
    skips = Skips()
    writer = TbxWriter(version, skips)
    with atomic_open(path) as file:
        file.write(clean_xml(writer.header(termbase), skips))
        for concept in data_categories.writable_concepts(termbase.concepts, skips):
            file.write(clean_xml(writer.concept(concept), skips))
        file.write(writer.footer())
    return skips.entries()


# TBX elements as concepts, whatever the version and the style.

# A line break with its indentation is the work of a program that lays out files.
LAID_OUT = re.compile(r"[ \t]*\n[ \t]+")
OWN_NOTE = re.compile(rf"{data_categories.OWN}([a-z-]+):(?: (.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Item:
    """One data category: its element, name and value, and what stands in its group."""

    carrier: str
    name: str
    value: str
    language: str | None = None
    group: tuple[_Item, ...] = ()


@dataclass(slots=True)
class _Draft:
    """A concept, or a term, while its categories are collected."""

    level: str  # c, l or t
    language: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    note: str | None = None
    contexts: list[Context] = field(default_factory=list)
    properties: list[tuple[str, str]] = field(default_factory=list)


class TbxReader:
    """Turns elements into concepts; remembers what the header said."""

    def __init__(self, about: data_categories.About, skips: Skips) -> None:
        self._about = about
        self._skips = skips
        self._ids = data_categories.Ids(skips)
        self._definitions: list[tuple[str, str]] = []
        self._sources: list[tuple[str, str]] = []

    def root(self, element: etree._Element) -> None:
        """Note a dialect that is not known: its categories are kept, their meaning is not."""
        dialect = element.get("type", "")
        if dialect.lower() not in names.DIALECTS:
            self._skips.add("dialect that is not known", dialect or "none is named")

    def header(self, element: etree._Element) -> None:
        """Take title and signature."""
        for child in element.iter("{*}title", "{*}p", "{*}revisionDesc"):
            text = data_categories.in_one_line(_flat(child))
            if local_name(child) == "title":
                self._about.title = self._about.title or text
            elif local_name(child) == "revisionDesc":
                self._skips.add("remark on a revision", text)
            elif text.startswith(f"{data_categories.OWN}signature: "):
                self._about.signature = signature_of(text.partition(": ")[2])

    def concept(self, element: etree._Element) -> Concept | None:
        """Return the concept, or None for one without any term."""
        draft = _Draft("c")
        self._count_attributes(element, {"id"})
        self._definitions, self._sources = [], []
        terms: list[ConceptTerm] = []
        for child in element:
            if local_name(child) in names.LANGUAGES:
                terms += self._language(child, draft)
            else:
                self._take(child, draft)
        told = element.get("id")
        identifier = self._ids.take(names.plain_id(told) if told else None)
        if not terms:
            self._skips.add("concept without terms", identifier)
            return None
        return Concept(
            identifier,
            tuple(terms),
            tuple(self._definitions),
            draft.fields.get("subjectField"),
            self._score(draft),
            draft.fields.get("source"),
            draft.note,
            (*draft.properties, *self._sources),
        )

    def _language(self, element: etree._Element, concept: _Draft) -> list[ConceptTerm]:
        """Return the terms of one language; what is said of all of them goes to the concept."""
        language = element.get(names.XML_LANG) or element.get("lang")
        if not language:
            self._skips.add("language missing, taken as unknown")
            language = UNDETERMINED
        self._count_attributes(element, {names.XML_LANG, "lang"})
        whole = _Draft("l", language)
        terms = []
        for child in element:
            if local_name(child) in names.TERMS:
                term = self._term(child, language)
                if term is not None:
                    terms.append(term)
            else:
                self._take(child, whole)
        for name, value in whole.fields.items():
            concept.properties.append((f"{names.CATEGORIES[name][0]}:{name}@{language}", value))
        if whole.note is not None:
            concept.properties.append((f"note@{language}", whole.note))
        concept.properties += [(f"{name}@{language}", value) for name, value in whole.properties]
        return terms

    def _term(self, element: etree._Element, language: str) -> ConceptTerm | None:
        draft = _Draft("t", language)
        self._count_attributes(element, set())
        text = ""
        for child in _inside(element):
            if local_name(child) == "term":
                text = data_categories.in_one_line(self._text(child))
            elif local_name(child) == "termCompList":
                self._skips.add("list of the components of a term", _flat(child))
            else:
                self._take(child, draft)
        if not text:
            self._skips.add("term without text", language)
            return None
        found = draft.fields
        kind, part = found.get("termType"), found.get("partOfSpeech")
        frequency = draft.own.get("frequency")
        return ConceptTerm(
            text,
            language,
            self._status(draft),
            draft.own.get("part-of-speech", part and names.words_of_camel_case(part)),
            draft.own.get("kind", kind and names.words_of_camel_case(kind)),
            self._score(draft),
            None if frequency is None else int(frequency),
            tuple(draft.contexts),
            found.get("source"),
            draft.note,
            tuple(draft.properties),
        )

    def _count_attributes(self, element: etree._Element, known: set[str]) -> None:
        """Note attributes that the model has no place for, such as ids of terms."""
        for name, value in element.attrib.items():
            if name not in known:
                self._skips.add(f"attribute {name!s} of <{local_name(element)}>", str(value))

    def _take(self, element: etree._Element, draft: _Draft) -> None:
        """Put what one element says where it belongs."""
        name = local_name(element)
        if name in names.TRANSACTIONS:
            self._skips.add("transaction", _flat(element))
            return
        if name == "note":
            self._note(element, draft)
            return
        item = self._item(element)
        if item is None:
            self._skips.add(f"unknown element <{name}>", _flat(element))
        elif item.carrier == "note":
            draft.note = data_categories.add_remark(draft.note, item.value)
        else:
            self._place(item, draft)

    def _note(self, element: etree._Element, draft: _Draft) -> None:
        """Keep a remark, or take what diglot wrote into one because the dialect has no place."""
        text = self._prose(element)
        match = OWN_NOTE.fullmatch(text)
        name, value = (match[1], match[2] or "") if match else ("", "")
        if name == "property":
            kind, _, value = value.partition("=")
            draft.properties.append((kind, value))
        elif name in _OWN[draft.level] and name not in draft.own and _OWN[draft.level][name](value):
            draft.own[name] = value
        elif text:
            draft.note = data_categories.add_remark(draft.note, text)

    def _item(self, element: etree._Element) -> _Item | None:
        """Return a data category with its group; None for what is none."""
        name = local_name(element)
        if name in names.GROUPS:
            inside = [each for each in (self._item(child) for child in element) if each is not None]
            self._count_transactions(element)
            return replace(inside[0], group=tuple(inside[1:])) if inside else None
        if name in names.TRANSACTIONS:
            return None
        if name == "note":
            return _Item("note", "note", self._prose(element))
        if name in {"descripNote", "adminNote"}:
            return _Item(name, element.get("type", ""), self._prose(element))
        if name in names.CARRIERS:
            carrier, category = name, element.get("type", "")
        elif str(element.tag).startswith("{") and not str(element.tag).startswith(
            f"{{{names.CORE}}}"
        ):
            # Style DCT: the element is the category.
            carrier, category = names.CATEGORIES.get(name, ("descrip", ""))[0], name
        else:
            return None
        value = self._prose(element)
        if carrier in {"ref", "xref"}:
            value = names.reference_value(carrier, element.get("target"), value)
        return _Item(carrier, category, value, element.get(names.XML_LANG))

    def _count_transactions(self, group: etree._Element) -> None:
        for child in group:
            if local_name(child) in names.TRANSACTIONS:
                self._skips.add("transaction", _flat(child))

    def _place(self, item: _Item, draft: _Draft) -> None:
        """Put a category into the field it has in the model, or keep it as a property."""
        name, value = item.name, item.value
        left = list(item.group)
        if not value:
            self._skips.add("data category without a value", name)
        elif name == "definition":
            language = item.language or draft.language
            self._definitions.append((language, value))
            source = _source(left)
            if source is not None:
                self._sources.append((names.sources_of(language), source))
        elif name == "context" and draft.level == "t":
            draft.contexts.append(_context(value, left))
        elif name in _FIELDS[draft.level] and name not in draft.fields:
            draft.fields[name] = value
        else:
            draft.properties.append((f"{item.carrier}:{name}", value))
            if name not in names.CATEGORIES and name not in _KNOWN:
                self._skips.add("data category that is not known, kept as a property", name)
        for each in left:
            self._skips.add(f"{each.name or each.carrier} of a {name}", each.value)

    def _status(self, draft: _Draft) -> str | None:
        """Return the status; keep what the file says where it says more."""
        found: str | None = None
        for category in _STATUS_FIELDS:
            told = draft.fields.get(category)
            if told is None:
                continue
            status = names.status_of(told)
            if status is None:
                self._skips.add("status that is not known, kept as a property", told)
            found = found or status
            if (category, told) != (names.STATUS_CATEGORY, names.STATUS_VALUES.get(found or "")):
                draft.properties.append((f"termNote:{category}", told))
        return draft.own.get("status", found)

    def _score(self, draft: _Draft) -> float | None:
        """Return the exact score, else the tenths that the reliability code stands for."""
        exact = parse_probability(draft.own.get("score", ""))
        if exact is not None:
            return exact
        code = draft.fields.get("reliabilityCode", "")
        if code in _CODES:
            return int(code) / 10
        if code:
            draft.properties.append(("descrip:reliabilityCode", code))
        return None

    def _prose(self, element: etree._Element) -> str:
        return LAID_OUT.sub(" ", self._text(element)).strip(" \t\r\n")

    def _text(self, element: etree._Element) -> str:
        """Return the text of an element without inline codes."""
        if not len(element):
            return element.text or ""
        parts = [element.text or ""]
        for child in element:
            if local_name(child) in names.CODES:
                self._skips.add("inline code", _flat(child))
            else:
                self._skips.add("highlighting", _flat(child))
                parts.append(self._text(child))
            parts.append(child.tail or "")
        return "".join(parts)


_STATUS_FIELDS = (names.STATUS_CATEGORY, *sorted(names.STATUS_CATEGORIES - {names.STATUS_CATEGORY}))
# The categories that have a field in the model, by level.
_FIELDS = {
    "c": frozenset({"subjectField", "source", "reliabilityCode"}),
    "l": frozenset(),
    "t": frozenset({"partOfSpeech", "termType", "source", "reliabilityCode", *_STATUS_FIELDS}),
}
_KNOWN = frozenset({"reliabilityCode", *_STATUS_FIELDS})
_CODES = frozenset(str(code) for code in range(1, 11))


def _is_score(value: str) -> bool:
    return parse_probability(value) is not None


def _is_count(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) < 19


# What diglot writes into notes, by level, and what it must look like.
_OWN: dict[str, dict[str, Callable[[str], bool]]] = {
    "c": {"score": _is_score},
    "l": {},
    "t": {
        "score": _is_score,
        "frequency": _is_count,
        "status": STATUSES.__contains__,
        "kind": bool,
        "part-of-speech": bool,
    },
}


def _inside(element: etree._Element) -> Iterator[etree._Element]:
    """Give the children of a term's element; a ``termGrp`` counts for what it holds."""
    for child in element:
        if local_name(child) == "termGrp":
            yield from child
        else:
            yield child


def _context(text: str, group: list[_Item]) -> Context:
    """Return a context; take its translation and its source out of its group."""
    translation = None
    for item in group:
        own = OWN_NOTE.fullmatch(item.value) if item.carrier == "note" else None
        if own is not None and own[1] == "translation":
            translation = own[2] or ""
            group.remove(item)
            break
    return Context(text, translation, _source(group))


def _source(group: list[_Item]) -> str | None:
    """Take the source of a definition or of a context out of its group."""
    for item in group:
        if item.carrier == "admin" and item.name == "source":
            group.remove(item)
            return item.value
    return None


def _flat(element: etree._Element) -> str:
    return "".join(str(each) for each in element.itertext())
