"""Inputs of terminology metrics: test sets, translations, word links, target words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.formats import marked_terms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.evaluate.terminology.texts import Tokeniser, Vocabulary
    from diglot.model import AnnotatedSet, WordLinks
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.steps.scores.options import MarkedSetOptions


def read_test_set(
    source: str | Path,
    reference: str | Path | None,
    termbase: str | Path | None,
    options: MarkedSetOptions,
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
            f"no term of {termbase} occurs in any segment with its translation in the reference",
            path=source,
            cure="check the languages of both (-s LANG, -t LANG)",
        )
    raise InputError(
        "marks no terms in any segment",
        path=source,
        cure="give a test set with marked terms, or --termbase TB to look them up",
    )


def read_texts(annotated: AnnotatedSet, path: Path, options: MarkedSetOptions) -> tuple[str, ...]:
    """Read the translations of a system, in the order of the test set.

    Raises:
        InputError: the file cannot be read, or has other segments than the test set.
    """
    found = marked_terms.read_hypotheses(path, target_language=options.target_language)
    return marked_terms.texts_for(annotated, found, path)


def _with_terms_of(
    annotated: AnnotatedSet, termbase: str | Path, options: MarkedSetOptions
) -> AnnotatedSet:
    from diglot.formats import read_termbase
    from diglot.pipeline.steps.terms.annotated_sets import annotate_terms

    told = (
        options.source_language or annotated.source_language,
        options.target_language or annotated.target_language,
    )
    languages = (told[0], told[1]) if told[0] and told[1] else None
    return annotate_terms(
        annotated,
        read_termbase(termbase, languages=languages),
        source_language=told[0],
        target_language=told[1],
        lemmas=options.lemmas != "none",
    )


# Links between the words of source and hypothesis, for terminology metrics.


def align_hypothesis(
    source: Sequence[Sequence[str]],
    hypothesis: Sequence[Sequence[str]],
    reference: Sequence[Sequence[str]] = (),
    *,
    progress: ProgressCall | None = None,
) -> WordLinks:
    """Align the words of source and hypothesis with diglot's aligner.

    Args:
        source: tokens of each segment.
        hypothesis: tokens of their translations.
        reference: tokens of other translations, which the aligner learns from, too; empty for
            none.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        The links of every segment with its hypothesis.
    """
    from diglot.words.alignment import align, links
    from diglot.words.corpus import encode

    lowered = [_lowered(each) for each in (source, hypothesis, reference)]
    pairs = list(zip(lowered[0], lowered[1], strict=True))
    if reference:
        pairs += zip(lowered[0], lowered[2], strict=True)
    found = align(encode(pairs), reported=len(source), learn=False, progress=progress)
    return links(found)


def read_links(
    path: Path, source: Sequence[Sequence[str]], hypothesis: Sequence[Sequence[str]]
) -> WordLinks:
    """Read word links between source and hypothesis.

    Raises:
        InputError: the file cannot be read, or has links to words or segments that are not there.
    """
    from diglot.formats.word_links import read_word_links

    found = read_word_links(path)
    if found.pairs != len(source):
        raise InputError(
            f"has links of {found.pairs:,} segments, the test set has {len(source):,}",
            path=path,
            cure="give one line for each segment",
        )
    for number, (one, other) in enumerate(zip(source, hypothesis, strict=True)):
        for begin, end in found.of(number):
            if begin >= len(one) or end >= len(other):
                raise InputError(
                    f"links words {begin}-{end} of texts with {len(one)} and {len(other)} words",
                    path=path,
                    place=number + 1,
                    cure="number words from 0, cut as the metrics cut them",
                )
    return found


def _lowered(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[word.lower() for word in sentence] for sentence in sentences]


# What terminology metrics need to know of the words of a target language.

LEMMAS = ("auto", "none")
NO_LANGUAGE = "no target language is known: lemma matching is off (-t LANG turns it on)"


@dataclass(frozen=True, slots=True, eq=False)
class TargetWords:
    """How the target side is cut, and what is known of its words.

    Attributes:
        vocabulary: numbers for its tokens, with lemmas and function words where there are any.
        tokenise: cuts a text; None at white space.
        source_tokenise: the same for the source side.
        options: what signatures say of all this.
        notes: remarks for the user.
    """

    vocabulary: Vocabulary
    tokenise: Tokeniser | None
    source_tokenise: Tokeniser | None
    options: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = field(default=())


def target_words(
    target: str | None, source: str | None = None, *, lemmas: str = "auto", tokenise: bool = False
) -> TargetWords:
    """Gather what is known of the words of a language.

    A language that is unknown, or has no lemmas here, turns lemma matching off, and a note says so.

    Args:
        target: code or name of the target language; None if nobody said.
        source: the same of the source language; only for cutting its texts.
        lemmas: ``auto`` or ``none``.
        tokenise: cut texts with diglot's own tokens rather than at white space.

    Raises:
        ConfigError: ``lemmas`` is neither.
    """
    from diglot.evaluate.terminology.texts import Vocabulary
    from diglot.text.function_words import fold_word, function_words
    from diglot.text.lemmas import Lemmatiser

    if lemmas not in LEMMAS:
        raise ConfigError(f"unknown lemmas {lemmas!r}; choose {' or '.join(LEMMAS)}")
    notes: list[str] = []
    code = _code(target, notes)
    lemma = None
    method = "none"
    if lemmas == "auto" and target is None:
        notes.append(NO_LANGUAGE)
    elif lemmas == "auto" and code is not None:
        lemmatiser = Lemmatiser(
            code, notice=lambda line: notes.append(f"{line}, lemma matching is off")
        )
        method = lemmatiser.method
        lemma = None if method == "identity" else lemmatiser.lemma
    known = function_words(code) if code else frozenset[str]()
    return TargetWords(
        Vocabulary(lemma, (lambda word: fold_word(word) in known) if known else None),
        _cutter(code) if tokenise else None,
        _cutter(_code(source, [])) if tokenise else None,
        (
            ("tokens", "diglot" if tokenise else "spaces"),
            ("lemmas", "none" if method == "identity" else method),
        ),
        tuple(notes),
    )


def _code(language: str | None, notes: list[str]) -> str | None:
    """Return the code of a language; None, and a note, if nobody knows it."""
    from diglot.text.languages import normalise

    if language is None:
        return None
    try:
        return normalise(language)
    except ConfigError:
        notes.append(f"the language {language!r} is unknown: lemma matching is off")
        return None


def _cutter(code: str | None) -> Tokeniser:
    from diglot.text.tokens import tokenise

    return lambda text: tokenise(text, code)
