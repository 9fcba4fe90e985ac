"""Terms of one language: candidates, ranked, sifted and gathered under their usual forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.terms.extraction.candidates import LONGEST, Candidates, candidates
from diglot.terms.extraction.characters import character_candidates, is_in_characters
from diglot.terms.extraction.gathering import gather
from diglot.terms.extraction.measures import MEASURES, measure
from diglot.terms.extraction.occurrences import occurrences
from diglot.terms.extraction.sifting import is_name, sift
from diglot.terms.extraction.termhood import Counted, TermRanker, best_cut, counted, shipped_ranker
from diglot.terms.extraction.word_figures import class_bits, word_figures
from diglot.terms.variants.variants import GATHERED
from diglot.text.frequencies import Frequencies, general_frequencies
from diglot.text.function_words import fold

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from diglot.model import Term
    from diglot.terms.extraction.corpus import Corpus
    from diglot.text.lemmas import Lemmatiser

RANKER = "ranker"
CHARACTERS = "boundary"
_TOKENS_PER_OCCURRENCE = 500_000
_MOST_ASKED = 5


def extract(
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
    text = count(
        found,
        least_frequency=least_frequency,
        reference=reference,
        lemmatiser=lemmatiser,
        general=method == RANKER or reference is None,
    )
    if not len(text.seen):
        return ()
    score = scores(text, method=method, ranker=ranker)
    kept = sift(text, least_letters=least_letters, digits=digits)
    if not names:
        kept &= ~is_name(text)
    if unwanted:
        kept &= ~_among(text, unwanted)
    if threshold is None and method == RANKER:
        threshold = best_cut(score[kept])
    listed = kept if threshold is None else kept & (score >= threshold)
    return gather(
        text,
        score,
        listed,
        kept=kept,
        gathered=frozenset(gathered),
        limit=limit,
        usual_case=usual_case,
        contexts=contexts,
    )


def count(
    found: Candidates,
    *,
    least_frequency: int | None = None,
    reference: Frequencies | None = None,
    lemmatiser: Lemmatiser | None = None,
    general: bool = True,
) -> Counted:
    """Return the figures of all candidates that are frequent enough.

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
    seen = occurrences(found, found.frequencies >= least_frequency, classes)
    words = word_figures(
        corpus,
        classes,
        general=general_frequencies(corpus.language) if general else None,
        reference=reference,
        lemmatiser=lemmatiser,
    )
    return counted(found, seen, words)


def scores(
    text: Counted, *, method: str = RANKER, ranker: TermRanker | None = None
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
    return candidates(corpus, longest=longest or LONGEST)


def _check(method: str | None, longest: int | None, least_frequency: int | None) -> None:
    if method not in (None, RANKER):
        measure(method or "")
    for name, value in (("longest", longest), ("least_frequency", least_frequency)):
        if value is not None and value < 1:
            raise ConfigError(f"{name} must be at least 1, not {value}")


def _among(text: Counted, unwanted: Collection[str]) -> NDArray[np.bool_]:
    known = {fold(each.strip()) for each in unwanted}
    found = text.found
    return np.fromiter(
        (fold(found.text(int(number))) in known for number in text.seen.numbers),
        np.bool_,
        count=len(text.seen),
    )


__all__ = ["MEASURES", "RANKER", "count", "extract", "scores"]
