"""Terms of sentence pairs: candidates of both sides, their pairs, and the concepts they make."""

from __future__ import annotations

import json
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from diglot._version import __version__
from diglot.errors import ConfigError, FormatError
from diglot.files.text import read_text
from diglot.flat_arrays import offsets_of
from diglot.formats.term_lists import read_term_list
from diglot.formats.termbases import read_termbase
from diglot.learning.trees import Ranker
from diglot.model import Signature, Termbase, TermPair
from diglot.packs.finding import pack_in
from diglot.pipeline.options import check_files
from diglot.pipeline.steps.terms.extraction import stop_word_notes
from diglot.pipeline.steps.terms.options import MIN_SCORE, TermOptions
from diglot.pipeline.stored.terms import FoundTerms
from diglot.plurals import count_of
from diglot.terms.concepts import Grouping, entry_worth, group_concepts
from diglot.terms.extraction.candidates import Candidates, find_candidates, restrict_candidates
from diglot.terms.extraction.corpus import CONTENT, Corpus, encode_corpus
from diglot.terms.extraction.extract import candidate_termhood
from diglot.terms.parallel import alignment
from diglot.text.function_words import (
    function_words,
    kana_of_terms,
    linking_words,
    read_word_list,
    word_classes,
)
from diglot.text.inflection import learn_inflections
from diglot.text.languages import SYLLABIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.pipeline.stored.pairs import StoredPairs
    from diglot.pipeline.stored.words import StoredWords
    from diglot.text.lemmas import Lemmatiser

SHORT = 300
"""Texts with fewer likely pairs of terms are short."""
MIN_FREQUENCY = 2
"""Sentences that a term of a concept stands in: what stands in one only is seldom a term."""
LONGER = 2
"""Words that Japanese candidates may have more: stems and endings of verbs are two."""
LARGE = 20_000
"""From this number of sentence pairs on, a term has to stand in two sentences."""


ARTICLES_WITH_CASES = frozenset({"de", "el", "lb"})
"""Languages whose articles may stand for a preposition, too."""
_CONTRACTED = frozenset({"ai", "al", "ale", "au", "aux", "d'", "del", "des", "du"})
"""Determiners that hold a preposition."""


def find_terms(
    pairs: StoredPairs, words: StoredWords, options: TermOptions | None = None
) -> FoundTerms:
    """Find the terms of aligned sentences, with their translations.

    Args:
        pairs: tokenised sentence pairs.
        words: their word links, unlikely ones included.
        options: how it is to be done.

    Raises:
        InputError: a file that the options name cannot be read.
        ConfigError: an option is wrong.
    """
    options = options or TermOptions()
    check_files(options)
    sides = candidates_of(pairs, options)
    least = options.min_frequency or (1 if len(pairs) < LARGE else 2)
    inflections = learn_inflections(sides[0].corpus, sides[1].corpus, words.links)
    hoods = [
        candidate_termhood(side, least_frequency=least, lemmatiser=lemmas)
        for side, lemmas in zip(sides, inflections, strict=True)
    ]
    choices = alignment.ParallelChoices(
        measure=options.measure,
        ranker=read_ranker(options.ranker) if options.ranker else None,
        least=MIN_SCORE if options.min_score is None else options.min_score,
        min_frequency=least,
        termhood=(hoods[0], hoods[1]),
        names=options.names,
        inflections=inflections,
    )
    ranked = alignment.align_parallel(*sides, words.links, choices, method=options.method)
    wanted = _wanted(ranked, options.stop_list)
    new = _new(wanted, options.existing, pairs.languages)
    signature = _signature(options, pairs, least, words.signature)
    return FoundTerms(
        pairs=new,
        termbase=_termbase(new, pairs, options, inflections, signature),
        signature=signature,
        notes=(
            _which_pairs(options, least),
            *(
                note
                for code in pairs.languages
                for note in stop_word_notes(code, read_stop_words(options))
            ),
        ),
        known=len(wanted) - len(new),
    )


def _which_pairs(options: TermOptions, least: int) -> str:
    """Say what is counted: listed pairs, and those that make concepts.

    Termhood is judged in the company of all candidates, so that rarer ones change it.
    """
    score = MIN_SCORE if options.min_score is None else options.min_score
    often = options.min_frequency or MIN_FREQUENCY
    listed, grouped = (count_of(each, "sentence") for each in (least, often))
    return (
        f"pairs of terms: probability {score} or more, in at least {listed}; of concepts: "
        f"{options.concept_score} or more, in {grouped}, of termhood {options.min_termhood} or "
        f"more beside terms in {listed}"
    )


def read_ranker(path: Path) -> Ranker:
    """Read a ranker that was trained here before.

    Raises:
        FormatError: it is no ranker, of another version, or damaged.
        InputError: it cannot be read.
    """
    try:
        return Ranker.from_dict(dict(json.loads(read_text(path))))
    except ConfigError as error:
        raise FormatError(f"is not a ranker for this: {error}", path=path) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise FormatError("is not a ranker", path=path, cure="train one with --train") from error


def candidates_of(pairs: StoredPairs, options: TermOptions) -> tuple[Candidates, Candidates]:
    """Return the candidates of both sides.

    Raises:
        InputError: the list of stop words cannot be read.
    """
    own, longest, copies = read_stop_words(options), options.longest, pairs.copies()
    return (
        _candidates(pairs, 0, copies, own, longest),
        _candidates(pairs, 1, copies, own, longest),
    )


