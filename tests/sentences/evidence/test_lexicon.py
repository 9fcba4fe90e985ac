"""Learning a lexicon from links."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.sentences.corpus import Corpus, Texts, encode
from diglot.sentences.evidence import lexicon
from diglot.sentences.link_types import Types, link_types
from diglot.sentences.values import Path
from tests.sentences.texts import Language
from tests.twins import load_twin

TYPES = link_types(3, 4)


def diagonal(size: int) -> Path:
    """Links 1-1 from beginning to end."""
    ends = np.arange(1, size + 1)
    return Path(ends, ends, np.zeros(size, np.int64))


def learned(corpus: Corpus, size: int, types: Types = TYPES) -> lexicon.Lexicon:
    return lexicon.learn(corpus, [diagonal(size)], types)


def probability(found: lexicon.Lexicon, s: int, t: int) -> float:
    row = slice(found.first[s], found.first[s + 1])
    here = found.forward[row][found.key[row] == t]
    return float(here[0]) if len(here) else 0.0


def test_the_commonest_words_find_their_translations() -> None:
    language = Language(1)
    text = language.text(200)
    corpus = encode([Texts(text.source, text.target)])
    keys = [
        {form: number for number, form in enumerate(side)}
        for side in forms(text.source, text.target)
    ]
    found = learned(corpus, 200)
    best = likeliest(found)
    right = sum(
        best[keys[0][ours[:6]]] == keys[1][theirs[:6]]
        for ours, theirs in zip(language.source[:30], language.target[:30], strict=True)
    )
    assert right >= 27


def forms(*sides: list[str]) -> list[list[str]]:
    """Token forms of each side in the order of their keys."""
    from diglot.sentences.encoding import Vocabulary

    result = []
    for side in sides:
        vocabulary = Vocabulary()
        vocabulary.encode(side)
        result.append(list(vocabulary.keys))
    return result


def likeliest(found: lexicon.Lexicon) -> dict[int, int]:
    """The likeliest translation of every source key that has one."""
    best = {}
    for s, (begin, end) in enumerate(zip(found.first, found.first[1:], strict=False)):
        if end > begin:
            best[s] = int(found.key[begin + found.forward[begin:end].argmax()])
    return best


def test_a_pair_seen_once_is_no_translation_but_an_identical_word_is() -> None:
    corpus = encode([Texts(["mola Taxi.", "tiri."], ["sarn Taxi.", "lim."])])
    found = learned(corpus, 2)
    pairs = {
        (s, int(t))
        for s in range(corpus.vocabulary_s)
        for t in found.key[found.first[s] : found.first[s + 1]]
    }
    ours, theirs = (
        {form: k for k, form in enumerate(side)}
        for side in forms(["mola Taxi.", "tiri."], ["sarn Taxi.", "lim."])
    )
    assert (ours["taxi"], theirs["taxi"]) in pairs
    assert (ours["mola"], theirs["sarn"]) not in pairs
    assert (ours["."], theirs["."]) in pairs


def test_a_dictionary_entry_makes_a_pair_likely_that_was_seen_once() -> None:
    texts = Texts(["mola tiri osu.", "vira kel."], ["sarn poku lim.", "brok ug."])
    ours, theirs = (
        {form: k for k, form in enumerate(side)}
        for side in forms(list(texts.source), list(texts.target))
    )
    without = learned(encode([texts]), 2)
    known = learned(encode([texts], lexicon=[("mola", "sarn", 1.0)]), 2)
    weak = learned(encode([texts], lexicon=[("mola", "sarn", 0.3)]), 2)
    place = ours["mola"], theirs["sarn"]
    assert probability(without, *place) == 0.0
    assert probability(known, *place) > probability(weak, *place) > 0.1


def test_unexplained_shares_are_measured_on_links_that_were_not_learned_from() -> None:
    translated = Language(3, words=40).text(160, words=(6, 8))
    unrelated = [Language(seed, words=300).text(160, words=(6, 8)) for seed in (4, 5)]
    good = learned(encode([Texts(translated.source, translated.target)]), 160)
    bad = learned(encode([Texts(unrelated[0].source, unrelated[1].target)]), 160)
    assert 0.2 <= good.null_source < 0.5
    assert 0.2 <= good.null_target < 0.5
    assert bad.null_source > 0.6
    assert bad.null_target > 0.6


def test_few_links_leave_the_unexplained_share_as_it_is() -> None:
    text = Language(2).text(40)
    found = learned(encode([Texts(text.source, text.target)]), 40)
    assert (found.null_source, found.null_target) == (0.9, 0.9)


def test_the_weight_of_a_mixture_is_found() -> None:
    rng = np.random.default_rng(1)
    # Tokens drawn from the lexicon are ten times as likely there as by chance, others a tenth.
    from_lexicon = rng.random(20_000) < 0.6
    ratio = np.where(rng.random(20_000) < np.where(from_lexicon, 10 / 11, 1 / 11), 10.0, 0.1)
    share = float((ratio == 0.1).mean())
    # Of 8 rounds from one half the maximum is not far.
    null = np.linspace(0.01, 0.99, 99)
    best = null[np.argmax([np.log(x + (1 - x) * ratio).mean() for x in null])]
    assert lexicon._mixture_weight(ratio) == pytest.approx(best, abs=0.03)
    assert 0.3 < share < 0.6
    assert lexicon._mixture_weight(np.full(50, 1e6)) == 0.2
    assert lexicon._mixture_weight(np.zeros(50)) == 0.97
    assert lexicon._mixture_weight(np.zeros(0)) == 0.9


def test_long_texts_are_learned_from_an_even_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Language(6, words=30).text(400, words=(5, 7))
    corpus = encode([Texts(text.source, text.target)])
    everything = learned(corpus, 400)
    monkeypatch.setattr(lexicon, "MAX_LINKS", 200)
    sample = learned(corpus, 400)
    assert 0 < len(sample.key) < len(everything.key)
    best = [likeliest(found) for found in (everything, sample)]
    same = [s for s in best[1] if best[0].get(s) == best[1][s]]
    assert len(same) > 0.8 * len(best[1])


def test_links_of_more_than_five_sentences_teach_nothing() -> None:
    source, target = (
        ["mola osu.", "tiri osu.", "kel osu.", "mola kel.", "tiri."] * 4,
        ["sarn lim poku brok."] * 4,
    )
    corpus = encode([Texts(source, target)])
    ends = np.arange(1, 5)
    types = link_types(5, 6)
    five_one = [k for k in range(len(types)) if (types.source[k], types.target[k]) == (5, 1)]
    path = Path(ends * 5, ends, np.full(4, five_one[0]))
    assert len(lexicon.learn(corpus, [path], types).key) == 0


def test_weights_of_seeds_reach_their_pairs() -> None:
    first, key = np.array([0, 2, 2, 4]), np.array([3, 1, 2, 0], np.int32)
    seed_first, seed_key = np.array([0, 2, 3, 4]), np.array([1, 9, 4, 0], np.int32)
    weights = lexicon._seed_weights(
        first, key, seed_first, seed_key, np.array([0.25, 0.5, 0.75, 1.0], np.float32)
    )
    assert weights.tolist() == [0.0, 0.25, 0.0, 1.0]


def test_one_giant_sentence_does_not_crowd_the_others_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = Language(7, words=60).text(200, words=(5, 7))
    giant = ["mola " * 2000, "sarn " * 2000]
    monkeypatch.setattr(lexicon, "MAX_TOKEN_PAIRS", 100_000)
    corpus = encode([Texts([giant[0], *text.source], [giant[1], *text.target])])
    assert len(learned(corpus, 201).key) > 200


@pytest.mark.parametrize("words", [1, 3, 40])
def test_entries_between_some_keys_are_all_that_there_are(words: int) -> None:
    text = Language(2).text(60)
    found = learned(encode([Texts(text.source, text.target)]), 60)
    random = np.random.default_rng(words)
    sides = [
        np.unique(random.choice(size, words)).astype(np.int32)
        for size in (len(found.first) - 1, int(found.key.max()) + 1)
    ]
    local = found.restrict(*sides)
    twin = load_twin("diglot.sentences.kernels.lexicon").restrict(
        found.first, found.key, found.forward, found.backward, *sides
    )
    for ours, theirs in zip(
        (local.first, local.key, local.forward, local.backward), twin, strict=True
    ):
        assert ours.tolist() == theirs.tolist()
    for s, row in enumerate(sides[0]):
        for t, key in enumerate(sides[1]):
            assert probability(local, s, t) == probability(found, row, key)
