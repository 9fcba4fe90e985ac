"""PO: messages of programs and their translations.

Reference: GNU gettext manual, "The Format of PO Files".
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, EncodingError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.binary import read_bytes
from diglot.files.text import ENCODING_CURE, decode_text, split_lines
from diglot.formats.blocks import Skips
from diglot.model import Markup, Skipped, Unit, Variant
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import polib


EIGHT_BITS = re.compile(r"(?:iso-?8859|latin|cp125|windows-125|koi8)", re.IGNORECASE)
CHARSET = re.compile(rb"charset=([A-Za-z0-9._-]+)")
CODE = re.compile(
    r"(?P<placeholder>%%|%(?:\(\w+\)|\d+\$)?[-#0 +']*(?:\d+|\*)?(?:\.(?:\d+|\*))?"
    r"(?:hh|h|ll|l|q|L|j|z|t)?[diouxXeEfFgGcrsaAp@]"
    r"|\$?\{[^{}\s]*\})"
    # An accelerator marks the letter after it; an entity and a snake_case name do not.
    r"|(?P<accelerator>&(?=[^\W_])(?!\w+;)|(?<![\w])_(?=[^\W_]))"
)
LANGUAGES = (("X-Source-Language", "X-Poedit-SourceLanguage"), ("Language",))
"""Fields of the header that tell the languages of messages and of translations."""


class _Lines(str):
    """Text that is cut at line feeds only: polib would cut messages at U+2028 and U+0085."""

    __slots__ = ()

    def splitlines(self, keepends: bool = False) -> list[str]:  # noqa: ARG002 - str's signature
        return split_lines(str(self))


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    fuzzy: bool = False,
    untranslated: bool = False,
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the translated messages of a catalogue as units.

    Placeholders and accelerators stay in the text and are marked. The singular pairs with the
    first plural form, the plural with every other one. ``msgctxt`` is the id.

    Args:
        encoding: overrides what the header declares.
        fuzzy: whether messages marked fuzzy are given, too.
        untranslated: whether messages without a translation are given, too, with an empty one.
        languages: of messages and translations; the header tells the latter.

    Raises:
        InputError: the file cannot be read as a catalogue.
    """
    skips = skips if skips is not None else Skips()
    catalogue = _parsed(path, encoding, skips)
    codes = (
        tuple(languages) if languages else tuple(_declared(catalogue, name) for name in LANGUAGES)
    )
    for entry in catalogue:
        if entry.obsolete:
            skips.add("obsolete message", entry.msgid)
        elif entry.fuzzy and not fuzzy:
            skips.add("fuzzy message", entry.msgid)
        else:
            yield from _units(entry, codes, skips, untranslated=untranslated)


def _declared(catalogue: polib.POFile, names: Sequence[str]) -> str:
    told = (catalogue.metadata.get(name, "").strip().replace("_", "-") for name in names)
    return next(filter(None, told), UNDETERMINED)


def write_units(
    path: Path, units: Iterable[Unit], *, template: Path | None = None
) -> tuple[Skipped, ...]:
    """Write units as a catalogue; return what it could not carry.

    Args:
        units: of two languages.
        template: catalogue that the units are from: what it says of messages stays, flags,
            comments, obsolete messages and header, and so does their order.
    """
    import polib

    skips = Skips()
    catalogue = polib.POFile(wrapwidth=0) if template is None else _parsed(template, None)
    known = {_key(entry.msgctxt, entry.msgid): entry for entry in catalogue if not entry.obsolete}
    plurals = {_key(e.msgctxt, e.msgid_plural): e for e in known.values() if e.msgid_plural}
    seen: Counter[object] = Counter()
    for unit in units:
        if len(unit.variants) < 2:
            skips.add("unit without a translation", unit.variants[0].text if unit.variants else "")
            continue
        source, target = unit.variants[:2]
        _declare(catalogue, source.language, target.language)
        key = _key(unit.id, source.text)
        entry = plurals.get(key) or known.get(key)
        if entry is None:
            entry = known[key] = _entry(unit, source.text)
            catalogue.append(entry)
        _count_lost(unit, skips)
        if not entry.msgid_plural:
            if seen[key] and entry.msgstr != target.text:  # a catalogue has each message once
                skips.add("second translation of a message", target.text)
            else:
                entry.msgstr = target.text
            seen[key] += 1
            continue
        # The singular is the first of several forms, the plural all others.
        forms = sorted(entry.msgstr_plural)
        number = seen[key] + (source.text != entry.msgid and len(forms) > 1)
        seen[key] += 1
        entry.msgstr_plural[forms[min(number, len(forms) - 1)]] = target.text
    with atomic_open(path) as file:
        file.write(str(catalogue).rstrip("\n") + "\n")
    return skips.entries()


