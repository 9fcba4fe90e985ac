"""Rows of the reader: nothing lost, nothing twice, everything in its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diglot.model import Bitext, Document, Link, Segment, Zone
from diglot.report.pages.reader import reader_rows
from tests.evaluate.alignments.strategies import covers
from tests.report.bitexts import glossary, letter


def text_of(size):
    return Document("x" * size, segments=tuple(Segment(k, k + 1) for k in range(size)))


def test_every_link_of_a_cover_is_one_row():
    found = list(reader_rows(letter()))
    assert [row.link for row in found] == list(range(8))
    assert [row.doubtful for row in found] == [k in (2, 6) for k in range(8)]


def test_left_over_segments_of_a_zone_share_a_row():
    before, zone, after = reader_rows(glossary())
    assert (zone.source, zone.target, zone.link, zone.zone) == ((1, 2, 3), (1, 2, 3), None, 0)
    assert before.zone is after.zone is None


def test_links_inside_a_zone_belong_to_it_and_links_across_its_edge_do_not():
    bitext = Bitext(
        text_of(4),
        text_of(4),
        (Link((0,), (0,)), Link((1,), (2,)), Link((2,), (1,)), Link((3,), (3,))),
        zones=(Zone((1, 3), (1, 3)),),
    )
    assert [row.zone for row in reader_rows(bitext)] == [None, 0, 0, None]
    wide = Bitext(text_of(4), text_of(4), (Link((0, 1), (0, 1)),), zones=(Zone((1, 3), (1, 3)),))
    assert next(reader_rows(wide)).zone is None


@given(covers(max_size=25), st.data())
def test_every_segment_is_shown_once_whatever_links_are_missing(links, data):
    sizes = [sum(len(side(k)) for k in links) for side in (lambda k: k.source, lambda k: k.target)]
    kept = [link for link in links if data.draw(st.booleans())]
    bounds = [sorted(data.draw(st.tuples(*[st.integers(0, size)] * 2))) for size in sizes]
    zone = Zone(tuple(bounds[0]), tuple(bounds[1]))
    found = list(reader_rows(Bitext(text_of(sizes[0]), text_of(sizes[1]), tuple(kept), (zone,))))
    assert [row.link for row in found if row.link is not None] == list(range(len(kept)))
    for side, size in ((0, sizes[0]), (1, sizes[1])):
        shown = [index for row in found for index in (row.source, row.target)[side]]
        assert sorted(shown) == list(range(size))
    if zone.source[0] == zone.source[1] and zone.target[0] == zone.target[1]:
        for side in (0, 1):
            shown = [index for row in found for index in (row.source, row.target)[side]]
            assert shown == sorted(shown)


def test_links_that_cross_lose_no_segment():
    bitext = Bitext(text_of(4), text_of(4), (Link((2,), (0,)), Link((0,), (2,))))
    shown = [(row.source, row.target) for row in reader_rows(bitext)]
    assert sorted(i for s, _ in shown for i in s) == [0, 1, 2, 3]
    assert sorted(j for _, t in shown for j in t) == [0, 1, 2, 3]
