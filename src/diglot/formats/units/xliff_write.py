"""XLIFF 1.2 and 2 written, and the names in both that diglot knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from diglot._version import __version__
from diglot.files.xml import FORBIDDEN
from diglot.formats.blocks import (
    Dialect,
    Skips,
    clean_xml,
    escape_attribute,
    escape_text,
    render_markup,
    take_code,
)
from diglot.formats.units import fields_of, type_of
from diglot.model import Markup, Unit, Variant
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from lxml import etree

DATA_REFERENCE = re.compile(r' dataRef(?:Start|End)?="[^"]*"')
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def xliff_1_lines(units: Iterable[Unit], skips: Skips, *, keep: bool) -> Iterator[str]:
    """Give XLIFF 1.2 piece by piece; a ``file`` per document and pair of languages."""
    yield f'{HEAD}<xliff version="1.2" xmlns="{NAMESPACE_1}">\n'
    current: tuple[str, ...] | None = None
    number = 0
    for unit in units:
        if not _fits(unit, skips):
            continue
        number += 1
        languages = tuple(variant.language for variant in unit.variants[:2])
        place = (unit.document or "", *languages)
        if place != current:
            if current is not None:
                yield "</body>\n</file>\n"
            yield clean_xml(_file_1(*place), skips)
            current = place
        yield clean_xml(_unit_1(unit, number, skips, keep=keep), skips)
    if current is None:
        yield _file_1("", UNDETERMINED)
    yield "</body>\n</file>\n</xliff>\n"


def xliff_2_lines(units: Iterable[Unit], skips: Skips, *, keep: bool) -> Iterator[str]:
    """Give XLIFF 2.1 piece by piece; one pair of languages a file, a ``file`` per document."""
    stream = iter(units)
    waiting: list[Unit] = []
    for unit in stream:
        waiting.append(unit)
        if len(unit.variants) > 1:
            break
    shown = [variant.language for variant in waiting[-1].variants[:2]] if waiting else []
    source = shown[0] if shown else UNDETERMINED
    target = shown[1] if len(shown) > 1 else None
    head = f'srcLang="{escape_attribute(source)}"'
    if target is not None:
        head += f' trgLang="{escape_attribute(target)}"'
    yield clean_xml(
        f'{HEAD}<xliff version="2.1" xmlns="{NAMESPACE_2}" xmlns:mda="{METADATA}" {head}>\n', skips
    )
    document: str | None = None
    files = number = 0
    for unit in (unit for part in (waiting, stream) for unit in part):
        if not _fits(unit, skips):
            continue
        found = [variant.language for variant in unit.variants[:2]]
        if found != [source, target][: len(found)]:
            skips.add("unit in other languages than the first", unit.variants[0].text)
            continue
        number += 1
        if (unit.document or "") != document:
            files += 1
            if files > 1:
                yield "</file>\n"
            document = unit.document or ""
            yield clean_xml(_file_2(files, document), skips)
        yield clean_xml(_unit_2(unit, number, skips, keep=keep), skips)
    if files:
        yield "</file>\n"
    yield "</xliff>\n"


def _file_1(document: str, source: str, target: str | None = None) -> str:
    languages = f'source-language="{escape_attribute(source)}"'
    if target is not None:
        languages += f' target-language="{escape_attribute(target)}"'
    return (
        f'<file original="{escape_attribute(document)}" {languages} datatype="plaintext">\n'
        f'<header><tool tool-id="diglot" tool-name="diglot" tool-version="{__version__}"/>'
        "</header>\n<body>\n"
    )


def _file_2(number: int, document: str) -> str:
    original = f' original="{escape_attribute(document)}"' if document else ""
    return f'<file id="f{number}"{original} xml:space="preserve">\n'


def _unit_1(unit: Unit, number: int, skips: Skips, *, keep: bool) -> str:
    identifier = f"diglot-{number}" if unit.id is None else unit.id
    attributes: dict[str, str] = {}
    states: dict[str, str] = {}
    contexts = [(f"{OWN}{name}", value) for name, value in fields_of(unit)]
    if unit.score is not None and len(unit.variants) > 1:
        contexts.append((f"{OWN}type", type_of(unit)))
    for name, value in unit.properties:
        if name in UNIT_ATTRIBUTES_1 and name not in attributes:
            attributes[name] = f' {name}="{escape_attribute(value)}"'
        elif (
            name in {"state", "state-qualifier"}
            and name not in states
            and len(unit.variants) > 1
            and (name != "state" or value in STATES_1)
        ):
            states[name] = f' {name}="{escape_attribute(value)}"'
        else:
            contexts.append((f"{PROPERTY}{name}", value))

    def inside(variant: Variant) -> str:
        return render_markup(variant.text, variant.markup if keep else (), _DIALECT_1, skips)

    parts = [f'<trans-unit id="{escape_attribute(identifier)}" xml:space="preserve"']
    parts += [*attributes.values(), f">\n<source>{inside(unit.variants[0])}</source>\n"]
    if len(unit.variants) > 1:
        state = "".join(states.values())
        parts.append(f"<target{state}>{inside(unit.variants[1])}</target>\n")
    if contexts:
        parts.append('<context-group name="diglot">\n')
        parts += [
            f'<context context-type="{escape_attribute(name)}">{escape_text(value)}</context>\n'
            for name, value in contexts
        ]
        parts.append("</context-group>\n")
    parts += [f"<note>{escape_text(note)}</note>\n" for note in unit.notes]
    parts.append("</trans-unit>\n")
    return "".join(parts)


def _unit_2(unit: Unit, number: int, skips: Skips, *, keep: bool) -> str:
    name = "" if unit.id is None else f' name="{escape_attribute(unit.id)}"'
    states: dict[str, str] = {}
    data: list[str] = []
    metadata = fields_of(unit)
    if unit.score is not None and len(unit.variants) > 1:
        metadata.append(("type", type_of(unit)))
    for key, value in unit.properties:
        if key == "state" and value in STATES_2 and key not in states:
            states[key] = f' state="{value}"'
        elif key == "subState" and key not in states and "state" in states and ":" in value:
            states[key] = f' subState="{escape_attribute(value)}"'
        elif key.startswith(ORIGINAL_DATA):
            identifier = escape_attribute(key.removeprefix(ORIGINAL_DATA))
            data.append(f'<data id="{identifier}">{_escaped_2(value)}</data>\n')
        else:
            metadata.append((f"{PROPERTY}{key}", value))

    def inside(variant: Variant) -> str:
        xml = render_markup(variant.text, variant.markup if keep else (), _DIALECT_2, skips)
        # A reference needs its data, which only the unit's properties carry.
        return xml if data or not variant.markup else DATA_REFERENCE.sub("", xml)

    parts = [f'<unit id="diglot-{number}"{name}>\n']
    if metadata:
        parts.append('<mda:metadata>\n<mda:metaGroup category="diglot">\n')
        parts += [
            f'<mda:meta type="{escape_attribute(key)}">{escape_text(value)}</mda:meta>\n'
            for key, value in metadata
        ]
        parts.append("</mda:metaGroup>\n</mda:metadata>\n")
    if unit.notes:
        notes = "".join(f"<note>{escape_text(note)}</note>\n" for note in unit.notes)
        parts.append(f"<notes>\n{notes}</notes>\n")
    if data:
        parts.append(f"<originalData>\n{''.join(data)}</originalData>\n")
    parts.append(f"<segment{''.join(states.values())}>\n")
    parts.append(f"<source>{inside(unit.variants[0])}</source>\n")
    if len(unit.variants) > 1:
        parts.append(f"<target>{inside(unit.variants[1])}</target>\n")
    parts.append("</segment>\n</unit>\n")
    return "".join(parts)


def _fits(unit: Unit, skips: Skips) -> bool:
    """Note what neither version can carry; tell whether there is anything to write."""
    if not unit.variants:
        skips.add("unit without text", unit.id or "")
        return False
    for variant in unit.variants[2:]:
        skips.add("further text of a unit", variant.text)
    for variant in unit.variants[:2]:
        skips.add("property of one language", count=len(variant.properties))
    return True


def _adapt_1(code: etree._Element, number: int) -> bool:
    """Give a code of TMX, which has no id, or of XLIFF 2 the attributes of XLIFF 1.2."""
    if code.get("id") is not None and ATTRIBUTES_2.isdisjoint(code.attrib):
        return True
    told, is_whole = take_code(code)
    code.set("id", told.get("id") or told.get("pair") or f"p{number}")
    position = {"begin": "open", "end": "close"}.get(told.get("pos", ""))
    named = {"rid": told.get("pair"), "ctype": told.get("type"), "pos": position}
    code.attrib.update({name: value for name, value in named.items() if value})
    return is_whole


def _adapt_2(code: etree._Element, number: int) -> bool | None:
    """Give a code of TMX or XLIFF 1.2, which may hold text, the attributes of XLIFF 2."""
    if code.get("id") is not None and code.get("ctype") is None and not (len(code) or code.text):
        return True
    if len(code):
        return None  # text for translators, which no code of XLIFF 2 holds
    told, is_whole = take_code(code)
    code.set("id", told.get("id") or f"p{number}")
    if code.text:
        code.set("disp", code.text)
        code.text = None
    if told.get("type") == "lb":
        for name, value in LINE_BREAK.items():
            code.set(name, value)
        return is_whole
    return is_whole and "type" not in told


def _foreign_1(mark: Markup, number: int) -> tuple[str, str]:
    """Write markup of another format as the nearest thing XLIFF 1.2 has."""
    if mark.end > mark.start:
        return f'<mrk mtype="x-{escape_attribute(mark.kind)}">', "</mrk>"
    return (
        f'<ph id="{number}" ctype="x-{escape_attribute(mark.kind)}">{escape_text(mark.data)}',
        "</ph>",
    )


def _foreign_2(mark: Markup, number: int) -> tuple[str, str]:
    """Write markup of another format as the nearest thing XLIFF 2.1 has."""
    if mark.end > mark.start:
        return f'<mrk id="m{number}" type="diglot:{escape_attribute(mark.kind)}">', "</mrk>"
    blank = LINE_BREAK if mark.kind == "lb" else {}
    attributes = "".join(f' {name}="{value}"' for name, value in blank.items())
    return f'<ph id="p{number}" disp="{escape_attribute(mark.data)}"{attributes}/>', ""


def _escaped_2(text: str) -> str:
    """Escape text; XLIFF 2 has an element for characters that XML forbids."""

    def control(match: re.Match[str]) -> str:
        code = ord(match[0])
        return match[0] if 0xD800 <= code <= 0xDFFF or not code else f'<cp hex="{code:04X}"/>'

    return FORBIDDEN.sub(control, escape_text(text))


# Names in XLIFF 1.2 and 2.x, and those that diglot adds.

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
NAMESPACE_1 = "urn:oasis:names:tc:xliff:document:1.2"
NAMESPACE_2 = "urn:oasis:names:tc:xliff:document:2.0"  # of 2.0 and of 2.1
METADATA = "urn:oasis:names:tc:xliff:metadata:2.0"

CODES_1 = frozenset({"x", "bx", "ex", "ph", "bpt", "ept", "it"})
LINE_BREAK = {"type": "fmt", "subType": "xlf:lb"}  # what a code of XLIFF 2 stands for
ATTRIBUTES_2 = frozenset({"disp", "equiv", "subType", "dataRef"})
CODES_2 = frozenset({"ph", "sc", "ec", "sm", "em"})

STATES_1 = frozenset({
    "final", "needs-adaptation", "needs-l10n", "needs-review-adaptation", "needs-review-l10n",
    "needs-review-translation", "needs-translation", "new", "signed-off", "translated",
})  # fmt: skip
STATES_2 = frozenset({"initial", "translated", "reviewed", "final"})
# Attributes of a 1.2 trans-unit that are kept as properties of the same name.
UNIT_ATTRIBUTES_1 = frozenset({
    "approved", "datatype", "extradata", "extype", "help-id", "maxbytes", "maxheight", "maxwidth",
    "minbytes", "minheight", "minwidth", "phase-name", "resname", "restype", "size-unit", "ts",
})  # fmt: skip
OWN = "x-diglot-"
PROPERTY = "x-property-"
ORIGINAL_DATA = "originalData:"
# Property of a unit that its tool does not let people change.
LOCKED = ("locked", "yes")
# A unit needs an id; one of this form says that it had none before it was written.
MADE_ID = re.compile(r"diglot-\d+")

_DIALECT_1 = Dialect(
    CODES_1, frozenset({"g", "mrk"}), _foreign_1, _adapt_1, blank=(("ctype", "lb"),)
)
_DIALECT_2 = Dialect(
    CODES_2,
    frozenset({"pc", "mrk"}),
    _foreign_2,
    _adapt_2,
    blank=tuple(LINE_BREAK.items()),
    escape=_escaped_2,
)
