"""Searching in windows gives what searching at once gives."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.sentences.corpus import encode, join_pairs
from diglot.sentences.evidence.features import SIZE, LengthModel, first_model, shipped_weights
from diglot.sentences.link_types import Types, link_types, tilt
from diglot.sentences.models import rounds
from diglot.sentences.search import bands as module
from diglot.sentences.search.bands import Band, SearchResult, search
from diglot.sentences.search.blocks import BlockScorer
from diglot.sentences.values import Calibration, Pair, Path
from tests.sentences import corpora, covers
from tests.sentences.texts import Language, aligned, sides

TYPES = link_types(null_runs=(2, 3, 4, 5))


def planted(seed: int, blocks: int, margin: float) -> tuple[np.ndarray, Band, list[covers.Block]]:
    """Random scores in a band in which one path stands out by a margin for every block."""
    rng = np.random.default_rng(seed)
    kinds = rng.choice([0, 0, 0, 0, 1, 2, 3, 4, 5], size=blocks)
    i, j = np.cumsum(TYPES.source[kinds]), np.cumsum(TYPES.target[kinds])
    n, m = int(i[-1]), int(j[-1])
    band = corpora.diagonal(n, m, 30)
    scores = covers.random_scores(seed, band, TYPES, 1.0) - 6.0
    path = [(int(x), int(y), int(k)) for x, y, k in zip(i, j, kinds, strict=True)]
    for x, y, k in path:
        assert band.lo[x] <= y <= band.hi[x]
        scores[covers.cell(band, x, y), k] += margin
    return scores, band, path


def found_in(
    scores: np.ndarray, band: Band, types: Types, monkeypatch: pytest.MonkeyPatch, window: int
) -> SearchResult:
    monkeypatch.setattr(module, "WINDOW", window)
    monkeypatch.setattr(module, "OVERLAP", 20)
    return search(lambda begin, end: scores[band.first[begin] : band.first[end]], band, types)


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), margin=st.sampled_from([6.0, 9.0, 14.0]))
@settings(max_examples=15)
def test_windows_change_neither_path_nor_probabilities(seed: int, margin: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        scores, band, _ = planted(seed, 260, margin)
        whole = found_in(scores, band, TYPES, patch, 10**6)
        parts = found_in(scores, band, TYPES, patch, 50)
    assert parts.path.ends_i.tolist() == whole.path.ends_i.tolist()
    assert parts.path.ends_j.tolist() == whole.path.ends_j.tolist()
    assert parts.path.kinds.tolist() == whole.path.kinds.tolist()
    # Where the text says little, 20 sentences beyond a window still do: .026 in 120 draws.
    near = 0.05 if margin == 6.0 else 0.02
    np.testing.assert_allclose(parts.posterior, whole.posterior, atol=near)
    np.testing.assert_allclose(parts.lonely_source, whole.lonely_source, atol=near)
    np.testing.assert_allclose(parts.lonely_target, whole.lonely_target, atol=near)
    # The path itself is in every later band, so only cells beside it need their probability.
    beside = np.ones(band.cells, bool)
    corners = zip(whole.path.ends_i, whole.path.ends_j, strict=True)
    beside[[covers.cell(band, i, j) for i, j in corners]] = False
    np.testing.assert_allclose(parts.passing[beside], whole.passing[beside], atol=0.05)


def test_a_planted_path_is_found_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    scores, band, path = planted(4, 400, 30.0)
    found = found_in(scores, band, TYPES, monkeypatch, 40)
    ends = found.path.ends_i.tolist(), found.path.ends_j.tolist(), found.path.kinds.tolist()
    assert list(zip(*ends, strict=True)) == path
    assert found.posterior.min() > 0.99


def test_every_window_asks_for_its_own_rows_only(monkeypatch: pytest.MonkeyPatch) -> None:
    scores, band, _ = planted(5, 300, 30.0)
    asked: list[tuple[int, int]] = []

    def rows(begin: int, end: int) -> np.ndarray:
        asked.append((begin, end))
        return scores[band.first[begin] : band.first[end]]

    monkeypatch.setattr(module, "WINDOW", 60)
    monkeypatch.setattr(module, "OVERLAP", 20)
    search(rows, band, TYPES)
    assert len(asked) > 4
    assert max(end - begin for begin, end in asked) <= 60 + 20 + 1
    assert asked[0][0] == 0
    assert asked[-1][1] == len(band.lo)
    assert all(later[0] < earlier[1] for earlier, later in pairwise(asked))


@given(banded=covers.bands(4), seed=st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_no_path_is_expected_to_have_more_right_links(banded: tuple[Band, int], seed: int) -> None:
    band, m = banded
    types = link_types(2, 3)
    scores = covers.random_scores(seed, band, types)
    found = search(
        lambda begin, end: scores[band.first[begin] : band.first[end]],
        band,
        types,
        most_right=True,
    )
    paths = covers.covers(band, types, 0, [m])
    weights = covers.totals(covers.flat(paths, band), scores)
    blocks, _, _ = covers.posteriors(paths, band, types, weights, 0)
    # Not those of the result, which are made by other probabilities.
    lonely_source, lonely_target = np.zeros(len(band.lo) - 1), np.zeros(m)
    for i, j, k in {block for path in paths for block in path}:
        a, b = int(types.source[k]), int(types.target[k])
        if not b:
            lonely_source[i - a : i] += blocks[covers.cell(band, i, j), k]
        if not a:
            lonely_target[j - b : j] += blocks[covers.cell(band, i, j), k]

    def value(path: Iterable[covers.Block]) -> float:
        total = 0.0
        for i, j, k in path:
            a, b = int(types.source[k]), int(types.target[k])
            total += blocks[covers.cell(band, i, j), k] - module.WRONG if a and b else 0.0
            if not b:
                total += float((lonely_source[i - a : i] - module.ALONE).sum())
            if not a:
                total += float((lonely_target[j - b : j] - module.ALONE).sum())
        return total

    path = found.path
    best = max(map(value, paths))
    assert value(covers.blocks_of(path.ends_i, path.ends_j, path.kinds)) == pytest.approx(
        best, abs=1e-4
    )


def test_two_doubtful_links_do_not_beat_the_one_that_joins_them() -> None:
    band = covers.full_band(2, 2)
    types = link_types(2, 4)
    scores = np.full((band.cells, len(types)), -20.0, np.float32)
    both = next(k for k in range(len(types)) if types.source[k] == types.target[k] == 2)
    one = next(k for k in range(len(types)) if types.source[k] == types.target[k] == 1)
    scores[covers.cell(band, 2, 2), both] = np.log(0.65)
    scores[covers.cell(band, 1, 1), one] = 0
    scores[covers.cell(band, 2, 2), one] = np.log(0.35)
    for right in (False, True):
        rows = lambda begin, end: scores[band.first[begin] : band.first[end]]  # noqa: E731
        found = search(rows, band, types, most_right=right)
        assert found.path.kinds.tolist() == [both]


@pytest.mark.parametrize("ends", [(0, 3), (4, 9), (20, 30)])
def test_a_stretch_that_is_searched_again_alike_changes_nothing(ends: tuple[int, int]) -> None:
    scores, band, _ = planted(3, 30, 8.0)
    found = search(lambda i, j: scores[band.first[i] : band.first[j]], band, TYPES)
    begin, end = min(ends[0], len(found.path.kinds)), min(ends[1], len(found.path.kinds))
    (i, j), (last_i, last_j) = module.corners(found.path)[[begin, end]].tolist()
    here = slice(begin, end)
    path = found.path
    part = SearchResult(
        Path(path.ends_i[here] - i, path.ends_j[here] - j, path.kinds[here] + 1),
        found.posterior[here] / 2,
        found.lonely_source[i:last_i] / 2,
        found.lonely_target[j:last_j] / 2,
        found.passing[:0],
    )
    spliced = module.splice(found, [(begin, end, part)], np.arange(len(TYPES)) + 1)
    assert same_path(spliced.path, Path(path.ends_i, path.ends_j, path.kinds + 1))
    for name, inside in (
        ("posterior", here),
        ("lonely_source", slice(i, last_i)),
        ("lonely_target", slice(j, last_j)),
    ):
        expected = getattr(found, name).copy()
        expected[inside] /= 2
        assert np.array_equal(getattr(spliced, name), expected)


def test_the_temperature_changes_probabilities_but_not_the_path() -> None:
    scores, band, _ = planted(6, 60, 7.0)

    def run(temper: float) -> SearchResult:
        return search(
            lambda begin, end: scores[band.first[begin] : band.first[end]],
            band, TYPES, inverse_temperature=temper,
        )  # fmt: skip

    sharp, doubtful = run(1.0), run(0.3)
    assert sharp.path.kinds.tolist() == doubtful.path.kinds.tolist()
    assert doubtful.posterior.mean() < sharp.posterior.mean()


@pytest.mark.slow
@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_a_sentence_is_alone_as_often_as_the_null_blocks_over_it_say(seed: int) -> None:
    scores, band, _ = planted(seed, 20, 6.0)
    found = search(lambda begin, end: scores[band.first[begin] : band.first[end]], band, TYPES)
    from diglot.sentences.kernels import search as kernel

    blocks, _, _ = kernel.forward_backward(
        scores, band.lo, band.hi, band.first, TYPES.source, TYPES.target, 0, 1.0, False
    )
    source, target = np.zeros(len(found.lonely_source)), np.zeros(len(found.lonely_target))
    for i, j, k in corpora.blocks(band, TYPES):
        a, b = int(TYPES.source[k]), int(TYPES.target[k])
        if not (a and b):
            source[i - a : i] += blocks[covers.cell(band, i, j), k]
            target[j - b : j] += blocks[covers.cell(band, i, j), k]
    np.testing.assert_allclose(found.lonely_source, source, atol=1e-5)
    np.testing.assert_allclose(found.lonely_target, target, atol=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["crf", "lexical", "length", "moore"])
def test_whole_texts_are_aligned_alike_in_windows(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Language(5).text(220, [(1, 1)] * 12 + [(1, 2), (2, 1), (1, 0), (0, 1)], words=(3, 20))
    whole = aligned(text.source, text.target, method=method)
    monkeypatch.setattr(module, "WINDOW", 60)
    monkeypatch.setattr(module, "OVERLAP", 30)
    parts = aligned(text.source, text.target, method=method)
    assert sides(parts) == sides(whole)
    assert [link.score for link in parts.links] == pytest.approx(
        [link.score for link in whole.links], abs=0.05
    )


@given(
    sizes=st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=2, max_size=6),
    half_width=st.floats(0.5, 12),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=25)
def test_texts_below_each_other_are_found_as_each_alone(
    sizes: list[tuple[int, int]], half_width: float, seed: int
) -> None:
    texts = [corpora.texts(seed + k, *size, paragraphs=True) for k, size in enumerate(sizes)]
    corpus = encode(texts, lexicon=[("mola", "sarn", 0.8)])
    known = corpora.lexicon(seed, corpus)
    lengths = [
        first_model(pair.source.lengths, pair.target.lengths, 1.1 + 0.1 * k)
        for k, pair in enumerate(corpus.pairs)
    ]
    weights = shipped_weights().values
    bands = [corpora.diagonal(n, m, half_width) for n, m in sizes]

    def scored(pair: Pair, of: list[LengthModel], band: Band) -> tuple[BlockScorer, SearchResult]:
        scorer = BlockScorer(corpus, pair, TYPES, of, known, Calibration())
        return scorer, search(lambda i, j: scorer.scores(band, weights, i, j), band, TYPES)

    together = join_pairs(corpus.pairs)
    band = module.join_bands(bands)
    joined, found = scored(together, lengths, band)
    names = list(range(SIZE))
    features = joined.path_features(found.path, names)
    tilted = [tilt(TYPES, *size) for size in sizes]
    first = rounds.first_pass(corpus, together, tilted, lengths)
    parts = module.split_path(first, together.rows, together.columns)
    results = module.split_result(found, band)
    begin = 0
    for k, (pair, one, alone) in enumerate(zip(corpus.pairs, results, bands, strict=True)):
        scorer, expected = scored(pair, [lengths[k]], alone)
        assert same_result(one, expected)
        end = begin + len(one.path.kinds)
        assert np.array_equal(features[begin:end], scorer.path_features(one.path, names))
        assert same_path(parts[k], rounds.first_pass(corpus, pair, [tilted[k]], [lengths[k]]))
        begin = end
    again = module.join_results(results, corpus.pairs)
    assert same_path(again.path, found.path)


def same_path(one: Path, other: Path) -> bool:
    """Tell whether two paths have the same blocks."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("ends_i", "ends_j", "kinds")
    )


def same_result(one: SearchResult, other: SearchResult) -> bool:
    """Tell whether two results are alike bit by bit."""
    return same_path(one.path, other.path) and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("posterior", "lonely_source", "lonely_target", "passing")
    )
