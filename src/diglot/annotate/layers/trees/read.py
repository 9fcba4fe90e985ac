"""Sentence pairs to be divided, or divided already in files of TransRead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange.bitexts import load_pairs
from diglot.annotate.exchange.contents import (
    Found,
    FoundJudgement,
    ImportOptions,
    Listed,
    read_standoff_items,
    start_of,
    unite,
)
from diglot.annotate.exchange.word_pairs import word_pair
from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.trees.nodes import tree_cells
from diglot.annotate.layers.word_items import linked_words
from diglot.annotate.suggesting import tree_items
from diglot.formats.blocks import Skips
from diglot.formats.judgements.answers import is_standoff
from diglot.formats.links import transread

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.layers.word_items import WordLink
    from diglot.model import DividedText

KIND = "trees"
READER = "reader"


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read pairs, with the divisions that a file has of them.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    if len(paths) == 1 and is_standoff(paths[0]):
        return read_standoff_items(paths[0], KIND)
    if all(b"<trAnnot" in start_of(path) for path in paths):
        return unite(_divided(path, options) for path in paths)
    skips = Skips()
    bitext = load_pairs(paths, options.reading, skips=skips)
    items = tree_items(bitext, suggestions=options.suggestions)
    return Found(
        tuple(items),
        listed=Listed.of(paths[0].name, skips.found()),
        documents=(bitext.source, bitext.target),
    )


def _divided(path: Path, options: ImportOptions) -> Found:
    """The trees of a file; breaches of rules are listed by pair, such as trims of nothing."""
    reading = options.reading
    text = transread.read_trees_with_tokens(path, encoding=reading.encoding)
    languages = (
        reading.source_language or text.languages[0] or None,
        reading.target_language or text.languages[1] or None,
    )
    rules = LAYERS[KIND]
    scheme = rules.scheme()
    items, judgements, listed = [], [], []
    links = _links(text, options)
    for pair, name in enumerate(text.names):
        if not text.source[pair] or not text.target[pair]:
            listed.append(Listed(path.name, f"group {name}", "has no tree: left out"))
            continue
        made = word_pair(text.source[pair], text.target[pair], languages)
        payload = {
            **made.payload,
            "pair": name,
            "links": [[made.source[s], made.target[t], score] for s, t, score in links[pair]],
        }
        cells, untold = tree_cells(payload, text.trees, pair)
        key = f"{path.stem}:{name}"
        items.append(NewItem(key=key, payload=payload))
        judgements.append(FoundJudgement(key, options.annotator or READER, cells))
        if untold:
            listed.append(Listed(path.name, f"group {name}", f"{untold} nodes cannot be told"))
        listed += [
            Listed(path.name, f"group {name}", f"{problem.message} [{problem.code}]")
            for problem in rules.problems(payload, scheme, cells)
            if problem.severity == "error"
        ]
    return Found(tuple(items), tuple(judgements), tuple(listed))


def _links(text: DividedText, options: ImportOptions) -> list[tuple[WordLink, ...]]:
    """Links of the words by our own aligner, which rank divisions for whoever judges again."""
    if not options.suggestions:
        return [()] * len(text.names)
    pairs = list(zip(text.source, text.target, strict=True))
    return [found.likely for found in linked_words(pairs, seed=options.seed)]
