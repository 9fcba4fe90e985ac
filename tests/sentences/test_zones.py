"""Stretches without parallel order."""

from __future__ import annotations

import random

import numpy as np
import pytest

from diglot.model import Bitext, Zone
from diglot.sentences import Evidence, zones
from diglot.sentences.assembly import IN_ZONE
from tests.sentences.texts import Language, aligned, f1, sides

BEFORE, ENTRIES = 80, 60
SEEDS = pytest.mark.parametrize("seed", [1, 2, 4, 5])


def glossary(seed: int) -> tuple[list[str], list[str], set[tuple[int, int]]]:
    """A text with a glossary in its middle, sorted otherwise in the translation; its pairs."""
    language = Language(seed)
    before, after = language.text(BEFORE), language.text(80)
    entries = language.text(ENTRIES, words=(2, 5))
    order = list(range(ENTRIES))
    random.Random(seed).shuffle(order)
    return (
        before.source + entries.source + after.source,
        before.target + [entries.target[k] for k in order] + after.target,
        {(BEFORE + k, BEFORE + place) for place, k in enumerate(order)},
    )


def zone_of(bitext: Bitext) -> Zone:
    (zone,) = bitext.zones
    return zone


def in_zone(bitext: Bitext) -> set[tuple[int, int]]:
    """Pairs of segments linked inside zones."""
    return {
        (link.source[0], link.target[0])
        for link in bitext.links
        if link.kind == "zone" and link.source and link.target
    }


@pytest.mark.slow
@SEEDS
def test_a_glossary_in_another_order_is_flagged_and_matched_freely(seed: int) -> None:
    source, target, right = glossary(seed)
    bitext = aligned(source, target)
    zone = zone_of(bitext)
    sizes = [high - low for low, high in (zone.source, zone.target)]
    assert zone.kind == "non-monotone"
    assert min(zone.source[0], zone.target[0]) >= BEFORE - 3
    assert max(zone.source[1], zone.target[1]) <= BEFORE + ENTRIES + 3
    assert min(sizes) >= 0.4 * ENTRIES
    found = in_zone(bitext)
    assert len(found) >= 0.4 * max(sizes)
    assert len(found & right) >= 0.95 * len(found)
    assert zone.reason == f"{len(found)} of {max(sizes)} segments match, but in another order"


@pytest.mark.slow
@SEEDS
def test_a_glossary_leaves_the_text_around_it_alone(seed: int) -> None:
    source, target, _ = glossary(seed)
    bitext = aligned(source, target)
    around = [n for n in range(len(source)) if not BEFORE - 3 <= n < BEFORE + ENTRIES + 3]
    found = {link for link in sides(bitext) if link[0] and link[0][0] in around}
    assert f1(found, [((n,), (n,)) for n in around]) > 0.97


def test_every_segment_is_in_one_link_when_there_is_a_zone() -> None:
    source, target, _ = glossary(1)
    bitext = aligned(source, target)
    zone = zone_of(bitext)
    assert sorted(i for ours, _ in sides(bitext) for i in ours) == list(range(len(source)))
    assert sorted(j for _, theirs in sides(bitext) for j in theirs) == list(range(len(target)))
    for link in bitext.links:
        inside = [*(zone.source[0] <= i < zone.source[1] for i in link.source)]
        inside += [zone.target[0] <= j < zone.target[1] for j in link.target]
        assert all(inside) == any(inside) == (link.kind == "zone")
        if link.kind == "zone":
            assert link.score == 0.5
            assert link.reasons == (IN_ZONE,)
    starts = [link.source[0] for link in bitext.links if link.source]
    assert starts == sorted(starts)


@pytest.mark.slow
def test_a_zone_counts_from_the_beginning_of_the_text_where_an_anchor_cuts_it() -> None:
    source, target, right = glossary(5)
    plain = aligned(source, target)
    bitext = aligned(source, target, evidence=[Evidence(anchors=((40, 40),))])
    assert zone_of(bitext).kind == "non-monotone"
    assert zone_of(bitext).source[0] >= BEFORE - 3
    assert abs(zone_of(bitext).target[1] - zone_of(plain).target[1]) <= 5
    found = in_zone(bitext)
    assert len(found) >= 15
    assert len(found & right) >= 0.95 * len(found)


@SEEDS
@pytest.mark.parametrize("side", ["source", "target"])
def test_a_passage_without_counterpart_is_flagged(seed: int, side: str) -> None:
    language = Language(seed, common=0.1)
    before, passage, after = language.text(60), language.text(25), language.text(60)
    long = before.source + passage.source + after.source
    short = before.target + after.target
    bitext = aligned(long, short) if side == "source" else aligned(short, long)
    zone = zone_of(bitext)
    assert zone.kind == "unmatched"
    ours, theirs = (zone.source, zone.target) if side == "source" else (zone.target, zone.source)
    assert abs(ours[0] - 60) + abs(ours[1] - 85) <= 4
    assert theirs[1] - theirs[0] <= 2
    assert f"{side} segments have no counterpart" in zone.reason
    assert in_zone(bitext) == set()


@SEEDS
def test_a_passage_that_stands_elsewhere_is_flagged_as_moved(seed: int) -> None:
    language = Language(seed, common=0.1)
    first, second, third = language.text(60), language.text(30), language.text(60)
    bitext = aligned(
        first.source + second.source + third.source,
        second.target + first.target + third.target,
    )
    zone = zone_of(bitext)
    assert zone.kind == "moved"
    assert abs(zone.source[0] - 60) + abs(zone.source[1] - 90) <= 4
    assert abs(zone.target[0] - 0) + abs(zone.target[1] - 30) <= 4
    assert "is elsewhere" in zone.reason


@SEEDS
def test_parallel_texts_have_no_zones(seed: int) -> None:
    text = Language(seed).text(300, [(1, 1)] * 6 + [(1, 2), (2, 1), (1, 0), (0, 1)])
    assert aligned(text.source, text.target).zones == ()


def test_a_short_text_in_another_order_is_no_zone() -> None:
    text = Language(2).text(6)
    assert aligned(text.source, text.target[::-1]).zones == ()


@pytest.mark.parametrize(
    ("columns", "scattered"),
    [
        (list(range(20)), False),
        ([*range(10, 20), *range(10)], True),
        (list(range(20))[::-1], True),
        ([1, 0, *range(2, 20)], False),
        (list(range(7))[::-1], False),
    ],
    ids=["parallel", "halves swapped", "backwards", "one swap", "too few"],
)
def test_matches_are_scattered_when_their_order_is_lost(
    columns: list[int], scattered: bool
) -> None:
    matches = list(enumerate(columns))
    assert zones._scattered(matches, (0, 20), (0, 20)) == scattered
    assert not zones._scattered(matches, (0, 90), (0, 90))


def test_a_pair_matches_when_both_choose_each_other_clearly() -> None:
    ratios = np.array([[9.0, 1.0, 8.0], [2.0, 5.0, 1.0], [1.0, 1.0, 12.0]], np.float32)
    assert zones._matches(ratios, (10, 13), (20, 23)) == [(10, 20), (12, 22)]


def test_runs_that_a_chance_link_keeps_apart_are_one() -> None:
    assert list(zones._bridged([[0, 12], [14, 30], [33, 50], [51, 53]])) == [
        (0, 30),
        (33, 50),
        (51, 53),
    ]
    assert list(zones._bridged([])) == []


@pytest.mark.parametrize("method", ["length", "length-classic", "moore"])
def test_methods_that_know_no_zones_give_none(method: str) -> None:
    source, target, _ = glossary(1)
    assert aligned(source, target, method=method).zones == ()
