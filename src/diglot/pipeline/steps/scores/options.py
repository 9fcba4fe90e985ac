"""How results of every kind are read and scored."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from diglot.options import option, option_record
from diglot.pipeline.options import SEED

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.evaluate.terminology.matches import Parser

READING, COUNTING, TRUST = "reading", "counting", "intervals and tests"
FIND_LINKS, TASK, OFFICIAL = "word links", "shared tasks", "the official scorer"
MAKING, DETECTION = "making a translation", "detection"
DEFAULT_DRAWS = 1000
LAYERS = ("confidence", "labels", "links", "sentences", "trees")
"""Kinds of judgements: on sentence pairs, on given word links, word links, beads, divisions."""
TASKS = ("wmt23", "wmt25", "wmt25-documents")

DRAWS = partial(
    option,
    "number of resamples for intervals and tests; 0 for none",
    "--draws",
    "--resamples",
    default=DEFAULT_DRAWS,
    metavar="N",
    least=0,
    group=TRUST,
)
SOURCE_LANGUAGE = partial(
    option,
    "language of the source side",
    *("-s", "--source-language", "--from"),
    metavar="LANG",
    group=READING,
)
TARGET_LANGUAGE = partial(
    option,
    "language of the target side",
    *("-t", "--target-language", "--to"),
    metavar="LANG",
    group=READING,
)
SOURCE = partial(option, metavar="S", group=READING)
TARGET = partial(option, "the same for the target side", metavar="T", group=READING)
FORMAT = partial(
    option, "format of G, if its name does not show it", metavar="FORMAT", group=READING
)
PRED_FORMAT = partial(option, "the same for P", metavar="FORMAT", group=READING)
BASE = partial(
    option,
    "number of the first word of a sentence, if the format does not fix it (Pharaoh: 0; TALP "
    "does not specify it)",
    choices=(0, 1),
    group=READING,
)
MATCH = partial(
    option,
    "how terms are compared: as written, in lower case, or by lemmas",
    choices=("exact", "case", "lemma"),
    group=COUNTING,
)


@option_record
class SentenceScoreOptions:
    """What else is known of the texts that links between sentences number."""

    source: Path | None = SOURCE(
        "source segments: one a line, a document of any format, or a folder of such files; the "
        "word and character levels need them"
    )
    target: Path | None = TARGET()
    gold_source: Path | None = option(
        "the source text as the gold segments it, where that differs: scores are by words and "
        "characters",
        metavar="FILE",
    )
    gold_target: Path | None = option("the same for the target", metavar="FILE")


@option_record
class WordScoreOptions:
    """How word links are read and counted, and what they are scored against besides gold."""

    trees: Path | None = option("gold trees of bisegments (TransRead)", metavar="FILE")
    labels: tuple[Path, ...] = option(
        "human labels of links, one file per annotator, for the quality of probabilities",
        default=(),
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
    pred_base: int | None = option("the same for P", choices=(0, 1), group=READING)
    all_sure: bool = option("count possible links as sure", default=False, group=COUNTING)
    ignore_possible: bool = option("ignore possible links", default=False, group=COUNTING)
    punctuation: bool = option(
        "ignore links of punctuation (needs --source and --target)",
        "--no-punctuation",
        default=True,
        group=COUNTING,
    )
    alpha: float = option(
        "weight of the precision in F", default=0.5, metavar="A", least=0, most=1, group=COUNTING
    )


@option_record
class PairScoreOptions:
    """How ranked pairs of terms are read and counted."""

    source_terms: Path | None = option(
        "list of the source terms, one per line: pairs with other source terms are ignored",
        metavar="D1",
        group=READING,
    )
    target_terms: Path | None = option("the same for the target terms", metavar="D2", group=READING)
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    match: str = MATCH(default="exact")
    oov: str | None = option(
        "drop pairs with a term that is in neither list, or keep them as wrong (default: drop; "
        "keep with --compat)",
        choices=("drop", "keep"),
        group=COUNTING,
    )
    enforce_ceiling: bool = option(
        "count only the first 10 (|D1| + |D2|) / 2 pairs, the limit of the shared task",
        default=False,
        group=COUNTING,
    )
    frequencies: Path | None = option(
        "source terms with their frequencies: scores for rare, medium and frequent terms",
        metavar="FILE",
        group=COUNTING,
    )
    draws: int = DRAWS()


@option_record
class ShownPairOptions:
    """What is shown of the scores of ranked pairs."""

    hard: int = option(
        "with more than one run, number of pairs that none found to show", default=20, metavar="N"
    )
    compat: str | None = option(
        "reproduce the numbers of another scorer exactly", choices=("bucc2022",), group=OFFICIAL
    )
    interpolated: bool = option(
        "also print interpolated average precision", default=False, group=OFFICIAL
    )
    details: bool = option(
        "also print a line for every correct pair", default=False, group=OFFICIAL
    )


@option_record
class TermScoreOptions:
    """How lists of terms are read and counted."""

    language: str | None = option(
        "language of the terms; if known, they are also scored by groups of lemmas",
        *("-s", "--source-language", "--from"),
        metavar="LANG",
        group=READING,
    )
    match: str = MATCH(default="case")
    variants: bool = option(
        "treat the variants in P as terms of the list, with the rank of their term",
        default=False,
        group=COUNTING,
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
    skip_bad: bool = option(
        "skip and count malformed lines instead of stopping at the first",
        default=False,
        group=READING,
    )
    source_lexicon: Path | None = option(
        "words of the source language in the graph, to which gold is restricted: a list, a "
        "dictionary or a saved graph",
        "--lexicon-source",
        metavar="FILE",
        group=COUNTING,
    )
    target_lexicon: Path | None = option(
        "the same for the target language", "--lexicon-target", metavar="FILE", group=COUNTING
    )
    lexicons: tuple[Path, ...] = option(
        "dictionaries or saved graph from which the prediction was inferred, with the words of "
        "both languages",
        "--lexicon",
        default=(),
        metavar="GRAPH",
        several=True,
        group=COUNTING,
    )
    pos: str = option(
        "whether words of different parts of speech are different words",
        default="ignore",
        choices=("ignore", "match"),
        group=COUNTING,
    )
    case: str = option(
        "whether words that differ only in case are equal (default: fold, they are)",
        default="fold",
        choices=("fold", "keep"),
        group=COUNTING,
    )
    duplicates: str = option(
        "of rows with the same words, count the best (max), or every different one (keep)",
        "--dup",
        default="max",
        choices=("max", "keep"),
        group=COUNTING,
    )
    filter: str = option(
        "count rows of which gold has both words (both), or at least the source word (one)",
        default="both",
        choices=("both", "one"),
        group=COUNTING,
    )
    thresholds: tuple[float, ...] = option(
        "minimum score of a row that counts (default: 0.5); repeat it to give each prediction "
        "its own",
        "--threshold",
        default=(0.5,),
        metavar="P",
        least=0,
        most=1,
        group=COUNTING,
    )
    step: str = option(
        "step between the thresholds of the sweep", default="0.05", metavar="D", group=COUNTING
    )
    draws: int = DRAWS()


@option_record
class MarkedSetOptions:
    """How a test set with marked terms is read, and what scores of systems are made of."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    format: str | None = option(
        "format of S, if its name does not show it", metavar="FORMAT", group=READING
    )
    terms: Path | None = option(
        "terms of each line of S (shared task of 2023)", metavar="FILE", group=READING
    )
    mode: str | None = option(
        "which dictionary of S to use (shared task of 2025; default: proper)",
        choices=("proper", "random", "noterm"),
        group=READING,
    )
    lemmas: str = option(
        "also match terms by lemmas, if available for the target language; identity, which makes "
        "every word its own lemma, is for --compat",
        default="auto",
        choices=("auto", "none", "identity"),
        group=COUNTING,
    )
    align: bool = option(
        "align the words of S and H, for the metrics that need the position of a term's "
        "translation",
        default=False,
        group=FIND_LINKS,
    )
    links: tuple[Path, ...] = option(
        "word links of S and H instead, once for each H, in the same order",
        default=(),
        metavar="FILE",
        group=FIND_LINKS,
    )
    draws: int = DRAWS()
    unit: str = option(
        "unit of resampling for intervals and tests",
        default="segment",
        choices=("segment", "document"),
        group=TRUST,
    )


