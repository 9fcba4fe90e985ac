"""Pairs of texts to be annotated, whatever they come as: units, lines, links, raw documents."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError, DiglotError, EncodingError, FormatError, InputError
from diglot.files.atomic import write_bytes
from diglot.files.binary import extension_of, open_maybe_gzip
from diglot.files.text import read_text, suggest_encodings
from diglot.formats.blocks import Skips
from diglot.formats.documents import text_lines
from diglot.formats.registry import (
    DOCUMENT,
    GENERAL,
    SAVED_AS,
    TERMBASE,
    UNITS,
    extensions_of,
    find_format,
)
from diglot.model import Bitext, Document, Link, Skipped
from diglot.pipeline.documents import decide, translated_texts
from diglot.plurals import count_of
from diglot.text.detection import detect
from diglot.text.languages import UNDETERMINED, normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Body
    from diglot.annotate.items import NewItem
    from diglot.annotate.options import ImportOptions, Reading
    from diglot.annotate.schemes import Scheme


def format_kind(path: Path) -> str | None:
    """Return which kind of format a file has by its name or its first lines; None if unknown."""
    with suppress(ConfigError, FormatError):
        return find_format(path, *GENERAL, TERMBASE, look=True).kind
    return None


def load_units(path: Path, reading: Reading, *, skips: Skips) -> Bitext:
    """The units of one file as two documents with links.

    Raises:
        InputError: it cannot be read, or has no unit in both languages.
        ConfigError: it holds no units.
    """
    record = find_format(path, format=reading.format, look=True)
    if record.kind != UNITS:
        raise ConfigError(
            f"{path} ({record.name}) holds no pairs of sentences: give a file of units, or two "
            "files"
        )
    found = formats.read(
        path,
        format=record,
        encoding=reading.encoding,
        source_language=reading.source_language,
        target_language=reading.target_language,
    )
    if not isinstance(found, Bitext):
        raise ConfigError(f"{path} is a text in one language: give its translation, too")
    for each in found.source.skipped:
        skips.add(each.kind, each.example, each.count)
    return found


def read_lines(paths: Sequence[Path], reading: Reading) -> tuple[Document, Document]:
    """Two files whose segments are their lines."""
    source, target = (
        replace(
            text_lines.read(path, encoding=reading.encoding, lines=True),
            language=None if language is None else normalise(language),
        )
        for path, language in zip(paths, reading.languages, strict=True)
    )
    return source, target


@dataclass(frozen=True, slots=True)
class FileNote:
    """Something in a file that is wrong, or was not taken.

    Attributes:
        file: its name.
        place: line, record or item; empty where it concerns the whole file.
        message: what it is.
    """

    file: str
    place: str
    message: str

    @classmethod
    def of(cls, file: str, skipped: Iterable[Skipped]) -> tuple[FileNote, ...]:
        """What a reader left out of a file, or found odd in it."""
        return tuple(cls(file, "", str(each)) for each in skipped)

    @classmethod
    def of_labels(cls, file: str, odd: Iterable[Skipped]) -> tuple[FileNote, ...]:
        """Labels of a file that its scheme does not have."""
        return cls.of(file, (replace(each, kind=f'label "{each.kind}"') for each in odd))


@dataclass(frozen=True, slots=True)
class FoundJudgement:
    """What a file says that a person judged.

    Attributes:
        key: of the item.
        annotator: as the file calls the person.
        cells: the judgement.
    """

    key: str
    annotator: str
    cells: Body


@dataclass(frozen=True, slots=True)
class FileContents:
    """The contents of files.

    Attributes:
        items: in their order, keys unique.
        judgements: of these items.
        listed: what is wrong, or was left out.
        settings: of the layer, such as its languages, or the systems behind its items.
        scheme: of the layer, where the files need another than the usual one.
        documents: texts that the items were made from.
    """

    items: tuple[NewItem, ...]
    judgements: tuple[FoundJudgement, ...] = ()
    listed: tuple[FileNote, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    scheme: Scheme | None = None
    documents: tuple[Document, ...] = ()


READER = "reader"
"""Name of the annotator of a file that tells none."""


def unite(parts: Iterable[FileContents]) -> FileContents:
    """The contents of several files as one."""
    all_parts = tuple(parts)
    return FileContents(
        items=tuple(item for part in all_parts for item in part.items),
        judgements=tuple(each for part in all_parts for each in part.judgements),
        listed=tuple(each for part in all_parts for each in part.listed),
    )


_LOOK = 4096  # bytes at the beginning of a file that are looked at


def start_of(path: Path) -> bytes:
    """The first bytes of a file, unpacked if it is packed; none of a folder.

    Raises:
        InputError: it cannot be read.
    """
    if path.is_dir():
        return b""
    with open_maybe_gzip(path) as (file, _):
        return file.read(_LOOK)


def read_pairs(
    paths: Sequence[Path], options: ImportOptions, items_of: Callable[[Bitext], Iterable[NewItem]]
) -> FileContents:
    """Sentence pairs one by one: a file of units, or two files that pair line by line.

    Args:
        paths: the files.
        options: how they are taken.
        items_of: makes the items of the pairs.

    Raises:
        InputError: a file cannot be read, or the two differ in their number of lines.
        ConfigError: neither one file nor two.
    """
    skips = Skips()
    bitext = _load_pairs(paths, options.reading, skips)
    return FileContents(
        tuple(items_of(bitext)),
        listed=FileNote.of(paths[0].name, skips.entries()),
        documents=(bitext.source, bitext.target),
    )


def _load_pairs(paths: Sequence[Path], reading: Reading, skips: Skips) -> Bitext:
    if len(paths) == 1:
        return load_units(paths[0], reading, skips=skips)
    if len(paths) != 2:
        raise ConfigError(f"{len(paths)} files: give a file of units, or two files of lines")
    source, target = read_lines(paths, reading)
    if len(source.segments) != len(target.segments):
        raise InputError(
            f"has {count_of(len(target.segments), 'line')}, but {paths[0].name} has "
            f"{len(source.segments):,}",
            path=paths[1],
            cure="give files that pair line by line, or align them first: diglot align",
        )
    links = tuple(Link((number,), (number,)) for number in range(len(source.segments)))
    return Bitext(source, target, links)


# What somebody dropped on the page: a document, or what holds two languages.

_LOOK = 500  # units that are looked at to tell in which languages they are


def decide_languages(
    documents: Mapping[str, Document], named: Mapping[str, str | None]
) -> dict[str, str]:
    """Decide the language of the text of each side as the work will do."""
    texts: Iterable[Iterable[str]] = [[each.text] for each in documents.values()]
    if len(documents) == 2:
        # What was left untranslated may be most of a text.
        texts = translated_texts(*([each.text] for each in documents.values()))
    return {
        side: decide(
            each,
            told=None,
            declared=[documents[side].language],
            named=named.get(side),
            side=side,
        ).code
        for side, each in zip(documents, texts, strict=True)
    }


def read_dropped(path: Path) -> Document | None:
    """A document with text; None of what holds two languages."""
    try:
        found = find_format(path, *GENERAL, TERMBASE, look=True)
    except ConfigError as error:
        extension = extension_of(path)
        if extension in extensions_of() or extension in SAVED_AS:
            raise
        # Names of formats, which the command line lists, help nobody here.
        raise ConfigError(
            f"{path.name}: files with the extension {extension or 'none'!r} cannot be read; "
            "save it as Word, OpenDocument, PDF or plain text"
        ) from error
    if found.kind != DOCUMENT:
        return None
    value = formats.read(path)
    if not isinstance(value, Document) or not value.text.strip():
        raise ConfigError(f"{path.name} holds no text")
    return value


def read_languages(path: Path, *, termbase: bool) -> tuple[tuple[str, ...], str]:
    """The languages of a file of units, in their order; and the first, if they are recognised only.

    Raises:
        EncodingError: it is text of another encoding than UTF-8. What else may be wrong is told
            when the job is done, with all that is known of it.
    """
    try:
        if termbase:
            return formats.read_termbase(path).languages, UNDETERMINED
        held: dict[str, None] = {}
        sides: tuple[list[str], list[str]] = [], []
        for unit in formats.read_units(path):
            held |= dict.fromkeys(each.language for each in unit.variants)
            if len(sides[0]) < _LOOK and len(unit.variants) == len(sides):
                for texts, variant in zip(sides, unit.variants, strict=True):
                    texts.append(variant.text)
    except EncodingError:
        raise
    except DiglotError:
        return (), UNDETERMINED
    # A table need not name its languages.
    if list(held) == [UNDETERMINED]:
        found = [decide(texts, told=None, side="").code for texts in sides]
        if UNDETERMINED not in found and found[0] != found[1]:
            return tuple(found), found[0]
    return tuple(held), UNDETERMINED


# Text that is not in Unicode: a person sees how it would read, and chooses.

_SHOWN, _WIDTH, _LINES = 5, 90, 200  # readings, characters of each, and lines that are looked at


@dataclass(frozen=True, slots=True)
class EncodedText:
    """How a line of a text reads in an encoding."""

    encoding: str
    text: str


def read_in_encodings(data: bytes) -> list[EncodedText]:
    """Show a line of a text in the encodings that it may be in, the likeliest first."""
    names = suggest_encodings(data)
    found: dict[str, tuple[float, str]] = {}
    for place, name in enumerate(names):
        text = data.decode(name, "ignore")
        line = max(text.splitlines()[:_LINES], key=_count_beyond_ascii, default="").strip()
        begin = max(
            0, next((at for at, sign in enumerate(line) if not sign.isascii()), 0) - _WIDTH // 2
        )
        shown = line[begin : begin + _WIDTH]
        # Bytes tell the first one, unless letters are Latin; a known language tells of the others.
        likelihood = detect(text)[1] - _share_of_odd_signs(text) + (place == 0) - place / 100
        if shown and shown not in (other for _, other in found.values()):
            found[name] = likelihood, shown
    ranked = sorted(found, key=lambda name: -found[name][0])
    return [EncodedText(name, found[name][1]) for name in ranked[:_SHOWN]]


def _count_beyond_ascii(line: str) -> int:
    return sum(not sign.isascii() for sign in line[:_WIDTH])


def _share_of_odd_signs(text: str) -> float:
    """Of the signs beyond ASCII, those within words that are no small letters."""
    signs = [
        (before, sign, after)
        for before, sign, after in zip(text, text[1:], text[2:], strict=False)
        if not sign.isascii()
    ]
    odd = sum(
        before.islower() and after.islower() and not (sign.islower() or sign == "’")
        for before, sign, after in signs
    )
    return odd / max(1, len(signs))


def write_as_unicode(path: Path, encoding: str) -> None:
    """Write a text again in UTF-8, with the mark that comes before what the file says of itself.

    Raises:
        FormatError: it is not in that encoding.
        ConfigError: there is no encoding of that name.
    """
    text = read_text(path, encoding=encoding)
    write_bytes(path, text.encode("utf-8-sig"))
