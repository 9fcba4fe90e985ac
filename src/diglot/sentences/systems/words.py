"""SAlign and IRMC: words say which sentences belong together.

SAlign scores links by a translation model, trained on the current text: model 1, learned from the
1-1 links that the lengths are sure of, then from its own. It searches a beam of fixed width round
the diagonal, which is widened where the path touches its border.

IRMC links words roughly first: every source word to the target word nearest by relative position
that a transfer dictionary or a common stem allows. The longest chain of rare ones says where every
word is expected, and words are linked again, near there. Sentences are then aligned by several
criteria at once: word links covered, word order kept, words without link, and how far a link lies
from where it is expected.

References:
    Brown et al. 1990, Brown et al. 1993 (model 1); Debili, Sammouda and Zribi 1994 (IRMC).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diglot.sentences.anchors import longest_increasing
from diglot.sentences.corpus import Corpus
from diglot.sentences.link_types import Types
from diglot.sentences.models import rounds
from diglot.sentences.models.gale_church import by_length, published_types, widen_search
from diglot.sentences.models.moore import learn_scorers
from diglot.sentences.search.bands import Band, SearchResult, search
from diglot.sentences.search.blocks import BlockScorer
from diglot.sentences.settings import Alignment, Settings
from diglot.sentences.systems.cognates import Classes, cognate_classes
from diglot.sentences.values import Pair, Seeds

LEAST_BEAM, BEAM_SHARE = 30, 0.05
"""Sentences on either side of the diagonal: at least, and as a share of the longer text."""
TRAININGS = 2
MOST_SHIFT = 0.1
"""Largest difference of the relative positions of two words that are linked roughly."""
RARE = 6.0
"""Rarity (idf, nats) of words whose rough links say where the texts run together."""
NEAR = 20.0
"""Words from the expected place within which a word is linked."""
CORRIDOR = 10
"""Sentences on either side of where a sentence is expected; widened where the path needs it."""
CRITERIA = (0.3, 0.1, 0.1, 0.1)
"""Nats of a word link, of one in order, of a word without link, of a sentence off its place; chosen
on English-French novels."""


def beam(pair: Pair) -> int:
    """Half of the width of the beam round the diagonal, in sentences."""
    return max(LEAST_BEAM, int(BEAM_SHARE * max(pair.source.size, pair.target.size)))


def salign(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align by a translation model trained on the text itself."""
    types = published_types(settings)

    def by_lengths(pair: Pair) -> SearchResult:
        source, target = pair.source.lengths, pair.target.lengths
        return by_length(source, target, types, float(target.sum() / source.sum()))

    found = rounds.map_items(by_lengths, corpus.pairs, settings, "lengths")
    for number in range(TRAININGS):
        scorers = learn_scorers(corpus, found, types)
        stage = f"training {number + 1} of {TRAININGS}"
        found = rounds.map_items(_search_beam, scorers, settings, stage)
    return rounds.alignments(types, found)


def _search_beam(scorer: BlockScorer) -> SearchResult:
    from diglot.sentences.kernels import length

    def searched(band: Band) -> SearchResult:
        def scores(begin: int, end: int) -> NDArray[np.float32]:
            reach = scorer.evidence(band, begin, end)
            found: NDArray[np.float32] = length.moore_scores(
                begin, end, band, scorer.types, reach=reach
            )
            return found

        return search(scores, band, scorer.types)

    pair = scorer.pair
    return widen_search(searched, pair.source.size, pair.target.size, half=beam(pair))


