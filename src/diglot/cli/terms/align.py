"""``diglot terms align``: terms of two languages become ranked pairs, or a ranker is trained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.options import (
    add_language_options,
    add_reading_options,
    add_run_options,
    add_unwanted_term_options,
    add_word_evidence_options,
)
from diglot.cli.output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.build.options import BuildOptions
    from diglot.pipeline.steps.terms.comparable import ComparableOptions
    from diglot.pipeline.steps.terms.options import TermOptions
    from diglot.pipeline.stored.terms import FoundTerms


def read_inputs(arguments: argparse.Namespace) -> BuildOptions:
    """Return how the texts are read and their words aligned."""
    from diglot.pipeline.build.options import BuildOptions

    return BuildOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        same_language=arguments.same_language,
        parallel=arguments.parallel,
        encoding=arguments.encoding,
        srx=arguments.srx,
        tracked=arguments.tracked,
        lexicon=arguments.lexicon,
        models=tuple(arguments.model),
        jobs=arguments.jobs,
        seed=arguments.seed,
    )


def term_options(arguments: argparse.Namespace) -> TermOptions:
    """Return how terms are found and paired."""
    from diglot.pipeline.steps.terms.options import MIN_TERMHOOD, TermOptions

    return TermOptions(
        method=arguments.method or "spans",
        measure=arguments.measure,
        longest=arguments.max_words,
        min_frequency=arguments.min_frequency,
        min_score=arguments.min_score,
        stop_words=arguments.stop_words,
        stop_list=arguments.stop_list,
        existing=tuple(arguments.existing),
        min_termhood=MIN_TERMHOOD if arguments.min_termhood is None else arguments.min_termhood,
        names=bool(arguments.names),
        ranker=arguments.ranker,
    )


def comparable_options(arguments: argparse.Namespace) -> ComparableOptions:
    """Return how terms of comparable texts are paired."""
    from diglot.pipeline.steps.terms.comparable import ComparableOptions

    return ComparableOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        source_terms=arguments.source_terms,
        target_terms=arguments.target_terms,
        dictionaries=tuple(arguments.dictionary),
        source_vectors=arguments.source_vectors,
        target_vectors=arguments.target_vectors,
        method=arguments.method,
        ranker=arguments.ranker,
        limit=arguments.limit,
        lines=bool(arguments.lines),
        encoding=arguments.encoding,
    )


# ``diglot terms align``: terms of two languages become ranked pairs, or a termbase.


DESCRIPTION = (
    "Pair the terms of a text with those of its translation, by the links between their words; "
    "or, with --comparable, the terms of texts or lists that only share their subject, by "
    "dictionaries, spelling and analogy. Pairs come best first, with the probability that they "
    "are right."
)
SHOWN = 20
_PARALLEL_ONLY = (
    *("measure", "existing", "stop_words", "stop_list", "names", "min_termhood"),
    *("lexicon", "model"),
)
_COMPARABLE_ONLY = (
    *("source_terms", "target_terms", "dictionary", "source_vectors", "target_vectors", "limit"),
    *("lines", "learner"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "source",
        type=Path,
        nargs="?",
        metavar="SOURCE",
        help="file or folder; alone: a bitext (TMX, XLIFF, TSV and the like); none with two lists",
    )
    parser.add_argument(
        "target",
        type=Path,
        nargs="?",
        metavar="TARGET",
        help="its translation; with --comparable texts of the same subject",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        action="append",
        default=[],
        metavar="OUT",
        help="ranked pairs (.tsv .csv .xlsx) or a termbase (.tbx .ttl .rdf); may be given several "
        f"times; without it the first {SHOWN} pairs are shown",
    )
    parser.add_argument(
        "--comparable",
        action="store_true",
        help="SOURCE and TARGET are no translations of each other",
    )
    parser.add_argument(
        "--method",
        metavar="NAME",
        help="spans (default), linked, cooccurrence or competition; comparable: see the manual",
    )
    parser.add_argument("--ranker", type=Path, metavar="FILE", help="ranker trained before")
    parser.add_argument(
        "--train",
        type=Path,
        metavar="PAIRS",
        help="learn from validated pairs: others with their source terms are wrong",
    )
    parser.add_argument(
        "--save-ranker", type=Path, metavar="FILE", help="file to save what --train learns in"
    )
    _configure_reading(parser.add_argument_group("reading"))
    _configure_parallel(parser.add_argument_group("translated texts"))
    _configure_comparable(parser.add_argument_group("comparable texts"))


def _configure_reading(group: argparse._ArgumentGroup) -> None:
    add_language_options(group)
    add_reading_options(group)
    group.add_argument(
        "--parallel",
        action="store_true",
        help="line n of TARGET translates line n of SOURCE: sentences are not aligned",
    )
    group.add_argument(
        "--lines",
        action="store_true",
        default=None,
        help="with --comparable: every line of a text file is a sentence",
    )


def _configure_parallel(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--measure",
        metavar="NAME",
        help="what pairs are ranked by: ranker (default) or formula; llr, dice and others with the "
        "methods linked and cooccurrence",
    )
    group.add_argument(
        "--max-words",
        type=int,
        default=5,
        metavar="N",
        help="words of the longest term (default: 5)",
    )
    group.add_argument(
        "--min-frequency",
        type=int,
        metavar="N",
        help="sentences that a term has to stand in (default: 1, in large texts 2)",
    )
    group.add_argument(
        "--min-score",
        type=float,
        metavar="P",
        help="least probability of a pair that is listed (default: 0.02)",
    )
    group.add_argument(
        "--min-termhood",
        type=float,
        metavar="P",
        help="least probability that the pairs of a concept are terms (default: 0.05)",
    )
    group.add_argument(
        "--names", action="store_true", default=None, help="keep proper names in termbases"
    )
    add_unwanted_term_options(group)
    add_word_evidence_options(group)
    add_run_options(group)


def _configure_comparable(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--source-terms",
        type=Path,
        metavar="D1",
        help="list of the source terms, one a line (default: extracted from SOURCE)",
    )
    group.add_argument("--target-terms", type=Path, metavar="D2", help="the same of target terms")
    group.add_argument(
        "--dictionary",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="table, memory or termbase of translations; may be given several times",
    )
    group.add_argument(
        "--source-vectors", type=Path, metavar="FILE", help="word vectors (.vec .npy) of SOURCE"
    )
    group.add_argument("--target-vectors", type=Path, metavar="FILE", help="the same of TARGET")
    group.add_argument(
        "--learner",
        metavar="NAME",
        help="what --train learns: trees (default), svm or linear-svm",
    )
    group.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help="most pairs (default: ten a term of the average list)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Pair, write every output, print what was found."""
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
                texts=read_inputs(arguments),
                options=term_options(arguments),
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
    for name in _PARALLEL_ONLY if comparable else _COMPARABLE_ONLY:
        if getattr(arguments, name) not in (None, []):
            option = f"--{name.replace('_', '-')}"
            raise ConfigError(
                f"{option} is for translated texts, not for comparable ones"
                if comparable
                else f"{option} is for comparable texts: add --comparable"
            )
    if comparable and arguments.source is None:
        if not (arguments.train or (arguments.source_terms and arguments.target_terms)):
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
            texts=read_inputs(arguments),
            options=term_options(arguments),
            progress=report,
        )
    if arguments.json:
        outputs = [str(arguments.save_ranker)]
        print_json({"validated": right, "notes": list(notes), "outputs": outputs})
    elif not arguments.quiet:
        print(f"learnt from      {right:,} validated pairs")
        for note in notes:
            print(f"note: {note}")
        print(f"written: {arguments.save_ranker}")
    return 0


