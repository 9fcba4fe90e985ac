"""BLEU, chrF2 and chrF2++ must be sacreBLEU's to the last digit, from counts that can be summed."""

from __future__ import annotations

import logging
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.strings.ngrams import TOKENISERS, bleu, bleu_score, chrf, words_13a

TEXT = st.one_of(
    st.text(alphabet="abAB .,'-1()%&;\n中é\u3000\u2028", max_size=25),
    st.lists(
        st.sampled_from(["the", "cat", "sat", "(on)", "mat.", "3.5", "x-y", "&amp;", "<skipped>"]),
        max_size=12,
    ).map(" ".join),
)
STREAMS = st.integers(1, 3).flatmap(
    lambda more: st.lists(
        st.tuples(TEXT, TEXT, *[st.one_of(st.none(), TEXT)] * (more - 1)), min_size=1, max_size=4
    )
)


@pytest.fixture(autouse=True)
def _no_warnings_of_tokenised_text():
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)


def as_sacrebleu(metric, rows):
    hypotheses, *streams = map(list, zip(*rows, strict=True))
    score = metric.corpus_score(hypotheses, streams).score
    counts = metric._extract_corpus_statistics(hypotheses, streams)
    return score, str(metric.get_signature()), [list(map(float, row)) for row in counts]


def as_here(found):
    return found.score, found.signature, found.statistics.tolist()


@settings(max_examples=30)
@given(STREAMS, st.booleans(), st.sampled_from(("13a", "none", "intl", "char", "zh")))
def test_bleu_is_that_of_sacrebleu(rows, lowercase, tokeniser):
    from sacrebleu.metrics import BLEU

    found = bleu(*map(list, zip(*rows, strict=True)), lowercase=lowercase, tokeniser=tokeniser)
    metric = BLEU(lowercase=lowercase, tokenize=tokeniser)
    assert as_here(found) == as_sacrebleu(metric, rows)


@settings(max_examples=30)
@given(STREAMS, st.booleans())
def test_chrf_is_that_of_sacrebleu(rows, lowercase):
    from sacrebleu.metrics import CHRF

    for found, words in zip(
        chrf(*map(list, zip(*rows, strict=True)), lowercase=lowercase), (0, 2), strict=True
    ):
        metric = CHRF(word_order=words, lowercase=lowercase)
        assert as_here(found) == as_sacrebleu(metric, rows)
        assert found.name == metric.corpus_score(*([[""], [[""]]])).name


@settings(max_examples=40)
@given(st.lists(st.text(alphabet="aé1 .,-'\n&;quotamplgt<skipped>(){}~/@\t\x1c", max_size=20)))
def test_words_13a_are_those_of_sacrebleu(texts):
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenise = Tokenizer13a()
    assert words_13a(texts) == [tokenise(text.rstrip()).split() for text in texts]


def test_each_resample_is_scored_as_sacrebleu_would():
    from sacrebleu.metrics import BLEU, CHRF

    rng = np.random.default_rng(0)
    words = np.array(["a", "b", "c", "the", "cat", "it."])
    texts = [[" ".join(rng.choice(words, rng.integers(0, 12))) for _ in range(20)] for _ in "hr"]
    draws = rng.integers(0, 20, (40, 3))
    metrics = (BLEU(force=True), CHRF(), CHRF(word_order=2))
    for found, metric in zip((bleu(*texts), *chrf(*texts)), metrics, strict=True):
        sums = found.statistics[draws].sum(axis=1)
        wanted = [
            metric.corpus_score([texts[0][k] for k in draw], [[texts[1][k] for k in draw]]).score
            for draw in draws
        ]
        assert found.aggregate(sums).tolist() == wanted
        assert found.aggregate(sums.reshape(8, 5, -1)).ravel().tolist() == wanted


def test_columns_have_names():
    for found in (bleu(["a"], ["b"]), *chrf(["a"], ["b"])):
        assert len(set(found.columns)) == len(found.columns) == found.statistics.shape[1]


def test_the_reference_is_perfect():
    texts = ["the cat sat on the mat", "it was a dog"]
    assert round(bleu(texts, texts).score, 9) == 100
    assert [each.score for each in chrf(texts, texts)] == [100, 100]


def test_no_segments_and_empty_texts_score_nothing():
    for texts in ([], [""], ["", ""]):
        assert bleu(texts, texts).score == 0
        assert [each.score for each in chrf(texts, texts)] == [0, 0]
    assert bleu_score(np.zeros((3, 10))).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("language", "name"), [("zh", "zh"), ("zh-TW", "zh"), ("fr", "13a"), (None, "13a")]
)
def test_the_language_chooses_the_tokeniser(language, name):
    assert f"|tok:{name}|" in bleu(["中文 ok."], ["中文 ok."], language=language).signature


def test_japanese_without_an_analyser_counts_characters(monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.tokenizers.tokenizer_ja_mecab", raising=False)
    assert "|tok:char|" in bleu(["日本語です"], ["日本語です"], language="ja").signature
    with pytest.raises(ConfigError, match=r"ja-mecab needs more: pip install 'sacrebleu\[ja\]'"):
        bleu(["日本語です"], ["日本語です"], tokeniser="ja-mecab")


def test_a_tokeniser_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(ConfigError, match=", ".join(TOKENISERS)):
        bleu(["a"], ["a"], tokeniser="15z")


@pytest.mark.parametrize("metric", [bleu, chrf])
def test_unequal_numbers_and_missing_references_are_refused(metric):
    with pytest.raises(InputError, match="1 translation but 2 references"):
        metric(["a"], ["a", "b"])
    with pytest.raises(InputError, match="segment 1: no reference"):
        metric(["a"], [None])
