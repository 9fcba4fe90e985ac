"""Data categories and names of TBX.

The ids, notes and metadata that every reader of termbases builds with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from diglot.model.termbase import ADMITTED, FORBIDDEN, PREFERRED, REJECTED
from diglot.text.languages import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.model import Concept, ConceptTerm, Signature


# Names in TBX: data categories with their elements, modules and values; statuses; ids.
#
# Reference: ISO 30042:2008 and ISO 30042:2019, TermBase eXchange (TBX); the modules Min and Basic
# of TBX-Basic.

CORE = "urn:iso:std:iso:30042:ed-2"
MODULES = {
    "min": "http://www.tbxinfo.net/ns/min",
    "basic": "http://www.tbxinfo.net/ns/basic",
}
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
XCS = "TBXXCSV02.xcs"
DTD = "TBXcoreStructV02.dtd"
VERSIONS = ("3-dca", "3-dct", "2")
USUAL_VERSION = "2"  # what tools for translators import
# Values of the attribute type of the root that are known, in lower case.
DIALECTS = frozenset({"tbx", "tbx-core", "tbx-min", "tbx-basic", "tbx-default", "tbx-linguist"})

ENTRIES = frozenset({"termEntry", "conceptEntry"})
LANGUAGES = frozenset({"langSet", "langSec"})
TERMS = frozenset({"tig", "ntig", "termSec"})
GROUPS = frozenset({"descripGrp", "adminGrp", "termNoteGrp", "transacGrp"})
# Elements of the core that carry a data category in their attribute type.
CARRIERS = frozenset({"descrip", "admin", "termNote", "ref", "xref"})
TRANSACTIONS = frozenset({"transac", "transacGrp", "transacNote", "transactionType", "date"})
# Inline codes: what is inside them is no text.
CODES = frozenset({"bpt", "ept", "ph", "it", "ut", "sc", "ec"})

# Data categories of TBX-Basic: the element that carries them, and their module in style DCT.
CATEGORIES = {
    "definition": ("descrip", "basic"),
    "context": ("descrip", "basic"),
    "subjectField": ("descrip", "min"),
    "source": ("admin", "basic"),
    "projectSubset": ("admin", "basic"),
    "customerSubset": ("admin", "min"),
    "administrativeStatus": ("termNote", "min"),
    "partOfSpeech": ("termNote", "min"),
    "termType": ("termNote", "basic"),
    "grammaticalGender": ("termNote", "basic"),
    "geographicalUsage": ("termNote", "basic"),
    "termLocation": ("termNote", "basic"),
    "crossReference": ("ref", "basic"),
    "externalCrossReference": ("xref", "min"),
    "xGraphic": ("xref", "basic"),
}
# Where the standard lets those stand that diglot does not place itself: at a concept (c), a
# language (l) or a term (t).
LEVELS = {
    "projectSubset": "ct",
    "customerSubset": "ct",
    "grammaticalGender": "t",
    "geographicalUsage": "t",
    "termLocation": "t",
    "crossReference": "ct",
    "externalCrossReference": "clt",
    "xGraphic": "cl",
}
GENDERS = frozenset({"masculine", "feminine", "neuter", "other"})
PARTS_OF_SPEECH = frozenset({"adjective", "noun", "verb", "adverb", "other"})
TERM_TYPES = frozenset({"fullForm", "acronym", "abbreviation", "shortForm", "variant", "phrase"})
# The default categories of version 2 know more.
TERM_TYPES_2 = TERM_TYPES - {"phrase"} | {
    *("clippedTerm", "commonName", "entryTerm", "equation", "formula", "initialism"),
    *("internationalism", "internationalScientificTerm", "logicalExpression", "partNumber"),
    *("phraseologicalUnit", "transcribedForm", "transliteratedForm", "shortcut", "sku"),
    *("standardText", "string", "symbol", "synonym", "synonymousPhrase"),
}

STATUS_CATEGORY = "administrativeStatus"
STATUS_CATEGORIES = frozenset({STATUS_CATEGORY, "normativeAuthorization"})
STATUS_VALUES = {
    PREFERRED: "preferredTerm-admn-sts",
    ADMITTED: "admittedTerm-admn-sts",
    FORBIDDEN: "deprecatedTerm-admn-sts",
}
STATUSES_3 = frozenset({*STATUS_VALUES.values(), "supersededTerm-admn-sts"})
# The ids that XML allows, without those beyond ASCII.
NCNAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_ESCAPED = re.compile(r"_([0-9A-F]{2,6})_")
_PREFIX = "id."


@cache
def _statuses() -> dict[str, str]:
    rows = read_table("term_statuses.tsv")
    return {word: status for status, words in rows for word in words.split("|")}


def status_of(value: str) -> str | None:
    """Return our status for what a file says, as TBX or as people put it; None for others.

    >>> status_of("deprecatedTerm-admn-sts"), status_of("Nicht verwenden"), status_of("new")
    ('forbidden', 'forbidden', None)
    """
    words = " ".join(re.split(r"[\s_-]+", value.strip().lower().removesuffix("-admn-sts")))
    return _statuses().get(words) or _statuses().get(words.removesuffix("term").strip())


def xml_id(name: str) -> str:
    """Return an id as XML allows it; `plain_id` gives ``name`` back.

    An XML id begins with a letter and holds no spaces; ids such as ``594`` are common elsewhere.
    """
    if NCNAME.fullmatch(name) and plain_id(name) == name:
        return name
    escaped = "".join(
        each if each.isascii() and (each.isalnum() or each in ".-") else f"_{ord(each):02X}_"
        for each in name
    )
    return _PREFIX + escaped


def plain_id(name: str) -> str:
    """Return the id that `xml_id` was given; any other id as it is."""
    if not name.startswith(_PREFIX):
        return name
    inner = _ESCAPED.sub(_unescaped, name[len(_PREFIX) :])
    needed = not NCNAME.fullmatch(inner) or plain_id(inner) != inner
    return inner if needed else name


def _unescaped(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return match[0] if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)


def sources_of(language: str) -> str:
    """Return the name of the property that holds the sources of definitions in a language."""
    return f"definition source@{language}" if language else "definition source"


def reference_value(carrier: str, target: str | None, text: str) -> str:
    """Return target and text of a reference as one value; ``#id`` for a place in the file."""
    if not target or not target.strip():
        return text
    told = "%20".join(target.split())
    return f"#{plain_id(told)} {text}".strip() if carrier == "ref" else f"{told} {text}".strip()


