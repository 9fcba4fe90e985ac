"""Groups of words as Yawat has them, and as sure and possible links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange import word_pairs
from diglot.annotate.exchange.word_pairs import positions, words
from diglot.annotate.layers.groups.rules import groups_of
from diglot.annotate.layers.word_links import links_of_groups
from diglot.annotate.schemes import UNKNOWN
from diglot.formats.word_links import yawat
from diglot.model import LabelledLink

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

FORMATS = {yawat.GROUPS: "yawat", yawat.TEXT: "yawat", **word_pairs.FORMATS}


def write(
    path: Path, name: str, answers: Sequence[Answered], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write groups with their text, or all links of their words.

    Raises:
        InputError: a file cannot be written.
        ConfigError: a word or a label cannot stand in such a file.
    """
    if name != "yawat":
        links = [links_of_groups(each.payload, layer.scheme, each.cells) for each in answers]
        return word_pairs.write_links(path, name, answers, links)
    texts = {
        number: (tuple(words(each.payload, "source")), tuple(words(each.payload, "target")))
        for number, each in enumerate(answers, 1)
    }
    yawat.write_groups(
        path,
        texts,
        (link for number, each in enumerate(answers, 1) for link in _links(number, each)),
    )
    return ()


def _links(number: int, answer: Answered) -> Iterator[LabelledLink]:
    source, target = (positions(answer.payload, side) for side in ("source", "target"))
    for _, (ours, theirs, label) in groups_of(answer.cells):
        yield LabelledLink(
            number,
            tuple(source[start] for start in ours),
            tuple(target[start] for start in theirs),
            label.removeprefix(UNKNOWN),
        )
