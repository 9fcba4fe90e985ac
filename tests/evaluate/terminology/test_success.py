"""Success rates as the shared tasks count them, quirks included."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics.significance import bootstrap
from diglot.evaluate.terminology.success import (
    WMT23_VARIANTS,
    TaskTexts,
    wmt23_success,
    wmt25_document_success,
    wmt25_success,
)
from diglot.model.terms import AnnotatedSegment, TermMark

ENGLISH, GERMAN = TaskTexts("en"), TaskTexts("de")
PLAIN = TaskTexts()


def segment(
    source: str, terms: dict[str, str | tuple[str, ...]], reference: str | None = None
) -> AnnotatedSegment:
    marks = tuple(
        TermMark(term, term, (said,) if isinstance(said, str) else said)
        for term, said in terms.items()
    )
    return AnnotatedSegment("1", source, reference, marks)


def track1(one: AnnotatedSegment, output: str) -> tuple[float, float]:
    score = wmt25_success([one], [output], source=ENGLISH, target=GERMAN)
    return tuple(score.statistics[0, 2:])


def wmt23(one: AnnotatedSegment, output: str, variant: str, texts: TaskTexts = PLAIN) -> float:
    return wmt23_success([one], [output], variant, target=texts).values["success"]


class TestTrack1:
    def test_case_does_not_matter(self) -> None:
        assert track1(segment("Open the space.", {"Space": "Space"}), "Den space öffnen.") == (1, 1)

    def test_an_inflected_form_is_found_by_its_lemma(self) -> None:
        assert track1(segment("the house", {"house": "Produkt"}), "mit Produkten") == (1, 1)

    def test_an_entry_counts_by_the_lemma_of_its_source(self) -> None:
        assert track1(segment("two mice", {"mouse": "Maus"}), "zwei Hunde") == (0, 1)

    def test_an_entry_that_is_not_in_the_source_does_not_count(self) -> None:
        assert track1(segment("two mice", {"storage": "Speicher"}), "Speicher") == (0, 0)

    def test_a_string_inside_a_word_is_a_hit_as_published(self) -> None:
        assert track1(segment("of this type", {"type": "Art"}), "Start") == (1, 1)

    def test_one_place_serves_two_entries_as_published(self) -> None:
        terms = {"memory": "Speicher", "storage": "Speicher"}
        assert track1(segment("memory and storage", terms), "Speicher") == (2, 2)

    def test_words_further_apart_are_no_hit(self) -> None:
        assert track1(segment("hard disk", {"hard disk": "harte Platte"}), "harte neue Platte") == (
            0,
            1,
        )

    def test_alternatives_all_count(self) -> None:
        assert track1(segment("disk", {"disk": ("Diskette", "Platte")}), "die Platte") == (1, 1)

    def test_the_rate_is_over_all_entries_and_not_over_segments(self) -> None:
        two = segment("one two", {"one": "eins", "two": "zwei"})
        one = segment("three", {"three": "drei"})
        score = wmt25_success([two, one], ["vier", "drei"], source=ENGLISH, target=GERMAN)
        assert score.values["success"] == pytest.approx(1 / 3)

    def test_intervals_come_from_its_rows(self) -> None:
        given = [segment("three", {"three": "drei"})] * 30
        score = wmt25_success(given, ["drei", ""] * 15, source=ENGLISH, target=GERMAN)
        low, high = bootstrap(score, draws=200).intervals["success"]
        assert 0.2 < low < 0.5 < high < 0.8

    def test_signs_of_patterns_are_plain_text(self) -> None:
        assert track1(segment("in C++ (new)", {"C++ (new)": "C++ ("}), "in C++ (") == (1, 1)
        assert track1(segment("C++", {"C++": "C+++"}), "CCC") == (0, 1)

    def test_an_empty_output_hits_nothing(self) -> None:
        assert track1(segment("disk", {"disk": "Platte"}), "") == (0, 1)

    def test_another_number_of_outputs_is_named(self) -> None:
        with pytest.raises(InputError, match="1 output for 0 segments"):
            wmt25_success([], ["x"], source=ENGLISH, target=GERMAN)


Document = tuple[str, dict[str, tuple[str, ...]], str, str]
_TEXT = st.text("aB ", max_size=8)
DOCUMENTS: st.SearchStrategy[Document] = st.tuples(
    _TEXT,
    st.dictionaries(_TEXT, st.lists(_TEXT, min_size=1, max_size=3).map(tuple), max_size=3),
    _TEXT,
    _TEXT,
)


def published_rate(documents: list[Document]) -> float:
    """Success of track 2, as its scorer is documented to go: in lower case, blanks and all."""
    earned = []
    for source, terms, reference, output in documents:
        source, reference, output = (each.strip().lower() for each in (source, reference, output))
        for term, targets in terms.items():
            term = term.strip().lower()
            if term and term in source and any(each.lower() in reference for each in targets):
                hits = sum(output.count(each.strip().lower()) for each in targets)
                earned.append(min(hits / source.count(term), 1.0))
    return sum(earned) / len(earned) if earned else 0.0


class TestTrack2:
    def rate(self, source: str, terms: dict[str, tuple[str, ...]], reference: str, output: str):
        score = wmt25_document_success([segment(source, terms, reference)], [output])
        return score.values["success"], score.statistics[0, 3]

    def test_a_term_earns_its_share_of_occurrences(self) -> None:
        assert self.rate("bond, bond, bond, bond", {"bond": ("債券",)}, "債券", "債券 債券") == (
            0.5,
            1,
        )

    def test_targets_add_up_to_no_more_than_one(self) -> None:
        targets = ("loan", "credit")
        assert self.rate("x", {"x": targets}, "loan", "loan credit loan") == (1, 1)

    def test_an_entry_counts_only_if_a_target_is_in_the_reference(self) -> None:
        assert self.rate("x", {"x": ("loan",)}, "credit", "loan") == (0, 0)

    def test_the_rate_is_the_mean_over_entries(self) -> None:
        terms = {"x": ("a1",), "y": ("b1",)}
        assert self.rate("x x y", terms, "a1 b1", "a1 b1") == (0.75, 2)

    def test_a_blank_target_counts_as_found_and_one_listed_twice_counts_twice(self) -> None:
        assert self.rate("x", {"x": ("",)}, "anything", "") == (1, 1)
        assert self.rate("x x", {"x": ("loan", "loan")}, "loan", "loan") == (1, 1)

    @given(st.lists(DOCUMENTS, min_size=1, max_size=4))
    def test_the_rate_is_that_of_the_scorer_of_the_task(self, documents: list[Document]) -> None:
        made = [segment(source, terms, reference) for source, terms, reference, _ in documents]
        found = wmt25_document_success(made, [output for *_, output in documents])
        assert found.values["success"] == pytest.approx(published_rate(documents))

    def test_a_document_without_reference_is_named(self) -> None:
        with pytest.raises(InputError, match="the document 1 has no reference"):
            wmt25_document_success([segment("x", {"x": "y"})], ["y"])


class TestWmt23:
    def test_a_pair_listed_twice_needs_two_places(self) -> None:
        mark = TermMark("a", "a", ("virus",))
        twice = AnnotatedSegment("1", "a a", None, (mark, mark))
        assert wmt23(twice, "the virus", "regex") == 0.5
        assert wmt23(twice, "the virus, the virus, the virus", "regex") == 1

    def test_a_term_is_no_pattern(self) -> None:
        assert wmt23(segment("x", {"x": "a.c"}), "abc", "regex") == 0
        assert wmt23(segment("x", {"x": "(PCR|"}), "by (PCR|", "regex") == 1

    def test_inflection_needs_lemmas(self) -> None:
        one = segment("Häuser", {"Häuser": "house"})
        assert wmt23(one, "two houses", "lemma_regex", ENGLISH) == 1
        one = segment("Maus", {"Maus": "mouse"})
        assert wmt23(one, "two mice", "regex", ENGLISH) == 0
        assert wmt23(one, "two mice", "lemma_regex", ENGLISH) == 1

    def test_a_slip_of_the_pen_is_found_by_likeness_only(self) -> None:
        one = segment("x", {"x": "immunoglobulin"})
        assert wmt23(one, "an imunoglobulin test", "regex") == 0
        assert wmt23(one, "an imunoglobulin test", "fuzzy90") == 1
        assert wmt23(one, "a globulin test", "fuzzy90") == 0

    def test_a_scrap_of_output_is_not_found_in_the_term(self) -> None:
        assert wmt23(segment("x", {"x": "immunoglobulin"}), "im", "fuzzy90") == 0

    def test_an_unknown_variant_is_named(self) -> None:
        with pytest.raises(ConfigError, match="unknown variant 'exact'"):
            wmt23(segment("x", {"x": "y"}), "y", "exact")

    @pytest.mark.parametrize("variant", WMT23_VARIANTS)
    def test_the_terms_themselves_are_a_success(self, variant: str) -> None:
        one = segment("a b", {"a": "the mouse", "b": "C++"})
        assert wmt23(one, "C++ and the mouse", variant, ENGLISH) == 1


@given(st.lists(st.text(max_size=8), max_size=4), st.text(max_size=30), st.text(max_size=30))
def test_any_text_gives_a_share(terms: list[str], source: str, output: str) -> None:
    one = segment(source, {term: term for term in terms}, reference=source)
    scores = [
        wmt25_success([one], [output], source=PLAIN, target=PLAIN),
        wmt25_document_success([one], [output]),
        *(wmt23_success([one], [output], each, target=PLAIN) for each in WMT23_VARIANTS),
    ]
    assert all(0 <= score.values["success"] <= 1 for score in scores)


class TestTexts:
    def test_characters_are_the_tokens_where_no_spaces_are_written(self) -> None:
        assert TaskTexts("zh").joined_lemmas("債券A") == "債|||券|||a"

    def test_an_unknown_language_is_refused(self) -> None:
        with pytest.raises(ConfigError):
            TaskTexts("nolanguage")

    def test_lemmas_can_be_left_out(self) -> None:
        off = TaskTexts("de", lemmas=False)
        assert (off.method, off.joined_lemmas("In Häusern")) == ("identity", "in|||häusern")
