"""How results of every kind are read and scored."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from diglot.options import Group, option, option_record
from diglot.pipeline.options import SEED

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.evaluate.terminology.matches import Parser

READING, COUNTING, TRUST = Group("reading"), Group("counting"), Group("intervals and tests")
FIND_LINKS, TASK = Group("word links"), Group("shared tasks")
MAKING, DETECTION = Group("making a translation"), Group("detection")
OFFICIAL = Group("the official scorer")
DEFAULT_DRAWS = 1000
LAYERS = ("confidence", "labels", "links", "sentences", "trees")
"""Kinds of judgements: on sentence pairs, on given word links, word links, beads, divisions."""
TASKS = ("wmt23", "wmt25", "wmt25-documents")

DRAWS = partial(
    TRUST,
    "number of resamples for intervals and tests; 0 for none",
    "--draws",
    "--resamples",
    default=DEFAULT_DRAWS,
    metavar="N",
    least=0,
)
SOURCE_LANGUAGE = partial(
    READING, "language of the source side", *("-s", "--source-language", "--from"), metavar="LANG"
)
TARGET_LANGUAGE = partial(
    READING, "language of the target side", *("-t", "--target-language", "--to"), metavar="LANG"
)
SOURCE = partial(READING, metavar="S")
TARGET = partial(READING, "the same for the target side", metavar="T")
FORMAT = partial(READING, "format of G, if its name does not show it", metavar="FORMAT")
PRED_FORMAT = partial(READING, "the same for P", metavar="FORMAT")
BASE = partial(
    READING,
    "number of the first word of a sentence, if the format does not fix it (Pharaoh: 0; TALP "
    "does not specify it)",
    choices=(0, 1),
)
MATCH = partial(
    COUNTING,
    "how terms are compared: as written, in lower case, or by lemmas",
    choices=("exact", "case", "lemma"),
)


@option_record
class SentenceScoreOptions:
    """What else is known of the texts that links between sentences number."""

    source: Path | None = SOURCE(
        "source segments: one per line, a document of any format, or a folder of such files; the "
        "word and character levels need them"
    )
    target: Path | None = TARGET()
    gold_source: Path | None = option(
        "the source text as the gold segments it, where that differs: scores are by words and "
        "characters; without G its lines are translated by those of the target, as in BAF",
        metavar="FILE",
    )
    gold_target: Path | None = option("the same for the target", metavar="FILE")


@option_record
class WordScoreOptions:
    """How word links are read and counted, and what they are scored against besides gold."""

    trees: Path | None = option("gold trees of bisegments (TransRead)", metavar="FILE")
    labels: tuple[Path, ...] = option(
        "human labels of links, one file per annotator, for the quality of probabilities",
        metavar="FILE",
        several=True,
    )
    source: Path | None = SOURCE(
        "tokenised source sentences, to check positions against and to know punctuation"
    )
    target: Path | None = TARGET()
    format: str | None = FORMAT()
    base: int | None = BASE()
    pred_format: str | None = PRED_FORMAT()
    pred_base: int | None = READING("the same for P", choices=(0, 1))
    all_sure: bool = COUNTING("count possible links as sure")
    ignore_possible: bool = COUNTING("ignore possible links")
    punctuation: bool = COUNTING(
        "ignore links of punctuation (needs --source and --target)",
        "--no-punctuation",
        default=True,
    )
    alpha: float = COUNTING(
        "weight of the precision in F", default=0.5, metavar="A", least=0, most=1
    )


@option_record
class PairScoreOptions:
    """How ranked pairs of terms are read and counted."""

    source_terms: Path | None = READING(
        "list of the source terms, one per line: pairs with other source terms are ignored",
        metavar="D1",
    )
    target_terms: Path | None = READING("the same for the target terms", metavar="D2")
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    match: str = MATCH(default="exact")
    oov: str | None = COUNTING(
        "drop pairs with a term that is in neither list, or keep them as wrong (default: drop; "
        "keep with --compat)",
        choices=("drop", "keep"),
    )
    enforce_ceiling: bool = COUNTING(
        "count only the first 10 (|D1| + |D2|) / 2 pairs, the limit of the shared task"
    )
    frequencies: Path | None = COUNTING(
        "source terms with their frequencies: scores for rare, medium and frequent terms",
        metavar="FILE",
    )
    draws: int = DRAWS()


@option_record
class ShownPairOptions:
    """What is shown of the scores of ranked pairs."""

    hard: int = option(
        "with more than one run, number of pairs that none found to show", default=20, metavar="N"
    )
    compat: str | None = OFFICIAL(
        "reproduce the numbers of another scorer exactly", choices=("bucc2022",)
    )
    interpolated: bool = OFFICIAL("also print interpolated average precision")
    details: bool = OFFICIAL("also print a line for every correct pair")


@option_record
class TermScoreOptions:
    """How lists of terms are read and counted."""

    language: str | None = READING(
        "language of the terms; if known, they are also scored by groups of lemmas",
        *("-s", "--source-language", "--from"),
        metavar="LANG",
    )
    match: str = MATCH(default="case")
    variants: bool = COUNTING(
        "treat the variants in P as terms of the list, with the rank of their term"
    )


@option_record
class LexiconScoreOptions:
    """How inferred dictionaries are read and counted."""

    reverse_gold: Path | None = option(
        "gold that is read from target to source, in addition to G or instead of it", metavar="R"
    )
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    format: str | None = FORMAT()
    pred_format: str | None = PRED_FORMAT()
    skip_bad: bool = READING("skip and count malformed lines instead of stopping at the first")
    source_lexicon: Path | None = COUNTING(
        "words of the source language in the graph, to which gold is restricted: a list, a "
        "dictionary or a saved graph",
        "--lexicon-source",
        metavar="FILE",
    )
    target_lexicon: Path | None = COUNTING(
        "the same for the target language", "--lexicon-target", metavar="FILE"
    )
    lexicons: tuple[Path, ...] = COUNTING(
        "dictionaries or saved graph from which the prediction was inferred, with the words of "
        "both languages",
        "--lexicon",
        metavar="GRAPH",
        several=True,
    )
    pos: str = COUNTING(
        "whether words of different parts of speech are different words",
        default="ignore",
        choices=("ignore", "match"),
    )
    case: str = COUNTING(
        "whether words that differ only in case are equal (default: fold, they are)",
        default="fold",
        choices=("fold", "keep"),
    )
    duplicates: str = COUNTING(
        "of rows with the same words, count the best (max), or every different one (keep)",
        "--dup",
        default="max",
        choices=("max", "keep"),
    )
    filter: str = COUNTING(
        "count rows of which gold has both words (both), or at least the source word (one)",
        default="both",
        choices=("both", "one"),
    )
    thresholds: tuple[float, ...] = COUNTING(
        "minimum score of a row that counts (default: 0.5); repeat it to give each prediction "
        "its own",
        "--threshold",
        default=(0.5,),
        metavar="P",
        least=0,
        most=1,
    )
    step: str = COUNTING("step between the thresholds of the sweep", default="0.05", metavar="D")
    draws: int = DRAWS()


@option_record
class MarkedSetOptions:
    """How a test set with marked terms is read, and what scores of systems are made of."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    format: str | None = READING("format of S, if its name does not show it", metavar="FORMAT")
    terms: Path | None = READING("terms of each line of S (shared task of 2023)", metavar="FILE")
    mode: str | None = READING(
        "which dictionary of S to use (shared task of 2025; default: proper)",
        choices=("proper", "random", "noterm"),
    )
    lemmas: str = COUNTING(
        "also match terms by lemmas, if available for the target language; identity, which makes "
        "every word its own lemma, is for --compat",
        default="auto",
        choices=("auto", "none", "identity"),
    )
    align: bool = FIND_LINKS(
        "align the words of S and H, for the metrics that need the position of a term's translation"
    )
    links: tuple[Path, ...] = FIND_LINKS(
        "word links of S and H instead, once for each H, in the same order", metavar="FILE"
    )
    draws: int = DRAWS()
    unit: str = TRUST(
        "unit of resampling for intervals and tests",
        default="segment",
        choices=("segment", "document"),
    )


