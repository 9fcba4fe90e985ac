"""Making test sets for terminology: termbase matches in parallel text, for people to verify."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from diglot.consistency.entries import entries_of
from diglot.consistency.matching.marking import mark_terms
from diglot.errors import ConfigError
from diglot.formats import read_termbase
from diglot.formats.marked_terms import read_annotated_set, write_annotated_set
from diglot.model import AnnotatedSet, Skipped, Termbase
from diglot.pipeline.steps.terms.options import MakeSetOptions
from diglot.plurals import count_of
from diglot.text.languages import primary_subtag


@dataclass(frozen=True, slots=True)
class MatchCounts:
    """How the terms of a test set were found; a number each, as table 10 of the paper has them.

    Attributes:
        original: as they are written, on both sides.
        lemmatised: by the lemma of at least one side.
        segments: those with a mark.
        unanswered: in the source only: nothing in the reference stands for them, so no mark.
    """

    original: int
    lemmatised: int
    segments: int
    unanswered: int = 0

    @property
    def total(self) -> int:
        """Return the number of marks."""
        return self.original + self.lemmatised


@dataclass(frozen=True, slots=True)
class MadeSet:
    """A test set that was made or verified.

    Attributes:
        annotated: the test set.
        counts: of its marks.
        paths: files that it was written to.
        lost: what these could not carry.
    """

    annotated: AnnotatedSet
    counts: MatchCounts
    paths: tuple[Path, ...] = ()
    lost: tuple[Skipped, ...] = ()


def annotate_terms(
    annotated: AnnotatedSet,
    termbase: Termbase | Sequence[Termbase],
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    lemmas: bool = True,
) -> AnnotatedSet:
    """Return a parallel text with the terms of a termbase marked on both sides.

    Marks that it has stay, and nothing is marked where one of them is.

    Args:
        annotated: source and reference; without references the terms of the source are marked.
        termbase: one or several.
        source_language: code; by default that of the set, then that of the termbase.
        target_language: the same of the reference.
        lemmas: whether terms are found by their lemmas, too.

    Raises:
        ConfigError: nobody says the languages.

    Reference: Alam et al. 2021, On the Evaluation of Machine Translation for Terminology
    Consistency, section 2.1.
    """
    return _marked(annotated, termbase, source_language, target_language, lemmas=lemmas)[0]


def make_set(
    source: str | Path,
    reference: str | Path | None = None,
    options: MakeSetOptions | None = None,
    *,
    output: str | Path | None = None,
) -> MadeSet:
    """Read a parallel text or a verified test set, mark the terms of termbases, and write it.

    Marks that a person said no to are left out, and nothing is marked in their place.

    Args:
        source: as `diglot.formats.marked_terms.read_annotated_set` takes it.
        reference: the same.
        options: how to read, and what to mark.
        output: file to write (``.sgm``, ``.jsonl``, ``.tsv``); None to write nothing.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: nobody says the languages, or an option does not suit a format.
    """
    options = options or MakeSetOptions()
    found = read_annotated_set(
        source,
        reference,
        terms=options.terms,
        mode=options.mode,
        encoding=options.encoding,
        source_language=options.source_language,
        target_language=options.target_language,
        keep_rejected=True,
    )
    unanswered = 0
    if options.termbases:
        told = tuple(filter(None, (found.source_language, found.target_language)))
        languages = told if len(told) == 2 else None
        bases = [read_termbase(path, languages=languages) for path in options.termbases]
        found, unanswered = _marked(
            found, bases, options.source_language, options.target_language, lemmas=options.lemmas
        )
    found = _verified(found, only=options.verified_only)
    paths: tuple[Path, ...] = ()
    lost: tuple[Skipped, ...] = ()
    if output is not None:
        paths, lost = write_annotated_set(output, found)
    return MadeSet(found, count_matches(found, unanswered), paths, lost)


def count_matches(annotated: AnnotatedSet, unanswered: int = 0) -> MatchCounts:
    """Return how the terms of a test set were found."""
    marks = [mark for segment in annotated.segments for mark in segment.terms]
    lemmatised = sum(mark.source_lemma or mark.target_lemma for mark in marks)
    segments = sum(bool(segment.terms) for segment in annotated.segments)
    return MatchCounts(len(marks) - lemmatised, lemmatised, segments, unanswered)


def _marked(
    annotated: AnnotatedSet,
    termbase: Termbase | Sequence[Termbase],
    source_language: str | None,
    target_language: str | None,
    *,
    lemmas: bool,
) -> tuple[AnnotatedSet, int]:
    """Return the set with the terms marked, and how many of the source have no answer."""
    termbases = [termbase] if isinstance(termbase, Termbase) else list(termbase)
    source = source_language or annotated.source_language
    target = target_language or annotated.target_language
    source, target = _languages(termbases, source, target)
    entries = entries_of(termbases, source, target)
    notes = [*annotated.notes]
    notes += [note for each in termbases for note in each.notes]
    notes += entries.notes
    found = list(mark_terms(annotated.segments, entries, lemmas=lemmas, notice=notes.append))
    segments = tuple(
        replace(segment, terms=each.marks)
        for segment, each in zip(annotated.segments, found, strict=True)
    )
    if not entries:
        notes.append(f"the termbase has no terms in {source} with translations in {target}")
    made = replace(
        annotated,
        segments=segments,
        source_language=source,
        target_language=target,
        notes=tuple(notes),
    )
    return made, sum(each.unanswered for each in found)


def _languages(
    termbases: Sequence[Termbase], source: str | None, target: str | None
) -> tuple[str, str]:
    """Return the languages; those of a termbase of two where the texts do not say theirs."""
    if source and target:
        return source, target
    there = list(dict.fromkeys(tag for each in termbases for tag in each.languages))
    primary = list(dict.fromkeys(tag.replace("_", "-").partition("-")[0] for tag in there))
    known = primary_subtag(source or target or "")
    rest = [tag for tag in primary if tag.lower() != known]
    if len(primary) == 2 and len(rest) == (1 if known else 2):
        return source or rest[0], target or rest[-1]
    raise ConfigError(
        "the languages of the texts are unknown: name them, such as -s en -t fr "
        f"(the termbase has {', '.join(there) or 'none'})"
    )


def _verified(annotated: AnnotatedSet, *, only: bool) -> AnnotatedSet:
    """Return the set without the marks that a person said no to, or did not say yes to."""
    said = Counter(mark.verified for segment in annotated.segments for mark in segment.terms)
    wanted = {True} if only else {True, None}
    notes = list(annotated.notes)
    if said[False]:
        notes.append(f"left out: {count_of(said[False], 'rejected mark')}")
    if said[None] and only:
        notes.append(f"left out: {count_of(said[None], 'unverified mark')}")
    elif said[None] and len(said) > 1:
        notes.append(f"kept: {count_of(said[None], 'unverified mark')}")
    segments = tuple(
        replace(segment, terms=tuple(each for each in segment.terms if each.verified in wanted))
        for segment in annotated.segments
    )
    return replace(annotated, segments=segments, notes=tuple(notes))
