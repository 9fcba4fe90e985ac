"""TMX 1.4b: translation memories, read and written one unit at a time.

What diglot knows about a unit goes along as ``<prop type="x-diglot-…">``; attributes, properties
and notes of other tools are kept as found.

Reference: TMX 1.4b Specification, OSCAR recommendation, 2005.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from diglot._version import __version__
from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, line_of, local_name
from diglot.formats.blocks import (
    Dialect,
    Skips,
    clean_xml,
    escape_attribute,
    escape_text,
    flatten_markup,
    render_markup,
    take_code,
)
from diglot.formats.units import (
    parse_integer_pair,
    parse_integers,
    parse_probability,
    type_of,
)
from diglot.model import Markup, Skipped, Unit, Variant
from diglot.text.languages import UNDETERMINED, primary_subtag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from lxml import etree


INLINE = ("keep", "strip")


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    inline: str = "keep",
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the units of a translation memory one by one; memory does not grow with the file.

    Args:
        inline: ``keep`` inline codes as markup beside the text, or ``strip`` them.

    Raises:
        InputError: the file cannot be read, is unsafe or is no TMX.
        ConfigError: ``inline`` is neither.
    """
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    reader = TmxReader(keep=inline == "keep", skips=skips if skips is not None else Skips())
    tags = ("{*}header", "{*}tu")
    for element in iterparse(path, tags, encoding=encoding, roots=("tmx",)):
        if local_name(element) == "tu":
            unit = reader.unit(element)
            if unit is not None:
                yield unit
        else:
            reader.header(element)


def write_units(path: Path, units: Iterable[Unit], *, inline: str = "keep") -> tuple[Skipped, ...]:
    """Write a translation memory; return what it could not carry.

    Args:
        units: taken one by one; memory does not grow with their number.
        inline: ``keep`` inline codes, or ``strip`` them.

    Raises:
        ConfigError: ``inline`` is neither.
    """
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    skips = Skips()
    stream = iter(units)
    first = next(stream, None)
    rest = stream if first is None else itertools.chain((first,), stream)
    language = first.variants[0].language if first and first.variants else ALL_LANGUAGES
    writer = TmxWriter(
        language, first.method if first else None, keep=inline == "keep", skips=skips
    )
    with atomic_open(path) as file:
        file.write(clean_xml(writer.header(), skips))
        for unit in rest:
            file.write(clean_xml(writer.unit(unit), skips))
        file.write("</body>\n</tmx>\n")
    return skips.entries()


# Names in TMX 1.4b, and those that diglot adds.

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
CODES = frozenset({"bpt", "ept", "ph", "it", "ut"})
# Attributes of <tu> and <tuv> that are kept as properties of the same name.
ATTRIBUTES = frozenset({
    "o-encoding", "datatype", "usagecount", "lastusagedate", "creationtool", "creationtoolversion",
    "creationdate", "creationid", "changedate", "segtype", "changeid", "o-tmf",
})  # fmt: skip
OWN = "x-diglot-"
ALL_LANGUAGES = "*all*"


# TMX elements as units.


class TmxReader:
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
            elif local_name(child) in {"note", "prop", "ude"}:
                self._skips.add(f"{local_name(child)} in the header", child.text or "")

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
                self._skips.add(f"unknown element <{local_name(child)}>", child.text or "")
        if not variants:
            self._skips.add("unit without text")
            return None
        attributes = element.attrib
        if attributes:
            properties[:0] = self._attributes(element, {"tuid", "srclang"})
        self._source_first(variants, element.get("srclang", self._source))
        own.pop(f"{OWN}type", None)
        # What cannot be read stays a property.
        score = parse_probability(own.get(f"{OWN}score", ""))
        if score is not None:
            del own[f"{OWN}score"]
        paragraphs = parse_integer_pair(own.get(f"{OWN}paragraphs", ""))
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
                language = UNDETERMINED
        segment: etree._Element | None = None
        properties: list[tuple[str, str]] = []
        lengths: tuple[int, ...] = ()
        for child in element:
            name = str(child.tag)[len(namespace) :]
            if name == "seg":
                segment = child
            elif name == "prop" and child.get("type") == f"{OWN}segments":
                lengths = parse_integers(child.text or "")
            elif name in {"prop", "note"}:
                kind = child.get("type", "") if name == "prop" else "note"
                properties.append((kind, child.text or ""))
                self._check_attributes(child)
            else:
                self._skips.add(f"unknown element <{local_name(child)}>", child.text or "")
        if segment is None:
            self._skips.add("variant without a segment", language)
            return None
        if len(element.attrib) > 1:
            properties[:0] = self._attributes(element, {XML_LANG, "lang"})
        if not len(segment):
            return Variant(language, segment.text or "", (), lengths, tuple(properties))
        text, markup = flatten_markup(segment, CODES, keep=self._keep, skips=self._skips)
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
            lambda language: primary_subtag(language) == primary_subtag(source),
        ):
            for index, variant in enumerate(variants):
                if fits(variant.language):
                    variants.insert(0, variants.pop(index))
                    return


