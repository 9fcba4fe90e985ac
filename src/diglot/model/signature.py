"""What made a value: method, options, version and a hash of the input."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signature:
    """Reproducibility line of a result, printed in every report and written to every file.

    Attributes:
        method: name of the method, e.g. ``"crf"``.
        version: version of diglot.
        options: (name, value) pairs in a fixed order; defaults included when they matter.
        data: hex digest of the input, or None when the input was streamed.
    """

    method: str
    version: str
    options: tuple[tuple[str, str], ...] = ()
    data: str | None = None

    def __str__(self) -> str:
        parts = [f"method:{self.method}", *(f"{name}:{value}" for name, value in self.options)]
        if self.data:
            parts.append(f"data:{self.data[:12]}")
        return "|".join([*parts, f"version:{self.version}"])
