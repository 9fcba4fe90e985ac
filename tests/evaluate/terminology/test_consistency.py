"""Consistency against pseudo-references, as the tasks count it and as diglot does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.evaluate.statistics.significance import bootstrap
from diglot.evaluate.terminology.consistency import (
    KINDS,
    Occurrence,
    consistency,
    cores,
    dictionary_translations,
    first_translation_f1,
    linked_occurrences,
    pseudo_references,
    task_consistency,
)
from diglot.evaluate.terminology.success import TaskTexts
from diglot.model import WordLinks
from diglot.model.terms import AnnotatedSegment, TermMark


def text(*said: tuple[str, str | None]) -> list[Occurrence]:
    return [Occurrence(entry, number, each) for number, (entry, each) in enumerate(said)]


MIXED = text(("a", "x"), ("a", "y"), ("a", "y"), ("b", "z"), ("a", None))


class TestOfTheTask:
    def test_micro_is_over_occurrences_and_macro_over_groups(self) -> None:
        found = task_consistency([("x", "x"), ("y", "x"), ("x", "x"), ("z", "z")])
        assert found.micro == 3 / 4
        assert found.macro == (2 / 3 + 1) / 2
        assert (found.occurrences, found.groups, found.singletons) == (4, 2, 1)

    def test_two_terms_with_one_pseudo_reference_are_one_group_as_published(self) -> None:
        assert task_consistency([("x", "x"), ("y", "x")]).groups == 1

    def test_nothing_is_no_crash(self) -> None:
        assert task_consistency([]).micro == 0


class TestPseudoReferences:
    def test_the_first_translation(self) -> None:
        assert pseudo_references(MIXED, "first") == {"a": "x", "b": "z"}

    def test_the_most_frequent_one(self) -> None:
        assert pseudo_references(MIXED, "frequent") == {"a": "y", "b": "z"}

    def test_the_first_of_equally_frequent_ones(self) -> None:
        assert pseudo_references(text(("a", "x"), ("a", "y")), "frequent") == {"a": "x"}

    def test_a_predefined_one_must_occur_in_the_output(self) -> None:
        given = {"a": "y", "b": "nowhere"}
        assert pseudo_references(MIXED, "predefined", given) == {"a": "y"}

    def test_unknown_kinds_and_missing_translations_are_named(self) -> None:
        with pytest.raises(ConfigError, match="unknown pseudo-reference 'last'"):
            pseudo_references(MIXED, "last")
        with pytest.raises(ConfigError, match="need the translations"):
            pseudo_references(MIXED, "predefined")


class TestOfDiglot:
    def test_terms_seen_once_are_left_out_and_counted(self) -> None:
        found = consistency(MIXED)
        assert found.micro == pytest.approx(2 / 3)
        assert (found.support, found.terms, found.singletons) == (3, 1, 1)

    def test_occurrences_without_translation_are_a_figure_of_their_own(self) -> None:
        found = consistency(MIXED)
        assert found.unaligned == 1
        assert found.score.values["unaligned"] == pytest.approx(1 / 5)

    def test_groups_are_entries_and_not_strings(self) -> None:
        found = consistency(text(("a", "x"), ("a", "y"), ("b", "x"), ("b", "x")))
        assert (found.terms, found.macro) == (2, 0.75)

    def test_a_predefined_translation_that_nobody_uses_agrees_with_nothing(self) -> None:
        assert consistency(MIXED, "predefined", predefined={"a": "q"}).micro == 0

    def test_intervals_come_from_its_rows(self) -> None:
        said = [("a", "x" if number % 4 else "y") for number in range(60)]
        low, high = bootstrap(consistency(text(*said)).score, draws=200).intervals["micro"]
        assert 0.55 < low < 0.75 < high < 0.95

    def test_nothing_is_no_crash(self) -> None:
        assert (consistency([]).micro, consistency([]).macro) == (0, 0)

    @given(
        st.lists(st.tuples(st.sampled_from("abc"), st.none() | st.sampled_from("xyz")), max_size=20)
    )
    def test_every_occurrence_is_somewhere(self, said: list[tuple[str, str | None]]) -> None:
        found = {kind: consistency(text(*said), kind, predefined={}) for kind in KINDS}
        for each in found.values():
            assert each.support + each.singletons + each.unaligned == len(said)
        assert found["frequent"].micro >= found["first"].micro


class TestOf2023:
    def test_f1_against_the_first_translation(self) -> None:
        figures = first_translation_f1(MIXED)
        assert figures["precision"] == 2 / 4
        assert figures["recall"] == 2 / 5
        assert figures["f1"] == pytest.approx(4 / 9)

    def test_nothing_is_no_crash(self) -> None:
        assert first_translation_f1([])["f1"] == 0


class TestLinkedWords:
    ENGLISH, GERMAN = TaskTexts("en"), TaskTexts("de")

    def found(
        self, source: str, target: str, links: list[tuple[int, int]], *terms: str
    ) -> list[Occurrence]:
        marks = tuple(TermMark(term, term, ("?",)) for term in terms)
        return linked_occurrences(
            [AnnotatedSegment("1", source, None, marks)],
            [source.split()],
            [target.split()],
            WordLinks(
                np.array([0, len(links)]),
                np.array([one for one, _ in links], np.int32),
                np.array([other for _, other in links], np.int32),
            ),
            source=self.ENGLISH,
            target=self.GERMAN,
            cut=str.split,
            function_words=frozenset({"der", "die", "den", "in"}),
        )

    def test_the_lemmas_of_the_linked_words_are_the_translation(self) -> None:
        links = [(0, 0), (1, 1), (1, 2)]
        (one,) = self.found("two houses", "zwei kleine Häuser", links, "house")
        assert one == Occurrence("house", 0, "klein haus")

    def test_articles_are_left_out(self) -> None:
        (one,) = self.found("houses", "die Häuser", [(0, 0), (0, 1)], "house")
        assert one.translation == "haus"

    def test_unless_nothing_else_is_linked(self) -> None:
        (one,) = self.found("the", "die", [(0, 0)], "the")
        assert one.translation == "der"

    def test_a_term_without_links_has_no_translation(self) -> None:
        (one,) = self.found("houses", "zwei", [], "house")
        assert one.translation is None

    def test_a_term_inside_a_longer_one_is_no_occurrence(self) -> None:
        found = self.found("data product data", "x y z", [(0, 0)], "data", "data product")
        assert [each.entry for each in found] == ["data product", "data"]


class TestTranslationsWithinTranslations:
    def test_a_neighbour_that_was_linked_too_does_not_count(self) -> None:
        said = ["verbrauchsmodell", "verbrauchsmodell definieren", "modell"]
        found = cores(said, compounds=False)
        assert found["verbrauchsmodell definieren"] == "verbrauchsmodell"
        assert found["verbrauchsmodell"] == "verbrauchsmodell"

    def test_a_compound_counts_as_its_first_or_last_part(self) -> None:
        said = ["speicher", "speicherplatz", "hauptspeicher", "zwischenspeichern"]
        found = cores(said, compounds=True)
        assert [found[each] for each in said] == ["speicher", "speicher", "speicher", said[3]]

    def test_parts_of_words_count_only_where_compounds_are_written(self) -> None:
        assert cores(["port", "portefeuille"], compounds=False)["portefeuille"] == "portefeuille"

    def test_short_parts_are_chance(self) -> None:
        assert cores(["art", "artgenosse"], compounds=True)["artgenosse"] == "artgenosse"

    @given(st.lists(st.text("ab ", min_size=1, max_size=6), max_size=8), st.booleans())
    def test_a_core_is_its_own_core(self, said: list[str], compounds: bool) -> None:
        found = cores(said, compounds=compounds)
        assert set(found) == set(said)
        assert all(found[core] == core for core in found.values())

    def test_the_translation_of_the_dictionary_is_a_core_that_nobody_used(self) -> None:
        mark = TermMark("connector", "connector", ("Konnektor",))
        found = linked_occurrences(
            [AnnotatedSegment("1", "connector", None, (mark,))],
            [["connector"]],
            [["Konnektorinstanz"]],
            WordLinks(np.array([0, 1]), np.zeros(1, np.int32), np.zeros(1, np.int32)),
            source=TaskTexts("en"),
            target=TaskTexts("de"),
            cut=str.split,
        )
        assert [each.translation for each in found] == ["konnektor"]

    def test_the_first_translation_of_the_dictionary_counts(self) -> None:
        one, other = (
            AnnotatedSegment("1", "", None, (TermMark("a", source, ("Zwei Produkte", "x")),))
            for source in ("Term", "term")
        )
        assert dictionary_translations([one, other], TaskTexts("de")) == {"term": "zwei produkt"}
