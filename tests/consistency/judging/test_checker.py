"""Whether what stands in a translation answers the terms of its source."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from diglot.consistency.entries import entries_of
from diglot.consistency.judging.checker import Checker
from diglot.consistency.judging.judgements import (
    CAUSES,
    Judgements,
    LinkProbabilities,
    not_parallel,
)
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.findings import LEVELS
from diglot.packs.vocabularies import words_by_packs

Link = tuple[int, int]


def checker(*glossary: tuple[str, str], languages: tuple[str, str] = ("en", "es")) -> Checker:
    concepts = [
        Concept(
            str(number),
            (
                ConceptTerm(source, languages[0]),
                *(ConceptTerm(each, languages[1]) for each in targets.split(";") if each),
            ),
        )
        for number, (source, targets) in enumerate(glossary)
    ]
    return Checker(entries_of(Termbase(tuple(concepts)), *languages))


def links_of(units: list[list[Link]], probability: float = 0.9) -> LinkProbabilities:
    return LinkProbabilities(
        np.cumsum([0, *map(len, units)]).astype(np.int64),
        np.array([i for unit in units for i, _ in unit], np.int32),
        np.array([j for unit in units for _, j in unit], np.int32),
        np.full(sum(map(len, units)), probability, np.float32),
    )


def probable(*units: list[tuple[int, int, float]]) -> LinkProbabilities:
    made = links_of([[(i, j) for i, j, _ in unit] for unit in units])
    sizes = [probability for unit in units for _, _, probability in unit]
    return dataclasses.replace(made, probability=np.array(sizes, np.float32))


def judged(
    made: Checker, pairs: list[tuple[str, str]], links: list[list[Link]] | None = None
) -> Judgements:
    block = made.encode(pairs)
    return made.judge(block, links=None if links is None else links_of(links))


def levels(found: Judgements) -> list[str]:
    return [LEVELS[level] for level in found.level]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("una vía respiratoria libre", "exact"),
        ("Vía respiratoria libre", "case"),
        ("las vías respiratorias libres", "lemma"),
        ("la respiratoria vía libre", "order-free"),
        ("una vena", "none"),
    ],
)
def test_a_term_without_links_has_the_level_of_its_farthest_word(text: str, level: str) -> None:
    found = judged(checker(("airway", "vía respiratoria")), [("An airway", text)])
    assert levels(found) == [level]


def test_a_term_that_translates_another_word_is_misplaced() -> None:
    """The text has the word, but as the translation of something else."""
    pairs = [("the mask and the swab", "la muestra y el hisopo")]
    links = [[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]]
    found = judged(checker(("swab", "muestra")), pairs, links)
    assert levels(found) == ["none"]
    assert CAUSES[found.cause[0]] == "misplaced"


def test_a_term_that_is_linked_to_its_source_passes_wherever_it_stands() -> None:
    pairs = [("the swab and the mask", "la máscara y la muestra")]
    found = judged(checker(("swab", "muestra")), pairs, [[(1, 4), (4, 1)]])
    assert levels(found) == ["exact"]
    assert found.target[0, 0] == 4
    assert found.support[0] == 1


@pytest.mark.parametrize(("links", "cause"), [([(1, 1)], "replaced"), ([(0, 0)], "omitted")])
def test_what_is_missing_was_replaced_or_left_out(links: list[Link], cause: str) -> None:
    found = judged(checker(("swab", "muestra")), [("the swab", "el hisopo")], [links])
    assert CAUSES[found.cause[0]] == cause


@pytest.mark.parametrize(("language", "level"), [("de", "exact"), ("fr", "none")])
def test_an_acronym_has_a_plural_where_a_language_writes_one(language: str, level: str) -> None:
    made = checker(("ID", "ID"), languages=("en", language))
    assert levels(judged(made, [("see the IDs", "siehe IDs")])) == [level]


def test_each_occurrence_needs_words_of_its_own() -> None:
    pairs = [("fever and fever again", "fiebre y otra vez")]
    found = judged(checker(("fever", "fiebre")), pairs)
    assert sorted(levels(found)) == ["exact", "none"]


def test_two_occurrences_are_answered_by_two_words() -> None:
    pairs = [("fever and fever", "fiebre y fiebre")]
    found = judged(checker(("fever", "fiebre")), pairs, [[(0, 2), (2, 0)]])
    assert levels(found) == ["exact", "exact"]
    assert found.target[:, 0].tolist() == [2, 0]


def test_a_word_that_the_whole_text_uses_is_an_alternative_and_no_pass() -> None:
    pairs = [("the swab", "la muestra")] * 3 + [("the swab", "el hisopo")] * 4
    links = [[(0, 0), (1, 1)]] * 7
    found = judged(checker(("swab", "muestra")), pairs, links)
    assert levels(found) == ["exact"] * 3 + ["alternative"] * 4


def test_what_may_be_a_link_of_the_term_ties_an_alternative_to_it() -> None:
    pairs = [("the swab", "la muestra")] * 3 + [("the swab", "el hisopo")] * 4
    made = checker(("swab", "muestra"))
    certain = [0.9, 0.3, 0.3, 0.9, 0.9, 0.9, 0.9]
    sure = links_of([[(1, 1)]] * 7)
    links = dataclasses.replace(sure, probability=np.array(certain, np.float32))
    found = made.judge(made.encode(pairs), links=links)
    assert levels(found)[3:] == ["alternative"] * 4
    certain[1:3] = [0.1, 0.1]
    links = dataclasses.replace(sure, probability=np.array(certain, np.float32))
    found = made.judge(made.encode(pairs), links=links)
    assert levels(found)[3:] == ["none"] * 4


def test_a_word_that_never_stands_beside_the_term_elsewhere_is_no_alternative() -> None:
    pairs = [("the swab", "el hisopo")] * 5
    found = judged(checker(("swab", "muestra")), pairs, [[(0, 0), (1, 1)]] * 5)
    assert levels(found) == ["none"] * 5


def test_a_word_of_the_same_root_that_the_text_uses_again_is_an_alternative() -> None:
    links = [[(0, 0), (1, 1)]] * 2
    for text, level in (("la revacunación", "alternative"), ("la inyección", "none")):
        found = judged(
            checker(("vaccination", "vacunación")), [("the vaccination", text)] * 2, links
        )
        assert levels(found) == [level] * 2


def test_a_form_that_is_also_a_preposition_stands_for_its_word() -> None:
    own = checker(("decimal places", "desetinná místa"), languages=("en", "cs"))
    assert levels(judged(own, [("one decimal place", "jedno desetinné místo")])) == ["lemma"]


def test_a_part_of_a_term_does_not_stand_for_the_whole() -> None:
    """Most of the source term is translated outside the words that were found."""
    made = checker(("severe fever attack", "fiebre"))
    pairs = [("severe fever attack", "crisis grave de fiebre")]
    found = judged(made, pairs, [[(0, 1), (1, 3), (2, 0)]])
    assert levels(found) == ["partial"]
    assert found.uncovered[0] == pytest.approx(2 / 3)


def test_a_word_beside_the_term_that_usually_translates_its_source_is_left_out() -> None:
    """A source word with two counterparts is linked to but one of them here."""
    pairs = [("the database", "la base de datos")] * 5
    links = [[(1, 1), (1, 3)]] * 4 + [[(1, 1)]]
    assert levels(judged(checker(("database", "base")), pairs, links)) == ["partial"] * 5
    assert levels(judged(checker(("database", "base de datos")), pairs, links)) == ["exact"] * 5


def test_a_word_beside_the_term_that_translates_another_word_is_not_left_out() -> None:
    pairs = [("the database", "la base de datos")] * 4 + [("the data database", "la base de datos")]
    links = [[(1, 1), (1, 3)]] * 4 + [[(2, 1), (1, 3)]]
    assert levels(judged(checker(("database", "base")), pairs, links))[4] == "exact"


@pytest.mark.parametrize(
    ("places", "alone", "level"), [(4, 4, "partial"), (4, 5, "exact"), (2, 0, "exact")]
)
def test_a_word_that_mostly_stands_unlinked_beside_the_term_is_left_out(
    places: int, alone: int, level: str
) -> None:
    """Aligners link one of two words for one: "Automatické opravy" is "AutoCorrect"."""
    pairs = [("the autocorrect", "las correcciones automáticas")] * places
    pairs += [("the autocorrect", "las automáticas")] * alone
    links = [[(1, 2)]] * places + [[(1, 1)]] * alone
    made = checker(("autocorrect", "automáticas"))
    assert levels(judged(made, pairs, links))[0] == level


def test_what_translates_the_word_that_a_term_ends_with_is_left_out_beside_it() -> None:
    """Links of a word that a text seldom has reach but one of two: "filtro automático"."""
    pairs = [("the filter", "el filtro")] * 3 + [("the autofilter", "el filtro automático")]
    links = [[(1, 1)]] * 3 + [[(1, 2)]]
    for target, level in (("automático", "partial"), ("filtro automático", "exact")):
        assert levels(judged(checker(("autofilter", target)), pairs, links)) == [level]


def test_a_word_that_is_hardly_linked_to_a_rare_term_is_left_out_beside_it() -> None:
    probability = np.array([0.6, 0.3], np.float32)
    links = dataclasses.replace(links_of([[(1, 1), (1, 2)]]), probability=probability)
    for target, level in (("dolní", "partial"), ("dolní index", "exact")):
        made = checker(("subscript", target), languages=("en", "cs"))
        block = made.encode([("the subscript", "ten dolní index")])
        assert levels(made.judge(block, links=links)) == [level]


def test_a_term_of_three_words_leaves_out_the_fourth_of_its_source() -> None:
    pairs = [("forecast ets pi mult", "pronóstico suavizado pi mult")]
    links = [[(0, 0), (1, 1), (2, 2), (3, 3)]]
    made = checker(("forecast ets pi mult", "pronóstico suavizado mult"))
    assert levels(judged(made, pairs, links)) == ["partial"]


def test_a_source_word_claims_but_one_of_several_copies_of_its_translation() -> None:
    """The other belongs to the term, though the first word is linked to it, too."""
    made = checker(("endnote", "nota final"))
    block = made.encode([("footnote or endnote", "nota o nota final")])
    probability = np.array([0.9, 0.8, 0.9], np.float32)
    links = dataclasses.replace(links_of([[(0, 0), (0, 2), (2, 3)]]), probability=probability)
    assert levels(made.judge(block, links=links)) == ["exact"]


def test_what_is_hardly_linked_beside_a_sure_word_ties_no_alternative() -> None:
    """Both are parts of one translation: "database" is "base de datos", and no "dato" for it."""
    pairs = [("the database", "la base")] * 4 + [("the database", "la base, los datos")] * 4
    sure = [[(1, 1)]] * 4 + [[(1, 1), (1, 4)]] * 4
    probability = np.array([0.9] * 4 + [0.9, 0.3] * 4, np.float32)
    links = dataclasses.replace(links_of(sure), probability=probability)
    made = checker(("database", "dato"))
    assert levels(made.judge(made.encode(pairs), links=links))[:4] == ["none"] * 4


def test_a_word_that_mostly_translates_others_is_no_alternative() -> None:
    """Where words are put together, a word is linked to what stands beside its translation."""
    pairs = [("the format", "a formátum")] * 4 + [("the format", "a beállítás")] * 2
    own = checker(("format", "beállítás"), languages=("en", "hu"))
    assert levels(judged(own, pairs, [[(1, 1)]] * 6))[:4] == ["alternative"] * 4
    pairs += [("the setting", "a beállítás")] * 120
    pairs.append(("the setting", "a formátumbeállítás"))
    assert levels(judged(own, pairs, [[(1, 1)]] * 127))[:4] == ["none"] * 4


def test_a_word_beside_the_term_that_stands_for_its_function_word_is_left_out() -> None:
    """Hungarian "Mentés másként" is "Save As", "Mentés" alone "Save"."""
    made = checker(("save as", "mentés"), languages=("en", "hu"))
    pairs = [("save as", "mentés másként")] * 3
    assert levels(judged(made, pairs, [[(0, 0), (1, 1)]] * 3)) == ["partial"] * 3


def test_what_is_linked_to_a_function_word_of_a_longer_source_is_left_out() -> None:
    """Czech "přesunout výše" is "move up", though "up" mostly has no word of its own."""
    pairs = [("move up", "přesunout výše")]
    for target, level in (("přesunout", "partial"), ("přesunout výše", "exact")):
        made = checker(("move up", target), languages=("en", "cs"))
        assert levels(judged(made, pairs, [[(0, 0), (1, 1)]])) == [level]


def test_a_word_that_a_copy_of_the_source_word_claims_is_left_out_beside_the_term() -> None:
    """Both boxes are linked to the one "pole"."""
    pairs = [("the box", "to pole")] * 3
    pairs.append(("combo box or list box", "pole se seznamem nebo seznam"))
    last = [(0, 2, 0.9), (1, 0, 0.2), (1, 2, 0.2), (3, 4, 0.9), (4, 0, 0.7)]
    links = probable(*[[(1, 1, 0.9)]] * 3, last)
    made = checker(("combo box", "seznam"), languages=("en", "cs"))
    assert levels(made.judge(made.encode(pairs), links=links)) == ["partial"]


def test_what_stands_behind_a_mark_is_not_beside_the_term() -> None:
    pairs = [("the database", "la base de datos")] * 4
    links = [[(1, 1), (1, 3)]] * 4 + [[(1, 1)]]
    for text, level in (("la base: datos", "exact"), ("la base de datos", "partial")):
        made = checker(("database", "base"))
        assert levels(judged(made, [*pairs, ("the database", text)], links))[4] == level


def test_what_is_weakly_linked_to_another_rare_term_is_left_out_beside_its_own() -> None:
    made = checker(("subscript", "dolní"), languages=("en", "cs"))
    block = made.encode([("superscript or subscript", "horního a dolního indexu")])
    links = probable([(0, 0, 0.7), (0, 3, 0.1), (2, 2, 0.6), (2, 3, 0.3)])
    assert levels(made.judge(block, links=links)) == ["partial"]


def test_what_translates_the_end_of_a_term_is_left_out_though_it_is_linked_elsewhere() -> None:
    pairs = [("the filter", "el filtro")] * 3
    pairs.append(("the autofilter search", "el filtro automático"))
    made = checker(("autofilter", "automático"))
    for probability, level in ((0.5, "partial"), (0.9, "exact")):
        links = probable(*[[(1, 1, 0.9)]] * 3, [(1, 2, 0.9), (2, 1, probability)])
        assert levels(made.judge(made.encode(pairs), links=links)) == [level]


def test_a_term_of_one_word_is_a_part_where_the_text_usually_has_two() -> None:
    """Whatever the second is here: "oprav" is not known to be a form of "opravy"."""
    pairs = [("the autocorrect", "ty automatické opravy")] * 4
    pairs += [("the autocorrect", "ten automatický nástroj"), ("the autocorrect", "automatický")]
    links = [[(1, 1, 0.9), (1, 2, 0.5)]] * 4 + [[(1, 1, 0.9)], [(1, 0, 0.9)]]
    made = checker(("autocorrect", "automatický"), languages=("en", "cs"))
    found = made.judge(made.encode(pairs), links=probable(*links))
    assert levels(found)[4:] == ["partial", "exact"]


def test_the_second_word_of_a_translation_is_no_alternative_of_the_first() -> None:
    """Russian "элемент управления" is a control."""
    pairs = [("the control", "элемент управления")] * 8 + [("the control", "элемент")]
    links = probable(*[[(1, 0, 0.5), (1, 1, 0.9)]] * 8, [(1, 0, 0.9)])
    made = checker(("control", "управление"), languages=("en", "ru"))
    assert levels(made.judge(made.encode(pairs), links=links))[8] == "none"


def test_one_of_three_words_is_left_out_if_the_text_knows_what_stands_for_it() -> None:
    for times, level in ((3, "partial"), (0, "lemma")):
        pairs = [("the define", "ten definovat")] * times
        pairs.append(("define bibliography entry", "definovat položku použité literatury"))
        links = [[(1, 1)]] * times + [[(0, 0), (1, 2), (1, 3), (2, 1)]]
        target = "položka použité literatury"
        made = checker(("define bibliography entry", target), languages=("en", "cs"))
        assert levels(judged(made, pairs, links)) == [level]


def test_a_function_word_that_the_text_links_to_a_source_word_translates_it() -> None:
    """Russian "ряд" is a row, too, and as such a word for "several"."""
    pairs = [("the series", "ряды")] * 4 + [("data series", "ряд данных")]
    links = [[(1, 0)]] * 4 + [[(0, 1), (1, 0)]]
    made = checker(("data series", "данные"), languages=("en", "ru"))
    assert levels(judged(made, pairs, links)) == ["partial"]


def test_without_spaces_a_source_word_is_left_out_where_the_term_has_fewer_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The text has "数据" for "data" alone, and "双击" for "double click" but for no click."""
    pairs = [("the data", "数据")] * 8 + [("the source", "来源")] * 8 + [("data source", "数据")]
    pairs += [("the click", "单击")] * 8 + [("double", "双")] * 8 + [("double click", "双击")]
    links = [[(1, 0)]] * 16 + [[(0, 0)]] + [[(1, 0)]] * 8 + [[(0, 0)]] * 8 + [[(1, 0)]]
    monkeypatch.delenv("DIGLOT_PACKS")
    with words_by_packs(()):
        made = checker(("data source", "数据"), ("double click", "双击"), languages=("en", "zh"))
        found = judged(made, [*pairs, ("the database", "数据库")], [*links, [(1, 0)]])
    assert levels(found) == ["partial", "exact"]


