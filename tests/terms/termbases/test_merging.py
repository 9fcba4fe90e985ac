from dataclasses import replace

import pytest
from hypothesis import given

from diglot.errors import ConfigError
from diglot.model import Context, Termbase
from diglot.terms.termbases import merge_termbases
from tests.terms.termbases.small import shown, small, termbases

OLD = small("a: bread=en pain=fr", "b: oven=en four=fr")


def test_concepts_that_share_a_pair_are_united():
    merged = merge_termbases([OLD, small("x: Bread=en pain=fr miche=fr", "y: oven=en fourneau=fr")])
    assert shown(merged.termbase) == [
        "a: bread=en pain=fr miche=fr",
        "b: oven=en four=fr",
        "y: oven=en fourneau=fr",
    ]
    assert (merged.united, merged.renamed, merged.conflicts) == (1, 0, ())


@pytest.mark.parametrize(("rule", "count"), [("pair", 3), ("term", 2), ("id", 3), ("none", 4)])
def test_rules_unite_more_or_less(rule, count):
    other = small("a: bread=en pain=fr", "y: oven=en fourneau=fr")
    assert len(merge_termbases([OLD, other], rule=rule).termbase.concepts) == count


def test_sameness_is_handed_on():
    merged = merge_termbases([small("a: x=en y=fr", "b: z=en w=fr", "c: x=en y=fr z=en w=fr")])
    assert shown(merged.termbase) == ["a: x=en y=fr z=en w=fr"]
    assert merged.united == 2


def test_a_pair_that_only_uniting_makes_unites_as_well():
    merged = merge_termbases(
        [small("a: x=en y=fr", "b: x=en y=fr z=en", "c: y=fr w=fr x=en", "d: z=en w=fr")]
    )
    assert shown(merged.termbase) == ["a: x=en y=fr z=en w=fr"]
    assert merged.united == 3


def test_concepts_of_one_language_are_united_by_their_term():
    merged = merge_termbases([small("a: bread=en"), small("b: bread=en", "c: bread=en pain=fr")])
    assert shown(merged.termbase) == ["a: bread=en", "c: bread=en pain=fr"]


def test_an_id_that_another_concept_has_is_changed():
    merged = merge_termbases([small("a: x=en y=fr"), small("a: p=en q=fr")])
    assert shown(merged.termbase) == ["a: x=en y=fr", "a~2: p=en q=fr"]
    assert merged.renamed == 1


@pytest.mark.parametrize(("prefer", "chosen"), [("first", "preferred"), ("last", "forbidden")])
def test_conflicts_of_status_are_reported_and_decided(prefer, chosen):
    merged = merge_termbases([small("a: x=en y=fr+"), small("b: x=en y=fr!")], prefer=prefer)
    (conflict,) = merged.conflicts
    assert (conflict.concept, conflict.term, conflict.statuses) == (
        "a",
        "y",
        ("preferred", "forbidden"),
    )
    assert conflict.chosen == chosen == merged.termbase.concepts[0].terms[1].status


def test_a_decided_status_wins_over_none_without_a_conflict():
    merged = merge_termbases([small("a: x=en y=fr"), small("b: x=en y=fr!")])
    assert merged.termbase.concepts[0].terms[1].status == "forbidden"
    assert merged.conflicts == ()


def test_what_is_said_of_the_same_term_is_collected():
    def told(score, frequency, context, note):
        base = small("a: x=en y=fr")
        source, target = base.concepts[0].terms
        target = replace(
            target, score=score, frequency=frequency, contexts=(Context(context),), note=note
        )
        concept = replace(
            base.concepts[0], terms=(source, target), definitions=(("", note),), subject=note
        )
        return replace(base, concepts=(concept,), title=note)

    merged = merge_termbases([told(0.5, 3, "one", "p"), told(0.25, 7, "two", "q")]).termbase
    (concept,) = merged.concepts
    term = concept.terms[1]
    assert (term.score, term.frequency, term.note) == (0.5, 7, "p\nq")
    assert [context.text for context in term.contexts] == ["one", "two"]
    assert concept.definitions == (("", "p"), ("", "q"))
    assert (concept.subject, merged.title) == ("p", "p")


@given(first=termbases(), second=termbases())
def test_what_was_merged_is_united_no_further(first, second):
    once = merge_termbases([first, second]).termbase
    twice = merge_termbases([once, once])
    assert shown(twice.termbase) == shown(once)
    assert twice.conflicts == ()


@given(first=termbases(), second=termbases())
def test_no_term_is_lost_and_no_id_is_twice(first, second):
    merged = merge_termbases([first, second], match="exact").termbase

    def forms(termbase: Termbase):
        return {(term.language, term.text) for each in termbase.concepts for term in each.terms}

    assert forms(merged) == forms(first) | forms(second)
    ids = [concept.id for concept in merged.concepts]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("option", "value"), [("rule", "best"), ("prefer", "mine")])
def test_unknown_options_are_one_clear_line(option, value):
    with pytest.raises(ConfigError, match=f"'{value}'; it can be"):
        merge_termbases([OLD], **{option: value})
