"""Breaches of the rules of a layer, with the severities that a project wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from diglot.annotate.problems import Problem, Severity
from diglot.annotate.schemes import UNKNOWN

if TYPE_CHECKING:
    from diglot.annotate.schemes import Scheme

Rules: TypeAlias = Mapping[str, Severity | Literal["off"]]
"""Severities by name of the rule; one that is ``off`` can be switched on by a project."""


class Breaches:
    """Gathers the problems of one judgement.

    Args:
        kind: of the layer, the first part of the codes.
        rules: of the layer.
        scheme: whose severities come before those of the layer.
    """

    def __init__(self, kind: str, rules: Rules, scheme: Scheme) -> None:
        self.kind = kind
        self.severities = {
            rule: scheme.severities.get(f"{kind}.{rule}", severity)
            for rule, severity in rules.items()
        }
        self.found: list[Problem] = []

    def wants(self, rule: str) -> bool:
        """Whether a rule is on, to leave out what only it needs."""
        return self.severities[rule] != "off"

    def add(self, rule: str, message: str, cells: Sequence[str] = ()) -> None:
        """Report a breach, unless the project leaves the rule out."""
        severity = self.severities[rule]
        if severity != "off":
            self.found.append(Problem(f"{self.kind}.{rule}", severity, message, tuple(cells)))

    def label(self, scheme: Scheme, cell: str, label: object) -> None:
        """Report a label that the scheme does not have, by the rule ``unknown-label``."""
        if label not in scheme.names:
            shown = str(label).removeprefix(UNKNOWN)
            self.add(
                "unknown-label",
                f"the scheme has no label {shown!r}: give one of {', '.join(scheme.names)}",
                (cell,),
            )
