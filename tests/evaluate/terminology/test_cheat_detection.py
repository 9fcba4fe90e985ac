"""Added terms are told from used ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.terminology.cheat_detection import SegmentSigns, detect_cheating
from diglot.evaluate.terminology.cheats import cheat
from diglot.model import AnnotatedSegment, AnnotatedSet
from tests.evaluate.terminology.marked_sets import fever, mark, one

HONEST = "une toux sèche et la fièvre ."


def signs(hypothesis: str, test_set: AnnotatedSet | None = None) -> SegmentSigns:
    """The signs of the only segment."""
    found = detect_cheating(test_set or fever(), [hypothesis]).signs
    return found[0] if found else SegmentSigns(0)


def without_reference() -> AnnotatedSet:
    whole = fever()
    segments = tuple(
        replace(each, reference=None, terms=tuple(replace(m, target_span=None) for m in each.terms))
        for each in whole.segments
    )
    return replace(whole, segments=segments)


def test_the_reference_shows_no_sign_and_scores_1() -> None:
    report = detect_cheating(fever(), [fever().segments[0].reference or ""])
    assert report.signs == ()
    assert (report.exact_match, report.guarded_exact_match) == (1.0, 1.0)
    assert not report.cheating


@pytest.mark.parametrize("kind", ["naive", "smart"])
@pytest.mark.parametrize("where", ["end", "front"])
def test_terms_strung_together_at_an_edge_are_flagged(kind: str, where: str) -> None:
    made = cheat(fever(), ["il va bien ."], kind, where=where)
    report = detect_cheating(fever(), made)
    assert report.cheating
    assert report.signs[0].at_an_edge
    assert (report.exact_match, report.guarded_exact_match) == (1.0, 0.0)


def test_terms_after_the_end_of_the_sentence_are_appended() -> None:
    assert signs("il va bien . fièvre toux sèche").appended == (4, 7)
    assert signs("il va bien : fièvre").appended == (4, 5)


def test_commas_and_a_full_stop_do_not_hide_a_string_of_terms() -> None:
    assert signs("il va bien . toux sèche , fièvre .").appended == (4, 8)
    assert signs("fièvre , toux sèche : il va bien").prepended == (0, 4)


def test_a_term_that_ends_its_sentence_is_not_appended() -> None:
    assert signs("la toux sèche .").appended is None
    assert signs("il a de la fièvre").appended is None


def test_a_term_at_the_front_is_fine_where_the_reference_has_one() -> None:
    source, reference = "fever and a cough", "fièvre et toux"
    there = one(source, reference, mark(source, reference, "fever", "fièvre"))
    assert signs("fièvre avec toux", there).prepended is None
    assert signs("fièvre fièvre et toux", there).prepended == (0, 2)


def test_a_term_that_stands_too_often_is_repeated() -> None:
    assert signs("la fièvre et la fièvre , puis une toux sèche").repeated == ("fièvre",)
    assert signs("la fièvre et la fièvre", without_reference()).repeated == ("fièvre",)


def test_interleaved_terms_are_flagged_by_their_number() -> None:
    report = detect_cheating(fever(), cheat(fever(), [HONEST], "interleave"))
    assert report.reasons == ("a term stands too often in 1 of 1 segments with terms",)


def test_a_hit_outside_the_string_is_preferred() -> None:
    report = detect_cheating(fever(), [f"{HONEST} toux sèche fièvre"])
    assert report.signs[0].appended is not None
    assert report.guarded_exact_match == 1.0


def test_a_hit_counts_only_where_it_is_linked_to_its_source() -> None:
    # a dry cough and a fever . — avec fièvre
    linked = detect_cheating(fever(), ["avec fièvre"], links=[[(5, 1)]])
    astray = detect_cheating(fever(), ["avec fièvre"], links=[[(1, 1)]])
    assert (linked.unsupported, astray.unsupported) == (0, 1)
    assert astray.signs[0].unsupported == ("fièvre",)
    assert astray.reasons == (
        "a term is linked to other words than its source in 1 of 1 segments with terms",
    )


def test_another_place_that_is_linked_supports_a_term() -> None:
    report = detect_cheating(fever(), ["fièvre et fièvre"], links=[[(5, 2)]])
    assert report.unsupported == 0


def test_without_a_reference_links_judge_terms_at_the_front() -> None:
    text = ["fièvre il va bien"]
    assert not detect_cheating(without_reference(), text).signs
    assert not detect_cheating(without_reference(), text, links=[[(5, 0)]]).signs
    astray = detect_cheating(without_reference(), text, links=[[]])
    assert astray.signs[0].prepended == (0, 1)


def test_a_system_may_show_signs_in_a_few_segments() -> None:
    segment = fever().segments[0]
    many = AnnotatedSet(tuple(replace(segment, id=str(each)) for each in range(100)), "en", "fr")
    texts = [HONEST] * 95 + ["il va bien . fièvre"] * 5
    assert not detect_cheating(many, texts).cheating
    assert detect_cheating(many, texts[1:] + texts[-1:]).cheating


def test_segments_without_terms_are_not_counted() -> None:
    both = replace(fever(), segments=(AnnotatedSegment("0", "a", "b"), *fever().segments))
    report = detect_cheating(both, ["b", "il va bien . fièvre"])
    assert (report.segments, report.signs[0].segment) == (1, 1)


def test_empty_translations_show_nothing_and_score_0() -> None:
    report = detect_cheating(fever(), [""])
    assert (report.signs, report.exact_match, report.far) == ((), 0.0, 0)


def test_terms_with_special_signs_are_words_like_others() -> None:
    source, reference = "C++ | (PCR)", "C++ | (PCR)"
    odd = one(
        source,
        reference,
        *(mark(source, reference, term, term, entry=term) for term in ("C++", "|", "(PCR)")),
    )
    assert detect_cheating(odd, [reference]).exact_match == 1.0
    assert signs("rien . (PCR) C++ |", odd).appended == (2, 5)


def test_a_translation_of_terms_without_end_is_judged_in_good_time() -> None:
    report = detect_cheating(fever(), ["x . " + "fièvre " * 50_000])
    assert report.signs[0].appended == (2, 50_002)


@given(st.lists(st.sampled_from(["fièvre", "toux", "sèche", ".", ",", "x"]), max_size=12))
def test_guarded_hits_are_never_more_than_hits(words: list[str]) -> None:
    report = detect_cheating(fever(), [" ".join(words)])
    assert 0 <= report.guarded <= report.matched <= report.terms


def test_numbers_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="2 hypotheses for 1 segment"):
        detect_cheating(fever(), ["a", "b"])
    with pytest.raises(InputError, match="0 lines of word links for 1 segment"):
        detect_cheating(fever(), ["a"], links=[])
