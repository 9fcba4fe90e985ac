"""Pairs of terms to be decided, out of a termbase or a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.annotate.layers.sources import FileContents, FileNote, format_kind
from diglot.annotate.layers.terms.decisions import Decision, apply_decisions
from diglot.annotate.layers.terms.items import term_items
from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.registry import TERMBASE, extensions_of
from diglot.formats.termbases.tables import LANGUAGES_CURE
from diglot.model import Concept, ConceptTerm, Context, Skipped, Termbase
from diglot.pipeline.steps.terms.options import TermbaseInput
from diglot.pipeline.steps.terms.termbases import load_termbase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import AnsweredItem
    from diglot.annotate.options import ImportOptions, Reading
    from diglot.annotate.store.records import LayerRecord

CURE = "name the two languages with -s and -t"
FORMATS = {extension: each.name for extension, each in extensions_of(TERMBASE).items()}


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """One termbase."""
    return len(paths) == 1 and format_kind(paths[0]) == TERMBASE


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read the pairs of one termbase.

    Raises:
        InputError: the file cannot be read, or has terms in one language only.
        ConfigError: more than one file.
    """
    if len(paths) != 1:
        raise ConfigError(f"{len(paths)} files: import one termbase at a time")
    path = paths[0]
    skips = Skips()
    termbase = read_pairs_of_terms(path, options.reading, skips=skips)
    source, target = languages_of(path, termbase, options.reading)
    return FileContents(
        tuple(term_items(termbase, source, target)),
        listed=FileNote.of(path.name, skips.entries()),
        settings={"source": source, "target": target},
    )


def read_pairs_of_terms(path: Path, reading: Reading, *, skips: Skips | None = None) -> Termbase:
    """Read a termbase, or a list of pairs as one.

    Raises:
        InputError: the file cannot be read.
    """
    told = tuple(each for each in (reading.source_language, reading.target_language) if each)
    options = TermbaseInput(
        source_format=reading.format,
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


def write(
    path: Path, name: str, answers: Sequence[AnsweredItem], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write the concepts of all decided pairs, refused ones marked as rejected.

    Raises:
        InputError: the file cannot be written.
    """
    termbase = apply_decisions(
        Termbase(tuple(_concepts_of(answers)), title=layer.name),
        (_decision_of(each) for each in answers),
    )
    return formats.write_termbase(path, termbase, format=name)


def _decision_of(answer: AnsweredItem) -> Decision:
    """An answer as a decision on a concept."""
    source, target = answer.payload["source"], answer.payload["target"]
    return Decision(
        concept=_concept_id(answer),
        source=(source["lang"], source["text"]),
        target=(target["lang"], target["text"]),
        cells=answer.cells,
    )


def _concept_id(answer: AnsweredItem) -> str:
    """The concept that a pair was shown as part of; a pair that came alone is one of its own."""
    return str(answer.payload.get("concept") or answer.key)


def _concepts_of(answers: Iterable[AnsweredItem]) -> list[Concept]:
    """The concepts as they were shown, each term once."""
    terms: dict[str, dict[tuple[str, str], ConceptTerm]] = {}
    for each in answers:
        known = terms.setdefault(_concept_id(each), {})
        for at, side in enumerate(("source", "target")):
            shown = each.payload[side]
            known.setdefault((shown["lang"], shown["text"]), _term(each.payload, side, at))
    return [Concept(name, tuple(found.values())) for name, found in terms.items()]


def _term(payload: Mapping[str, Any], side: str, at: int) -> ConceptTerm:
    shown = payload[side]
    other = "target" if side == "source" else "source"
    frequency = (payload.get("frequency") or (None, None, None))[at]
    return ConceptTerm(
        shown["text"],
        shown["lang"],
        score=payload.get("score") if side == "target" else None,
        frequency=frequency,
        contexts=tuple(
            Context(each[side], each.get(other) or None, each.get("doc") or None)
            for each in payload.get("contexts") or ()
            if each.get(side)
        ),
    )
