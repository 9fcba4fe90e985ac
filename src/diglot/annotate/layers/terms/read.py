"""Pairs of terms to be decided, out of a termbase or a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange.contents import Found, ImportOptions, Listed, read_standoff_items
from diglot.annotate.suggesting import term_items
from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.judgements.answers import is_standoff
from diglot.formats.termbases.tables import LANGUAGES_CURE
from diglot.pipeline.steps.terms.termbases import TermbaseInput, load_termbase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.bitexts import Reading
    from diglot.model import Termbase

KIND = "terms"
CURE = "name the two languages with -s and -t"


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read the pairs of one termbase.

    Raises:
        InputError: the file cannot be read, or has terms in one language only.
        ConfigError: more than one file.
    """
    if len(paths) != 1:
        raise ConfigError(f"{len(paths)} files: import one termbase at a time")
    path = paths[0]
    if is_standoff(path):
        return read_standoff_items(path, KIND)
    skips = Skips()
    termbase = read_pairs_of_terms(path, options.reading, skips=skips)
    source, target = languages_of(path, termbase, options.reading)
    return Found(
        tuple(term_items(termbase, source, target)),
        listed=Listed.of(path.name, skips.found()),
        settings={"source": source, "target": target},
    )


def read_pairs_of_terms(path: Path, reading: Reading, *, skips: Skips | None = None) -> Termbase:
    """Read a termbase, or a list of pairs as one.

    Raises:
        InputError: the file cannot be read.
    """
    told = tuple(each for each in (reading.source_language, reading.target_language) if each)
    options = TermbaseInput(
        format=reading.format,
        languages=told if len(told) == 2 else (),
        encoding=reading.encoding,
    )
    try:
        return load_termbase(path, options, skips=skips)
    except FormatError as error:
        if error.cure != LANGUAGES_CURE:
            raise
        raise FormatError(error.message, path=path, place=error.place, cure=CURE) from error


def languages_of(path: Path, termbase: Termbase, reading: Reading) -> tuple[str, str]:
    """The languages of source and target: those told, else the first two of the termbase.

    Raises:
        InputError: there are no two.
    """
    told = (reading.source_language, reading.target_language)
    rest = [each for each in termbase.languages if each not in told]
    source = told[0] or (rest.pop(0) if rest else None)
    target = told[1] or (rest.pop(0) if rest else None)
    if source is None or target is None:
        raise InputError(
            f"has terms in {', '.join(termbase.languages) or 'no language'} only",
            path=path,
            cure=CURE,
        )
    return source, target