def test_a_like_word_that_the_text_has_for_other_things_is_no_form_of_the_term() -> None:
    """Russian "форма" is a form, and "формат" a format."""
    pairs = [("the format", "формат")] * 3 + [("the form", "форма")] * 8
    made = checker(("format", "форма"), languages=("en", "ru"))
    assert levels(judged(made, pairs[:3], [[(1, 0)]] * 3)) == ["stem"] * 3
    assert levels(judged(made, pairs, [[(1, 0)]] * 11)) == ["none"] * 3


def test_no_compound_beside_the_term_stands_for_a_word_that_stands_by_itself() -> None:
    pairs = [("the view", "a nagy fájl")] * 4
    pairs.append(("the view and open", "a nagy fájl és fájlmegnyitás"))
    links = [[(1, 1), (1, 2)]] * 4 + [[(1, 1), (1, 2), (3, 4)]]
    made = checker(("view", "fájl"), ("open", "megnyitás"), languages=("en", "hu"))
    found = judged(made, pairs, links)
    assert [LEVELS[level] for level in found.level[found.entry == 0]] == ["partial"] * 5


def test_a_part_of_a_compound_that_belongs_to_another_word_does_not_stand_for_the_term() -> None:
    """Hungarian "fájlmegnyitás" is linked to "open", and "fájl" is the file in it."""
    pairs = [("the file", "a fájl")] * 8 + [("the open", "a megnyitás")] * 8
    pairs.append(("the open", "a fájlmegnyitás"))
    links = [[(1, 1)]] * 17
    for target, level in (("fájl", "none"), ("megnyitás", "stem")):
        made = checker(("open", target), languages=("en", "hu"))
        assert levels(judged(made, pairs, links))[-1] == level


