"""``diglot words``: sentence pairs become links between their words, with a probability each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.options import add_language_options
from diglot.cli.output import print_json, print_lost, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.model import Skipped
    from diglot.pipeline import WordOptions, WordRun
    from diglot.pipeline.stored.words import BlockNumbers
    from diglot.words.storage.model import Model

DESCRIPTION = (
    "Align the words of two files of sentences, or of a file of translation units, and write the "
    "links of line n into line n. Every link carries the probability that it is right."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "source",
        type=Path,
        nargs="?",
        metavar="SOURCE",
        help="file of sentences, one a line; alone: file of units, or of lines SOURCE ||| TARGET; "
        "none: --model and --save-model only merge models",
    )
    parser.add_argument(
        "target",
        type=Path,
        nargs="?",
        metavar="TARGET",
        help="their translations, line by line",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        action="append",
        default=[],
        metavar="OUT",
        help="file to write, its format told by the extension (.pharaoh .naacl .talp .html); may "
        "be given several times",
    )
    parser.add_argument(
        "--confidence", action="store_true", help="write the probability of every link, i-j:p"
    )
    parser.add_argument(
        "--base",
        type=int,
        choices=(0, 1),
        help="number of the first word of a sentence in .pharaoh (default: 0) and .talp files",
    )
    parser.add_argument(
        "--tokens",
        type=Path,
        metavar="PREFIX",
        help="write the tokens that the links count, in PREFIX.source and PREFIX.target",
    )
    parser.add_argument(
        "--translations",
        type=Path,
        metavar="FILE",
        help="write a table of words with their translations and both probabilities (TSV)",
    )
    parser.add_argument(
        "--phrases", type=Path, metavar="FILE", help="write a phrase table in the form of Moses"
    )
    _configure_reading(parser.add_argument_group("reading"))
    _configure_evidence(parser.add_argument_group("more evidence"))
    _configure_aligning(parser.add_argument_group("aligning"))


def _configure_reading(group: argparse._ArgumentGroup) -> None:
    add_language_options(group)
    group.add_argument(
        "--tokenised", action="store_true", help="tokens stand between spaces: cut nothing else"
    )
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )


def _configure_evidence(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--train-source",
        type=Path,
        metavar="FILE",
        help="more sentences to learn from, whose links are not written",
    )
    group.add_argument("--train-target", type=Path, metavar="FILE", help="their translations")
    group.add_argument(
        "--model",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="saved model to align with; several are added up",
    )
    group.add_argument(
        "--model-weight",
        type=float,
        action="append",
        default=[],
        metavar="W",
        help="how much the counts of each --model count, in their order (default: 1)",
    )
    group.add_argument("--save-model", type=Path, metavar="FILE", help="file to save the model in")
    group.add_argument(
        "--prune",
        type=float,
        metavar="COUNT",
        help="leave word pairs of smaller counts out of the saved model, but the best of each word",
    )
    group.add_argument(
        "--lexicon", type=Path, metavar="FILE", help="bilingual dictionary, termbase or memory"
    )


def _configure_aligning(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--method",
        metavar="NAME",
        default="auto",
        help="auto (default: chosen by size), gibbs, hmm or eflomal",
    )
    group.add_argument(
        "--threshold",
        type=float,
        metavar="P",
        help="least probability of a link (default: chosen by the method)",
    )
    group.add_argument(
        "--symmetrise",
        metavar="NAME",
        help="symmetrise the links of both directions instead of judging them by probability",
    )
    group.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the random numbers (default: %(default)s)",
    )
    group.add_argument(
        "--memory",
        type=int,
        metavar="MB",
        help="megabytes to stay within: longer texts are read and aligned in chunks",
    )
    group.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="workers; the output is the same for any number (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Align, write every output, print the summary."""
    from diglot import pipeline
    from diglot.cli import targets as word_targets
    from diglot.cli.output import leave_linear_algebra_out, return_large_arrays

    return_large_arrays()
    leave_linear_algebra_out()
    options = pipeline.WordOptions(
        tokenised=arguments.tokenised,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        same_language=arguments.same_language,
        encoding=arguments.encoding,
        train_source=arguments.train_source,
        train_target=arguments.train_target,
        models=tuple(arguments.model),
        model_weights=tuple(arguments.model_weight),
        save_model=arguments.save_model,
        prune=arguments.prune,
        learn=arguments.translations is not None,
        lexicon=arguments.lexicon,
        tokens=arguments.tokens,
        method=arguments.method,
        symmetrise=arguments.symmetrise,
        threshold=arguments.threshold,
        memory=arguments.memory,
        jobs=arguments.jobs,
        seed=arguments.seed,
    )
    tables = {"translations": arguments.translations, "phrases": arguments.phrases}
    if arguments.source is None and not options.models:
        raise ConfigError("give the files to align, or models to merge")
    if not (arguments.output or options.save_model or any(tables.values())):
        raise ConfigError("nothing to write: give -o OUT or --save-model FILE")
    if arguments.source is None:
        return _merge(arguments, options)
    form = word_targets.WordLinkForm(confidence=arguments.confidence, base=arguments.base)
    inputs = (arguments.source, arguments.target)
    targets = word_targets.plan_word_targets(
        arguments.output, form, options=options, inputs=inputs, tables=tables
    )
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = pipeline.align_word_files(*inputs, options=options, progress=report)
    written = [(target.path, target.write(done)) for target in targets]
    written += [(path, ()) for path in (*options.token_files, options.save_model) if path]
    if arguments.json:
        print_json(summary_json(done, outputs=[path for path, _ in written]))
    elif not arguments.quiet:
        print_summary(done, written=written)
    return 0


