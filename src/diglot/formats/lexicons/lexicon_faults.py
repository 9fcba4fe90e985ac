"""What becomes of a bad line of a dictionary: an error, or one more of those left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.formats.blocks import Skips

if TYPE_CHECKING:
    from pathlib import Path

SKIP_CURE = "mend it, or leave such lines out with --skip-bad"


class Faults:
    """Refuses a bad line by its number, or counts it where the user wants to skip such lines.

    Args:
        path: the file.
        skips: collects what is left out.
        skip_bad: whether bad lines are left out rather than refused.
    """

    def __init__(self, path: Path, skips: Skips | None, *, skip_bad: bool) -> None:
        self.path = path
        self.skips = skips if skips is not None else Skips()
        self.skip_bad = skip_bad

    def bad(
        self, message: str, place: int | str | None, example: str = "", *, cure: str = SKIP_CURE
    ) -> None:
        """Note a bad line.

        Args:
            message: what is wrong with it, such as ``"holds one word, no pair"``.
            place: its number, or other words for where it stands.
            example: what it holds.
            cure: what the user can do about it.

        Raises:
            FormatError: bad lines are not to be skipped.
        """
        if not self.skip_bad:
            raise FormatError(message, path=self.path, place=place, cure=cure)
        where = f"line {place}" if isinstance(place, int) else place
        self.skips.add(f"bad line ({message})", f"{where}: {example}" if where else example)
