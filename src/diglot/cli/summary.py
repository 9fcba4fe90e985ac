"""The summary of a run, for people and for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_lost

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Bitext, Skipped


def print_summary(
    bitexts: Sequence[Bitext], *, written: Sequence[tuple[Path, Sequence[Skipped]]]
) -> None:
    """Print what was aligned, how sure it is, what was left out, and where the result is."""
    from diglot.report.summary import summarise
    from diglot.report.tables.tables import summary_table

    summary = summarise(bitexts)
    print(summary_table(summary))
    for skipped in _left_out(bitexts):
        example = f', the first: "{skipped.example}"' if skipped.example else ""
        print(f"left out: {skipped.count} {skipped.kind}{example}")
    for note in summary.notes:
        print(f"note: {note}")
    for output, lost in written:
        print(f"written: {output}")
        print_lost(lost)


def summary_json(bitexts: Sequence[Bitext], *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return the summary as plain values."""
    from diglot.report.summary import summarise

    first = bitexts[0]
    return {
        **asdict(summarise(bitexts)),
        "source_language": first.source.language,
        "target_language": first.target.language,
        "left_out": [asdict(skipped) for skipped in _left_out(bitexts)],
        "signature": str(first.signature) if first.signature else None,
        "outputs": [str(output) for output in outputs],
    }


def _left_out(bitexts: Sequence[Bitext]) -> tuple[Skipped, ...]:
    from diglot.pipeline.skipped import add_up

    return add_up(
        skipped
        for bitext in bitexts
        for document in (bitext.source, bitext.target)
        for skipped in document.skipped
    )
