"""Units of a file as alignments to be corrected, and the corrected units."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from diglot.annotate.layers.sentences.beads import beads_of, bitext_of
from diglot.annotate.review.parts import Part, parts_of, whole_of
from diglot.annotate.review.units import (
    Confirmation,
    Place,
    UnitFile,
    place_of,
    read_unit_file,
    write_reviewed,
)
from diglot.annotate.suggesting import sentence_item
from diglot.files.atomic import write_bytes
from diglot.files.text import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.items import NewItem
    from diglot.annotate.store import Store
    from diglot.annotate.store.records import ItemRecord
    from diglot.model import Skipped

Languages = tuple[str | None, str | None]


def add_units(
    store: Store, layer: str, path: Path, languages: Languages, encoding: str | None
) -> Languages:
    """Add the units of a file to a new layer, in parts; return their languages.

    Raises:
        InputError: the file cannot be read.
    """
    file = _read(path, languages, encoding)
    found = (file.bitext.source.language, file.bitext.target.language)
    record = store.layers.add(
        "sentences", layer, settings={"source": found[0] or "", "target": found[1] or ""}
    )
    store.items.add_many(
        record.id,
        [_placed(part, number) for number, part in enumerate(parts_of(file.bitext), 1)],
    )
    return found


def write_units(
    store: Store,
    layer: str,
    original: Path,
    target: Path,
    languages: Languages,
    encoding: str | None = None,
) -> tuple[dict[str, int], tuple[Skipped, ...]]:
    """Write the units as corrected; return what became of them, and what was lost.

    A file of which nothing was touched is copied, byte for byte.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: the target has a format that cannot be written.
    """
    file = _read(original, languages, encoding)
    items = list(store.items.each(store.layers.get(layer).id))
    corrected = whole_of(file.bitext, [_corrected(store, item) for item in items])
    confirmations = _confirmations(store, items)
    before = {place_of(file.bitext, link) for link in file.bitext.links}
    after = [place_of(corrected, link) for link in corrected.links]
    counts = {
        "units": len(after),
        "confirmed": sum(place in confirmations for place in after),
        "changed": sum(place not in before for place in after),
    }
    if not (counts["confirmed"] or counts["changed"]) and target.suffix == original.suffix:
        write_bytes(target, read_bytes(original))
        return counts, ()
    return counts, write_reviewed(target, file, corrected, confirmations)


def _read(path: Path, languages: Languages, encoding: str | None) -> UnitFile:
    return read_unit_file(
        path, source_language=languages[0], target_language=languages[1], encoding=encoding
    )


def _placed(part: Part, number: int) -> NewItem:
    item = sentence_item(part.bitext, key=str(number))
    payload = {
        **item.payload,
        "source": {**item.payload["source"], "start": part.starts[0]},
        "target": {**item.payload["target"], "start": part.starts[1]},
    }
    return dataclasses.replace(item, payload=payload)


def _corrected(store: Store, item: ItemRecord) -> Part:
    """An item as the reviewer left it."""
    owner = store.people.local_owner()
    record = store.annotations.open(item.id, owner.id)
    starts = (item.payload["source"]["start"], item.payload["target"]["start"])
    return Part(bitext_of(item.payload, record.cells), starts)


def _confirmations(store: Store, items: list[ItemRecord]) -> dict[Place, Confirmation]:
    """Who confirmed which link, and when: the latest event that set its cell."""
    owner = store.people.local_owner()
    names = {person.id: person.name for person in store.people.all()}
    found: dict[Place, Confirmation] = {}
    for item in items:
        record = store.annotations.open(item.id, owner.id)
        events: dict[str, Confirmation] = {}
        for event in store.annotations.events(record.id, owner.id):
            for cell, (_, after) in event.changes.items():
                if cell.startswith("c") and after is True:
                    events[cell[1:]] = Confirmation(names[event.user], event.at)
        bitext = bitext_of(item.payload, record.cells)
        starts = (item.payload["source"]["start"], item.payload["target"]["start"])
        beads = beads_of(record.cells)
        for bead, link in zip(beads.beads, bitext.links, strict=True):
            if bead.place in beads.confirmed and bead.place in events:
                found[_shifted(place_of(bitext, link), starts)] = events[bead.place]
    return found


def _shifted(place: Place, starts: tuple[int, int]) -> Place:
    """A place in the whole texts; an empty side stands at 0 in both."""
    a, b, c, d = place
    if a != b:
        a, b = a + starts[0], b + starts[0]
    if c != d:
        c, d = c + starts[1], d + starts[1]
    return a, b, c, d