def _count_lost(unit: Unit, skips: Skips) -> None:
    known = (unit.score, unit.kind, unit.method, unit.document, unit.paragraphs)
    other = any(name not in ("reference", "flag") for name, _ in unit.properties)
    if other or unit.reasons or any(each is not None for each in known):
        skips.add("score, origin and other remarks of a unit")
    if any(variant.segments for variant in unit.variants):
        skips.add("boundaries of segments inside a unit")
    for variant in unit.variants:
        skips.add("inline code", count=sum(each.start == each.end for each in variant.markup))
    for variant in unit.variants[2:]:
        skips.add("further text of a unit", variant.text)


def _key(context: str | None, text: str) -> tuple[str | None, str]:
    return context, text


def _declare(catalogue: polib.POFile, source: str, target: str) -> None:
    """Say in the header of a catalogue what it does not say yet."""
    said = {"Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit"}
    for names, language in zip(LANGUAGES, (source, target), strict=True):
        if language != UNDETERMINED and _declared(catalogue, names) == UNDETERMINED:
            said[names[0]] = language.replace("-", "_")
    for name, value in said.items():
        if name in LANGUAGES[0] + LANGUAGES[1] or name not in catalogue.metadata:
            catalogue.metadata[name] = value


def _entry(unit: Unit, source: str) -> polib.POEntry:
    import polib

    places = [value.rpartition(":") for name, value in unit.properties if name == "reference"]
    return polib.POEntry(
        msgid=source,
        msgctxt=unit.id,
        occurrences=[(file, line) if file else (line, "") for file, _, line in places],
        flags=[value for name, value in unit.properties if name == "flag"],
        tcomment="\n".join(unit.notes),
    )


def _parsed(path: Path, encoding: str | None, skips: Skips | None = None) -> polib.POFile:
    import polib

    data = read_bytes(path)
    declared = CHARSET.search(data[:10_000])
    name = encoding or (declared[1].decode("ascii") if declared else None)
    if name is not None and name.upper() == "CHARSET":  # what a fresh template says
        name = None
    if encoding is None and name is not None and EIGHT_BITS.match(name) and _is_utf_8(data):
        if skips is not None:
            skips.add("charset that the header names wrongly, read as UTF-8", name)
        name = "utf-8"
    try:
        text = decode_text(data, path=path, encoding=name)
    except ConfigError as error:
        if encoding is not None:
            raise
        raise EncodingError(
            f"declares the unknown charset {name}", path=path, cure=ENCODING_CURE
        ) from error
    try:
        # The line feed keeps polib from taking a short text for a file name.
        return polib.pofile(_Lines(text + "\n"), wrapwidth=0)
    except (OSError, ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise FormatError(
            "breaks the syntax of PO",
            path=path,
            place=int(line[1]) if line else None,
            cure="check it with msgfmt",
        ) from error


def _is_utf_8(data: bytes) -> bool:
    """Tell whether bytes are UTF-8 beyond ASCII, which text of eight bits is hardly by chance."""
    try:
        return not data.isascii() and bool(data.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _units(
    entry: polib.POEntry, codes: tuple[str, ...], skips: Skips, *, untranslated: bool
) -> Iterator[Unit]:
    """Give one unit, or one per plural form."""
    pairs = [(entry.msgid, entry.msgstr)]
    if entry.msgid_plural:
        forms = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)]
        singles = [(entry.msgid, forms[0])] if len(forms) > 1 else []
        pairs = singles + [(entry.msgid_plural, form) for form in forms[len(singles) :]]
    notes = tuple(note for note in (entry.tcomment, entry.comment) if note)
    properties = [
        ("reference", f"{file}:{line}" if line else file) for file, line in entry.occurrences
    ]
    properties += [("flag", flag) for flag in entry.flags]
    for source, target in pairs:
        if not (target or untranslated):
            skips.add("untranslated message", source)
            continue
        yield Unit(
            tuple(
                Variant(code, text, _codes(text))
                for code, text in zip(codes, (source, target), strict=True)
            ),
            id=entry.msgctxt,
            properties=tuple(properties),
            notes=notes,
            line=entry.linenum,
        )


def _codes(text: str) -> tuple[Markup, ...]:
    return tuple(
        Markup(match.start(), match.end(), match.lastgroup or "", match[0])
        for match in CODE.finditer(text)
    )
