"""Bilingual XML files of other programs: Qt Linguist, Trados TagEditor (TTX), Wordfast Pro (TXML).

References: Qt Group, "TS file format"; for TTX and TXML the files themselves, since their makers
published no specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import RIGHT_FILE, FormatError
from diglot.files.xml import iterparse, line_of, local_name, text_of
from diglot.formats.blocks import Skips, flatten_markup
from diglot.model import Markup, Unit, Variant
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from lxml.etree import _Element


ROOTS = {"qt": "TS", "ttx": "TRADOStag", "txml": "txml"}
ELEMENTS = {"qt": ("message",), "ttx": ("UserSettings", "Body"), "txml": ("segment",)}
CODES = frozenset({"ut", "byte"})
OLD = frozenset({"vanished", "obsolete"})


def read_units(
    path: Path, *, encoding: str | None = None, skips: Skips | None = None, dialect: str
) -> Iterator[Unit]:
    """Give the translated units of a file one by one; tags stand beside the text.

    Units without a translation, and obsolete ones, are counted. Each plural form is a unit.

    Args:
        dialect: a name of `ROOTS`.

    Raises:
        InputError: the file cannot be read, is unsafe, or is not of that format.
    """
    skips = skips if skips is not None else Skips()
    languages = _languages(path, dialect, encoding)
    read: Callable[[_Element, tuple[str, str], Skips], Iterator[Unit]] = _READERS[dialect]
    for element in iterparse(path, ELEMENTS[dialect], encoding=encoding, roots=(ROOTS[dialect],)):
        if local_name(element) == "UserSettings":
            languages = _declared(element, "SourceLanguage", "TargetLanguage")
        else:
            yield from read(element, languages, skips)


def _languages(path: Path, dialect: str, encoding: str | None) -> tuple[str, str]:
    """Return what the root element says, which a stream has forgotten when units come."""
    if dialect == "ttx":
        return UNDETERMINED, UNDETERMINED
    # A stream keeps the root, with its attributes, as the ancestor of the first unit.
    for element in iterparse(path, ELEMENTS[dialect], encoding=encoding, roots=(ROOTS[dialect],)):
        root = element.getroottree().getroot()
        if dialect == "qt":
            source, target = _declared(root, "sourcelanguage", "language")
            return ("en" if source == UNDETERMINED else source), target
        return _declared(root, "locale", "targetlocale")
    raise FormatError("holds no units", path=path, cure=RIGHT_FILE)


def _declared(element: _Element, *names: str) -> tuple[str, str]:
    source, target = ((element.get(name) or UNDETERMINED).replace("_", "-") for name in names)
    return source, target


def _qt(element: _Element, languages: tuple[str, str], skips: Skips) -> Iterator[Unit]:
    found = {local_name(part): part for part in element}
    source, translation = found.get("source"), found.get("translation")
    if source is None or translation is None:
        return
    text = _flat(source)
    status = translation.get("type", "")
    forms = [part for part in translation if local_name(part) == "numerusform"] or [translation]
    if status in OLD:
        skips.add("obsolete message", text[0])
        return
    context = element.getparent()
    name = context.findtext("name") if context is not None else None
    for form in forms:
        target = _flat(form)
        if status == "unfinished" or not target[0].strip():
            skips.add(
                "unfinished message" if target[0].strip() else "message without a translation",
                text[0],
            )
            continue
        notes = (found[each].text for each in ("comment", "extracomment") if each in found)
        yield Unit(
            (Variant(languages[0], *text), Variant(languages[1], *target)),
            id=element.get("id"),
            properties=(("context", name),) if name else (),
            notes=tuple(note for note in notes if note),
            line=line_of(element),
        )


def _ttx(body: _Element, languages: tuple[str, str], skips: Skips) -> Iterator[Unit]:
    for text in _text_outside(body):
        if text.strip():
            skips.add("text outside units", text.strip())
    for element in body.iter("Tu"):
        yield from _ttx_unit(element, languages, skips)


def _text_outside(parent: _Element) -> Iterator[str]:
    """Give what TagEditor left unsegmented: all text that is in neither a unit nor a tag."""
    yield parent.text or ""
    for child in parent:
        if local_name(child) not in {"Tu", *CODES}:
            yield from _text_outside(child)
        yield child.tail or ""


def _ttx_unit(element: _Element, languages: tuple[str, str], skips: Skips) -> Iterator[Unit]:
    sides = [part for part in element if local_name(part) == "Tuv"]
    if len(sides) < 2:
        skips.add("unit without a translation", text_of(element))
        return
    yield Unit(
        tuple(
            Variant(side.get("Lang") or language, *_flat(side))
            for side, language in zip(sides, languages, strict=False)
        ),
        properties=tuple(
            (name, element.get(name, "")) for name in ("MatchPercent",) if element.get(name)
        ),
        line=line_of(element),
    )


def _txml(element: _Element, languages: tuple[str, str], skips: Skips) -> Iterator[Unit]:
    found = {local_name(part): part for part in element}
    source, target = found.get("source"), found.get("target")
    if source is None or target is None or not text_of(target).strip():
        skips.add("unit without a translation", text_of(element))
        return
    yield Unit(
        (Variant(languages[0], *_flat(source)), Variant(languages[1], *_flat(target))),
        id=element.get("segmentId"),
        line=line_of(element),
    )


def _flat(element: _Element) -> tuple[str, tuple[Markup, ...]]:
    return flatten_markup(element, CODES)


_READERS = {"qt": _qt, "ttx": _ttx, "txml": _txml}