def words_of_camel_case(name: str) -> str:
    """Return a name in camel case as words: ``fullForm`` as ``full form``."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda match: f" {match[1].lower()}", name)


def camel_case_of(words: str) -> str:
    """Return words in camel case: ``full form`` as ``fullForm``."""
    first, *rest = words.split(" ")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


# What every reader of termbases builds with: what the whole says, unique ids, scores, notes.

OWN = "x-diglot-"
BETWEEN_NOTES = "\n"
SPACES = re.compile(r"[ \t\r\n]+")


@dataclass(slots=True)
class About:
    """What a file says of the termbase as a whole; filled while its concepts are read."""

    title: str = ""
    signature: Signature | None = None


class Ids:
    """Gives every concept an id of its own: that of the file where it has one."""

    def __init__(self, skips: Skips) -> None:
        self._skips = skips
        self._used: set[str] = set()
        self._count = 0

    def take(self, told: str | None) -> str:
        """Return ``told``, or a new id if there is none or another concept has it."""
        self._count += 1
        chosen = told or f"c{self._count}"
        if chosen in self._used:
            if told:
                self._skips.add("id that two concepts have, changed", told)
            number = 2
            while f"{chosen}~{number}" in self._used:
                number += 1
            chosen = f"{chosen}~{number}"
        self._used.add(chosen)
        return chosen


def by_language(terms: Iterable[ConceptTerm]) -> dict[str, list[ConceptTerm]]:
    """Return terms by language, languages in the order of their first term."""
    found: dict[str, list[ConceptTerm]] = {}
    for term in terms:
        found.setdefault(term.language, []).append(term)
    return found


def in_one_line(text: str) -> str:
    """Return a term without breaks and doubled spaces; no-break spaces are content."""
    return SPACES.sub(" ", text).strip(" ")


def add_remark(note: str | None, more: str) -> str:
    """Return a note with one more remark in it."""
    return more if note is None else f"{note}{BETWEEN_NOTES}{more}"


def writable_concepts(concepts: Iterable[Concept], skips: Skips) -> Iterator[Concept]:
    """Give the concepts that have terms, without those that a person has rejected.

    For formats that hand a termbase over: what is no term has no place there. Nor has a concept
    of which nothing is left but terms of one language that nobody has accepted.
    """
    for concept in concepts:
        if not concept.terms:
            skips.add("concept without terms", concept.id)
            continue
        kept = tuple(term for term in concept.terms if term.status != REJECTED)
        if len(kept) == len(concept.terms):
            yield concept
            continue
        refused = next(term for term in concept.terms if term.status == REJECTED)
        skips.add("rejected term", refused.text, len(concept.terms) - len(kept))
        was_bilingual = len({term.language for term in concept.terms}) > 1
        is_bilingual = len({term.language for term in kept}) > 1
        if is_bilingual or any(term.status for term in kept) or (kept and not was_bilingual):
            yield replace(concept, terms=kept)
        else:
            skips.add("concept of which nothing was accepted", concept.id)
