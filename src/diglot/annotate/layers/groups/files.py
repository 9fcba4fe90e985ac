"""Groups of words: from the links of diglot, Yawat and files of links, and back to both."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np

from diglot.annotate.items import AnsweredItem, NewItem
from diglot.annotate.layers.cells import SIDES, Payload, tokens_of
from diglot.annotate.layers.groups import LAYER
from diglot.annotate.layers.groups.rules import groups_of
from diglot.annotate.layers.layer import AnnotatorJudgement, Measure, annotator_pairs
from diglot.annotate.layers.sources import (
    READER,
    FileContents,
    FileNote,
    FoundJudgement,
    read_pairs,
)
from diglot.annotate.layers.words import (
    WORD_LINK_FORMATS,
    LabelledWords,
    MarkedLink,
    WordPair,
    aligned_pairs,
    are_numbered,
    join_links,
    linked_lines,
    marked_links,
    place_links,
    positions,
    proposed_item,
    split_links,
    word_pair,
    words_of,
    write_links,
)
from diglot.annotate.schemes import UNKNOWN, Scheme
from diglot.evaluate.agreement import link_agreement
from diglot.evaluate.agreement.alignments import CLASSES
from diglot.files.binary import extension_of
from diglot.formats.registry import WORD_LINKS, extensions_of
from diglot.formats.word_links import yawat
from diglot.model import Bitext, LabelledLink, Skipped
from diglot.pipeline.steps.scores.agreement import AgreementComparison

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.records import LayerRecord


def links_of_groups(
    payload: Payload, scheme: Scheme, body: Body, *, other: Literal["S", "P", ""] = ""
) -> list[MarkedLink]:
    """All links of words of a group; a link of two groups is sure if one of them is.

    Args:
        payload: of an item.
        scheme: of the layer.
        body: the judgement.
        other: mark of labels that the scheme maps to none; without one, their links are left out.
    """
    source, target = (positions(payload, side) for side in SIDES)
    return marked_links(
        scheme,
        (
            (source[s], target[t], label)
            for _, (ours, theirs, label) in groups_of(body)
            for s in ours
            for t in theirs
            if s in source and t in target
        ),
        other=other,
    )


def group_cells(payload: Payload, links: Iterable[LabelledWords]) -> dict[str, Value]:
    """The cells of groups that stand for exactly some links.

    Words that are all linked with each other, and with no others, are one group. Links that form
    no such product become a group a source word and label.
    """
    spans = [tokens_of(payload, side) for side in SIDES]
    unique = sorted({(s, t): label for s, t, label in links}.items())
    groups: list[tuple[list[int], list[int], str]] = []
    for part in _components([link for link, _ in unique]):
        labels = [label for link, label in unique if link in part]
        ours = sorted({s for s, _ in part})
        theirs = sorted({t for _, t in part})
        if len(part) == len(ours) * len(theirs) and len(set(labels)) == 1:
            groups.append((ours, theirs, labels[0]))
            continue
        stars: dict[tuple[int, str], list[int]] = {}
        for (s, t), label in unique:
            if (s, t) in part:
                stars.setdefault((s, label), []).append(t)
        groups += [([s], targets, label) for (s, label), targets in sorted(stars.items())]
    return {
        f"g{number}": [
            [spans[0][s][0] for s in ours],
            [spans[1][t][0] for t in theirs],
            label,
        ]
        for number, (ours, theirs, label) in enumerate(sorted(groups), 1)
    }


def _components(links: Sequence[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Links by what hangs together, in the order of the first link."""
    by_source: dict[int, list[tuple[int, int]]] = {}
    by_target: dict[int, list[tuple[int, int]]] = {}
    for link in links:
        by_source.setdefault(link[0], []).append(link)
        by_target.setdefault(link[1], []).append(link)
    parts: list[set[tuple[int, int]]] = []
    seen: set[tuple[int, int]] = set()
    for first in links:
        if first in seen:
            continue
        part, waiting = {first}, [first]
        while waiting:
            s, t = waiting.pop()
            for link in (*by_source[s], *by_target[t]):
                if link not in part:
                    part.add(link)
                    waiting.append(link)
        seen |= part
        parts.append(part)
    return parts


def group_items(bitext: Bitext, *, suggestions: bool = True, seed: int = 0) -> list[NewItem]:
    """Sentence pairs whose words are to be grouped, the aligner's links beside them.

    Args:
        bitext: its links with both sides are the sentence pairs.
        suggestions: whether the aligner proposes links and groups.
        seed: of the aligner.
    """
    items = []
    for key, payload, links in aligned_pairs(bitext, seed, links=suggestions):
        shown = {**payload, "links": [list(link) for link in place_links(payload, links.chosen)]}
        proposed = group_cells(shown, [(s, t, "S") for s, t, _ in links.chosen])
        items.append(proposed_item(key, shown, links, proposed, seed))
    return items


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Files of Yawat, and links between words beside their texts."""
    suffixes = [extension_of(path) for path in paths]
    return (
        any(each in {yawat.TEXT, yawat.GROUPS} for each in suffixes)
        or any(each in extensions_of(WORD_LINKS) for each in suffixes[1:])
        or are_numbered(paths)
    )


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read pairs, with the groups or links that a file has of them.

    Raises:
        InputError: a file cannot be read, or a link names a word that is not there.
        ConfigError: the files do not go together.
    """
    if extension_of(paths[0]) in {yawat.TEXT, yawat.GROUPS}:
        return _yawat(paths[0], options)
    if len(paths) == 3:
        return _linked(paths, options)
    return read_pairs(paths, options, partial(group_items, suggestions=options.suggestions))


