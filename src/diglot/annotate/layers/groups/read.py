"""Groups of words to be made, or made already: Yawat, and files of sure and possible links."""

from __future__ import annotations

import dataclasses
from types import MappingProxyType
from typing import TYPE_CHECKING

from diglot import formats
from diglot.annotate.exchange.bitexts import load_pairs
from diglot.annotate.exchange.contents import (
    Found,
    FoundJudgement,
    ImportOptions,
    Listed,
    read_standoff_items,
)
from diglot.annotate.exchange.word_pairs import BASES, word_pair
from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.groups.rules import groups_of
from diglot.annotate.layers.word_links import group_cells, split_links
from diglot.annotate.suggesting import group_items
from diglot.errors import ConfigError
from diglot.formats.blocks import Skips
from diglot.formats.judgements.answers import is_standoff
from diglot.formats.word_links import builder, yawat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.exchange.word_pairs import WordPair
    from diglot.annotate.schemes import Scheme
    from diglot.model import LabelledLink

KIND = "groups"
SPARSE = frozenset({"naacl", "giza"})
"""Formats that leave out pairs without links."""
READER = "reader"
"""What the annotator of a file is called that does not say it."""


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read pairs, with the groups or links that a file has of them.

    Raises:
        InputError: a file cannot be read, or a link names a word that is not there.
        ConfigError: the files do not go together.
    """
    if len(paths) == 1 and is_standoff(paths[0]):
        return read_standoff_items(paths[0], KIND)
    if paths[0].suffix.lower() in {yawat.TEXT, yawat.GROUPS}:
        return _yawat(paths[0], options)
    if len(paths) == 3:
        return _linked(paths, options)
    skips = Skips()
    bitext = load_pairs(paths, options.reading, skips=skips)
    items = group_items(bitext, suggestions=options.suggestions)
    return Found(
        tuple(items),
        listed=Listed.of(paths[0].name, skips.found()),
        documents=(bitext.source, bitext.target),
    )


def _linked(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Two files of words between spaces, and the links between them."""
    reading = options.reading
    texts = list(builder.read_pairs(paths[0], paths[1], encoding=reading.encoding))
    lengths = tuple([len(words) for words in side] for side in zip(*texts, strict=True))
    name = formats.word_link_format(paths[2], reading.format)
    given: dict[str, int] = {"pairs": len(texts)} if name in SPARSE else {}
    given |= {"base": BASES[name]} if name in BASES else {}
    links = formats.read_word_links(paths[2], format=reading.format, lengths=lengths, **given)
    if links.pairs != len(texts):
        raise ConfigError(
            f"{paths[2].name} has {links.pairs} pairs, {paths[0].name} has {len(texts)} lines: "
            "name the links of these texts"
        )
    languages = (reading.source_language, reading.target_language)
    pairs = {
        f"{paths[0].name}:{number}": word_pair(*words, languages)
        for number, words in enumerate(texts, 1)
    }
    cells: dict[str, Body] = {
        key: group_cells(pair.payload, linked)
        for (key, pair), linked in zip(pairs.items(), split_links(links), strict=True)
    }
    return _found(pairs, cells, options.annotator or READER, ())


def _yawat(path: Path, options: ImportOptions) -> Found:
    """A text of Yawat with its groups; labels that the scheme does not have are kept."""
    reading = options.reading
    task = yawat.read_groups(path)
    languages = (reading.source_language, reading.target_language)
    pairs = {
        f"{path.stem}:{number}": word_pair(*words, languages)
        for number, words in task.texts.items()
    }
    annotation = next(iter(task.annotations.values()))
    scheme = LAYERS[KIND].scheme()
    given: dict[str, list[LabelledLink]] = {key: [] for key in pairs}
    for link in annotation.links:
        given[f"{path.stem}:{link.pair}"].append(link)
    cells = {
        key: {f"g{number}": _group(pair, link, scheme) for number, link in enumerate(given[key], 1)}
        for key, pair in pairs.items()
    }
    unknown = tuple(each for each in annotation.odd if each.kind not in scheme.names)
    listed = Listed.of(path.name, unknown)
    return _found(pairs, cells, options.annotator or path.stem, listed)


def _group(pair: WordPair, link: LabelledLink, scheme: Scheme) -> Value:
    return [
        [pair.source[at] for at in sorted(link.source)],
        [pair.target[at] for at in sorted(link.target)],
        scheme.known(link.label),
    ]


def _found(
    pairs: dict[str, WordPair],
    cells: Mapping[str, Body],
    annotator: str,
    listed: tuple[Listed, ...],
) -> Found:
    items = tuple(NewItem(key=key, payload=pair.payload) for key, pair in pairs.items())
    judgements = tuple(FoundJudgement(key, annotator, body) for key, body in cells.items())
    return Found(items, judgements, listed, scheme=_scheme(cells))


def _scheme(cells: Mapping[str, Body]) -> Scheme | None:
    """A scheme that lets words be in several groups, where the file has such words."""
    scheme = LAYERS[KIND].scheme()
    for body in cells.values():
        groups = [group for _, group in groups_of(body)]
        for starts in ([s for g in groups for s in g[0]], [t for g in groups for t in g[1]]):
            if len(starts) != len(set(starts)):
                settings = MappingProxyType({**scheme.settings, "shared": True})
                return dataclasses.replace(scheme, settings=settings)
    return None
