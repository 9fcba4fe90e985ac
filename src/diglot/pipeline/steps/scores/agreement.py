"""Agreement of annotators, from their files: every layer with all that belongs to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.evaluate import agreement
from diglot.evaluate.agreement.alignments import CLASSES, link_agreement
from diglot.evaluate.alignments.trees import OPERATIONS, operations, shapes
from diglot.files.lines import stream_lines
from diglot.files.text import read_text, split_lines
from diglot.formats.judgements import transread_labels
from diglot.formats.judgements.transread_labels import (
    CONFIDENCE_LABELS,
    LABELS,
    LinkSets,
    read_labels,
    read_task,
)
from diglot.formats.links.transread import read_trees_with_tokens
from diglot.formats.registry import LINKS, WORD_LINKS, extensions_of, find_format
from diglot.formats.word_links.builder import read_pairs
from diglot.pipeline.steps.scores.links import check_sides, read_same_pairs, read_sentence_links
from diglot.pipeline.steps.scores.options import AgreementOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.evaluate.agreement.labels import LabelAgreement
    from diglot.formats.judgements.transread_labels import Annotation
    from diglot.model import BisegmentTrees, JudgedPair, LabelledLink, Score, Skipped

LinkKey = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Number of the sentence pair, source and target words."""

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
    name = path.name.lower()
    if path.is_dir() or name.endswith(".aln"):
        return "labels"
    if name.endswith(_PACKED_TREES):
        return "trees"
    if path.suffix.lower() in extensions_of(LINKS):
        # Trees and sentence links of TransRead have one root element.
        found = find_format(path, look=True)
        return "trees" if found.name == "transread" else "sentences"
    if path.suffix.lower() in extensions_of(WORD_LINKS):
        return "links"
    if transread_labels.looks_like_confidence_labels(path):
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
    found = transread_labels.read_confidence_labels(path)
    if not any(pair.judgements for pair in found.pairs):
        raise InputError("holds no judgements", path=path)
    return found.pairs, _odd_labels("", found.odd)


def _task(name: str, annotations: Mapping[str, Annotation]) -> LabelTask:
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
    filled = (line for line in stream_lines(path) if len(line.split()) > 1)
    return any(_LABELS.fullmatch(line) for line in islice(filled, 1))


# Agreement of annotators, from their files: every layer with all that belongs to its figures.


NOT_CHOSEN = frozenset({"wrong", "unaligned", "omitted"})
"""Labels that say: this is no link."""
_SHAPES = 6


@dataclass(frozen=True, slots=True, eq=False)
class AgreementComparison:
    """Two annotators, or all pairs of them, in what they marked or linked.

    Attributes:
        what: what was compared.
        first: one annotator.
        second: the other.
        score: the figures.
        table: counts by what the first (rows) and the second (columns) did; None without one.
        headings: of the rows and columns of ``table``.
    """

    what: str
    first: str
    second: str
    score: Score
    table: NDArray[np.int64] | None = None
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class AgreementReport:
    """Agreement of the annotators of one file, folder or set of files.

    Attributes:
        name: of what was judged.
        layer: one of ``LAYERS``.
        labels: agreement on labels; None in layers without labels.
        compared: agreement on what was marked or linked.
        remarks: what is odd in the data, one line each.
    """

    name: str
    layer: str
    labels: LabelAgreement | None
    compared: tuple[AgreementComparison, ...]
    remarks: tuple[str, ...]


def score_agreement(
    paths: Sequence[Path], *, options: AgreementOptions | None = None
) -> tuple[AgreementReport, ...]:
    """Measure the agreement of annotators.

    Args:
        paths: of one layer: files of judgements on sentence pairs, each with its annotators;
            folders of labels on word links likewise; or one file of each annotator.
        options: how to read and count.

    Returns:
        A report for each file or folder that stands alone, and for all of them together; or one.

    Raises:
        InputError: a file cannot be read, or does not fit the others.
        ConfigError: there is nothing to compare, layers are mixed, or options do not fit.
    """
    options = options or AgreementOptions()
    if not paths:
        raise ConfigError("give files of judgements")
    check_sides(options.source, options.target)
    layer = options.layer or _common_layer(paths)
    return tuple(_with_intervals(report, options) for report in _READERS[layer](paths, options))