def _train_comparable(arguments: argparse.Namespace) -> tuple[int, tuple[str, ...]]:
    from diglot.pipeline.steps.terms.comparable import LEARNERS, train_comparable
    from diglot.pipeline.steps.terms.extraction import extract_from

    learnt = train_comparable(
        [arguments.source] if arguments.source else [],
        [arguments.target] if arguments.target else [],
        arguments.train,
        arguments.save_ranker,
        learner=arguments.learner or LEARNERS[0],
        options=comparable_options(arguments),
        extract=lambda texts: extract_from(texts).terms,
    )
    return learnt.validated, learnt.notes


def _comparable(arguments: argparse.Namespace) -> FoundTerms:
    from diglot.pipeline.steps.terms.comparable import align_comparable
    from diglot.pipeline.steps.terms.extraction import extract_from

    return align_comparable(
        [arguments.source] if arguments.source else [],
        [arguments.target] if arguments.target else [],
        options=comparable_options(arguments),
        extract=lambda texts: extract_from(texts).terms,
    )


def _write(path: Path, found: FoundTerms) -> None:
    from diglot.formats.term_lists import TERMBASES, write_term_pairs
    from diglot.formats.termbases import write_termbase

    if path.suffix.lower() in TERMBASES:
        write_termbase(path, found.termbase)
    else:
        write_term_pairs(path, found.pairs)


def _print(found: FoundTerms, outputs: list[Path]) -> None:
    print(f"pairs            {len(found.pairs):,}")
    print(f"concepts         {len(found.termbase.concepts):,}")
    if found.known:
        print(f"known already    {found.known:,}")
    for note in found.notes:
        print(f"note: {note}")
    for path in outputs:
        print(f"written: {path}")
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
