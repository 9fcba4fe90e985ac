"""What is counted about candidates, against plain loops."""

from __future__ import annotations

from collections import Counter, defaultdict
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.extraction import occurrences
from diglot.terms.extraction.candidates import Candidates, find_candidates, restrict_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.extraction.features import (
    NEIGHBOURS,
    PLAIN,
    class_bits,
    token_positions,
    word_features,
)
from diglot.terms.extraction.occurrences import count_occurrences, value_spread
from diglot.terms.kernels.candidates import relatives_scores, weakest_joint
from tests.terms import toy

FUNCTION = frozenset({"the", "of"})
WORDS = st.sampled_from(["wind", "farm", "sea", "the", "of", ","])
TEXTS = st.lists(st.lists(WORDS, max_size=8), max_size=5)


def _found(sentences: list[list[str]]) -> Candidates:
    text = encode_corpus(sentences, function_words=FUNCTION, linking_words=frozenset({"of"}))
    return find_candidates(text)


def _spans(found: Candidates) -> list[tuple[int, int, int, int]]:
    """Sentence, begin, end, n-gram of every span."""
    result = []
    for sentence in range(len(found.offsets) - 1):
        for k in range(found.offsets[sentence], found.offsets[sentence + 1]):
            begin = int(found.begins[k])
            result.append((sentence, begin, begin + int(found.lengths[k]), int(found.ngrams[k])))
    return result


@given(TEXTS)
def test_longer_candidates_are_those_of_the_definition(sentences: list[list[str]]) -> None:
    found = _found(sentences)
    if not len(found):
        return
    seen = count_occurrences(found, np.ones(len(found), np.bool_), class_bits(found.corpus))
    words = {number: found.words(number) for number in range(len(found))}
    for small in words:
        # Every place of the small one inside the long one counts.
        places = [
            (large, at)
            for large in words
            if len(words[large]) > len(words[small])
            for at in range(len(words[large]) - len(words[small]) + 1)
            if words[large][at : at + len(words[small])] == words[small]
        ]
        assert seen.longer[small] == len(places)
        assert seen.begin_with[small] == sum(at == 0 for _, at in places)
        assert seen.total[small] == sum(found.frequencies[large] for large, _ in places)
        assert seen.most[small] == max((found.frequencies[large] for large, _ in places), default=0)


@given(TEXTS, st.sampled_from([1, 4, 1 << 22]))
def test_neighbours_are_those_of_the_definition(sentences: list[list[str]], at_once: int) -> None:
    found = _found(sentences)
    if not len(found):
        return
    text = found.corpus
    classes = class_bits(text)
    with patch.object(occurrences, "_OCCURRENCES", at_once):
        seen = count_occurrences(found, np.ones(len(found), np.bool_), classes)
    left: defaultdict[int, Counter[int]] = defaultdict(Counter)
    shares = np.zeros((len(found), 16))
    for sentence, begin, _, ngram in _spans(found):
        edge = begin == text.offsets[sentence]
        word = len(text.words) if edge else int(text.tokens[begin - 1])
        left[ngram][word] += 1
        shares[ngram] += [(int(classes[word]) >> k) & 1 for k in range(16)]
    assert np.allclose(seen.left, shares / found.frequencies[:, None])
    for ngram, words in left.items():
        p = np.array(list(words.values())) / words.total()
        assert np.isclose(seen.left_entropy[ngram], -(p * np.log(p)).sum())
        assert seen.left_kinds[ngram] == len(words)


def test_spread_over_values() -> None:
    kinds, entropy, largest = value_spread(np.array([0, 0, 0, 2]), np.array([5, 5, 1, 0]), 3)
    assert kinds.tolist() == [2, 0, 1]
    assert np.isclose(entropy[0], np.log(3) - 2 / 3 * np.log(2))
    assert largest.tolist() == [2 / 3, 0, 1]


def test_documents_that_hold_a_candidate() -> None:
    text = toy.counted(["wind wind", "wind", "sea"], documents=[0, 0, 1])
    assert text.seen.documents[toy.row(text, "wind")] == 1
    assert text.seen.largest_share[toy.row(text, "sea")] == 1


