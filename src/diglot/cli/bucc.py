"""``diglot bucc``: a shared task of bilingual term alignment made of parallel text."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.commands import Command
from diglot.cli.output import print_json, progress

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Make comparable corpora, lists of terms and gold of parallel text, by the protocol of the "
    "BUCC 2022 shared task: prepare writes a table for people to fill in, finish makes the task "
    "of their decisions."
)
PREPARE_DESCRIPTION = (
    "Take one side of every sentence pair away, extract the terms, and write a table of pairs "
    "for people to judge. A second run does again only what has changed."
)
FINISH_DESCRIPTION = (
    "Make gold, lists of terms and their division into training and test of the decisions."
)
ACTIONS = {
    "prepare": Command("make the corpora, and a table of pairs to judge", "bucc", "prepare"),
    "finish": Command("make gold and lists of terms of the decisions", "bucc", "finish"),
}


def configure_prepare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        type=Path,
        metavar="SOURCE",
        help="sentences, one a line; alone: a bitext (TMX, XLIFF, TSV and the like), or a folder "
        "of them",
    )
    parser.add_argument(
        "target", type=Path, nargs="?", metavar="TARGET", help="the translations, line by line"
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="DIR", help="folder of the task"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of all random choices (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="workers (default: %(default)s)"
    )
    _configure_reading(parser.add_argument_group("reading"))
    _configure_corpora(parser.add_argument_group("corpora"))
    _configure_proposals(parser.add_argument_group("what people are asked"))


def _configure_reading(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-s", "--source-language", metavar="LANG", help="language of SOURCE")
    group.add_argument("-t", "--target-language", metavar="LANG", help="language of TARGET")
    group.add_argument(
        "--documents",
        action="store_true",
        help="SOURCE and TARGET are documents, or folders of them: align their sentences first",
    )
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )


def _configure_corpora(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--seed-terms",
        type=Path,
        metavar="FILE",
        help="source terms of the domain, one a line: only sentences that hold one are taken",
    )
    group.add_argument(
        "--target-seed-terms", type=Path, metavar="FILE", help="the same of target terms"
    )
    group.add_argument(
        "--drop-source",
        type=float,
        default=0.5,
        metavar="P",
        help="probability that a pair loses its source side (default: %(default)s)",
    )
    group.add_argument(
        "--test",
        type=float,
        default=0.4,
        metavar="SHARE",
        help="share of the test part (default: %(default)s)",
    )


def _configure_proposals(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--least-frequency",
        type=int,
        metavar="N",
        help="occurrences that a term needs (default: by the size of the text)",
    )
    group.add_argument(
        "--source-vectors", type=Path, metavar="FILE", help="word vectors (.vec or .npy)"
    )
    group.add_argument(
        "--target-vectors", type=Path, metavar="FILE", help="the same of the target language"
    )
    group.add_argument(
        "--least-similarity",
        type=float,
        default=0.6,
        metavar="X",
        help="cosine of vectors, or without vectors probability by word links, from which pairs "
        "are worth a look (default: %(default)s)",
    )
    group.add_argument(
        "--phrases",
        type=int,
        default=10,
        metavar="N",
        help="best phrases for a source term to look at (default: %(default)s)",
    )
    group.add_argument(
        "--near",
        type=int,
        default=5,
        metavar="N",
        help="targets that may confuse to add for each source term (default: %(default)s)",
    )
    group.add_argument(
        "--sample", type=int, metavar="N", help="source terms to ask about (default: all)"
    )


def configure_finish(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of a prepared task")
    parser.add_argument(
        "--checked",
        type=Path,
        metavar="FILE",
        help="table that people have filled in (default: DIR/candidates.xlsx)",
    )
    parser.add_argument(
        "--accept-above",
        type=float,
        metavar="X",
        help="accept undecided pairs of at least this similarity unseen (silver, not gold)",
    )


def run_prepare(arguments: argparse.Namespace) -> int:
    from diglot import pipeline
    from diglot.cli.output import return_large_arrays

    return_large_arrays()
    with progress(quiet=arguments.quiet or arguments.json) as report:
        task = pipeline.prepare_task(
            arguments.source,
            arguments.target,
            out=arguments.output,
            options=pipeline.BuccOptions(
                source_language=arguments.source_language,
                target_language=arguments.target_language,
                parallel=not arguments.documents,
                encoding=arguments.encoding,
                seed_terms=arguments.seed_terms,
                target_seed_terms=arguments.target_seed_terms,
                drop_source=arguments.drop_source,
                test=arguments.test,
                least_frequency=arguments.least_frequency,
                source_vectors=arguments.source_vectors,
                target_vectors=arguments.target_vectors,
                least_similarity=arguments.least_similarity,
                phrases=arguments.phrases,
                near=arguments.near,
                sample=arguments.sample,
                jobs=arguments.jobs,
                seed=arguments.seed,
            ),
            progress=report,
        )
    if arguments.json:
        print_json(
            {
                "folder": str(task.folder),
                "languages": list(task.languages),
                "candidates": str(task.candidates),
                **asdict(task.manifest),
            }
        )
    elif not arguments.quiet:
        from diglot.report.tables.bucc import prepared_table

        print(prepared_table(task), end="\n\n")
        for note in task.manifest.notes:
            print(f"note: {note}")
        print(f"to fill in: {task.candidates} (yes or no in the column accept), then")
        print(f"  diglot bucc finish {task.folder}")
    return 0


def run_finish(arguments: argparse.Namespace) -> int:
    from diglot import pipeline
    from diglot.report.tables.bucc import finished_as_json, finished_table, notes_of

    task = pipeline.finish_task(
        arguments.folder, arguments.checked, accept_above=arguments.accept_above
    )
    if arguments.json:
        print_json(finished_as_json(task))
    elif not arguments.quiet:
        print(finished_table(task), end="\n\n")
        for note in notes_of(task):
            print(f"note: {note}")
        for name in pipeline.TASK_PARTS:
            print(f"written: {task.folder / name}")
    return 0
