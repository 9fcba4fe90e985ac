"""Alignments as cells and as bitexts."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.sentences.beads import (
    beads_of,
    bitext_cells,
    bitext_of,
    cells_of,
    link_payload,
)
from diglot.model import Bitext, Zone
from tests.annotate.layers.documents import aligned, payload_of

LAYER = LAYERS["sentences"]
TYPES = st.sampled_from(["1-1", "1-2", "2-1", "0-1", "1-0", "2-2", "0-2"])


@st.composite
def bitexts(draw: st.DrawFn) -> Bitext:
    """Alignments in order, some links confirmed or scored."""
    bitext = aligned(draw(st.lists(TYPES, min_size=1, max_size=12)))
    links = [
        replace(
            link,
            kind=draw(st.sampled_from([None, "confirmed"])),
            score=draw(st.sampled_from([None, 0.25, 1.0])),
        )
        for link in bitext.links
    ]
    return replace(bitext, links=tuple(links))


@given(bitexts())
def test_a_bitext_comes_back_from_its_cells(bitext: Bitext) -> None:
    payload = {**payload_of(bitext), "links": link_payload(bitext)}
    found = bitext_of(payload, bitext_cells(bitext))
    assert found.links == bitext.links
    assert found.source.segments == bitext.source.segments
    assert found.target.segments == bitext.target.segments


@given(bitexts())
def test_cells_of_a_bitext_fit_and_break_no_rule_of_order(bitext: Bitext) -> None:
    cells, payload, scheme = bitext_cells(bitext), payload_of(bitext), LAYER.scheme
    assert all(LAYER.rules.fault(payload, scheme, *cell) is None for cell in cells.items())
    assert not [
        each for each in LAYER.rules.problems(payload, scheme, cells) if each.severity == "error"
    ]


@given(bitexts())
def test_cells_come_back_from_the_beads_they_stand_for(bitext: Bitext) -> None:
    cells = bitext_cells(bitext)
    assert cells_of(beads_of(cells)) == cells


def test_zones_come_back_with_the_kinds_of_bitexts() -> None:
    zones = (Zone((1, 2), (1, 3), "unmatched"), Zone((3, 4), (3, 4)))
    bitext = aligned(["1-1"] * 5, zones=zones)
    found = bitext_of(payload_of(bitext), bitext_cells(bitext))
    assert [(zone.source, zone.target, zone.kind) for zone in found.zones] == [
        (zone.source, zone.target, zone.kind) for zone in zones
    ]


def test_notes_and_acknowledgements_are_no_beads() -> None:
    assert cells_of(beads_of({"note": "b1-2", "ack:sentences.gap": True})) == {}


def test_astral_characters_count_once() -> None:
    bitext = aligned(["1-1", "1-1"], s0="\U0001d11e clef", t0="clé")
    assert f"s{len('𝄞 clef') + 1}" in bitext_cells(bitext)
