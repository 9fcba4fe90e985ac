"""Formats of bilingual dictionaries, such as Apertium dix, FreeDict, StarDict and OntoLex.

A file enters for reading, or a `Lexicon` for writing. Translations leave one by one, with their
origin; or a file, with counts of what it could not carry.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from diglot.errors import ConfigError
from diglot.files.binary import PACKED
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import Reading, origin_beside
from diglot.formats.registry import LEXICON, Format, find_format
from diglot.model.lexicon import Lexicon, Origin, Translation, TranslationColumns
from diglot.model.score import Signature

_CHUNK = 1 << 13  # translations: what fits into the cache of a processor


class LexiconReading(TypedDict, total=False):
    """Further options of the readers of dictionaries; each has some of them."""

    layout: str
    siblings: bool
    serialisation: str | None
    others: Sequence[str | Path]


class LexiconWriting(TypedDict, total=False):
    """Further options of the writers of dictionaries; each has some of them."""

    layout: str
    tags: Mapping[str, str] | None
    serialisation: str | None
    base: str
    version: str


def read_translations(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
    **options: Unpack[LexiconReading],
) -> Iterator[Translation]:
    """Give the translations of a dictionary one by one, plain or packed with gzip.

    Args:
        path: the file.
        format: name of the format, where neither extension nor content tells it.
        languages: of source and target, where the file does not say them; by default those in its
            name, else ``und``.
        encoding: of a text file that is not in Unicode.
        skips: collects what is left out.
        skip_bad: leave bad lines out, and count them, rather than stop at the first.
        options: of the format.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, LEXICON, format=format, look=True)
    translations: Iterator[Translation] = record.call(
        "read_translations",
        Reading(Path(path), languages, encoding, skips or Skips(), skip_bad),
        **options,
    )
    return translations


def read_chunks(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
    **options: Unpack[LexiconReading],
) -> Iterator[TranslationColumns | Sequence[Translation]]:
    """Give the translations of a dictionary in chunks, large tables by columns.

    The arguments are those of `read_translations`, and so are the errors.
    """
    record = find_format(path, LEXICON, format=format, look=True)
    reading = Reading(Path(path), None, encoding, skips or Skips(), skip_bad)
    if hasattr(record.load(), "read_chunks"):
        chunks: Iterator[TranslationColumns | Sequence[Translation]] = record.call(
            "read_chunks", reading, **options
        )
        return chunks
    translations = record.call("read_translations", reading, **options)
    return iter(lambda: list(itertools.islice(translations, _CHUNK)), [])


def read_origin(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
) -> Origin:
    """Return where a dictionary comes from, as its header or ``meta.json`` beside it says.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: there is no such format.
    """
    module = find_format(path, LEXICON, format=format, look=True).load()
    origin: Origin = getattr(module, "read_origin", origin_beside)(Path(path))
    return origin


def read_lexicon(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
    **options: Unpack[LexiconReading],
) -> Lexicon:
    """Read a bilingual dictionary, or an inferred lexicon that diglot wrote.

    Args:
        path: the file.
        format: name of the format, where neither extension nor content tells it.
        languages: of source and target, where the file does not say them; by default those in its
            name, else ``und``.
        encoding: of a text file that is not in Unicode.
        skips: collects what is left out, as the notes of the lexicon do.
        skip_bad: leave bad lines out, and count them, rather than stop at the first.
        options: of the format.

    Returns:
        The lexicon, every translation once; its notes count what was left out.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, LEXICON, format=format, look=True)
    skips = skips if skips is not None else Skips()
    found: dict[Translation, None] = {}
    for each in read_translations(
        path,
        format=record,
        languages=languages,
        encoding=encoding,
        skips=skips,
        skip_bad=skip_bad,
        **options,
    ):
        if each in found:
            skips.add("duplicate translation", f"{each.source} | {each.target}")
        found[each] = None
    if not found:
        skips.add("file without translations", Path(path).name)
    return Lexicon(
        tuple(found),
        read_origin(path, format=record),
        tuple(map(str, skips.entries())),
        signature=read_signature(path, format=record),
    )


def read_signature(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
) -> Signature | None:
    """Return how a lexicon was inferred; None where the file does not say so.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown format.
    """
    module = find_format(path, LEXICON, format=format, look=True).load()
    if not hasattr(module, "read_signature"):
        return None
    signature: Signature | None = module.read_signature(Path(path))
    return signature


def write_lexicon(
    path: str | Path,
    lexicon: Lexicon,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    skips: Skips | None = None,
    **options: Unpack[LexiconWriting],
) -> int:
    """Write a lexicon; return the number of its translations in the file.

    Args:
        path: the file; it is replaced only when everything has been written. A ``.tsv`` file is
            one of TIAD: source, target, part of speech, confidence.
        lexicon: the translations.
        format: name of the format, where the extension does not tell it.
        skips: collects what the format cannot carry.
        options: of the format.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, LEXICON, format=format)
    if Path(path).suffix.lower() in PACKED:
        raise ConfigError(f"{path}: packed files are read, not written; leave .gz out")
    if not record.writes:
        raise ConfigError(
            f"{record.name} dictionaries are read, not written; name a format such as tsv, dix or "
            "jsonl"
        )
    number: int = record.call("write_lexicon", Path(path), lexicon, skips=skips, **options)
    return number
