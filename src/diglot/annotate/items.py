"""What a layer asks about: an item before it is stored, and an item with its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from diglot.annotate.bodies import Body

AGAIN = "#again"
"""End of the key of an item that the same person is asked again: it is no data of its own."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class NewSuggestion:
    """A judgement that a method proposes; it never counts as given by a person.

    Attributes:
        method: its name, such as ``diglot.words``.
        version: of the method.
        params: its options and its seed, as JSON.
        cells: the judgement.
        score: probability that it is right, in [0, 1]; None when unknown.
    """

    method: str
    version: str
    cells: Mapping[str, Any]
    params: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    score: float | None = None


@dataclass(frozen=True, slots=True)
class NewItem:
    """A question for annotators.

    Attributes:
        key: stable name, unique in its layer: what is added twice is added once.
        payload: what is shown, JSON that never changes.
        cells: the judgement that a draft begins with.
        seq: place in the layer, from 1; None for the next one.
        score: confidence in what is proposed, in [0, 1], for least certain first; None if unknown.
        hidden_gold: the known answer of an item that tests annotators, or None.
        sandbox: whether it serves training and is left out of the data.
        suggestions: what methods propose, beside ``cells``.
    """

    key: str
    payload: Mapping[str, Any]
    cells: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    seq: int | None = None
    score: float | None = None
    hidden_gold: Mapping[str, Any] | None = None
    sandbox: bool = False
    suggestions: tuple[NewSuggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class AnsweredItem:
    """An item with one answer.

    Attributes:
        key: of the item.
        seq: its number.
        payload: what was shown.
        cells: the answer.
        source: ``adjudicated``, ``unanimous``, ``single``, or the pseudonym of who gave it.
    """

    key: str
    seq: int
    payload: Mapping[str, Any]
    cells: Body
    source: str
