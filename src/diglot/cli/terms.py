"""The command diglot terms with its actions extract, align and annotate.

Arguments that name texts, dictionaries or termbases enter. Files of terms, pairs or test sets and a
printed summary leave.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.commands import Command
from diglot.cli.output import print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options, refuse_options
from diglot.errors import ConfigError
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.steps.terms.options import (
    ComparableOptions,
    ExtractOptions,
    MakeSetOptions,
    ReadingRun,
    TermOptions,
    TextOptions,
    TrainingOptions,
)
from diglot.plurals import count_of
from diglot.runs.options import run_folder

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from diglot.pipeline.steps.terms.annotated_sets import MadeSet
    from diglot.pipeline.steps.terms.extraction import ExtractedTerms
    from diglot.pipeline.stored.terms import FoundTerms

DESCRIPTION = (
    "Extract the terms of texts in one language, or pair the terms of two languages: in "
    "translations by word links, in comparable texts by dictionaries and spelling. Mark the "
    "terms of a termbase in parallel text, to make a test set."
)
ACTIONS = {
    "extract": Command("extract the terms of texts in one language", "terms", "extract"),
    "align": Command("pair the terms of two languages", "terms", "align"),
    "annotate": Command(
        "mark the terms of a termbase in parallel text, to make a test set", "terms", "annotate"
    ),
}


EXTRACT_DESCRIPTION = (
    "Extract the terms of files and folders in one language, best first, with their variants, "
    "counts and the probability that they are terms; or train a ranker from a list of validated "
    "terms."
)
SHOWN = 20


def configure_extract(parser: argparse.ArgumentParser) -> None:
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
    add_options(parser, TextOptions, ExtractOptions, ReadingRun)


def run_extract(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable, tell_unnamed
    from diglot.formats.registry import TERM_LIST, TERMBASE
    from diglot.pipeline.steps.terms import extraction
    from diglot.runs.execution import discard_shards

    options = read_options(arguments, ExtractOptions, texts=read_options(arguments, TextOptions))
    if bool(arguments.train) != bool(arguments.save_ranker):
        raise ConfigError("--train LIST and --save-ranker FILE belong together")
    for path in (arguments.output, arguments.save_ranker):
        if path:
            check_writable(path)
    if arguments.output and not arguments.quiet:
        tell_unnamed([arguments.output], "a list", TERM_LIST, TERMBASE)
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
    run = read_options(arguments, ReadingRun)
    home = run.folder_for(list(filter(None, [arguments.output]))) if run.is_asked_for else None
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = extraction.extract_terms(
            arguments.texts, options, run=run, home=home, progress=report
        )
    if arguments.output:
        extraction.write_terms(arguments.output, done)
    if home and run.folder is None:
        discard_shards(home)
    if arguments.json:
        print_json(_terms_as_json(done, arguments.output))
    elif not arguments.quiet:
        _print_terms(done, arguments.output)
    return 0


def _print_terms(done: ExtractedTerms, output: Path | None) -> None:
    print(f"sentences        {len(done.texts.sentences):,}")
    print(f"terms            {len(done.terms):,}")
    print_lines("note: ", done.notes)
    if output:
        print(f"written: {output}")
        return
    for term in done.terms[:SHOWN]:
        score = "" if term.score is None else f"{term.score:.3f}"
        print(f"{score}\t{term.frequency}\t{term.text}")


def _terms_as_json(done: ExtractedTerms, output: Path | None) -> dict[str, Any]:
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


ALIGN_DESCRIPTION = (
    "Pair the terms of a text with those of its translation, by the links between their words; "
    "or, with --comparable, the terms of texts or lists that only share their subject, by "
    "dictionaries, spelling and analogy. Pairs are listed best first, with the probability that "
    "they are correct."
)
_PARALLEL_ONLY = (
    *("measure", "existing", "stop_words", "stop_list", "names", "min_termhood"),
    "concept_score",
    *("lexicon", "models", "shard", "runner", "address"),
)
_COMPARABLE_ONLY = (
    *("source_terms", "target_terms", "dictionaries", "source_vectors", "target_vectors", "limit"),
    *("lines", "learner"),
)


def configure_align(parser: argparse.ArgumentParser) -> None:
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


def run_align(arguments: argparse.Namespace) -> int:
    from diglot.cli.output import return_large_arrays
    from diglot.cli.targets import check_writable, tell_unnamed
    from diglot.formats.registry import TERM_LIST, TERMBASE

    return_large_arrays()
    comparable = arguments.comparable or arguments.source is None
    _check_pairing(arguments, comparable=comparable)
    for path in arguments.output:
        check_writable(path)
    if not arguments.quiet:
        tell_unnamed(arguments.output, "a list", TERM_LIST, TERMBASE)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        if arguments.train:
            return _train(arguments, report, comparable=comparable)
        if comparable:
            found = _comparable(arguments)
        else:
            from diglot.pipeline.build.term_alignment import align_terms

            texts = read_options(arguments, BuildOptions)
            found = align_terms(
                arguments.source,
                arguments.target,
                texts=texts,
                options=read_options(arguments, TermOptions),
                home=_run_of(arguments.output, texts),
                progress=report,
            )
    for path in arguments.output:
        _write_pairs(path, found)
    if arguments.json:
        print_json(_pairs_as_json(found, arguments.output))
    elif not arguments.quiet:
        _print_pairs(found, arguments.output)
    return 0


def _run_of(outputs: list[Path], options: BuildOptions) -> Path | None:
    """Return the folder of what is done of many texts, beside the output."""
    if options.shard and not outputs:
        raise ConfigError("--shard needs a folder that parts share: give -o OUT")
    return run_folder(outputs[0]) if outputs else None


def _check_pairing(arguments: argparse.Namespace, *, comparable: bool) -> None:
    """Refuse options that do not belong together."""
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
    if arguments.train:
        refuse_options(arguments, ("shard",), "cannot be used with --train")
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


def _write_pairs(path: Path, found: FoundTerms) -> None:
    from diglot.formats.term_lists import is_termbase, write_term_pairs
    from diglot.formats.termbases import write_termbase

    if is_termbase(path):
        write_termbase(path, found.termbase)
    else:
        write_term_pairs(path, found.pairs)


def _print_pairs(found: FoundTerms, outputs: list[Path]) -> None:
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


def _pairs_as_json(found: FoundTerms, outputs: list[Path]) -> dict[str, Any]:
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


ANNOTATE_DESCRIPTION = (
    "Find the terms of termbases on both sides of a parallel text, by written form and by lemma, "
    "and write them for people to verify; read a verified set back and write it in the formats "
    "used to score terminology."
)


def configure_annotate(parser: argparse.ArgumentParser) -> None:
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


def run_annotate(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.terms.annotated_sets import make_set

    options = read_options(arguments, MakeSetOptions)
    if arguments.output:
        check_writable(arguments.output)
        same = {arguments.source.resolve(), *(each.resolve() for each in options.termbases)}
        if arguments.output.resolve() in same:
            raise ConfigError(f"{arguments.output} is read: name another file to write")
    made = make_set(arguments.source, arguments.reference, options, output=arguments.output)
    if arguments.json:
        print_json(_set_as_json(made))
    elif not arguments.quiet:
        _print_set(made)
    return 0


def _print_set(made: MadeSet) -> None:
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


def _set_as_json(made: MadeSet) -> dict[str, Any]:
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
