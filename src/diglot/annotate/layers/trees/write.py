"""Divisions of sentence pairs as TransRead has them, and flattened to links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange import word_pairs
from diglot.annotate.exchange.word_pairs import words
from diglot.annotate.layers.trees.nodes import trees_of
from diglot.annotate.layers.word_links import links_of_tree
from diglot.formats.links import transread
from diglot.model import DividedText

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

FORMATS = {".xml": "transread", **word_pairs.FORMATS}


def write(
    path: Path,
    name: str,
    answers: Sequence[Answered],
    layer: LayerRecord,  # noqa: ARG001 - every layer is written with it
) -> tuple[Skipped, ...]:
    """Write trees, or the links of their leaves: one word with one is sure, others possible.

    Raises:
        InputError: a file cannot be written.
        ConfigError: a word cannot stand in such a file.
    """
    if name != "transread":
        links = [links_of_tree(each.payload, each.cells) for each in answers]
        return word_pairs.write_links(path, name, answers, links)
    first = answers[0].payload
    text = DividedText(
        trees=trees_of((each.payload, each.cells) for each in answers),
        names=tuple(str(each.payload.get("pair", each.seq)) for each in answers),
        source=tuple(tuple(words(each.payload, "source")) for each in answers),
        target=tuple(tuple(words(each.payload, "target")) for each in answers),
        languages=(first["source"]["lang"], first["target"]["lang"]),
    )
    return transread.write_trees_with_tokens(path, text)
