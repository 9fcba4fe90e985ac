"""Terms of one language: candidates, ranked, sifted and gathered under their usual forms."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.model import Term
from diglot.terms.extraction.candidates import (
    LONGEST,
    Candidates,
    character_candidates,
    find_candidates,
    is_in_characters,
)
from diglot.terms.extraction.corpus import Corpus
from diglot.terms.extraction.features import PLAIN, class_bits, has_noun_capitals, word_features
from diglot.terms.extraction.gathering import gather_terms
from diglot.terms.extraction.measures import measure
from diglot.terms.extraction.occurrences import count_occurrences
from diglot.terms.extraction.termhood import (
    CountedText,
    TermRanker,
    best_cut,
    count_text,
    shipped_ranker,
)
from diglot.terms.variants import GATHERED
from diglot.text.frequencies import Frequencies, general_frequencies
from diglot.text.function_words import fold_word
from diglot.text.lemmas import Lemmatiser

_CAPITAL, _ACRONYM, _DIGIT, _LETTERS = (
    PLAIN.index(name) for name in ("capital", "acronym", "digit", "characters")
)
_NAME_SHARE = 0.7
_ACRONYM_SHARE = 0.5


def sift_candidates(text: CountedText, *, least_letters: int, digits: bool) -> NDArray[np.bool_]:
    """Return which candidates are long enough, and without digits where none are wanted."""
    seen, plain = text.seen, text.words.plain
    first = seen.words[:, 0]
    kept = np.asarray((seen.lengths > 1) | (plain[first, _LETTERS] >= least_letters), np.bool_)
    if not digits:
        digit = (seen.words >= 0) & (plain[seen.words, _DIGIT] > 0)
        kept &= digit.sum(axis=1) == 0
    return kept


def is_name(text: CountedText) -> NDArray[np.bool_]:
    """Return which candidates are proper names: all their content words have capitals as a rule.

    Sentence beginnings do not count, acronyms are no names; where capitals mark nouns, or a text
    is all titles, nothing is a name.
    """
    seen, plain = text.seen, text.words.plain
    if has_noun_capitals(text.found.corpus):
        return np.zeros(len(seen), np.bool_)
    # A word that only ever begins sentences has no share: the comparison is False.
    name = (plain[:, _CAPITAL] >= _NAME_SHARE) & (plain[:, _ACRONYM] < _ACRONYM_SHARE)
    return np.asarray((name[seen.words] | ~seen.content).all(axis=1), np.bool_)


RANKER = "ranker"
CHARACTERS = "boundary"
_TOKENS_PER_OCCURRENCE = 500_000
_MOST_ASKED = 5


def ranked_terms(
    corpus: Corpus,
    *,
    method: str | None = None,
    ranker: TermRanker | None = None,
    reference: Frequencies | None = None,
    found: Candidates | None = None,
    lemmatiser: Lemmatiser | None = None,
    longest: int | None = None,
    least_frequency: int | None = None,
    least_letters: int = 2,
    digits: bool = True,
    names: bool = False,
    unwanted: Collection[str] = (),
    threshold: float | None = None,
    limit: int | None = None,
    gathered: Collection[str] = GATHERED,
    usual_case: bool = True,
    contexts: int = 3,
) -> tuple[Term, ...]:
    """Return the terms of a text, best first.

    Args:
        corpus: encoded text.
        method: ``ranker`` (trained, the default), ``boundary`` (the default of texts cut into
            characters) or a name of `MEASURES`.
        ranker: the user's own; None: the shipped one.
        reference: what ``weirdness`` and ``specificity`` are measured against; None: general
            language.
        found: candidates, if they were sifted before (see `patterns.matching`); None finds them.
        lemmatiser: gives lemmas; None makes one for the language.
        longest: words of the longest candidate, linking words included; None: 5, and 8 characters
            where the text is cut into characters.
        least_frequency: occurrences that a candidate needs; None: one, and one more for every
            half a million tokens, at most five.
        least_letters: letters that a term of one word needs.
        digits: False leaves out terms with digits.
        names: True keeps proper names.
        unwanted: terms that are left out, in any case of letters.
        threshold: least score; None: the cut of the best F1 to be expected where the method gives
            probabilities, and no cut elsewhere. 0 lists everything.
        limit: most terms.
        gathered: kinds of variants that are listed under their term only; see `variants.KINDS`.
        usual_case: False gives terms in lower case, True as they are mostly written.
        contexts: sentences that are named with every term.

    Raises:
        ConfigError: an option has no sense; the message says which.
    """
    _check(method, longest, least_frequency)
    if found is None:
        found = _candidates(corpus, longest)
    if not len(found):
        return ()
    method = method or (CHARACTERS if is_in_characters(corpus) else RANKER)
    text = count_candidates(
        found,
        least_frequency=least_frequency,
        reference=reference,
        lemmatiser=lemmatiser,
        general=method == RANKER or reference is None,
    )
    if not len(text.seen):
        return ()
    score = candidate_scores(text, method=method, ranker=ranker)
    kept = sift_candidates(text, least_letters=least_letters, digits=digits)
    if not names:
        kept &= ~is_name(text)
    if unwanted:
        kept &= ~_among(text, unwanted)
    if threshold is None and method == RANKER:
        threshold = best_cut(score[kept])
    listed = kept if threshold is None else kept & (score >= threshold)
    return gather_terms(
        text,
        score,
        listed,
        kept=kept,
        gathered=frozenset(gathered),
        limit=limit,
        usual_case=usual_case,
        contexts=contexts,
    )


def count_candidates(
    found: Candidates,
    *,
    least_frequency: int | None = None,
    reference: Frequencies | None = None,
    lemmatiser: Lemmatiser | None = None,
    general: bool = True,
) -> CountedText:
    """Return the features of all candidates that are frequent enough.

    Args:
        found: candidates.
        least_frequency: see `extract`.
        reference: see `extract`.
        lemmatiser: see `extract`.
        general: False does not load the frequencies of general language.
    """
    corpus = found.corpus
    if least_frequency is None:
        least_frequency = min(1 + len(corpus.tokens) // _TOKENS_PER_OCCURRENCE, _MOST_ASKED)
    classes = class_bits(corpus)
    seen = count_occurrences(found, found.frequencies >= least_frequency, classes)
    words = word_features(
        corpus,
        classes,
        general=general_frequencies(corpus.language) if general else None,
        reference=reference,
        lemmatiser=lemmatiser,
    )
    return count_text(found, seen, words)


def candidate_scores(
    text: CountedText, *, method: str = RANKER, ranker: TermRanker | None = None
) -> NDArray[np.float64]:
    """Return the scores of all counted candidates: probabilities, where the ranker gives them.

    Raises:
        ConfigError: the method is unknown.
    """
    if method == RANKER:
        return (ranker or shipped_ranker()).probabilities(text)
    return measure(method)(text)


def _candidates(corpus: Corpus, longest: int | None) -> Candidates:
    if is_in_characters(corpus):
        return character_candidates(corpus, **({"longest": longest} if longest else {}))
    return find_candidates(corpus, longest=longest or LONGEST)


def _check(method: str | None, longest: int | None, least_frequency: int | None) -> None:
    if method not in (None, RANKER):
        measure(method or "")
    for name, value in (("longest", longest), ("least_frequency", least_frequency)):
        if value is not None and value < 1:
            raise ConfigError(f"{name} must be at least 1, not {value}")


def _among(text: CountedText, unwanted: Collection[str]) -> NDArray[np.bool_]:
    known = {fold_word(each.strip()) for each in unwanted}
    found = text.found
    return np.fromiter(
        (fold_word(found.text(int(number))) in known for number in text.seen.numbers),
        np.bool_,
        count=len(text.seen),
    )


# How likely every candidate of a text is a term of its subject.


@dataclass(frozen=True, slots=True, eq=False)
class Termhood:
    """What is known of the candidates of one side.

    Attributes:
        probabilities: shape (n-grams,), that a candidate is a term; 0 for those not counted.
        names: shape (n-grams,), True for those that are written as proper names.
    """

    probabilities: NDArray[np.float64]
    names: NDArray[np.bool_]


def candidate_termhood(
    found: Candidates,
    *,
    least_frequency: int = 1,
    lemmatiser: Lemmatiser | None = None,
) -> Termhood | None:
    """Return how likely all candidates are terms by the shipped ranker, and which are names.

    Args:
        found: candidates.
        least_frequency: rarer ones are not counted.
        lemmatiser: gives lemmas; None makes one for the language.

    Returns:
        None for texts cut into characters, whose candidates get no probability.
    """
    if is_in_characters(found.corpus):
        return None
    known = Termhood(np.zeros(len(found)), np.zeros(len(found), np.bool_))
    if not len(found):
        return known
    text = count_candidates(found, least_frequency=least_frequency, lemmatiser=lemmatiser)
    if len(text.seen):
        known.probabilities[text.seen.numbers] = candidate_scores(text)
        known.names[text.seen.numbers] = is_name(text)
    return known