def test_the_first_part_of_a_compound_that_belongs_to_another_word_is_no_form_of_it() -> None:
    """Hungarian "diagramterület" is the chart area, and "diagram" is not the area."""
    pairs = [("the chart", "a diagram")] * 3 + [("the area", "a terület")] * 3
    pairs.append(("the chart area", "a diagramterület"))
    links = [[(1, 1)]] * 6 + [[(1, 1), (2, 1)]]
    for target, level in (("diagram", "none"), ("terület", "stem")):
        made = checker(("area", target), languages=("en", "hu"))
        assert levels(judged(made, pairs, links))[-1] == level


def test_a_part_is_no_form_of_a_compound_that_translates_another_word() -> None:
    """Hungarian "képtár" is the gallery, "kép" a picture."""
    made = checker(("picture", "képtár"), ("image", "kép"), languages=("en", "hu"))
    pairs = [("the gallery", "a képtár")] * 3 + [("the picture", "a kép")]
    assert levels(judged(made, pairs, [[(1, 1)]] * 4)) == ["none"]


def test_a_part_of_a_compound_stands_for_the_words_that_the_text_links_to_it() -> None:
    """Hungarian "hibaoszlop" is the error bar, "hiba" the error."""
    pairs = [("the error", "a hiba")] * 4 + [("the bar", "az oszlop")] * 8
    pairs.append(("the error bar", "a hibaoszlop"))
    links = [[(1, 1)]] * 12 + [[(1, 1), (2, 1)]]
    for targets, level in (("hiba", "partial"), ("hiba oszlop", "exact")):
        made = checker(("error bar", targets), languages=("en", "hu"))
        assert levels(judged(made, pairs, links)) == [level]


