"""Layers and lists of items on the wire."""

from typing import Any

from pydantic import Field

from diglot.annotate.server.wire import Answer, State


class Counts(Answer):
    """Items by state, as the one who asks sees them."""

    open: int = 0
    draft: int = 0
    done: int = 0
    adjudicated: int = 0


class LayerSummary(Answer):
    """One layer of the project."""

    id: int
    kind: str
    name: str
    counts: Counts


class Label(Answer):
    """One answer of a scheme."""

    name: str
    key: str
    colour: str
    sign: str
    meaning: str
    aliases: list[str] = Field(default_factory=list)
    links: str


class SchemeView(Answer):
    """How a layer is judged."""

    version: int
    labels: list[Label]
    settings: dict[str, Any]


class LayerView(LayerSummary):
    """A layer with its scheme and its guideline."""

    scheme: SchemeView
    guideline: str
    guideline_sha: str


class ItemRow(Answer):
    """One line of a list."""

    id: int
    seq: int
    source: str
    target: str
    state: State
    label: str
    score: float | None
    reasons: list[str]


class ItemPage(Answer):
    """Lines of a list."""

    total: int
    items: list[ItemRow]


class NextItem(Answer):
    """Where to go on, if anywhere."""

    item: int | None