def _candidates(
    pairs: StoredPairs, side: int, copies: frozenset[int], own: Iterable[str], longest: int
) -> Candidates:
    language = pairs.languages[side]
    inside, ending = kana_of_terms(language)
    corpus = encode_corpus(
        ([] if n in copies else words for n, words in enumerate(pairs.sides[side].words())),
        language=language,
        function_words=function_words(language, added=own)
        - ending
        - SYLLABIC.get(language or "", frozenset()),
        linking_words=linking_words(language) | inside,
        documents=pairs.documents.tolist(),
    )
    if ending:
        found = find_candidates(corpus, longest=longest + LONGER)
        ends_only = np.array([word in ending for word in corpus.words], np.bool_)
        return restrict_candidates(found, ~ends_only[corpus.tokens[found.begins]])
    found = find_candidates(corpus, longest=longest)
    opens = _begin_phrases(corpus)
    if not opens.any():
        return found
    # "select the style" is a clause, "end of the line" a term.
    before = offsets_of(opens)
    ends = found.begins + found.lengths
    return restrict_candidates(found, before[ends] == before[found.begins])


def _begin_phrases(corpus: Corpus) -> NDArray[np.bool_]:
    """Return the articles right behind a content word, by token: a noun phrase begins there.

    Where articles have cases ("Ende der Zeile") there are none.
    """
    if corpus.language in ARTICLES_WITH_CASES:
        return np.zeros(len(corpus.tokens), np.bool_)
    classes, linking = word_classes(corpus.language), linking_words(corpus.language)
    articles = {
        word
        for word in linking - _CONTRACTED
        if "determiner" in classes.get(word, ()) and "preposition" not in classes[word]
    }
    is_article = np.array([word in articles for word in corpus.words], np.bool_)
    found = is_article[corpus.tokens]
    found[1:] &= corpus.kinds[corpus.tokens[:-1]] == CONTENT
    return found


def read_stop_words(options: TermOptions) -> frozenset[str]:
    """Return the stop words of the user."""
    if options.stop_words is None:
        return frozenset()
    return read_word_list(read_text(options.stop_words))


def _wanted(pairs: Sequence[TermPair], stop_list: Path | None) -> tuple[TermPair, ...]:
    """Return the pairs without terms of the user's stop list."""
    if stop_list is None:
        return tuple(pairs)
    refused = {term.text.casefold() for term in read_term_list(stop_list)}
    return tuple(
        pair
        for pair in pairs
        if pair.source.casefold() not in refused and pair.target.casefold() not in refused
    )


def _new(
    pairs: tuple[TermPair, ...], existing: Sequence[Path], languages: tuple[str | None, str | None]
) -> tuple[TermPair, ...]:
    """Return the pairs that no concept of the user's termbases has."""
    known: set[tuple[str, str]] = set()
    for path in existing:
        both = [code for code in languages if code]
        base = read_termbase(path, languages=both if len(both) == len(languages) else None)
        for concept in base.concepts:
            texts = [term.text.casefold() for term in concept.terms]
            known.update((one, other) for one in texts for other in texts)
    return tuple(
        pair for pair in pairs if (pair.source.casefold(), pair.target.casefold()) not in known
    )


def _termbase(
    ranked: Sequence[TermPair],
    pairs: StoredPairs,
    options: TermOptions,
    inflections: tuple[Lemmatiser, Lemmatiser],
    signature: Signature,
) -> Termbase:
    """Group pairs into concepts, those first that are right and terms."""
    names = pairs.names

    def sentence(number: int) -> tuple[str, str, str | None]:
        one, other = (side.sentence(number) for side in pairs.sides)
        place = f"{names[pairs.documents[number]]} {number + 1}"
        return one, other, place

    likely = [pair for pair in ranked if (pair.probability or 1.0) >= options.concept_score]
    hoods = [pair.termhood for pair in likely if pair.termhood is not None]
    # In a short text nothing looks like a term: then the likelier half will do.
    least = options.min_termhood
    if 0 < len(hoods) < SHORT:
        least = min(least, median(hoods))
    often = [pair for pair in ranked if _is_frequent(pair, options.min_frequency or MIN_FREQUENCY)]
    order = sorted(often, key=lambda pair: -entry_worth(pair))
    found = group_concepts(
        order,
        languages=pairs.languages,
        grouping=Grouping(probability=options.concept_score, termhood=least),
        inflections=inflections,
        sentences=sentence,
        method=f"diglot {signature.method}",
    )
    rare = len(likely) - sum((pair.probability or 1.0) >= options.concept_score for pair in often)
    notes = (
        (f"concepts leave out {count_of(rare, 'likely pair')} seen once: see --min-frequency",)
        if rare
        else ()
    )
    return Termbase(found, title=", ".join(names[:3]), signature=signature, notes=notes)


def _is_frequent(pair: TermPair, least: int) -> bool:
    return min(pair.source_frequency or least, pair.target_frequency or least) >= least


def _signature(options: TermOptions, pairs: StoredPairs, least: int, words: Signature) -> Signature:
    chosen = {
        "languages": "-".join(code or "?" for code in pairs.languages),
        "measure": options.measure or "default",
        "longest": str(options.longest),
        "min-frequency": str(least),
        "min-score": f"{MIN_SCORE if options.min_score is None else options.min_score:g}",
        "concept-score": f"{options.concept_score:g}",
        "min-termhood": f"{options.min_termhood:g}",
    }
    if pack := pack_in(words):
        chosen["pack"] = pack
    return Signature(options.method, __version__, tuple(chosen.items()))
