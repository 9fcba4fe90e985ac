from dataclasses import replace

from hypothesis import given

from diglot.terms.termbases import diff
from tests.terms.termbases.small import small, termbases


def changes(found):
    return [
        (change.field, change.term, change.before, change.after)
        for each in found.changed
        for change in each.changes
    ]


def test_added_removed_and_same_concepts():
    found = diff(small("a: x=en y=fr", "b: p=en q=fr"), small("a: x=en y=fr", "d: r=en s=fr"))
    assert [each.id for each in found.added] == ["d"]
    assert [each.id for each in found.removed] == ["b"]
    assert (found.changed, found.same) == ((), 1)


def test_terms_statuses_and_fields_that_changed():
    old = small("a: x=en y=fr")
    new = small("a: x=en y=fr! z=fr")
    new = replace(new, concepts=(replace(new.concepts[0], subject="food"),))
    assert changes(diff(old, new)) == [
        ("status", "y", None, "forbidden"),
        ("term", "z", None, "z"),
        ("subject", None, None, "food"),
    ]


def test_another_spelling_of_the_same_term_is_a_change_of_its_text():
    assert changes(diff(small("a: Bread=en"), small("a: bread=en"))) == [
        ("text", "bread", "Bread", "bread")
    ]
    assert changes(diff(small("a: Bread=en"), small("a: bread=en"), match="exact")) == [
        ("term", "Bread", "Bread", None),
        ("term", "bread", None, "bread"),
    ]


def test_concepts_are_found_again_under_other_ids():
    found = diff(small("1: x=en y=fr", "2: x=en z=fr"), small("b: z=fr x=en", "a: x=en y=fr w=fr"))
    assert (found.added, found.removed, found.same) == ((), (), 1)
    assert [(each.before.id, each.after.id) for each in found.changed] == [("1", "a")]


def test_the_same_id_holds_a_concept_together_unless_it_was_made_up():
    assert len(diff(small("food-1: x=en"), small("food-1: y=en")).changed) == 1
    assert diff(small("c1: x=en"), small("c1: y=en")).changed == ()


@given(termbase=termbases())
def test_a_termbase_does_not_differ_from_itself(termbase):
    found = diff(termbase, termbase, match="exact")
    assert (found.added, found.removed, found.changed) == ((), (), ())
    assert found.same == len(termbase.concepts)


@given(first=termbases(), second=termbases())
def test_every_concept_is_added_removed_changed_or_the_same(first, second):
    found = diff(first, second)
    both = len(found.changed) + found.same
    assert len(found.added) + both == len(second.concepts)
    assert len(found.removed) + both == len(first.concepts)
