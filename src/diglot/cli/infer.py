"""``diglot infer``: a dictionary between two languages, through the dictionaries of others."""

from __future__ import annotations

import gc
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.pipeline.options import check_apart
from diglot.pipeline.steps.lexicons.options import InferOptions
from diglot.plurals import count_of
from diglot.text.languages import name

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.lexicons.learned.scorer import Scorer
    from diglot.model import Lexicon, Skipped, Translation
    from diglot.pipeline.steps.lexicons.inference import Inference
    from diglot.report.pages.lexicon import Table

DESCRIPTION = (
    "Infer a dictionary between two languages that have none, or only a small one, through "
    "dictionaries with other languages. Every entry has a probability, the words through which "
    "it was found, and its sources."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "dictionaries",
        "dictionary in any format that diglot reads, or a saved graph of them (.lexgraph)",
        nargs="+",
        metavar="DICTIONARY",
    )
    parser.add_argument(
        *("-s", "--source-language", "--from"),
        dest="source_language",
        required=True,
        metavar="LANG",
        help="source language",
    )
    parser.add_argument(
        *("-t", "--target-language", "--to"),
        dest="target_language",
        required=True,
        metavar="LANG",
        help="target language",
    )
    add_output(
        parser,
        "file to write, in the format of its extension (.tsv .csv .xlsx .jsonl .ttl .nt .dix "
        ".tbx .tei); more than one may be given; without it the first entries are shown",
        several=True,
    )
    add_path(
        parser,
        "--report",
        "HTML page with statistics, and every headword with a picture of its paths",
        metavar="OUT.html",
    )
    parser.add_argument(
        "--no-explanations",
        action="store_true",
        help="do not write OUT.explained.jsonl, the paths and reasons of every entry, beside the "
        "first output",
    )
    add_options(parser, InferOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli.output import return_large_arrays
    from diglot.pipeline.steps.lexicons.inference import infer

    return_large_arrays()
    # Hundreds of thousands of plain records hold no cycles; to look for some costs two seconds.
    gc.set_threshold(100_000, 50, 1_000)
    options = read_options(arguments, InferOptions)
    explained = _explained(arguments, options)
    _check_outputs(arguments, explained, options.save_scorer)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        found = infer(
            arguments.dictionaries,
            source=arguments.source_language,
            target=arguments.target_language,
            options=options,
            progress=report,
        )
        written = [
            write_inferred(path, found.lexicon)
            for path in (*arguments.output, *([explained] if explained else []))
        ]
        if arguments.report:
            written.append(write_page(arguments.report, found))
    if arguments.json:
        print_json(inference_json(found, written))
    elif not arguments.quiet:
        print_inference(found, written, listed=not arguments.output)
    return 0


def _explained(arguments: argparse.Namespace, options: InferOptions) -> Path | None:
    """Return where the explanations go; nowhere if an output holds them already."""
    outputs = arguments.output
    if not outputs or arguments.no_explanations or not options.paths:
        return None
    from diglot.pipeline.steps.lexicons.explanation import EXPLAINED

    if any(path.suffix.lower() == JSONL for path in outputs):
        return None

    first: Path = outputs[0]
    return first.with_name(first.stem + EXPLAINED)


def _check_outputs(arguments: argparse.Namespace, *others: Path | None) -> None:
    """Refuse outputs that cannot be written before any work is done."""
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.lexicons.conversion import check_target

    for path in arguments.output:
        check_target(path)
    paths = [*arguments.output, arguments.report, *others]
    check_apart(arguments.dictionaries, paths)
    for path in filter(None, paths):
        check_writable(path)


# What ``diglot infer`` writes and prints.

JSONL = ".jsonl"
"""Extension of the file that holds all reasons and paths, so that no other lacks them."""
SHOWN = 8
LISTED = 20


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written.

    Attributes:
        path: the file.
        entries: how many it holds; None for a page.
        lost: what its format could not carry.
    """

    path: Path
    entries: int | None = None
    lost: tuple[Skipped, ...] = ()


def write_inferred(path: Path, lexicon: Lexicon) -> WrittenFile:
    """Write a lexicon in the format of the file's extension.

    Raises:
        InputError: the file cannot be written.
    """
    from diglot.formats.blocks import Skips
    from diglot.pipeline.steps.lexicons.conversion import write_lexicon

    skips = Skips()
    entries = write_lexicon(path, lexicon, skips=skips)
    return WrittenFile(path, entries, skips.entries())


def write_page(path: Path, found: Inference) -> WrittenFile:
    """Write the page of an inferred dictionary.

    Raises:
        InputError: the file cannot be written.
    """
    from diglot.report.pages.lexicon import write_lexicon_page

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
    return WrittenFile(path)


def _reliability(scorer: Scorer) -> Table:
    from diglot.report.pages.lexicon import Table

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


def print_inference(found: Inference, written: Sequence[WrittenFile], *, listed: bool) -> None:
    """Print what was inferred.

    ``listed`` shows the first entries, since they are written nowhere.
    """
    counts, graph = found.counts, found.graph
    print(
        f"{'graph':<16} {count_of(graph.nodes, 'word')} of "
        f"{count_of(len(graph.languages), 'language')}, "
        f"{count_of(graph.edges, 'translation')} of {count_of(len(graph.origins), 'dictionary')}"
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
            f"on {count_of(len(found.scorer.hidden), 'hidden dictionary')}"
        )
    print_lines("note: ", found.notes)
    shown = found.lexicon.translations[:LISTED] if listed else example_lines(found.lexicon)
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


def inference_json(found: Inference, written: Sequence[WrittenFile]) -> dict[str, Any]:
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
            for each in example_lines(found.lexicon)
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


def example_lines(lexicon: Lexicon) -> tuple[Translation, ...]:
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
