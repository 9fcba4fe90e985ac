"""Aligning a corpus from end to end: what must hold for any text, and a toy with known links."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.model import WordLinks
from diglot.words import METHODS, SYMMETRISATIONS, Alignment, Knowledge, align, links
from diglot.words.corpus import Corpus, encode
from diglot.words.models.views import view
from tests.words.random_corpora import random_corpus
from tests.words.toys import f1, toy

TEXT = toy(1, 60)
BOTH = pytest.mark.parametrize("method", list(METHODS))


@cache
def aligned(method: str = "gibbs") -> Alignment:
    """The toy, aligned."""
    return align(TEXT.corpus, method=method)


def sets(found: WordLinks) -> list[set[tuple[int, int]]]:
    return [set(found.of(pair)) for pair in range(found.pairs)]


def assert_same(one: Alignment, other: Alignment) -> None:
    """Both are equal to the bit."""
    assert one.probabilities.tobytes() == other.probabilities.tobytes()
    for name in one.posteriors.__slots__:
        mine, its = getattr(one.posteriors, name), getattr(other.posteriors, name)
        assert mine.tobytes() == its.tobytes(), name
    assert one.threshold == other.threshold
    assert one.pair_confidence.tobytes() == other.pair_confidence.tobytes()


def assert_sound(alignment: Alignment, corpus: Corpus) -> None:
    """Candidates lie inside their sentences, in order, with probabilities that are some."""
    posteriors, probabilities = alignment.posteriors, alignment.probabilities
    assert posteriors.pairs == corpus.pairs
    assert posteriors.offsets[-1] == len(probabilities) == len(posteriors.source)
    for values in (probabilities, posteriors.forward, posteriors.backward):
        assert values.dtype == np.float32
        assert np.isfinite(values).all()
        assert values.min(initial=0) >= 0
        assert values.max(initial=0) <= 1 + 1e-5
    for pair in range(corpus.pairs):
        here = slice(posteriors.offsets[pair], posteriors.offsets[pair + 1])
        n = int(np.diff(corpus.source_offsets)[pair])
        m = int(np.diff(corpus.target_offsets)[pair])
        i, j = posteriors.source[here].astype(int), posteriors.target[here].astype(int)
        assert (i < n).all()
        assert (j < m).all()
        assert (np.diff(i * m + j) > 0).all()
        assert np.bincount(j, posteriors.forward[here], m).max(initial=0) <= 1 + 1e-4
        assert np.bincount(i, posteriors.backward[here], n).max(initial=0) <= 1 + 1e-4
    empty = np.diff(corpus.source_offsets) == 0
    np.testing.assert_array_equal(np.isnan(alignment.pair_confidence), empty)
    sure = alignment.pair_confidence[~empty]
    assert ((sure >= 0) & (sure <= 1)).all()


@pytest.mark.slow
@BOTH
def test_the_toy_is_aligned(method: str) -> None:
    assert f1(sets(links(aligned(method))), TEXT.gold) > 0.95


@pytest.mark.slow
@BOTH
def test_probabilities_and_marginals_are_some(method: str) -> None:
    assert_sound(aligned(method), TEXT.corpus)


@pytest.mark.slow
@BOTH
def test_the_number_of_threads_changes_no_bit(method: str) -> None:
    assert_same(align(TEXT.corpus, method=method, jobs=3), aligned(method))


@pytest.mark.slow
def test_the_seed_decides_the_sample() -> None:
    again, other = (align(TEXT.corpus, method="gibbs", seed=seed) for seed in (0, 1))
    assert_same(again, aligned())
    assert other.posteriors.forward.tobytes() != again.posteriors.forward.tobytes()
    assert f1(sets(links(other)), sets(links(again))) > 0.95


@pytest.mark.slow
@BOTH
def test_swapping_the_languages_nearly_transposes_the_links(method: str) -> None:
    swapped = align(encode([(target, source) for source, target in TEXT.pairs]), method=method)
    mirrored = [{(i, j) for j, i in pair} for pair in sets(links(swapped))]
    assert f1(mirrored, sets(links(aligned(method)))) > 0.95


@pytest.mark.slow
@BOTH
def test_a_pair_with_an_empty_side_keeps_its_line_without_links(method: str) -> None:
    corpus = encode([([], ["ka"]), *TEXT.pairs[:10], (["bo"], []), *TEXT.pairs[10:], ([], [])])
    found = align(corpus, method=method)
    assert_sound(found, corpus)
    lines = sets(links(found))
    assert lines[0] == lines[11] == lines[-1] == set()
    assert f1([*lines[1:11], *lines[12:-1]], TEXT.gold) > 0.95


@pytest.mark.slow
@BOTH
def test_copies_have_the_links_of_their_originals_and_teach_nothing(method: str) -> None:
    places = [*range(60), 3, 59, 3, 0]
    found = align(encode([TEXT.pairs[place] for place in places]), method=method)
    lines = sets(links(found, threshold=0.5))
    assert lines == [sets(links(aligned(method), threshold=0.5))[place] for place in places]
    assert found.model.pairs == 60


@pytest.mark.slow
@BOTH
def test_text_to_learn_from_may_follow_the_reported_pairs(method: str) -> None:
    found = align(TEXT.corpus, method=method, reported=20)
    whole = aligned(method)
    assert found.posteriors.pairs == len(found.pair_confidence) == 20
    last = whole.posteriors.offsets[20]
    np.testing.assert_array_equal(found.posteriors.source, whole.posteriors.source[:last])
    np.testing.assert_allclose(found.probabilities, whole.probabilities[:last], atol=1e-6)


@pytest.mark.slow
def test_no_pair_need_be_reported() -> None:
    found = align(TEXT.corpus, method="gibbs", reported=0)
    assert found.posteriors.pairs == 0
    assert links(found).pairs == 0
    assert found.model.pairs == 60


@BOTH
def test_thresholds_from_none_to_all(method: str) -> None:
    found = aligned(method)
    counts = [len(links(found, threshold=value).source) for value in (0, 0.2, 0.5, 0.8, 1)]
    assert counts[0] == len(found.probabilities)
    assert counts == sorted(counts, reverse=True)
    assert links(found, threshold=1).source.size == (found.probabilities == 1).sum()
    assert (links(found, threshold=0.5).scores >= 0.5).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", list(SYMMETRISATIONS))
def test_every_symmetrisation_aligns_the_toy(name: str) -> None:
    found = links(aligned(), symmetrise=name)
    assert f1(sets(found), TEXT.gold) > 0.9
    assert found.scores.shape == found.source.shape


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ConfigError, match="unknown method 'giza'"):
        align(TEXT.corpus, method="giza")
    with pytest.raises(ConfigError):
        links(aligned(), symmetrise="some")


@pytest.mark.slow
def test_auto_says_why() -> None:
    found = align(encode(TEXT.pairs[:5]))
    assert found.method == "gibbs"
    assert "5 different pairs" in found.reason


@pytest.mark.slow
@BOTH
def test_learning_nothing_leaves_no_model_and_the_same_links(method: str) -> None:
    found = align(TEXT.corpus, method=method, learn=False)
    assert found.model is None
    assert_same(found, aligned(method))


@pytest.mark.slow
def test_progress_is_reported_in_order() -> None:
    said: list[tuple[str, int, int]] = []
    align(encode(TEXT.pairs[:5]), progress=lambda *step: said.append(step))
    assert list(dict.fromkeys(stage for stage, *_ in said)) == [
        "comparing words",
        "learning",
        "sampling",
    ]
    for stage in {stage for stage, *_ in said}:
        done = [each for name, each, _ in said if name == stage]
        assert done == sorted(done)
        assert (stage, done[-1], done[-1]) in said


@pytest.mark.slow
@BOTH
def test_a_lexicon_links_rare_words(method: str) -> None:
    pairs = [
        *TEXT.pairs,
        (["xoxo", "wewe", "qiqi"], ["hyhy", "jaja", "cucu"]),
    ]
    entries = [(["xoxo"], ["cucu"], 1.0), (["wewe"], ["jaja"], 1.0), (["qiqi"], ["hyhy"], 1.0)]
    plain = align(encode(pairs), method=method, learn=False)
    told = align(encode(pairs), Knowledge(lexicon=entries), method=method, learn=False)
    assert sets(links(told))[-1] == {(0, 2), (1, 1), (2, 0)}
    assert not {(0, 2), (2, 0)} & sets(links(plain))[-1]


@pytest.mark.slow
def test_entries_of_unknown_words_change_nothing() -> None:
    entries = [(["nobody"], ["knows"], 1.0), ([], ["knows"], 1.0)]
    assert_same(align(TEXT.corpus, Knowledge(lexicon=entries), method="gibbs"), aligned())


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [(["a"], ["b"])],
        [(["a"], ["a"])] * 3,
        [([], [])],
        [(["a"] * 7, ["b"] * 5)],
        [(["a"], ["b"] * 30), (["a"] * 30, ["b"])],
        [(list("abcdefgh"), list("abcdefgh"))] * 2,
        [(["a", "b"], ["a", "b"]), (["b", "a"], ["b", "a"])],
    ],
    ids=["none", "one", "equal", "empty", "repeated", "lopsided", "identical", "crossed"],
)
def test_tiny_corpora(method: str, pairs: list[tuple[list[str], list[str]]]) -> None:
    corpus = encode(pairs)
    found = align(corpus, method=method)
    assert_sound(found, corpus)
    assert links(found).pairs == len(pairs)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("seed", range(4))
def test_random_text_with_repeated_words_is_sound(method: str, seed: int) -> None:
    corpus = random_corpus(seed, 20, words=4, empty=True)
    assert_sound(align(corpus, method=method, seed=seed), corpus)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "size"), [("gibbs", 120), ("hmm", 1000)])
def test_a_long_pair_is_aligned(method: str, size: int) -> None:
    rng = np.random.default_rng(0)
    words = ["".join(rng.choice(list("bcdfghklmnprstvz"), 7)) for _ in range(size)]
    corpus = encode([(words, [word.upper() for word in words]), (["ka"], ["bo"])])
    assert not corpus.skipped
    found = align(corpus, method=method, learn=False)
    assert_sound(found, corpus)
    assert len(sets(links(found))[0] & {(i, i) for i in range(size)}) > 0.9 * size


@pytest.mark.slow
def test_identical_sides_are_linked_straight() -> None:
    pairs = [(source, source) for source, _ in TEXT.pairs[:10]]
    for line, (source, _) in zip(sets(links(align(encode(pairs)))), pairs, strict=True):
        assert line == {(i, i) for i in range(len(source))}


@pytest.mark.slow
def test_marginals_of_the_sampler_are_probabilities() -> None:
    from diglot.words.models import gibbs

    views = view(TEXT.corpus, plan=gibbs.sampling_schedule(60), seed=3)
    evidence = views.evidence
    for values in (evidence.forward, evidence.backward):
        assert values.min() >= 0
        assert values.max() <= 1 + 1e-5
    sampled = views.sampled
    # Every token has one link, to a word or to NULL.
    for side, tokens in enumerate((TEXT.corpus.target, TEXT.corpus.source)):
        total = sampled.links[side].sum(dtype=float) + sampled.nulls[side].sum(dtype=float)
        assert total == pytest.approx(len(tokens), rel=1e-5)
    for side, tokens in enumerate((TEXT.corpus.source, TEXT.corpus.target)):
        counted = sampled.fertilities[side].sum(axis=1, dtype=float)
        np.testing.assert_allclose(counted, np.bincount(tokens), rtol=1e-5)
