import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words.corpus import Vocabulary, encode
from diglot.words.storage import files
from diglot.words.storage.files import StoredVocabulary, pack_vocabulary

WORDS = st.lists(st.text(max_size=4), max_size=12)


def stored(vocabulary):
    return StoredVocabulary(*pack_vocabulary(vocabulary, vocabulary.size))


@given(WORDS, st.lists(st.text(max_size=4), max_size=30))
def test_it_numbers_forms_as_the_vocabulary_in_memory_does(words, forms):
    plain = Vocabulary(words)
    kept = stored(plain)
    assert kept.size == plain.size
    for form in [*forms, *words]:
        assert kept.find(form) == plain.find(form)
    for form in [*forms, *words, *forms]:
        assert kept[form] == plain[form]
        assert kept.size == plain.size
    assert kept.words == plain.words


@given(WORDS, WORDS)
def test_words_read_before_new_ones_come_stay_complete(words, new):
    plain = Vocabulary(words)
    kept = stored(plain)
    assert kept.words == plain.words
    for form in new:
        assert kept[form] == plain[form]
    assert kept.words == plain.words


def test_a_look_up_reads_no_words():
    kept = stored(Vocabulary(["a", "b"]))
    assert kept["B"] == 2
    assert kept["c"] == 3
    assert "words" not in vars(kept)


def test_the_empty_word_of_null_is_not_found():
    assert stored(Vocabulary(["a"])).find("") is None


@given(WORDS, WORDS)
def test_a_corpus_finds_the_same_numbers_as_a_sentence(words, forms):
    plain = Vocabulary(words)
    kept = stored(plain)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "MANY", 2)
        for form in [*forms, *words]:
            assert kept.find(form) == plain.find(form)
            assert kept[form] == plain[form]
    assert kept.words == plain.words


def test_new_words_are_not_added_by_finding():
    for vocabulary in (Vocabulary(["a"]), stored(Vocabulary(["a"]))):
        assert vocabulary.find("z") is None
        assert vocabulary.size == 2
        assert "z" not in vocabulary


def test_text_is_encoded_with_stored_words():
    plain = Vocabulary(["the", "house"])
    pair = [(["The", "red", "house"], ["das", "Haus"])]
    corpus = encode(pair, source_vocabulary=stored(plain))
    assert corpus.source.tolist() == [1, 3, 2]


def test_it_survives_pickling():
    kept = stored(Vocabulary(["a", "b"]))
    assert kept["c"] == 3
    assert pickle.loads(pickle.dumps(kept)).words == ["", "a", "b", "c"]


def test_it_has_no_other_attributes():
    with pytest.raises(AttributeError):
        stored(Vocabulary()).nothing  # noqa: B018
