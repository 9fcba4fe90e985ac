"""What commands share while they run: JSON, lines, progress, and taking less memory."""

from __future__ import annotations

import json
import re
import sys
from contextlib import contextmanager
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.model import Skipped


_WIDTH = 40  # of the bar, in characters


class ProgressCall(Protocol):
    """Called by long work with the stage it is in and how much of it is done."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note that ``done`` of ``total`` parts of ``stage`` are finished."""


def print_json(value: Any) -> None:
    """Print a value as JSON with two spaces of indent, text unescaped."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


@contextmanager
def progress(*, quiet: bool) -> Iterator[ProgressCall | None]:
    """Give a progress callback: a bar on a terminal, plain lines elsewhere, nothing if quiet."""
    if quiet:
        yield None
    elif sys.stderr.isatty():
        bar = _Bar()
        try:
            yield bar
        finally:
            bar.clear()
    else:
        yield _on_lines()


class _Bar:
    """One line that is drawn over and over: the stage, its share, and how much is done."""

    _stage = ""
    _next = 0.0
    _drawn = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = monotonic()
        # A terminal is slower than the work: some ten lines a second are enough.
        if stage == self._stage and now < self._next and done < total:
            return
        self._stage, self._next = stage, now + 0.1
        full = _WIDTH * done // max(total, 1)
        self._draw(f"{stage:<12} [{'#' * full:.<{_WIDTH}}] {done}/{total}")

    def clear(self) -> None:
        """Leave an empty line to what is printed next."""
        self._draw("")
        sys.stderr.write("\r")
        sys.stderr.flush()

    def _draw(self, line: str) -> None:
        line = line[: get_terminal_size().columns - 1]
        sys.stderr.write(f"\r{line:<{self._drawn}}")
        sys.stderr.flush()
        self._drawn = len(line)


def _on_lines() -> ProgressCall:
    begun: set[str] = set()

    def report(stage: str, done: int, total: int) -> None:
        # One line a stage: a log file wants to know how far it got, not every step.
        if stage not in begun:
            begun.add(stage)
            many = f", {total - done} to go" if total > 1 else ""
            print(f"diglot: {stage}{many}", file=sys.stderr, flush=True)

    return report


def print_lines(label: str, lines: Iterable[object]) -> None:
    """Print each line behind a label, such as ``note:``."""
    for line in lines:
        print(f"{label}{line}")


def print_lost(lost: Iterable[Skipped]) -> None:
    """Say what the format of an output could not carry."""
    print_lines("  without ", lost)


# Texts may hold characters that a terminal takes for orders.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Return a text that a terminal shows and does not obey."""
    return _CONTROLS.sub("\ufffd", text)


# How a command takes less memory: what is freed goes back, what is not needed stays out.

_LARGE = -3  # M_MMAP_THRESHOLD of mallopt(3)
_BYTES = 1 << 18


def return_large_arrays() -> None:
    """Have every large array returned to the system as soon as it is let go.

    The C library of Linux otherwise keeps those below 32 MB for itself, in pieces: over the steps
    of a word alignment that adds a fifth to the peak of memory. Elsewhere this does nothing.
    """
    import ctypes

    try:
        ctypes.CDLL(None).mallopt(_LARGE, _BYTES)
    except (AttributeError, OSError, TypeError):
        return
