import pytest

from diglot.errors import ConfigError
from diglot.terms.termbases import CHECKS, check_termbase
from tests.terms.termbases.small import small


def found(*lines, **options):
    return [
        (each.kind, each.concept, each.language, each.term)
        for each in check_termbase(small(*lines), **options)
    ]


def test_a_sound_termbase_has_no_problem():
    assert found("a: bread=en pain=fr+ miche=fr~", "b: oven=en four=fr") == []


def test_an_empty_concept():
    assert found("a: bread=en", "b:") == [("empty-concept", "b", None, None)]


def test_a_language_that_most_concepts_have_is_missed():
    assert found("a: x=en y=fr z=de", "b: p=en q=fr", "c: r=en") == [
        ("missing-language", "c", "fr", None)
    ]


def test_languages_that_are_asked_for_are_missed():
    assert found("a: x=en-GB y=fr", languages=["en", "de"]) == [
        ("missing-language", "a", "de", None)
    ]


def test_a_rejected_term_does_not_count_for_its_language():
    assert found("a: x=en y=fr-", languages=["fr"]) == [("missing-language", "a", "fr", None)]


def test_a_term_twice_in_one_concept():
    assert found("a: Bread=en bread=en pain=fr") == [("term-twice", "a", "en", "bread")]
    assert found("a: Bread=en bread=en pain=fr", match="exact") == []


def test_a_term_in_several_concepts_names_them_all():
    problems = check_termbase(
        small("a: board=en tableau=fr", "b: board=en conseil=fr", "c: Board=en carte=fr")
    )
    (problem,) = problems
    assert (problem.kind, problem.concept, problem.others) == (
        "term-in-several-concepts",
        "a",
        ("b", "c"),
    )


def test_two_preferred_terms_of_one_language():
    assert found("a: x=en y=fr+ z=fr+") == [("two-preferred-terms", "a", "fr", None)]


def test_a_language_with_forbidden_terms_only():
    assert found("a: x=en y=fr! z=fr!") == [("forbidden-terms-only", "a", "fr", "y")]


def test_a_forbidden_term_in_a_concept_of_its_own():
    beside = found("a: x=en z=fr", "b: X=en y=fr!")
    assert "forbidden-terms-only" not in [kind for kind, *_ in beside]
    assert ("forbidden-terms-only", "b", "fr", "y") in found("a: x=en z=de", "b: x=en y=fr!")


def test_a_forbidden_term_without_a_source_term():
    assert "forbidden-terms-only" not in [kind for kind, *_ in found("a: y=fr!")]


def test_what_can_be_mended_and_what_is_in_another_language_is_listed():
    kinds = {
        "markup": "a: x=en <b>y</b>=fr",
        "access-key": "a: x=en fonction(F)=fr",
        "several-terms": "a: x=en tableau_/_conseil=fr",
        "gloss": "a: x=en pain_(rond)=fr",
        "end-mark": "a: x=en nombre:=fr",
        "copied-source": "a: wash_hands=en wash_hands=fr",
        "wrong-language": "a: x=en out_from_the_bread=fr",
        "unclear-marks": "a: x=en pain_-_miche=fr",
    }
    for kind, line in kinds.items():
        assert [problem[0] for problem in found(line)] == [kind]


def test_checks_can_be_left_out():
    assert found("a: x=en y=fr+ z=fr+", "b:", ignore=["empty-concept"]) == [
        ("two-preferred-terms", "a", "fr", None)
    ]
    with pytest.raises(ConfigError, match="unknown check 'spelling'; available: empty-concept"):
        found("a: x=en", ignore=["spelling"])


def test_every_check_is_tested_here(request):
    source = request.path.read_text()
    assert all(f'"{name}"' in source for name in CHECKS)
