from __future__ import annotations

from typing import Any

from diglot.annotate.layers import LAYERS
from diglot.model import Zone
from tests.annotate.layers.documents import aligned, confirmed, payload_of
from tests.annotate.layers.pairs import codes

LAYER = LAYERS["sentences"]


def found(types: list[str], **scheme: Any) -> list[str]:
    bitext = aligned(types)
    return codes(LAYER, payload_of(bitext), confirmed(bitext), **scheme)


def changed(types: list[str], changes: dict[str, Any], **more: Any) -> list[str]:
    """Rules that an alignment breaks after some changes; None takes a cell away."""
    bitext = aligned(types, **more)
    cells = {**confirmed(bitext), **changes}
    cells = {name: value for name, value in cells.items() if value is not None}
    return codes(LAYER, payload_of(bitext), cells)


def beads(types: list[str], **more: Any) -> list[str]:
    """Places of the beads of an alignment."""
    cells = confirmed(aligned(types, **more))
    names = [name[1:] for name in cells if name.startswith("b")]
    return sorted(names, key=lambda name: tuple(map(int, name.split("-"))))


def test_an_alignment_in_order_breaks_no_rule() -> None:
    assert found(["1-1", "1-2", "0-1", "1-0", "2-1"]) == []


def test_beads_that_nobody_confirmed_are_counted() -> None:
    assert changed(["1-1", "1-1"], {f"c{beads(['1-1', '1-1'])[0]}": None}) == ["unconfirmed"]


def test_segments_in_no_bead_are_a_gap() -> None:
    place = beads(["1-1"] * 3)[1]
    gap = changed(["1-1"] * 3, {f"b{place}": None, f"c{place}": None})
    assert gap == ["gap", "gap"]


def test_segments_in_two_beads_overlap() -> None:
    first, second = beads(["1-1"] * 2)
    bitext = aligned(["1-1"] * 2)
    whole = [len(bitext.source.text), len(bitext.target.text)]
    assert changed(["1-1"] * 2, {f"b{first}": whole})[:2] == ["overlap", "overlap"]
    assert second != first


def test_beads_that_cross_are_reported_outside_of_zones() -> None:
    one, two = (place.split("-") for place in beads(["1-1"] * 2))
    cells = confirmed(aligned(["1-1"] * 2))
    swapped: dict[str, Any] = {}
    for (a, c), (_, other) in ((one, two), (two, one)):
        swapped |= {f"b{a}-{c}": None, f"c{a}-{c}": None}
        swapped[f"b{a}-{other}"] = [cells[f"s{a}"], cells[f"t{other}"]]
        swapped[f"c{a}-{other}"] = True
    assert changed(["1-1"] * 2, swapped) == ["crossing"]
    size = len(aligned(["1-1"] * 2).source.text)
    assert changed(["1-1"] * 2, {**swapped, "z0-0": [size, size, "non-monotone"]}) == []


def test_a_bead_without_segments_is_empty() -> None:
    size = len(aligned(["1-1"]).source.text)
    assert changed(["1-1"], {f"b{size}-{size}": [size, size], f"c{size}-{size}": True}) == ["empty"]


def test_beads_end_where_segments_end() -> None:
    assert changed(["1-1"], {"b0-0": [3, 3]})[:2] == ["misplaced", "misplaced"]


def test_segments_do_not_overlap() -> None:
    assert "segment-overlap" in changed(["1-1"], {"s3": 9})


def test_characters_in_no_segment_are_shown() -> None:
    bitext = aligned(["1-1"] * 2)
    last = bitext.source.segments[1].start
    cells = {f"s{last}": None, f"b{last}-{last}": None, f"c{last}-{last}": None}
    assert "uncovered" in changed(["1-1"] * 2, cells)


def test_a_confirmation_needs_a_bead() -> None:
    assert changed(["1-1"], {"c3-3": True}) == ["confirmed-nothing"]


def test_large_beads_are_to_be_split_or_zones() -> None:
    assert found(["2-2"]) == ["not-minimal"]
    assert found(["3-1"], settings={"zone": 2, "nulls": 3, "band": 0.99}) == ["large"]


