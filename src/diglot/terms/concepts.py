"""Ranked pairs of terms become concepts: variants together, the alternatives beside them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from diglot.model import Concept, ConceptTerm, Context, TermPair
from diglot.terms.extraction.variants import term_key
from diglot.text.citation import cite_term
from diglot.text.inflection import Inflection
from diglot.text.languages import UNDETERMINED
from diglot.text.lemmas import Lemmatiser

Sentences = Callable[[int], tuple[str, str, str | None]]
"""Source sentence, target sentence and place of a sentence pair, by its number."""

_CITATION_SHARE = 0.1
_RIVAL = 0.1
"""Probability of all forms of a translation from which on a piece of it is taken for a piece."""
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
    translation of that; or, in some languages, one that the text lacks (see `cite_term`).

    Args:
        pairs: best first; the order of the concepts is theirs.
        languages: codes of source and target.
        grouping: what becomes an entry.
        inflections: lemmas of both sides; None for those of lemma lists.
        sentences: gives the evidence of pairs; None leaves contexts out.
        method: provenance of the entries.
    """
    chosen = grouping or Grouping()
    listed = tuple(Lemmatiser(each or UNDETERMINED) for each in languages)
    lemmas = inflections or listed
    keys = [partial(term_key, lemmas=each) for each in lemmas]
    found: dict[str, dict[str, _Translation]] = defaultdict(dict)
    keyed = _wanted([(pair, keys[0](pair.source), keys[1](pair.target)) for pair in pairs], chosen)
    likely = _likely(keyed, chosen.probability)
    contested = _contested(keyed, chosen)
    for pair, source, target in keyed:
        known = 1.0 if pair.probability is None else pair.probability
        if not (
            known >= chosen.probability
            or (known >= chosen.competing and source in contested)
            or likely.get((source, target, pair.source)) is pair
        ):
            continue
        translation = found[source].setdefault(target, _Translation([]))
        translation.pairs.append(pair)
        translation.weight += _weight(pair)
    tags = tuple(language or UNDETERMINED for language in languages)
    return tuple(
        _concept(key, translations, (tags[0], tags[1]), lemmas, chosen, sentences, method)
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


def _wanted(
    keyed: Sequence[tuple[TermPair, str, str]], grouping: Grouping
) -> list[tuple[TermPair, str, str]]:
    """Return the pairs that are terms and seen often enough, all forms of both together."""
    seen: dict[tuple[str, str], float] = defaultdict(float)
    for pair, source, target in keyed:
        known = grouping.frequency if pair.frequency is None else pair.frequency
        seen[source, target] += known
    return [
        (pair, source, target)
        for pair, source, target in keyed
        if (pair.termhood is None or pair.termhood >= grouping.termhood)
        and seen[source, target] >= grouping.frequency
    ]


def _likely(
    keyed: Iterable[tuple[TermPair, str, str]], probability: float
) -> dict[tuple[str, str, str], TermPair]:
    """Return the best pair of every form of a source term, of translations that are likely.

    One form of a translation is the answer, so the probabilities of all its forms add up: *cell*
    has four cases of *ячейка*, each of them unlikely. Those of a piece of another translation do
    not: *электронной* of *электронная таблица*.
    """
    best: dict[tuple[str, str, str], TermPair] = {}
    sums: dict[tuple[str, str, str], float] = defaultdict(float)
    for pair, source, target in keyed:
        known = 1.0 if pair.probability is None else pair.probability
        form = source, target, pair.source
        sums[form] += known
        if form not in best or known > (best[form].probability or 0.0):
            best[form] = pair
    whole: dict[str, set[str]] = defaultdict(set)
    for (source, target, _), total in sums.items():
        if total >= _RIVAL:
            whole[source].add(target)
    right = {
        (source, target)
        for (source, target, _), total in sums.items()
        if total >= probability
        and not any(
            other != target and (other.startswith(target) or other.endswith(target))
            for other in whole[source]
        )
    }
    return {form: pair for form, pair in best.items() if form[:2] in right}


def _contested(keyed: Iterable[tuple[TermPair, str, str]], grouping: Grouping) -> frozenset[str]:
    """Return the terms that have no likely translation, but several that together are likely."""
    best: dict[str, float] = defaultdict(float)
    none_right: dict[str, float] = defaultdict(lambda: 1.0)
    for pair, term, _ in keyed:
        known = 1.0 if pair.probability is None else pair.probability
        if known >= grouping.competing:
            best[term] = max(best[term], known)
            none_right[term] *= 1.0 - known
    least = grouping.probability
    return frozenset(
        term for term, highest in best.items() if highest < least <= 1.0 - none_right[term]
    )


def _weight(pair: TermPair) -> float:
    """Return how often a pair was seen, or on comparable text how sure it is."""
    return pair.frequency if pair.frequency is not None else pair.probability or 0.0


def _concept(
    key: str,
    translations: dict[str, _Translation],
    languages: tuple[str, str],
    lemmas: tuple[Lemmatiser, ...],
    grouping: Grouping,
    sentences: Sentences | None,
    method: str | None,
) -> Concept:
    weights = [each.weight for each in translations.values()]
    least = min(grouping.share * sum(weights), max(weights))
    kept = sorted(
        (each for each in translations.values() if each.weight >= least),
        key=lambda each: -each.weight,
    )
    pairs = [pair for each in kept for pair in each.pairs]
    sources = _source_forms(pairs, lemmas[0])
    listed = tuple(map(Lemmatiser, languages))

    def cite(text: str, side: int, other: str) -> str:
        """Return the citation form of what stands for another term; a copy is one."""
        known, others = lemmas[side], (lemmas[1 - side], listed[1 - side])
        if text == other or not isinstance(known, Inflection):
            return text
        return cite_term(text, known, singular=all(_own_lemmas(other, x) == 1.0 for x in others))

    own = [pair for pair in kept[0].pairs if pair.source == sources[0]] or kept[0].pairs
    cited = cite(sources[0], 0, max(own, key=lambda pair: pair.probability or 0.0).target)
    terms = _forms(
        pairs, 0, list(dict.fromkeys((cited, *sources))), languages[0], grouping, sentences
    )
    for each in kept:
        ranked = sorted(
            each.pairs, key=lambda pair: (pair.source != sources[0], -(pair.probability or 0.0))
        )
        forms = dict.fromkeys(pair.target for pair in ranked)
        forms |= dict.fromkeys(form for pair in ranked for form in pair.variants)
        order = list(forms)
        first = order[0]
        # A plural stands for a plural.
        if _own_lemmas(cited, lemmas[0]) == 1.0:
            first = max(order, key=partial(_own_lemmas, lemmas=lemmas[1]))
        first = cite(first, 1, cited if order[0] != sources[0] else first)
        terms += _forms(
            each.pairs, 1, list(dict.fromkeys((first, *order))), languages[1], grouping, sentences
        )
    known = [pair.probability for pair in kept[0].pairs if pair.probability is not None]
    return Concept(
        id=concept_identity(languages, key),
        terms=tuple(terms),
        score=round(max(known), 2) if known else None,
        source=method,
    )


def _own_lemmas(text: str, lemmas: Lemmatiser) -> float:
    """Return the share of words that are their own lemmas."""
    words = text.lower().split()
    return sum(lemmas.lemma(word) == word for word in words) / len(words)


def _source_forms(pairs: Sequence[TermPair], lemmas: Lemmatiser) -> list[str]:
    """Return the source terms of pairs, the citation form first, then by how often they were seen.

    A form that has less than a tenth of all occurrences is not what a text calls a thing.
    """
    weights: dict[str, float] = defaultdict(float)
    for pair in pairs:
        weights[pair.source] += _weight(pair)
    least = _CITATION_SHARE * sum(weights.values())

    def uninflected(text: str) -> float:
        return _own_lemmas(text, lemmas) if weights[text] >= least else 0.0

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
        if text.endswith(".") and text[:-1] in order:
            continue  # the last word of a sentence, not an abbreviation: "the General tab."
        kind = VARIANT if place else None
        # A citation form that the text lacks stands for those that it has.
        seen = text if place or text in best else next(each for each in order if each in best)
        if seen not in best:
            terms.append(ConceptTerm(text, language, kind=kind))
            continue
        pair = best[seen]
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
