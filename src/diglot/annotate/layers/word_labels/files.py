"""Links between words to be labelled, or labelled already in files of TransRead."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import NewItem
from diglot.annotate.layers.sources import FileContents, FileNote, FoundJudgement, read_pairs, unite
from diglot.annotate.layers.word_labels import LAYER
from diglot.annotate.layers.word_labels.items import (
    label_cells,
    labelled_links,
    links_of_labels,
    word_label_items,
)
from diglot.annotate.layers.words import (
    WORD_LINK_FORMATS,
    WordPair,
    word_pair,
    words_of,
    write_links,
)
from diglot.annotate.schemes import UNKNOWN
from diglot.errors import ConfigError
from diglot.formats.judgements import transread_labels
from diglot.model import LabelledLink

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import AnsweredItem
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Folders of tasks of TransRead."""
    return paths[0].is_dir()


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read links: a folder of one task of TransRead, or pairs of which diglot links the words.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    if all(path.is_dir() for path in paths):
        return unite(_judged(path, options) for path in paths)
    if not options.suggestions:
        raise ConfigError("word links to label are proposed by diglot: leave out the option")
    items_of = partial(
        word_label_items, per_pair=options.per_pair, policy=options.policy, seed=options.seed
    )
    return read_pairs(paths, options, items_of)


def _judged(folder: Path, options: ImportOptions) -> FileContents:
    """The task of a folder: what is asked is every link that some annotator labelled."""
    reading = options.reading
    task = transread_labels.read_task(folder)
    pairs = {
        number: word_pair(*texts, (reading.source_language, reading.target_language))
        for number, texts in task.texts.items()
    }
    by_pair: dict[int, dict[str, list[LabelledLink]]] = {}
    listed = list(FileNote.of(folder.name, task.link_sets.lacking.values()))
    for name, annotation in task.annotations.items():
        listed += FileNote.of_labels(folder.name, annotation.odd)
        for link in annotation.links:
            if len(link.source) == len(link.target) == 1:
                by_pair.setdefault(link.pair, {}).setdefault(name, []).append(link)
            else:
                shown = f"{link.source}:{link.target}:{link.label}"
                message = f"annotator {name} labelled no link of two words: {shown}"
                listed.append(FileNote(folder.name, f"pair {link.pair}", message))
    items, judgements = [], []
    for number, given in sorted(by_pair.items()):
        pair = pairs[number]
        key = f"{folder.name}:{number}"
        items.append(NewItem(key=key, payload=_payload(pair, number, given)))
        judgements += [
            FoundJudgement(
                key,
                f"annotator {name}",
                label_cells(
                    pair.payload,
                    [
                        (link.source[0], link.target[0], LAYER.scheme.name_of(link.label))
                        for link in links
                    ],
                ),
            )
            for name, links in sorted(given.items())
        ]
    return FileContents(tuple(items), tuple(judgements), tuple(listed))


def _payload(pair: WordPair, number: int, given: dict[str, list[LabelledLink]]) -> dict[str, Any]:
    places = {
        (pair.source[link.source[0]], pair.target[link.target[0]])
        for links in given.values()
        for link in links
    }
    return {
        **pair.payload,
        "pair": number,
        "candidates": [
            {"source": source, "target": target, "score": None} for source, target in sorted(places)
        ],
        "policy": "as in the file",
    }


# Labels of word links as TransRead has them, and as sure and possible links.

FORMATS = {"": "transread", **WORD_LINK_FORMATS}


def write(
    path: Path, name: str, answers: Sequence[AnsweredItem], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write labels into a folder with the text, or links as the scheme maps the labels.

    Raises:
        InputError: a file cannot be written.
        ConfigError: a word cannot stand in such a file.
    """
    if name != "transread":
        links = [links_of_labels(each.payload, layer.scheme, each.cells) for each in answers]
        return write_links(path, name, answers, links)
    numbers = {each.key: number for number, each in enumerate(answers, 1)}
    texts = {
        numbers[each.key]: (
            tuple(words_of(each.payload, "source")),
            tuple(words_of(each.payload, "target")),
        )
        for each in answers
    }
    links_found = [
        LabelledLink(numbers[each.key], (source,), (target,), label.removeprefix(UNKNOWN))
        for each in answers
        for source, target, label in labelled_links(each.payload, each.cells)
    ]
    annotation = transread_labels.Annotation(tuple(links_found))
    path.mkdir(parents=True, exist_ok=True)
    task = transread_labels.Task(texts, {"gold": annotation})
    transread_labels.write_task(path, path.name, task)
    return ()