@option_record
class TerminologyScoreOptions(MarkedSetOptions):
    """How a test set is read and scored; ``parser`` finds the heads of words."""

    tokenise: bool = option(
        "tokenise texts with diglot's tokeniser (default: at white space)",
        default=False,
        group=COUNTING,
    )
    skip_function_words: bool = option(
        "whether function words count in windows (default: keep)",
        "--stop-words",
        default=False,
        spelled={"keep": False, "skip": True},
        group=COUNTING,
    )
    parser: Parser | None = None
    reference_parse: Path | None = option(
        "dependency parse of R (CoNLL-U), for windows of dependency links",
        "--parsed-reference",
        metavar="FILE",
        group=FIND_LINKS,
    )
    parses: tuple[Path, ...] = option(
        "dependency parse of H (CoNLL-U), once for each H, in the same order",
        "--parsed",
        default=(),
        metavar="FILE",
        group=FIND_LINKS,
    )


@option_record
class ShownTermOptions:
    """What is shown of the scores of marked terms."""

    details: bool = option("write the result for every term", default=False)
    compat: str | None = option(
        "reproduce the numbers of the published implementation of 2021 exactly",
        choices=("alam2021",),
    )


@option_record
class CheatOptions(MarkedSetOptions):
    """How a test set is read, and how cheating translations of it are made or detected."""

    kind: str = option(
        "naive adds all terms of a segment, smart adds those that H lacks, interleave puts all at "
        "their positions in the source (default in Python: smart)",
        default="smart",
        choices=("naive", "smart", "interleave"),
        group=MAKING,
    )
    where: str = option(
        "where naive and smart add the terms",
        default="end",
        choices=("end", "front"),
        group=MAKING,
    )
    without_terms: bool = option(
        "the systems did not see the terms, so an unusual number of them is suspicious",
        default=False,
        group=DETECTION,
    )


@option_record
class TaskOptions(MarkedSetOptions):
    """How a test set of a shared task is read and scored; ``mode`` is that of the systems."""

    task: str = option(
        "score as this shared task on terminology: success rates, consistency (default in "
        "Python: wmt25)",
        default="wmt25",
        choices=TASKS,
        group=TASK,
    )
    pseudo_references: tuple[Path, ...] = option(
        "released table of term occurrences, once for each H, in the same order (wmt25)",
        default=(),
        metavar="FILE",
        group=TASK,
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
    format: str | None = option(
        "format of word links, if the names of the files do not show it",
        metavar="FORMAT",
        group=READING,
    )
    base: int | None = BASE()
    resamples: int = DRAWS()
    seed: int = SEED(group=TRUST)
