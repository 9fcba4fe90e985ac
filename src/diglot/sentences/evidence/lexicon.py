"""A probabilistic lexicon learned from the links of the current alignment.

Reference: Brown et al. (1993), model 1, both directions; the two-witness guard, the row smoothing
and the held-out share of unexplained tokens are ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import join_ranges, offsets_of
from diglot.sentences.corpus import Corpus, runs_of
from diglot.sentences.values import Lexicon, Pair, Path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.sentences.link_types import Types

ITERATIONS = 5
SMOOTHING = 0.5
SEED_COUNT = 0.5
LEAST_LIFT = 0.3
"""Entries that make a word less than a third as likely as chance does are dropped."""
FOLD = 20
FOLDS, FOLDS_OF_MANY, NEIGHBOURS = 8, 2, 5
"""Parts of the links that are judged by what the others have taught: each so many in a row."""
MANY_LINKS = 3000
MOST_SENTENCES = 5
"""Sentences of a link that teaches words: too many words could be meant in longer ones."""
MAX_LINKS = 20_000
MAX_LINK_PAIRS = 100_000
MAX_TOKEN_PAIRS = 12_000_000


@dataclass(frozen=True, slots=True, eq=False)
class _Links:
    source: NDArray[np.int32]
    source_offset: NDArray[np.int64]
    target: NDArray[np.int32]
    target_offset: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.source_offset) - 1

    def subset(self, chosen: NDArray[np.bool_]) -> _Links:
        source, source_offset = _select(self.source, self.source_offset, chosen)
        target, target_offset = _select(self.target, self.target_offset, chosen)
        return _Links(source, source_offset, target, target_offset)


def learn(
    corpus: Corpus, paths: Sequence[Path], types: Types, before: Lexicon | None = None
) -> Lexicon:
    """Train both directions on all links of at most five sentences.

    With many links the null shares of the lexicon before are kept, because they hardly change any
    more and cost half as much again.
    """
    links = _collect(corpus, paths, types)
    if before is not None and len(links) >= MANY_LINKS:
        null_source, null_target = before.null_source, before.null_target
    else:
        null_source, null_target = _null_shares(corpus, links)
    first, key, forward, backward = _train(corpus, links)
    rows = np.repeat(np.arange(len(first) - 1), np.diff(first))
    lift = np.maximum(forward / corpus.probability_t[key], backward / corpus.probability_s[rows])
    kept = np.flatnonzero(lift >= LEAST_LIFT)
    kept = kept[np.lexsort((key[kept], rows[kept]))]
    places = np.searchsorted(rows[kept], np.arange(len(first)))
    return Lexicon(places, key[kept], forward[kept], backward[kept], null_source, null_target)


def learn_halves(
    corpus: Corpus, paths: Sequence[Path], types: Types, whole: Lexicon
) -> tuple[Lexicon, Lexicon]:
    """Train a lexicon on each half of the pairs, see `half_of`; the whole one serves for none."""
    first, second = (
        [number for number, pair in enumerate(corpus.pairs) if half_of(pair) == half]
        for half in (0, 1)
    )
    if not (first and second):
        return whole, whole
    halves = (
        learn(
            replace(corpus, pairs=tuple(corpus.pairs[number] for number in half)),
            [paths[number] for number in half],
            types,
            whole,
        )
        for half in (first, second)
    )
    return next(halves), next(halves)


def half_of(pair: Pair) -> int:
    """Return which half of all pairs one belongs to, by its text alone."""
    return int(pair.source.lengths.sum()) % 2


def _null_shares(corpus: Corpus, links: _Links) -> tuple[float, float]:
    """Shares of unexplained tokens, by a lexicon from every other twenty links."""
    if len(links) <= 2 * FOLD:
        return 0.9, 0.9
    fold = (np.arange(len(links)) // FOLD) % 2 == 0
    half = _train(corpus, links.subset(~fold))
    return _held_out_nulls(corpus, half, links.subset(fold))


_Rows = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]


def _train(corpus: Corpus, links: _Links) -> _Rows:
    from diglot.sentences.kernels import lexicon as kernel

    seeds = corpus.seeds
    first, key, slots, slot_offset = kernel.cooccurrences(
        links, corpus.vocabulary_s, corpus.vocabulary_t, seeds
    )
    prior = SEED_COUNT * _seed_weights(first, key, seeds.first, seeds.key, seeds.weight)
    sizes = np.diff(first)
    forward = np.repeat(1.0 / np.maximum(sizes, 1), sizes).astype(np.float32)
    columns = np.bincount(key, minlength=corpus.vocabulary_t)
    backward = (1.0 / columns[key]).astype(np.float32)
    null_t = corpus.probability_t.copy()
    null_s = corpus.probability_s.copy()
    for _ in range(ITERATIONS):
        count_f = prior.astype(np.float32)
        count_b = prior.astype(np.float32)
        count_null_t, count_null_s = kernel.expectation(
            links, slots, slot_offset, forward, backward, null_t, null_s, count_f, count_b
        )
        kernel.maximisation(
            first, key, count_f, count_b, forward, backward, corpus.vocabulary_t, SMOOTHING
        )
        null_t = 0.5 * (count_null_t / max(count_null_t.sum(), 1e-9) + corpus.probability_t)
        null_s = 0.5 * (count_null_s / max(count_null_s.sum(), 1e-9) + corpus.probability_s)
    return first, key, forward, backward


def _held_out_nulls(corpus: Corpus, rows: _Rows, links: _Links) -> tuple[float, float]:
    """Share of tokens that the lexicon of the other half does not explain, by EM, each side."""
    from diglot.sentences.kernels import lexicon as kernel

    first, key, forward, backward = rows
    mass_t, mass_s = kernel.lookups(links, first, key, forward, backward, corpus.vocabulary_t)
    sizes_s = np.diff(links.source_offset)
    sizes_t = np.diff(links.target_offset)
    ratio_t = mass_t / np.repeat(sizes_s + 1.0, sizes_t) / corpus.probability_t[links.target]
    ratio_s = mass_s / np.repeat(sizes_t + 1.0, sizes_s) / corpus.probability_s[links.source]
    return _mixture_weight(ratio_s), _mixture_weight(ratio_t)


def _mixture_weight(ratio: NDArray[np.float64]) -> float:
    """Weight of the background in ``background + lexicon``, given lexicon/background ratios."""
    if not len(ratio):
        return 0.9
    null = 0.5
    for _ in range(8):
        null = float(np.mean(null / (null + (1.0 - null) * ratio)))
    return float(np.clip(null, 0.2, 0.97))


def _seed_weights(
    first: NDArray[np.int64],
    key: NDArray[np.int32],
    seed_first: NDArray[np.int64],
    seed_key: NDArray[np.int32],
    seed_weight: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Weight of the seed of every entry, 0 where there is none."""
    width = int(max(key.max(initial=0), seed_key.max(initial=0))) + 1
    rows = np.repeat(np.arange(len(first) - 1), np.diff(first))
    seed_rows = np.repeat(np.arange(len(seed_first) - 1), np.diff(seed_first))
    entry = rows * width + key
    order = np.argsort(entry, kind="stable")
    wanted = seed_rows * width + seed_key
    place = np.searchsorted(entry[order], wanted)
    weights = np.zeros(len(key), np.float32)
    found = place < len(entry)
    found[found] = entry[order][place[found]] == wanted[found]
    weights[order[place[found]]] = seed_weight[found]
    return weights


