"""Long texts cut into parts and put together again."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from diglot.annotate.review.units import join_parts, parts_of
from diglot.model import Bitext, Block, Document, Link, Segment


@st.composite
def bitexts(draw: st.DrawFn) -> Bitext:
    shapes = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(any), min_size=1))
    links, counts = [], [0, 0]
    for source, target in shapes:
        links.append(
            Link(
                tuple(range(counts[0], counts[0] + source)),
                tuple(range(counts[1], counts[1] + target)),
                score=0.5,
            )
        )
        counts = [counts[0] + source, counts[1] + target]
    sides = []
    for count in counts:
        words = draw(st.lists(st.text("ab😀 ", max_size=4), min_size=count, max_size=count))
        segments, start = [], 0
        for number, word in enumerate(words):
            segments.append(Segment(start, start + len(word), number))
            start += len(word) + 1
        blocks = tuple(Block(each.start, each.end, "line") for each in segments)
        sides.append(Document("\n".join(words), blocks=blocks, segments=tuple(segments)))
    return Bitext(*sides, links=tuple(links))


@given(bitexts(), st.integers(1, 4))
def test_parts_put_together_are_the_whole(bitext: Bitext, size: int) -> None:
    assert join_parts(bitext, parts_of(bitext, size)) == bitext


@given(bitexts(), st.integers(1, 4))
def test_parts_show_the_texts_of_their_links(bitext: Bitext, size: int) -> None:
    shown = [
        (part.bitext.source_text(link), part.bitext.target_text(link))
        for part in parts_of(bitext, size)
        for link in part.bitext.links
    ]
    assert shown == [(bitext.source_text(each), bitext.target_text(each)) for each in bitext.links]


@given(bitexts(), st.data())
def test_a_part_begins_with_every_document(bitext: Bitext, data: st.DataObject) -> None:
    counts = data.draw(st.lists(st.integers(0, 2), min_size=len(bitext.links)))
    names = [f"text {sum(counts[: n + 1])}" for n in range(len(bitext.links))]
    parts = list(parts_of(bitext, documents=names))
    assert [part.bitext.source.name for part in parts] == list(dict.fromkeys(names))
    assert join_parts(bitext, parts) == bitext


def test_corrected_links_of_parts_come_back() -> None:
    document = Document("a\nb\nc", segments=(Segment(0, 1), Segment(2, 3), Segment(4, 5)))
    bitext = Bitext(document, document, tuple(Link((n,), (n,)) for n in range(3)))
    parts = list(parts_of(bitext, 2))
    merged = dataclasses.replace(parts[0].bitext, links=(Link((0, 1), (0, 1)),))
    whole = join_parts(bitext, [dataclasses.replace(parts[0], bitext=merged), parts[1]])
    assert whole.links == (Link((0, 1), (0, 1)), Link((2,), (2,)))
