"""Terms of two languages paired without parallel text: lists, dictionaries, texts of a subject."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import diglot
from diglot.errors import ConfigError, InputError
from diglot.model import Signature, Termbase
from diglot.pipeline.evidence import read_lexicon
from diglot.pipeline.stored_terms import FoundTerms
from diglot.pipeline.term_texts import TextOptions, read_texts
from diglot.pipeline.terms import read_ranker
from diglot.text.languages import normalise
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from diglot.model import Term, TermPair, WordVectors
    from diglot.pipeline.term_texts import TermTexts
    from diglot.terms.comparable.dictionary import Dictionary
    from diglot.terms.comparable.resources import Side

    Extract = Callable[[TermTexts], Sequence[Term]]

EXTRACTED = 10_000
"""Terms that are taken of texts without a list of terms, the best ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparableOptions:
    """Options of aligning terms of texts that are no translations of each other.

    Attributes:
        source_language: code or name; None detects it from the texts.
        target_language: the same for the target side.
        source_terms: list of terms of the source language; None extracts them from the texts.
        target_terms: the same for the target language.
        dictionaries: files of translations: tables, memories, termbases.
        source_vectors: word vectors of the source language.
        target_vectors: word vectors of the target language.
        method: name of a method of ``terms.comparable.METHODS``; None takes the default.
        ranker: file of a ranker to use instead of the one that diglot brings.
        limit: pairs at most; None: ten for a term of the average list.
        lines: every line of a text file is a sentence.
        encoding: of text files that are not in Unicode.
    """

    source_language: str | None = None
    target_language: str | None = None
    source_terms: Path | None = None
    target_terms: Path | None = None
    dictionaries: tuple[Path, ...] = ()
    source_vectors: Path | None = None
    target_vectors: Path | None = None
    method: str | None = None
    ranker: Path | None = None
    limit: int | None = None
    lines: bool = False
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class _Given:
    """What is known of one language."""

    language: str
    terms: tuple[str, ...]
    texts: TermTexts | None
    vectors: WordVectors | None
    notes: tuple[str, ...]


def align_comparable(
    source: Sequence[Path] = (),
    target: Sequence[Path] = (),
    *,
    options: ComparableOptions | None = None,
    extract: Extract | None = None,
) -> FoundTerms:
    """Pair the terms of two languages that only share their subject.

    Args:
        source: texts of the source language, files or folders; may be empty if there is a list.
        target: texts of the target language.
        options: how it is to be done.
        extract: gives the terms of texts, best first; needed where there is no list.

    Raises:
        InputError: a file cannot be read or holds nothing.
        ConfigError: an option is wrong or something is missing that the method needs.
    """
    from diglot.terms import comparable

    options = options or ComparableOptions()
    method = options.method or comparable.DEFAULT
    one = _given("source", source, options, extract)
    other = _given("target", target, options, extract)
    if one.language == other.language:
        raise ConfigError(f"both sides are in one language ({one.language}): say which with -s, -t")
    dictionary = _dictionary(options.dictionaries, (one.language, other.language))
    pairs = comparable.align(
        one.terms,
        other.terms,
        resources=comparable.Resources(
            _side(one),
            _side(other),
            dictionary,
            read_ranker(options.ranker) if options.ranker else None,
        ),
        method=method,
        limit=options.limit,
    )
    signature = Signature(
        method,
        diglot.__version__,
        (
            ("languages", f"{one.language}-{other.language}"),
            ("terms", f"{len(one.terms)}x{len(other.terms)}"),
            ("dictionary", str(len(dictionary))),
        ),
    )
    notes = [*one.notes, *other.notes]
    if not len(dictionary):
        notes.append("no dictionary: only terms that are spelled alike are found")
    return FoundTerms(
        pairs,
        _termbase(pairs, (one.language, other.language), signature),
        signature,
        tuple(notes),
    )


def _given(
    side: str, paths: Sequence[Path], options: ComparableOptions, extract: Extract | None
) -> _Given:
    language = getattr(options, f"{side}_language")
    listed = getattr(options, f"{side}_terms")
    vectors = getattr(options, f"{side}_vectors")
    texts = None
    if paths:
        texts = read_texts(
            paths,
            TextOptions(language=language, lines=options.lines, encoding=options.encoding),
            side=f"{side} language",
        )
        language = texts.language or language
    if language is None:
        raise ConfigError(f"say the {side} language with -{side[0]}: a list of terms does not tell")
    language = normalise(language)
    terms = _listed(listed, language) if listed else _extracted(side, texts, extract)
    return _Given(
        language,
        terms,
        texts,
        _vectors(vectors, terms) if vectors else None,
        texts.notes if texts else (),
    )


def _listed(path: Path, language: str) -> tuple[str, ...]:
    from diglot.formats.term_lists import read_term_list

    terms = tuple(term.text for term in read_term_list(path, language=language))
    if not terms:
        raise InputError("holds no terms", path=path, cure="write one term a line")
    return terms


def _extracted(side: str, texts: TermTexts | None, extract: Extract | None) -> tuple[str, ...]:
    if texts is None or extract is None:
        raise ConfigError(f"give the {side} texts, or a list of terms with --{side}-terms")
    return tuple(term.text for term in extract(texts)[:EXTRACTED])


def _vectors(path: Path, terms: Sequence[str]) -> WordVectors:
    from diglot.formats.vectors import read_vectors

    needed = {word for term in terms for word in (*term.split(), *term.lower().split())}
    return read_vectors(path, only=needed)


def _dictionary(paths: Sequence[Path], languages: tuple[str, str]) -> Dictionary:
    from diglot.terms.comparable.dictionary import Dictionary, from_pairs

    entries = (read_lexicon(path, languages=languages) for path in paths)
    return Dictionary().merged(*(from_pairs(each, languages=languages) for each in entries))


def _side(given: _Given) -> Side:
    from diglot.terms.comparable import Side

    sentences = None
    if given.texts is not None:
        sentences = [[word.lower() for word in sentence] for sentence in given.texts.tokens]
    return Side(
        given.language,
        frequencies=_frequencies(given.terms, given.texts) if given.texts else None,
        sentences=sentences,
        vectors=given.vectors,
    )


def _frequencies(terms: Sequence[str], texts: TermTexts) -> dict[str, int]:
    """Count how often every term of the list stands in the texts."""
    known = {tuple(words(term.lower(), texts.language)): term for term in terms}
    longest = max(map(len, known), default=0)
    counts: dict[str, int] = {}
    for sentence in texts.tokens:
        folded = tuple(word.lower() for word in sentence)
        for begin in range(len(folded)):
            for end in range(begin + 1, min(len(folded), begin + longest) + 1):
                term = known.get(folded[begin:end])
                if term is not None:
                    counts[term] = counts.get(term, 0) + 1
    return counts


def _termbase(
    pairs: Sequence[TermPair], languages: tuple[str, str], signature: Signature
) -> Termbase:
    from diglot.terms.concepts import concepts

    found = concepts(pairs, languages=languages, method=f"diglot {signature.method}")
    return Termbase(found, signature=signature)
