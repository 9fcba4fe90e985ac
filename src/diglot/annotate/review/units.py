"""Translation units as texts to be corrected, in parts, and the corrected units."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType

from diglot import formats
from diglot.annotate.items import NewItem
from diglot.annotate.layers.cells import SIDES
from diglot.annotate.layers.sentences.beads import beads_of
from diglot.annotate.layers.sentences.beads import bitext_of as bitext_of_beads
from diglot.annotate.layers.sentences.files import sentence_item
from diglot.annotate.options import Reading
from diglot.annotate.records import ItemRecord
from diglot.annotate.store import Store
from diglot.files.atomic import copy_file
from diglot.formats.blocks import Skips
from diglot.formats.units import bitext_of, pick_variant, units_of
from diglot.model import Bitext, Document, Link, Markup, Segment, Skipped, Unit, Variant
from diglot.text.languages import UNDETERMINED, joiner

PART = 5000
"""Most links of a part; a longer list is no pleasure in a browser."""
DOCUMENTS = 200
"""Documents of a memory that are parts of their own; more of them are no pleasure either."""


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive links of a bitext with their texts.

    Attributes:
        bitext: its own texts, from 0.
        starts: where they begin in the whole source and target text.
    """

    bitext: Bitext
    starts: tuple[int, int]


def parts_of(
    bitext: Bitext, size: int = PART, documents: Sequence[str | None] = ()
) -> Iterator[Part]:
    """Cut a bitext whose links follow the order of both texts and leave no segment out.

    Args:
        bitext: to be cut.
        size: most links of a part.
        documents: what each link is from: a part begins with each, and is called like it.
    """
    begun = (0, 0)
    for first, last in _stretches(len(bitext.links), size, documents):
        name = documents[first] if documents else None
        links = bitext.links[first:last]
        ends = tuple(
            max((index + 1 for link in links for index in getattr(link, side)), default=start)
            for side, start in zip(SIDES, begun, strict=True)
        )
        sides = []
        starts = []
        for document, start, end in zip((bitext.source, bitext.target), begun, ends, strict=True):
            part, offset = _cut(document, start, end)
            sides.append(dataclasses.replace(part, name=name) if name else part)
            starts.append(offset)
        shifted = tuple(
            dataclasses.replace(
                link,
                source=tuple(index - begun[0] for index in link.source),
                target=tuple(index - begun[1] for index in link.target),
            )
            for link in links
        )
        yield Part(
            dataclasses.replace(bitext, source=sides[0], target=sides[1], links=shifted, zones=()),
            (starts[0], starts[1]),
        )
        begun = (ends[0], ends[1])


def _stretches(count: int, size: int, documents: Sequence[str | None]) -> Iterator[tuple[int, int]]:
    begins = [0]
    for number in range(1, count):
        other = bool(documents) and documents[number] != documents[number - 1]
        if other or number - begins[-1] == size:
            begins.append(number)
    return zip(begins, [*begins[1:], count], strict=True) if count else iter(())


def join_parts(original: Bitext, parts: Iterable[Part]) -> Bitext:
    """Put corrected parts together on the texts that they were cut from.

    Args:
        original: what was cut; its texts and inline codes stay.
        parts: in their order, their segments and links as corrected.
    """
    segments: tuple[list[Segment], list[Segment]] = ([], [])
    links: list[Link] = []
    for part in parts:
        counts = [len(side) for side in segments]
        for side, document, start in zip(
            segments, (part.bitext.source, part.bitext.target), part.starts, strict=True
        ):
            side += [
                Segment(each.start + start, each.end + start, each.paragraph)
                for each in document.segments
            ]
        links += [
            dataclasses.replace(
                link,
                source=tuple(index + counts[0] for index in link.source),
                target=tuple(index + counts[1] for index in link.target),
            )
            for link in part.bitext.links
        ]
    return dataclasses.replace(
        original,
        source=dataclasses.replace(
            original.source, segments=_placed_part(original.source, segments[0])
        ),
        target=dataclasses.replace(
            original.target, segments=_placed_part(original.target, segments[1])
        ),
        links=tuple(links),
        zones=(),
    )


