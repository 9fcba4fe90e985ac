"""Terms aligned on parallel text: candidates of both sides, held together by word links."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Protocol

import numpy as np

from diglot.errors import ConfigError, describe_unknown
from diglot.learning.trees import Growth, Ranker, logistic
from diglot.model import TermPair, WordLinks
from diglot.terms.extraction.candidates import Candidates, join_words
from diglot.terms.extraction.features import OPENING, has_noun_capitals, token_positions
from diglot.terms.parallel import association
from diglot.terms.parallel.correspondences import (
    NAMES,
    Correspondences,
    correspondence_features,
    find_correspondences,
    formula_scores,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from diglot.terms.extraction.extract import Termhood
    from diglot.terms.parallel.correspondences import Wanted
    from diglot.text.lemmas import Lemmatiser

    Hoods = tuple[Termhood | None, Termhood | None]
    Inflections = tuple[Lemmatiser, Lemmatiser]

_MIX = np.uint64(0x9E3779B97F4A7C15)


def usual_spellings(found: Candidates, wanted: NDArray[np.integer]) -> dict[int, str]:
    """Return the most frequent spelling of n-grams.

    Words of titles may have capitals that are not their own: they count only where there are no
    others. So does the first word of a sentence, after these, and then loses its capital.

    Returns:
        Text by n-gram number; of spellings that are as frequent the one that came first.
    """
    corpus = found.corpus
    chosen = np.zeros(len(found), np.bool_)
    chosen[wanted] = True
    spans = np.flatnonzero(chosen[found.ngrams])
    if not len(spans):
        return {}
    begins = found.begins[spans]
    positions = token_positions(corpus)[begins]
    ngrams = found.ngrams[spans]
    best_position = np.full(len(found), OPENING, np.uint8)
    np.minimum.at(best_position, ngrams, positions)
    counted = positions == best_position[ngrams]
    spans, begins, ngrams = spans[counted], begins[counted], ngrams[counted]
    lengths = found.lengths[spans].astype(np.int64)
    best = _most_frequent(ngrams, _keys(corpus.written, begins, lengths))
    nouns = has_noun_capitals(corpus)
    texts = {}
    for k in best.tolist():
        written = corpus.written[begins[k] : begins[k] + lengths[k]].tolist()
        words = [corpus.spellings[number] for number in written]
        if best_position[ngrams[k]] == OPENING and not nouns and words[0][1:].islower():
            words[0] = words[0].lower()
        texts[int(ngrams[k])] = join_words(words, corpus.joiner)
    return texts


def _keys(
    written: NDArray[np.int32], begins: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """Return a number for every span that is the same for the same spelling."""
    keys = np.zeros(len(begins), np.uint64)
    for place in range(int(lengths.max(initial=0))):
        here = lengths > place
        keys[here] = (keys[here] ^ written[begins[here] + place].astype(np.uint64)) * _MIX
        keys ^= keys >> np.uint64(29)
    return keys


def _most_frequent(ngrams: NDArray[np.int32], keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return for every n-gram the first occurrence of its most frequent key."""
    order = np.lexsort((keys, ngrams))  # stable: occurrences of a key stay in their order
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(ngrams[order]) != 0) | (keys[order][1:] != keys[order][:-1])
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(order)))
    heads = order[starts]
    ranked = np.lexsort((heads, -counts, ngrams[heads]))
    firsts = np.ones(len(ranked), np.bool_)
    firsts[1:] = np.diff(ngrams[heads][ranked]) != 0
    return heads[ranked][firsts]


LEAST_PROBABILITY = 0.005
TIE = 0.05
"""Weight of the formula beside the ranker, whose trees give many pairs the same probability."""

HOOD = 0.4
"""Weight of the log of termhood: names, addresses and scraps of phrases go down in the ranking."""
SAME_NAME = 0.7
"""Likeness of spellings from which capitals on both sides mean a proper name."""
NO_TERM = 0.01
"""Termhood below which it makes no difference."""

GROWTH = Growth(rounds=150, rate=0.06, leaves=10, least_leaf=15, penalty=5.0)
"""How the trees of a ranker of pairs grow: few leaves, because validated lists are short."""

MOST_FORMS = 12
"""Other forms of a target that are told."""

HARD = 0.4
"""Least probability of the word links that hard methods believe."""


@dataclass(frozen=True, slots=True, eq=False)
class ParallelChoices:
    """What a method is told; it leaves alone what it does not use.

    Attributes:
        measure: for the methods ``linked`` and ``cooccurrence``, a name of
            `pair_measures.MEASURES`; ``formula`` or ``ranker`` (default) for ``spans``.
        ranker: judges the pairs of ``spans``; None for the one that diglot brings.
        least: pairs of ``spans`` of a lower probability are left out.
        min_frequency: sentences that either term has to stand in.
        termhood: of both sides; None where it is unknown. The method ``spans`` ranks by it, too.
        names: True takes proper names for terms. What has capitals in both languages and nearly
            the same spelling is a name; what is translated is a term, such as *the Contractor*.
        inflections: lemmas of both sides, by which ``spans`` counts the forms of a target together;
            None learns them.
        wanted: n-grams of both sides whose pairs ``spans`` gives, see `find_correspondences`.
    """

    measure: str | None = None
    ranker: Ranker | None = None
    least: float = LEAST_PROBABILITY
    min_frequency: int = 1
    termhood: Hoods = (None, None)
    names: bool = False
    inflections: Inflections | None = None
    wanted: Wanted | None = None


