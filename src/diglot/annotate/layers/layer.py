"""The record of a kind of layer, and what the modules of its folder offer."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Body, Problem, Value
    from diglot.annotate.items import AnsweredItem
    from diglot.annotate.layers.cells import Payload, Severities
    from diglot.annotate.layers.comparison import AnnotatorJudgement, Measure
    from diglot.annotate.layers.sources import FileContents
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.schemes import Scheme
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

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
