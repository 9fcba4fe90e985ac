"""Inline codes of TMX and XLIFF: beside the text while it is worked on, inside it in the file.

A code (``bpt``, ``ph``, ``x``…) is an empty `Markup` whose data is the whole element; an element
around text (``hi``, ``g``, ``pc``, ``mrk``) is a `Markup` over that text whose data is the element
without its content. So the text never holds a code, and the file can be written again.
"""

from __future__ import annotations

import copy
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from diglot.errors import InputError
from diglot.files.xml import local, parse
from diglot.model import Markup

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from lxml import etree

    from diglot.formats.blocks import Skips

NAMESPACE = re.compile(r' xmlns="[^"]*"')
ATTRIBUTE_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\t": "&#9;",
        "\n": "&#10;",
        "\r": "&#13;",
    }
)


def escaped(text: str) -> str:
    """Escape text between tags; a carriage return would otherwise become a line feed."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;") if "\r" in text else text


def attribute(value: str) -> str:
    """Escape the value of an attribute that stands in double quotes."""
    return value.translate(ATTRIBUTE_ESCAPES)


def flatten(
    element: etree._Element,
    codes: Collection[str],
    *,
    keep: bool = True,
    skips: Skips | None = None,
    characters: Callable[[etree._Element], str] | None = None,
) -> tuple[str, tuple[Markup, ...]]:
    """Return the text inside ``element`` and the markup beside it.

    Args:
        element: what holds the text.
        codes: local names of elements whose content is code, not text.
        keep: whether markup is returned or dropped.
        skips: counts text for translators inside codes (``sub``), which is in no segment.
        characters: gives what an element stands for as text (XLIFF's ``cp``); empty for no text.
    """
    if not len(element):
        return element.text or "", ()
    parts: list[str] = []
    marks: list[Markup] = []
    length = 0

    def add(text: str | None) -> None:
        nonlocal length
        if text:
            parts.append(text)
            length += len(text)

    def walk(parent: etree._Element) -> None:
        add(parent.text)
        for child in parent:
            name = local(child)
            if characters is not None and (meant := characters(child)):
                add(meant)
            elif name in codes:
                if keep:
                    marks.append(Markup(length, length, name, serialised(child)))
                if skips is not None:
                    for sub in child.iter("{*}sub"):
                        text = "".join(str(piece) for piece in sub.itertext())
                        skips.add("text inside an inline code (sub)", text)
            else:
                place, start = len(marks), length
                walk(child)
                if keep:
                    marks.insert(place, Markup(start, length, name, start_tag(child)))
            add(child.tail)

    walk(element)
    return "".join(parts), tuple(marks)


def render(
    text: str,
    markup: Sequence[Markup],
    *,
    codes: Collection[str],
    wrappers: Collection[str],
    foreign: Callable[[Markup, int], tuple[str, str]],
    escape: Callable[[str], str] = escaped,
    skips: Skips | None = None,
) -> str:
    """Return text and markup as the inside of an element.

    Args:
        text: the characters.
        markup: in the order of their starts.
        codes: names of the format's code elements.
        wrappers: names of its elements around text.
        foreign: start tag and end tag for markup of another format; the number is unique.
        escape: of text.
        skips: counts markup that could not be written, or only as something more general.
    """
    if not markup:
        return escape(text)
    parts: list[str] = []
    open_ends: list[tuple[int, str]] = []
    position = 0

    def advance(to: int) -> None:
        nonlocal position
        parts.append(escape(text[position:to]))
        position = to

    def close(until: int) -> None:
        while open_ends and open_ends[-1][0] <= until:
            end, tag = open_ends.pop()
            advance(end)
            parts.append(tag)

    for number, mark in enumerate(sorted(markup, key=lambda mark: mark.start), 1):
        close(mark.start)
        crossing = bool(open_ends) and mark.end > open_ends[-1][0]
        if crossing or not position <= mark.start <= mark.end <= len(text):
            if skips is not None:
                skips.add("inline code that crosses another", mark.data or mark.kind)
            continue
        advance(mark.start)
        native = _native(mark.data, mark.kind) if mark.kind in {*codes, *wrappers} else None
        if native is None:
            begin, end = foreign(mark, number)
            if skips is not None:
                skips.add("inline code of another format, simplified", mark.data or mark.kind)
        elif mark.kind in codes:
            begin, end = native, ""
        else:
            begin, end = _opened(native), f"</{mark.kind}>"
        parts.append(begin)
        if mark.end > mark.start:
            open_ends.append((mark.end, end))
        else:
            parts.append(end)
    close(len(text))
    advance(len(text))
    return "".join(parts)


def serialised(element: etree._Element) -> str:
    """Return an element as XML, without namespaces it does not use and without its tail."""
    from lxml import etree

    whole = etree.tostring(element, encoding="unicode", with_tail=False)
    if " xmlns:" in whole:
        alone = copy.deepcopy(element)
        etree.cleanup_namespaces(alone)
        whole = etree.tostring(alone, encoding="unicode", with_tail=False)
    return NAMESPACE.sub("", whole, count=1)


def start_tag(element: etree._Element) -> str:
    """Return an element without its content as XML."""
    from lxml import etree

    # A copy of the whole element would copy its text, too.
    names: Any = element.nsmap
    try:
        bare = etree.Element(element.tag, nsmap=names)
        for name, value in element.attrib.items():
            bare.set(name, value)
    except ValueError:  # the parser lets namespaces through that no element may be made with
        return f"<{local(element)}/>"
    return serialised(bare)


@lru_cache(maxsize=4096)
def _native(data: str, kind: str) -> str | None:
    """Return ``data`` as well-formed XML if it is an element of that name; None otherwise."""
    if not data.startswith(f"<{kind}"):
        return None
    try:
        element = parse(data.encode("utf-8", "surrogatepass"))
    except InputError:
        return None
    return serialised(element) if element.tag == kind else None


def _opened(tag: str) -> str:
    """Turn ``<hi x="1"/>`` into ``<hi x="1">``."""
    return tag.removesuffix("/>") + ">"
