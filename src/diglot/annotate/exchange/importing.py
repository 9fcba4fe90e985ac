"""Files become items and judgements of a layer."""

from __future__ import annotations

import dataclasses
import gc
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.sources import FileContents, FileNote, FoundJudgement
from diglot.annotate.options import ImportOptions
from diglot.annotate.records import LayerRecord, NewJudgement
from diglot.annotate.store import Store
from diglot.annotate.store.items import EXCERPT
from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.judgements.answers import is_own, read_standoff
from diglot.formats.registry import first_line
from diglot.plurals import count_of
from diglot.text.detection import detect

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did.

    Attributes:
        layer: name of the layer.
        kind: of the layer.
        added: new items.
        known: items that were there before, which stay as they are.
        judgements: judgements that are new.
        listed: what is wrong in the files, or was left out.
        number: of the import, by which it is taken back.
    """

    layer: str
    kind: str
    added: int
    known: int
    judgements: int
    listed: tuple[FileNote, ...]
    number: int


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would do.

    Attributes:
        layer: name of the layer that the files would go to.
        new: whether it would be made.
        kind: of the layer.
        languages: of source and target, as recognised where the files do not tell; empty where
            nothing does.
        items: in the files.
        known: those that are there already.
        judgements: by the name of who gave them.
        rows: beginnings of both sides of the first items.
        listed: what is wrong in the files, or would be left out.
    """

    layer: str
    new: bool
    kind: str
    languages: tuple[str, str]
    items: int
    known: int
    judgements: Mapping[str, int]
    rows: tuple[tuple[str, str], ...]
    listed: tuple[FileNote, ...]


ROWS = 5
"""Items that are shown before an import."""

SAMPLE = 200
"""Items by whose texts a language is recognised."""


GOLD = "gold"
"""What the annotator of gold answers is called."""


def read_standoff_items(path: Path, kind: str) -> FileContents:
    """Read the items and the judgements of a file; gold is the judgement of ``gold``.

    Raises:
        FormatError: the file is none of these, is of another kind, or judges an item it lacks.
        InputError: it cannot be read.
    """
    head, records = read_standoff(path)
    if head.get("kind") != kind:
        raise FormatError(
            f"holds {head.get('kind')}, not {kind}", path=path, cure="name the layer of its kind"
        )
    items: dict[str, NewItem] = {}
    judgements = []
    for number, record in records:
        key = record["item"]
        if record["record"] == "item":
            items[key] = NewItem(key=key, payload=record["payload"])
            continue
        if key not in items:
            raise FormatError(
                f"judges {key!r}, which is none of its items",
                path=path,
                place=f"line {number}",
                cure="keep the line of the item before its judgements",
            )
        if record.get("state", "done") != "draft":
            annotator = record.get("annotator", GOLD)
            judgements.append(FoundJudgement(key, annotator, record["cells"]))
    return FileContents(tuple(items.values()), tuple(judgements))


def preview_files(
    store: Store,
    paths: Sequence[Path],
    *,
    layer: str | None = None,
    kind: str | None = None,
    options: ImportOptions | None = None,
) -> ImportPreview:
    """Tell what `import_files` would do with the same arguments, without doing it.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not fit the kind, or the layer has another.
    """
    options = options or ImportOptions()
    there, kind, found = _read(store, paths, layer, kind, options)
    there = there or _known(store, layer or kind)
    items = _chosen(found, options)
    keys = {item.key for item in items}
    return ImportPreview(
        layer=layer or kind,
        new=there is None,
        kind=kind,
        languages=_languages(items),
        items=len(items),
        known=0 if there is None else store.items.count_known(there.id, keys),
        judgements=Counter(each.annotator for each in found.judgements if each.key in keys),
        rows=tuple(_sides(item.payload, "text") for item in items[:ROWS]),
        listed=found.listed,
    )


def import_files(
    store: Store,
    paths: Sequence[Path],
    *,
    layer: str | None = None,
    kind: str | None = None,
    options: ImportOptions | None = None,
    progress: Progress | None = None,
    names: Sequence[str] = (),
    by: int | None = None,
) -> ImportResult:
    """Add what files hold to a layer, which is made where there is none.

    Args:
        store: the project.
        paths: files that belong together, such as a text, its translation and their links.
        layer: its name; by default that of the kind.
        kind: what is judged; by default what the layer is for, or else what the files are for.
        options: how they are taken.
        progress: called with the stage, the parts done and the parts in all.
        names: of the files, where they are not called so here.
        by: who imports them.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not fit the kind, or the layer has another.
    """
    options = options or ImportOptions()
    there, kind, found = _read(store, paths, layer, kind, options, progress)
    there = _layer(store, there or _known(store, layer or kind), layer or kind, kind, found)
    if progress:
        progress("storing", 0, 1)
    number = store.imports.begin(there.id, names or [path.name for path in paths], by=by)
    _keep_documents(store, found, number)
    items = _chosen(found, options)
    with without_collecting():
        added = store.items.add_many(there.id, items, import_id=number)
    listed = found.listed
    judgements = 0
    if not options.gold:
        judgements = _put(store, there, found, {item.key for item in items}, number)
    elif alone := store.items.mix_hidden(there.id):
        message = (
            f"{count_of(alone, 'known answer')} could not be mixed with other items, and can be "
            "recognised by their numbers: import them after the items, before anybody begins"
        )
        listed += (FileNote(paths[0].name, "", message),)
    return ImportResult(
        layer=there.name,
        kind=kind,
        added=added,
        known=len(items) - added,
        judgements=judgements,
        listed=listed,
        number=number,
    )