def test_relatives_are_those_of_the_definition() -> None:
    found = _found([["wind", "of", "farm", "sea"], ["farm", "sea"], ["wind"]])
    log_odds = np.arange(len(found), dtype=float)
    probability = 1 / (1 + np.exp(-log_odds))
    every = np.arange(len(found), dtype=np.int32)
    scores = relatives_scores(found.spans, found.first, every, log_odds, probability)
    of = {found.text(number): number for number in range(len(found))}
    whole = scores[of["wind of farm sea"]]
    assert whole[0] == max(of["wind of farm"], of["farm sea"])
    assert whole[1] == max(of["wind of farm"], of["wind"])
    assert whole[2] == max(of["farm sea"], of["sea"])
    assert np.isnan(whole[3])
    assert whole[4] == 0
    sea = scores[of["sea"]]
    assert sea[3] == max(of["farm sea"], of["wind of farm sea"])
    assert np.isclose(sea[5], probability[[of["farm sea"], of["wind of farm sea"]]].mean())


def test_the_weakest_joint() -> None:
    found = _found([["wind", "farm", "sea"], ["wind", "farm"], ["farm"]])
    size = len(found.corpus.tokens)
    joint = weakest_joint(found.spans, found.first, found.frequencies, size)
    of = {found.text(number): number for number in range(len(found))}
    assert np.isnan(joint[of["wind"]])
    assert np.isclose(joint[of["wind farm"]], np.log(2 * size / (2 * 3)))
    # "wind farm" + "sea" is a firmer joint than "wind" + "farm sea".
    assert np.isclose(
        joint[of["wind farm sea"]], min(np.log(size / (2 * 1)), np.log(size / (2 * 1)))
    )


def test_restricted_candidates_keep_only_the_asked_occurrences() -> None:
    found = _found([["wind", "farm"], ["wind", "farm"], ["sea"]])
    kept = restrict_candidates(
        found, np.array([span[0] == 0 or span[0] == 2 for span in _spans(found)])
    )
    texts = [kept.text(number) for number in range(len(kept))]
    assert dict(zip(texts, kept.frequencies.tolist(), strict=True)) == {
        "wind": 1,
        "wind farm": 1,
        "farm": 1,
        "sea": 1,
    }
    assert kept.offsets.tolist() == [0, 3, 3, 4]


def test_classes_of_words() -> None:
    text = toy.corpus(["the wind ( 12 ) is tall ,"])
    bits = class_bits(text)
    names = {
        word: {name for k, name in enumerate(NEIGHBOURS) if int(bits[number]) >> k & 1}
        for number, word in enumerate(text.words)
    }
    assert "determiner" in names["the"]
    assert names["wind"] == {"content"}
    assert names["("] == {"bracket"}
    assert names["12"] == {"digit"}
    assert names[","] == {"punctuation"}
    assert int(bits[-1]) == 1 << NEIGHBOURS.index("edge")


def test_figures_of_words() -> None:
    text = toy.corpus(["Winds blow", "the Winds blow", "the HAWT blows wind"])
    words = word_features(text, class_bits(text), general=None)
    names = {word: number for number, word in enumerate(text.words)}
    assert words.lemmas[names["winds"]] == words.lemmas[names["wind"]]
    capital, acronym = (words.plain[:, PLAIN.index(name)] for name in ("capital", "acronym"))
    # The capital at the beginning of a sentence does not count.
    assert capital[names["winds"]] == 1
    assert np.isnan(words.weirdness).all()
    assert acronym[names["hawt"]] == 1
    assert acronym[names["winds"]] == 0


def test_a_sentence_opens_with_its_first_word_and_the_numbers_before_it() -> None:
    positions = token_positions(toy.corpus(["a bb", "", "2.1 . c dd", "3", "No Bb Dd", "No Bb dd"]))
    assert positions.tolist() == [2, 0, 2, 2, 2, 0, 2, 2, 1, 1, 2, 0, 0]


def test_capitals_that_mark_nouns_are_no_sign_of_names() -> None:
    text = toy.corpus(["die neue Anlage steht", "der Rotor der Anlage"], language="de")
    words = word_features(text, class_bits(text), general=None)
    capital = words.plain[:, PLAIN.index("capital")]
    assert capital[text.words.index("anlage")] == 0