def test_a_term_that_a_text_has_in_compounds_only_leaves_nothing_out() -> None:
    made = checker(("access control", "Zugriffskontrolle"), languages=("en", "de"))
    pairs = [("the data access control", "die Datenzugriffskontrolle")] * 9
    assert levels(judged(made, pairs, [[(1, 1), (2, 1), (3, 1)]] * 9)) == ["stem"] * 9


def test_any_alternative_of_a_term_will_do() -> None:
    found = judged(checker(("flu", "gripe;influenza")), [("the flu", "la influenza")])
    assert levels(found) == ["exact"]


def test_the_longest_term_is_asked_for_and_not_those_inside_it() -> None:
    made = checker(("virus", "virus"), ("computer virus", "programa dañino"))
    found = judged(made, [("A computer virus", "Un programa dañino")])
    assert levels(found) == ["exact"]
    assert made.entries[found.entry[0]].source.text == "computer virus"


def test_source_terms_of_one_lemma_are_one_thing_to_look_at() -> None:
    made = checker(("ventilator", "respirador"), ("ventilators", "ventiladores"))
    found = judged(made, [("two ventilators", "dos respiradores")])
    assert levels(found) == ["lemma"]
    assert made.entries[found.entry[0]].id == "0+1"


@pytest.mark.parametrize("text", ["el coronavirus", "el corona-virus", "el corona virus"])
def test_a_term_is_found_as_one_word_or_two(text: str) -> None:
    found = judged(checker(("corona virus", "corona virus")), [("the coronavirus", text)])
    assert levels(found)[0] in {"exact", "lemma"}


