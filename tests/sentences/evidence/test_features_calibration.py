"""Vectors of any encoder are put on one scale by the links at hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from diglot.learning.encoders import vectors as encoded
from diglot.learning.encoders.vectors import TextVectors
from diglot.sentences.encoding import Vocabulary
from diglot.sentences.evidence import features
from diglot.sentences.evidence.features import calibrate
from diglot.sentences.link_types import link_types
from diglot.sentences.values import Calibration, Pair, Path

TYPES = link_types(2, 3)


def unit(array: np.ndarray) -> TextVectors:
    norms = np.linalg.norm(array, axis=1, keepdims=True)
    return TextVectors((array / norms).astype(np.float32))


def pair(size: int, noise: float, *, shift: float = 0.0, seed: int = 1) -> Pair:
    rng = np.random.default_rng(seed)
    side = Vocabulary().encode(["x"] * size)
    source = rng.normal(size=(size, 16)) + shift
    target = source + noise * rng.normal(size=(size, 16))
    return Pair(side, side, (unit(source), unit(target)))


def diagonal(size: int, kind: int = 0) -> Path:
    ends = np.arange(1, size + 1)
    return Path(ends, ends, np.full(size, kind))


def test_the_middle_lies_between_links_and_their_neighbours() -> None:
    found = calibrate([pair(200, 0.5)], [diagonal(200)], TYPES)
    assert 0.3 < found.middle < 0.6
    assert found.slope > 5


def test_an_encoder_that_finds_everything_alike_has_a_higher_middle() -> None:
    plain = calibrate([pair(200, 0.5)], [diagonal(200)], TYPES)
    alike = calibrate([pair(200, 0.5, shift=3.0)], [diagonal(200)], TYPES)
    assert alike.middle > plain.middle + 0.3
    assert alike.slope > plain.slope


def test_vectors_that_tell_nothing_weigh_nothing() -> None:
    unrelated = pair(400, 1e6)
    assert calibrate([unrelated], [diagonal(400)], TYPES).slope < 1.5


def test_some_wrong_links_change_little() -> None:
    right = pair(300, 0.3)
    assert right.vectors is not None
    target = right.vectors[1].vectors.copy()
    target[:60] = target[200:260][::-1]
    spoilt = Pair(right.source, right.target, (right.vectors[0], TextVectors(target)))
    clean, found = (calibrate([each], [diagonal(300)], TYPES) for each in (right, spoilt))
    assert found.middle == pytest.approx(clean.middle, abs=0.1)
    assert found.slope > 0.4 * clean.slope


def test_too_few_links_or_no_vectors_say_nothing() -> None:
    assert calibrate([pair(9, 0.1)], [diagonal(9)], TYPES) == Calibration()
    blind = Pair(pair(50, 0.1).source, pair(50, 0.1).target)
    assert calibrate([blind], [diagonal(50)], TYPES) == Calibration()


def test_perfect_vectors_do_not_weigh_without_bound() -> None:
    assert calibrate([pair(50, 0.0)], [diagonal(50)], TYPES).slope <= features._STEEPEST


@pytest.mark.parametrize("widths", [(2.0, 1.0, 4.0), (9.0, 2.0)])
def test_cosines_of_runs_are_the_same_whatever_was_asked_before(
    widths: Sequence[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.sentences import corpora

    monkeypatch.setattr(encoded, "ROWS", 3)
    monkeypatch.setattr(encoded, "RUNS", 5)
    corpus = corpora.corpus(5, 19, 18, vectors=True)
    (known,) = corpus.pairs
    assert known.vectors is not None
    assert known.cosines is not None
    for most, width in enumerate(widths, start=2):
        types = link_types(most, most + 1)
        scorer = corpora.scorer(corpus, corpora.lexicon(5, corpus), types)
        reach = scorer.evidence(corpora.diagonal(19, 18, width), 2, 17)
        lengths = list(zip(types.source.tolist(), types.target.tolist(), strict=True))
        found = known.cosines.of(lengths, slice(reach.row0, reach.row1), reach.begin, reach.end)
        assert found.shape == (len(types), reach.pair_first[-1])
        for kind, (a, b) in enumerate(zip(types.source, types.target, strict=True)):
            at = 0
            for i in range(reach.row0, reach.row1):
                for j in range(reach.begin[i], reach.end[i]):
                    expected = 0.0
                    if a and b and i + 1 >= a and j + 1 >= b:
                        ours = known.vectors[0].vectors[i + 1 - a : i + 1].sum(0)
                        theirs = known.vectors[1].vectors[j + 1 - b : j + 1].sum(0)
                        expected = ours @ theirs / np.linalg.norm(ours) / np.linalg.norm(theirs)
                    assert found[kind, at] == pytest.approx(expected, abs=1e-5)
                    at += 1
