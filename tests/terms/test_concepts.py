"""Pairs become concepts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diglot.model import Context, TermPair
from diglot.terms.concepts import VARIANT, Grouping, entry_worth, group_concepts
from diglot.text.inflection import Inflection, Translations, learn_inflection
from diglot.text.lemmas import Lemmatiser

LANGUAGES = ("en", "fr")


def _pair(source: str, target: str, frequency: float, probability: float = 0.9) -> TermPair:
    return TermPair(
        source,
        target,
        score=probability,
        probability=probability,
        frequency=frequency,
        source_frequency=int(frequency) + 1,
        target_frequency=int(frequency),
        contexts=(0, 1),
    )


def test_forms_of_a_term_are_one_concept_with_the_most_frequent_first() -> None:
    pairs = [_pair("wind turbines", "éoliennes", 3), _pair("wind turbine", "éolienne", 8)]
    (concept,) = group_concepts(pairs, languages=LANGUAGES)
    assert [(term.text, term.language, term.kind) for term in concept.terms] == [
        ("wind turbine", "en", None),
        ("wind turbines", "en", VARIANT),
        ("éolienne", "fr", None),
        ("éoliennes", "fr", VARIANT),
    ]


def test_alternatives_follow_the_translation_seen_most() -> None:
    pairs = [_pair("blade", "lame", 4), _pair("blade", "pale", 9), _pair("blade", "aube", 0.5)]
    (concept,) = group_concepts(pairs, languages=LANGUAGES)
    assert [term.text for term in concept.of("fr")] == ["pale", "lame"]


def test_doubtful_pairs_are_left_out() -> None:
    pairs = [_pair("blade", "pale", 9), _pair("tower", "pale", 9, probability=0.3)]
    assert [each.terms[0].text for each in group_concepts(pairs, languages=LANGUAGES)] == ["blade"]


def test_the_order_of_the_ranking_stays() -> None:
    pairs = [_pair("tower", "tour", 1), _pair("blade", "pale", 9)]
    found = group_concepts(pairs, languages=LANGUAGES)
    assert [each.terms[0].text for each in found] == ["tower", "blade"]


def test_an_identifier_outlives_other_pairs_and_forms() -> None:
    once = group_concepts([_pair("blade", "pale", 9)], languages=LANGUAGES)
    again = group_concepts(
        [_pair("tower", "tour", 1), _pair("blades", "pales", 2)], languages=LANGUAGES
    )
    assert once[0].id == again[1].id != again[0].id


def test_contexts_show_the_sentence_and_its_translation() -> None:
    texts = [("The blade turns.", "La pale tourne.", "file 1"), ("A blade.", "Une pale.", "file 2")]
    (concept,) = group_concepts(
        [_pair("blade", "pale", 2)],
        languages=LANGUAGES,
        sentences=texts.__getitem__,
        grouping=Grouping(contexts=1),
    )
    assert concept.of("fr")[0].contexts == (
        Context("La pale tourne.", "The blade turns.", "file 1"),
    )


def test_pairs_without_counts_are_weighed_by_their_probability() -> None:
    pairs = [TermPair("blade", "pale", probability=0.6), TermPair("blade", "lame", probability=0.9)]
    (concept,) = group_concepts(pairs, languages=LANGUAGES)
    assert [term.text for term in concept.of("fr")] == ["lame", "pale"]


def test_languages_without_spaces_keep_their_words_whole() -> None:
    (concept,) = group_concepts([_pair("wind power", "风力发电", 2)], languages=("en", "zh"))
    assert [term.text for term in concept.of("zh")] == ["风力发电"]


def test_a_term_with_many_unlikely_translations_is_kept() -> None:
    pairs = [_pair("blade", target, 2, probability=0.3) for target in ("pale", "lame", "aube")]
    (concept,) = group_concepts([*pairs, _pair("tower", "tour", 2, 0.3)], languages=LANGUAGES)
    assert [term.text for term in concept.of("fr")] == ["pale", "lame", "aube"]


def test_the_citation_form_comes_first_although_another_is_seen_more_often() -> None:
    pairs = [_pair("wind turbines", "éoliennes", 8), _pair("wind turbine", "éolienne", 3)]
    (concept,) = group_concepts(pairs, languages=LANGUAGES)
    assert [term.text for term in concept.terms if term.kind is None] == [
        "wind turbine",
        "éolienne",
    ]


def test_twins_with_a_hyphen_a_space_or_neither_are_one_concept() -> None:
    pairs = [_pair(each, "fichier", 3) for each in ("file-system", "file systems", "filesystem")]
    assert len(group_concepts(pairs, languages=LANGUAGES)) == 1


def test_a_piece_of_a_term_with_its_translation_is_left_out() -> None:
    pairs = [_pair("boot loader", "chargeur", 9), _pair("loader", "chargeur", 7)]
    found = group_concepts(pairs, languages=LANGUAGES)
    assert [each.terms[0].text for each in found] == ["boot loader"]


def _forms(words: list[str], language: str) -> Inflection:
    linked = np.arange(len(words)), np.zeros(len(words), np.int64), np.full(len(words), 20.0)
    return learn_inflection(words, [9] * len(words), language, translations=Translations(*linked))


def test_a_korean_noun_stands_without_its_particles() -> None:
    pair = replace(_pair("properties", "속성을", 9, 0.99), variants=("속성", "속성에"))
    forms = Lemmatiser("en"), _forms(["속성을", "속성", "속성에"], "ko")
    (concept,) = group_concepts([pair], languages=("en", "ko"), inflections=forms)
    assert [term.text for term in concept.of("ko")] == ["속성", "속성을", "속성에"]


def test_a_korean_term_of_several_words_stands_without_the_particles_of_its_last() -> None:
    pair = _pair("boot menu", "부팅 메뉴에서", 9)
    forms = Lemmatiser("en"), _forms(["부팅", "메뉴에서", "메뉴"], "ko")
    (concept,) = group_concepts([pair], languages=("en", "ko"), inflections=forms)
    assert [term.text for term in concept.of("ko")] == ["부팅 메뉴", "부팅 메뉴에서"]


@pytest.mark.parametrize(
    ("source", "target", "words", "cited"),
    [
        ("boot menu", "uppstartsmenyn", ["uppstartsmenyn", "menyn"], "uppstartsmeny"),
        ("files", "filerna", ["filerna", "fil"], "filerna"),
        ("scanner-demon", "scanner-demon", ["scanner-demon", "demon"], "scanner-demon"),
    ],
)
def test_a_translation_is_cited_but_for_plurals_and_copies(
    source: str, target: str, words: list[str], cited: str
) -> None:
    forms = Lemmatiser("en"), _forms(words, "sv")
    (concept,) = group_concepts(
        [_pair(source, target, 9)], languages=("en", "sv"), inflections=forms
    )
    assert concept.of("sv")[0].text == cited


def test_the_citation_form_comes_first_if_the_text_has_it_elsewhere() -> None:
    pair = replace(_pair("base system", "Basissystems", 9), variants=("Basissystemen",))
    forms = Lemmatiser("en"), _forms(["basissystems", "basissystem", "basissystemen"], "de")
    (concept,) = group_concepts([pair], languages=("en", "de"), inflections=forms)
    assert [term.text for term in concept.of("de")] == [
        "Basissystem",
        "Basissystems",
        "Basissystemen",
    ]


def test_the_citation_form_has_no_article_written_before_it() -> None:
    forms = Lemmatiser("en"), _forms(["المخدم", "مخدم", "للمخدم"], "ar")
    pair = _pair("server", "المخدم", 9)
    (concept,) = group_concepts([pair], languages=("en", "ar"), inflections=forms)
    assert [term.text for term in concept.of("ar")] == ["مخدم", "المخدم"]


def test_a_pair_counts_with_all_forms_of_both_terms() -> None:
    pairs = [
        _pair("bug report", "rapport de bogue", 1),
        _pair("bug reports", "rapports de bogue", 1),
    ]
    grouping = Grouping(frequency=2)
    (concept,) = group_concepts(pairs, languages=LANGUAGES, grouping=grouping)
    assert concept.terms[0].text == "bug report"
    assert not group_concepts(pairs[:1], languages=LANGUAGES, grouping=grouping)


def test_probabilities_of_the_forms_of_a_translation_add_up() -> None:
    pairs = [_pair("cell", form, 9, 0.19) for form in ("cellule", "cellules", "Cellule")]
    (concept,) = group_concepts(pairs, languages=LANGUAGES)
    assert [term.text for term in concept.of("fr")] == ["cellule"]
    whole = _pair("cell", "cellules grises", 9, 0.19)
    assert not group_concepts([*pairs, whole], languages=LANGUAGES)


def test_the_citation_form_of_a_target_comes_before_a_likelier_one() -> None:
    pair = replace(_pair("row", "lignes", 9), variants=("ligne",))
    (concept,) = group_concepts([pair], languages=LANGUAGES)
    assert [term.text for term in concept.of("fr")] == ["ligne", "lignes"]


def test_terms_of_many_rare_translations_keep_the_first() -> None:
    pairs = [_pair("set", f"mot{place}", 2) for place in range(12)]
    (concept,) = group_concepts(pairs, languages=LANGUAGES)
    assert concept.of("fr")


def test_a_stop_at_the_end_is_no_other_form() -> None:
    pairs = [_pair("tab", "onglet", 9), _pair("tab.", "onglet", 5)]
    terms = [term for each in group_concepts(pairs, languages=LANGUAGES) for term in each.terms]
    assert "tab." not in [term.text for term in terms if term.kind == VARIANT]


def test_a_name_and_what_was_seen_once_are_worth_less_than_a_term() -> None:
    term = _pair("blade", "pale", 9)
    assert entry_worth(term) > entry_worth(_pair("tower", "tour", 1))
    assert entry_worth(_pair("tower", "tour", 1)) > entry_worth(_pair("Linux", "Linux", 1))


def test_scores_have_two_digits() -> None:
    (concept,) = group_concepts([_pair("blade", "pale", 9, 0.87654)], languages=LANGUAGES)
    assert concept.score == concept.terms[0].score == 0.88
