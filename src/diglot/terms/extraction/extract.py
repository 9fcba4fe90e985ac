"""Terms of one language: candidates, ranked, sifted and gathered under their usual forms."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.model import Term, TermVariant
from diglot.terms.extraction.candidates import (
    Candidates,
    is_in_characters,
    join_words,
)
from diglot.terms.extraction.features import (
    OPENING,
    PLAIN,
    class_bits,
    has_noun_capitals,
    token_positions,
    word_features,
)
from diglot.terms.extraction.measures import MEASURES, measure
from diglot.terms.extraction.occurrences import count_occurrences
from diglot.terms.extraction.termhood import (
    CountedText,
    TermRanker,
    best_cut,
    count_text,
    shipped_ranker,
)
from diglot.terms.extraction.variants import (
    GATHERED,
    KINDS,
    Relation,
    candidate_forms,
    find_relations,
    letters,
)
from diglot.text.frequencies import Frequencies, general_frequencies
from diglot.text.function_words import fold_word
from diglot.text.lemmas import Lemmatiser

_CAPITAL, _ACRONYM, _DIGIT, _LETTERS = (
    PLAIN.index(name) for name in ("capital", "acronym", "digit", "characters")
)
_NAME_SHARE = 0.7
_ACRONYM_SHARE = 0.5


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
FIGURES = ("c-value", "weirdness", "specificity", "dispersion", "independence", "orthographic")
"""Measures that are given with every term."""

_MOST_VARIANTS = 30
_OCCURRENCES = 40
_USUAL_LENGTH = 18


@dataclass(frozen=True, slots=True)
class TermChoice:
    """Which candidates are terms.

    Attributes:
        least_frequency: occurrences that a candidate needs; None: one, and one more for every
            half a million tokens, at most five.
        least_letters: letters that a term of one word needs.
        digits: False leaves out terms with digits.
        names: True keeps proper names.
        unwanted: terms that are left out, in any case of letters.
        threshold: least score; None: the cut of the best F1 to be expected where the method gives
            probabilities, and no cut elsewhere. 0 lists everything.
        limit: most terms.
    """

    least_frequency: int | None = None
    least_letters: int = 2
    digits: bool = True
    names: bool = False
    unwanted: Collection[str] = ()
    threshold: float | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class TermForms:
    """How terms are given.

    Attributes:
        gathered: kinds of variants that are listed under their term only; see `variants.KINDS`.
        usual_case: False gives terms in lower case, True as they are mostly written.
        contexts: sentences that are named with every term.

    Raises:
        ConfigError: a kind is unknown.
    """

    gathered: Collection[str] = GATHERED
    usual_case: bool = True
    contexts: int = 3

    def __post_init__(self) -> None:
        if unknown := sorted({*self.gathered} - KINDS.keys()):
            raise ConfigError(
                f"unknown kind of variants {unknown[0]!r}: choose from {', '.join(KINDS)}"
            )


def ranked_terms(
    found: Candidates,
    *,
    method: str | None = None,
    ranker: TermRanker | None = None,
    reference: Frequencies | None = None,
    choice: TermChoice = TermChoice(),
    forms: TermForms = TermForms(),
) -> tuple[Term, ...]:
    """Return the terms of a text, best first.

    Args:
        found: candidates, of `term_candidates` or `pattern_candidates`.
        method: ``ranker`` (trained, the default), ``boundary`` (the default of texts cut into
            characters) or a name of `MEASURES`.
        ranker: the user's own; None: the shipped one.
        reference: what ``weirdness`` and ``specificity`` are measured against; None: general
            language.
        choice: which candidates are terms.
        forms: how they are given.

    Raises:
        ConfigError: the method is unknown.
    """
    method = method or (CHARACTERS if is_in_characters(found.corpus) else RANKER)
    if method != RANKER:
        measure(method)
    if not len(found):
        return ()
    text = count_candidates(
        found,
        least_frequency=choice.least_frequency,
        reference=reference,
        general=method == RANKER or reference is None,
    )
    if not len(text.seen):
        return ()
    score = candidate_scores(text, method=method, ranker=ranker)
    kept = _may_be_terms(text, choice)
    threshold = choice.threshold
    if threshold is None and method == RANKER:
        threshold = best_cut(score[kept])
    listed = kept if threshold is None else kept & (score >= threshold)
    return _gather_terms(text, score, listed, kept, choice.limit, forms)


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
        least_frequency: see `TermChoice`.
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


def _may_be_terms(text: CountedText, choice: TermChoice) -> NDArray[np.bool_]:
    """Return which candidates are not left out, whatever their score."""
    seen, plain = text.seen, text.words.plain
    first = seen.words[:, 0]
    long = plain[first, _LETTERS] >= choice.least_letters
    kept = np.asarray((seen.lengths > 1) | long, np.bool_)
    if not choice.digits:
        digit = (seen.words >= 0) & (plain[seen.words, _DIGIT] > 0)
        kept &= digit.sum(axis=1) == 0
    if not choice.names:
        kept &= ~is_name(text)
    if choice.unwanted:
        kept &= ~_among(text, choice.unwanted)
    return kept


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


def _gather_terms(
    text: CountedText,
    score: NDArray[np.float64],
    listed: NDArray[np.bool_],
    kept: NDArray[np.bool_],
    limit: int | None,
    forms: TermForms,
) -> tuple[Term, ...]:
    """Return the listed candidates as terms, best first; the kept ones may be forms of terms.

    Forms that stand under a term count for it: it has the best of their scores.
    """
    rows = np.flatnonzero(listed | _forms_of(text, listed, kept))
    found = [
        each
        for each in find_relations(candidate_forms(text, rows), text.found.corpus.language)
        if each.kind in GATHERED or (listed[each.base] and listed[each.variant])
    ]
    pilot = _pilots(text, rows, found, forms.gathered)
    best: dict[int, float] = {}
    for row in np.flatnonzero(listed).tolist():
        best[pilot[row]] = max(best.get(pilot[row], -np.inf), float(score[row]))
    frequency, numbers = text.seen.frequency, text.seen.numbers
    names = {row: text.found.text(int(numbers[row])) for row in rows.tolist()}
    order = sorted(best, key=lambda row: (-best[row], -frequency[row], names[row]))[:limit]
    beside = _variants(found, pilot)
    shown = _Shown(text, {*order, *(v for row in order for v in beside[row])}, forms.contexts)
    spelled = {row: shown.spelling(row) for row in shown.spans} if forms.usual_case else names
    measures = _features(text, order)
    return tuple(
        Term(
            text=_without_particle(text, row, spelled[row]),
            language=text.found.corpus.language,
            frequency=int(frequency[row]),
            documents=int(text.seen.documents[row]),
            score=best[row],
            measures=measures[row],
            variants=tuple(
                TermVariant(spelled[other], kind, int(frequency[other]))
                for other, kind in sorted(
                    beside[row].items(), key=lambda each: (-frequency[each[0]], names[each[0]])
                )[:_MOST_VARIANTS]
            ),
            contexts=shown.sentences(row),
        )
        for row in order
    )


def _without_particle(text: CountedText, row: int, spelled: str) -> str:
    """Return a term; a Korean one without the particle of its last word."""
    if text.found.corpus.language != "ko":
        return spelled
    last = int(text.seen.words[row, text.seen.lengths[row] - 1])
    word, noun = text.found.corpus.words[last], text.words.lemma_texts[last]
    is_noun = word.startswith(noun) and spelled.endswith(word)
    return spelled.removesuffix(word[len(noun) :]) if is_noun else spelled


def _forms_of(
    text: CountedText, listed: NDArray[np.bool_], kept: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return the kept candidates that have the lemmas or the letters of a listed one."""
    found: NDArray[np.bool_] = kept & np.isin(text.groups, text.groups[listed])
    lemmas = text.words.lemma_texts

    def written(row: int) -> str:
        words = text.seen.words[row, : text.seen.lengths[row]].tolist()
        return letters("".join([lemmas[word] for word in words]))

    rest = np.flatnonzero(kept & ~found)
    known = {written(row) for row in np.flatnonzero(listed).tolist()}
    found[rest] = [written(row) in known for row in rest.tolist()]
    return found