def _cut(document: Document, start: int, end: int) -> tuple[Document, int]:
    """The segments from ``start`` to ``end`` as a text of their own, and where it began."""
    taken = document.segments[start:end]
    if not taken:
        offset = document.segments[start].start if start < len(document.segments) else 0
        return dataclasses.replace(document, text="", blocks=(), segments=(), markup=()), offset
    first, last = taken[0].start, taken[-1].end
    segments = tuple(Segment(each.start - first, each.end - first) for each in taken)
    return (
        Document(
            document.text[first:last],
            segments=segments,
            language=document.language,
            name=document.name,
        ),
        first,
    )


def _placed_part(document: Document, segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Segments with the block that each begins in, which parts do not know."""
    placed = []
    block = 0
    for each in segments:
        while block + 1 < len(document.blocks) and document.blocks[block + 1].start <= each.start:
            block += 1
        placed.append(dataclasses.replace(each, paragraph=block))
    return tuple(placed)


# A file of translation units as a text that people correct, and the file made of it again.
#
# What nobody changed keeps its unit as it was found, inline codes, other languages and properties
# included; what was merged, split or moved becomes new units. Every confirmed unit says who
# confirmed it, and when.

CONFIRMED = "confirmed"
"""The kind of a unit that a person has looked at."""

# What tools say of such units: XLIFF 1.2 and 2, Trados, memoQ, Phrase.
CONFIRMING = {
    "approved": {"yes"},
    "state": {"final", "signed-off", "reviewed"},
    "status": {
        "ApprovedTranslation", "ApprovedSignOff",
        "ManuallyConfirmed", "Reviewer1Confirmed", "Reviewer2Confirmed", "Proofread",
        "1",
    },
}  # fmt: skip

Place = tuple[int, int, int, int]
"""Characters of the source and the target text that a link covers: start, end, start, end."""


@dataclass(frozen=True, slots=True)
class UnitFile:
    """A file of units, read to be reviewed.

    Attributes:
        bitext: its texts and links, a link a unit that has text in both languages.
        units: everything that the file holds, in order.
        numbers: index in ``units`` of each link's unit.
        skipped: what reading left out.
    """

    bitext: Bitext
    units: tuple[Unit, ...]
    numbers: tuple[int, ...]
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Who confirmed a link, and when."""

    name: str
    at: datetime


def read_unit_file(path: Path, reading: Reading) -> UnitFile:
    """Read a file of units.

    Raises:
        InputError: it cannot be read, or holds no unit in both languages.
        ConfigError: it holds no units.
    """
    skips = Skips()
    units = tuple(
        formats.read_units(path, format=reading.format, encoding=reading.encoding, skips=skips)
    )
    # The kind of a link is the only part of a unit that nothing else is made of.
    numbered = (dataclasses.replace(unit, kind=str(index)) for index, unit in enumerate(units))
    bitext = bitext_of(
        numbered,
        source_language=reading.source_language,
        target_language=reading.target_language,
        name=path.stem,
        path=path,
        skips=skips,
    )
    numbers = tuple(int(link.kind or 0) for link in bitext.links)
    links = tuple(
        dataclasses.replace(link, kind=_kind_of(units[number]))
        for link, number in zip(bitext.links, numbers, strict=True)
    )
    return UnitFile(dataclasses.replace(bitext, links=links), units, numbers, skips.entries())


def _kind_of(unit: Unit) -> str | None:
    """Return the kind of a unit: confirmed, too, where another tool says so."""
    if unit.kind is None and any(
        value in CONFIRMING.get(name, ()) for name, value in unit.properties
    ):
        return CONFIRMED
    return unit.kind


def place_of(bitext: Bitext, link: Link, starts: tuple[int, int] = (0, 0)) -> Place:
    """Return the characters that a link covers; an empty side has no length and stands at 0.

    Args:
        bitext: the whole texts, or a part of them.
        link: of the bitext.
        starts: where the part begins in the whole texts.
    """
    (a, b), (c, d) = (
        (start + segments[indices[0]].start, start + segments[indices[-1]].end)
        if indices
        else (0, 0)
        for segments, indices, start in (
            (bitext.source.segments, link.source, starts[0]),
            (bitext.target.segments, link.target, starts[1]),
        )
    )
    return a, b, c, d


Corrections = tuple[dict[int, str], dict[int, str]]
"""Corrected texts of segments of the source and the target, by where these begin."""


def reviewed_units(
    file: UnitFile,
    corrected: Bitext,
    confirmations: Mapping[Place, Confirmation],
    corrections: Corrections = ({}, {}),
) -> Iterator[Unit]:
    """Give the units of the corrected text in its order.

    Units without text in both languages, which nobody was shown, stay where they were: after the
    unit that they followed.

    Args:
        file: as it was read.
        corrected: the same texts with the links, and perhaps the segments, of the reviewers.
        confirmations: by the place of the link.
        corrections: what was written in the place of segments' texts.
    """
    known: dict[Place, int] = {
        place_of(file.bitext, link): number
        for link, number in zip(file.bitext.links, file.numbers, strict=True)
    }
    shown = set(file.numbers)

    def unseen(start: int) -> Iterator[int]:
        for number in range(start, len(file.units)):
            if number in shown:
                return
            yield number

    given = set(unseen(0))
    yield from (file.units[number] for number in sorted(given))
    for link, made in zip(corrected.links, units_of(corrected, keep_nulls=True), strict=True):
        place = place_of(corrected, link)
        origin = known.get(place)
        unit = made if origin is None else file.units[origin]
        if any(corrections):
            unit = _rewritten(unit, corrected, link, corrections)
        yield _signed(unit, confirmations.get(place))
        if origin is not None:
            after = [number for number in unseen(origin + 1) if number not in given]
            given.update(after)
            yield from (file.units[number] for number in after)
    left = set(range(len(file.units))) - shown - given
    yield from (file.units[number] for number in sorted(left))


def _rewritten(unit: Unit, bitext: Bitext, link: Link, corrections: Corrections) -> Unit:
    """A unit with corrected texts; inline codes stay where the text around them is the same."""
    variants = list(unit.variants)
    for document, indices, texts in (
        (bitext.source, link.source, corrections[0]),
        (bitext.target, link.target, corrections[1]),
    ):
        segments = [document.segments[index] for index in indices]
        if not any(each.start in texts for each in segments):
            continue
        parts = [texts.get(each.start) or document.text[each.start : each.end] for each in segments]
        text = joiner(document.language).join(parts)
        lengths = tuple(map(len, parts)) if len(parts) > 1 else ()
        variant = pick_variant(variants, document.language)
        if variant is not None:
            variants[variants.index(variant)] = dataclasses.replace(
                variant, text=text, markup=_moved(variant, text), segments=lengths
            )
    return dataclasses.replace(unit, variants=tuple(variants))


def _common(first: str, second: str) -> int:
    """Characters with which both begin."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _moved(variant: Variant, text: str) -> tuple[Markup, ...]:
    """The inline codes of a variant under another text: none is lost."""
    old = variant.text
    head = _common(old, text)
    tail = min(_common(old[::-1], text[::-1]), len(old) - head, len(text) - head)

    def place(offset: int) -> int:
        if offset <= head:
            return offset
        if offset >= len(old) - tail:
            return offset + len(text) - len(old)
        return min(offset, len(text) - tail)

    return tuple(
        dataclasses.replace(each, start=place(each.start), end=place(each.end))
        for each in variant.markup
    )


def _signed(unit: Unit, confirmation: Confirmation | None) -> Unit:
    """A confirmed unit is certain, and says who made it so; the reasons for doubt are gone."""
    if confirmation is None:
        return unit
    stamp = confirmation.at.strftime("%Y%m%dT%H%M%SZ")
    mine = {"changeid": confirmation.name, "changedate": stamp}
    kept = tuple(each for each in unit.properties if each[0] not in mine)
    return dataclasses.replace(
        unit,
        score=1.0,
        kind=CONFIRMED,
        reasons=(),
        properties=(*kept, *mine.items()),
    )


def name_languages(units: Iterable[Unit], languages: Sequence[str]) -> Iterator[Unit]:
    """Give units with the languages of their sides, where they name none."""
    for unit in units:
        named = tuple(
            dataclasses.replace(variant, language=language or UNDETERMINED)
            if variant.language == UNDETERMINED
            else variant
            for variant, language in zip(unit.variants, languages, strict=False)
        )
        yield dataclasses.replace(unit, variants=(*named, *unit.variants[len(languages) :]))


# Units of a file as alignments to be corrected, and the corrected units.


Languages = tuple[str | None, str | None]


def add_units(
    store: Store,
    layer: str,
    path: Path,
    reading: Reading,
    remarks: Mapping[int, tuple[str, ...]] = MappingProxyType({}),
) -> Languages:
    """Add the units of a file to a new layer, in parts; return their languages.

    Args:
        store: the project.
        layer: its name.
        path: the file.
        reading: how it is read.
        remarks: what speaks against units, by their number in the file.

    Raises:
        InputError: the file cannot be read.
    """
    file = read_unit_file(path, reading)
    links = tuple(
        dataclasses.replace(link, reasons=(*remarks.get(number, ()), *link.reasons))
        for link, number in zip(file.bitext.links, file.numbers, strict=True)
    )
    bitext = dataclasses.replace(file.bitext, links=links)
    found = (file.bitext.source.language, file.bitext.target.language)
    record = store.layers.add(
        "sentences", layer, settings={"source": found[0] or "", "target": found[1] or ""}
    )
    documents = [file.units[number].document for number in file.numbers]
    several = 1 < len(set(documents)) <= DOCUMENTS
    parts = parts_of(bitext, documents=documents if several else ())
    store.items.add_many(record.id, [_placed(part, number) for number, part in enumerate(parts, 1)])
    return found


def corrected_units(
    store: Store, layer: str, original: Path, reading: Reading, *, keep_nulls: bool = True
) -> tuple[Iterator[Unit], dict[str, int]]:
    """Give the units of a file as corrected, and count what became of them.

    Without ``keep_nulls`` those that have no counterpart are left out.

    Raises:
        InputError: the file cannot be read.
    """
    file = read_unit_file(original, reading)
    items = list(store.items.each(store.layers.get(layer).id))
    parts, confirmations, corrections = _reviewed(store, items)
    corrected = join_parts(file.bitext, parts)
    before = {place_of(file.bitext, link) for link in file.bitext.links}
    after = [place_of(corrected, link) for link in corrected.links]
    counts = {
        "units": sum(keep_nulls or not link.is_null for link in corrected.links),
        "confirmed": sum(place in confirmations for place in after),
        "changed": sum(place not in before for place in after),
        "corrected": len(corrections[0]) + len(corrections[1]),
    }
    units = reviewed_units(file, corrected, confirmations, corrections)
    if not keep_nulls:
        units = (unit for unit in units if all(each.text for each in unit.variants))
    return units, counts


def write_units(
    store: Store,
    layer: str,
    original: Path,
    target: Path,
    reading: Reading,
    *,
    keep_nulls: bool = True,
) -> tuple[dict[str, int], tuple[Skipped, ...]]:
    """Write the units as corrected; return what became of them, and what was lost.

    A file of which nothing was touched is copied, byte for byte, unless some units are left out.

    Raises:
        InputError: a file cannot be read or written.
    """
    units, counts = corrected_units(store, layer, original, reading, keep_nulls=keep_nulls)
    untouched = not any(count for name, count in counts.items() if name != "units")
    if untouched and keep_nulls and target.suffix == original.suffix:
        copy_file(original, target)
        return counts, ()
    return counts, formats.write_units(target, units)


def _placed(part: Part, number: int) -> NewItem:
    item = sentence_item(part.bitext, key=str(number))
    payload = {
        **item.payload,
        "source": {**item.payload["source"], "start": part.starts[0]},
        "target": {**item.payload["target"], "start": part.starts[1]},
    }
    return dataclasses.replace(item, payload=payload)


def _reviewed(
    store: Store, items: list[ItemRecord]
) -> tuple[list[Part], dict[Place, Confirmation], Corrections]:
    """Items as the reviewer left them; who confirmed which link, and when: the latest event."""
    owner = store.people.local_owner()
    names = {person.id: person.name for person in store.people.all()}
    parts = []
    confirmations: dict[Place, Confirmation] = {}
    corrections: Corrections = ({}, {})
    for item in items:
        record = store.annotations.open(item.id, owner.id)
        starts = (item.payload["source"]["start"], item.payload["target"]["start"])
        bitext = bitext_of_beads(item.payload, record.cells)
        parts.append(Part(bitext, starts))
        events = {
            cell[1:]: Confirmation(names[event.user], event.at)
            for event in store.annotations.events(record.id, owner.id)
            for cell, (_, after) in event.changes.items()
            if cell.startswith("c") and after is True
        }
        beads = beads_of(record.cells)
        for texts, ours, start in zip(corrections, beads.corrections, starts, strict=True):
            texts.update((begin + start, text) for begin, text in ours.items())
        for bead, link in zip(beads.beads, bitext.links, strict=True):
            if bead.place in beads.confirmed and bead.place in events:
                confirmations[place_of(bitext, link, starts)] = events[bead.place]
    return parts, confirmations, corrections
