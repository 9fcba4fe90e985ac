"""Matches of a termbase to be verified, in a test set or in any parallel text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange.contents import (
    Found,
    FoundJudgement,
    ImportOptions,
    Listed,
    read_standoff_items,
)
from diglot.annotate.suggesting import match_items
from diglot.errors import ConfigError
from diglot.formats.judgements.answers import is_standoff
from diglot.pipeline import make_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.annotate.items import NewItem
    from diglot.model import AnnotatedSet

KIND = "matches"
READER = "reader"
ANSWERS = {True: "valid", False: "wrong sense"}
"""What a mark that somebody verified, or refused, says."""


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read a test set with marked terms, and mark the terms of the termbases in it.

    Raises:
        InputError: a file cannot be read.
        ConfigError: more files than two, or nobody says the languages.
    """
    if len(paths) == 1 and is_standoff(paths[0]):
        return read_standoff_items(paths[0], KIND)
    marked = marked_set(paths, options)
    items = match_items(marked)
    listed = tuple(Listed(paths[0].name, "", note) for note in marked.notes)
    judgements = _answered(marked, items, options.annotator or READER)
    return Found(tuple(items), tuple(judgements), listed)


def marked_set(paths: Sequence[Path], options: ImportOptions) -> AnnotatedSet:
    """Read the test set that one or two files hold, terms of the termbases marked.

    Raises:
        InputError: a file cannot be read.
        ConfigError: more files than two, or nobody says the languages.
    """
    if len(paths) > 2:
        raise ConfigError(f"{len(paths)} files: give a test set, or source and reference")
    made = make_set(
        paths[0],
        paths[1] if len(paths) == 2 else None,
        termbases=options.termbases,
        source_language=options.reading.source_language,
        target_language=options.reading.target_language,
        encoding=options.reading.encoding,
    )
    return made.annotated


def _answered(
    marked: AnnotatedSet, items: Sequence[NewItem], annotator: str
) -> Iterator[FoundJudgement]:
    """What the file says of marks that somebody looked at."""
    said = {
        (segment.id, mark.id, mark.source_span): mark.verified
        for segment in marked.segments
        for mark in segment.terms
    }
    for item in items:
        payload = item.payload
        place = (payload["source_span"][0], payload["source_span"][1])
        verified = said.get((payload["segment"], payload["entry"]["id"], place))
        if verified is not None:
            yield FoundJudgement(item.key, annotator, {"label": ANSWERS[verified]})