def _collect(corpus: Corpus, paths: Sequence[Path], types: Types) -> _Links:
    found = [_blocks(pair, path, types) for pair, path in zip(corpus.pairs, paths, strict=True)]
    return _sample(_joined([blocks.subset(teaching) for blocks, teaching in found]))


def _sample(links: _Links) -> _Links:
    """Return as many links as may teach words, evenly spread."""
    total = int((np.diff(links.source_offset) * np.diff(links.target_offset)).sum())
    keep = min(MAX_LINKS, int(len(links) * MAX_TOKEN_PAIRS / max(total, 1)))
    if keep >= len(links):
        return links
    chosen = np.zeros(len(links), bool)
    chosen[np.linspace(0, len(links) - 1, keep).astype(np.int64)] = True
    return links.subset(chosen)


def _blocks(pair: Pair, path: Path, types: Types) -> tuple[_Links, NDArray[np.bool_]]:
    """Return the words of all blocks of a path, and which of them teach words."""
    a, b = types.source[path.kinds], types.target[path.kinds]
    links = _of_spans(pair, _spans(path, types))
    teaching = (a >= 1) & (b >= 1) & (a + b <= MOST_SENTENCES)
    # One giant "sentence" would crowd all others out of the sample.
    teaching &= np.diff(links.source_offset) * np.diff(links.target_offset) <= MAX_LINK_PAIRS
    return links, teaching


