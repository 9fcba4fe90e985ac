"""``diglot words``: sentence pairs become links between their words, with a probability each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.errors import ConfigError
from diglot.pipeline.steps.words.options import WordLinkForm, WordOptions, check_models
from diglot.runs.options import SpreadOptions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.pipeline.steps.words.alignment import WordRun
    from diglot.pipeline.stored.words import BlockNumbers
    from diglot.words.storage.model import Model

DESCRIPTION = (
    "Align the words of two files of sentences, or of a file of translation units, and write the "
    "links of line n to line n. Every link has the probability that it is correct."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "source",
        "file of sentences, one per line; if alone, a file of units, or of lines SOURCE ||| "
        "TARGET; if missing, --model and --save-model only merge models",
        nargs="?",
    )
    add_path(parser, "target", "their translations, line by line", nargs="?")
    add_output(
        parser,
        "file to write, in the format of its extension (.pharaoh .naacl .talp .html); more "
        "than one may be given",
        several=True,
    )
    add_path(
        parser,
        "--translations",
        "write a table of words with their translations and both probabilities (TSV)",
    )
    add_path(parser, "--phrases", "write a phrase table in Moses format")
    add_path(parser, "--find", "write a folder that diglot find can search", metavar="FOLDER")
    add_options(parser, WordLinkForm, WordOptions, SpreadOptions, without=["learn"])


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli import targets as word_targets
    from diglot.cli.output import return_large_arrays
    from diglot.pipeline.steps.words.alignment import align_word_files

    return_large_arrays()
    options = read_options(arguments, WordOptions, learn=arguments.translations is not None)
    spread = read_options(arguments, SpreadOptions)
    tables = {"translations": arguments.translations, "phrases": arguments.phrases}
    if arguments.source is None and not options.models:
        raise ConfigError("give the files to align, or models to merge")
    if not (arguments.output or options.save_model or arguments.find or any(tables.values())):
        raise ConfigError("nothing to write: give -o OUT or --save-model FILE")
    if arguments.source is None:
        return _merge(arguments, options)
    form = read_options(arguments, WordLinkForm)
    inputs = (arguments.source, arguments.target)
    targets = word_targets.plan_word_targets(
        arguments.output, form, options=options, inputs=inputs, tables=tables
    )
    if not arguments.quiet:
        word_targets.tell_unnamed(arguments.output, "Pharaoh")
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = align_word_files(*inputs, options=options, spread=spread, progress=report)
    written = [(target.path, target.write(done)) for target in targets]
    if arguments.find:
        from diglot.pipeline.find import write_workspace

        write_workspace(arguments.find, done)
        written.append((arguments.find, ()))
    written += [(path, ()) for path in (*options.token_files, options.save_model) if path]
    if arguments.json:
        print_json(summary_json(done, outputs=[path for path, _ in written]))
    elif not arguments.quiet:
        print_summary(done, written=written)
    return 0


def _merge(arguments: argparse.Namespace, options: WordOptions) -> int:
    """Merge models, write the result, print what it holds."""
    from diglot.cli import targets as word_targets
    from diglot.pipeline.steps.words.alignment import write_translations
    from diglot.pipeline.stored.words import merge_models

    aligning = {
        "--output": arguments.output,
        "--phrases": arguments.phrases,
        "--find": arguments.find,
        "--tokens": options.tokens,
        "--train-source": options.train_source,
        "--lexicon": options.lexicon,
    }
    for name, value in aligning.items():
        if value:
            raise ConfigError(f"{name} needs text to align: give SOURCE and TARGET, too")
    check_models(options)
    tables = {"translations": arguments.translations}
    word_targets.plan_word_targets((), WordLinkForm(), options=options, inputs=(), tables=tables)
    model = merge_models(
        options.models, weights=options.model_weights, prune=options.prune, save=options.save_model
    )
    if arguments.translations:
        write_translations(arguments.translations, model)
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
        rows.append(("doubtful", _numbered(tally.doubtful, run.unit)))
    width = max(len(name) for name, _ in rows) + 2
    for name, value in rows:
        print(f"{name:<{width}}{value}")
    for reason, numbers in tally.skipped.items():
        print(f"passed over: {_numbered(numbers, run.unit)}, {_REASONS[reason]}")
    print_lines("note: ", run.notes)
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
    print_lines("written: ", written)


def _numbered(numbers: BlockNumbers, unit: str) -> str:
    """Say how many pairs there are and where the first ones stand."""
    if not numbers.count:
        return "0"
    shown = ", ".join(f"{number + 1}" for number in numbers.first[:_FIRST])
    more = ", …" if numbers.count > _FIRST else ""
    return f"{numbers.count:,} ({unit}{'s' if numbers.count > 1 else ''} {shown}{more})"


def _listed(numbers: BlockNumbers) -> dict[str, Any]:
    return {"pairs": numbers.count, "numbers": [number + 1 for number in numbers.first]}
