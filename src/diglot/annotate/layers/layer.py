"""The record of a kind of layer, and what the modules of its folder offer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from itertools import combinations
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from diglot.evaluate.agreement import label_agreement, label_matrix

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Body, Problem, Value
    from diglot.annotate.items import AnsweredItem
    from diglot.annotate.layers.cells import Payload, Severities
    from diglot.annotate.layers.sources import FileContents
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.records import LayerRecord
    from diglot.annotate.schemes import Scheme
    from diglot.evaluate.agreement.labels import LabelAgreement
    from diglot.model import Skipped
    from diglot.pipeline.steps.scores.agreement import AgreementComparison


@dataclass(frozen=True, slots=True)
class AnnotatorJudgement:
    """What one annotator said of one item.

    Attributes:
        item: its key.
        payload: what was shown.
        annotator: by pseudonym.
        cells: the judgement.
        seconds: active time.
    """

    item: str
    payload: Mapping[str, Any]
    annotator: str
    cells: Body
    seconds: float = 0.0


Both: TypeAlias = "list[tuple[AnnotatorJudgement, AnnotatorJudgement]]"
"""Items that two annotators judged, as each saw them."""


Measure: TypeAlias = "tuple[str, LabelAgreement] | AgreementComparison"
"""Labels of all annotators and what is labelled; or what two of them marked or linked."""


def annotator_pairs(
    judgements: Sequence[AnnotatorJudgement],
) -> Iterator[tuple[tuple[str, str], Both]]:
    """Every two annotators with the items that both judged."""
    by_annotator: dict[str, dict[str, AnnotatorJudgement]] = defaultdict(dict)
    for each in judgements:
        by_annotator[each.annotator][each.item] = each
    for one, other in combinations(sorted(by_annotator), 2):
        theirs = by_annotator[other]
        both = [(j, theirs[item]) for item, j in by_annotator[one].items() if item in theirs]
        if both:
            yield (one, other), both


def label_measures(
    name: str,
    judgements: Sequence[AnnotatorJudgement],
    labels_in: Callable[[Body], Mapping[str, str]],
    labels: Sequence[str],
) -> Iterator[Measure]:
    """Coefficients over labels of units inside items; items are what is drawn."""
    said: dict[str, dict[Hashable, str]] = {}
    groups: dict[Hashable, Hashable] = {}
    for each in sorted(judgements, key=lambda judged: judged.annotator):
        mine = said.setdefault(each.annotator, {})
        for unit, label in labels_in(each.cells).items():
            mine[each.item, unit] = label
            groups[each.item, unit] = each.item
    if groups:
        used = {label for mine in said.values() for label in mine.values()}
        known = [label for label in labels if label in used]
        found = label_agreement(label_matrix(said, groups=groups, labels=known))
        yield name, found


def cell_measures(
    name: str, judgements: Sequence[AnnotatorJudgement], labels: Sequence[str] = ()
) -> Iterator[Measure]:
    """Coefficients over the values of one cell."""

    def labels_in(body: Body) -> dict[str, str]:
        return {name: str(body[name])} if name in body else {}

    yield from label_measures(name, judgements, labels_in, labels)


Across: TypeAlias = (
    "Callable[[Iterable[tuple[str, Payload, Body]], Scheme], dict[str, list[Problem]]]"
)
"""From names, payloads and bodies of items to problems by name."""


class Rules(Protocol):
    """The module ``rules``: shapes of cells, and what is wrong or doubtful in a judgement."""

    RULES: Severities

    def fault(self, payload: Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
        """Why a cell cannot be stored at all: an unknown name or a value of the wrong shape."""

    def problems(self, payload: Payload, scheme: Scheme, body: Body) -> list[Problem]:
        """What is wrong or doubtful in a judgement; the same for every tool that asks."""

    def label(self, payload: Payload, body: Body) -> str:
        """The judgement in a word or two, for lists and for confusion tables."""


class Files(Protocol):
    """The module ``files``: items and judgements from files, files of answers, and agreement."""

    FORMATS: Mapping[str, str]
    """Extension to name of the format; an empty extension stands for a folder."""

    def recognises(self, paths: Sequence[Path], options: ImportOptions) -> bool:
        """Whether files are for this kind, as far as they tell it themselves."""

    def read(self, paths: Sequence[Path], options: ImportOptions) -> FileContents:
        """Return items and judgements."""

    def write(
        self, path: Path, name: str, answers: Sequence[AnsweredItem], layer: LayerRecord
    ) -> tuple[Skipped, ...]:
        """Write answers in a format; return what it could not carry."""

    def compare(
        self, judgements: Sequence[AnnotatorJudgement], scheme: Scheme
    ) -> Iterator[Measure]:
        """Yield what annotators agree on, in the order in which it is to be read."""


def _as_they_are(cells: Body) -> Body:
    return cells


@dataclass(frozen=True, slots=True)
class Layer:
    """One kind of judgement; its modules are loaded when they are asked for.

    Attributes:
        scheme: labels and settings that it has unless a project brings its own.
        cure: what to do with files that hold nothing to be judged.
        apart: field of a payload; items with the same value are given to nobody in a row.
        alike: cells as they are compared with those of others, without names that people choose.
        across: problems that only show when items are compared; None if there are none.
    """

    scheme: Scheme
    cure: str = "check the file, or name another --kind"
    apart: str | None = None
    alike: Callable[[Body], Mapping[str, Value]] = _as_they_are
    across: Across | None = None

    @property
    def kind(self) -> str:
        """Its name in addresses, files and commands, and of its folder."""
        return self.scheme.kind

    @property
    def guideline(self) -> str:
        """What to judge how, with examples, where a project has no guideline of its own."""
        return files(f"{__package__}.{self.kind}").joinpath("guideline.md").read_text("utf-8")

    @property
    def rules(self) -> Rules:
        """Shapes and rules."""
        rules: Rules = import_module(f"{__package__}.{self.kind}.rules")
        return rules

    @property
    def files(self) -> Files:
        """Files in and out, and measures of agreement."""
        files: Files = import_module(f"{__package__}.{self.kind}.files")
        return files
