"""Units as XLIFF text, 1.2 and 2.1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot import __version__
from diglot.files.xml import FORBIDDEN, legal
from diglot.formats.inline import attribute, escaped, render
from diglot.formats.units import UNKNOWN
from diglot.formats.units.fields import fields_of, type_of
from diglot.formats.units.xliff_names import (
    CODES_1,
    CODES_2,
    METADATA,
    NAMESPACE_1,
    NAMESPACE_2,
    ORIGINAL_DATA,
    OWN,
    PROPERTY,
    STATES_1,
    STATES_2,
    UNIT_ATTRIBUTES_1,
    WRAPPERS_1,
    WRAPPERS_2,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.model import Markup, Unit, Variant

DATA_REFERENCE = re.compile(r' dataRef(?:Start|End)?="[^"]*"')
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def lines_1(units: Iterable[Unit], skips: Skips, *, keep: bool) -> Iterator[str]:
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
            yield _clean(_file_1(*place), skips)
            current = place
        yield _clean(_unit_1(unit, number, skips, keep=keep), skips)
    if current is None:
        yield _file_1("", UNKNOWN)
    yield "</body>\n</file>\n</xliff>\n"


def lines_2(units: Iterable[Unit], skips: Skips, *, keep: bool) -> Iterator[str]:
    """Give XLIFF 2.1 piece by piece; one pair of languages a file, a ``file`` per document."""
    stream = iter(units)
    waiting: list[Unit] = []
    for unit in stream:
        waiting.append(unit)
        if len(unit.variants) > 1:
            break
    shown = [variant.language for variant in waiting[-1].variants[:2]] if waiting else []
    source = shown[0] if shown else UNKNOWN
    target = shown[1] if len(shown) > 1 else None
    head = f'srcLang="{attribute(source)}"'
    if target is not None:
        head += f' trgLang="{attribute(target)}"'
    yield _clean(
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
            yield _clean(_file_2(files, document), skips)
        yield _clean(_unit_2(unit, number, skips, keep=keep), skips)
    if files:
        yield "</file>\n"
    yield "</xliff>\n"


def _file_1(document: str, source: str, target: str | None = None) -> str:
    languages = f'source-language="{attribute(source)}"'
    if target is not None:
        languages += f' target-language="{attribute(target)}"'
    return (
        f'<file original="{attribute(document)}" {languages} datatype="plaintext">\n'
        f'<header><tool tool-id="diglot" tool-name="diglot" tool-version="{__version__}"/>'
        "</header>\n<body>\n"
    )


def _file_2(number: int, document: str) -> str:
    original = f' original="{attribute(document)}"' if document else ""
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
            attributes[name] = f' {name}="{attribute(value)}"'
        elif (
            name in {"state", "state-qualifier"}
            and name not in states
            and len(unit.variants) > 1
            and (name != "state" or value in STATES_1)
        ):
            states[name] = f' {name}="{attribute(value)}"'
        else:
            contexts.append((f"{PROPERTY}{name}", value))

    def inside(variant: Variant) -> str:
        return render(
            variant.text,
            variant.markup if keep else (),
            codes=CODES_1,
            wrappers=WRAPPERS_1,
            foreign=_foreign_1,
            skips=skips,
        )

    parts = [f'<trans-unit id="{attribute(identifier)}" xml:space="preserve"']
    parts += [*attributes.values(), f">\n<source>{inside(unit.variants[0])}</source>\n"]
    if len(unit.variants) > 1:
        state = "".join(states.values())
        parts.append(f"<target{state}>{inside(unit.variants[1])}</target>\n")
    if contexts:
        parts.append('<context-group name="diglot">\n')
        parts += [
            f'<context context-type="{attribute(name)}">{escaped(value)}</context>\n'
            for name, value in contexts
        ]
        parts.append("</context-group>\n")
    parts += [f"<note>{escaped(note)}</note>\n" for note in unit.notes]
    parts.append("</trans-unit>\n")
    return "".join(parts)


def _unit_2(unit: Unit, number: int, skips: Skips, *, keep: bool) -> str:
    name = "" if unit.id is None else f' name="{attribute(unit.id)}"'
    states: dict[str, str] = {}
    data: list[str] = []
    metadata = fields_of(unit)
    if unit.score is not None and len(unit.variants) > 1:
        metadata.append(("type", type_of(unit)))
    for key, value in unit.properties:
        if key == "state" and value in STATES_2 and key not in states:
            states[key] = f' state="{value}"'
        elif key == "subState" and key not in states and "state" in states and ":" in value:
            states[key] = f' subState="{attribute(value)}"'
        elif key.startswith(ORIGINAL_DATA):
            identifier = attribute(key.removeprefix(ORIGINAL_DATA))
            data.append(f'<data id="{identifier}">{_escaped_2(value)}</data>\n')
        else:
            metadata.append((f"{PROPERTY}{key}", value))

    def inside(variant: Variant) -> str:
        xml = render(
            variant.text,
            variant.markup if keep else (),
            codes=CODES_2,
            wrappers=WRAPPERS_2,
            foreign=_foreign_2,
            escape=_escaped_2,
            skips=skips,
        )
        # A reference needs its data, which only the unit's properties carry.
        return xml if data or not variant.markup else DATA_REFERENCE.sub("", xml)

    parts = [f'<unit id="diglot-{number}"{name}>\n']
    if metadata:
        parts.append('<mda:metadata>\n<mda:metaGroup category="diglot">\n')
        parts += [
            f'<mda:meta type="{attribute(key)}">{escaped(value)}</mda:meta>\n'
            for key, value in metadata
        ]
        parts.append("</mda:metaGroup>\n</mda:metadata>\n")
    if unit.notes:
        notes = "".join(f"<note>{escaped(note)}</note>\n" for note in unit.notes)
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
        skips.add("text in a third language", variant.text)
    for variant in unit.variants[:2]:
        skips.add("property of one language", count=len(variant.properties))
    return True


def _foreign_1(mark: Markup, number: int) -> tuple[str, str]:
    """Write markup of another format as the nearest thing XLIFF 1.2 has."""
    if mark.end > mark.start:
        return f'<mrk mtype="x-{attribute(mark.kind)}">', "</mrk>"
    return f'<ph id="{number}" ctype="x-{attribute(mark.kind)}">{escaped(mark.data)}', "</ph>"


def _foreign_2(mark: Markup, number: int) -> tuple[str, str]:
    """Write markup of another format as the nearest thing XLIFF 2.1 has."""
    if mark.end > mark.start:
        return f'<mrk id="m{number}" type="diglot:{attribute(mark.kind)}">', "</mrk>"
    return f'<ph id="p{number}" disp="{attribute(mark.data)}"/>', ""


def _escaped_2(text: str) -> str:
    """Escape text; XLIFF 2 has an element for characters that XML forbids."""

    def control(match: re.Match[str]) -> str:
        code = ord(match[0])
        return match[0] if 0xD800 <= code <= 0xDFFF or not code else f'<cp hex="{code:04X}"/>'

    return FORBIDDEN.sub(control, escaped(text))


def _clean(xml: str, skips: Skips) -> str:
    allowed, count = legal(xml)
    skips.add("character that XML forbids", count=count)
    return allowed