# Units as TMX text.


class TmxWriter:
    """Turns units into lines of the file."""

    def __init__(self, source: str, method: str | None, *, keep: bool, skips: Skips) -> None:
        self._source = source
        self._method = method
        self._keep = keep
        self._skips = skips

    def header(self) -> str:
        """Return everything before the first unit."""
        method = f"\n{_prop('method', self._method)}</header>" if self._method else "</header>"
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
            f'<header creationtool="diglot" creationtoolversion="{__version__}" '
            'segtype="sentence" o-tmf="diglot" adminlang="en" '
            f'srclang="{escape_attribute(self._source)}" datatype="plaintext">{method}\n<body>\n'
        )

    def unit(self, unit: Unit) -> str:
        """Return one unit."""
        source = unit.variants[0].language if unit.variants else self._source
        attributes = "" if unit.id is None else f' tuid="{escape_attribute(unit.id)}"'
        if source != self._source:
            attributes += f' srclang="{escape_attribute(source)}"'
        more, properties = _properties(unit.properties)
        parts = [f"<tu{attributes}{more}>\n"]
        parts += [f"<note>{escape_text(note)}</note>\n" for note in unit.notes]
        parts.append(properties)
        if unit.method != self._method:
            parts.append(_prop("method", unit.method or ""))
        if unit.score is not None:
            parts.append(_prop("score", repr(float(unit.score))))
        if unit.document is not None:
            parts.append(_prop("document", unit.document))
        if unit.paragraphs is not None:
            parts.append(_prop("paragraphs", "{} {}".format(*unit.paragraphs)))
        if unit.kind is not None:
            parts.append(_prop("kind", unit.kind))
        if len(unit.variants) == 2 and (unit.score is not None or unit.paragraphs is not None):
            parts.append(_prop("type", type_of(unit)))
        parts += [_prop("reason", reason) for reason in unit.reasons]
        parts += [self._variant(variant) for variant in unit.variants]
        parts.append("</tu>\n")
        return "".join(parts)

    def _variant(self, variant: Variant) -> str:
        attributes = inside = ""
        if variant.properties:
            attributes, inside = _properties(variant.properties, notes=True)
        if variant.segments:
            inside += _prop("segments", " ".join(map(str, variant.segments)))
        text = escape_text(variant.text)
        if variant.markup and self._keep:
            text = render_markup(variant.text, variant.markup, _DIALECT, self._skips)
        return (
            f'<tuv xml:lang="{escape_attribute(variant.language)}"{attributes}>'
            f"{inside}<seg>{text}</seg></tuv>\n"
        )


def _prop(name: str, value: str) -> str:
    return f'<prop type="{OWN}{name}">{escape_text(value)}</prop>\n'


def _properties(properties: Iterable[tuple[str, str]], *, notes: bool = False) -> tuple[str, str]:
    """Divide properties into attributes and elements; a second value needs an element."""
    attributes: dict[str, str] = {}
    elements = []
    for name, value in properties:
        if name in ATTRIBUTES and name not in attributes:
            attributes[name] = f' {name}="{escape_attribute(value)}"'
        elif notes and name == "note":
            elements.append(f"<note>{escape_text(value)}</note>\n")
        else:
            elements.append(f'<prop type="{escape_attribute(name)}">{escape_text(value)}</prop>\n')
    return "".join(attributes.values()), "".join(elements)


def _adapt(code: etree._Element, _: int) -> bool:
    """Give a code of XLIFF, which has an id, the attributes of TMX."""
    if code.get("id") is None:
        return True
    told, is_whole = take_code(code)
    code.set("i" if code.tag in {"bpt", "ept"} else "x", told.get("pair") or told["id"])
    for name in ("type", "pos"):
        if name in told:
            code.set(name, told[name])
    return is_whole


def _foreign(mark: Markup, number: int) -> tuple[str, str]:
    """Write markup of another format as the nearest thing TMX has."""
    if mark.end > mark.start:
        return f'<hi type="{escape_attribute(mark.kind)}">', "</hi>"
    return (
        f'<ph type="{escape_attribute(mark.kind)}" x="{number}">{escape_text(mark.data)}',
        "</ph>",
    )


_DIALECT = Dialect(CODES, frozenset({"hi"}), _foreign, _adapt, blank=(("type", "lb"),))
