"""The labels of a layer: names, keys, colours, aliases, what they become in derived files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from diglot.annotate.bodies import Severity

UNKNOWN = "unknown:"
"""What stands before a label that the scheme does not have, so that it is kept and reported."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Label:
    """One answer that an annotator may give.

    Attributes:
        name: as it is stored and exported.
        key: the key that gives it.
        colour: of the Okabe-Ito palette, by name: ``blue``, ``orange``, ``green``, ``vermilion``,
            ``purple``, ``sky``, ``yellow``, ``grey``.
        sign: a character that doubles the colour.
        meaning: one line for the annotator.
        aliases: other names that importers take for it.
        links: what it becomes in files of sure and possible links: ``S``, ``P`` or nothing.
    """

    name: str
    key: str
    colour: str
    sign: str
    meaning: str
    aliases: tuple[str, ...] = ()
    links: Literal["S", "P", ""] = ""


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a layer is judged.

    Attributes:
        kind: of the layer.
        version: grows with every change; judgements name the version they were made under.
        labels: in the order of their keys.
        settings: of the layer, such as whether a word may be in two groups.
        severities: by code of a rule, where a project wants another than the layer's; ``off``
            leaves the rule out.
    """

    kind: str
    labels: tuple[Label, ...]
    version: int = 1
    settings: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    severities: Mapping[str, Severity | Literal["off"]] = field(default_factory=lambda: _NOTHING)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the labels."""
        return tuple(label.name for label in self.labels)

    def name_of(self, label: str) -> str:
        """The scheme's name for a label as found in a file, by alias where there is one.

        A label that it does not have comes back with ``unknown:`` before it.
        """
        found = label.strip()
        for each in self.labels:
            if found == each.name or found in each.aliases:
                return each.name
        return UNKNOWN + found.removeprefix(UNKNOWN)
