"""The summary of a word alignment, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_lost

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.pipeline import WordRun
    from diglot.pipeline.stored.word_blocks import Numbers
    from diglot.words.storage.model import Model

_FIRST = 5  # numbers of pairs that are named
_REASONS = {"empty": "without words on one side", "long": "of more than 1,000 words"}


def print_summary(run: WordRun, *, written: Sequence[tuple[Path, Sequence[Skipped]]]) -> None:
    """Print what was aligned, how sure it is, what was passed over, and where the result is."""
    tally = run.tally
    mean = f"{tally.links / tally.pairs:.1f} a pair" if tally.pairs else "none"
    rows = [
        ("pairs", f"{tally.pairs:,}"),
        ("links", f"{tally.links:,} ({mean})"),
        ("method", f"{run.method}: {run.reason}"),
    ]
    if tally.mean is not None:
        rows.append(("mean confidence", f"{tally.mean:.1%}"))
    if tally.doubtful is not None:
        rows.append(("deserve a look", _numbered(tally.doubtful, run.unit)))
    width = max(len(name) for name, _ in rows) + 2
    for name, value in rows:
        print(f"{name:<{width}}{value}")
    for reason, numbers in tally.skipped.items():
        print(f"passed over: {_numbered(numbers, run.unit)}, {_REASONS[reason]}")
    for note in run.notes:
        print(f"note: {note}")
    for output, lost in written:
        print(f"written: {output}")
        print_lost(lost)


def summary_json(run: WordRun, *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return the summary as plain values; pairs are named by their number, from 1."""
    tally = run.tally
    return {
        "pairs": tally.pairs,
        "skipped": {reason: _listed(numbers) for reason, numbers in tally.skipped.items()},
        "links": tally.links,
        "method": run.method,
        "reason": run.reason,
        "threshold": run.threshold,
        "mean_confidence": tally.mean,
        "doubtful": None if tally.doubtful is None else _listed(tally.doubtful),
        "source_language": run.tokenising.codes[0],
        "target_language": run.tokenising.codes[1],
        "notes": list(run.notes),
        "signature": str(run.signature),
        "outputs": [str(output) for output in outputs],
    }


def model_json(model: Model, *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return what a merged model holds as plain values."""
    return {
        "pairs": model.pairs,
        "words": [len(model.source_frequency) - 1, len(model.target_frequency) - 1],
        "word_pairs": len(model.columns),
        "source_language": model.languages[0],
        "target_language": model.languages[1],
        "signature": str(model.signature),
        "outputs": [str(output) for output in outputs],
    }


def print_model(model: Model, *, written: Sequence[Path]) -> None:
    """Print what a merged model holds and where it is."""
    source, target = len(model.source_frequency) - 1, len(model.target_frequency) - 1
    print(f"trained on  {model.pairs:,} pairs")
    print(f"words       {source:,} and {target:,}")
    print(f"word pairs  {len(model.columns):,}")
    for output in written:
        print(f"written: {output}")


def _numbered(numbers: Numbers, unit: str) -> str:
    """Say how many pairs there are and where the first ones stand."""
    if not numbers.count:
        return "0"
    shown = ", ".join(f"{number + 1}" for number in numbers.first[:_FIRST])
    more = ", …" if numbers.count > _FIRST else ""
    return f"{numbers.count:,} ({unit}{'s' if numbers.count > 1 else ''} {shown}{more})"


def _listed(numbers: Numbers) -> dict[str, Any]:
    return {"pairs": numbers.count, "numbers": [number + 1 for number in numbers.first]}