def _joined(parts: Sequence[_Links]) -> _Links:
    starts = [
        offsets_of(np.concatenate([each[1:] - each[:-1] for each in offsets]))
        for offsets in (
            [part.source_offset for part in parts],
            [part.target_offset for part in parts],
        )
    ]
    return _Links(
        np.concatenate([part.source for part in parts]),
        starts[0],
        np.concatenate([part.target for part in parts]),
        starts[1],
    )


def held_out_ratios(
    corpus: Corpus, paths: Sequence[Path], types: Types, lexicon: Lexicon
) -> list[NDArray[np.float64]]:
    """Log-likelihood ratio of the words of every block by a lexicon that did not learn from it.

    Eight lexicons are learned for it, each from seven of eight links; two of many links. Where the
    corpus was learned before, maybe from some of these texts, that of the other half serves.

    Returns:
        float64 (blocks, 2) for every pair: the ratio of a block, of one with one side that of
        unexplained words; and the least that the first or last sentence of a side with more than
        one adds to it, by the root of its tokens; 0 where no side has more.
    """
    found = [_blocks(pair, path, types) for pair, path in zip(corpus.pairs, paths, strict=True)]
    firsts = offsets_of(np.array([len(links) for links, _ in found], np.int64))
    if corpus.learned:
        half = np.repeat([half_of(pair) for pair in corpus.pairs], np.diff(firsts))
        lexicons = [
            (_rows(other), half == number)
            for number, other in enumerate(reversed(corpus.learned.halves))
        ]
    else:
        links = _joined([blocks for blocks, _ in found])
        teaching = np.concatenate([each for _, each in found])
        folds = FOLDS if len(links) < MANY_LINKS else FOLDS_OF_MANY
        fold = (np.arange(len(links)) // NEIGHBOURS) % folds
        lexicons = [
            (_train(corpus, _sample(links.subset(teaching & (fold != number)))), fold == number)
            for number in range(min(folds, -(-len(links) // NEIGHBOURS)))
        ]
    nulls = lexicon.null_source, lexicon.null_target
    result = np.zeros((firsts[-1], 2))
    for run in runs_of(corpus.pairs):
        first, end = firsts[run.start], firsts[run.stop]
        parts, of_block = [blocks for blocks, _ in found[run]], [np.arange(first, end)]
        for number in range(run.start, run.stop):
            links, blocks = _without_ends(corpus.pairs[number], paths[number], types)
            parts.append(links)
            of_block.append(firsts[number] + blocks)
        links, whole = _joined(parts), np.concatenate(of_block)
        ratios = np.zeros(len(links))
        for rows, of_fold in lexicons:
            here = of_fold[whole]
            ratios[here] = _ratios(corpus, rows, nulls, links.subset(here))
        result[first:end, 0] = ratios[: end - first]
        tokens = np.diff(links.source_offset) + np.diff(links.target_offset)
        whole -= first
        gain = (ratios[whole] - ratios) / np.sqrt(tokens[whole] - tokens + 1.0)
        least = np.full(end - first, np.inf)
        np.minimum.at(least, whole[end - first :], gain[end - first :])
        result[first:end, 1] = np.where(np.isinf(least), 0.0, least)
    return np.split(result, firsts[1:-1])


def _without_ends(pair: Pair, path: Path, types: Types) -> tuple[_Links, NDArray[np.int64]]:
    """Return the words of blocks without one sentence at an end of a side, and their blocks."""
    sizes = types.source[path.kinds], types.target[path.kinds]
    whole = _spans(path, types)
    spans, blocks = [], []
    for column, step in enumerate((1, -1, 1, -1)):
        here = np.flatnonzero((sizes[column // 2] > 1) & (sizes[1 - column // 2] > 0))
        shorter = whole[here]
        shorter[:, column] += step
        spans.append(shorter)
        blocks.append(here)
    return _of_spans(pair, np.concatenate(spans)), np.concatenate(blocks)


def span_ratios(
    corpus: Corpus, pair: Pair, lexicon: Lexicon, spans: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Log-likelihood ratio of the words of spans of sentences, float64 (spans,).

    Args:
        corpus: of the pair.
        pair: the pair.
        lexicon: over the words of the corpus.
        spans: int64 (spans, 4), where each begins and ends in the source, and in the target.
    """
    nulls = lexicon.null_source, lexicon.null_target
    return _ratios(corpus, _rows(lexicon), nulls, _of_spans(pair, spans))


def _rows(lexicon: Lexicon) -> _Rows:
    return lexicon.first, lexicon.key, lexicon.forward, lexicon.backward


def _spans(path: Path, types: Types) -> NDArray[np.int64]:
    """Return where every block begins and ends in the source, and in the target, (blocks, 4)."""
    a, b = types.source[path.kinds], types.target[path.kinds]
    return np.stack([path.ends_i - a, path.ends_i, path.ends_j - b, path.ends_j], 1)


def _of_spans(pair: Pair, spans: NDArray[np.int64]) -> _Links:
    sides = []
    for side, at in ((pair.source, 0), (pair.target, 2)):
        begin, end = side.offsets[spans[:, at]], side.offsets[spans[:, at + 1]]
        sides += [_gather(side.tokens, begin, end), np.concatenate(([0], end - begin)).cumsum()]
    return _Links(*sides)


def _ratios(
    corpus: Corpus, rows: _Rows, nulls: tuple[float, float], links: _Links
) -> NDArray[np.float64]:
    from diglot.sentences.kernels import lexicon as kernel

    mass_t, mass_s = kernel.lookups(links, *rows, corpus.vocabulary_t)
    sizes_s, sizes_t = np.diff(links.source_offset), np.diff(links.target_offset)
    total = np.zeros(len(links))
    for mass, sizes, others, probability, null in (
        (mass_s, sizes_s, sizes_t, corpus.probability_s[links.source], nulls[0]),
        (mass_t, sizes_t, sizes_s, corpus.probability_t[links.target], nulls[1]),
    ):
        share = mass / np.repeat(others + 1.0, sizes) / probability
        of_link = np.repeat(np.arange(len(links)), sizes)
        total += np.bincount(of_link, np.log(null + (1.0 - null) * share), len(links))
    return total


def _gather(
    tokens: NDArray[np.int32], begin: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Concatenate the ranges tokens[begin[k]:end[k]]."""
    gathered: NDArray[np.int32] = tokens[join_ranges(begin, end - begin)]
    return gathered


def _select(
    tokens: NDArray[np.int32], offsets: NDArray[np.int64], chosen: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    begin, end = offsets[:-1][chosen], offsets[1:][chosen]
    return _gather(tokens, begin, end), offsets_of(end - begin)
