"""Files become items and judgements of a layer."""

from __future__ import annotations

import dataclasses
import random
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from diglot.annotate.exchange.contents import Found, Imported, ImportOptions, kind_of
from diglot.annotate.store.records import NewJudgement
from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from diglot.annotate.items import NewItem
    from diglot.annotate.store import Store
    from diglot.annotate.store.records import LayerRecord

    Progress = Callable[[str, int, int], None]


class Reader(Protocol):
    """A module that reads the files of one kind of layer."""

    def read(self, paths: Sequence[Path], options: ImportOptions) -> Found:
        """Return items and judgements."""


# Kind of a layer to the module that reads its files.
READERS: dict[str, str] = {
    "sentences": "layers.sentences.read",
    "confidence": "layers.confidence.read",
    "word_labels": "layers.word_labels.read",
    "groups": "layers.groups.read",
    "trees": "layers.trees.read",
    "terms": "layers.terms.read",
    "matches": "layers.matches.read",
    "questions": "layers.questions.read",
}


_CURE = "check the file, or name another --kind"
_CURES = {
    "matches": "give marked terms and their translation: source and reference, or a --termbase",
    "questions": "give a test set with marked terms",
}


def import_files(
    store: Store,
    paths: Sequence[Path],
    *,
    layer: str | None = None,
    kind: str | None = None,
    options: ImportOptions | None = None,
    progress: Progress | None = None,
) -> Imported:
    """Add what files hold to a layer, which is made where there is none.

    Args:
        store: the project.
        paths: files that belong together, such as a text, its translation and their links.
        layer: its name; by default that of the kind.
        kind: what is judged; by default what the layer is for, or else what the files are for.
        options: how they are taken.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not fit the kind, or the layer has another.
    """
    options = options or ImportOptions()
    there = None if layer is None else _known(store, layer)
    kind = kind or (there.kind if there else kind_of(paths, options))
    if kind not in READERS:
        raise ConfigError(f"there is no kind {kind!r}; there are {', '.join(READERS)}")
    if there is not None and there.kind != kind:
        raise ConfigError(f"the layer {layer} holds {there.kind}, not {kind}: name another layer")
    if progress:
        progress("reading", 0, 1)
    reader: Reader = import_module(f"diglot.annotate.{READERS[kind]}")
    found = reader.read(paths, options)
    if not found.items:
        raise InputError(
            f"holds nothing to be judged as {kind}", path=paths[0], cure=_CURES.get(kind, _CURE)
        )
    there = _layer(store, there or _known(store, layer or kind), layer or kind, kind, found)
    if progress:
        progress("storing", 0, 1)
    _keep_documents(store, found)
    items = _chosen(found, options)
    added = store.items.add_many(there.id, items)
    judgements = 0 if options.gold else _put(store, there, found, {item.key for item in items})
    return Imported(
        layer=there.name,
        kind=kind,
        added=added,
        known=len(items) - added,
        judgements=judgements,
        listed=found.listed,
    )


def _layer(
    store: Store, there: LayerRecord | None, name: str, kind: str, found: Found
) -> LayerRecord:
    """The layer to add to, its settings joined with those of the files."""
    if there is None:
        return store.layers.add(kind, name, scheme=found.scheme, settings=dict(found.settings))
    systems = found.settings.get("systems")
    if systems:
        known = there.settings.get("systems") or {}
        settings = {**there.settings, "systems": {**known, **systems}}
        store.layers.set_settings(there.id, settings)
    return there


def _keep_documents(store: Store, found: Found) -> None:
    """Keep the texts with where they come from: a release names them by their hashes."""
    for document in found.documents:
        origin = document.source
        store.documents.add(
            document.name or "text",
            document.language or "und",
            document.text,
            provenance={
                "file": origin.path.name if origin else "",
                "reader": origin.reader if origin else "",
                "sha256": origin.digest if origin else "",
                "segmenter": document.segmenter or "",
            },
        )


def _known(store: Store, name: str) -> LayerRecord | None:
    return next((each for each in store.layers.all() if each.name == name), None)


def _chosen(found: Found, options: ImportOptions) -> list[NewItem]:
    """The items that are taken, with what the options say of them."""
    items = list(found.items)
    if options.sample is not None and options.sample < len(items):
        drawn = random.Random(options.seed).sample(range(len(items)), options.sample)  # noqa: S311
        items = [items[number] for number in sorted(drawn)]
    if options.sandbox:
        items = [dataclasses.replace(item, sandbox=True) for item in items]
    if options.gold:
        answers = {each.key: each.cells for each in found.judgements}
        items = [
            dataclasses.replace(item, hidden_gold=answers[item.key])
            if item.key in answers
            else item
            for item in items
        ]
    return items


def _put(store: Store, layer: LayerRecord, found: Found, kept: set[str]) -> int:
    """Store the judgements of the files; who gave them becomes an annotator of the project."""
    if not found.judgements:
        return 0
    numbers = {item.key: item.id for item in store.items.each(layer.id)}
    people = {person.name: person.id for person in store.people.all()}
    for name in dict.fromkeys(each.annotator for each in found.judgements):
        if name not in people:
            people[name] = store.people.add(name, "annotator").id
    return store.annotations.put_many(
        NewJudgement(
            item=numbers[each.key], user=people[each.annotator], cells=each.cells, done=True
        )
        for each in found.judgements
        if each.key in kept
    )
