"""What every layer offers to the store, the importers and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.problems import Problem
    from diglot.annotate.schemes import Scheme

Payload: TypeAlias = "Mapping[str, Any]"
"""What an annotator is shown: JSON whose shape the layer's module describes."""


class Layer(Protocol):
    """One kind of judgement: the shape of its cells, its rules, and what it begins with."""

    kind: str
    """Its name in addresses, files and commands."""

    def scheme(self) -> Scheme:
        """The labels and settings that it has unless a project brings its own."""

    def fault(self, payload: Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
        """Why a cell cannot be stored at all: an unknown name or a value of the wrong shape."""

    def problems(self, payload: Payload, scheme: Scheme, body: Body) -> list[Problem]:
        """What is wrong or doubtful in a judgement; the same for every tool that asks."""

    def label(self, payload: Payload, body: Body) -> str:
        """The judgement in a word or two, for lists and for confusion tables."""
