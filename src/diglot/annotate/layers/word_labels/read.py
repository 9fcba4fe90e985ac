"""Links between words to be labelled, or labelled already in files of TransRead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from diglot.annotate.layers.word_links import label_cells
from diglot.annotate.suggesting import word_label_items
from diglot.errors import ConfigError
from diglot.formats.blocks import Skips
from diglot.formats.judgements import transread_labels
from diglot.formats.judgements.answers import is_standoff

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import LabelledLink

KIND = "word_labels"


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read links: a folder of one task of TransRead, or pairs of which diglot links the words.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    if all(path.is_dir() for path in paths):
        return unite(_judged(path, options) for path in paths)
    if len(paths) == 1 and is_standoff(paths[0]):
        return read_standoff_items(paths[0], KIND)
    if not options.suggestions:
        raise ConfigError("word links to label are proposed by diglot: leave out the option")
    skips = Skips()
    bitext = load_pairs(paths, options.reading, skips=skips)
    items = word_label_items(
        bitext, per_pair=options.per_pair, policy=options.policy, seed=options.seed
    )
    return Found(
        tuple(items),
        listed=Listed.of(paths[0].name, skips.found()),
        documents=(bitext.source, bitext.target),
    )


def _judged(folder: Path, options: ImportOptions) -> Found:
    """The task of a folder: what is asked is every link that some annotator labelled."""
    reading = options.reading
    task = transread_labels.read_task(folder)
    scheme = LAYERS[KIND].scheme()
    pairs = {
        number: word_pair(*texts, (reading.source_language, reading.target_language))
        for number, texts in task.texts.items()
    }
    by_pair: dict[int, dict[str, list[LabelledLink]]] = {}
    listed = list(Listed.of(folder.name, task.link_sets.lacking.values()))
    for name, annotation in task.annotations.items():
        listed += Listed.of(folder.name, annotation.odd)
        for link in annotation.links:
            if len(link.source) == len(link.target) == 1:
                by_pair.setdefault(link.pair, {}).setdefault(name, []).append(link)
            else:
                shown = f"{link.source}:{link.target}:{link.label}"
                message = f"annotator {name} labelled no link of two words: {shown}"
                listed.append(Listed(folder.name, f"pair {link.pair}", message))
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
                    [(link.source[0], link.target[0], scheme.known(link.label)) for link in links],
                ),
            )
            for name, links in sorted(given.items())
        ]
    return Found(tuple(items), tuple(judgements), tuple(listed))


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
