"""Test sets with marked terms and translations of them, read for scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.formats import marked_terms

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.model import AnnotatedSet
    from diglot.pipeline.steps.scores.terminology_results import TerminologyScoreOptions


def read_test_set(
    source: str | Path,
    reference: str | Path | None,
    termbase: str | Path | None,
    options: TerminologyScoreOptions,
) -> AnnotatedSet:
    """Read a test set; the terms of a termbase are marked besides those that the files mark.

    Raises:
        InputError: a file cannot be read, or does not fit the others, or no terms are marked.
        ConfigError: options do not fit together.
    """
    annotated = marked_terms.read_annotated_set(
        source,
        reference,
        terms=options.terms,
        format=options.format,
        mode=options.mode,
        source_language=options.source_language,
        target_language=options.target_language,
    )
    if termbase is not None:
        annotated = _with_terms_of(annotated, termbase, options)
    if any(segment.terms for segment in annotated.segments):
        return annotated
    if termbase is not None:
        raise InputError(
            f"no term of {termbase} stands in any segment with its translation in the reference",
            path=source,
            cure="check the languages of both (-s LANG, -t LANG)",
        )
    raise InputError(
        "marks no terms in any segment",
        path=source,
        cure="give a test set with marked terms, or --termbase TB to look them up",
    )


def read_texts(
    annotated: AnnotatedSet, path: Path, options: TerminologyScoreOptions
) -> tuple[str, ...]:
    """Read the translations of a system, in the order of the test set.

    Raises:
        InputError: the file cannot be read, or has other segments than the test set.
    """
    found = marked_terms.read_hypotheses(path, target_language=options.target_language)
    return marked_terms.texts_for(annotated, found, path)


def _with_terms_of(
    annotated: AnnotatedSet, termbase: str | Path, options: TerminologyScoreOptions
) -> AnnotatedSet:
    from diglot.formats import read_termbase
    from diglot.pipeline.steps.terms.test_sets import annotate

    told = (
        options.source_language or annotated.source_language,
        options.target_language or annotated.target_language,
    )
    languages = (told[0], told[1]) if told[0] and told[1] else None
    return annotate(
        annotated,
        read_termbase(termbase, languages=languages),
        source_language=told[0],
        target_language=told[1],
        lemmas=options.lemmas != "none",
    )
