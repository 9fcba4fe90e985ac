"""How terms are extracted, found in sentence pairs and paired, and how termbases are handled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from diglot.errors import ConfigError
from diglot.options import Group, option, option_record
from diglot.pipeline.options import (
    ENCODER,
    ENCODING,
    EXISTING,
    JOBS,
    PACKS,
    READING,
    SOURCE_LANGUAGE,
    SRX,
    STOP_LIST,
    STOP_WORDS,
    TARGET_LANGUAGE,
)
from diglot.runs.options import RUNNING, RunOptions

LONGEST = 5
MIN_SCORE = 0.02
CONCEPT_SCORE = 0.5
"""What goes into a termbase shall be more likely right than wrong."""
MIN_TERMHOOD = 0.05
"""A tenth of the terms in glossaries have less, and most of all other candidates."""
TRANSLATED, COMPARABLE = Group("translated texts"), Group("comparable texts")
CHOICE, RANKING, WRITING = Group("which terms"), Group("ranking"), Group("writing")

RANKER = partial(option, "saved ranker of pairs of terms", metavar="FILE")
LINES = partial(READING, "every line of a text file is a sentence")
PROBABILITY = partial(option, metavar="P", least=0, most=1)

# Options of `diglot terms align` and `diglot build`.
MAX_WORDS = partial(
    option,
    "maximum number of words in a term",
    "--max-words",
    default=LONGEST,
    metavar="N",
    least=1,
)
LEAST_TERMHOOD = partial(
    PROBABILITY,
    "least probability, over both sides, that the pairs of a concept are terms",
    default=MIN_TERMHOOD,
)
PROPER_NAMES = partial(option, "keep proper names in termbases")
METHOD = partial(option, default="spans", metavar="NAME")
MEASURE = partial(
    option,
    "measure that ranks pairs: ranker (default) or formula; llr, dice and others with the "
    "methods linked and cooccurrence",
    metavar="NAME",
)


@option_record
class TermOptions:
    """Options of the steps that find terms in sentence pairs."""

    method: str = METHOD(
        "spans (default), linked, cooccurrence or competition; comparable: see the manual"
    )
    ranker: Path | None = RANKER()
    measure: str | None = MEASURE(group=TRANSLATED)
    longest: int = MAX_WORDS(group=TRANSLATED)
    min_frequency: int | None = TRANSLATED(
        "minimum number of sentences that contain a term (default: 1, in large texts 2)",
        metavar="N",
        least=1,
    )
    min_score: float | None = PROBABILITY(
        f"least probability of a pair that is listed (default: {MIN_SCORE})", group=TRANSLATED
    )
    concept_score: float = PROBABILITY(
        "least probability of a pair that makes a concept (--min-score of build)",
        default=CONCEPT_SCORE,
        group=TRANSLATED,
    )
    min_termhood: float = LEAST_TERMHOOD(group=TRANSLATED)
    names: bool = PROPER_NAMES(group=TRANSLATED)
    stop_words: Path | None = STOP_WORDS(group=TRANSLATED)
    stop_list: Path | None = STOP_LIST(group=TRANSLATED)
    existing: tuple[Path, ...] = EXISTING(group=TRANSLATED)


@option_record
class ComparableOptions:
    """Options of aligning terms of texts that are no translations of each other."""

    method: str | None = option("name of a method (default: see the manual)", metavar="NAME")
    ranker: Path | None = RANKER()
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    encoding: str | None = ENCODING()
    lines: bool = LINES()
    source_terms: Path | None = COMPARABLE(
        "list of the source terms, one per line (default: extracted from SOURCE)", metavar="D1"
    )
    target_terms: Path | None = COMPARABLE("the same for target terms", metavar="D2")
    dictionaries: tuple[Path, ...] = COMPARABLE(
        "table, memory or termbase of translations; more than one may be given",
        "--dictionary",
        metavar="FILE",
    )
    packs: tuple[str, ...] = PACKS()
    encoder: str | None = ENCODER()
    source_vectors: Path | None = COMPARABLE("word vectors (.vec .npy) of SOURCE", metavar="FILE")
    target_vectors: Path | None = COMPARABLE("the same for TARGET", metavar="FILE")
    limit: int | None = COMPARABLE(
        "maximum number of pairs (default: ten per term of the average list)", metavar="N"
    )


@option_record
class TrainingOptions(ComparableOptions):
    """How texts are read from which a ranker of comparable text learns, and what it learns."""

    learner: str | None = option(
        "model that --train learns for comparable texts: trees (default), svm (default of ijs-1 "
        "to ijs-3) or linear-svm",
        metavar="NAME",
    )


@option_record
class PairSystemOptions(TrainingOptions):
    """What a system of a campaign of term pairs may use."""

    encoders: tuple[str, ...] = option(
        "several sentence encoders, each as for encoder (default: the installed one)"
    )
    bitext: tuple[Path, ...] = option(
        "parallel text that the method smt learns from: a memory, or two files of lines"
    )
    settings: Mapping[str, Any] = option("options of the method", default={})


@option_record
class TextOptions:
    """How texts of one language are read."""

    language: str | None = READING(
        "language of the texts (default: detected)", "-l", "--language", metavar="LANG"
    )
    lines: bool = LINES()
    tokenised: bool = READING("the text is tokenised: split only at spaces")
    encoding: str | None = ENCODING()
    srx: Path | None = SRX()
    segmenter: str | None = READING("segment Chinese into words (extra cjk)", choices=("jieba",))


@option_record
class ReadingRun(RunOptions):
    """How many texts are read in shards, before what they hold is counted at once."""

    jobs: int = JOBS(group=RUNNING)


@option_record
class ExtractOptions:
    """Options of extracting terms; ``texts`` says how the texts are read."""

    texts: TextOptions = TextOptions()
    longest: int | None = CHOICE(
        "maximum number of words in a term (default: 5)", "--max-words", metavar="N", least=1
    )
    min_frequency: int | None = CHOICE(
        "minimum number of occurrences of a term (default: 1, in large texts up to 5)",
        metavar="N",
        least=1,
    )
    min_letters: int = CHOICE(
        "minimum number of letters in a term of one word", default=2, metavar="N"
    )
    digits: bool = CHOICE("exclude terms with digits", "--no-digits", default=True)
    names: bool = CHOICE("keep proper names")
    threshold: float | None = CHOICE(
        "minimum score; 0 lists every candidate (default: the score at which the best F1 is "
        "expected)",
        metavar="P",
    )
    limit: int | None = CHOICE("maximum number of terms", metavar="N", least=0)
    stop_words: Path | None = STOP_WORDS(group=CHOICE)
    stop_list: Path | None = STOP_LIST(group=CHOICE)
    existing: tuple[Path, ...] = EXISTING(group=CHOICE)
    patterns: str | None = CHOICE(
        "regular expression for the tags of a term in tagged text: N noun, A adjective, V verb, "
        "R adverb, P adposition, D determiner, C conjunction, M number, X other (default: by "
        "language)",
        metavar="REGEX",
    )
    plurals_apart: bool = CHOICE("list singular and plural as two terms, not as forms of one")
    usual_case: bool = CHOICE(
        "write terms in lower case instead of as in the texts", "--lower-case", default=True
    )
    method: str | None = RANKING(
        "ranker (default) or a measure such as c-value or weirdness", metavar="NAME"
    )
    reference: tuple[Path, ...] = RANKING(
        "other texts in the language to compare with, in addition to general language",
        metavar="TEXT",
    )
    ranker: Path | None = RANKING("saved ranker of candidate terms", metavar="FILE")
    packs: tuple[str, ...] = PACKS(group=READING)


# Test sets with marked terms.

MARKING = Group("marks")


@option_record
class MakeSetOptions:
    """How a test set with marked terms is read and made."""

    termbases: tuple[Path, ...] = MARKING(
        "termbase or glossary; more than one may be given; without any the marks in SOURCE are "
        "used",
        "--termbase",
        metavar="TB",
    )
    lemmas: bool = MARKING(
        "also find terms by their lemmas, if available for the language (default: auto)",
        default=True,
        spelled={"auto": True, "none": False},
    )
    terms: Path | None = MARKING(
        "terms of each line of SOURCE, in the format of the shared task of 2023", metavar="FILE"
    )
    mode: str | None = MARKING(
        "which dictionary of a file of the shared task of 2025: proper, random, noterm",
        metavar="NAME",
    )
    verified_only: bool = MARKING("keep only the marks that a person accepted")
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    encoding: str | None = ENCODING()


# Termbases.


MATCH = partial(
    option,
    "how terms are compared: as written, in lower case, or by lemmas",
    default="case",
    choices=("exact", "case", "lemma"),
)


@option_record
class TermbaseInput:
    """How files of terms are read."""

    languages: tuple[str, ...] = READING(
        "languages to take, source first, such as en,fr; they also name the columns of a table "
        "without language names",
        metavar="LANGS",
        divided=True,
    )
    source_format: str | None = READING(
        "format of IN, if it has no known extension", "--from", metavar="FORMAT"
    )
    encoding: str | None = ENCODING()
    header: bool | None = READING(
        "whether the first row of a table is a header (default: by its contents)",
        spelled={"yes": True, "no": False},
    )

    def __post_init__(self) -> None:
        """Refuse a language that is named twice."""
        if len(set(self.languages)) < len(self.languages):
            raise ConfigError(f"--languages {','.join(self.languages)} names one language twice")


TBX = partial(
    option,
    "version and style of TBX (default: 2, which most tools import)",
    choices=("2", "3-dca", "3-dct"),
)


@option_record
class TermbaseOutput:
    """How a file of terms is written; None and False for what the format does by itself."""

    target_format: str | None = WRITING(
        "format of OUT, if it has no known extension", "--to", metavar="FORMAT"
    )
    layout: str | None = WRITING(
        "rows of a table (default: pairs for two languages, terms otherwise)",
        choices=("pairs", "terms", "concepts"),
    )
    tbx: str | None = TBX(group=WRITING)
    vocabulary: str | None = WRITING(
        "vocabulary of RDF (default: skos)", choices=("skos", "ontolex")
    )
    base: str | None = WRITING("prefix of ids in the IRIs of RDF", metavar="IRI")
    mark: bool = WRITING("begin CSV with a byte-order mark, for spreadsheets", "--bom")


@option_record
class TermbaseMerge:
    """How termbases are united."""

    rule: str = option(
        "which concepts are equal: those that share a pair of terms in two languages, one term "
        "in any language, or the id",
        default="pair",
        choices=("pair", "term", "id", "none"),
    )
    prefer: str = option(
        "which file takes precedence where they differ", default="first", choices=("first", "last")
    )
    match: str = MATCH()


@option_record
class TermbaseDifference:
    """How termbases are compared."""

    match: str = MATCH()


@option_record
class TermbaseFilter:
    """What a filtered termbase keeps."""

    known: tuple[Path, ...] = option(
        "keep only what this termbase lacks; more than one may be given",
        "--new",
        metavar="EXISTING",
    )
    unit: str = option(
        "what must be new: the pair of terms, or every term",
        "--new-by",
        default="pair",
        choices=("pair", "term"),
    )
    stop_lists: tuple[Path, ...] = option(
        "exclude these terms: a plain list, or the forbidden and rejected terms of a termbase",
        "--stop-list",
        metavar="FILE",
    )
    score: float | None = option("exclude terms with a lower score", "--min-score", metavar="P")
    statuses: tuple[str, ...] = option(
        "statuses to keep, separated by commas: preferred, admitted, forbidden, "
        "do-not-translate, rejected, or none",
        "--status",
        metavar="S",
        divided=True,
    )
    complete: bool = option("keep only concepts with a term in every language")
    match: str = MATCH()


@option_record
class TermbaseCheck:
    """What is checked in a termbase."""

    ignore: tuple[str, ...] = option(
        "checks to skip, such as term-in-several-concepts, separated by commas",
        metavar="KIND",
        divided=True,
    )
    match: str = MATCH()


@option_record
class TermbaseClean:
    """What of a termbase is mended."""

    ignore: tuple[str, ...] = option(
        "what to leave as it is, such as gloss, separated by commas", metavar="KIND", divided=True
    )
    match: str = MATCH()
