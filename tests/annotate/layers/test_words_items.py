"""Items of words: what is asked, and what the aligner proposes."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.groups.files import group_items, links_of_groups
from diglot.annotate.layers.trees.files import tree_items
from diglot.annotate.layers.trees.nodes import divisions_of
from diglot.annotate.layers.word_labels.files import chosen_links, word_label_items
from diglot.model import Bitext, Concept, ConceptTerm, Termbase
from tests.annotate.layers.documents import aligned

WORDS = {"red": "rouge", "blue": "bleue", "house": "maison", "door": "porte", "big": "grande"}


@cache
def colours() -> Bitext:
    """Sentences whose words translate each other one by one, in another order."""
    rng = random.Random(0)
    texts = {}
    for number in range(40):
        noun, colour = rng.choice(["house", "door"]), rng.choice(["red", "blue"])
        texts[f"s{number}"] = f"the {colour} {noun} is big"
        texts[f"t{number}"] = f"la {WORDS[noun]} {WORDS[colour]} est grande"
    return aligned(["1-1"] * 40, **texts)


def words(item: NewItem, link: dict[str, int]) -> tuple[str, str]:
    found = []
    for name in ("source", "target"):
        side = item.payload[name]
        end = dict(map(tuple, side["tokens"]))[link[name]]
        found.append(side["text"][link[name] : end])
    return found[0], found[1]


@cache
def labels() -> list[NewItem]:
    return word_label_items(colours(), per_pair=3)


@cache
def trees() -> list[NewItem]:
    return tree_items(colours())


@cache
def groups() -> list[NewItem]:
    return group_items(colours())


@pytest.mark.slow
def test_at_most_so_many_links_of_a_pair_are_asked_about() -> None:
    assert 30 <= len(labels()) <= 40
    assert all(1 <= len(item.payload["candidates"]) <= 3 for item in labels())
    assert labels()[0].payload["policy"] == {"name": "stratified", "seed": 0, "most": 3}


@pytest.mark.slow
def test_links_of_both_directions_join_words_that_translate_each_other() -> None:
    pairs = [words(item, link) for item in labels() for link in item.payload["candidates"]]
    right = sum(WORDS.get(source) == target for source, target in pairs if source in WORDS)
    assert right / sum(source in WORDS for source, _ in pairs) > 0.9


def test_nothing_is_labelled_before_a_person_does() -> None:
    assert all(not item.cells and not item.suggestions for item in labels())


def test_items_are_ordered_by_the_doubt_of_their_links() -> None:
    item = labels()[0]
    scores = [link["score"] for link in item.payload["candidates"]]
    assert item.score == pytest.approx(sum(scores) / len(scores), abs=1e-3)


@pytest.mark.slow
def test_the_same_seed_asks_the_same() -> None:
    assert word_label_items(colours(), per_pair=3) == labels()


LINKS = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 20), st.floats(0, 1)), unique=True, max_size=15
)


@given(LINKS, st.integers(1, 6), st.sampled_from(["random", "stratified", "uncertainty"]))
def test_every_policy_chooses_links_that_are_there(
    links: list[tuple[int, int, float]], most: int, policy: str
) -> None:
    chosen = chosen_links(links, most, policy, random.Random(0))  # type: ignore[arg-type]
    assert chosen == sorted(set(chosen))
    assert set(chosen) <= set(links)
    assert len(chosen) == min(most, len(links))


def test_uncertain_links_are_those_nearest_to_one_half() -> None:
    links = [(0, 0, 0.99), (1, 1, 0.5), (2, 2, 0.4), (3, 3, 0.02)]
    assert chosen_links(links, 2, "uncertainty", random.Random(0)) == links[1:3]


def test_strata_hold_likely_and_unlikely_links() -> None:
    links = [(k, k, k / 10) for k in range(10)]
    low, high = chosen_links(links, 2, "stratified", random.Random(0))
    assert low[2] < 0.5 <= high[2]


@pytest.mark.slow
def test_groups_are_proposed_but_not_given() -> None:
    items = groups()
    scheme = LAYERS["groups"].scheme
    assert all(item.cells == {} for item in items)
    for item in items:
        (proposed,) = item.suggestions
        links = links_of_groups(item.payload, scheme, proposed.cells)
        assert len(links) == len(item.payload["links"])
        assert LAYERS["groups"].rules.label(item.payload, proposed.cells)


def test_without_suggestions_there_are_no_links() -> None:
    items = [*group_items(colours(), suggestions=False), *tree_items(colours(), suggestions=False)]
    assert all(item.payload["links"] == [] and not item.suggestions for item in items)
    assert items[-1].payload["suggest"] is False


@pytest.mark.slow
def test_unlikely_links_rank_divisions_too() -> None:
    for tree, group in zip(trees(), groups(), strict=True):
        assert len(tree.payload["links"]) >= len(group.payload["links"])


@pytest.mark.slow
def test_terms_of_several_words_are_marked_so_that_they_are_not_cut() -> None:
    terms = (
        ConceptTerm("red house", "en"),
        ConceptTerm("maison rouge", "fr"),
        ConceptTerm("is", "en"),
    )
    items = tree_items(colours(), termbase=Termbase((Concept("1", terms),)))
    marked = [item for item in items if "red house" in item.payload["source"]["text"]]
    assert marked
    assert all(item.payload["terms"]["source"] == [[4, 13]] for item in marked)


def test_divisions_are_suggested_in_characters() -> None:
    item = trees()[0]
    source, target = (item.payload[name]["tokens"] for name in ("source", "target"))
    found = divisions_of(item.payload, (source[0][0], source[-1][1]), (target[0][0], target[-1][1]))
    assert len(found["splits"]) == 15
    for split in found["splits"]:
        value = [split["op"], split["i"], split["j"]]
        problems = LAYERS["trees"].rules.problems(
            item.payload, LAYERS["trees"].scheme, {"n": value}
        )
        assert not [each for each in problems if each.code == "trees.split-place"]
    assert (found["leaf"], found["closed"]) == (False, False)


def test_a_cursor_is_told_where_to_follow() -> None:
    item = trees()[0]
    source, target = (item.payload[name]["tokens"] for name in ("source", "target"))
    follow = divisions_of(
        item.payload, (source[0][0], source[-1][1]), (target[0][0], target[-1][1])
    )["follow"]
    assert sorted(map(int, follow["source"])) == [begin for begin, _ in source[1:]]
    assert set(follow["target"].values()) <= {begin for begin, _ in source[1:]}


def test_characters_that_are_no_words_get_no_suggestions() -> None:
    item = trees()[0]
    assert divisions_of(item.payload, (1, 3), (0, 2)) == {
        "splits": [], "trim": None, "leaf": False, "closed": False,
        "follow": {},
    }  # fmt: skip


def test_a_trim_is_suggested_as_a_cell_has_it() -> None:
    item = tree_items(colours(), suggestions=False)[0]
    tokens = item.payload["source"]["tokens"], item.payload["target"]["tokens"]
    links = [[tokens[0][k][0], tokens[1][k][0], 1.0] for k in range(1, 4)]
    payload = {**item.payload, "links": links}
    ends = [(side[0][0], side[3][1]) for side in tokens]
    trim = divisions_of(payload, *ends)["trim"]
    assert trim == {"side": "source", "edge": "left", "offset": tokens[0][1][0]}
