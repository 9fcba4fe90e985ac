"""String metrics of terminology test sets: whole segments, edit rates, phrases."""

from __future__ import annotations

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from diglot.evaluate.terminology.strings import (
    edit_rates,
    effective_bleu,
    phrase_scores,
    term_weights,
    text_scores,
)
from tests.evaluate.terminology.marked_texts import SPANISH, SYSTEMS, encoded, marked

HYPOTHESES = ["a b t c d", "x t y", "nothing here at all"]
GOLD = encoded(
    marked("a b [1 t] c d", name="1"),
    marked("x [1 t] z", name="2"),
    marked("nothing here", name="3"),
)
REFERENCES = ["a b t c d", "x t z", "nothing here"]


def test_whole_segments_are_scored_as_sacrebleu_does():
    found = text_scores(GOLD, HYPOTHESES, REFERENCES)
    assert found["bleu"].values["score"] == BLEU().corpus_score(HYPOTHESES, [REFERENCES]).score
    plus = CHRF(word_order=2).corpus_score(HYPOTHESES, [REFERENCES]).score
    assert found["chrf2++"].values["score"] == pytest.approx(plus)
    assert "tok:13a" in str(found["bleu"].signature)


def test_words_of_terms_weigh_more():
    assert term_weights(encoded(marked("a [1 b c] d")), 2.0) == [[1, 2, 2, 1]]
    gold = encoded(marked("a [1 b] c d"))
    whole = edit_rates(gold, gold.hypothesis(["a b c x"]))["term"].values["score"]
    broken = edit_rates(gold, gold.hypothesis(["a x c d"]))["term"].values["score"]
    assert (whole, broken) == (0.75, 0.5)


def test_capitals_count_in_edit_rates():
    gold = encoded(marked("A [1 b]"))
    assert edit_rates(gold, gold.hypothesis(["a b"]))["ter"].values["score"] == 50


def test_phrases_are_scored_as_a_corpus_of_their_own():
    gold = encoded(marked(SPANISH))
    found = phrase_scores(gold, gold.hypothesis([SYSTEMS[1]]), (2,))
    held = [
        "también tenían fiebre (98%) ,",
        "(98%) , tos (47%) y",
        "(98%) , tos (47%) y",
        "sus principales síntomas .",
    ]
    wanted = [
        "también tenían fiebre (98%) ,",
        "(98%) , tos seca (47%) y",
        "(98%) , tos seca (47%)",
        "como principales síntomas .",
    ]
    by_hand = BLEU(tokenize="none", effective_order=True).corpus_score(held, [wanted]).score
    assert found["term_bleu_2"].values["score"] == pytest.approx(by_hand)
    assert found["term_chrf_2"].values["score"] == pytest.approx(
        CHRF().corpus_score(held, [wanted]).score
    )
    assert "k:2" in str(found["term_bleu_2"].signature)


def test_a_missing_term_is_punished_by_brevity():
    gold = encoded(marked("a b [1 t] c d"), marked("a b [1 t] c d", name="2"))
    both, one = (
        phrase_scores(gold, gold.hypothesis(texts), (1,))["term_bleu_1"].values["score"]
        for texts in (["a b t c d"] * 2, ["a b t c d", "x"])
    )
    assert both == pytest.approx(100)
    assert one == pytest.approx(100 * np.exp(-1))


def test_orders_that_no_phrase_has_are_left_out():
    gold = encoded(marked("[1 t]"))
    found = phrase_scores(gold, gold.hypothesis(["t"]), (2,))
    assert found["term_bleu_2"].values["score"] == pytest.approx(100)
    assert effective_bleu(np.zeros((3, 10))).tolist() == [0, 0, 0]