def irmc(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Link words by a dictionary and by stems, then align sentences by what the links say."""
    types, classes = published_types(settings), cognate_classes(corpus.forms)
    translations = _translations(corpus.seeds, classes)
    rare = corpus.idf_s >= RARE

    def one(pair: Pair) -> SearchResult:
        source, target = pair.source, pair.target
        n, m = len(source.tokens), len(target.tokens)
        diagonal = np.arange(n, dtype=np.float64) * (m / max(n, 1))
        rough = link_words(pair, translations, corpus.vocabulary_t, diagonal, MOST_SHIFT * m)
        points = _chain(np.where(rare[source.tokens], rough, -1))
        expected = _expected(points, n, m)
        partner = link_words(pair, translations, corpus.vocabulary_t, expected, NEAR)
        words = classes.words[classes.source[source.tokens]]
        return _search_links(pair, types, points, np.where(words, partner, -2))

    return rounds.alignments(types, rounds.map_items(one, corpus.pairs, settings, "word links"))


def _chain(partner: NDArray[np.int64]) -> NDArray[np.int64]:
    """The longest chain of word links, int64 (points, 2), words of both sides."""
    linked = np.flatnonzero(partner >= 0)
    return longest_increasing(np.stack([linked, partner[linked]], axis=1))


def _expected(points: NDArray[np.int64], n: int, m: int) -> NDArray[np.float64]:
    """Where each of n words is expected among m, by the chain."""
    rows = np.concatenate(([0], points[:, 0], [n]))
    columns = np.concatenate(([0], points[:, 1], [m]))
    return np.interp(np.arange(n), rows, columns)


def _translations(seeds: Seeds, classes: Classes) -> list[NDArray[np.int64]]:
    """Target keys that each source key may be linked to: its translations, and those of its stem.

    Signs are no words, and link nothing.
    """
    order = np.argsort(classes.target, kind="stable")
    starts = np.searchsorted(classes.target[order], np.arange(len(classes.words) + 1))
    found = []
    for key, kind in enumerate(classes.source.tolist()):
        if not classes.words[kind]:
            found.append(np.zeros(0, np.int64))
            continue
        stem = order[starts[kind] : starts[kind + 1]]
        known = seeds.key[seeds.first[key] : seeds.first[key + 1]]
        found.append(np.union1d(stem, known).astype(np.int64))
    return found


def link_words(
    pair: Pair,
    translations: list[NDArray[np.int64]],
    keys: int,
    expected: NDArray[np.float64],
    farthest: float,
) -> NDArray[np.int64]:
    """Link every source word to the nearest target word that may translate it.

    That is the nearest to the place expected, float64 (source words,), and no farther than so many
    words from there; ``keys`` is the size of the target vocabulary.

    Returns:
        int64 (source words,), target words, -1 without a link; of two equally near ones the first.
    """
    source, target = pair.source.tokens, pair.target.tokens
    partner = np.full(len(source), -1, np.int64)
    order = np.argsort(target, kind="stable")
    starts = np.searchsorted(target[order], np.arange(keys + 1))
    by_key = np.argsort(source, kind="stable")
    for words in np.split(by_key, np.flatnonzero(np.diff(source[by_key])) + 1):
        known = translations[int(source[words[0]])].tolist() if len(words) else []
        places = [order[starts[key] : starts[key + 1]] for key in known]
        if not sum(map(len, places)):
            continue
        found = np.sort(np.concatenate(places))
        wanted = expected[words]
        right = np.minimum(np.searchsorted(found, wanted), len(found) - 1)
        left = np.maximum(right - 1, 0)
        nearer = np.where(
            np.abs(found[left] - wanted) <= np.abs(found[right] - wanted), left, right
        )
        near = np.abs(found[nearer] - wanted) <= farthest
        partner[words[near]] = found[nearer[near]]
    return partner


def _search_links(
    pair: Pair, types: Types, points: NDArray[np.int64], partner: NDArray[np.int64]
) -> SearchResult:
    from diglot.sentences.kernels import systems

    source, target = pair.source.offsets, pair.target.offsets
    # Sentence borders of the source among the target words, then among its sentences.
    borders = np.append(_expected(points, int(source[-1]), int(target[-1])), target[-1])[source]
    middles = np.interp(borders, target, np.arange(len(target), dtype=np.float64))

    def searched(band: Band) -> SearchResult:
        def scores(begin: int, end: int) -> NDArray[np.float32]:
            found: NDArray[np.float32] = systems.link_scores(
                *(begin, end, band, types, source, middles, partner, target, np.array(CRITERIA))
            )
            return found

        return search(scores, band, types)

    cells = np.stack([np.arange(len(source)), np.rint(middles).astype(np.int64)], axis=1)
    return widen_search(searched, len(source) - 1, len(target) - 1, points=cells, half=CORRIDOR)
