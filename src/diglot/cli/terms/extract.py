"""``diglot terms extract``: texts in one language become a ranked list of terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lines
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.errors import ConfigError
from diglot.pipeline.steps.terms.options import ExtractOptions, TextOptions
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from diglot.pipeline.steps.terms.extraction import ExtractedTerms

DESCRIPTION = (
    "Extract the terms of files and folders in one language, best first, with their variants, "
    "counts and the probability that they are terms; or train a ranker from a list of validated "
    "terms."
)
SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "texts",
        "file or folder; from a bitext, the side in --language is taken; .conllu is tagged text",
        nargs="+",
        metavar="TEXT",
    )
    add_output(
        parser,
        "list to write (.txt .tsv .csv .xlsx, or a termbase such as .tbx); without it the "
        f"first {SHOWN} terms are shown",
    )
    add_path(
        parser,
        "--train",
        "learn from the validated terms of these texts; all other candidates count as wrong",
        metavar="LIST",
    )
    add_path(parser, "--save-ranker", "file for the model that --train learns")
    add_options(parser, TextOptions, ExtractOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.terms import extraction

    options = read_options(arguments, ExtractOptions, texts=read_options(arguments, TextOptions))
    if bool(arguments.train) != bool(arguments.save_ranker):
        raise ConfigError("--train LIST and --save-ranker FILE belong together")
    for path in (arguments.output, arguments.save_ranker):
        if path:
            check_writable(path)
    if arguments.train:
        right = extraction.train_extraction(
            arguments.texts, arguments.train, arguments.save_ranker, options
        )
        if arguments.json:
            print_json({"validated": right, "outputs": [str(arguments.save_ranker)]})
        elif not arguments.quiet:
            print(f"learnt from      {count_of(right, 'validated term')}")
            print(f"written: {arguments.save_ranker}")
        return 0
    done = extraction.extract_terms(arguments.texts, options)
    if arguments.output:
        extraction.write_terms(arguments.output, done)
    if arguments.json:
        print_json(_as_json(done, arguments.output))
    elif not arguments.quiet:
        _print(done, arguments.output)
    return 0


def _print(done: ExtractedTerms, output: Path | None) -> None:
    print(f"sentences        {len(done.texts.sentences):,}")
    print(f"terms            {len(done.terms):,}")
    print_lines("note: ", done.notes)
    if output:
        print(f"written: {output}")
        return
    for term in done.terms[:SHOWN]:
        score = "" if term.score is None else f"{term.score:.3f}"
        print(f"{score}\t{term.frequency}\t{term.text}")


def _as_json(done: ExtractedTerms, output: Path | None) -> dict[str, Any]:
    return {
        "sentences": len(done.texts.sentences),
        "language": done.texts.language,
        "terms": [
            {
                "text": term.text,
                "score": term.score,
                "frequency": term.frequency,
                "documents": term.documents,
                "variants": [
                    {"text": each.text, "kind": each.kind, "frequency": each.frequency}
                    for each in term.variants
                ],
            }
            for term in done.terms
        ],
        "notes": list(done.notes),
        "signature": str(done.signature),
        "outputs": [str(output)] if output else [],
    }
