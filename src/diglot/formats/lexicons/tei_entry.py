"""Entries of dictionaries in TEI: headwords, parts of speech, senses and what translates them.

Elements are told by their local names, so that TEI P4, P5 and Lex-0 are read alike.

Reference: TEI Guidelines, chapter 10 (Dictionaries); TEI Lex-0, 2018.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.files.xml import local
from diglot.formats.termbases.termbase import in_one_line
from diglot.formats.units.fields import probability
from diglot.model.lexicon import Translation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from diglot.formats.blocks import Skips

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
            self._skips.add("entry without a headword", described(entry))
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
        senses = [child for child in node if local(child) == "sense"]
        for child in node:
            name = local(child)
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
                self._skips.add("example or other citation", described(child))

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
            if local(child) in {"quote", "q", "tr"} and (text := _text(child))
        ] or self._heads(node, told)
        if not words:
            self._skips.add("translation without a word", heads[0][0])
        sense = BETWEEN_LABELS.join(labels) or None
        score = probability(node.get("cert", ""))
        own = _part_of_speech(node)
        for head, language in heads:
            for word, target in words:
                yield Translation(head, word, language, target, pos, own, score=score, sense=sense)

    def _heads(self, node: etree._Element, language: str) -> list[tuple[str, str]]:
        """Return headwords and their languages: every written form but the inflected ones."""
        found: list[tuple[str, str]] = []
        for child in node:
            if local(child) == "orth":
                if text := _text(child):
                    found.append((text, child.get(LANGUAGE) or language))
            elif local(child) == "form":
                if child.get("type", "").lower() in INFLECTED:
                    self._skips.add("inflected form", described(child))
                else:
                    found += self._heads(child, child.get(LANGUAGE) or language)
        return list(dict.fromkeys(found))


def described(element: etree._Element) -> str:
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
    while node is not None and local(node) not in OUTER:
        if told := node.get(LANGUAGE):
            return told
        node = node.getparent()
    return None


def _part_of_speech(node: etree._Element) -> str | None:
    """Return the part of speech that a node, its grammar or its form says."""
    for child in node:
        name = local(child)
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
        if local(child) in {"usg", "def", "gloss"} and (text := _text(child))
    )


def _text(element: etree._Element) -> str:
    """Return the text of an element without the remarks in it; empty if it is blank."""
    text = in_one_line("".join(_words(element)))
    return text if text.strip() else ""


def _words(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if local(child) in REMARKS:
            yield " "
        else:
            yield from _words(child)
        yield child.tail or ""
