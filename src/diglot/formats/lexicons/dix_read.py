"""Entries of Apertium dictionaries as pairs of lemmas, with their paradigms put in.

An entry is a chain of parts: ``<p>`` with two sides, ``<i>`` for both, ``<par>`` for one of the
forms of a paradigm. The lemma of a side is the text of all parts, its part of speech the first tag.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.files.xml import local
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lxml import etree

    from diglot.formats.blocks import Skips
    from diglot.formats.lexicons.lexicon_faults import Faults

# An entry that chains paradigms has as many forms as their product.
MAX_FORMS = 500
RESTRICTIONS = {"LR": FORWARD, "RL": BACKWARD}
MARKS = frozenset({"a", "m", "prm", "sa"})  # of the generator; they hold no text


@dataclass(frozen=True, slots=True)
class Form:
    """One pair of sides: texts, first tags (empty without any), and which way it may be used."""

    left: str
    right: str
    left_tag: str
    right_tag: str
    direction: str


NOTHING = Form("", "", "", "", BOTH)


def forms_of(
    entry: etree._Element, paradigms: Mapping[str, tuple[Form, ...]], faults: Faults
) -> tuple[Form, ...]:
    """Return the pairs that an entry stands for, none if it is one to pass over.

    Args:
        entry: an ``<e>``.
        paradigms: the forms of each paradigm that is known so far.
        faults: takes pairs that lack a side, and collects what is left out.

    Raises:
        FormatError: a pair lacks a side.
    """
    skips = faults.skips
    if entry.get("i") == "yes":
        skips.add("entry that is switched off (i)", _shown(entry))
        return ()
    direction = RESTRICTIONS.get(entry.get("r", ""), BOTH)
    if entry.get("r") and direction == BOTH:
        skips.add("restriction that is neither LR nor RL", entry.get("r", ""))
    forms: tuple[Form, ...] = (Form("", "", "", "", direction),)
    for part in entry:
        added = _forms_of_part(part, paradigms, faults)
        if len(forms) * len(added) > MAX_FORMS:
            skips.add("entry of too many forms", _shown(entry))
            return ()
        forms = united(_joined(one, other) for one in forms for other in added)
        if not forms:
            excluded = "entry whose restrictions exclude each other"
            skips.add(excluded, _shown(entry), int(bool(added)))
            return ()
    return forms


def _forms_of_part(
    part: etree._Element, paradigms: Mapping[str, tuple[Form, ...]], faults: Faults
) -> tuple[Form, ...]:
    """Return what a part adds to its entry; nothing at all if the entry cannot be listed."""
    name = local(part)
    if name == "p":
        pair = _pair(part, faults)
        return () if pair is None else (pair,)
    if name in {"i", "ig"}:
        text, tag = _side(part, faults.skips)
        return (Form(text, text, tag, tag, BOTH),)
    if name == "par":
        known = paradigms.get(part.get("n", ""))
        if known is not None:
            faults.skips.add("entry whose paradigm has no forms", count=int(not known))
            return known
        faults.skips.add("paradigm that the file does not hold", part.get("n", ""))
    elif name == "re":
        faults.skips.add("entry with a regular expression", part.text or "")
        return ()
    elif name:
        faults.skips.add(f"element <{name}> in an entry", _shown(part))
    return (NOTHING,)


def paradigm_of(
    element: etree._Element, paradigms: Mapping[str, tuple[Form, ...]], faults: Faults
) -> tuple[Form, ...]:
    """Return the forms of a ``<pardef>``; those that are the same but for further tags are one."""
    forms = united(
        form
        for entry in element
        if local(entry) == "e"
        for form in forms_of(entry, paradigms, faults)
    )
    if len(forms) > MAX_FORMS:
        faults.skips.add("paradigm of too many forms", element.get("n", ""), len(forms) - MAX_FORMS)
    return forms[:MAX_FORMS]


def united(forms: Iterable[Form | None]) -> tuple[Form, ...]:
    """Return forms without repetitions: what is there for both directions apart is for both."""
    found: dict[tuple[str, str, str, str], str] = {}
    for form in forms:
        if form is not None:
            key = (form.left, form.right, form.left_tag, form.right_tag)
            known = found.setdefault(key, form.direction)
            if known != form.direction:
                found[key] = BOTH
    return tuple(Form(*key, direction) for key, direction in found.items())


def _joined(one: Form, other: Form) -> Form | None:
    """Chain two parts; None if one goes only one way and the other only back."""
    if other.direction == BOTH or one.direction == other.direction:
        direction = one.direction
    elif one.direction == BOTH:
        direction = other.direction
    else:
        return None
    return Form(
        one.left + other.left,
        one.right + other.right,
        one.left_tag or other.left_tag,
        one.right_tag or other.right_tag,
        direction,
    )


def _pair(part: etree._Element, faults: Faults) -> Form | None:
    sides: dict[str, tuple[str, str]] = {}
    for side in part:
        name = local(side)
        if name in {"l", "r"}:
            sides[name] = _side(side, faults.skips)
        elif name:
            faults.skips.add(f"element <{name}> in a pair", _shown(side))
    if len(sides) < 2:
        line: Any = part.sourceline  # the stubs do not know its type
        faults.bad("holds a pair without <l> or <r>", line, _shown(part))
        return None
    (left, left_tag), (right, right_tag) = sides["l"], sides["r"]
    return Form(left, right, left_tag, right_tag, BOTH)


def _side(side: etree._Element, skips: Skips) -> tuple[str, str]:
    """Return text and first tag of a side; ``<g>`` only groups what is text anyway."""
    parts = [side.text or ""]
    tag = ""
    for child in side:
        name = local(child)
        if name == "b":
            parts.append(" ")
        elif name == "j":
            parts.append("+")
        elif name == "s":
            tag = tag or child.get("n", "")
        elif name == "g":
            text, its_tag = _side(child, skips)
            parts.append(text)
            tag = tag or its_tag
        elif name and name not in MARKS:
            skips.add(f"element <{name}> in a lemma", _shown(child))
        parts.append(child.tail or "")
    return "".join(parts), tag


def _shown(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())
