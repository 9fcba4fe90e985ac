"""``diglot terms annotate``: parallel text becomes a test set with marked terms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lost
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.terms.test_sets import MadeSet

DESCRIPTION = (
    "Find the terms of termbases on both sides of a parallel text, as written and by their lemmas, "
    "and write them for people to verify; read a verified set back and write it as the files that "
    "terminology is scored with."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "source",
        type=Path,
        metavar="SOURCE",
        help="file with the source segments, or with both sides: lines of text, a test set (.sgm "
        ".jsonl .tsv), translation units (.tmx .xliff .xlsx …)",
    )
    parser.add_argument(
        "reference",
        type=Path,
        nargs="?",
        metavar="REFERENCE",
        help="file with their translations, where SOURCE does not hold them",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="OUT",
        help="file to write: .tsv (a mark a row) or .jsonl to verify, .sgm for the pair of files "
        "OUT.SOURCE.sgm and OUT.TARGET.sgm; without it the matches are counted only",
    )
    finding = parser.add_argument_group("what is marked")
    finding.add_argument(
        "--termbase",
        type=Path,
        action="append",
        default=[],
        metavar="TB",
        help="termbase or glossary; may be given several times; without one the marks that SOURCE "
        "has are taken",
    )
    finding.add_argument(
        "--lemmas",
        choices=("auto", "none"),
        default="auto",
        help="find terms by their lemmas, too, where the language has any (default: %(default)s)",
    )
    finding.add_argument(
        "--terms",
        type=Path,
        metavar="FILE",
        help="terms of every line of SOURCE, as the shared task of 2023 writes them",
    )
    finding.add_argument(
        "--mode",
        metavar="NAME",
        help="which dictionary of a file of the shared task of 2025: proper, random, noterm",
    )
    finding.add_argument(
        "--verified-only", action="store_true", help="keep only the marks that a person said yes to"
    )
    reading = parser.add_argument_group("reading")
    reading.add_argument("-s", "--source-language", metavar="LANG", help="language of SOURCE")
    reading.add_argument("-t", "--target-language", metavar="LANG", help="language of REFERENCE")
    reading.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )


def run(arguments: argparse.Namespace) -> int:
    """Mark, count and write."""
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.terms.test_sets import make_set

    if arguments.output:
        check_writable(arguments.output)
        same = {arguments.source.resolve(), *(each.resolve() for each in arguments.termbase)}
        if arguments.output.resolve() in same:
            raise ConfigError(f"{arguments.output} is read: name another file to write")
    made = make_set(
        arguments.source,
        arguments.reference,
        termbases=arguments.termbase,
        terms=arguments.terms,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        encoding=arguments.encoding,
        mode=arguments.mode,
        lemmas=arguments.lemmas == "auto",
        verified_only=arguments.verified_only,
        output=arguments.output,
    )
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
        print(f"source only      {counts.unanswered:,} terms have no match in the reference")
    for note in made.annotated.notes:
        print(f"note: {note}")
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
        "lost": [
            {"kind": each.kind, "count": each.count, "example": each.example} for each in made.lost
        ],
        "outputs": [str(path) for path in made.paths],
    }
