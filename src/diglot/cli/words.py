"""``diglot words``: sentence pairs become links between their words, with a probability each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli._output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

HELP = "align the words of sentence pairs"
DESCRIPTION = (
    "Align the words of two files of sentences, or of a file of translation units, and write the "
    "links of line n into line n. Every link carries the probability that it is right."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "source",
        type=Path,
        metavar="SOURCE",
        help="file of sentences, one a line; alone: file of units, or of lines SOURCE ||| TARGET",
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
    group.add_argument("-s", "--source-language", metavar="LANG", help="language of SOURCE")
    group.add_argument("-t", "--target-language", metavar="LANG", help="language of TARGET")
    group.add_argument(
        "--same-language",
        action="store_true",
        help="both sides are in one language on purpose (two versions of a text)",
    )
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
    group.add_argument("--model", type=Path, metavar="FILE", help="saved model to align with")
    group.add_argument("--save-model", type=Path, metavar="FILE", help="file to save the model in")
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
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="workers; the output is the same for any number (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Align, write every output, print the summary."""
    from diglot import pipeline
    from diglot.cli import _word_targets
    from diglot.cli._memory import return_large_arrays
    from diglot.cli._word_summary import print_summary, summary_json

    return_large_arrays()
    options = pipeline.WordOptions(
        tokenised=arguments.tokenised,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        same_language=arguments.same_language,
        encoding=arguments.encoding,
        train_source=arguments.train_source,
        train_target=arguments.train_target,
        model=arguments.model,
        save_model=arguments.save_model,
        learn=arguments.translations is not None,
        lexicon=arguments.lexicon,
        tokens=arguments.tokens,
        method=arguments.method,
        symmetrise=arguments.symmetrise,
        threshold=arguments.threshold,
        jobs=arguments.jobs,
        seed=arguments.seed,
    )
    tables = {"translations": arguments.translations, "phrases": arguments.phrases}
    if not (arguments.output or options.save_model or any(tables.values())):
        raise ConfigError("nothing to write: give -o OUT or --save-model FILE")
    form = _word_targets.Form(confidence=arguments.confidence, base=arguments.base)
    inputs = (arguments.source, arguments.target)
    targets = _word_targets.plan(
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