@pytest.mark.parametrize("text", ["Der Impfstoffhersteller", "Ein Corona-Impfstoff"])
def test_a_german_term_is_found_inside_a_compound(text: str) -> None:
    made = checker(("vaccine", "Impfstoff"), languages=("en", "de"))
    found = judged(made, [("A vaccine", text)])
    assert levels(found) == ["stem"]


def test_a_chinese_term_is_found_among_characters() -> None:
    made = checker(("mask", "口罩"), languages=("en", "zh"))
    pairs = [("Wear a mask", "请戴口罩"), ("Wear a mask", "请戴口")]
    assert levels(judged(made, pairs)) == ["exact", "none"]


@pytest.mark.parametrize("term", ["C++", "(PCR)", "a|b", "U.S.", "$^", "\\d+"])
def test_a_term_of_signs_is_found_and_missed_like_any_other(term: str) -> None:
    made = checker((term, term))
    pairs = [(f"with {term} here", f"con {term} aquí"), (f"with {term} here", "con nada")]
    assert levels(judged(made, pairs)) == ["exact", "none"]


def test_entries_are_judged_apart() -> None:
    made = checker(("dry cough", "tos seca"), ("fever", "fiebre"))
    found = judged(made, [("dry cough and fever", "tos seca y fiebre")])
    assert levels(found) == ["exact", "exact"]


