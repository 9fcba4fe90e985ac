"""Languages and tokens of sentence pairs."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.pipeline.sentence_pairs import (
    SentencePairs,
    Tokenising,
    Words,
    decide_tokenising,
)
from diglot.text import detection
from diglot.text.tokens import WordSegmenter, segmenters_in_use

ENGLISH = "The committee's report was read to the members on Monday morning ."
FRENCH = "Le rapport de l'année a été lu aux membres du comité lundi matin ."


def pairs(*texts: tuple[str, str], declared=(None, None)) -> SentencePairs:
    return SentencePairs(iter(texts), declared)


def decided(found: SentencePairs, **options) -> tuple[Tokenising, list[Words]]:
    given = {"told": (None, None), "tokenised": False, "same_language": False} | options
    how, stream = decide_tokenising(found, **given)
    return how, [*how.tokens(stream)]


def test_languages_are_detected_and_no_pair_is_lost() -> None:
    how, tokens = decided(pairs((ENGLISH, FRENCH), (ENGLISH, FRENCH)))
    assert how.codes == ("en", "fr")
    assert how.notes == (
        "source language detected: English (en)",
        "target language detected: French (fr)",
    )
    assert len(tokens) == 2


def test_text_is_cut_by_the_rules_of_its_language() -> None:
    _, [(source, target)] = decided(pairs((ENGLISH, FRENCH)))
    assert source[:3] == ["The", "committee", "'s"]
    assert target[3:5] == ["l'", "année"]


def test_tokens_that_are_given_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detection, "detect", None)
    how, [(source, _)] = decided(pairs((ENGLISH, FRENCH)), tokenised=True)
    assert how.codes == (None, None)
    assert source[1] == "committee's"


def test_what_is_told_wins_over_what_is_declared() -> None:
    found = pairs((ENGLISH, FRENCH), declared=("de", "it"))
    how, _ = decided(found, tokenised=True, told=("English", None))
    assert how.codes == ("en", "it")


def test_a_declared_language_decides_where_detection_is_unsure() -> None:
    how, _ = decided(pairs(("Ja", "Yes"), declared=("de-AT", "en")))
    assert how.codes == ("de", "en")


def test_no_language_is_none() -> None:
    how, [(source, _)] = decided(pairs(("1 2", "3 4")))
    assert how.codes == (None, None)
    assert source == ["1", "2"]


def test_one_language_on_both_sides_is_refused_unless_meant() -> None:
    with pytest.raises(ConfigError, match="both sides are in English"):
        decided(pairs((ENGLISH, ENGLISH)))
    how, _ = decided(pairs((ENGLISH, ENGLISH)), same_language=True)
    assert how.codes == ("en", "en")


def test_only_the_beginning_is_held_for_the_decision() -> None:
    given = 0

    def stream():
        nonlocal given
        for _ in range(10_000):
            given += 1
            yield ENGLISH, FRENCH

    how, rest = decide_tokenising(
        SentencePairs(stream()), told=(None, None), tokenised=False, same_language=False
    )
    assert 1000 < given < 3000
    assert sum(1 for _ in rest) == 10_000
    assert how.codes == ("en", "fr")


def test_a_segmenter_that_was_in_use_when_it_was_decided_cuts() -> None:
    segmenter = WordSegmenter.of({"大学": 50}, name="words@1")
    lines = [("大学的 N95", "the N95"), ("", "a")]
    with segmenters_in_use({"zh": segmenter}.get):
        how, given = Tokenising(("zh", "en")), Tokenising(("zh", "en"), tokenised=True)
    assert next(how.tokens(iter(lines))) == (["大学", "的", "N95"], ["the", "N95"])
    assert (how.tokenisers, how.tokeniser) == (("words@1", "diglot"), "diglot+words@1")
    assert [*given.tokens(iter(lines))] == [(["大学的", "N95"], ["the", "N95"]), ([], ["a"])]
    assert (given.tokenisers, given.tokeniser) == (("none", "none"), "none")
    assert Tokenising(("zh", "en")).tokeniser == "diglot"