class ParallelMethod(Protocol):
    """A way of aligning the candidates of parallel sentences."""

    def __call__(
        self, source: Candidates, target: Candidates, links: WordLinks, choices: ParallelChoices
    ) -> tuple[TermPair, ...]:
        """Return pairs with their scores, best first; see `align_parallel`."""


def align_parallel(
    source: Candidates,
    target: Candidates,
    links: WordLinks,
    choices: ParallelChoices | None = None,
    *,
    method: str = "spans",
) -> tuple[TermPair, ...]:
    """Rank the pairs of candidates that parallel sentences show as translations of each other.

    Args:
        source: candidates of the source sentences.
        target: candidates of the target sentences; sentence k translates sentence k.
        links: word links of every sentence pair with probabilities, weak ones included
            (see `correspondences.LEAST_LINK`).
        choices: what the method is told.
        method: a name of `METHODS`.

    Raises:
        ConfigError: there is no such method or measure, or the measure is of another method.
    """
    if method not in METHODS:
        raise ConfigError(describe_unknown("method", method, METHODS))
    return METHODS[method](source, target, links, choices or ParallelChoices())


def by_spans(
    source: Candidates, target: Candidates, links: WordLinks, choices: ParallelChoices
) -> tuple[TermPair, ...]:
    """Count spans by the probabilities of their links, and judge each pair by its features."""
    if choices.measure not in (None, "ranker", "formula"):
        raise ConfigError(
            f"the method spans has the measures ranker and formula, not {choices.measure!r}"
        )
    least, given = choices.min_frequency, choices.wanted
    # Of the n-grams of a large text most stand in one sentence: nothing is kept of their pairs.
    wanted = (source.sentences >= least, target.sentences >= least)
    if given:
        wanted = (wanted[0] & given[0], wanted[1] & given[1])
    found = find_correspondences(source, target, links, choices.inflections, wanted)
    if not len(found.source):
        return ()
    features = correspondence_features(source, target, found)
    by_hand = formula_scores(features)
    log_odds = (choices.ranker or default_ranker()).log_odds(features)
    probabilities = logistic(log_odds)
    hoods = _hoods(found, choices.termhood)
    if hoods is not None and not choices.names:
        hoods[_are_names(found, choices.termhood, features)] = 0.0
    if choices.measure == "formula":
        scores = by_hand
    else:
        likely_terms = 0.0 if hoods is None else HOOD * np.log(hoods + NO_TERM)
        scores = logistic(log_odds + TIE * np.log(by_hand) + likely_terms)
    listed = wanted[0][found.source] & wanted[1][found.target]
    likely = np.flatnonzero((probabilities >= choices.least) & listed)
    order = likely[np.lexsort((found.target[likely], found.source[likely], -scores[likely]))]
    return _pairs(source, target, found, features, scores, probabilities, hoods, order)


def by_links(
    source: Candidates, target: Candidates, links: WordLinks, choices: ParallelChoices
) -> tuple[TermPair, ...]:
    """Count consistent spans of sure links, and score the counts by a measure of association."""
    chosen = choices.measure or "min-log"
    found = association.linked_pairs(source, target, links, measure=chosen, threshold=HARD)
    return _frequent(association.term_pairs(found, source, target), choices.min_frequency)


def by_cooccurrence(
    source: Candidates, target: Candidates, links: WordLinks, choices: ParallelChoices
) -> tuple[TermPair, ...]:
    """Count sentence pairs that hold both, without a look at the links."""
    del links
    found = association.cooccurring_pairs(source, target, measure=choices.measure or "llr")
    return _frequent(association.term_pairs(found, source, target), choices.min_frequency)


def by_competition(
    source: Candidates, target: Candidates, links: WordLinks, choices: ParallelChoices
) -> tuple[TermPair, ...]:
    """Count as by co-occurrence, and give a source one target, a target two sources at most."""
    del links
    found = association.competitive_pairs(
        association.cooccurring_pairs(source, target, measure=choices.measure or "llr")
    )
    return _frequent(association.term_pairs(found, source, target), choices.min_frequency)


METHODS: Mapping[str, ParallelMethod] = {
    "spans": by_spans,
    "linked": by_links,
    "cooccurrence": by_cooccurrence,
    "competition": by_competition,
}
"""Ways of aligning terms on parallel text, by name."""


