"""The development sets, their roughened twins, and texts made longer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.data import Gold, load, plain
from bench.quality import ALL_SETS, EVIDENCE, repeated
from bench.twins import roughened, torn
from diglot.model import Link
from tests.link_rules import errors

BLOCKS = st.sampled_from([(1, 1), (1, 1), (1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (2, 2), (3, 1)])


def gold_of(blocks: list[tuple[int, int]], name: str = "made") -> Gold:
    """A text whose sentence n reads "sn" or "tn", with links of the given sizes."""
    links, i, j = [], 0, 0
    for a, b in blocks:
        links.append(Link(tuple(range(i, i + a)), tuple(range(j, j + b))))
        i, j = i + a, j + b
    return Gold(name, [f"s{k}" for k in range(i)], [f"t{k}" for k in range(j)], tuple(links))


def pairs(document: Gold) -> set[tuple[str, str]]:
    """Words of the text that stand in one link: "s3" with "t4"."""
    return {
        (left, right)
        for link in document.links
        for i in link.source
        for left in document.source[i].split()
        for j in link.target
        for right in document.target[j].split()
    }


@given(st.lists(BLOCKS, min_size=1, max_size=80), st.integers(0, 1000))
def test_links_of_a_roughened_text_fit_its_sentences(
    blocks: list[tuple[int, int]], seed: int
) -> None:
    twin = roughened(gold_of(blocks), seed)
    found = errors(twin.links, len(twin.source), len(twin.target))
    # Two links that were joined may have a sentence without counterpart between them.
    assert [line for line in found if "leave a gap" not in line] == []


@given(st.lists(BLOCKS, min_size=1, max_size=80), st.integers(0, 1000))
def test_what_a_roughened_text_keeps_stays_linked(blocks: list[tuple[int, int]], seed: int) -> None:
    document = gold_of(blocks)
    twin = roughened(document, seed)
    left = {word for sentence in twin.source for word in sentence.split()}
    right = {word for sentence in twin.target for word in sentence.split()}
    kept = {pair for pair in pairs(document) if pair[0] in left and pair[1] in right}
    assert kept <= pairs(twin)
    assert left <= set(document.source)
    assert right <= set(document.target)


@pytest.mark.slow
def test_a_roughened_text_loses_and_joins_about_as_many_sentences_as_said() -> None:
    document = gold_of([(1, 1)] * 4_000)
    twin = roughened(document, 1)
    words = [sentence.split() for sentence in twin.source]
    joined = sum(len(sentence) - 1 for sentence in words)
    lost = len(document.source) - sum(map(len, words))
    assert 0.06 < joined / len(document.source) < 0.10
    assert 0.01 < lost / len(document.source) < 0.05


def test_roughening_gives_the_same_twin_every_time_and_another_for_another_seed() -> None:
    document = gold_of([(1, 1)] * 300)
    assert roughened(document, 1) == roughened(document, 1)
    assert roughened(document, 1) != roughened(document, 2)


@given(st.lists(BLOCKS, min_size=1, max_size=80))
def test_a_torn_text_loses_one_passage_a_side_and_nothing_else(
    blocks: list[tuple[int, int]],
) -> None:
    document = gold_of(blocks)
    twin = torn(document)
    assert errors(twin.links, len(twin.source), len(twin.target)) == []
    kept = {pair for pair in pairs(document) if pair[0] in twin.source and pair[1] in twin.target}
    assert pairs(twin) == kept
    if len(document.source) >= 20:
        lost = len(document.source) - len(twin.source)
        assert 0.1 < lost / len(document.source) < 0.2


@given(st.lists(BLOCKS, min_size=1, max_size=20), st.integers(1, 100))
def test_a_repeated_text_is_cut_between_links(blocks: list[tuple[int, int]], size: int) -> None:
    text = repeated(gold_of(blocks), size)
    assert errors(text.links, len(text.source), len(text.target)) == []
    longest = max(len(text.source), len(text.target))
    assert size - 3 <= longest <= size


def test_a_text_repeated_twice_holds_every_link_twice() -> None:
    once = gold_of([(1, 1), (2, 1), (0, 1)])
    twice = repeated(once, 6)
    assert twice.source == once.source * 2
    assert [link.type for link in twice.links] == [link.type for link in once.links] * 2
    assert twice.links[4] == Link((4, 5), (4,))


@pytest.mark.parametrize("name", ALL_SETS)
def test_every_set_has_texts_and_links_that_fit(name: str, shared_data: Path) -> None:
    for document in load(name):
        assert document.links
        for link in document.links:
            assert all(0 <= i < len(document.source) for i in link.source)
            assert all(0 <= j < len(document.target) for j in link.target)
        for side, translation in (
            (document.source, document.source_translation),
            (document.target, document.target_translation),
        ):
            assert translation is None or len(translation) == len(side)


def test_evidence_differs_from_bare_texts_only_where_a_set_has_more(shared_data: Path) -> None:
    (document,) = load("textberg-dev-de-fr")
    seen = {name: change(document) for name, change in EVIDENCE.items()}
    assert seen["paragraphs"] == plain(document)
    assert seen["translated source"].source_translation
    assert seen["translated source"].target_translation is None
    assert seen["both translated"] == document
    assert not plain(document).target_translation