def _merge(arguments: argparse.Namespace, options: WordOptions) -> int:
    """Merge models, write the result, print what it holds."""
    from diglot import pipeline
    from diglot.cli import targets as word_targets

    aligning = {
        "--output": arguments.output,
        "--phrases": arguments.phrases,
        "--tokens": options.tokens,
        "--train-source": options.train_source,
        "--lexicon": options.lexicon,
    }
    for name, value in aligning.items():
        if value:
            raise ConfigError(f"{name} needs text to align: give SOURCE and TARGET, too")
    pipeline.check_models(options.models, options.model_weights, options.prune)
    tables = {"translations": arguments.translations}
    word_targets.plan_word_targets(
        (), word_targets.WordLinkForm(), options=options, inputs=(), tables=tables
    )
    model = pipeline.merge_models(
        options.models,
        weights=options.model_weights,
        prune=options.prune,
        save=options.save_model,
    )
    if arguments.translations:
        pipeline.write_translations(arguments.translations, model)
    written = [path for path in (arguments.translations, options.save_model) if path]
    if arguments.json:
        print_json(model_json(model, outputs=written))
    elif not arguments.quiet:
        print_model(model, written=written)
    return 0


# The summary of a word alignment, for people and for programs.

_FIRST = 5  # numbers of pairs that are named
_REASONS = {"empty": "without words on one side", "long": "of more than 1,000 words"}


def print_summary(run: WordRun, *, written: Sequence[tuple[Path, Sequence[Skipped]]]) -> None:
    """Print what was aligned, how sure it is, what was passed over, and where the result is."""
    tally = run.tally
    mean = f"{tally.links / tally.pairs:.1f} a pair" if tally.pairs else "none"
    rows = [
        ("pairs", f"{tally.pairs:,}"),
        ("links", f"{tally.links:,} ({mean})"),
        ("method", f"{run.method}: {run.reason}"),
    ]
    if tally.mean is not None:
        rows.append(("mean confidence", f"{tally.mean:.1%}"))
    if tally.doubtful is not None:
        rows.append(("deserve a look", _numbered(tally.doubtful, run.unit)))
    width = max(len(name) for name, _ in rows) + 2
    for name, value in rows:
        print(f"{name:<{width}}{value}")
    for reason, numbers in tally.skipped.items():
        print(f"passed over: {_numbered(numbers, run.unit)}, {_REASONS[reason]}")
    for note in run.notes:
        print(f"note: {note}")
    for output, lost in written:
        print(f"written: {output}")
        print_lost(lost)


def summary_json(run: WordRun, *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return the summary as plain values; pairs are named by their number, from 1."""
    tally = run.tally
    return {
        "pairs": tally.pairs,
        "skipped": {reason: _listed(numbers) for reason, numbers in tally.skipped.items()},
        "links": tally.links,
        "method": run.method,
        "reason": run.reason,
        "threshold": run.threshold,
        "mean_confidence": tally.mean,
        "doubtful": None if tally.doubtful is None else _listed(tally.doubtful),
        "source_language": run.tokenising.codes[0],
        "target_language": run.tokenising.codes[1],
        "notes": list(run.notes),
        "signature": str(run.signature),
        "outputs": [str(output) for output in outputs],
    }


def model_json(model: Model, *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return what a merged model holds as plain values."""
    return {
        "pairs": model.pairs,
        "words": [len(model.source_frequency) - 1, len(model.target_frequency) - 1],
        "word_pairs": len(model.columns),
        "source_language": model.languages[0],
        "target_language": model.languages[1],
        "signature": str(model.signature),
        "outputs": [str(output) for output in outputs],
    }


def print_model(model: Model, *, written: Sequence[Path]) -> None:
    """Print what a merged model holds and where it is."""
    source, target = len(model.source_frequency) - 1, len(model.target_frequency) - 1
    print(f"trained on  {model.pairs:,} pairs")
    print(f"words       {source:,} and {target:,}")
    print(f"word pairs  {len(model.columns):,}")
    for output in written:
        print(f"written: {output}")


def _numbered(numbers: BlockNumbers, unit: str) -> str:
    """Say how many pairs there are and where the first ones stand."""
    if not numbers.count:
        return "0"
    shown = ", ".join(f"{number + 1}" for number in numbers.first[:_FIRST])
    more = ", …" if numbers.count > _FIRST else ""
    return f"{numbers.count:,} ({unit}{'s' if numbers.count > 1 else ''} {shown}{more})"


def _listed(numbers: BlockNumbers) -> dict[str, Any]:
    return {"pairs": numbers.count, "numbers": [number + 1 for number in numbers.first]}