def _common_layer(paths: Sequence[Path]) -> str:
    layers = {layer_of(path): path for path in reversed(paths)}
    if len(layers) > 1:
        shown = ", ".join(f"{path} ({layer})" for layer, path in layers.items())
        raise ConfigError(f"the files are of several layers: {shown}; name one with --layer")
    return next(iter(layers))


def _with_intervals(report: AgreementReport, options: AgreementOptions) -> AgreementReport:
    def drawn(score: Score) -> Score:
        return agreement.with_interval(score, resamples=options.resamples, seed=options.seed)

    labels = report.labels
    return replace(
        report,
        labels=None if labels is None else replace(labels, score=drawn(labels.score)),
        compared=tuple(replace(each, score=drawn(each.score)) for each in report.compared),
    )


def _confidence(paths: Sequence[Path], _: AgreementOptions) -> Iterator[AgreementReport]:
    everything: dict[str, tuple[JudgedPair, ...]] = {}
    for path in paths:
        pairs, remarks = judged_pairs(path)
        everything[path.stem if path.stem not in everything else str(path)] = pairs
        yield _judged(path.name, {"": pairs}, remarks)
    if len(everything) > 1:
        yield _judged("all files", everything, ())


def _judged(
    name: str, files: Mapping[str, Sequence[JudgedPair]], remarks: tuple[str, ...]
) -> AgreementReport:
    """Compare judgements; annotators of different files are taken for different people."""
    judgements: dict[str, dict[Hashable, str]] = {}
    for file, pairs in files.items():
        for pair in pairs:
            for each in pair.judgements:
                annotator = f"{file} {each.annotator}".strip()
                judgements.setdefault(annotator, {})[file, pair.id] = each.label
    return AgreementReport(
        name,
        "confidence",
        agreement.label_agreement(agreement.label_matrix(judgements, labels=CONFIDENCE_LABELS)),
        tuple(_untranslated([pair for pairs in files.values() for pair in pairs])),
        remarks,
    )


def _untranslated(pairs: Sequence[JudgedPair]) -> Iterator[AgreementComparison]:
    """Compare the words marked in pairs that both annotators call partial."""
    marked: tuple[list[list[int]], list[list[int]]] = ([], [])
    weights = []
    for pair in pairs:
        if [each.label for each in pair.judgements] != ["partial", "partial"]:
            continue
        source, target = pair.source.split(" "), pair.target.split(" ")
        weights.append([len(word) for word in (*source, *target)])
        for found, each in zip(marked, pair.judgements, strict=True):
            found.append([*each.source, *(len(source) + place for place in each.target)])
    if weights:
        score = agreement.span_agreement(*marked, weights=weights)
        yield AgreementComparison(
            "untranslated words of agreed partial pairs", "first", "second", score
        )


def _labels(paths: Sequence[Path], _: AgreementOptions) -> Iterator[AgreementReport]:
    for task in label_tasks(paths):
        yield _labelled(task)


def _labelled(task: LabelTask) -> AgreementReport:
    keys = {key: key[0] for given in task.judgements.values() for key in given}
    chosen = {
        name: [key for key, label in given.items() if _is_link(key, label)]
        for name, given in task.judgements.items()
    }
    compared = (
        AgreementComparison(
            "links that are not wrong",
            first,
            second,
            agreement.set_agreement(chosen[first], chosen[second], groups=keys),
        )
        for first, second in combinations(task.judgements, 2)
    )
    matrix = agreement.label_matrix(task.judgements, groups=keys, labels=LABELS)
    return AgreementReport(
        task.name, "labels", agreement.label_agreement(matrix), tuple(compared), task.remarks
    )


def _is_link(key: LinkKey, label: str) -> bool:
    """Tell whether a judgement says that words are linked: both sides are there, and it holds."""
    _, source, target = key
    return bool(source and target) and label not in NOT_CHOSEN


