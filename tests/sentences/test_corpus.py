"""What is known of a run of documents."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.sentences.corpus import IDF_LIMIT, Corpus, Texts, encode, own_words
from diglot.sentences.encoding import Vocabulary
from diglot.sentences.values import Seeds


def seeds(corpus: Corpus, source: list[str], target: list[str]) -> dict[tuple[str, str], float]:
    """Seeds by their forms."""
    sides = []
    for side in (source, target):
        vocabulary = Vocabulary()
        vocabulary.encode(side)
        sides.append(list(vocabulary.keys))
    table = corpus.seeds
    return {
        (sides[0][row], sides[1][table.key[entry]]): round(float(table.weight[entry]), 4)
        for row in range(corpus.vocabulary_s)
        for entry in range(table.first[row], table.first[row + 1])
    }


def test_identical_tokens_are_seeds() -> None:
    source, target = ["Anna 12, mola."], ["sarn Anna 12."]
    corpus = encode([Texts(source, target)])
    assert seeds(corpus, source, target) == {
        ("anna", "anna"): 1.0, ("12", "12"): 1.0, (".", "."): 1.0,
    }  # fmt: skip


def test_entries_of_a_dictionary_are_seeds_and_phrases_share_their_weight() -> None:
    source, target = ["mola tiri Anna osu"], ["sarn poku lim Anna"]
    entries = [
        ("Mola", "sarn", 0.8),
        ("tiri", "poku lim", 0.6),
        ("kel", "lim", 1.0),
        ("osu", "x", 1.0),
    ]
    corpus = encode([Texts(source, target)], lexicon=entries)
    assert seeds(corpus, source, target) == {
        ("anna", "anna"): 1.0, ("mola", "sarn"): 0.8, ("tiri", "poku"): 0.3, ("tiri", "lim"): 0.3,
    }  # fmt: skip


def test_the_strongest_of_several_entries_counts() -> None:
    source, target = ["mola"], ["sarn"]
    entries = [("mola", "sarn", 0.2), ("mola", "sarn", 0.9), ("mola", "sarn", 0.5)]
    assert seeds(encode([Texts(source, target)], lexicon=entries), source, target) == {
        ("mola", "sarn"): 0.9
    }


def test_all_pairs_of_a_run_share_their_vocabularies() -> None:
    corpus = encode([Texts(["mola osu"], ["sarn"]), Texts(["osu tiri"], ["lim sarn"])])
    first, second = corpus.pairs
    assert first.source.tokens.tolist() == [0, 1]
    assert second.source.tokens.tolist() == [1, 2]
    assert second.target.tokens.tolist() == [1, 0]
    assert (corpus.vocabulary_s, corpus.vocabulary_t) == (3, 2)
    assert corpus.probability_s.sum() == pytest.approx(1.0)
    assert corpus.probability_s[1] == pytest.approx(2.1 / 4.3)


def test_rare_words_weigh_more_and_no_word_more_than_the_limit() -> None:
    corpus = encode([Texts(["mola " * 500 + "osu"], ["sarn"])])
    assert corpus.idf_s[1] > corpus.idf_s[0] >= 0
    assert corpus.idf_s.max() <= IDF_LIMIT


def test_names_of_another_script_join_the_side_that_lacks_them() -> None:
    corpus = encode([Texts(["Потом Москва молчала."], ["Then Moscow was silent."])])
    pair = corpus.pairs[0]
    assert len(pair.source.tokens) == 5
    key = pair.source.tokens[-1]
    assert corpus.seeds.identical[key] in pair.target.tokens


def test_paragraphs_count_only_when_both_sides_have_them() -> None:
    both = encode([Texts(["a", "b"], ["x"], source_opens=[1, 0], target_opens=[1])])
    assert both.pairs[0].source.opens.tolist() == [1, 0]
    one = encode([Texts(["a", "b"], ["x"], source_opens=[1, 0])])
    assert one.pairs[0].source.opens.tolist() == [0, 0]


def test_vectors_are_brought_to_length_one() -> None:
    corpus = encode(
        [Texts(["a", "b"], ["x"], source_vectors=np.array([[3.0, 4.0], [0.0, 0.0]]),
               target_vectors=np.array([[0.0, -2.0]]))]
    )  # fmt: skip
    assert corpus.pairs[0].vectors is not None
    source, target = corpus.pairs[0].vectors
    np.testing.assert_allclose(source.vectors, [[0.6, 0.8], [0.0, 0.0]], rtol=1e-6)
    np.testing.assert_allclose(target.vectors, [[0.0, -1.0]], rtol=1e-6)


def test_pairs_over_their_own_words_know_the_same_of_them() -> None:
    entries = [("mola", "sarn", 0.5), ("osu", "lim", 0.25), ("tiri", "sarn", 1.0)]
    texts = [
        Texts(["mola osu", "Taxi mola"], ["sarn", "Taxi lim."]),
        Texts(["tiri kel Taxi"], ["sarn ug"]),
    ]
    corpus = encode(texts, lexicon=entries)
    for numbers in (slice(0, 1), slice(1, 2), slice(0, 2)):
        own, pairs = own_words(corpus, numbers), corpus.pairs[numbers]
        local = own.corpus
        for mine, pair in zip(local.pairs, pairs, strict=True):
            assert own.source[mine.source.tokens].tolist() == pair.source.tokens.tolist()
            assert own.target[mine.target.tokens].tolist() == pair.target.tokens.tolist()
        assert local.probability_s.tolist() == corpus.probability_s[own.source].tolist()
        assert local.idf_t.tolist() == corpus.idf_t[own.target].tolist()
        inside = {
            (row, key, weight)
            for row, key, weight in _entries(corpus.seeds)
            if row in own.source and key in own.target
        }
        assert {(own.source[row], own.target[key], w) for row, key, w in _entries(local.seeds)} == (
            inside
        )
        for row, key in zip(own.source, local.seeds.identical, strict=True):
            there = corpus.seeds.identical[row]
            assert (own.target[key] if key >= 0 else -1) == (there if there in own.target else -1)


def _entries(seeds: Seeds) -> list[tuple[int, int, float]]:
    rows = np.repeat(np.arange(len(seeds.first) - 1), np.diff(seeds.first))
    return list(zip(rows.tolist(), seeds.key.tolist(), seeds.weight.tolist(), strict=True))


def test_sections_of_a_pair_are_pairs() -> None:
    source, target = ["mola osu", "tiri", "kel"], ["sarn", "lim", "poku ug"]
    (whole,) = encode([Texts(source, target)]).pairs
    first, second = encode(
        [Texts(source, target, sections=[((0, 1), (0, 2)), ((1, 3), (2, 3))])]
    ).pairs
    assert (first.source.size, first.target.size) == (1, 2)
    assert np.concatenate([first.source.tokens, second.source.tokens]).tolist() == (
        whole.source.tokens.tolist()
    )
    assert second.target.lengths.tolist() == whole.target.lengths[2:].tolist()
