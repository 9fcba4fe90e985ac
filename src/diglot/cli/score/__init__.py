"""The command diglot score, which scores a result against gold.

The arguments of one kind of result enter. Printed tables, JSON or plots leave.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json
from diglot.cli.score import agreement, lexicon, terminology
from diglot.cli.score import terms as score_pairs
from diglot.cli.score import terms as score_terms
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.evaluate.statistics.significance import Comparison

DESCRIPTION = (
    "Score links between sentences (strict and lax precision and recall, ARCADE's levels) or "
    "between words (alignment error rate, precision, recall, F; agreement with trees; quality of "
    "probabilities), ranked pairs of terms (average precision, MAP, precision, recall), "
    "extracted terms, inferred dictionaries (TIAD's precision, recall, F, coverage), or "
    "translations by how they treat marked terms (exact match, window overlap, TERm), with 95 % "
    "intervals; several results are compared. Or score how far annotators agree (kappa, alpha, F)."
)
_WORDS_ONLY = (
    *("trees", "labels", "all_sure", "ignore_possible", "no_punctuation", "alpha"),
    *("base", "pred_base"),
)


_PREDICTIONS = ("sentences", "words", "pairs", "terms", "lexicon")
_SHARED = ("source_language", "target_language")
# Options that only some kinds of results have, with those kinds.
_KINDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_WORDS_ONLY, ("words",)),
    **dict.fromkeys(score_pairs.PAIR_OPTIONS, ("pairs",)),
    **dict.fromkeys(score_terms.TERM_OPTIONS, ("terms",)),
    **dict.fromkeys(lexicon.OPTIONS, ("lexicon",)),
    **dict.fromkeys(terminology.OPTIONS, ("terminology",)),
    **dict.fromkeys(agreement.OPTIONS, ("agreement",)),
    **dict.fromkeys(("gold", "pred"), _PREDICTIONS),
    "source": ("sentences", "words", "terminology", "agreement"),
    "target": ("sentences", "words", "agreement"),
    "base": ("words", "agreement"),
    **dict.fromkeys(_SHARED, ("pairs", "terms", "lexicon", "terminology")),
    "plot": ("pairs", "terms", "lexicon", "terminology"),
    "match": ("pairs", "terms"),
    "format": ("words", "lexicon", "terminology", "agreement"),
    "pred_format": ("words", "lexicon"),
    "draws": ("pairs", "lexicon", "terminology", "agreement"),
    **dict.fromkeys(("compat", "details"), ("pairs", "terminology")),
}
_COMPAT = {"pairs": score_pairs.PAIR_COMPAT, "terminology": terminology.COMPAT}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "what",
        choices=tuple(_RUNS),
        metavar="WHAT",
        help="links between sentences or words, pairs of terms, terms, lexicon (an inferred "
        "dictionary), terminology: translations of marked terms, or agreement of annotators",
    )
    agreement.configure(parser)
    parser.add_argument(
        "--gold",
        type=Path,
        metavar="G",
        help="what is right: a link file (for sentences a folder of them, too), a list of pairs "
        "(or the folder of a shared task) or of terms, a dictionary (or a folder of one for each "
        "direction)",
    )
    parser.add_argument(
        "--pred",
        type=Path,
        action="append",
        metavar="P",
        help="file or folder to score; give it again to compare several (for terminology: "
        "--hypothesis)",
    )
    parser.add_argument(
        "--source",
        type=Path,
        metavar="S",
        help="source segments, one a line (for the word and character levels); for words the "
        "tokenised source sentences, to check the links against; for terminology the test set",
    )
    parser.add_argument("--target", type=Path, metavar="T", help="the same of the target side")
    words = parser.add_argument_group("words")
    words.add_argument(
        "--trees", type=Path, metavar="FILE", help="gold trees of bisegments (TransRead)"
    )
    words.add_argument(
        "--labels",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="labels of people on links, one file an annotator, for the quality of probabilities",
    )
    words.add_argument(
        "--all-sure", action="store_true", default=None, help="count possible links as sure"
    )
    words.add_argument(
        "--ignore-possible", action="store_true", default=None, help="leave possible links out"
    )
    words.add_argument(
        "--no-punctuation",
        action="store_true",
        default=None,
        help="leave links of punctuation out (needs --source and --target)",
    )
    words.add_argument(
        "--alpha",
        type=float,
        metavar="A",
        help="weight of the precision in F, from 0 to 1 (default: 0.5)",
    )
    words.add_argument(
        "--base",
        type=int,
        choices=(0, 1),
        help="number of the first word of a sentence in G (Pharaoh: 0; TALP does not say)",
    )
    words.add_argument(
        "--format", metavar="FORMAT", help="format of G (or of S), if its name hides it"
    )
    words.add_argument("--pred-base", type=int, choices=(0, 1), help="as --base, for P")
    words.add_argument("--pred-format", metavar="FORMAT", help="as --format, for P")
    terms = parser.add_argument_group("pairs, terms, lexicon and terminology")
    terms.add_argument(
        "--match",
        choices=("exact", "case", "lemma"),
        help="when terms are the same: as written, in lower case, or by their lemmas (default: "
        "exact for pairs, case for terms)",
    )
    terms.add_argument(
        "-s",
        "--source-language",
        "--from",
        dest="source_language",
        metavar="LANG",
        help="language of the source side, or of terms",
    )
    terms.add_argument(
        "-t",
        "--target-language",
        "--to",
        dest="target_language",
        metavar="LANG",
        help="language of the target side",
    )
    score_pairs.configure_pairs(parser)
    score_terms.configure_terms(parser)
    lexicon.configure(parser)
    terminology.configure(parser)
    parser.add_argument(
        "--compat",
        choices=tuple(name for names in _COMPAT.values() for name in names),
        help="count as another scorer does, number for number: bucc2022 for pairs, alam2021 for "
        "terminology",
    )
    parser.add_argument(
        "--details",
        action="store_true",
        default=None,
        help="for pairs with --compat a line for every right pair, too; for terminology what "
        "became of every term",
    )


def run(arguments: argparse.Namespace) -> int:
    """Score, compare, print."""
    for name, kinds in _KINDS.items():
        if getattr(arguments, name) not in (None, []) and arguments.what not in kinds:
            option = "FILE" if name == "files" else f"--{name.replace('_', '-')}"
            raise ConfigError(f"{option} is for {_listed(kinds)}, not for {arguments.what}")
    if arguments.pred is None and arguments.what in _PREDICTIONS:
        raise ConfigError("give --pred, the result to score")
    known = _COMPAT.get(arguments.what, ())
    if arguments.compat is not None and arguments.compat not in known:
        raise ConfigError(
            f"--compat {arguments.compat} is not for {arguments.what}: choose {', '.join(known)}"
        )
    return _RUNS[arguments.what](arguments)


def _listed(kinds: Sequence[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} and {last}" if others else last


def _sentences(arguments: argparse.Namespace) -> int:
    from diglot import pipeline
    from diglot.report.tables.scores import sentence_tables, sentences_as_json

    if arguments.gold is None:
        raise ConfigError("give --gold, the links to score against")
    runs = pipeline.score_sentences(
        arguments.gold, arguments.pred, source=arguments.source, target=arguments.target
    )
    compared = pipeline.compare_runs(runs)
    note = None if arguments.source else "word and char need --source and --target"
    if arguments.json:
        _print_json([sentences_as_json(each, note) for each in runs], compared)
        return 0
    for each in runs:
        if len(runs) > 1:
            print(each.prediction)
        for table in sentence_tables(each, brief=arguments.quiet):
            print(table, end="\n\n")
    _print_compared(compared)
    if not arguments.quiet:
        if note:
            print(note)
        print(runs[0].scores["strict"].signature)
    return 0


def _words(arguments: argparse.Namespace) -> int:
    from diglot import pipeline
    from diglot.report.tables.words import note_of, word_tables, words_as_json

    runs = pipeline.score_words(
        arguments.pred,
        gold=arguments.gold,
        source=arguments.source,
        target=arguments.target,
        trees=arguments.trees,
        labels=arguments.labels or (),
        options=pipeline.WordScoreOptions(
            all_sure=bool(arguments.all_sure),
            ignore_possible=bool(arguments.ignore_possible),
            punctuation=not arguments.no_punctuation,
            alpha=arguments.alpha,
            base=arguments.base,
            format=arguments.format,
            pred_base=arguments.pred_base,
            pred_format=arguments.pred_format,
        ),
    )
    compared = pipeline.compare_words(runs)
    if arguments.json:
        _print_json([words_as_json(each) for each in runs], compared)
        return 0
    for each in runs:
        if len(runs) > 1:
            print(each.prediction)
        for table in word_tables(each, brief=arguments.quiet):
            print(table, end="\n\n")
    _print_compared(compared)
    if not arguments.quiet:
        for line in (note_of(runs[0]), runs[0].score and runs[0].score.signature):
            if line:
                print(line)
    return 0


def _print_compared(compared: Sequence[tuple[Any, Any, Comparison]]) -> None:
    from diglot.report.tables.scores import comparison_table

    for first, second, comparison in compared:
        print(f"{first.prediction} (first) and {second.prediction} (second)")
        print(comparison_table([comparison]), end="\n\n")


def _print_json(
    results: Sequence[dict[str, Any]], compared: Sequence[tuple[Any, Any, Comparison]]
) -> None:
    """Print one run as an object; several under ``runs``, with ``comparisons``."""
    from diglot.report.tables.scores import compared_as_json

    if len(results) == 1:
        print_json(results[0])
    else:
        print_json({"runs": results, "comparisons": compared_as_json(compared)})


_RUNS = {
    "sentences": _sentences,
    "words": _words,
    "pairs": score_pairs.run_pairs,
    "terms": score_terms.run_terms,
    "lexicon": lexicon.run,
    "terminology": terminology.run,
    "agreement": agreement.run,
}
