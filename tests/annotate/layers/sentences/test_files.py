"""Documents to be aligned, and aligning again round what is confirmed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from diglot.annotate.bodies import Operation, apply_operation
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.confidence.files import confidence_items
from diglot.annotate.layers.sentences.beads import beads_of, bitext_cells, bitext_of
from diglot.annotate.layers.sentences.files import sentence_item
from diglot.annotate.layers.sentences.realigning import realign_unconfirmed
from diglot.model import Bitext, Link
from tests.annotate.layers.documents import aligned, confirmed, payload_of

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def numbered(types: list[str]) -> Bitext:
    """An alignment that figures make plain: every segment holds those of its counterpart."""
    texts, at = {}, [0, 0]
    for number, name in enumerate(types):
        for side, count in enumerate(map(int, name.split("-"))):
            for _ in range(count):
                word = NUMBERS[number % 10]
                texts[f"{'st'[side]}{at[side]}"] = f"Chapter {1000 + number} of the {word} books."
                at[side] += 1
    return aligned(types, **texts)


PLAIN = numbered(["1-1"] * 12)
PAYLOAD = payload_of(PLAIN)


def merged(*numbers: int) -> dict[str, Any]:
    """Cells in which beads of these numbers are joined with the next."""
    cells = dict(bitext_cells(PLAIN))
    beads = beads_of(cells).beads
    for number in numbers:
        del cells[beads[number + 1].cell]
        cells[beads[number].cell] = [beads[number + 1].source[1], beads[number + 1].target[1]]
    return cells


def after(cells: dict[str, Any], start: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    changes = realign_unconfirmed(PAYLOAD, cells, start)
    return dict(apply_operation(cells, Operation("1", "realign", changes)))


def test_what_is_wrong_and_unconfirmed_is_aligned_again() -> None:
    assert after(merged(3, 7)) == dict(bitext_cells(PLAIN))


def test_an_alignment_that_stays_the_same_changes_nothing() -> None:
    assert realign_unconfirmed(PAYLOAD, bitext_cells(PLAIN), (0, 0)) == {}


def test_confirmed_beads_stay_even_if_they_are_odd() -> None:
    cells = merged(3, 7)
    odd = beads_of(cells).beads[3]
    cells[f"c{odd.place}"] = True
    found = after(cells)
    assert odd in beads_of(found).beads
    assert len(beads_of(found).beads) == 11
    assert found[f"c{odd.place}"] is True


def test_beads_before_the_place_stay() -> None:
    cells = merged(3, 7)
    start = beads_of(cells).beads[5]
    found = after(cells, (start.source[0], start.target[0]))
    assert beads_of(cells).beads[3] in beads_of(found).beads
    assert len(beads_of(found).beads) == 11


def test_zones_stay_with_what_is_in_them() -> None:
    cells = merged(3, 7)
    zone = beads_of(cells).beads[3]
    cells[f"z{zone.place}"] = [zone.source[1], zone.target[1], "non-monotone"]
    assert zone in beads_of(after(cells)).beads


def test_confirmed_nulls_stay_and_are_not_linked_over() -> None:
    bitext = numbered(["1-1", "1-1", "0-1", "1-1", "1-1"])
    cells = dict(bitext_cells(bitext))
    null = beads_of(cells).beads[2]
    cells[f"c{null.place}"] = True
    for bead in beads_of(cells).beads[3:]:
        del cells[bead.cell]
    found = apply_operation(
        cells, Operation("1", "r", realign_unconfirmed(payload_of(bitext), cells, (0, 0)))
    )
    problems = LAYERS["sentences"].rules.problems(
        payload_of(bitext), LAYERS["sentences"].scheme, found
    )
    assert [each.code for each in problems if each.severity == "error"] == []
    assert null in beads_of(found).beads


def test_segments_without_any_counterpart_left_become_nulls() -> None:
    bitext = numbered(["1-1", "1-0", "1-0"])
    cells = confirmed(bitext)
    for bead in beads_of(cells).beads[1:]:
        del cells[bead.cell], cells[f"c{bead.place}"]
    found = apply_operation(
        cells, Operation("1", "r", realign_unconfirmed(payload_of(bitext), cells, (0, 0)))
    )
    assert beads_of(found).beads == beads_of(bitext_cells(bitext)).beads


def test_notes_are_left_alone() -> None:
    cells = {**merged(3), "note": "odd"}
    assert after(cells)["note"] == "odd"


def test_the_draft_is_the_alignment_and_nothing_is_confirmed() -> None:
    links = [replace(link, score=0.5, reasons=("few words in common",)) for link in PLAIN.links]
    bitext = replace(PLAIN, links=tuple(links))
    item = sentence_item(bitext, key="k")
    assert (item.key, item.score) == ("k", 0.5)
    assert item.cells == bitext_cells(bitext)
    assert not [name for name in item.cells if name.startswith("c")]
    assert bitext_of(item.payload, item.cells).links == bitext.links
    assert item.suggestions[0].cells == item.cells


def reasons(types: list[str]) -> list[str]:
    return all_reasons(aligned(types))


def all_reasons(bitext: Bitext) -> list[str]:
    links = sentence_item(bitext).payload["links"].values()
    return [reason for link in links for reason in link["reasons"]]


def test_what_was_left_untranslated_is_doubted_unless_both_sides_are_in_one_language() -> None:
    source = [
        "All of the words are on the list.",
        "The list of words is in the book.",
        "It is the end.",
    ]
    target = [
        "Toutes les listes sont là.",
        "Le livre des listes est là.",
        "The list is on the book of words.",
    ]
    texts = {f"s{n}": text for n, text in enumerate(source)}
    bitext = aligned(["1-1"] * 3, **texts, **{f"t{n}": text for n, text in enumerate(target)})
    french = replace(bitext, target=replace(bitext.target, language="fr"))
    assert all_reasons(french) == ["language of the target unexpected: the, list, of"]
    assert all_reasons(bitext) == []


def test_types_that_are_rare_in_a_long_text_are_doubted() -> None:
    assert reasons([*["1-1"] * 120, "3-2"]) == ["3-2 is rare here: 1 of 121"]
    assert reasons([*["1-1"] * 20, "3-2"]) == []


def test_what_follows_a_long_run_without_counterparts_is_doubted() -> None:
    assert reasons(["1-1", *["1-0"] * 4, "1-1", "1-1"]) == ["follows 4 without a counterpart"]


def test_passages_are_judged_with_their_neighbours_in_sight() -> None:
    links = [replace(link, score=number / 20) for number, link in enumerate(PLAIN.links)]
    items = confidence_items(replace(PLAIN, links=(*links, Link((), ()))))
    assert len(items) == 12
    assert all(not item.cells for item in items)
    payload = items[4].payload
    assert [row[2] for row in payload["context"]["before"]] == [0.1, 0.15]
    assert [row[2] for row in payload["context"]["after"]] == [0.25, 0.3]
    assert payload["source"]["start"] == PLAIN.source.segments[4].start
    assert (items[4].score, payload["ratio"]) == (0.2, 1.0)


@pytest.mark.parametrize(
    ("language", "direction"), [("ar", "rtl"), ("en", "ltr"), ("xx-unknown", "ltr")]
)
def test_every_side_has_its_direction(language: str, direction: str) -> None:
    bitext = replace(PLAIN, target=replace(PLAIN.target, language=language))
    assert sentence_item(bitext).payload["target"]["dir"] == direction
