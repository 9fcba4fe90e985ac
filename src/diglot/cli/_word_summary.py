"""The summary of a word alignment, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.cli._output import print_lost

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.pipeline import WordRun

_FIRST = 5  # numbers of pairs that are named
_LISTED = 1000  # and how many of them programs get
_REASONS = {"empty": "without words on one side", "long": "of more than 1,000 words"}


def print_summary(run: WordRun, *, written: Sequence[tuple[Path, Sequence[Skipped]]]) -> None:
    """Print what was aligned, how sure it is, what was passed over, and where the result is."""
    links = len(run.links.source)
    mean = f"{links / run.links.pairs:.1f} a pair" if run.links.pairs else "none"
    rows = [
        ("pairs", f"{run.links.pairs:,}"),
        ("links", f"{links:,} ({mean})"),
        ("method", f"{run.alignment.method}: {run.alignment.reason}"),
    ]
    if run.mean_confidence is not None:
        rows.append(("mean confidence", f"{run.mean_confidence:.1%}"))
    if run.confidence is not None:
        rows.append(("deserve a look", _numbered(run.doubtful, run.unit)))
    width = max(len(name) for name, _ in rows) + 2
    for name, value in rows:
        print(f"{name:<{width}}{value}")
    for reason, numbers in run.skipped.items():
        print(f"passed over: {_numbered(numbers, run.unit)}, {_REASONS[reason]}")
    for note in run.notes:
        print(f"note: {note}")
    for output, lost in written:
        print(f"written: {output}")
        print_lost(lost)


def summary_json(run: WordRun, *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return the summary as plain values; pairs are named by their number, from 1."""
    return {
        "pairs": run.links.pairs,
        "skipped": {reason: _listed(numbers) for reason, numbers in run.skipped.items()},
        "links": len(run.links.source),
        "method": run.alignment.method,
        "reason": run.alignment.reason,
        "threshold": run.threshold,
        "mean_confidence": run.mean_confidence,
        "doubtful": None if run.confidence is None else _listed(run.doubtful),
        "source_language": run.tokenising.codes[0],
        "target_language": run.tokenising.codes[1],
        "notes": list(run.notes),
        "signature": str(run.signature),
        "outputs": [str(output) for output in outputs],
    }


def _numbered(numbers: Sequence[int], unit: str) -> str:
    """Say how many pairs there are and where the first ones stand."""
    if not numbers:
        return "0"
    shown = ", ".join(f"{number + 1}" for number in numbers[:_FIRST])
    more = ", …" if len(numbers) > _FIRST else ""
    return f"{len(numbers):,} ({unit}{'s' if len(numbers) > 1 else ''} {shown}{more})"


def _listed(numbers: Sequence[int]) -> dict[str, Any]:
    return {"pairs": len(numbers), "numbers": [number + 1 for number in numbers[:_LISTED]]}
