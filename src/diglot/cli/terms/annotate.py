"""``diglot terms annotate``: parallel text becomes a test set with marked terms."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lines, print_lost
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.errors import ConfigError
from diglot.pipeline.steps.terms.options import MakeSetOptions
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.terms.test_sets import MadeSet

DESCRIPTION = (
    "Find the terms of termbases on both sides of a parallel text, by written form and by lemma, "
    "and write them for people to verify; read a verified set back and write it in the formats "
    "used to score terminology."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "source",
        "file with the source segments, or with both sides: lines of text, a test set (.sgm "
        ".jsonl .tsv), translation units (.tmx .xliff .xlsx …)",
    )
    add_path(
        parser,
        "reference",
        "file with their translations, if SOURCE does not contain them",
        nargs="?",
    )
    add_output(
        parser,
        "file to write: .tsv (one mark per row) or .jsonl to verify, .sgm for the pair of "
        "files OUT.SOURCE.sgm and OUT.TARGET.sgm; without it the matches are only counted",
    )
    add_options(parser, MakeSetOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.terms.test_sets import make_set

    options = read_options(arguments, MakeSetOptions)
    if arguments.output:
        check_writable(arguments.output)
        same = {arguments.source.resolve(), *(each.resolve() for each in options.termbases)}
        if arguments.output.resolve() in same:
            raise ConfigError(f"{arguments.output} is read: name another file to write")
    made = make_set(arguments.source, arguments.reference, options, output=arguments.output)
    if arguments.json:
        print_json(_as_json(made))
    elif not arguments.quiet:
        _print(made)
    return 0


def _print(made: MadeSet) -> None:
    counts = made.counts
    print(f"segments         {len(made.annotated.segments):,}, {counts.segments:,} with terms")
    print(f"as written       {counts.original:,}")
    print(f"by lemmas        {counts.lemmatised:,}")
    print(f"all matches      {counts.total:,}")
    if counts.unanswered:
        terms = count_of(counts.unanswered, "term without a match in the reference")
        print(f"source only      {terms}")
    print_lines("note: ", made.annotated.notes)
    if made.paths:
        print(f"written: {', '.join(map(str, made.paths))}")
        print_lost(made.lost)


def _as_json(made: MadeSet) -> dict[str, Any]:
    counts = made.counts
    return {
        "segments": len(made.annotated.segments),
        "segments_with_terms": counts.segments,
        "matches": {
            "original": counts.original,
            "lemmatised": counts.lemmatised,
            "total": counts.total,
            "source_only": counts.unanswered,
        },
        "source_language": made.annotated.source_language,
        "target_language": made.annotated.target_language,
        "notes": list(made.annotated.notes),
        "lost": [asdict(each) for each in made.lost],
        "outputs": [str(path) for path in made.paths],
    }