def test_a_long_gap_is_offered_as_a_zone() -> None:
    bitext = aligned(["1-1"] * 4)
    cells = {name: value for name, value in confirmed(bitext).items() if name[0] in "st"}
    settings = {"zone": 3}
    assert codes(LAYER, payload_of(bitext), cells, settings=settings) == [
        "gap", "large", "gap", "large",
    ]  # fmt: skip


def test_a_zone_that_is_left_out_needs_no_beads() -> None:
    bitext = aligned(["1-1"] * 2)
    cells = {name: value for name, value in confirmed(bitext).items() if name[0] in "st"}
    cells["z0-0"] = [len(bitext.source.text), len(bitext.target.text), "exclude"]
    assert codes(LAYER, payload_of(bitext), cells) == []


def test_a_bead_half_in_a_zone_is_reported() -> None:
    end = aligned(["1-1"]).source.segments[0].end
    zone = {f"z{0}-{0}": [end, end, "exclude"]}
    assert changed(["2-2"], zone) == ["zone-edge"]


def test_zones_do_not_overlap() -> None:
    zones = {"z0-0": [9, 9, "exclude"], "z5-12": [60, 60, "exclude"]}
    assert "zone-overlap" in changed(["1-1"] * 2, zones)


def test_a_run_of_nulls_is_doubted_from_four_on() -> None:
    assert found(["1-1", "1-0", "1-0", "1-0", "1-1"]) == []
    assert found(["1-1", "1-0", "0-1", "1-0", "1-0", "1-1"]) == ["null-run"]


def test_a_target_that_is_much_too_long_is_doubted() -> None:
    assert changed(["1-1"] * 5, {}, t2="t text that says it all " * 6) == ["length-ratio"]


def test_figures_and_addresses_that_differ_are_doubted() -> None:
    texts = {"s0": "it has 12 parts for you today", "t0": "it has 21 parts for you today"}
    assert changed(["1-1"] * 3, {}, **texts) == ["figures-differ"]
    texts = {"s0": "it is on www.example.org/a now", "t0": "it is on www.example.org/b now"}
    assert changed(["1-1"] * 3, {}, **texts) == ["figures-differ"]


def test_problems_tell_what_to_do_and_where() -> None:
    bitext = aligned(["1-1"] * 3, s1="it has 12 parts", t1="it has 21 parts")
    problems = LAYER.rules.problems(payload_of(bitext), LAYER.scheme, confirmed(bitext))
    assert [(each.message, each.severity) for each in problems] == [("12 ≠ 21", "warning")]
    start = bitext.source.segments[1].start
    assert problems[0].cells[0].startswith(f"b{start}-")


def test_segments_and_beads_lie_in_the_texts() -> None:
    bitext = aligned(["1-1"])
    payload, scheme, size = payload_of(bitext), LAYER.scheme, len(bitext.source.text)
    for cell, value in (
        ("s0", size),
        ("b0-0", [size, size]),
        ("c0-0", True),
        ("z0-0", [1, 1, "exclude"]),
    ):
        assert LAYER.rules.fault(payload, scheme, cell, value) is None
    for cell, value in (
        ("s0", 0), ("s0", size + 1), ("s0-0", 4), ("b0", 4), ("b0-0", [size + 1, 0]),
        ("b5-5", [4, 5]),
        ("c0-0", 1), ("z0-0", [1, 1]), ("z0-0", [1, 1, "lost"]), ("b0-0", [True, True]),
    ):  # fmt: skip
        assert LAYER.rules.fault(payload, scheme, cell, value) is not None


def test_zones_of_bitexts_have_names_of_annotators() -> None:
    bitext = aligned(["1-1"] * 3, zones=(Zone((1, 2), (1, 2), "unmatched"),))
    zones = [value for name, value in confirmed(bitext).items() if name.startswith("z")]
    assert [zone[2] for zone in zones] == ["exclude"]


def test_beads_and_confirmations_are_counted_for_lists() -> None:
    bitext = aligned(["1-1"] * 3)
    assert LAYER.rules.label(payload_of(bitext), confirmed(bitext)) == "3 of 3 confirmed"