@cache
def default_ranker() -> Ranker:
    """Return the ranker that comes with diglot, trained on two glossaries of one domain."""
    text = resources.files("diglot.terms").joinpath("parallel_ranker.json").read_text("utf-8")
    return Ranker.from_dict(json.loads(text))


def _frequent(pairs: tuple[TermPair, ...], least: int) -> tuple[TermPair, ...]:
    return tuple(
        pair
        for pair in pairs
        if min(pair.source_frequency or 0, pair.target_frequency or 0) >= least
    )


def _hoods(found: Correspondences, termhood: Hoods) -> NDArray[np.float64] | None:
    """Return the geometric mean of the termhood of both sides for every pair."""
    one, other = termhood
    if one is None or other is None:
        return None
    return np.sqrt(one.probabilities[found.source] * other.probabilities[found.target])


def _are_names(
    found: Correspondences, termhood: Hoods, features: NDArray[np.float64]
) -> NDArray[np.bool_]:
    one, other = termhood
    if one is None or other is None:
        return np.zeros(len(found.source), np.bool_)
    alike = features[:, NAMES.index("cognate")] >= SAME_NAME
    return one.names[found.source] & other.names[found.target] & alike


def _pairs(
    source: Candidates,
    target: Candidates,
    found: Correspondences,
    features: NDArray[np.float64],
    scores: NDArray[np.float64],
    probabilities: NDArray[np.float64],
    hoods: NDArray[np.float64] | None,
    order: NDArray[np.int64],
) -> tuple[TermPair, ...]:
    beside = _forms_beside(found, probabilities, order)
    shown = np.append(order, np.array([k for forms in beside.values() for k in forms], np.int64))
    texts = [
        usual_spellings(side, wanted[shown])
        for side, wanted in ((source, found.source), (target, found.target))
    ]
    written, groups = frozenset(target.corpus.spellings), found.forms[1].groups
    small = set[int]()  # terms of which some form has no capital
    if not has_noun_capitals(target.corpus):
        small = {int(groups[form]) for form, text in texts[1].items() if text[:1].islower()}
    pairs = []
    for k in order.tolist():
        one, other = int(found.source[k]), int(found.target[k])
        translation = _written_alike(texts[0][one], texts[1][other], written)
        if (
            int(groups[other]) in small
            and texts[0][one][:1].islower()
            and translation[1:].islower()
        ):
            translation = translation[:1].lower() + translation[1:]  # of labels: "Миша", "миші"
        held, held_target = int(source.sentences[one]), int(target.sentences[other])
        pairs.append(
            TermPair(
                texts[0][one],
                translation,
                score=float(scores[k]),
                probability=float(probabilities[k]),
                termhood=None if hoods is None else float(hoods[k]),
                frequency=float(found.counts[k]),
                source_frequency=held,
                target_frequency=held_target,
                reasons=_reasons(features[k], int(found.seen[k]), held),
                contexts=tuple(each for each in found.evidence[k].tolist() if each >= 0),
                variants=tuple(texts[1][int(found.target[form])] for form in beside.get(k, ())),
            )
        )
    return tuple(pairs)


def _written_alike(source: str, target: str, written: AbstractSet[str]) -> str:
    """Return the target with the capitals of the source, if that is an acronym the target has, too.

    Commands and addresses may have it more often in small letters: "LDAP", "ldap".
    """
    same = source.lower() == target.lower() and not source[1:].islower()
    return source if same and all(word in written for word in source.split()) else target


def _forms_beside(
    found: Correspondences, probabilities: NDArray[np.float64], order: NDArray[np.int64]
) -> dict[int, list[int]]:
    """Return the pairs with other forms of the target, of every listed pair with the best form."""
    groups = found.forms[1].groups[found.target]
    keys = found.source.astype(np.int64) * (int(groups.max(initial=0)) + 1) + groups
    ranked = np.lexsort((-probabilities, keys))
    starts = np.flatnonzero(np.diff(keys[ranked], prepend=-1))
    ends = np.append(starts[1:], len(ranked))
    several = ends > starts + 1
    listed = set(order.tolist())
    beside = {}
    for begin, end in zip(starts[several].tolist(), ends[several].tolist(), strict=True):
        best, *others = ranked[begin:end].tolist()
        if best in listed:
            beside[best] = sorted(others, key=lambda k: -found.counts[k])[:MOST_FORMS]
    return beside


def _reasons(features: NDArray[np.float64], seen: int, held: int) -> tuple[str, ...]:
    """Say what speaks for a pair and against it."""
    named = dict(zip(NAMES, features.tolist(), strict=True))
    reasons = [f"in {seen} of {held} sentence{'s' if held > 1 else ''}"]
    if named["cognate"] >= 0.7:
        reasons.append("same spelling" if named["cognate"] == 1 else "similar spelling")
    if named["share of source"] < np.log(0.5):
        reasons.append("other translations are more frequent")
    if not named["number"]:
        reasons.append("singular and plural")
    return tuple(reasons)
