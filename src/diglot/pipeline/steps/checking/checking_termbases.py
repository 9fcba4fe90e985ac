"""Termbases to check against: read once, and what they demand in a pair of languages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot import formats
from diglot.consistency.entries import entries_of
from diglot.consistency.fingerprints import EntryFingerprints
from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.termbases import TABLES, termbase_format
from diglot.formats.termbases.concept_tables import UNTOLD
from diglot.formats.units import UNKNOWN
from diglot.pipeline.languages import code_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.consistency.entries import Entries
    from diglot.model import Termbase


@dataclass(frozen=True, slots=True)
class Demanded:
    """What termbases demand in a pair of languages.

    Attributes:
        entries: with at least one source term.
        fingerprints: of the entries, by id.
        known: all terms of the source language, those that demand nothing, too.
        notes: what was left out.
    """

    entries: Entries
    fingerprints: Mapping[str, str]
    known: tuple[str, ...]
    notes: tuple[str, ...]


class Termbases:
    """Termbases of a run.

    Args:
        paths: files of termbases and glossaries.
        encoding: of text files that are not in Unicode.

    Raises:
        InputError: a file cannot be read as a termbase.
        ConfigError: its name tells no format.
    """

    def __init__(self, paths: Sequence[Path], *, encoding: str | None = None) -> None:
        self._paths = tuple(paths)
        self._encoding = encoding
        self._as_they_are = [self._read_as_it_is(path) for path in paths]
        if not any(each is None or each[0].concepts for each in self._as_they_are):
            raise ConfigError(f"{_named(self._paths)}: there is no concept in it")

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of the terms, those that a table does not say left out."""
        read = (each[0] for each in self._as_they_are if each is not None)
        found = (tag for termbase in read for tag in termbase.languages)
        return tuple(dict.fromkeys(tag for tag in found if tag != UNKNOWN))

    def entries(self, languages: tuple[str, str]) -> Demanded:
        """Return what the termbases demand in two languages.

        Args:
            languages: tags of source and target.

        Raises:
            InputError: a file cannot be read again.
            ConfigError: no entry has terms in both languages.
        """
        termbases, notes = [], []
        for path, known in zip(self._paths, self._as_they_are, strict=True):
            # Columns that name no language are those of the text.
            termbase, left = known or self._read(path, languages)
            termbases.append(termbase)
            notes += [f"{path.name}: {note}" for note in left]
        termbases = self._apart(termbases)
        demanded = entries_of(termbases, *languages)
        if not len(demanded):
            raise ConfigError(
                f"{_named(self._paths)}: no entry has terms in {' and '.join(languages)}; its "
                f"languages are {', '.join(self.languages) or 'not said'}"
            )
        prints = EntryFingerprints(termbases, languages)
        source = code_of(languages[0])
        terms = (
            term.text
            for termbase in termbases
            for concept in termbase.concepts
            for term in concept.terms
            if code_of(term.language) == source
        )
        return Demanded(demanded, prints, tuple(dict.fromkeys(terms)), (*notes, *demanded.notes))

    def _read_as_it_is(self, path: Path) -> tuple[Termbase, tuple[str, ...]] | None:
        """Read a termbase whose languages are not known yet; None for a table that says none."""
        try:
            termbase, left = self._read(path, None)
        except FormatError as error:
            if error.message != UNTOLD:
                raise
            return None
        unsaid = UNKNOWN in termbase.languages and termbase_format(path, look=True) in TABLES
        return None if unsaid else (termbase, left)

    def _read(
        self, path: Path, languages: tuple[str, str] | None
    ) -> tuple[Termbase, tuple[str, ...]]:
        skips = Skips()
        termbase = formats.read_termbase(
            path, languages=languages, encoding=self._encoding, skips=skips
        )
        notes = tuple(
            f"{each.count:,} {each.kind} left out"
            + (f", the first: “{each.example}”" if each.example else "")
            for each in skips.found()
        )
        return termbase, notes

    def _apart(self, termbases: list[Termbase]) -> list[Termbase]:
        """Put the name of its file before each id where two termbases number alike."""
        ids = [{concept.id for concept in termbase.concepts} for termbase in termbases]
        if sum(map(len, ids)) == len(set().union(*ids)):
            return termbases
        return [
            replace(
                termbase,
                concepts=tuple(
                    replace(concept, id=f"{path.stem}:{concept.id}")
                    for concept in termbase.concepts
                ),
            )
            for path, termbase in zip(self._paths, termbases, strict=True)
        ]


def _named(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))
