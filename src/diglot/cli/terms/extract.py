"""``diglot terms extract``: texts in one language become a ranked list of terms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.options import add_unwanted_term_options
from diglot.cli.output import print_json
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.terms.extraction import ExtractedTerms, ExtractOptions

DESCRIPTION = (
    "Extract the terms of files and folders in one language, best first, with their variants, "
    "counts and the probability that they are terms; or train a ranker from a list of terms that "
    "somebody validated."
)
SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "texts",
        type=Path,
        nargs="+",
        metavar="TEXT",
        help="file or folder; of a bitext the side in --language; .conllu is tagged text",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="OUT",
        help="list to write (.txt .tsv .csv .xlsx, or a termbase such as .tbx); without it the "
        f"first {SHOWN} terms are shown",
    )
    reading = parser.add_argument_group("reading")
    add_text_options(reading)
    reading.add_argument("-l", "--language", metavar="LANG", help="language of the texts")
    reading.add_argument(
        "--tokenised", action="store_true", help="tokens stand between spaces: cut nothing else"
    )
    reading.add_argument(
        "--segmenter", choices=("jieba",), help="cut Chinese into words (extra cjk)"
    )
    _configure_choice(parser.add_argument_group("which terms"))
    _configure_ranking(parser.add_argument_group("ranking"))


def add_text_options(group: argparse._ActionsContainer) -> None:
    """Add what there is to say about reading texts of one language."""
    group.add_argument(
        "--lines", action="store_true", help="every line of a text file is a sentence"
    )
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )
    group.add_argument(
        "--srx", type=Path, metavar="FILE", help="segmentation rules to use instead of ours"
    )


def _configure_choice(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--max-words", type=int, metavar="N", help="words of the longest term (default: 5)"
    )
    group.add_argument(
        "--min-frequency",
        type=int,
        metavar="N",
        help="occurrences that a term needs (default: 1, in large texts up to 5)",
    )
    group.add_argument(
        "--min-letters",
        type=int,
        default=2,
        metavar="N",
        help="letters that a term of one word needs (default: %(default)s)",
    )
    group.add_argument("--no-digits", action="store_true", help="leave terms with digits out")
    group.add_argument("--names", action="store_true", help="keep proper names")
    group.add_argument(
        "--threshold",
        type=float,
        metavar="P",
        help="least score; 0 lists every candidate (default: where the best F1 is expected)",
    )
    group.add_argument("--limit", type=int, metavar="N", help="most terms")
    add_unwanted_term_options(group)
    group.add_argument(
        "--patterns",
        metavar="REGEX",
        help="of the tags of terms in tagged text: N noun, A adjective, V verb, R adverb, P "
        "adposition, D determiner, C conjunction, M number, X other (default: by language)",
    )
    group.add_argument(
        "--plurals-apart",
        action="store_true",
        help="list singular and plural as two terms, not as forms of one",
    )
    group.add_argument(
        "--lower-case", action="store_true", help="write terms in lower case, not as in the texts"
    )


def _configure_ranking(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--method",
        metavar="NAME",
        help="ranker (default) or a measure such as c-value or weirdness",
    )
    group.add_argument(
        "--reference",
        type=Path,
        action="append",
        default=[],
        metavar="TEXT",
        help="other texts in the language, to measure against besides general language",
    )
    group.add_argument("--ranker", type=Path, metavar="FILE", help="ranker trained before")
    group.add_argument(
        "--train",
        type=Path,
        metavar="LIST",
        help="learn from the validated terms of these texts: all other candidates are wrong",
    )
    group.add_argument(
        "--save-ranker", type=Path, metavar="FILE", help="file to save what --train learns in"
    )


def run(arguments: argparse.Namespace) -> int:
    """Extract and write, or train."""
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.terms import extraction

    options = _options(arguments)
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
            print(f"learnt from      {right:,} validated terms\nwritten: {arguments.save_ranker}")
        return 0
    done = extraction.extract_terms(arguments.texts, options)
    if arguments.output:
        extraction.write_terms(arguments.output, done)
    if arguments.json:
        print_json(_as_json(done, arguments.output))
    elif not arguments.quiet:
        _print(done, arguments.output)
    return 0


def _options(arguments: argparse.Namespace) -> ExtractOptions:
    from diglot.pipeline.steps.terms.extraction import ExtractOptions, TextOptions

    return ExtractOptions(
        texts=TextOptions(
            language=arguments.language,
            lines=arguments.lines,
            tokenised=arguments.tokenised,
            encoding=arguments.encoding,
            srx=arguments.srx,
            segmenter=arguments.segmenter,
        ),
        method=arguments.method,
        longest=arguments.max_words,
        min_frequency=arguments.min_frequency,
        min_letters=arguments.min_letters,
        digits=not arguments.no_digits,
        names=arguments.names,
        stop_words=arguments.stop_words,
        stop_list=arguments.stop_list,
        existing=tuple(arguments.existing),
        reference=tuple(arguments.reference),
        patterns=arguments.patterns,
        ranker=arguments.ranker,
        threshold=arguments.threshold,
        limit=arguments.limit,
        plurals_apart=arguments.plurals_apart,
        usual_case=not arguments.lower_case,
    )


def _print(done: ExtractedTerms, output: Path | None) -> None:
    print(f"sentences        {len(done.texts.sentences):,}")
    print(f"terms            {len(done.terms):,}")
    for note in done.notes:
        print(f"note: {note}")
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
