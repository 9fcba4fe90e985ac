"""What people say of marked terms, in every format that is made for verifying them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.model import AnnotatedSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from diglot.model import AnnotatedSegment, TermMark

YES, NO = "yes", "no"
ANSWERS = {
    **dict.fromkeys((YES, "y", "true", "1", "ok", "right", "accepted", "accept"), True),
    **dict.fromkeys((NO, "n", "false", "0", "wrong", "rejected", "reject"), False),
    **dict.fromkeys(("", "?", "-"), None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a test set of diglot's own formats is read.

    Attributes:
        encoding: of the file, where it is not Unicode.
        source_language: code; None takes what the file says.
        target_language: the same of the reference.
        keep_rejected: keep the marks that a person said no to.
    """

    encoding: str | None = None
    source_language: str | None = None
    target_language: str | None = None
    keep_rejected: bool = False

    def rejected(self) -> RejectedMarks:
        """Return what leaves marks out."""
        return RejectedMarks(keep=self.keep_rejected)

    def annotated_set(
        self,
        path: Path,
        segments: Iterable[AnnotatedSegment],
        said: Mapping[str, str | None],
        rejected: RejectedMarks,
    ) -> AnnotatedSet:
        """Put a test set together.

        Args:
            path: of its file.
            segments: in their order.
            said: what the file says: its languages as ``source`` and ``reference``, its ``name``.
            rejected: what left marks out.

        Raises:
            FormatError: there is no segment.
        """
        found = tuple(segments)
        if not found:
            raise FormatError(
                "holds no segments", path=path, cure="check that it is the right file"
            )
        return AnnotatedSet(
            found,
            self.source_language or said.get("source"),
            self.target_language or said.get("reference"),
            said.get("name") or path.stem,
            rejected.notes(),
        )


def some_alternatives(alternatives: Iterable[str]) -> tuple[str, ...]:
    """Return the target terms of a mark.

    Raises:
        ValueError: there are none.
    """
    found = tuple(alternatives)
    if not found:
        raise ValueError("a term without alternatives")
    return found


def answer_of(cell: str) -> bool | None:
    """Return what a person wrote: True, False, or None for nothing yet.

    Raises:
        ValueError: something else stands there.
    """
    word = cell.strip().lower()
    if word not in ANSWERS:
        raise ValueError(f"{cell.strip()[:40]!r} is no answer: write yes or no")
    return ANSWERS[word]


def verdict(verified: bool | None) -> str:
    """Return the word that `answer_of` reads back."""
    return "" if verified is None else (YES if verified else NO)


def loaded(line: str) -> Any:
    """Return the value of a line of JSON.

    Raises:
        ValueError: it is none, or holds half a character.
        RecursionError: it is nested beyond all sense.
    """
    value = json.loads(line)
    if "\\u" in line:
        json.dumps(value, ensure_ascii=False).encode()  # refuses lone surrogates
    return value


class RejectedMarks:
    """Leaves marks out that a person said no to, and counts what was said.

    Args:
        keep: do not leave them out.
    """

    def __init__(self, *, keep: bool) -> None:
        self._keep = keep
        self._answers = {True: 0, False: 0, None: 0}

    def keeps(self, mark: TermMark) -> bool:
        """Tell whether a mark stays."""
        self._answers[mark.verified] += 1
        return self._keep or mark.verified is not False

    def notes(self) -> tuple[str, ...]:
        """Return remarks for the user; none where rejected marks are kept on purpose."""
        said, rejected, silent = (self._answers[each] for each in (True, False, None))
        found = []
        if rejected and not self._keep:
            found.append(f"{rejected} rejected marks left out")
        if silent and (said or rejected) and not self._keep:
            found.append(f"{silent} marks that nobody verified are kept")
        return tuple(found)