def _linked(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Two files of words between spaces, and the links between them."""
    pairs, links = linked_lines(paths, options.reading)
    cells: dict[str, Body] = {
        key: group_cells(pair.payload, linked)
        for (key, pair), linked in zip(pairs.items(), split_links(links), strict=True)
    }
    return _found(pairs, cells, options.annotator or READER, ())


def _yawat(path: Path, options: ImportOptions) -> FileContents:
    """A text of Yawat with its groups; labels that the scheme does not have are kept."""
    reading = options.reading
    task = yawat.read_groups(path)
    pairs = {
        f"{path.stem}:{number}": word_pair(*words, reading.languages)
        for number, words in task.texts.items()
    }
    annotation = next(iter(task.annotations.values()))
    given: dict[str, list[LabelledLink]] = {key: [] for key in pairs}
    for link in annotation.links:
        given[f"{path.stem}:{link.pair}"].append(link)
    cells = {
        key: {f"g{number}": _group(pair, link) for number, link in enumerate(given[key], 1)}
        for key, pair in pairs.items()
    }
    unknown = tuple(each for each in annotation.odd if each.kind not in LAYER.scheme.names)
    listed = FileNote.of_labels(path.name, unknown)
    return _found(pairs, cells, options.annotator or path.stem, listed)


def _group(pair: WordPair, link: LabelledLink) -> Value:
    return [
        [pair.source[at] for at in sorted(link.source)],
        [pair.target[at] for at in sorted(link.target)],
        LAYER.scheme.name_of(link.label),
    ]


def _found(
    pairs: dict[str, WordPair],
    cells: Mapping[str, Body],
    annotator: str,
    listed: tuple[FileNote, ...],
) -> FileContents:
    items = tuple(NewItem(key=key, payload=pair.payload) for key, pair in pairs.items())
    judgements = tuple(FoundJudgement(key, annotator, body) for key, body in cells.items())
    return FileContents(items, judgements, listed, scheme=_scheme(cells))


def _scheme(cells: Mapping[str, Body]) -> Scheme | None:
    """A scheme that lets words be in several groups, where the file has such words."""
    for body in cells.values():
        groups = [group for _, group in groups_of(body)]
        for starts in ([s for g in groups for s in g[0]], [t for g in groups for t in g[1]]):
            if len(starts) != len(set(starts)):
                settings = MappingProxyType({**LAYER.scheme.settings, "shared": True})
                return dataclasses.replace(LAYER.scheme, settings=settings)
    return None


# Groups of words as Yawat has them, and as sure and possible links.

FORMATS = {yawat.GROUPS: "yawat", yawat.TEXT: "yawat", **WORD_LINK_FORMATS}


def write(
    path: Path, name: str, answers: Sequence[AnsweredItem], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write groups with their text, or all links of their words.

    Raises:
        InputError: a file cannot be written.
        ConfigError: a word or a label cannot stand in such a file.
    """
    if name != "yawat":
        links = [links_of_groups(each.payload, layer.scheme, each.cells) for each in answers]
        return write_links(path, name, answers, links)
    texts = {
        number: (tuple(words_of(each.payload, "source")), tuple(words_of(each.payload, "target")))
        for number, each in enumerate(answers, 1)
    }
    yawat.write_groups(
        path,
        texts,
        (link for number, each in enumerate(answers, 1) for link in _links(number, each)),
    )
    return ()


def _links(number: int, answer: AnsweredItem) -> Iterator[LabelledLink]:
    source, target = (positions(answer.payload, side) for side in ("source", "target"))
    for _, (ours, theirs, label) in groups_of(answer.cells):
        yield LabelledLink(
            number,
            tuple(source[start] for start in ours),
            tuple(target[start] for start in theirs),
            label.removeprefix(UNKNOWN),
        )


# Agreement on which words correspond.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare links between all words of each group; those that are not sure are possible."""
    for between, both in annotator_pairs(judgements):
        lengths = tuple(
            np.array([len(tokens_of(one.payload, side)) for one, _ in both], dtype=np.int64)
            for side in SIDES
        )
        found = link_agreement(
            *(
                join_links(
                    [links_of_groups(each.payload, scheme, each.cells, other="P") for each in side]
                )
                for side in zip(*both, strict=True)
            ),
            lengths=(lengths[0], lengths[1]),
        )
        yield AgreementComparison("word links", *between, found.score, found.confusion, CLASSES)
