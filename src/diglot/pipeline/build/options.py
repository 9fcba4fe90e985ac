"""How a build, or a shared task made of parallel text, is to be done."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.options import option, option_record
from diglot.pipeline.options import (
    ENCODING,
    EXISTING,
    JOBS,
    LEXICON,
    MODELS,
    PACKS,
    PARALLEL,
    READING,
    SAME_LANGUAGE,
    SEED,
    SOURCE_LANGUAGE,
    SRX,
    STOP_LIST,
    STOP_WORDS,
    TARGET_LANGUAGE,
    TRACKED,
    check_files,
)
from diglot.pipeline.steps.terms.options import CONCEPT_SCORE, MIN_TERMHOOD

if TYPE_CHECKING:
    from pathlib import Path

MIN_FREQUENCY = 2
"""What stands in one sentence only is seldom a term, and three quarters of all candidates."""


@option_record
class BuildOptions:
    """Options of ``build``."""

    jobs: int = JOBS()
    seed: int = SEED()
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    same_language: bool = SAME_LANGUAGE()
    parallel: bool = PARALLEL()
    srx: Path | None = SRX()
    encoding: str | None = ENCODING()
    tracked: str = TRACKED()
    lexicon: Path | None = LEXICON()
    min_frequency: int = option(
        "minimum number of sentences that contain a term",
        default=MIN_FREQUENCY,
        metavar="N",
        group="terms",
        least=1,
    )
    min_score: float = option(
        "minimum probability of a pair of terms",
        default=CONCEPT_SCORE,
        metavar="P",
        group="terms",
        least=0,
        most=1,
    )
    min_termhood: float = option(
        "minimum probability that the two sides of a concept are terms",
        default=MIN_TERMHOOD,
        metavar="P",
        group="terms",
        least=0,
        most=1,
    )
    names: bool = option("keep proper names in the termbase", default=False, group="terms")
    stop_words: Path | None = STOP_WORDS()
    stop_list: Path | None = STOP_LIST()
    packs: tuple[str, ...] = PACKS()
    models: tuple[Path, ...] = MODELS()
    existing: tuple[Path, ...] = EXISTING()


@option_record
class BuildOutput(BuildOptions):
    """Options of ``build``, and the folder ``out`` where its results go."""

    out: str | Path
    report: bool = option("do not write the HTML report", "--no-report", default=True)


@option_record
class Query:
    """What to look for: a word, a part of one, several words, or a regular expression."""

    term: str = field(kw_only=False)
    side: str = option(
        "where to search for the term", default="both", choices=("source", "target", "both")
    )
    whole_words: bool = option("match whole words only", default=False, exclusive="form")
    lemma: bool = option(
        "match any form of the words: cell also finds cells", default=False, exclusive="form"
    )
    regex: bool = option("TERM is a regular expression", default=False, exclusive="form")


# How a task of bilingual term alignment is to be made of parallel text.

ASKED = "questions to people"
LEAST_SIMILARITY = 0.6
"""What the organisers found worth a look: most pairs of a lower cosine were wrong."""
PHRASES = 10
NEAR = 5
TEST = 0.4
"""Share of the gold in the test part: the organisers had 1,970 of 4,489."""


@option_record
class BuccOptions:
    """Options of ``bucc prepare``."""

    seed: int = SEED()
    jobs: int = JOBS()
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    parallel: bool = option(
        "SOURCE and TARGET are documents, or folders of them: align their sentences first",
        "--documents",
        default=True,
        group=READING,
    )
    encoding: str | None = ENCODING()
    seed_terms: Path | None = option(
        "source terms of the domain, one per line: only sentences that contain one are taken",
        metavar="FILE",
        group="corpora",
    )
    target_seed_terms: Path | None = option(
        "the same for target terms", metavar="FILE", group="corpora"
    )
    drop_source: float = option(
        "probability that the source side of a pair is removed, not its target side",
        default=0.5,
        metavar="P",
        group="corpora",
        least=0,
        most=1,
    )
    test: float = option(
        "proportion of the sentence pairs, and of the gold, in the test part",
        default=TEST,
        metavar="SHARE",
        group="corpora",
        least=0,
        most=1,
    )
    least_frequency: int | None = option(
        "minimum number of occurrences of a term (default: by the size of the text)",
        metavar="N",
        group=ASKED,
        least=1,
    )
    source_vectors: Path | None = option(
        "word vectors (.vec or .npy) of SOURCE", metavar="FILE", group=ASKED
    )
    target_vectors: Path | None = option("the same for TARGET", metavar="FILE", group=ASKED)
    least_similarity: float = option(
        "minimum cosine of vectors, or without vectors probability by word links, at which "
        "people judge a pair",
        default=LEAST_SIMILARITY,
        metavar="X",
        group=ASKED,
        least=0,
        most=1,
    )
    phrases: int = option(
        "number of best phrases to show for a source term",
        default=PHRASES,
        metavar="N",
        group=ASKED,
        least=0,
    )
    near: int = option(
        "number of confusable targets to add for each source term",
        default=NEAR,
        metavar="N",
        group=ASKED,
        least=0,
    )
    sample: int | None = option(
        "number of source terms to ask about (default: all)", metavar="N", group=ASKED, least=1
    )


@option_record
class BuccFinishOptions:
    """Options of ``bucc finish``."""

    checked: Path | None = option(
        "table that people have filled in (default: DIR/candidates.xlsx)", metavar="FILE"
    )
    accept_above: float | None = option(
        "accept undecided pairs of at least this similarity without review (silver, not gold)",
        metavar="X",
        least=0,
        most=1,
    )


def check_bucc(options: BuccOptions) -> None:
    """Refuse options that do not go together before any work is done.

    Raises:
        ConfigError: vectors of one side only.
        InputError: a file that an option names does not exist.
    """
    if (options.source_vectors is None) != (options.target_vectors is None):
        raise ConfigError("give both --source-vectors and --target-vectors, or neither")
    check_files(options)
