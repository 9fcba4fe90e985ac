"""Terms of texts in one language, from files to a ranked list."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import diglot
from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.model import Concept, ConceptTerm, Context, Signature, Termbase
from diglot.pipeline.steps.terms.term_texts import TextOptions, read_texts
from diglot.text.frequencies import counted_frequencies
from diglot.text.function_words import (
    fold,
    function_words,
    has_function_words,
    linking_words,
    read_word_list,
)
from diglot.text.languages import UNDETERMINED, is_spaceless, name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Term
    from diglot.pipeline.steps.terms.term_texts import TermTexts
    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.extraction.corpus import Corpus
    from diglot.terms.extraction.termhood import TermRanker
    from diglot.text.frequencies import Frequencies


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """Options of extracting terms.

    Attributes:
        texts: how the texts are read.
        method: ``ranker``, or a name of ``terms.measures.MEASURES``; None takes the default of the
            language.
        longest: words of the longest term; None takes the default of the language.
        min_frequency: occurrences that a term needs; None: by the size of the texts.
        min_letters: letters that a term of one word needs.
        digits: list terms with digits.
        names: list proper names.
        stop_words: file of words, one a line, that no term begins or ends with, besides those of
            the language.
        stop_list: list of terms that are not wanted.
        existing: termbases and lists whose terms are known: only what is new is listed.
        reference: texts of general language, or of other subjects, to measure against.
        patterns: regular expression over the letters of tags that terms of tagged text have to
            match; None takes that of the language. See ``terms.patterns``.
        ranker: file of a ranker that was trained before.
        threshold: least score; None: the cut with the best F1 to be expected.
        limit: most terms.
        plurals_apart: list singular and plural as two terms, as translation needs it.
        usual_case: give terms as they are mostly written, not in lower case.
    """

    texts: TextOptions = field(default_factory=TextOptions)
    method: str | None = None
    longest: int | None = None
    min_frequency: int | None = None
    min_letters: int = 2
    digits: bool = True
    names: bool = False
    stop_words: Path | None = None
    stop_list: Path | None = None
    existing: tuple[Path, ...] = ()
    reference: tuple[Path, ...] = ()
    patterns: str | None = None
    ranker: Path | None = None
    threshold: float | None = None
    limit: int | None = None
    plurals_apart: bool = False
    usual_case: bool = True


@dataclass(frozen=True, slots=True)
class ExtractedTerms:
    """Terms of texts.

    Attributes:
        terms: best first.
        texts: where they stand.
        signature: how they were found.
        notes: remarks for the user.
    """

    terms: tuple[Term, ...]
    texts: TermTexts
    signature: Signature
    notes: tuple[str, ...] = ()


def extract_terms(paths: Sequence[Path], options: ExtractOptions | None = None) -> ExtractedTerms:
    """Extract the terms of files and folders in one language.

    Raises:
        InputError: a file cannot be read, or all are without text.
        ConfigError: an option is wrong.
    """
    options = options or ExtractOptions()
    return extract_from(read_texts(paths, options.texts), options)


def extract_from(texts: TermTexts, options: ExtractOptions | None = None) -> ExtractedTerms:
    """Extract the terms of texts that were read before; see `extract_terms`."""
    from diglot.terms.extraction.extraction import CHARACTERS, RANKER, extract
    from diglot.terms.variants.variants import GATHERED

    options = options or ExtractOptions()
    own = read_word_list(read_text(options.stop_words)) if options.stop_words else frozenset()
    corpus = corpus_of(texts, own)
    terms = extract(
        corpus,
        found=_matching(texts, corpus, options),
        method=options.method,
        ranker=read_term_ranker(options.ranker) if options.ranker else None,
        reference=_reference(options, texts.language),
        longest=options.longest,
        least_frequency=options.min_frequency,
        least_letters=options.min_letters,
        digits=options.digits,
        names=options.names,
        unwanted=_unwanted(options, texts.language),
        threshold=options.threshold,
        limit=options.limit,
        gathered=tuple(k for k in GATHERED if not (options.plurals_apart and k == "number")),
        usual_case=options.usual_case,
    )
    method = options.method or (CHARACTERS if is_spaceless(texts.language) else RANKER)
    chosen = {
        "language": texts.language or "?",
        "longest": str(options.longest or "default"),
        "min-frequency": str(options.min_frequency or "default"),
        "threshold": "best" if options.threshold is None else f"{options.threshold:g}",
    }
    signature = Signature(method, diglot.__version__, tuple(chosen.items()))
    return ExtractedTerms(
        terms, texts, signature, (*texts.notes, *stop_word_notes(texts.language, own))
    )


def _matching(texts: TermTexts, corpus: Corpus, options: ExtractOptions) -> Candidates | None:
    """Return the candidates whose tags match; None without tags.

    Raises:
        ConfigError: there is a pattern, but no tags.
    """
    from diglot.terms.extraction.candidates import LONGEST, candidates
    from diglot.terms.extraction.patterns import matching

    if texts.tags is None:
        if options.patterns:
            raise ConfigError("--patterns needs tagged text: give CoNLL-U files (.conllu)")
        return None
    found = candidates(corpus, longest=options.longest or LONGEST)
    return matching(found, texts.tags, patterns=options.patterns)


def corpus_of(texts: TermTexts, stop_words: frozenset[str] = frozenset()) -> Corpus:
    """Encode texts, with the function words of their language and the user's own.

    Where a language has none, the tags of tagged text say what begins and ends a term.
    """
    from diglot.terms.extraction.characters import cut_into_characters
    from diglot.terms.extraction.corpus import encode
    from diglot.terms.extraction.patterns import kinds_by_tags

    characters = cut_into_characters(texts.tokens, texts.language)
    corpus = encode(
        texts.tokens,
        language=texts.language,
        function_words=function_words(texts.language, added=stop_words, characters=characters),
        linking_words=linking_words(texts.language),
        documents=texts.documents,
    )
    if texts.tags is None or stop_words or has_function_words(texts.language):
        return corpus
    return replace(corpus, kinds=kinds_by_tags(corpus, texts.tags))


def train_extraction(
    paths: Sequence[Path], validated: Path, save: Path, options: ExtractOptions | None = None
) -> int:
    """Train a ranker from texts and the list of their terms; return how many of these it saw.

    Args:
        paths: files and folders.
        validated: the terms of the texts: all other candidates are wrong.
        save: file to write the ranker to.
        options: how the texts are read, and candidates counted.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: too few terms of the list are candidates of the texts.
    """
    import numpy as np

    from diglot.formats.term_lists import read_term_list
    from diglot.terms.extraction.candidates import LONGEST, candidates
    from diglot.terms.extraction.extraction import count
    from diglot.terms.extraction.termhood import train_term_ranker

    options = options or ExtractOptions()
    texts = read_texts(paths, options.texts)
    corpus = corpus_of(texts)
    known = {fold(term.text) for term in read_term_list(validated, language=texts.language)}
    found = candidates(corpus, longest=options.longest or LONGEST)
    text = count(
        found,
        least_frequency=options.min_frequency or 1,
        reference=_reference(options, texts.language),
    )
    labels = np.array([fold(found.text(int(k))) in known for k in text.seen.numbers], np.bool_)
    ranker = train_term_ranker([text], [labels], notes=f"{int(labels.sum())} validated terms")
    with atomic_open(save) as file:
        json.dump(ranker.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    return int(labels.sum())


def read_term_ranker(path: Path) -> TermRanker:
    """Read a ranker that was trained here before.

    Raises:
        FormatError: it is no ranker of terms, of another version, or damaged.
        InputError: it cannot be read.
    """
    from diglot.terms.extraction.termhood import TermRanker

    try:
        return TermRanker.from_dict(dict(json.loads(read_text(path))))
    except ConfigError as error:
        raise FormatError(f"is no ranker of terms for this: {error}", path=path) from error
    except (ValueError, TypeError) as error:
        raise FormatError(
            "is no ranker of terms", path=path, cure="train one with --train"
        ) from error


def _reference(options: ExtractOptions, language: str | None) -> Frequencies | None:
    if not options.reference:
        return None
    texts = read_texts(options.reference, replace(options.texts, language=language))
    counts = Counter(word.lower() for sentence in texts.tokens for word in sentence)
    found = counted_frequencies(counts)
    if found is None:
        raise InputError("holds no words", path=options.reference[0], cure="check the file")
    return found


def _unwanted(options: ExtractOptions, language: str | None) -> set[str]:
    from diglot.formats.term_lists import read_term_list

    files = [*options.existing, *([options.stop_list] if options.stop_list else [])]
    return {term.text for path in files for term in read_term_list(path, language=language)}


def stop_word_notes(language: str | None, own: frozenset[str]) -> tuple[str, ...]:
    """Say that no function words of a language are known, unless the user gave some."""
    if has_function_words(language) or own or is_spaceless(language):
        return ()
    which = name(language) if language else "an unknown language"
    cure = "terms may begin and end with words such as articles; give --stop-words FILE"
    return (f"no stop words for {which}: {cure}",)


def write_terms(path: Path, done: ExtractedTerms) -> int:
    """Write terms as a list or as a termbase, as the extension tells; return their number.

    Raises:
        InputError: the file cannot be written.
        ConfigError: the format is not known.
    """
    from diglot.formats.term_lists import TERMBASES, write_term_list
    from diglot.formats.termbases import write_termbase

    if path.suffix.lower() not in TERMBASES:
        return write_term_list(path, done.terms)
    write_termbase(path, termbase_of(done))
    return len(done.terms)


def termbase_of(done: ExtractedTerms) -> Termbase:
    """Return a termbase of one language: a concept for every term, with its variants."""
    from diglot.terms.concepts.grouping import VARIANT, identity

    language = done.texts.language or UNDETERMINED
    concepts = []
    for term in done.terms:
        contexts = tuple(
            Context(done.texts.sentences[k], source=done.texts.names[done.texts.documents[k]])
            for k in term.contexts
        )
        main = ConceptTerm(
            term.text, language, score=term.score, frequency=term.frequency, contexts=contexts
        )
        variants = (
            ConceptTerm(each.text, language, kind=VARIANT, frequency=each.frequency, note=each.kind)
            for each in term.variants
        )
        concepts.append(
            Concept(identity((language,), term.text), (main, *variants), score=term.score)
        )
    return Termbase(tuple(concepts), signature=done.signature)
