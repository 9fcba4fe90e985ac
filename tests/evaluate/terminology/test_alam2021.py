"""The published implementation of 2021 is followed in what it does wrong, too."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.strings.ter import Pair, ter_m
from diglot.evaluate.terminology.alam2021 import CompatScore, Finder, score
from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark
from tests.evaluate.terminology import alam2021_twin

REFERENCE = ["a", "b", "c", "d", "e", "f", "g", "h"]


def marked(reference: str, *terms: tuple[str, str], lemma: bool = False) -> AnnotatedSegment:
    """A segment with marks on the first place of each surface; lists of alternatives beside."""
    marks = []
    for number, (surface, listed) in enumerate(terms):
        start = reference.index(surface)
        marks.append(
            TermMark(
                str(number),
                surface,
                tuple(listed.split("|")),
                target_span=(start, start + len(surface)),
                target_lemma=lemma,
                listed=listed,
            )
        )
    return AnnotatedSegment("1", "source", reference, tuple(marks))


def scored(segment: AnnotatedSegment, hypothesis: str, lemmas: str = "identity") -> CompatScore:
    return score(AnnotatedSet((segment,), "en", "fr"), [hypothesis], lemmas=lemmas)


def counts(segment: AnnotatedSegment, hypothesis: str) -> tuple[int, int, int]:
    found = scored(segment, hypothesis)
    return found.surface, found.lemma, found.wrong


@pytest.mark.parametrize(
    ("hypothesis", "third", "first"),
    [
        ("a b c X e f g h", 0.25, 0.125),
        ("a b c e f g h", 0.25, 0.125),
        ("a b c X d e f g h", 0.25, 0.125),
        ("e f a b c d g h", 0.125, 0.125),
        ("h a b c d e f g", 0.125, 0.125),
    ],
)
def test_ter_m_weighs_words_of_terms_as_published(
    hypothesis: str, third: float, first: float
) -> None:
    words = hypothesis.split()
    pairs = [Pair("1", words, REFERENCE, [3]), Pair("1", words, REFERENCE, [0])]
    assert ter_m(pairs).tolist() == [third, first]


WORDS = st.lists(st.sampled_from("abcd"), max_size=9)


@settings(max_examples=40)
@given(WORDS, WORDS.filter(bool), st.sets(st.integers(0, 8)))
def test_the_compiled_ter_m_is_the_plain_one(
    hypothesis: list[str], reference: list[str], places: set[int]
) -> None:
    found = ter_m([Pair("1", hypothesis, reference, sorted(places))])[0]
    within = {each for each in places if each < len(reference)}
    assert found == alam2021_twin.ter_m(hypothesis, reference, within)


def test_ter_m_of_an_empty_hypothesis_is_one() -> None:
    assert ter_m([Pair("1", [], REFERENCE, [3])]).tolist() == [1.0]


def test_ter_m_refuses_a_segment_that_would_take_days() -> None:
    long = ["a"] * 2000
    with pytest.raises(InputError, match="segment 7: 2,000 words"):
        ter_m([Pair("7", long, long, [])])


def test_a_segment_of_ten_megabytes_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="segment 1: 2,400,000 words against 3 are too many"):
        scored(marked("de la fièvre", ("fièvre", "fièvre")), "mot fièvre toux . " * 600_000)


def test_the_reference_scores_1() -> None:
    found = scored(
        marked("une toux sèche et de la fièvre", ("fièvre", "fièvre")),
        "une toux sèche et de la fièvre",
    )
    assert (found.exact_match, found.one_minus_term) == (1.0, 1.0)
    assert found.bleu == pytest.approx(100)


def test_an_empty_hypothesis_scores_0() -> None:
    found = scored(marked("une toux et de la fièvre", ("fièvre", "fièvre")), "")
    assert (found.exact_match, found.window_overlap_2, found.one_minus_term) == (0.0, 0.0, 0.0)


def test_every_alternative_uses_up_a_place() -> None:
    segment = marked("la toux : il tousse", ("toux", "toux|tousse"), ("tousse", "toux|tousse"))
    assert counts(segment, "la toux : il tousse") == (1, 0, 1)


def test_terms_that_begin_together_take_each_others_place() -> None:
    segment = marked("une toux sèche", ("toux sèche", "toux sèche"), ("toux", "toux"))
    assert counts(segment, "une toux sèche") == (1, 0, 1)


def test_the_form_of_the_reference_counts_unless_it_is_a_part_of_the_list() -> None:
    part = marked("du diabète", ("diabète", "diabètes"))
    other = marked("il tousse", ("tousse", "toux"))
    assert counts(part, "du diabète") == (0, 0, 1)
    assert counts(other, "il tousse") == (1, 0, 0)


def test_lemmas_of_the_hypothesis_meet_terms_as_written() -> None:
    segment = marked("un symptôme", ("symptôme", "symptôme"))
    found = scored(segment, "des symptômes", "simplemma")
    assert (found.surface, found.lemma, found.wrong) == (0, 1, 0)
    plural = marked("des symptômes", ("symptômes", "symptômes"))
    assert scored(plural, "un symptôme", "simplemma").wrong == 1


def test_without_lemmas_every_term_counts_as_found_and_a_note_says_so() -> None:
    found = scored(marked("de la fièvre", ("fièvre", "fièvre")), "rien", "none")
    assert found.exact_match == 1.0
    assert "every marked term counts as found" in found.notes[0]


def test_a_language_without_lemmas_is_one_without_a_lemmatiser() -> None:
    segment = marked("发烧", ("发烧", "发烧"))
    found = score(AnnotatedSet((segment,), "en", "zh"), ["x"])
    assert found.exact_match == 1.0
    assert "the language has none here" in found.notes[0]


def test_the_window_overlap_is_divided_by_all_segments() -> None:
    segment = marked("avec de la fièvre depuis hier", ("fièvre", "fièvre"))
    plain = AnnotatedSegment("2", "source", "rien")
    both = AnnotatedSet((segment, plain), "en", "fr")
    found = score(both, [segment.reference or "", "rien"], lemmas="identity")
    assert (found.window_overlap_2, found.window_overlap_3) == (0.5, 0.5)


def test_a_term_of_several_words_is_taken_for_its_last_word() -> None:
    # The window of "toux sèche" holds its own first word in the reference, "une" and "toux".
    segment = marked("une toux sèche hier", ("toux sèche", "toux sèche"))
    found = scored(segment, "une toux sèche hier")
    assert found.window_overlap_2 == 2 / 3


def test_a_part_of_the_punctuation_string_is_no_word_of_the_window() -> None:
    kept = marked("« fièvre ...", ("fièvre", "fièvre"))
    assert scored(kept, "( fièvre !").window_overlap_2 == 0.0
    assert scored(kept, "« fièvre !").window_overlap_2 == 0.5


def test_terms_found_by_lemma_are_scored_a_second_time_on_lemmas() -> None:
    segment = marked("des symptômes graves", ("symptômes", "symptôme"), lemma=True)
    found = scored(segment, "les symptôme grave", "simplemma")
    # Nothing but the lemmas of the term and of its right neighbour agree.
    assert found.window_overlap_2 == 0.5
    assert found.one_minus_term == pytest.approx(1 - (1 + 1 / 3) / 2)
    assert scored(segment, "les symptôme grave", "identity").window_overlap_2 == 0.0


def test_terms_are_expressions_that_nobody_escaped() -> None:
    finder = Finder()
    assert finder.starts("U.S.", " aux UxSx . ") == [4]
    assert finder.starts("(PCR)", " test (PCR) ") == []
    assert finder.starts("(PCR)", " test PCR ") == [5]
    assert finder.starts("C++", " en C++ ") == []
    assert not finder.invalid


def test_a_term_that_is_no_expression_is_never_found_and_noted() -> None:
    found = scored(marked("le ( test", ("( test", "( test")), "le ( test")
    assert (found.surface, found.wrong) == (0, 1)
    assert "no regular expression" in found.notes[-1]


HOSTILE = (
    "(a+)+(a+)+(a+)+!",
    "((a{1000}){1000}){1000}",
    "a{100000000}",
    "(" * 100_000,
    "(" * 450 + ")" * 450,
)


@pytest.mark.slow
@pytest.mark.parametrize("term", HOSTILE)
def test_a_hostile_term_does_not_hang(term: str) -> None:
    finder = Finder()
    assert finder.starts(term, f" {'a' * 5000} ") == []
    assert finder.starts(term, f" {'a' * 5000} ") == []
    assert len(finder.slow) + len(finder.invalid) == 1


@pytest.mark.slow
def test_many_hostile_terms_do_not_hang_either() -> None:
    finder = Finder()
    for number in range(60):
        assert finder.starts(f"(a+)+(a+)+(a+)+{number}", f" {'a' * 5000} ") == []
    assert len(finder.slow) == 60


@pytest.mark.parametrize("term", ["x{e}", "x{e<=2}", r"x\{e}", "{1}x", "{x", "a{2}"])
def test_braces_are_read_as_by_pythons_own_expressions(term: str) -> None:
    text = " x{e} xx xy x{e<=2} {1}x {x aa "
    theirs = [each.start() for each in re.finditer(f"(?= {term} )", text)]
    assert Finder().starts(term, text) == theirs


def test_a_bar_in_the_surface_is_an_alternative_of_its_own() -> None:
    found = scored(marked("entre a | b ici", ("a | b", "a")), "entre a | b ici")
    assert 0 <= found.window_overlap_2 <= 1


@given(
    st.text(alphabet="a()|+*?[]{}\\.^$C ,1", min_size=1, max_size=8).filter(str.strip),
    st.text(alphabet="a()|+*?[]\\.C ", max_size=12),
)
def test_no_term_stops_the_run(term: str, hypothesis: str) -> None:
    surface = " ".join(term.split())
    found = scored(marked(f"x {surface} y", (surface, surface)), hypothesis)
    assert found.surface + found.lemma + found.wrong == 1
    assert 0 <= found.window_overlap_2 <= 1


def test_what_stops_the_published_code_names_the_segment() -> None:
    segment = marked("de la fièvre", ("fièvre", "fièvre"))
    whole = AnnotatedSet((segment,), "en", "fr")
    with pytest.raises(InputError, match="2 translations for 1 segment"):
        score(whole, ["a", "b"])
    with pytest.raises(InputError, match="segment 1: without a reference"):
        score(AnnotatedSet((AnnotatedSegment("1", "a", ""),), "en", "fr"), ["a"])
    with pytest.raises(InputError, match="no segment has a marked term"):
        score(AnnotatedSet((AnnotatedSegment("1", "a", "b"),), "en", "fr"), ["b"])
    with pytest.raises(InputError, match='segment 1: the term "ièvre" is not made of whole words'):
        scored(marked("de la fièvre", ("ièvre", "ièvre")), "x")


def test_unknown_lemmas_and_lemmas_of_no_language_are_refused() -> None:
    segment = marked("de la fièvre", ("fièvre", "fièvre"))
    with pytest.raises(ConfigError, match="unknown lemmas 'stanza'"):
        scored(segment, "x", "stanza")
    with pytest.raises(ConfigError, match="need the language"):
        score(AnnotatedSet((segment,)), ["x"])
