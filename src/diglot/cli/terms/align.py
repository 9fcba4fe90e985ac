"""``diglot terms align``: terms of two languages become ranked pairs, or a ranker is trained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lines, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options, refuse_options
from diglot.errors import ConfigError
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.steps.terms.options import ComparableOptions, TermOptions, TrainingOptions
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from diglot.pipeline.stored.terms import FoundTerms


DESCRIPTION = (
    "Pair the terms of a text with those of its translation, by the links between their words; "
    "or, with --comparable, the terms of texts or lists that only share their subject, by "
    "dictionaries, spelling and analogy. Pairs are listed best first, with the probability that "
    "they are correct."
)
SHOWN = 20
_PARALLEL_ONLY = (
    *("measure", "existing", "stop_words", "stop_list", "names", "min_termhood"),
    "concept_score",
    *("lexicon", "models", "encoder"),
)
_COMPARABLE_ONLY = (
    *("source_terms", "target_terms", "dictionaries", "source_vectors", "target_vectors", "limit"),
    *("lines", "learner"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "source",
        "file or folder; if alone, a bitext (TMX, XLIFF, TSV or similar); none with two lists",
        nargs="?",
    )
    add_path(
        parser, "target", "its translation; with --comparable, texts on the same subject", nargs="?"
    )
    add_output(
        parser,
        "ranked pairs (.tsv .csv .xlsx) or a termbase (.tbx .ttl .rdf); more than one may be "
        f"given; without it the first {SHOWN} pairs are shown",
        several=True,
    )
    parser.add_argument(
        "--comparable",
        action="store_true",
        help="SOURCE and TARGET are not translations of each other",
    )
    add_path(
        parser,
        "--train",
        "learn from validated pairs; all other pairs of their source terms count as wrong",
        metavar="PAIRS",
    )
    add_path(parser, "--save-ranker", "file for the model that --train learns")
    add_options(parser, TermOptions, BuildOptions, TrainingOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli.output import return_large_arrays
    from diglot.cli.targets import check_writable

    return_large_arrays()
    comparable = arguments.comparable or arguments.source is None
    _check(arguments, comparable=comparable)
    for path in arguments.output:
        check_writable(path)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        if arguments.train:
            return _train(arguments, report, comparable=comparable)
        if comparable:
            found = _comparable(arguments)
        else:
            from diglot.pipeline.build.term_alignment import align_terms

            found = align_terms(
                arguments.source,
                arguments.target,
                texts=read_options(arguments, BuildOptions),
                options=read_options(arguments, TermOptions),
                progress=report,
            )
    for path in arguments.output:
        _write(path, found)
    if arguments.json:
        print_json(_as_json(found, arguments.output))
    elif not arguments.quiet:
        _print(found, arguments.output)
    return 0


def _check(arguments: argparse.Namespace, *, comparable: bool) -> None:
    """Refuse options that do not belong together.

    Raises:
        ConfigError: some do not.
    """
    if comparable:
        reason = "is for translated texts, not for comparable ones"
        refuse_options(arguments, _PARALLEL_ONLY, reason, TermOptions, BuildOptions)
    else:
        reason = "is for comparable texts: add --comparable"
        refuse_options(arguments, _COMPARABLE_ONLY, reason, TrainingOptions)
    options = read_options(arguments, ComparableOptions)
    if comparable and arguments.source is None:
        if not (arguments.train or (options.source_terms and options.target_terms)):
            raise ConfigError("give SOURCE and TARGET, or --source-terms and --target-terms")
    elif comparable and arguments.target is None:
        raise ConfigError("--comparable needs texts of both languages: give TARGET")
    if bool(arguments.train) != bool(arguments.save_ranker):
        raise ConfigError("--train PAIRS and --save-ranker FILE belong together")


def _train(arguments: argparse.Namespace, report: Any, *, comparable: bool) -> int:
    notes: tuple[str, ...] = ()
    if comparable:
        right, notes = _train_comparable(arguments)
    else:
        from diglot.pipeline.build.term_alignment import train_alignment

        right = train_alignment(
            arguments.source,
            arguments.target,
            arguments.train,
            arguments.save_ranker,
            texts=read_options(arguments, BuildOptions),
            options=read_options(arguments, TermOptions),
            progress=report,
        )
    if arguments.json:
        outputs = [str(arguments.save_ranker)]
        print_json({"validated": right, "notes": list(notes), "outputs": outputs})
    elif not arguments.quiet:
        print(f"learnt from      {count_of(right, 'validated pair')}")
        print_lines("note: ", notes)
        print(f"written: {arguments.save_ranker}")
    return 0


def _train_comparable(arguments: argparse.Namespace) -> tuple[int, tuple[str, ...]]:
    from diglot.pipeline.steps.terms.comparable import train_comparable
    from diglot.pipeline.steps.terms.extraction import extract_from

    learnt = train_comparable(
        [arguments.source] if arguments.source else [],
        [arguments.target] if arguments.target else [],
        arguments.train,
        arguments.save_ranker,
        options=read_options(arguments, TrainingOptions),
        extract=lambda texts: extract_from(texts).terms,
    )
    return learnt.validated, learnt.notes


def _comparable(arguments: argparse.Namespace) -> FoundTerms:
    from diglot.pipeline.steps.terms.comparable import align_comparable
    from diglot.pipeline.steps.terms.extraction import extract_from

    return align_comparable(
        [arguments.source] if arguments.source else [],
        [arguments.target] if arguments.target else [],
        options=read_options(arguments, ComparableOptions),
        extract=lambda texts: extract_from(texts).terms,
    )


def _write(path: Path, found: FoundTerms) -> None:
    from diglot.formats.term_lists import is_termbase, write_term_pairs
    from diglot.formats.termbases import write_termbase

    if is_termbase(path):
        write_termbase(path, found.termbase)
    else:
        write_term_pairs(path, found.pairs)


def _print(found: FoundTerms, outputs: list[Path]) -> None:
    print(f"pairs            {len(found.pairs):,}")
    print(f"concepts         {len(found.termbase.concepts):,}")
    if found.known:
        print(f"known already    {found.known:,}")
    print_lines("note: ", found.notes)
    print_lines("written: ", outputs)
    if not outputs:
        for pair in found.pairs[:SHOWN]:
            score = "" if pair.score is None else f"{pair.score:.3f}"
            print(f"{score}\t{pair.source}\t{pair.target}")


def _as_json(found: FoundTerms, outputs: list[Path]) -> dict[str, Any]:
    return {
        "pairs": len(found.pairs),
        "concepts": len(found.termbase.concepts),
        "known": found.known,
        "best": [
            {"source": pair.source, "target": pair.target, "score": pair.score}
            for pair in found.pairs[:SHOWN]
        ],
        "notes": list(found.notes),
        "signature": str(found.signature),
        "outputs": [str(path) for path in outputs],
    }
