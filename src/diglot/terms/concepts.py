"""Ranked pairs of terms become concepts: variants together, the alternatives beside them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from diglot.model import Concept, ConceptTerm, Context, TermPair
from diglot.terms.extraction.variants import term_key
from diglot.text.languages import UNDETERMINED
from diglot.text.lemmas import Lemmatiser

Sentences = Callable[[int], tuple[str, str, str | None]]
"""Source sentence, target sentence and place of a sentence pair, by its number."""

_CITATION_SHARE = 0.1
_SURE_FORM = 0.8
"""Probability of a pair from which on its target is taken for the citation form."""
VARIANT = "variant"
"""Kind of a term that is another form of one above it."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """What becomes an entry.

    Attributes:
        probability: least probability of a pair, or of all pairs of a term together: a term that
            has many translations is one that somebody has to look at.
        competing: least probability of a pair that is kept for that reason.
        termhood: least termhood of a pair, where known.
        frequency: sentence pairs that a pair is seen in, at least.
        share: of the translations of a term that an alternative has, at least.
        contexts: sentences of a term at most; its variants have one.
    """

    probability: float = 0.5
    competing: float = 0.2
    termhood: float = 0.0
    frequency: float = 0.0
    share: float = 0.1
    contexts: int = 3


@dataclass(slots=True)
class _Translation:
    """The forms of one translation of a term, and the pairs that show it."""

    pairs: list[TermPair]
    weight: float = 0.0


def group_concepts(
    pairs: Iterable[TermPair],
    *,
    languages: tuple[str | None, str | None],
    grouping: Grouping | None = None,
    inflections: tuple[Lemmatiser, Lemmatiser] | None = None,
    sentences: Sentences | None = None,
    method: str | None = None,
) -> tuple[Concept, ...]:
    """Group pairs into one concept for a source term, its forms and its translations.

    Terms with the same lemmas are forms of one another. The translation that was seen most comes
    first; others follow if they have their share. Of the forms of a term the citation form comes
    first: of the source that with most words that are their own lemmas, of a target the likeliest
    translation of that.

    Args:
        pairs: best first; the order of the concepts is theirs.
        languages: codes of source and target.
        grouping: what becomes an entry.
        inflections: lemmas of both sides; None for those of lemma lists.
        sentences: gives the evidence of pairs; None leaves contexts out.
        method: provenance of the entries.
    """
    chosen = grouping or Grouping()
    lemmas = inflections or tuple(Lemmatiser(each or UNDETERMINED) for each in languages)
    keys = [partial(term_key, lemmas=each) for each in lemmas]
    found: dict[str, dict[str, _Translation]] = defaultdict(dict)
    pairs = [pair for pair in pairs if _is_candidate(pair, chosen)]
    contested = _contested(pairs, keys[0], chosen.probability)
    for pair in pairs:
        if not _is_likely(pair, chosen) and keys[0](pair.source) not in contested:
            continue
        translations = found[keys[0](pair.source)]
        translation = translations.setdefault(keys[1](pair.target), _Translation([]))
        translation.pairs.append(pair)
        translation.weight += _weight(pair)
    tags = tuple(language or UNDETERMINED for language in languages)
    return tuple(
        _concept(key, translations, (tags[0], tags[1]), lemmas[0], chosen, sentences, method)
        for key, translations in _without_parts(found).items()
    )


IDENTICAL = 0.2
"""Worth of a pair that is spelled alike in both languages: a name, a command, an acronym."""
_SEEN = 2.0
"""Sentences that a pair was seen in after which it is worth half of what it can be."""


def entry_worth(pair: TermPair) -> float:
    """Return how much a termbase wants a pair, for ranking: a right pair of terms, often seen.

    Termhood counts twice, so that words of every day come after the terms of the subject.
    """
    worth = (pair.score or 0.0) * (1.0 if pair.termhood is None else pair.termhood) ** 2
    if pair.frequency is not None:
        worth *= pair.frequency / (pair.frequency + _SEEN)
    return worth * (IDENTICAL if pair.source == pair.target else 1.0)


def _without_parts(
    found: dict[str, dict[str, _Translation]],
) -> dict[str, dict[str, _Translation]]:
    """Leave out a term that lacks a word, or has one too many, of another with its translation.

    Beside *boot loader* with the same translation, *loader* is a piece of it. The pair that a
    termbase wants more stays.
    """
    by_target: dict[str, list[tuple[float, set[str], str]]] = defaultdict(list)
    for key, translations in found.items():
        target = max(translations, key=lambda each: translations[each].weight)
        best = max(translations[target].pairs, key=entry_worth)
        by_target[target].append((entry_worth(best), set(best.source.lower().split()), key))
    dropped = set()
    for rivals in by_target.values():
        rivals.sort(key=lambda rival: (-rival[0], rival[2]))
        for place, (_, words, key) in enumerate(rivals):
            if any(
                words < other or other < words
                for _, other, rival in rivals[:place]
                if rival not in dropped
            ):
                dropped.add(key)
    return {key: each for key, each in found.items() if key not in dropped}


def _is_candidate(pair: TermPair, grouping: Grouping) -> bool:
    return (
        (pair.probability is None or pair.probability >= grouping.competing)
        and (pair.termhood is None or pair.termhood >= grouping.termhood)
        and (pair.frequency is None or pair.frequency >= grouping.frequency)
    )


def _is_likely(pair: TermPair, grouping: Grouping) -> bool:
    return pair.probability is None or pair.probability >= grouping.probability


def _contested(
    pairs: Iterable[TermPair], key: Callable[[str], str], probability: float
) -> frozenset[str]:
    """Return the terms that have no likely translation, but several that together are likely."""
    best: dict[str, float] = defaultdict(float)
    none_right: dict[str, float] = defaultdict(lambda: 1.0)
    for pair in pairs:
        known = 1.0 if pair.probability is None else pair.probability
        term = key(pair.source)
        best[term] = max(best[term], known)
        none_right[term] *= 1.0 - known
    return frozenset(
        term for term, highest in best.items() if highest < probability <= 1.0 - none_right[term]
    )


def _weight(pair: TermPair) -> float:
    """Return how often a pair was seen, or on comparable text how sure it is."""
    return pair.frequency if pair.frequency is not None else pair.probability or 0.0


def _concept(
    key: str,
    translations: dict[str, _Translation],
    languages: tuple[str, str],
    lemmas: Lemmatiser,
    grouping: Grouping,
    sentences: Sentences | None,
    method: str | None,
) -> Concept:
    total = sum(each.weight for each in translations.values())
    kept = sorted(
        (each for each in translations.values() if each.weight >= grouping.share * total),
        key=lambda each: -each.weight,
    )
    pairs = [pair for each in kept for pair in each.pairs]
    sources = _source_forms(pairs, lemmas)
    terms = _forms(pairs, 0, sources, languages[0], grouping, sentences)
    for each in kept:
        ranked = sorted(
            each.pairs, key=lambda pair: (pair.source != sources[0], -(pair.probability or 0.0))
        )
        forms = dict.fromkeys(pair.target for pair in ranked)
        forms |= dict.fromkeys(form for pair in ranked for form in pair.variants)
        sure = (ranked[0].probability or 1.0) >= _SURE_FORM
        order = list(forms) if sure else _bare_form_first(list(forms))
        terms += _forms(each.pairs, 1, order, languages[1], grouping, sentences)
    known = [pair.probability for pair in kept[0].pairs if pair.probability is not None]
    return Concept(
        id=concept_identity(languages, key),
        terms=tuple(terms),
        score=round(max(known), 2) if known else None,
        source=method,
    )


def _bare_form_first(forms: list[str]) -> list[str]:
    """Put the form first that the first one adds endings to: *Basissystem*, *Basissystems*."""
    words = forms[0].lower().split()

    def extends(form: str) -> bool:
        other = form.lower().split()
        return len(other) == len(words) and all(map(str.startswith, words, other))

    bare = min((form for form in forms if extends(form)), key=len)
    return [bare, *(form for form in forms if form != bare)]


def _source_forms(pairs: Sequence[TermPair], lemmas: Lemmatiser) -> list[str]:
    """Return the source terms of pairs, the citation form first, then by how often they were seen.

    A form that has less than a tenth of all occurrences is not what a text calls a thing.
    """
    weights: dict[str, float] = defaultdict(float)
    for pair in pairs:
        weights[pair.source] += _weight(pair)
    least = _CITATION_SHARE * sum(weights.values())

    def uninflected(text: str) -> float:
        words = text.lower().split()
        own = sum(lemmas.lemma(word) == word for word in words) / len(words)
        return own if weights[text] >= least else 0.0

    # The first of the ranking wins where nothing was counted.
    ranked = sorted(weights, key=lambda text: -weights[text])
    best = max(ranked, key=uninflected)
    return [best, *(text for text in ranked if text != best)]


def _forms(
    pairs: Sequence[TermPair],
    side: int,
    order: Sequence[str],
    language: str,
    grouping: Grouping,
    sentences: Sentences | None,
) -> list[ConceptTerm]:
    """Return the forms on one side of pairs in their order: a term and its variants."""
    best: dict[str, TermPair] = {}
    for pair in pairs:
        text = (pair.source, pair.target)[side]
        if text not in best or (pair.probability or 0.0) > (best[text].probability or 0.0):
            best[text] = pair
    terms = []
    for place, text in enumerate(order):
        kind = VARIANT if place else None
        if text not in best:
            terms.append(ConceptTerm(text, language, kind=kind))
            continue
        pair = best[text]
        terms.append(
            ConceptTerm(
                text,
                language,
                kind=kind,
                score=None if pair.probability is None else round(pair.probability, 2),
                frequency=(pair.source_frequency, pair.target_frequency)[side],
                contexts=_contexts(pair, side, 1 if place else grouping.contexts, sentences),
            )
        )
    return terms


def _contexts(
    pair: TermPair, side: int, most: int, sentences: Sentences | None
) -> tuple[Context, ...]:
    if sentences is None:
        return ()
    found = []
    for number in pair.contexts[:most]:
        *texts, place = sentences(number)
        found.append(Context(str(texts[side]), str(texts[1 - side]), place))
    return tuple(found)


def concept_identity(languages: tuple[str, ...], key: str) -> str:
    """Return an identifier that is the same whenever this term is found again."""
    name = "\t".join((*languages, key)).encode("utf-8", "replace")
    return "c" + hashlib.sha256(name).hexdigest()[:12]
