"""Ranked candidates made into terms: usual form, variants, sentences that show them."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.model import Term, TermVariant
from diglot.terms.extraction.candidates import Candidates, join_words
from diglot.terms.extraction.features import has_noun_capitals
from diglot.terms.extraction.measures import MEASURES
from diglot.terms.variants import (
    GATHERED,
    KINDS,
    Relation,
    candidate_forms,
    find_relations,
    letters,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.terms.extraction.termhood import CountedText

FIGURES = ("c-value", "weirdness", "specificity", "dispersion", "independence", "orthographic")
"""Measures that are given with every term."""

_MOST_VARIANTS = 30
_OCCURRENCES = 40
_USUAL_LENGTH = 18


def gather_terms(
    text: CountedText,
    score: NDArray[np.float64],
    listed: NDArray[np.bool_],
    *,
    kept: NDArray[np.bool_],
    gathered: Collection[str],
    limit: int | None,
    usual_case: bool,
    contexts: int,
) -> tuple[Term, ...]:
    """Return the listed candidates as terms, best first.

    Forms that stand under a term count for it: it has the best of their scores.

    Args:
        text: counted candidates.
        score: shape (rows,).
        listed: shape (rows,), which are terms.
        kept: shape (rows,), which may at least be forms of terms.
        gathered: kinds of variants that are listed under their term only.
        limit: most terms; None: all.
        usual_case: see `extraction.extract`.
        contexts: sentences of every term.

    Raises:
        ConfigError: a kind is unknown.
    """
    unknown = set(gathered) - set(KINDS)
    if unknown:
        raise ConfigError(
            f"unknown kind of variants {sorted(unknown)[0]!r}: choose from {', '.join(KINDS)}"
        )
    rows = np.flatnonzero(listed | _forms_of(text, listed, kept))
    found = [
        each
        for each in find_relations(candidate_forms(text, rows), text.found.corpus.language)
        if each.kind in GATHERED or (listed[each.base] and listed[each.variant])
    ]
    pilot = _pilots(text, rows, found, gathered)
    best: dict[int, float] = {}
    for row in np.flatnonzero(listed).tolist():
        best[pilot[row]] = max(best.get(pilot[row], -np.inf), float(score[row]))
    frequency, numbers = text.seen.frequency, text.seen.numbers
    names = {row: text.found.text(int(numbers[row])) for row in rows.tolist()}
    order = sorted(best, key=lambda row: (-best[row], -frequency[row], names[row]))[:limit]
    beside = _variants(found, pilot)
    shown = _Shown(text, {*order, *(v for row in order for v in beside[row])}, contexts)
    spelled = {row: shown.spelling(row) for row in shown.spans} if usual_case else names
    measures = _features(text, order)
    return tuple(
        Term(
            text=spelled[row],
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
        """Return how a candidate is mostly written inside sentences."""
        corpus = self._found.corpus
        spans = self.spans[row]
        begins = self._found.begins[spans]
        first = corpus.offsets[np.searchsorted(corpus.offsets, begins, side="right") - 1] == begins
        # A sentence's first word has a capital that is not its own.
        inside = spans[~first]
        seen = (inside if len(inside) else spans)[:_OCCURRENCES]
        length = int(self._found.lengths[seen[0]])
        ways: Counter[tuple[int, ...]] = Counter()
        for begin in self._found.begins[seen].tolist():
            ways[tuple(corpus.written[begin : begin + length].tolist())] += 1
        chosen = max(ways, key=lambda way: (ways[way], [-each for each in way]))
        words = [corpus.spellings[number] for number in chosen]
        if not len(inside) and not self._nouns and words[0][1:].islower():
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
