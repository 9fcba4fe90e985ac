"""What is wrong or doubtful in a judgement, the same on import, on saving and on request."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from diglot.annotate.bodies import Body

Severity: TypeAlias = Literal["error", "warning"]

ACKNOWLEDGED = "ack:"
"""What stands before the code of a warning in the cell that says an annotator has seen it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One breach of a rule.

    Attributes:
        code: of the rule, stable, such as ``confidence.span-missing``.
        severity: an ``error`` blocks ``done``, never the saving of a draft; a ``warning`` informs.
        message: a sentence with the numbers in it that says what to do.
        cells: names of the cells concerned; empty if it is about something that is not there.
    """

    code: str
    severity: Severity
    message: str
    cells: tuple[str, ...] = ()


def open_problems(problems: Sequence[Problem], body: Body) -> list[Problem]:
    """Errors, and the warnings that nobody has acknowledged."""
    return [
        problem
        for problem in problems
        if problem.severity == "error" or not body.get(ACKNOWLEDGED + problem.code)
    ]


def blocking_problems(problems: Sequence[Problem]) -> list[Problem]:
    """Those that stand between a judgement and ``done``."""
    return [problem for problem in problems if problem.severity == "error"]
