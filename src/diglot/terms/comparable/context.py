"""`context`: terms whose surroundings translate each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.terms.comparable import contexts, sparse
from diglot.terms.comparable.compositional import dictionary_words
from diglot.terms.comparable.lists import tokens
from diglot.terms.comparable.scored import Scored
from diglot.text.lemmas import Lemmatiser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import TermPair
    from diglot.terms.comparable.contexts import Texts
    from diglot.terms.comparable.resources import Resources

BEST = 50
LEAST = 2


def context(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    window: int = contexts.WINDOW,
    weight: str = "log-llr",
    least: int = LEAST,
    best: int = BEST,
) -> list[TermPair]:
    """Score pairs by the cosine of their context vectors, the source's translated word by word.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: texts of both languages, and the dictionary.
        window: content words on each side of a term, which count as lemmas.
        weight: of words in the vectors, a name of `contexts.WEIGHTS`.
        least: occurrences of a term at least.
        best: targets of a source at most.

    Raises:
        ConfigError: there are no texts, or there is no such weight.

    Reference:
        Rapp (1995), Identifying word translations in non-parallel texts; Fung (1998), A
        statistical view on bilingual lexicon extraction.
    """
    texts = texts_of(resources, "context")
    languages = resources.source.language, resources.target.language
    known = dictionary_words(resources.dictionary)
    found = [
        contexts.contexts(
            text,
            [tokens(term, language, words) for term in terms],
            window=window,
            weight=weight,
        )
        for text, language, words, terms in zip(
            texts, languages, known, (source_terms, target_terms), strict=True
        )
    ]
    rows = [np.flatnonzero(each.counts >= least) for each in found]
    one = contexts.translated(found[0].vectors, *texts, resources.dictionary)
    pivots = np.zeros(len(texts[1].lemmas), np.bool_)
    pivots[one.columns] = True
    i, j, score = sparse.nearest(
        sparse.chosen(one, rows[0]),
        sparse.chosen(sparse.restricted(found[1].vectors, pivots), rows[1]),
        len(pivots),
        best=best,
    )
    return Scored(rows[0][i], rows[1][j], score).pairs(source_terms, target_terms)


def texts_of(resources: Resources, method: str) -> tuple[Texts, Texts]:
    """Encode the texts of both languages.

    Raises:
        ConfigError: there are none of a language.
    """
    found = []
    for side, name in ((resources.source, "source"), (resources.target, "target")):
        if side.sentences is None:
            raise ConfigError(f"the method {method} needs texts of the {name} language")
        found.append(contexts.encode(side.sentences, Lemmatiser(side.language)))
    return found[0], found[1]
