"""``diglot explain``: why an inferred dictionary translates a word as it does."""

from __future__ import annotations

from dataclasses import asdict
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.output import clean, print_json, progress
from diglot.cli.parsing import add_options, add_path, read_options
from diglot.errors import ConfigError
from diglot.pipeline.steps.lexicons.options import ExplainOptions
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.model import LexicalPath, Translation
    from diglot.pipeline.steps.lexicons.explanation import Blame, Explanation

DESCRIPTION = (
    "Show the translations of a word with their scores, reasons and paths through other "
    "languages: from a lexicon that diglot infer wrote, or directly from dictionaries."
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "word", nargs="?", metavar="WORD", help="the word, in either language; not with --rejected"
    )
    add_path(
        parser,
        "lexicon",
        "output of diglot infer, with OUT.explained.jsonl beside it; or, with --to, "
        "dictionaries or a saved graph of them",
        nargs="+",
    )
    add_path(parser, "--html", "write a page with pictures of the paths")
    add_path(parser, "--picture", "write only the picture, as SVG", metavar="FILE.svg")
    add_options(parser, ExplainOptions)
    group = parser.add_argument_group("rejected translations")
    add_path(
        group,
        "--rejected",
        "wrong translations (two columns): show the dictionary entries that explain them, "
        "instead of a word",
    )
    add_path(group, "--accepted", "correct translations, with --rejected")


def run(arguments: argparse.Namespace) -> int:
    if arguments.rejected:
        return _blame(arguments)
    if arguments.accepted:
        raise ConfigError("--accepted goes with --rejected: give both")
    if arguments.word is None:
        raise ConfigError("give a word and a lexicon, such as diglot explain chien OUT.tsv")
    return _explain(arguments)


def _explain(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.lexicons.explanation import explain_word

    options = read_options(arguments, ExplainOptions)
    outputs = [path for path in (arguments.html, arguments.picture) if path]
    for path in outputs:
        check_writable(path)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        found = explain_word(arguments.word, arguments.lexicon, options=options, progress=report)
    if arguments.html:
        from diglot.report.pages.lexicon import write_explanation_page

        write_explanation_page(arguments.html, found)
    if arguments.picture:
        from diglot.report.plots.word_graph import write_picture

        write_picture(arguments.picture, max(found, key=lambda each: len(each.translations)))
    if arguments.json:
        print_json(explanations_json(arguments.word, found))
    elif not arguments.quiet:
        print_explanations(found)
        for path in outputs:
            print(f"\nwrote {path}")
    return 0


def _blame(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.lexicons.explanation import blame_dictionaries

    options = read_options(arguments, ExplainOptions)
    others = {
        "translation": options.translation,
        "html": arguments.html,
        "picture": arguments.picture,
    }
    for name, value in others.items():
        if value:
            raise ConfigError(f"--{name} goes with a word, not with --rejected: leave it out")
    # There is no word: what stands in its place is a file.
    files = [*([Path(arguments.word)] if arguments.word else []), *arguments.lexicon]
    with progress(quiet=arguments.quiet or arguments.json) as report:
        found = blame_dictionaries(
            files, arguments.rejected, accepted=arguments.accepted, options=options, progress=report
        )
    if arguments.json:
        print_json(blame_json(found))
    elif not arguments.quiet:
        print_blame(found, most=options.top or None)
    return 0


# Translations with their paths, for people and for programs.

_PATHLESS = 5


def print_explanations(found: Sequence[Explanation]) -> None:
    """Print the translations of a word, their reasons and their paths."""
    for number, each in enumerate(found):
        if number:
            print()
        shown = count_of(len(each.translations) + each.left, "translation")
        print(f"{clean(each.word)} ({each.language}): {shown} ({each.target_language})")
        if each.why:
            print(f"  {clean(each.why)}")
        for translation in each.translations:
            _print_translation(translation, each.measure)
        if each.left:
            print(f"\n  and {each.left:,} more; --top 0 shows all")
        if each.direct:
            print(f"\n  dictionaries say directly: {clean(', '.join(each.direct))}")


def _print_translation(each: Translation, measure: str) -> None:
    from diglot.lexicons.paths.paths import NO_PATH

    told = (each.target, _score(each.score, measure), each.source_pos or "")
    print("\n  " + "  ".join(clean(text) for text in told if text))
    if each.reasons:
        print(f"    {clean('; '.join(each.reasons))}")
    for path in each.paths:
        print(f"    {path_text(path)}")
    if not each.paths and each.score is not None and NO_PATH not in each.reasons:
        print("    its paths were not kept; give its dictionaries with --from and --to to see them")


def _score(score: float | None, measure: str) -> str:
    """Return a score as it is shown, rounded down: only certainty is 100 %."""
    if score is None:
        return ""
    if measure == "probability":
        return f"{floor(score * 100 + 1e-9)} %"
    return f"{measure} {score:.3f}"


def path_text(path: LexicalPath) -> str:
    """Return a path such as ``chien (fr) ── perro (es) [fra-spa] ── dog (en) [eng-spa]``."""
    words = [
        f"{clean(word)} ({clean(language)})"
        for word, language in zip(path.words, path.languages, strict=True)
    ]
    steps = [f"[{clean(', '.join(names))}]" for names in path.dictionaries]
    return " ── ".join(
        [words[0], *(f"{word} {step}" for word, step in zip(words[1:], steps, strict=True))]
    )


def explanations_json(word: str, found: Sequence[Explanation]) -> dict[str, Any]:
    """Return explanations as plain values."""
    return {"word": word, "explanations": [asdict(each) for each in found]}


def print_blame(found: Blame, *, most: int | None) -> None:
    """Print which entries of the dictionaries explain rejected translations."""
    print(
        f"{found.rejected:,} rejected and {count_of(found.accepted, 'accepted translation')} "
        "with a path; "
        f"{count_of(len(found.edges), 'entry')} on paths of rejected ones"
    )
    if found.edges:
        print("\n  explains  wrong  rejected  accepted  entry")
    for each in found.edges[:most]:
        one, other = (
            f"{clean(word)} ({clean(language)})"
            for word, language in zip(each.words, each.languages, strict=True)
        )
        print(
            f"  {each.explained:8.1f}  {floor(each.wrong * 100 + 1e-9):3d} %"
            f"  {each.rejected:8,}  {each.accepted:8,}  {one} ── {other}"
            f" [{clean(', '.join(each.dictionaries))}]"
        )
    if most is not None and len(found.edges) > most:
        print(f"  and {len(found.edges) - most:,} more; --top 0 shows all")
    if found.pathless:
        shown = ", ".join(
            f"{clean(one)} | {clean(other)}" for one, other in found.pathless[:_PATHLESS]
        )
        more = ", …" if len(found.pathless) > _PATHLESS else ""
        judged = count_of(len(found.pathless), "judged translation")
        print(f"\n  {judged} without a known path: {shown}{more}")


def blame_json(found: Blame) -> dict[str, Any]:
    """Return blamed entries as plain values."""
    return asdict(found)
