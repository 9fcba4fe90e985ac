"""What can be chosen about files of translation units, whatever their format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """Options of outputs.

    Attributes:
        keep_nulls: write segments without a partner as units, too.
        strip_tags: leave out inline codes.
        xliff: version of XLIFF to write, ``1.2`` or ``2.1``.
    """

    keep_nulls: bool = False
    strip_tags: bool = False
    xliff: str = "1.2"

    def of(self, name: str) -> dict[str, str]:
        """Return what the writer of a format of units takes of this."""
        options = {}
        if self.strip_tags and name in ("tmx", "xliff"):  # the others hold plain text anyway
            options["inline"] = "strip"
        if name == "xliff":
            options["version"] = self.xliff
        return options
