"""``diglot build``: the whole way, from texts in two languages to a termbase and a report."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.output import clean, print_json, print_lines, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.pipeline.build.options import BuildOutput
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from diglot.pipeline.build.building import Build

DESCRIPTION = (
    "Run all steps in one command: align the sentences and words of two files, two folders or a "
    "bitext, find the terms and their translations, and write a translation memory, a termbase, "
    "a workbook and an HTML report. A second run repeats only the steps whose inputs have "
    "changed."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "source",
        "file or folder; if alone, a bitext (TMX, XLIFF, TSV or similar) or a folder of them",
    )
    add_path(parser, "target", "its translation: a file or folder", nargs="?")
    add_output(parser, "folder for the results; created if it does not exist", required=True)
    add_options(parser, BuildOutput)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli.output import return_large_arrays
    from diglot.pipeline.build.building import build_files
    from diglot.report.build.page import write_built_page

    return_large_arrays()
    options = read_options(arguments, BuildOutput, out=arguments.output)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = build_files(
            arguments.source,
            arguments.target,
            out=arguments.output,
            options=options,
            page=write_built_page if options.report else None,
            progress=report,
        )
    if arguments.json:
        print_json(build_json(done))
    elif not arguments.quiet:
        print_build(done)
    return 0


# The summary of a build, for people and for programs.


def print_build(build: Build) -> None:
    """Print what was found, what was used again, and where the results are."""
    from diglot.pipeline.documents import LEFT_OUT

    manifest = build.manifest
    for name, value in _rows(manifest.counts):
        print(f"{name:<17}{value}")
    steps = [(each.name, each.reused) for each in manifest.stages]
    steps += [(each.file, each.reused) for each in manifest.outputs]
    again = [name for name, reused in steps if reused]
    if again:
        whole = "everything" if len(again) == len(steps) else ", ".join(again)
        print(f"{'as before':<17}{whole}")
    for note in manifest.notes:
        print(note if note.startswith(LEFT_OUT) else f"note: {note}")
    print_lines("worth a look: ", map(clean, manifest.worst))
    for output in manifest.outputs:
        verb = "unchanged" if output.reused else "written"
        print(f"{verb}: {build.folder / output.file}")
        for line in output.lost:
            print(f"  {line}")


def build_json(build: Build) -> dict[str, Any]:
    """Return the manifest as plain values, with the folder."""
    manifest = build.manifest
    return {"folder": str(build.folder), **asdict(manifest), "worst": manifest.worst}


def _rows(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    count = counts.get
    rows = []
    if (documents := count("documents", 0)) > 1:
        rows.append(("documents", f"{count_of(documents, 'pair')}"))
    segments = f"{count('source_segments', 0):,} and {count('target_segments', 0):,}"
    rows.append(("segments", segments))
    rows.append(("sentence pairs", f"{count('sentence_pairs', 0):,}"))
    rows.append(("nulls", f"{count('without_partner', 0):,}"))
    links = count_of(count("doubtful_links", 0), "sentence link")
    pairs = count_of(count("unlikely_pairs", 0), "sentence pair")
    rows.append(("doubtful", f"{links}, {pairs} by their words"))
    rows.append(("word links", f"{count('word_links', 0):,}"))
    if "concepts" in counts:
        concepts = count_of(count("concepts", 0), "concept")
        rows.append(
            ("termbase", f"{concepts}, {count_of(count('term_pairs', 0), 'pair of terms')}")
        )
    if known := count("known_term_pairs", 0):
        rows.append(("known", f"{count_of(known, 'pair of terms')}, left out"))
    return rows
