"""Words of two languages compared: spelling, endings, compounds, number, analogy."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.terms.comparable.comparison import induce_dictionary, word_groups
from diglot.terms.comparable.dictionary import Dictionary, dictionary_from_pairs
from diglot.terms.comparable.interface import Side
from diglot.terms.comparable.lists import (
    PLURAL,
    SINGULAR,
    UNKNOWN,
    Splitter,
    encode_terms,
    grammatical_number,
    head_word,
    longest_words,
)
from diglot.terms.comparable.word_similarity import (
    STRONG,
    dictionary_relation,
    learn_endings,
    match_endings,
    sound_spelling,
    transliterate,
    word_similarity,
)
from diglot.text.lemmas import Lemmatiser


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("physics", "fisics"),
        ("kommission", "commission"),
        ("especial", "special"),
        ("турбина", "turbina"),
        ("system", "sistem"),
    ],
)
def test_spellings_that_sound_alike(one: str, other: str) -> None:
    assert sound_spelling(one) == sound_spelling(other)


def test_han_has_no_sound_and_a_plain_spelling() -> None:
    assert sound_spelling("风") == ""
    assert transliterate("Énergie") == "energie"


def test_endings_are_learnt_and_used() -> None:
    stems = ["univers", "qualit", "capac", "activ", "veloc"]
    pairs = [(f"{stem}ity", f"{stem}ité") for stem in stems]
    endings = learn_endings(pairs)
    # Endings stand as they sound.
    assert endings["iti"] == ("ite",)
    found = match_endings([sound_spelling("solidity")], {sound_spelling("solidité"): [3]}, endings)
    assert {pair[:2] for pair in found} == {(0, 3)}
    assert max(pair[2] for pair in found) == STRONG


def test_three_pairs_teach_no_ending() -> None:
    pairs = [(f"{stem}ity", f"{stem}ité") for stem in ("univers", "qualit", "capac")]
    assert learn_endings(pairs) == {}


def test_compounds_are_cut_at_known_words() -> None:
    known = frozenset({"wind", "kraft", "anlage", "kraftanlage", "forschung", "energie"})
    cut = Splitter("de", known)
    assert cut.parts("windenergie") == (("wind", "energie"),)
    assert cut.parts("forschungsanlage") == (("forschung", "anlage"),)
    assert cut.parts("windkraftanlage") == (
        ("wind", "kraftanlage"),
        ("wind", "kraft", "anlage"),
    )
    assert cut.parts("windmaschine") == ()


def test_hyphens_are_cut_in_any_language_and_compounds_are_not() -> None:
    cut = Splitter("fr", frozenset({"décision", "cadre"}))
    assert cut.parts("décision-cadre") == (("décision", "cadre"),)
    assert cut.parts("décisioncadre") == ()


def test_characters_join_to_the_longest_known_words() -> None:
    assert longest_words(list("涡轮机房"), {"涡轮", "涡轮机"}) == ["涡轮机", "房"]


def test_readings_of_a_term() -> None:
    found = encode_terms(["know-how", "the of", "wind"], "en")
    assert found.term_of.tolist() == [0, 0, 1, 2]
    assert found.content() == [("know-how",), ("the", "of"), ("wind",)]


def test_number_of_the_head() -> None:
    english, french = Lemmatiser("en"), Lemmatiser("fr")
    assert grammatical_number(head_word(["wind", "turbines"], "en"), "en", english) == PLURAL
    assert grammatical_number(head_word(["turbines", "air"], "fr"), "fr", french) == PLURAL
    assert grammatical_number(head_word(["turbine", "vents"], "fr"), "fr", french) == SINGULAR
    assert grammatical_number("轮", "zh", Lemmatiser("zh")) == UNKNOWN


def likeness_of(one: str, other: str, known: Dictionary) -> float:
    lists = encode_terms([one], "en"), encode_terms([other], "fr")
    found = dictionary_relation(lists[0], lists[1], known)
    return float(found[2].max(initial=0.0))


def test_lemmas_and_stems_count_for_less() -> None:
    known = dictionary_from_pairs([("blade", "pale"), ("adopt", "adopter")], languages=("en", "fr"))
    assert likeness_of("blade", "pale", known) == pytest.approx(1.0)
    assert likeness_of("blades", "pales", known) == pytest.approx(0.95)
    assert likeness_of("blade", "pales", known) == pytest.approx(0.9)
    assert likeness_of("adoption", "adopter", known) == pytest.approx(0.6)
    assert likeness_of("blade", "vent", known) == 0.0


def test_a_word_of_a_longer_translation_counts_for_less() -> None:
    known = dictionary_from_pairs([("windmill", "moulin à vent")], languages=("en", "fr"))
    assert likeness_of("windmill", "vent", known) == pytest.approx(0.8)


def analogies() -> tuple[list[str], list[str], Dictionary]:
    """Three adjectives with four nouns each; the nouns are known, the adjectives are not."""
    nouns = [
        ("speed", "vitesse"), ("farm", "ferme"), ("map", "carte"), ("height", "hauteur"),
        ("noise", "bruit"), ("road", "route"), ("law", "loi"), ("house", "maison"),
        ("school", "école"), ("tree", "arbre"),
    ]  # fmt: skip
    adjectives = [("wind", "éolien"), ("sea", "maritime"), ("mountain", "alpestre")]
    chosen = [
        (f"{of} {one}", f"{other} {to}")
        for k, (of, to) in enumerate(adjectives)
        for one, other in nouns[3 * k : 3 * k + 4]
    ]
    known = dictionary_from_pairs(nouns, languages=("en", "fr"))
    return [one for one, _ in chosen], [other for _, other in chosen], known


def test_translations_are_induced_by_analogy() -> None:
    source, target, known = analogies()
    lists = encode_terms(source, "en"), encode_terms(target, "fr")
    found = induce_dictionary(*lists, word_similarity(*lists, known), least=2.0)
    new = {
        (of[0], to[0]) for of, to, weight in found.entries if of[0] in {"wind", "sea", "mountain"}
    }
    assert new == {("wind", "éolien"), ("sea", "maritime"), ("mountain", "alpestre")}


def test_no_known_word_induces_nothing() -> None:
    lists = encode_terms(["wind farm"], "en"), encode_terms(["parc éolien"], "fr")
    assert len(induce_dictionary(*lists, word_similarity(*lists, Dictionary()))) == 0


def test_word_groups_of_texts() -> None:
    text = "the speed of wind turbines and the speed of wind turbines , speed of wind"
    sentence = text.split(" ")
    found = word_groups(Side("en", sentences=[sentence] * 2))
    assert {"speed of wind", "wind turbines"} <= found
    assert not any(group.startswith("the ") for group in found)
    assert word_groups(Side("en")) == frozenset()


def test_similarity_takes_the_better_of_both_ways() -> None:
    lists = encode_terms(["rotor", "wind"], "en"), encode_terms(["rotor", "vent"], "fr")
    found = word_similarity(
        *lists, dictionary_from_pairs([("wind", "vent", 0.5)], languages=("en", "fr"))
    )
    pairs = zip(found.rows().tolist(), found.columns.tolist(), strict=True)
    best = dict(zip(pairs, found.best.tolist(), strict=True))
    assert best[0, 0] == pytest.approx(0.95)
    assert best[1, 1] == pytest.approx(0.8)
    assert np.all(np.diff(found.offsets) >= 1)
