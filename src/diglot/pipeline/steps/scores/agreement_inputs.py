"""Files of judgements by several annotators: what kind they are, and what is odd in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.formats.judgements.transread_labels import Annotation
    from diglot.model import JudgedPair, LabelledLink, Skipped

LinkKey = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Number of the sentence pair, source and target words."""
LAYERS = ("confidence", "labels", "links", "sentences", "trees")
"""Kinds of judgements: on sentence pairs, on given word links, word links, beads, divisions."""

_LABELS = re.compile(r"[0-9]+(?: [0-9,]*:[0-9,]*:[^: ]+)+ *")
_PACKED_TREES = ".xml.gz"


@dataclass(frozen=True, slots=True)
class LabelTask:
    """Labels of several annotators on what ought to be the same links.

    Attributes:
        name: of the task.
        judgements: by annotator the label of each link, which is (pair, source, target).
        remarks: labels outside of the scheme, and links that not everybody labelled.
    """

    name: str
    judgements: Mapping[str, Mapping[LinkKey, str]]
    remarks: tuple[str, ...]


def layer_of(path: Path) -> str:
    """Tell which of `LAYERS` a file or folder belongs to, by its name or its first lines.

    Raises:
        InputError: it cannot be read, or is an XML file of another kind.
    """
    from diglot.formats.judgements import confidence_labels

    name = path.name.lower()
    if path.is_dir() or name.endswith(".aln"):
        return "labels"
    if name.endswith(_PACKED_TREES):
        return "trees"
    if path.suffix.lower() in formats.LINK_FORMATS:
        # Trees and sentence links of TransRead have one root element.
        found = formats.format_of(path, look=True)
        return "trees" if found == "transread" else "sentences"
    if path.suffix.lower() in formats.WORD_LINK_FORMATS:
        return "links"
    if confidence_labels.looks_like(path):
        return "confidence"
    return "labels" if _holds_labels(path) else "links"


def annotators_of(paths: Sequence[Path]) -> tuple[str, ...]:
    """Return a name for each file, the shortest that tells them apart.

    Raises:
        ConfigError: a file is given twice, or fewer than two.
    """
    if len(paths) < 2:
        raise ConfigError("agreement needs two annotators: give a file of each")
    if len({path.resolve() for path in paths}) < len(paths):
        raise ConfigError("a file is given twice: give one file of each annotator")
    for names in ([path.stem for path in paths], [path.name for path in paths]):
        if len(set(names)) == len(names):
            return tuple(names)
    return tuple(map(str, paths))


def label_tasks(paths: Sequence[Path]) -> tuple[LabelTask, ...]:
    """Read folders of tasks, each of its own, or one file an annotator.

    Raises:
        InputError: a folder holds no task, or a file cannot be read.
        ConfigError: folders and files are mixed, or there is one file only.
    """
    from diglot.formats.judgements.transread_labels import read_labels, read_task

    folders = [path for path in paths if path.is_dir()]
    if len(folders) not in (0, len(paths)):
        raise ConfigError("give folders of tasks, or one file of each annotator")
    if folders:
        return tuple(_task(path.name, read_task(path).annotations) for path in folders)
    names = annotators_of(paths)
    read = {name: read_labels(path) for name, path in zip(names, paths, strict=True)}
    return (_task(", ".join(names), read),)


def judged_pairs(path: Path) -> tuple[tuple[JudgedPair, ...], tuple[str, ...]]:
    """Read judgements on sentence pairs, and what is odd in them.

    Raises:
        InputError: the file cannot be read, or holds no judgements.
    """
    from diglot.formats.judgements import confidence_labels

    found = confidence_labels.read(path)
    if not any(pair.judgements for pair in found.pairs):
        raise InputError("holds no judgements", path=path)
    return found.pairs, _odd_labels("", found.odd)


def _task(name: str, annotations: Mapping[str, Annotation]) -> LabelTask:
    from diglot.formats.judgements.transread_labels import LinkSets

    sets = LinkSets.of(annotations)
    remarks = [
        remark
        for annotator, annotation in annotations.items()
        for remark in _odd_labels(f"annotator {annotator}: ", annotation.odd)
    ]
    if sets.common < sets.union:
        sizes = ", ".join(f"{annotator} {size:,}" for annotator, size in sets.sizes.items())
        remarks.append(
            f"annotators labelled different links ({sizes}): {sets.common:,} common, "
            f"{sets.union:,} in all"
        )
        remarks += [
            f"annotator {annotator} did not label {lacking.count:,} of them, the first: "
            f'"{lacking.example}"'
            for annotator, lacking in sets.lacking.items()
        ]
    judgements = {
        annotator: {_key(link): link.label for link in annotation.links}
        for annotator, annotation in annotations.items()
    }
    return LabelTask(name, judgements, tuple(remarks))


def _key(link: LabelledLink) -> LinkKey:
    return link.pair, link.source, link.target


def _odd_labels(whose: str, odd: Sequence[Skipped]) -> tuple[str, ...]:
    return tuple(
        f'{whose}{each.count:,} of the label "{each.kind}", which is not in the scheme, the first: '
        f'"{each.example}"'
        for each in odd
    )


def _holds_labels(path: Path) -> bool:
    from diglot.files.line_blocks import lines

    filled = (line for line in lines(path) if len(line.split()) > 1)
    return any(_LABELS.fullmatch(line) for line in islice(filled, 1))
