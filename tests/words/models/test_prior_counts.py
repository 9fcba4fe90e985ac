import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.words.corpus import Vocabulary, encode, index
from diglot.words.models.prior_counts import MOST, SMALL, PackLookup, lexicon_prior
from diglot.words.storage.files import StoredVocabulary, pack_vocabulary
from tests.packs import pack_of

WORDS = st.lists(st.sampled_from(["a", "B", "c", "", "unknown"]), max_size=3).map(tuple)
ENTRIES = st.lists(st.tuples(WORDS, WORDS, st.sampled_from([0.0, 0.25, 1.0, 7.0])), max_size=8)


def found(entries, **options):
    source, target = Vocabulary(["a", "b", "c"]), Vocabulary(["a", "b", "c"])
    arrays = lexicon_prior(entries, source, target, **options)
    assert (source.size, target.size) == (4, 4)
    names = zip(*(array.tolist() for array in arrays), strict=True)
    return {(source.words[e], target.words[f]): count for e, f, count in names}


def plain_prior(entries, strength, side):
    weights = {}
    for source, target, weight in entries:
        for e in source:
            for f in target:
                if {e.lower(), f.lower()} <= {"a", "b", "c"} and weight:
                    pair = e.lower(), f.lower()
                    share = weight / (len(source) * len(target))
                    weights[pair] = weights.get(pair, 0.0) + share
    totals = {}
    for pair, weight in weights.items():
        totals[pair[side]] = totals.get(pair[side], 0.0) + weight
    return {pair: strength * weight / totals[pair[side]] for pair, weight in weights.items()}


@given(ENTRIES, st.sampled_from([0.0, 0.1, 2.0]), st.booleans())
def test_counts_are_those_of_a_plain_loop(entries, strength, backward):
    counts = found(entries, strength=strength, backward=backward)
    assert counts == pytest.approx(plain_prior(entries, strength, int(backward)), rel=1e-6)


@given(ENTRIES)
def test_pairs_are_unique_sorted_and_the_same_in_both_directions(entries):
    vocabulary = Vocabulary(["a", "b", "c"])
    one, other = (
        lexicon_prior(entries, vocabulary, vocabulary, backward=each) for each in (False, True)
    )
    keys = (one[0].astype(np.int64) * 4 + one[1]).tolist()
    assert keys == sorted(set(keys))
    assert [each.dtype for each in one] == [np.int32, np.int32, np.float32]
    assert one[0].tolist() == other[0].tolist()
    assert one[1].tolist() == other[1].tolist()


def test_a_word_shares_its_strength_among_its_translations():
    entries = [(("a",), ("b",), 3.0), (("A",), ("c",), 1.0), (("b",), ("c",), 0.5)]
    assert found(entries, strength=2) == {("a", "b"): 1.5, ("a", "c"): 0.5, ("b", "c"): 2.0}
    backward = found(entries, strength=3, backward=True)
    assert backward == {("a", "b"): 3.0, ("a", "c"): 2.0, ("b", "c"): 1.0}


def test_a_phrase_counts_less_for_each_of_its_word_pairs():
    entries = [(("a",), ("b",), 1.0), (("a", "b"), ("c", "unknown"), 1.0)]
    counts = found(entries)
    assert counts["a", "b"] == pytest.approx(0.8)
    assert counts["a", "c"] == pytest.approx(0.2)


def test_no_entries_give_empty_arrays():
    assert [len(each) for each in lexicon_prior([], Vocabulary(), Vocabulary())] == [0, 0, 0]


def test_words_of_a_saved_model_are_found():
    vocabulary = Vocabulary(["a", "b"])
    stored = StoredVocabulary(*pack_vocabulary(vocabulary, vocabulary.size))
    assert lexicon_prior([(("B",), ("b",), 1.0)], stored, stored)[0].tolist() == [2]


@pytest.mark.parametrize("number", [-1.0, float("nan"), float("inf")])
def test_numbers_that_are_no_weights_are_refused(number):
    with pytest.raises(ConfigError, match="strength"):
        found([], strength=number)
    with pytest.raises(ConfigError, match="weight"):
        found([(("a",), ("a",), number)])


def recalled(text, links):
    """Links of a pack, by the words of a text: forward and backward."""
    corpus = encode(text)
    pairs = index(corpus)
    known = PackLookup(pack_of("en", "fr", links)).recall(corpus, pairs)
    one, other = corpus.source_vocabulary.words, corpus.target_vocabulary.words
    rows = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
    by_words = {
        (one[e], other[f]): tuple(float(side[p]) for side in known.links)
        for p, (e, f) in enumerate(zip(rows, pairs.columns, strict=True))
    }
    return corpus, known, by_words


def test_the_links_a_pack_knows_of_a_word_weigh_no_more_than_a_few_of_the_text() -> None:
    links = {("the", "le"): 4 * MOST, ("the", "la"): 2 * MOST, ("of", "la"): 1.0}
    corpus, known, found = recalled([(["The", "of"], ["la", "lune"])], links)
    assert found["the", "la"] == pytest.approx((MOST / 3, 2 * MOST * MOST / (2 * MOST + 1)))
    assert found["of", "la"] == pytest.approx((1.0, MOST / (2 * MOST + 1)))
    assert found["the", "lune"] == found["of", "lune"] == (0, 0)
    totals = dict(zip(corpus.source_vocabulary.words, known.totals[0].tolist(), strict=True))
    assert totals == pytest.approx({"": 0, "the": MOST, "of": 1})


def test_words_without_accents_are_found_in_a_pack_those_with_others_are_not() -> None:
    links = {("summer", "été"): 2.0, ("ete", "ete"): 1.0, ("already", "déjà"): 3.0}
    _, _, found = recalled([(["already", "summer"], ["ETE", "DEJA", "dèja"])], links)
    assert found["already", "deja"] == (3.0, 3.0)
    assert found["summer", "ete"] == (0, 0)  # there is a word that is written so
    assert found["already", "dèja"] == (0, 0)


def test_words_are_found_in_a_pack_in_other_letters_of_the_same_spelling() -> None:
    links = {("book", "کتاب"): 2.0, ("he goes", "می\u200cرود"): 2.0, ("image", "ả́nh"): 1.0}
    targets = ["كِتاب", "ميرود", "a\u0309\u0301nh"]
    _, _, found = recalled([(["book", "he goes", "image"], targets)], links)
    assert found["book", targets[0]] == found["he goes", targets[1]] == (2.0, 2.0)
    assert found["image", targets[2]] == (1.0, 1.0)


def test_a_pack_gives_way_to_a_large_text() -> None:
    text = [(["the"], ["la"])] * (4 * SMALL)
    _, _, found = recalled(text, {("the", "la"): 4 * MOST})
    assert found["the", "la"] == pytest.approx((MOST / 2, MOST / 2))