def test_units_without_words_are_not_judged() -> None:
    found = judged(checker(("fever", "fiebre")), [("fever", ""), ("", "fiebre")])
    assert len(found) == 0


def test_judging_a_block_twice_gives_the_same() -> None:
    made = checker(("fever", "fiebre"), ("swab", "muestra"))
    pairs = [("fever and swab", "muestra y fiebre")] * 3
    one, other = judged(made, pairs), judged(made, pairs)
    assert levels(one) == levels(other)
    assert (one.target == other.target).all()


@pytest.mark.parametrize(("typical", "doubtful"), [(0.9, [10, 14]), (0.6, [14]), (0.2, range(22))])
def test_units_of_few_links_are_no_translations_where_most_have_more(typical, doubtful):
    shares = np.full(22, typical)
    shares[[10, 14]] = 0.3, 0.1
    every = np.ones(22, np.bool_)
    found = not_parallel(shares, np.full(22, 10), checked=every)
    assert np.flatnonzero(found).tolist() == list(doubtful)


def test_a_translation_of_few_links_belongs_elsewhere_if_it_fits_a_neighbour_or_no_word_at_all():
    known = [
        ("cat sleeps house", "gato duerme casa"),
        ("dog eats garden", "perro come jardín"),
        ("bird sings lake", "pájaro canta lago"),
    ]
    slipped = [(known[0][0], known[1][1]), (known[1][0], known[0][1])]
    free = ("cat sings garden", "precio sujeto cambio")
    other = (" ".join(source for source, _ in known), "precio sujeto cambio")
    pairs = [*known * 3, *slipped, free, other]
    made = checker(("fever", "fiebre"))
    block = made.encode(pairs)
    links = links_of([[(0, 0), (1, 1), (2, 2)]] * 9 + [[]] * 4)
    table = made.link_table([(block, links)])
    found = made.belong_elsewhere(np.arange(9, 13), block, table)
    assert found.tolist() == [True, True, False, True]