def _pilots(
    text: CountedText, rows: NDArray[np.int64], found: Sequence[Relation], gathered: Collection[str]
) -> dict[int, int]:
    """Return the term that every listed candidate stands under: the most frequent form."""
    parent = {row: row for row in rows.tolist()}

    def root(row: int) -> int:
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    frequency, numbers = text.seen.frequency, text.seen.numbers
    for each in found:
        if each.kind in gathered:
            one, other = root(each.base), root(each.variant)
            # Ties go to the form that came first in the text, whatever the order of the rules.
            if (frequency[other], -numbers[other]) > (frequency[one], -numbers[one]):
                one, other = other, one
            parent[other] = one
    return {row: root(row) for row in parent}


def _variants(
    found: Sequence[Relation], pilot: Mapping[int, int]
) -> defaultdict[int, dict[int, str]]:
    """Return the variants of every term with their kinds."""
    beside: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for each in found:
        base, variant = pilot[each.base], pilot[each.variant]
        if base != variant:
            # Both are terms of their own: the relation is told with the base.
            beside[base].setdefault(variant, each.kind)
            continue
        for row in (each.base, each.variant):
            if row != base:
                beside[base].setdefault(row, each.kind)
    return beside


def _features(text: CountedText, rows: Sequence[int]) -> dict[int, dict[str, float]]:
    values = {name: MEASURES[name](text) for name in FIGURES}
    return {
        row: {
            name: round(float(column[row]), 4)
            for name, column in values.items()
            if np.isfinite(column[row])
        }
        for row in rows
    }


