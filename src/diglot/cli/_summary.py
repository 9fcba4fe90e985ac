"""The summary of a run as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli._output import print_lost

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.pipeline import Summary

_TYPES_SHOWN = 8


def print_summary(
    summary: Summary, *, outputs: Sequence[Path], lost: Sequence[Skipped] = ()
) -> None:
    """Print what was aligned, how sure it is, and where the result is."""
    pairs = f" in {summary.pairs} pairs" if summary.pairs != 1 else ""
    print(
        f"{summary.source_language} {summary.source_segments} segments, "
        f"{summary.target_language} {summary.target_segments} segments{pairs}: "
        f"{summary.links} links"
    )
    shown = [f"{name}: {count}" for name, count in summary.types[:_TYPES_SHOWN]]
    others = sum(count for _, count in summary.types[_TYPES_SHOWN:])
    print("  types       ", ", ".join([*shown, *([f"others: {others}"] if others else [])]))
    print(f"  no partner   source {summary.nulls[0]}, target {summary.nulls[1]}")
    if summary.mean_confidence is not None:
        print(f"  confidence   {summary.mean_confidence:.3f} on average")
    print(f"  worth a look {summary.doubtful}")
    if summary.zones:
        print(f"  zones        {summary.zones} without parallel order, not forced into links")
    for skipped in summary.skipped:
        print(f"  left out     {_skipped(skipped)}")
    for note in summary.notes:
        print(f"  note         {note}")
    print_lost(lost)
    for output in outputs:
        print(f"  written      {output}")


def _skipped(skipped: Skipped) -> str:
    example = f', the first: "{skipped.example}"' if skipped.example else ""
    return f"{skipped.count} x {skipped.kind}{example}"
