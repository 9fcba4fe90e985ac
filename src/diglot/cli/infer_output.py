"""What ``diglot infer`` writes and prints."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_lost
from diglot.text.languages import name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.lexicons.learned.scorer import Scorer
    from diglot.model import Lexicon, Skipped, Translation
    from diglot.pipeline.steps.lexicons.inference import Inference
    from diglot.report.pages.lexicon_figures import Table

JSONL = ".jsonl"
"""Extension of the file that holds all reasons and paths, so that no other lacks them."""
SHOWN = 8
LISTED = 20


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written.

    Attributes:
        path: the file.
        entries: how many it holds; None for a page.
        lost: what its format could not carry.
    """

    path: Path
    entries: int | None = None
    lost: tuple[Skipped, ...] = ()


def write(path: Path, lexicon: Lexicon) -> Written:
    """Write a lexicon in the format of the file's extension.

    Raises:
        InputError: the file cannot be written.
    """
    from diglot.formats.blocks import Skips
    from diglot.pipeline.steps.lexicons.lexicon_writing import write_lexicon

    skips = Skips()
    entries = write_lexicon(path, lexicon, skips=skips)
    return Written(path, entries, skips.found())


def write_page(path: Path, found: Inference) -> Written:
    """Write the page of an inferred dictionary.

    Raises:
        InputError: the file cannot be written.
    """
    from diglot.report.pages.lexicon_page import write_lexicon_page

    counts, graph = found.counts, found.graph
    facts = [
        ("words of the dictionaries", f"{graph.nodes:,}"),
        ("their translations", f"{graph.edges:,}"),
        ("dictionaries", ", ".join(origin.name for origin in graph.origins)),
        ("pivots", ", ".join(found.pivots)),
        ("coverage of the source words", f"{counts.coverage:.1%}"),
    ]
    tables = [_reliability(found.scorer)] if found.scorer else []
    write_lexicon_page(path, replace(found.lexicon, notes=found.notes), tables=tables, facts=facts)
    return Written(path)


def _reliability(scorer: Scorer) -> Table:
    from diglot.report.pages.lexicon_figures import Table

    return Table(
        "How far probabilities hold",
        ("probability", "pairs", "mean", "right"),
        [
            (
                f"{row.low:g} to {row.high:g}",
                row.pairs,
                round(row.predicted, 3),
                round(row.observed, 3),
            )
            for row in scorer.table
            if row.pairs
        ],
        hint="Pairs of dictionaries that were hidden and inferred through the others: the mean of "
        "their probabilities, and the share that the hidden dictionary has.",
    )


def show(found: Inference, written: Sequence[Written], *, listed: bool) -> None:
    """Print what was inferred.

    Args:
        found: the inferred dictionary.
        written: files that were written.
        listed: show the first entries, since they are written nowhere.
    """
    counts, graph = found.counts, found.graph
    print(
        f"{'graph':<16} {graph.nodes:,} words of {len(graph.languages)} languages, "
        f"{graph.edges:,} translations of {len(graph.origins)} dictionaries"
    )
    print(f"{'pivots':<16} {', '.join(found.pivots) or 'none'}")
    print(
        f"{'entries':<16} {counts.entries:,} for {counts.headwords:,} of {counts.source_words:,} "
        f"{name(found.source_language)} words ({counts.coverage:.1%})"
    )
    above = 1.0
    for least, entries in counts.bands:
        if entries:
            print(f"  {_band(least, above):<14} {entries:,}")
        above = least
    if found.scorer:
        print(
            f"{'calibration':<16} probabilities are {found.scorer.error:.1%} off on average, "
            f"on {len(found.scorer.hidden)} hidden dictionaries"
        )
    for note in found.notes:
        print(f"note: {note}")
    shown = found.lexicon.translations[:LISTED] if listed else examples(found.lexicon)
    if shown:
        print("first entries:" if listed else "examples:")
        for each in shown:
            print(f"  {_line(each)}")
    explained = any(file.path.suffix.lower() == JSONL for file in written)
    for file in written:
        print(f"written: {file.path}")
        print_lost(
            lost
            for lost in file.lost
            if not (explained and lost.kind.startswith(("path", "reason")))
        )


def as_json(found: Inference, written: Sequence[Written]) -> dict[str, Any]:
    """Return what was inferred as plain values."""
    counts, graph = asdict(found.counts), found.graph
    bands = [{"least": least, "entries": entries} for least, entries in counts.pop("bands")]
    return {
        "source_language": found.source_language,
        "target_language": found.target_language,
        "graph": {
            "words": graph.nodes,
            "translations": graph.edges,
            "languages": list(graph.languages),
            "dictionaries": [origin.name for origin in graph.origins],
        },
        "pivots": list(found.pivots),
        **counts,
        "coverage": round(found.counts.coverage, 4),
        "bands": bands,
        "examples": [
            {
                "source": each.source,
                "target": each.target,
                "pos": each.source_pos or each.target_pos,
                "score": each.score,
                "path": list(each.paths[0].words) if each.paths else [],
            }
            for each in examples(found.lexicon)
        ],
        "calibration": found.scorer
        and {
            "error": found.scorer.error,
            "hidden": [list(each) for each in found.scorer.hidden],
            "table": [asdict(row) for row in found.scorer.table],
        },
        "notes": list(found.notes),
        "signature": str(found.signature),
        "outputs": [
            {
                "path": str(each.path),
                "entries": each.entries,
                "lost": [asdict(skipped) for skipped in each.lost],
            }
            for each in written
        ],
    }


def examples(lexicon: Lexicon) -> tuple[Translation, ...]:
    """Return some entries, at equal distances in the dictionary."""
    step = max(1, len(lexicon.translations) // SHOWN)
    return lexicon.translations[step // 2 :: step][:SHOWN]


def _band(least: float, above: float) -> str:
    if above == 1.0:
        return f"{least:g} and more"
    return f"{least:g} to {above:g}"


def _line(each: Translation) -> str:
    pos = each.source_pos or each.target_pos
    marked = f"{each.source} ({pos})" if pos else each.source
    way = ""
    if each.paths:
        path = each.paths[0]
        over = zip(path.words[1:-1], path.languages[1:-1], strict=True)
        way = "  over " + ", ".join(f"{word} ({language})" for word, language in over)
    return f"{each.score or 0.0:.2f}  {marked} – {each.target}{way}"
