"""Units as TMX text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import __version__
from diglot.files.xml import legal
from diglot.formats.inline import attribute, escaped, render
from diglot.formats.units.fields import type_of
from diglot.formats.units.tmx_names import ATTRIBUTES, CODES, OWN, WRAPPERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.formats.blocks import Skips
    from diglot.model import Markup, Unit, Variant


class Writer:
    """Turns units into lines of the file."""

    def __init__(self, source: str, method: str | None, *, keep: bool, skips: Skips) -> None:
        self._source = source
        self._method = method
        self._keep = keep
        self._skips = skips

    def clean(self, xml: str) -> str:
        """Drop and count characters that XML forbids; one look at a whole unit is cheapest."""
        allowed, count = legal(xml)
        if count:
            self._skips.add("character that XML forbids", count=count)
        return allowed

    def header(self) -> str:
        """Return everything before the first unit."""
        method = f"\n{_prop('method', self._method)}</header>" if self._method else "</header>"
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
            f'<header creationtool="diglot" creationtoolversion="{__version__}" '
            'segtype="sentence" o-tmf="diglot" adminlang="en" '
            f'srclang="{attribute(self._source)}" datatype="plaintext">{method}\n<body>\n'
        )

    def unit(self, unit: Unit) -> str:
        """Return one unit."""
        source = unit.variants[0].language if unit.variants else self._source
        attributes = "" if unit.id is None else f' tuid="{attribute(unit.id)}"'
        if source != self._source:
            attributes += f' srclang="{attribute(source)}"'
        more, properties = _properties(unit.properties)
        parts = [f"<tu{attributes}{more}>\n"]
        parts += [f"<note>{escaped(note)}</note>\n" for note in unit.notes]
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
        text = escaped(variant.text)
        if variant.markup and self._keep:
            text = render(
                variant.text,
                variant.markup,
                codes=CODES,
                wrappers=WRAPPERS,
                foreign=_foreign,
                skips=self._skips,
            )
        return (
            f'<tuv xml:lang="{attribute(variant.language)}"{attributes}>'
            f"{inside}<seg>{text}</seg></tuv>\n"
        )


def _prop(name: str, value: str) -> str:
    return f'<prop type="{OWN}{name}">{escaped(value)}</prop>\n'


def _properties(properties: Iterable[tuple[str, str]], *, notes: bool = False) -> tuple[str, str]:
    """Divide properties into attributes and elements; a second value needs an element."""
    attributes: dict[str, str] = {}
    elements = []
    for name, value in properties:
        if name in ATTRIBUTES and name not in attributes:
            attributes[name] = f' {name}="{attribute(value)}"'
        elif notes and name == "note":
            elements.append(f"<note>{escaped(value)}</note>\n")
        else:
            elements.append(f'<prop type="{attribute(name)}">{escaped(value)}</prop>\n')
    return "".join(attributes.values()), "".join(elements)


def _foreign(mark: Markup, number: int) -> tuple[str, str]:
    """Write markup of another format as the nearest thing TMX has."""
    if mark.end > mark.start:
        return f'<hi type="{attribute(mark.kind)}">', "</hi>"
    return f'<ph type="{attribute(mark.kind)}" x="{number}">{escaped(mark.data)}', "</ph>"
