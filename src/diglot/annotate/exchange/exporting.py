"""Layers become files of the field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from diglot.annotate.items import AnsweredItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.options import ExportOptions
from diglot.annotate.records import LayerRecord
from diglot.annotate.store import Store
from diglot.errors import ConfigError, InputError
from diglot.formats.judgements.answers import write_standoff
from diglot.model import Skipped

STANDOFF = "standoff"


# Kind of a layer to the module that writes it.


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What an export wrote.

    Attributes:
        format: its name.
        items: how many.
        lost: what the format could not carry.
    """

    format: str
    items: int
    lost: tuple[Skipped, ...] = ()


def export_layer(
    store: Store,
    layer: str,
    path: Path,
    options: ExportOptions | None = None,
) -> ExportResult:
    """Write the gold of a layer, what one person said, or all judgements.

    Args:
        store: the project.
        layer: name of the layer.
        path: the file, or a folder for formats of several files.
        options: which judgements; each of all of them has the pseudonym of who gave it.

    Raises:
        InputError: there is nothing to write, or it cannot be written.
        ConfigError: there is no such layer, person or format.
    """
    options = options or ExportOptions()
    annotator = options.annotator
    record = store.layers.get(layer)
    if options.judgements:
        return ExportResult(STANDOFF, _write_judgements(store, record, path))
    answers = (
        gold_answers(store, record) if annotator is None else answers_of(store, record, annotator)
    )
    if not answers:
        state = "decided" if annotator is None else "done"
        raise InputError(
            f"the layer {record.name} has no item that is {state}",
            cure="finish items on the page, or export --judgements",
        )
    files = LAYERS[record.kind].files
    name = format_name(files.FORMATS, path, options.format)
    if name == STANDOFF:
        return ExportResult(name, _write_gold(record, path, answers))
    return ExportResult(name, len(answers), files.write(path, name, answers, record))


def format_name(formats: Mapping[str, str], path: Path, name: str | None) -> str:
    """Return the format to write.

    Raises:
        ConfigError: the layer has no such format.
    """
    known = {STANDOFF: STANDOFF, **{each: each for each in formats.values()}}
    by_extension = {".jsonl": STANDOFF, **formats}
    found = known.get(name) if name else by_extension.get(path.suffix.lower())
    if found is None:
        told = f"the format {name!r}" if name else f"the extension {path.suffix!r}"
        raise ConfigError(
            f"{told} cannot hold this layer; name one of {', '.join(known)} with --format"
        )
    return found


def head_of(layer: LayerRecord, content: str) -> dict[str, Any]:
    """What the first line of a file of judgements says."""
    return {
        "content": content,
        "kind": layer.kind,
        "layer": layer.name,
        "guideline_sha256": layer.guideline_sha,
        "scheme": {
            "version": layer.scheme.version,
            "labels": [asdict(label) for label in layer.scheme.labels],
        },
        "settings": dict(layer.settings),
    }


def _write_gold(layer: LayerRecord, path: Path, answers: Sequence[AnsweredItem]) -> int:
    def records() -> Iterator[dict[str, Any]]:
        for each in answers:
            yield {
                "record": "item",
                "item": each.key,
                "seq": each.seq,
                "payload": dict(each.payload),
            }
            yield {
                "record": "gold",
                "item": each.key,
                "cells": dict(each.cells),
                "source": each.source,
            }

    write_standoff(path, head_of(layer, "gold"), records())
    return len(answers)


def _write_judgements(store: Store, layer: LayerRecord, path: Path) -> int:
    """Write the items with the judgements of all annotators; sandbox items are left out."""
    count = 0

    def records() -> Iterator[dict[str, Any]]:
        nonlocal count
        kept = set()
        for item in store.items.each(layer.id):
            if not item.sandbox:
                kept.add(item.id)
                yield {
                    "record": "item",
                    "item": item.key,
                    "seq": item.seq,
                    "payload": dict(item.payload),
                }
        for each in store.judgements.all(layer.id):
            if each.item in kept:
                count += 1
                yield {
                    "record": "judgement",
                    "item": each.key,
                    "annotator": each.user,
                    "role": each.role,
                    "state": each.state,
                    "cells": dict(each.cells),
                    "seconds": each.seconds,
                    "scheme_version": each.scheme_version,
                }

    write_standoff(path, head_of(layer, "judgements"), records())
    return count


# The judgements of a layer that an export takes: its gold, or what one person said.


def gold_answers(store: Store, layer: LayerRecord) -> list[AnsweredItem]:
    """The gold of a layer, in the order of its items; items without a decision are not there."""
    found = [
        AnsweredItem(each.item.key, each.item.seq, each.item.payload, each.cells, each.source)
        for each in store.judgements.gold(layer.id)
    ]
    return sorted(found, key=lambda each: each.seq)


def answers_of(store: Store, layer: LayerRecord, annotator: str) -> list[AnsweredItem]:
    """What one person is done with.

    Args:
        store: the project.
        layer: a layer of it.
        annotator: name or pseudonym of the person.

    Raises:
        ConfigError: there is nobody of that name.
    """
    person = next(
        (each for each in store.people.all() if annotator in (each.name, each.pseudonym)), None
    )
    if person is None:
        names = ", ".join(each.name for each in store.people.all())
        raise ConfigError(f"no annotator is called {annotator}; available: {names}")
    found = [
        AnsweredItem(
            each.key, each.seq, store.items.get(each.item).payload, each.cells, person.pseudonym
        )
        for each in store.judgements.all(layer.id)
        if each.user == person.pseudonym and each.role == "annotator" and each.state == "done"
    ]
    return sorted(found, key=lambda each: each.seq)
