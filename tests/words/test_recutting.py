"""A pack under the words of a text that was cut otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.packs.pack import Pack, Side, make_pack, turn_round
from diglot.words import align
from diglot.words.corpus import encode
from diglot.words.recutting import find_parts, pack_of_model, recut_pack, tokens_alike

ENGLISH = Side("en", ["peking", "student", "university", "the"], np.array([9, 9, 9, 9]), "diglot")


def pack_of(words: dict[str, dict[str, float]], tokeniser: str) -> Pack:
    """Make a pack of Chinese words and the English ones they are linked to."""
    chinese = Side("zh", list(words), np.full(len(words), 10), tokeniser)
    pairs = [
        (k, ENGLISH.words.index(there), count)
        for k, links in enumerate(words.values())
        for there, count in links.items()
    ]
    one, other, counts = (np.array(column) for column in zip(*pairs, strict=True))
    links = one.astype(np.int64), other.astype(np.int64), counts.astype(np.float32)
    return make_pack(chinese, ENGLISH, links, sources=(), date="")


def counts(pack: Pack) -> dict[tuple[str, str], float]:
    """Return the links of a pack by words."""
    found = zip(pack.row_of_pair.tolist(), pack.columns.tolist(), pack.counts.tolist(), strict=True)
    return {(pack.source.words[e], pack.target.words[f]): round(n, 3) for e, f, n in found}


WORDS = {"北京大学": {"peking": 4, "university": 4}, "学生": {"student": 6}}


def test_a_longer_word_of_the_pack_serves_the_words_that_it_covers() -> None:
    text = encode([(["北京", "大学", "的", "学生"], ["the", "student"])])
    found = counts(recut_pack(pack_of(WORDS, "words@1"), text, ("none", "none")))
    assert found == {
        ("北京", "peking"): 4,
        ("北京", "university"): 4,
        ("大学", "peking"): 4,
        ("大学", "university"): 4,
        ("学生", "student"): 6,
    }


def test_a_longer_word_of_the_text_has_the_words_that_cover_it_by_their_letters() -> None:
    text = encode([(["北京大学学生"], ["student"]), (["N95", "mask"], ["the"])])
    found = counts(recut_pack(pack_of(WORDS, "words@1"), text, ("none", "none")))
    assert found[("北京大学学生", "student")] == 2
    assert found[("北京大学学生", "peking")] == pytest.approx(8 / 3, abs=0.01)


def test_a_pack_of_characters_serves_words() -> None:
    pack = pack_of({"学": {"university": 4}, "生": {"student": 2}}, "diglot")
    text = encode([(["学生"], ["student"])])
    found = counts(recut_pack(pack, text, ("words@1", "diglot")))
    assert found == {("学生", "university"): 2, ("学生", "student"): 1}


def test_the_same_words_have_the_same_links() -> None:
    pack = pack_of(WORDS, "words@1")
    text = encode([(["北京大学", "学生"], ["student"])])
    assert counts(recut_pack(pack, text, ("none", "none"))) == counts(pack)
    assert recut_pack(pack, text, ("words@1", "none")) is pack


GERMAN = ("de", {"fußball": {"football": 8, "the": 2}, "turniere": {"tournament": 5}})


def german_pack(code: str) -> Pack:
    """Make a pack of two words that compounds are made of."""
    english = Side("en", ["football", "the", "tournament"], np.array([90, 900, 90]), "diglot")
    side = Side(code, list(GERMAN[1]), np.array([100, 100]), "diglot")
    links = np.array([0, 0, 1]), np.array([0, 1, 2]), np.array([8, 2, 5], np.float32)
    return make_pack(side, english, links, sources=(), date="")


def test_a_compound_that_the_pack_lacks_has_the_links_of_its_parts() -> None:
    text = encode([(["jugendfußballturniere", "der", "fußball"], ["youth", "football"])])
    pack = german_pack("de")
    found = counts(recut_pack(pack, text, ("diglot", "diglot")))
    assert found == {
        **counts(pack),
        ("jugendfußballturniere", "football"): 8,
        ("jugendfußballturniere", "the"): 2,
        ("jugendfußballturniere", "tournament"): 10,
    }


def test_compounds_of_the_target_have_the_links_of_their_parts_too() -> None:
    text = encode([(["football"], ["fußballturniere"])])
    found = counts(recut_pack(turn_round(german_pack("de")), text, ("diglot", "diglot")))
    assert found[("tournament", "fußballturniere")] == 10
    assert found[("football", "fußballturniere")] == 8


def test_languages_without_compounds_keep_their_words() -> None:
    text = encode([(["fußballturniere"], ["football"])])
    pack = german_pack("fr")
    assert recut_pack(pack, text, ("diglot", "diglot")) is pack


@given(st.text("abs-", max_size=70), st.sets(st.text("abs", min_size=1, max_size=8), max_size=9))
def test_parts_stand_in_the_word_one_behind_the_other(word: str, words: set[str]) -> None:
    at = 0
    for part in find_parts(word, dict.fromkeys(words, 1.0)):
        assert part in words
        assert part != word
        at = word.index(part, at) + len(part)


@pytest.mark.slow
def test_characters_are_told_from_words_by_their_length() -> None:
    whole = encode([(["北京", "大学", "x"], ["peking", "university"])] * 3)
    single = encode([([*"北京大学"], ["peking", "university"])])
    model = align(whole, learn=True).model
    assert model is not None
    assert tokens_alike(model, whole, ("zh", "en"))
    assert not tokens_alike(model, single, ("zh", "en"))
    assert tokens_alike(model, single, (None, "en"))
    pack = pack_of_model(model, ("zh", "en"), tokenisers=("model", "model"))
    found = recut_pack(pack, single, ("none", "none"))
    assert set(found.source.words) == {"北", "京", "大", "学"}