def _read(
    store: Store,
    paths: Sequence[Path],
    layer: str | None,
    kind: str | None,
    options: ImportOptions,
    progress: Progress | None = None,
) -> tuple[LayerRecord | None, str, FileContents]:
    """The layer that is named, as far as it is there, the kind, and what the files hold."""
    there = None if layer is None else _known(store, layer)
    kind = kind or (there.kind if there else kind_of(paths, options))
    if kind not in LAYERS:
        raise ConfigError(f"unknown kind {kind!r}; available: {', '.join(LAYERS)}")
    if there is not None and there.kind != kind:
        raise ConfigError(f"the layer {layer} holds {there.kind}, not {kind}: name another layer")
    if progress:
        progress("reading", 0, 1)
    with without_collecting():
        if _is_standoff(paths):
            found = read_standoff_items(paths[0], kind)
        else:
            found = LAYERS[kind].files.read(paths, options)
    if not found.items:
        raise InputError(
            f"holds nothing to be judged as {kind}", path=paths[0], cure=LAYERS[kind].cure
        )
    return there, kind, found


def _languages(items: Sequence[NewItem]) -> tuple[str, str]:
    """Languages of both sides of items, recognised by the first texts where they do not tell."""

    def language(side: int) -> str:
        told = _sides(items[0].payload, "lang")[side]
        texts = (_sides(item.payload, "text", most=None)[side] for item in items[:SAMPLE])
        return told or detect("\n".join(texts))[0].removesuffix("und")

    return language(0), language(1)


def _sides(payload: Mapping[str, Any], name: str, most: int | None = EXCERPT) -> tuple[str, str]:
    """So many characters of something of both sides."""
    source, target = payload.get("source"), payload.get("target", payload.get("output"))
    return (_excerpt(source, name, most), _excerpt(target, name, most))


def _excerpt(side: object, name: str, most: int | None) -> str:
    return str(side.get(name, ""))[:most] if isinstance(side, dict) else ""


@contextmanager
def without_collecting() -> Iterator[None]:
    """Make many values that stay without looking for garbage among them over and over."""
    there = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if there:
            gc.enable()


def kind_of(paths: Sequence[Path], options: ImportOptions) -> str:
    """Return the kind of layer that files belong to.

    Raises:
        InputError: a file cannot be read.
        ConfigError: they may be for several kinds, or for none.
    """
    if _is_standoff(paths) and not (options.hypotheses or options.termbases):
        return str(read_standoff(paths[0])[0].get("kind", ""))
    # What asks for most comes last in the order of the work, and any two files are sentences.
    for layer in reversed(LAYERS.values()):
        if layer.files.recognises(paths, options):
            return layer.kind
    raise ConfigError(
        f"{paths[0]} does not show what is to be judged: choose the question (--kind), or add its "
        "translation"
    )


def _is_standoff(paths: Sequence[Path]) -> bool:
    """Whether the only file holds judgements of any kind."""
    return len(paths) == 1 and not paths[0].is_dir() and is_own(first_line(paths[0]))


def _layer(
    store: Store, there: LayerRecord | None, name: str, kind: str, found: FileContents
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


def _keep_documents(store: Store, found: FileContents, number: int) -> None:
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
            import_id=number,
        )


def _known(store: Store, name: str) -> LayerRecord | None:
    return next((each for each in store.layers.all() if each.name == name), None)


def _chosen(found: FileContents, options: ImportOptions) -> list[NewItem]:
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


def _put(store: Store, layer: LayerRecord, found: FileContents, kept: set[str], number: int) -> int:
    """Store the judgements of the files; who gave them becomes an annotator of the project."""
    if not found.judgements:
        return 0
    numbers = {item.key: item.id for item in store.items.each(layer.id)}
    people = {person.name: person.id for person in store.people.all()}
    for name in dict.fromkeys(each.annotator for each in found.judgements):
        if name not in people:
            people[name] = store.people.add(name, "annotator").id
    return store.annotations.put_many(
        (
            NewJudgement(
                item=numbers[each.key], user=people[each.annotator], cells=each.cells, done=True
            )
            for each in found.judgements
            if each.key in kept
        ),
        import_id=number,
    )
