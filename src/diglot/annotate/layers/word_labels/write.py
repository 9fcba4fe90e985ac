"""Labels of word links as TransRead has them, and as sure and possible links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange import word_pairs
from diglot.annotate.exchange.word_pairs import words
from diglot.annotate.layers.word_links import labelled_links, links_of_labels
from diglot.annotate.schemes import UNKNOWN
from diglot.formats.judgements import transread_labels
from diglot.model import LabelledLink

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

FORMATS = {"": "transread", **word_pairs.FORMATS}


def write(
    path: Path, name: str, answers: Sequence[Answered], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write labels into a folder with the text, or links as the scheme maps the labels.

    Raises:
        InputError: a file cannot be written.
        ConfigError: a word cannot stand in such a file.
    """
    if name != "transread":
        links = [links_of_labels(each.payload, layer.scheme, each.cells) for each in answers]
        return word_pairs.write_links(path, name, answers, links)
    numbers = {each.key: number for number, each in enumerate(answers, 1)}
    texts = {
        numbers[each.key]: (
            tuple(words(each.payload, "source")),
            tuple(words(each.payload, "target")),
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
