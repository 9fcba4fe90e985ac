"""TMX elements as units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.files.xml import line_of, local
from diglot.formats.inline import flatten
from diglot.formats.units import UNKNOWN, primary
from diglot.formats.units.fields import numbers, probability, two_numbers
from diglot.formats.units.tmx_names import ALL_LANGUAGES, ATTRIBUTES, CODES, OWN, XML_LANG
from diglot.model import Unit, Variant

if TYPE_CHECKING:
    from lxml import etree

    from diglot.formats.blocks import Skips


class Reader:
    """Turns elements into units; remembers what the header said."""

    def __init__(self, *, keep: bool, skips: Skips) -> None:
        self._keep = keep
        self._skips = skips
        self._source = ALL_LANGUAGES
        self._method: str | None = None

    def header(self, element: etree._Element) -> None:
        """Remember what holds for all units."""
        self._source = element.get("srclang", ALL_LANGUAGES)
        for child in element:
            if child.get("type") == f"{OWN}method":
                self._method = child.text
            elif local(child) in {"note", "prop", "ude"}:
                self._skips.add(f"{local(child)} in the header", child.text or "")

    def unit(self, element: etree._Element) -> Unit | None:
        """Return the unit, or None for one without any text."""
        namespace = str(element.tag)[: -len("tu")]
        tuv, prop, note = f"{namespace}tuv", f"{namespace}prop", f"{namespace}note"
        variants: list[Variant] = []
        properties: list[tuple[str, str]] = []
        own: dict[str, str] = {}
        reasons: list[str] = []
        notes: list[str] = []
        for child in element:
            tag = child.tag
            if tag == tuv:
                variant = self._variant(child, namespace)
                if variant is not None:
                    variants.append(variant)
            elif tag == prop:
                name, value = child.get("type", ""), child.text or ""
                if name == f"{OWN}reason":
                    reasons.append(value)
                elif name.startswith(OWN):
                    own[name] = value
                else:
                    properties.append((name, value))
                    self._check_attributes(child)
            elif tag == note:
                notes.append(child.text or "")
                self._check_attributes(child)
            else:
                self._skips.add(f"unknown element <{local(child)}>", child.text or "")
        if not variants:
            self._skips.add("unit without text")
            return None
        attributes = element.attrib
        if attributes:
            properties[:0] = self._attributes(element, {"tuid", "srclang"})
        self._source_first(variants, element.get("srclang", self._source))
        own.pop(f"{OWN}type", None)
        # What cannot be read stays a property.
        score = probability(own.get(f"{OWN}score", ""))
        if score is not None:
            del own[f"{OWN}score"]
        paragraphs = two_numbers(own.get(f"{OWN}paragraphs", ""))
        if paragraphs is not None:
            del own[f"{OWN}paragraphs"]
        kind, document = own.pop(f"{OWN}kind", None), own.pop(f"{OWN}document", None)
        method = own.pop(f"{OWN}method", self._method)
        return Unit(
            tuple(variants),
            element.get("tuid"),
            score,
            kind,
            tuple(reasons),
            method or None,
            document,
            paragraphs,
            (*properties, *own.items()),
            tuple(notes),
            line_of(element),
        )

    def _variant(self, element: etree._Element, namespace: str) -> Variant | None:
        language = element.get(XML_LANG)
        if language is None:
            language = element.get("lang")
            if language is None:
                self._skips.add("language missing, taken as unknown")
                language = UNKNOWN
        segment: etree._Element | None = None
        properties: list[tuple[str, str]] = []
        lengths: tuple[int, ...] = ()
        for child in element:
            name = str(child.tag)[len(namespace) :]
            if name == "seg":
                segment = child
            elif name == "prop" and child.get("type") == f"{OWN}segments":
                lengths = numbers(child.text or "")
            elif name in {"prop", "note"}:
                kind = child.get("type", "") if name == "prop" else "note"
                properties.append((kind, child.text or ""))
                self._check_attributes(child)
            else:
                self._skips.add(f"unknown element <{local(child)}>", child.text or "")
        if segment is None:
            self._skips.add("variant without a segment", language)
            return None
        if len(element.attrib) > 1:
            properties[:0] = self._attributes(element, {XML_LANG, "lang"})
        if not len(segment):
            return Variant(language, segment.text or "", (), lengths, tuple(properties))
        text, markup = flatten(segment, CODES, keep=self._keep, skips=self._skips)
        return Variant(language, text, markup, lengths, tuple(properties))

    def _attributes(self, element: etree._Element, used: set[str]) -> list[tuple[str, str]]:
        found = []
        for name, value in element.attrib.items():
            if name in ATTRIBUTES:
                found.append((str(name), str(value)))
            elif name not in used:
                self._skips.add(f"unknown attribute {name!s}", str(value))
        return found

    def _check_attributes(self, element: etree._Element) -> None:
        if len(element.attrib) > (1 if "type" in element.attrib else 0):
            self._skips.add("language or encoding of a note or property", element.text or "")

    @staticmethod
    def _source_first(variants: list[Variant], source: str) -> None:
        """Put the source language first, where the file says which it is."""
        if source == ALL_LANGUAGES or variants[0].language == source:
            return
        for fits in (
            lambda language: language.lower() == source.lower(),
            lambda language: primary(language) == primary(source),
        ):
            for index, variant in enumerate(variants):
                if fits(variant.language):
                    variants.insert(0, variants.pop(index))
                    return