class _Shown:
    """Occurrences of the candidates that are shown: how they are written, in which sentences."""

    def __init__(self, text: CountedText, rows: Collection[int], contexts: int) -> None:
        self._found: Candidates = text.found
        self._contexts = contexts
        self._nouns = has_noun_capitals(text.found.corpus)
        self._positions = token_positions(text.found.corpus)
        numbers = text.seen.numbers
        row_of = np.full(len(text.found), -1, np.int64)
        chosen = np.array(sorted(rows), np.int64)
        row_of[numbers[chosen]] = chosen
        spans = np.flatnonzero(row_of[text.found.ngrams] >= 0)
        owner = row_of[text.found.ngrams[spans]]
        order = np.argsort(owner, kind="stable")
        spans, owner = spans[order], owner[order]
        bounds = np.searchsorted(owner, chosen)
        ends = np.append(bounds[1:], len(owner))
        self.spans = {
            int(row): spans[begin:end] for row, begin, end in zip(chosen, bounds, ends, strict=True)
        }

    def spelling(self, row: int) -> str:
        """Return how a candidate is mostly written inside sentences, or else inside titles."""
        corpus = self._found.corpus
        spans = self.spans[row]
        # A sentence's first word has a capital that is not its own.
        positions = self._positions[self._found.begins[spans]]
        best = positions.min()
        seen = spans[positions == best][:_OCCURRENCES]
        length = int(self._found.lengths[seen[0]])
        ways: Counter[tuple[int, ...]] = Counter()
        for begin in self._found.begins[seen].tolist():
            ways[tuple(corpus.written[begin : begin + length].tolist())] += 1
        chosen = max(ways, key=lambda way: (ways[way], [-each for each in way]))
        words = [corpus.spellings[number] for number in chosen]
        if best == OPENING and not self._nouns and words[0][1:].islower():
            words[0] = words[0].lower()
        return join_words(words, corpus.joiner).replace("’ ", "’")

    def sentences(self, row: int) -> tuple[int, ...]:
        """Return sentences that show a candidate: of different documents, of a usual length."""
        corpus = self._found.corpus
        begins = self._found.begins[self.spans[row][: 10 * _OCCURRENCES]]
        held = np.unique(np.searchsorted(corpus.offsets, begins, side="right") - 1)
        sizes = np.diff(corpus.offsets)[held]
        order = held[np.argsort(np.abs(sizes - _USUAL_LENGTH), kind="stable")]
        documents: set[int] = set()
        new: list[int] = []
        again: list[int] = []
        for sentence in order.tolist():
            document = int(corpus.documents[sentence])
            (again if document in documents else new).append(sentence)
            documents.add(document)
        return tuple((new + again)[: self._contexts])