def _links(paths: Sequence[Path], options: AgreementOptions) -> Iterator[AgreementReport]:
    lengths = _lengths(options)
    names = annotators_of(paths)
    found = read_same_pairs(paths, format=options.format, base=options.base, lengths=lengths)
    compared = []
    for (first, one), (second, other) in combinations(zip(names, found, strict=True), 2):
        agreed = link_agreement(one, other, lengths=lengths)
        compared.append(
            AgreementComparison(
                "word links", first, second, agreed.score, agreed.confusion, CLASSES
            )
        )
    remarks: tuple[str, ...] = ()
    if lengths is None:
        remarks = ("kappa over pairs of words needs the tokens: give --source and --target",)
    yield AgreementReport(", ".join(names), "links", None, tuple(compared), remarks)


def _sentences(paths: Sequence[Path], options: AgreementOptions) -> Iterator[AgreementReport]:
    texts = None
    if options.source is not None and options.target is not None:
        texts = (split_lines(read_text(options.source)), split_lines(read_text(options.target)))
    names = annotators_of(paths)
    found = [read_sentence_links(path) for path in paths]
    compared = []
    for (first, one), (second, other) in combinations(zip(names, found, strict=True), 2):
        agreed = agreement.bead_agreement(one, other, texts=texts)
        for name, score in agreed.scores.items():
            table = agreed.boundaries if name == "boundaries" else None
            headings = ("boundary", "none") if name == "boundaries" else ()
            compared.append(AgreementComparison(name, first, second, score, table, headings))
    remarks = () if texts else ("F of words and characters needs --source and --target",)
    yield AgreementReport(", ".join(names), "sentences", None, tuple(compared), remarks)


def _trees(paths: Sequence[Path], _: AgreementOptions) -> Iterator[AgreementReport]:
    """Compare trees; a single file is only looked through for faults."""
    found = [read_trees_with_tokens(path) for path in paths]
    names = annotators_of(paths) if len(paths) > 1 else (paths[0].name,)
    remarks = [
        f"data error in {name}, group {text.names[fault.pair]}: {fault.message}"
        for name, text in zip(names, found, strict=True)
        for fault in agreement.faults(text.trees)
    ]
    for name, text in zip(names, found, strict=True):
        remarks += _done(name, text.trees)
    compared = [
        AgreementComparison(
            "divisions", first, second, agreement.division_agreement(one.trees, other.trees)
        )
        for (first, one), (second, other) in combinations(zip(names, found, strict=True), 2)
    ]
    yield AgreementReport(", ".join(names), "trees", None, tuple(compared), tuple(remarks))


def _done(name: str, trees: BisegmentTrees) -> Iterator[str]:
    """Say what an annotator did, in numbers."""
    done = operations(trees)
    counts = {kind: done.count(number) for number, kind in enumerate(OPERATIONS)}
    yield (
        f"{name}: {trees.pairs:,} sentence pairs, {len(trees.parent):,} nodes ({_listed(counts)})"
    )
    edges = {" ".join(edge): count for edge, count in done.trims().items()}
    if any(edges.values()):
        yield f"{name}: trims at {_listed(edges)}"
    leaves = {f"{rows}-{columns}": count for (rows, columns), count in shapes(trees).items()}
    shown = dict(list(leaves.items())[:_SHAPES])
    others = sum(leaves.values()) - sum(shown.values())
    yield f"{name}: leaves of source and target words: {_listed(shown | {'others': others})}"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.items() if count)


def _lengths(options: AgreementOptions) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    if options.source is None or options.target is None:
        return None
    import numpy as np

    sizes = [(len(one), len(other)) for one, other in read_pairs(options.source, options.target)]
    table = np.array(sizes, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


_READERS: dict[str, Callable[[Sequence[Path], AgreementOptions], Iterator[AgreementReport]]] = {
    "confidence": _confidence,
    "labels": _labels,
    "links": _links,
    "sentences": _sentences,
    "trees": _trees,
}
