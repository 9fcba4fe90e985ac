"""Sentence pairs to align word by word, read as a stream: two files, one joint file, or units."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.word_links.parallel_lines import read_joined, read_pairs
from diglot.pipeline.steps.words.word_units import Languages, unit_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Words = tuple[list[str], list[str]]

_BLANK = re.compile(r"[ \t\r\n]+")  # what separates words in a file of lines, and line ends
_TRANSLATION = "give the file of its translation as TARGET"


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """Sentence pairs of an input, to be read once.

    Attributes:
        words: what stands between spaces on the source and on the target side of every pair.
        declared: the languages that the input declares; None where it declares none.
        unit: what a pair is in the input, for messages: ``line`` or ``unit``.
    """

    words: Iterator[Words]
    declared: Languages = (None, None)
    unit: str = "line"


def read_sentence_pairs(
    source: Path,
    target: Path | None = None,
    *,
    encoding: str | None = None,
    languages: Languages = (None, None),
) -> SentencePairs:
    """Open the sentence pairs of two files of lines, or of one file that holds both languages.

    Args:
        source: sentences, one a line; without ``target`` a file of translation units, or of lines
            ``source ||| target``.
        target: their translations, line by line.
        encoding: of text files that are not in Unicode.
        languages: codes or names of source and target, where the user told them.

    Raises:
        InputError: a file cannot be read, now or while the pairs are; the files differ in their
            number of lines; a line is no pair.
        ConfigError: the files are not of these kinds.
    """
    kinds = [_kind(path) for path in (source, target) if path is not None]
    if target is None:
        if kinds[0] == "text":
            return SentencePairs(_joined(source, encoding))
        pairs, declared = unit_pairs(source, kind=kinds[0], encoding=encoding, languages=languages)
        words = ((_BLANK.split(one), _BLANK.split(other)) for one, other in pairs)
        return SentencePairs(
            (([*filter(None, one)], [*filter(None, other)]) for one, other in words),
            declared,
            unit="unit",
        )
    if source.resolve() == target.resolve():
        raise ConfigError(f"SOURCE and TARGET are both {source}: {_TRANSLATION}")
    for path, kind in zip((source, target), kinds, strict=True):
        if kind != "text":
            raise ConfigError(f"{path} ({kind}) holds both languages already: give it alone")
    return SentencePairs(read_pairs(source, target, encoding=encoding))


def _kind(path: Path) -> str:
    """Return the name of a format of units, or ``text`` for lines.

    Raises:
        InputError: it is a folder, or cannot be read.
        ConfigError: it holds something else.
    """
    if path.is_dir():
        raise InputError("is a folder", path=path, cure="name a file")
    extension = path.suffix.lower()
    if extension not in {**formats.READERS, **formats.UNIT_FORMATS, **formats.LINK_FORMATS}:
        return "text"  # corpora end in their language: news.en, news.fr
    name = formats.format_of(path, look=True)
    if name in formats.UNITS or name == "text":
        return name
    if name in formats.LINKS:
        raise ConfigError(f"{path}: {name} files hold links without texts")
    raise ConfigError(
        f"{path} is a document, whose sentences have no partners yet: use diglot align, then give "
        "the TMX that it writes"
    )


def _joined(path: Path, encoding: str | None) -> Iterator[Words]:
    """Give the pairs of a joint file; one that is none from the start lacks its translation."""
    pairs = read_joined(path, encoding=encoding)
    try:
        first = next(pairs, None)
    except FormatError as error:
        if error.place != "line 1" or "|||" not in error.message:
            raise
        raise FormatError(
            f"{error.message}: it holds one language",
            path=path,
            place=error.place,
            cure=f"{_TRANSLATION}, or write lines as: source words ||| target words",
        ) from error
    return chain([] if first is None else [first], pairs)
