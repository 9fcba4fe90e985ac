"""Forms of one lemma: by the list, by endings that take turns, by translations."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.model import WordLinks
from diglot.text.inflection import (
    Translations,
    have_capitals,
    learn_inflection,
    learn_inflections,
)


def _translations(words: list[str], linked: dict[str, dict[str, float]]) -> Translations:
    others = sorted({other for each in linked.values() for other in each})
    rows = [
        (words.index(word), others.index(other), weight)
        for word, each in linked.items()
        for other, weight in each.items()
    ]
    return Translations(*(np.array(column) for column in zip(*rows, strict=True)))


def test_the_list_knows_forms_that_begin_otherwise() -> None:
    found = learn_inflection(["went", "go", "goes"], [3, 5, 2], "en")

    assert {found.lemma(word) for word in ("went", "go", "goes")} == {"go"}


def test_endings_that_take_turns_join_words_that_no_list_has() -> None:
    known = ["вакцин", "машин", "карт", "комнат", "таблиц", "строк"]
    words = [stem + ending for stem in (*known, "твипин") for ending in ("а", "у", "ой")]

    found = learn_inflection(words, [9] * len(words), "ru")

    assert len({found.lemma(word) for word in words[-3:]}) == 1


def test_translations_join_forms_where_no_list_is() -> None:
    words = ["kumpo", "kumpoi", "lando", "landoi", "kumpali"]
    links = {
        "kumpo": {"house": 20.0},
        "kumpoi": {"house": 9.0},
        "lando": {"tree": 12.0},
        "landoi": {"tree": 11.0},
        "kumpali": {"domestic": 14.0},
    }

    found = learn_inflection(
        words, [20, 9, 12, 11, 14], None, translations=_translations(words, links)
    )

    assert found.lemma("kumpo") == found.lemma("kumpoi") != found.lemma("kumpali")
    assert found.lemma("lando") == found.lemma("landoi")


def test_translations_part_what_the_list_joins() -> None:
    # simplemma takes the Hungarian word for "string" for a form of that for "character".
    words = ["karakter", "karakterek", "karakterlánc", "karakterláncok"]
    links = {
        "karakter": {"character": 40.0},
        "karakterek": {"character": 30.0},
        "karakterlánc": {"string": 30.0},
        "karakterláncok": {"string": 20.0},
    }

    found = learn_inflection(
        words, [40, 30, 30, 20], "hu", translations=_translations(words, links)
    )

    assert found.lemma("karakter") == found.lemma("karakterek")
    assert found.lemma("karakterlánc") == found.lemma("karakterláncok") != found.lemma("karakter")


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["mező", "mezőt", "mezőtípus", "típus"], "hu"),
        (["kjerne", "kjernen", "kjernepakke", "pakken"], "nb"),
        (["nätverk", "nätverket", "nätverksenhet", "enhet"], "sv"),
        (["sprache", "sprachen", "sprachauswahl", "auswahl"], "de"),
        (["konfiguration", "konfigurationen", "konfigurationsfil", "fil"], "sv"),
    ],
)
def test_a_compound_is_no_form_of_its_first_part(words: list[str], language: str) -> None:
    """Its other part may stand in the text in another form, behind an "s" or for an "e"."""
    links = {word: {"first": 20.0} for word in words[:3]}

    found = learn_inflection(
        words, [9, 5, 2, 8], language, translations=_translations(words, links)
    )

    assert found.lemma(words[0]) == found.lemma(words[1]) != found.lemma(words[2])


def test_a_word_that_no_list_has_gets_the_lemma_that_its_ending_tells() -> None:
    stems = ["disk", "fil", "hus", "bil", "kjerne", "pakke", "tjeneste", "klasse"]
    listed = [word for stem in stems for word in (stem, stem.removesuffix("e") + "en")]
    words = [*listed, "oppsettsfilen", "oppsettsfil", "manualsiden", "manualside"]

    found = learn_inflection(words, [9] * len(listed) + [20, 2, 20, 2], "nb")

    assert {found.lemma(word) for word in words[-4:-2]} == {"oppsettsfil"}
    assert {found.lemma(word) for word in words[-2:]} == {"manualside"}


def test_where_no_ending_tells_the_lemma_is_the_shortest_form() -> None:
    words = ["속성을", "속성", "속성에"]
    links = {key: {"property": 20.0} for key in words}

    found = learn_inflection(words, [20, 5, 9], "ko", translations=_translations(words, links))

    assert {found.lemma(word) for word in words} == {"속성"}


def test_a_lemma_of_the_list_that_the_text_lacks_counts_less_than_one_it_has() -> None:
    # simplemma takes the Swedish word for "step" for a form of "stega".
    words = ["steg", "steget"]
    links = {key: {"step": 20.0} for key in words}

    found = learn_inflection(words, [30, 9], "sv", translations=_translations(words, links))

    assert {found.lemma(word) for word in words} == {"steg"}


def test_particles_of_korean_make_forms_of_a_noun_that_the_text_has() -> None:
    """Whatever they are linked to; of one syllable more is asked: age is no form of "I"."""
    words = ["계정을", "계정", "계정에서는", "나", "나이"]
    links = {"계정을": {"account": 9.0}, "계정": {"user": 9.0}, "계정에서는": {"in": 9.0}}
    links |= {"나": {"me": 9.0}, "나이": {"age": 9.0}}

    found = learn_inflection(
        words, [48, 34, 9, 9, 9], "ko", translations=_translations(words, links)
    )

    assert {found.lemma(word) for word in words[:3]} == {"계정"}
    assert found.lemma("나") != found.lemma("나이")


def test_two_particles_of_korean_tell_a_noun_that_never_stands_alone() -> None:
    """What is left of a verb without its endings is none: both may end a verb, too."""
    nouns, verbs = ["프로젝트의", "프로젝트는"], ["보이는", "보이도"]

    found = learn_inflection([*nouns, *verbs], [9, 8, 9, 8], "ko")

    assert {found.lemma(word) for word in nouns} == {"프로젝트"}
    assert "보이" not in {found.lemma(word) for word in verbs}


@pytest.mark.parametrize(
    ("words", "other", "language"),
    [
        (["بروكسي", "البروكسي", "كالبروكسي", "للبروكسي"], "تاب", "ar"),
        (["קובץ", "הקובץ", "לקובץ", "קבצים"], "לום", "he"),
    ],
)
def test_articles_and_prepositions_before_a_word_make_forms_of_it(
    words: list[str], other: str, language: str
) -> None:
    """What only looks like one has other translations: "كتاب" is no form of "تاب"."""
    forms, longer = words[:3], {"ar": "كتاب", "he": "שלום"}[language]
    links = {word: {"file": 20.0} for word in words}
    links |= {other: {"repent": 20.0}, longer: {"book": 20.0}}

    text = [*words, other, longer]
    found = learn_inflection(
        text, [5, 20, *[9] * (len(text) - 2)], language, translations=_translations(text, links)
    )

    assert {found.lemma(word) for word in forms} == {words[0]}
    assert found.lemma(other) != found.lemma(longer)


def test_a_word_that_the_text_does_not_have_gets_the_lemma_of_the_list() -> None:
    found = learn_inflection(["cell"], [1], "en")

    assert found.lemma("Vaccines") == "vaccine"


def test_languages_without_spaces_have_no_forms() -> None:
    found = learn_inflection(["数据", "数据库"], [5, 3], "zh")

    assert [found.lemma(word) for word in ("数据", "数据库")] == ["数据", "数据库"]


@dataclass
class _Text:
    language: str | None
    words: list[str]
    tokens: np.ndarray
    offsets: np.ndarray

    @property
    def capitals(self) -> np.ndarray:
        return np.zeros(len(self.tokens), np.bool_)


def test_nouns_that_a_text_writes_with_capitals_are_no_verbs() -> None:
    words = ["befehl", "befehlen", "befahl", "platte", "platten"]
    nouns = np.array([True, True, False, True, True])

    found = learn_inflection(words, [9, 5, 3, 4, 4], "de", capital=nouns)

    assert [found.lemma(word) for word in words] == [
        "befehl", "befehl", "befehlen", "platte", "platte",
    ]  # fmt: skip


def test_capitals_of_first_words_say_nothing() -> None:
    tokens, offsets = np.array([0, 1, 0, 1, 1, 0]), np.array([0, 2, 2, 4, 6])
    capitals = np.array([True, True, True, True, True, False])

    assert have_capitals(tokens, offsets, capitals, 3).tolist() == [False, True, False]


def test_links_say_which_forms_are_those_of_one_lemma() -> None:
    # Ten sentences each: "kumpo" and "kumpoi" are linked to forms of "house", "kumpa" is not.
    source = _Text(None, ["kumpo", "kumpoi", "kumpa"], np.tile([0, 1, 2], 10), np.arange(0, 31, 3))
    target = _Text("en", ["house", "houses", "tame"], np.tile([0, 1, 2], 10), np.arange(0, 31, 3))
    at = np.tile(np.arange(3, dtype=np.int32), 10)
    links = WordLinks(np.arange(0, 31, 3), at, at, np.full(30, 0.9, np.float32))

    found, other = learn_inflections(source, target, links)

    assert found.lemma("kumpo") == found.lemma("kumpoi") != found.lemma("kumpa")
    assert other.lemma("houses") == "house"


@settings(max_examples=40)
@given(
    st.lists(st.text(alphabet="abо ́-'éß", min_size=1, max_size=9), unique=True, max_size=25),
    st.randoms(use_true_random=False),
)
def test_the_order_of_words_does_not_matter(words: list[str], random) -> None:
    words = list(dict.fromkeys(word.lower() for word in words))
    turned = words[:]
    random.shuffle(turned)

    one, other = (
        learn_inflection(each, [len(word) for word in each], "ru") for each in (words, turned)
    )

    def groups(found) -> set[frozenset[str]]:
        lemmas = {word: found.lemma(word) for word in words}
        return {frozenset(w for w in words if lemmas[w] == lemma) for lemma in lemmas.values()}

    assert groups(one) == groups(other)
