"""What an annotator has said of an item, as named cells, and the operations that change it.

Every layer keeps its judgement in one flat map from cell names to values, so saving, undoing,
merging and replaying are the same for all of them: an operation lists the cells that it changes,
each with the value before and after. Its inverse swaps the two. Two operations that touch no common
cell can be joined in either order. What cells mean is said by the layer (`diglot.annotate.layers`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from diglot.errors import InputError

Value: TypeAlias = str | int | float | bool | list["Value"]
"""What a cell may hold; a cell that holds nothing is absent."""

Body: TypeAlias = Mapping[str, Value]
"""A judgement: values by the names of their cells."""

Change: TypeAlias = tuple[Value | None, Value | None]
"""Value of a cell before and after; None where there is no cell."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One step of an annotator, undone as a whole.

    Attributes:
        id: made by the client, unique in the annotation: a repeated request is applied once.
        name: what was done, such as ``merge`` or ``set_label``.
        changes: by name of the cell; none that leaves a cell as it is.
        undoes: id of the operation that this one takes back, or None.
    """

    id: str
    name: str
    changes: Mapping[str, Change]
    undoes: str | None = None


class StaleOperationError(ValueError):
    """An operation expects another value in a cell than stands there.

    Attributes:
        cells: the cells concerned, in alphabetical order.
    """

    def __init__(self, cells: list[str]) -> None:
        super().__init__(f"cells changed in the meantime: {', '.join(cells)}")
        self.cells = cells


def same_value(left: Value | None, right: Value | None) -> bool:
    """Whether two cells hold the same, true and 1 being different."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_value, left, right))
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def apply_operation(body: Body, operation: Operation) -> dict[str, Value]:
    """The body after an operation, its cells in alphabetical order as those before.

    Raises:
        StaleOperationError: a cell does not hold what the operation expects.
    """
    stale = sorted(
        name
        for name, (before, _) in operation.changes.items()
        if not same_value(body.get(name), before)
    )
    if stale:
        raise StaleOperationError(stale)
    cells = dict(body)
    for name, (_, after) in operation.changes.items():
        if after is None:
            cells.pop(name, None)
        else:
            cells[name] = after
    # Names alone are put in order, and only if there are new ones: a text has a million cells.
    if all(name in body or name not in cells for name in operation.changes):
        return cells
    return {name: cells[name] for name in sorted(cells)}


def difference(before: Body, after: Body, *, id: str, name: str) -> Operation:  # noqa: A002
    """The operation that makes one body into another."""
    names = sorted({*before, *after})
    return Operation(
        id=id,
        name=name,
        changes={
            cell: (before.get(cell), after.get(cell))
            for cell in names
            if not same_value(before.get(cell), after.get(cell))
        },
    )


def canonical(value: object) -> str:
    """A value as JSON with sorted keys, nothing spaced out: equal values give equal texts.

    Raises:
        InputError: it is no JSON, or holds half a surrogate pair.
    """
    try:
        text = _JSON.encode(value)
        if not text.isascii():
            text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            "the text holds half a surrogate pair", cure="send whole characters"
        ) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError("the value is not JSON", cure="send finite numbers and text") from error
    return text


def _plain(value: object) -> object:
    """Mappings and sequences of other types than JSON's own as JSON's."""
    if hasattr(value, "keys"):
        mapping: Mapping[str, Any] = value  # type: ignore[assignment]
        return dict(mapping)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return list(value)  # type: ignore[call-overload]


_JSON = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, default=_plain
)

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


UNCHECKED = Problem(
    "cells.unchecked",
    "warning",
    "this text is so long that it is checked as a whole when it is opened or finished: "
    "what has changed since is not checked yet",
)
"""Stands among the problems of a judgement too long to be checked at every step."""


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
