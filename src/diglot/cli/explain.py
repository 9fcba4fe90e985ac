"""``diglot explain``: why an inferred dictionary translates a word as it does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.options import add_dictionary_options
from diglot.cli.output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.lexicons.explanation import ExplainOptions

HELP = "show where the translations of a word come from"
DESCRIPTION = (
    "Show the translations of a word with their scores, the reasons for them and the paths that "
    "lead to them through other languages: of a lexicon that diglot infer wrote, or straight from "
    "dictionaries."
)
_SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "word", nargs="?", metavar="WORD", help="the word, of either language; not with --rejected"
    )
    parser.add_argument(
        "lexicon",
        type=Path,
        nargs="+",
        metavar="LEXICON",
        help="output of diglot infer (OUT.explained.jsonl is found beside it), or dictionaries or "
        "a saved graph of them, with --to",
    )
    parser.add_argument(
        "--from", dest="source_language", metavar="LANG", help="language of the word"
    )
    parser.add_argument(
        "--to", dest="target_language", metavar="LANG", help="language of its translations"
    )
    parser.add_argument(
        "--translation", metavar="WORD", help="explain this translation alone, or why it is none"
    )
    parser.add_argument(
        "--top",
        type=int,
        default=_SHOWN,
        metavar="K",
        help="most translations to show; 0 for all (default: %(default)s)",
    )
    parser.add_argument(
        "--paths",
        type=int,
        default=3,
        metavar="N",
        help="most paths of a translation to show (default: %(default)s)",
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page with pictures of the paths"
    )
    parser.add_argument(
        "--picture", type=Path, metavar="FILE.svg", help="write the picture alone, as SVG"
    )
    add_dictionary_options(parser.add_argument_group("dictionaries"))
    group = parser.add_argument_group("rejected translations")
    group.add_argument(
        "--rejected",
        type=Path,
        metavar="FILE",
        help="translations that are wrong (two columns): show which entries of the dictionaries "
        "explain them, instead of a word",
    )
    group.add_argument(
        "--accepted", type=Path, metavar="FILE", help="translations that are right, with --rejected"
    )


def run(arguments: argparse.Namespace) -> int:
    """Explain a word, or rejected translations, and print what was found."""
    if arguments.top < 0:
        raise ConfigError(f"--top is {arguments.top}, but must be 0 or more")
    if arguments.rejected:
        return _blame(arguments)
    if arguments.accepted:
        raise ConfigError("--accepted goes with --rejected: give both")
    if arguments.word is None:
        raise ConfigError("give a word and a lexicon, such as diglot explain chien OUT.tsv")
    return _explain(arguments)


def _explain(arguments: argparse.Namespace) -> int:
    from diglot.cli.explain_output import explanations_json, print_explanations
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.lexicons.explaining import explain_word

    outputs = [path for path in (arguments.html, arguments.picture) if path]
    for path in outputs:
        check_writable(path)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        found = explain_word(
            arguments.word, arguments.lexicon, options=_options(arguments), progress=report
        )
    if arguments.html:
        from diglot.report.pages.lexicon_page import write_explanation_page

        write_explanation_page(arguments.html, found)
    if arguments.picture:
        from diglot.report.plots.word_picture import write_picture

        write_picture(arguments.picture, max(found, key=lambda each: len(each.translations)))
    if arguments.json:
        print_json(explanations_json(arguments.word, found))
    elif not arguments.quiet:
        print_explanations(found)
        for path in outputs:
            print(f"\nwrote {path}")
    return 0


def _blame(arguments: argparse.Namespace) -> int:
    from diglot.cli.explain_output import blame_json, print_blame
    from diglot.pipeline.steps.lexicons.blame import blame_dictionaries

    for name in ("translation", "html", "picture"):
        if getattr(arguments, name):
            raise ConfigError(f"--{name} goes with a word, not with --rejected: leave it out")
    # There is no word: what stands in its place is a file.
    files = [*([Path(arguments.word)] if arguments.word else []), *arguments.lexicon]
    with progress(quiet=arguments.quiet or arguments.json) as report:
        found = blame_dictionaries(
            files,
            arguments.rejected,
            accepted=arguments.accepted,
            options=_options(arguments),
            progress=report,
        )
    if arguments.json:
        print_json(blame_json(found))
    elif not arguments.quiet:
        print_blame(found, most=arguments.top or None)
    return 0


def _options(arguments: argparse.Namespace) -> ExplainOptions:
    from diglot.pipeline.steps.lexicons.explanation import ExplainOptions

    return ExplainOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        translation=arguments.translation,
        top=arguments.top or None,
        paths=arguments.paths,
        case=arguments.case,
        pos=arguments.pos,
        skip_bad=arguments.skip_bad,
        rules=arguments.rules,
    )