@option_record
class TerminologyScoreOptions(MarkedSetOptions):
    """How a test set is read and scored; ``parser`` finds the heads of words."""

    tokenise: bool = COUNTING("tokenise texts with diglot's tokeniser (default: at white space)")
    skip_function_words: bool = COUNTING(
        "whether function words count in windows (default: keep)",
        "--stop-words",
        spelled={"keep": False, "skip": True},
    )
    parser: Parser | None = None
    reference_parse: Path | None = FIND_LINKS(
        "dependency parse of R (CoNLL-U), for windows of dependency links",
        "--parsed-reference",
        metavar="FILE",
    )
    parses: tuple[Path, ...] = FIND_LINKS(
        "dependency parse of H (CoNLL-U), once for each H, in the same order",
        "--parsed",
        metavar="FILE",
    )


@option_record
class ShownTermOptions:
    """What is shown of the scores of marked terms."""

    details: bool = option("write the result for every term")
    compat: str | None = option(
        "reproduce the numbers of the published implementation of 2021 exactly",
        choices=("alam2021",),
    )


@option_record
class CheatOptions(MarkedSetOptions):
    """How a test set is read, and how cheating translations of it are made or detected."""

    kind: str = MAKING(
        "naive adds all terms of a segment, smart adds those that H lacks, interleave puts all at "
        "their positions in the source (default in Python: smart)",
        default="smart",
        choices=("naive", "smart", "interleave"),
    )
    where: str = MAKING(
        "where naive and smart add the terms", default="end", choices=("end", "front")
    )
    without_terms: bool = DETECTION(
        "the systems did not see the terms, so an unusual number of them is suspicious"
    )


@option_record
class TaskOptions(MarkedSetOptions):
    """How a test set of a shared task is read and scored; ``mode`` is that of the systems."""

    task: str = TASK(
        "score as this shared task on terminology: success rates, consistency (default in "
        "Python: wmt25)",
        default="wmt25",
        choices=TASKS,
    )
    pseudo_references: tuple[Path, ...] = TASK(
        "released table of term occurrences, once for each H, in the same order (wmt25)",
        metavar="FILE",
    )


@option_record
class AgreementOptions:
    """How files of judgements are read and counted."""

    layer: str | None = option(
        "kind of judgement, if the files do not show it: sentence pairs, given word links, word "
        "links, sentence links, or divisions",
        choices=LAYERS,
    )
    source: Path | None = SOURCE(
        "source side that the links number, one sentence or segment a line"
    )
    target: Path | None = TARGET()
    format: str | None = READING(
        "format of word links, if the names of the files do not show it", metavar="FORMAT"
    )
    base: int | None = BASE()
    resamples: int = DRAWS()
    seed: int = SEED(group=TRUST)
