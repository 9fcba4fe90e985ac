"""Pairs of sentences to be judged, or judged already in a file of TransRead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange.bitexts import load_pairs
from diglot.annotate.exchange.contents import (
    Found,
    FoundJudgement,
    ImportOptions,
    Listed,
    read_standoff_items,
    unite,
)
from diglot.annotate.exchange.word_pairs import WordPair, word_pair
from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.suggesting import confidence_items
from diglot.formats.blocks import Skips
from diglot.formats.judgements import transread_labels
from diglot.formats.judgements.answers import is_standoff

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Value
    from diglot.model import ConfidenceJudgement

KIND = "confidence"


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read pairs: a file of judgements, of units, or two files line by line.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    if len(paths) == 1 and is_standoff(paths[0]):
        return read_standoff_items(paths[0], KIND)
    if all(transread_labels.looks_like_confidence_labels(path) for path in paths):
        return unite(_judged(path, options) for path in paths)
    skips = Skips()
    bitext = load_pairs(paths, options.reading, skips=skips)
    return Found(
        tuple(confidence_items(bitext)),
        listed=Listed.of(paths[0].name, skips.found()),
        documents=(bitext.source, bitext.target),
    )


def _judged(path: Path, options: ImportOptions) -> Found:
    """The pairs of a file with what two annotators said."""
    reading = options.reading
    judged = transread_labels.read_confidence_labels(path, encoding=reading.encoding)
    scheme = LAYERS[KIND].scheme()
    items, judgements = [], []
    for pair in judged.pairs:
        made = word_pair(
            pair.source.split(" "),
            pair.target.split(" "),
            (reading.source_language, reading.target_language),
        )
        key = f"{path.stem}:{pair.id}"
        items.append(NewItem(key=key, payload={**made.payload, "pair": pair.id}))
        judgements += [
            FoundJudgement(key, each.annotator, _cells(made, each, scheme.known(each.label)))
            for each in pair.judgements
        ]
    return Found(tuple(items), tuple(judgements), Listed.of(path.name, judged.odd))


def _cells(pair: WordPair, judgement: ConfidenceJudgement, label: str) -> dict[str, Value]:
    return {
        "label": label,
        **pair.spans("source", judgement.source),
        **pair.spans("target", judgement.target),
    }
