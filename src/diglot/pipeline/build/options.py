"""How a build is to be done, and what is looked for in one."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from diglot.options import option, option_record
from diglot.pipeline.options import (
    ENCODER,
    ENCODING,
    EXISTING,
    INPUT_FORMAT,
    JOBS,
    LEXICON,
    MEMORY,
    MODELS,
    PACKS,
    PARALLEL,
    SAME_LANGUAGE,
    SEED,
    SKIP_BAD,
    SOURCE_LANGUAGE,
    SRX,
    STOP_LIST,
    STOP_WORDS,
    TARGET_LANGUAGE,
    TRACKED,
    UNIQUE,
)
from diglot.pipeline.steps.terms import options
from diglot.runs.options import ADDRESS, RUNNER, SHARD

MIN_FREQUENCY = 2
"""What stands in one sentence only is seldom a term, and three quarters of all candidates."""


@option_record
class BuildOptions:
    """Options of ``build``."""

    jobs: int = JOBS()
    seed: int = SEED()
    memory: int | None = MEMORY()
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    same_language: bool = SAME_LANGUAGE()
    parallel: bool = PARALLEL()
    srx: Path | None = SRX()
    input_format: str | None = INPUT_FORMAT()
    encoding: str | None = ENCODING()
    tracked: str = TRACKED()
    skip_bad: bool = SKIP_BAD()
    lexicon: Path | None = LEXICON()
    min_frequency: int = option(
        "minimum number of sentences that contain a term",
        default=MIN_FREQUENCY,
        metavar="N",
        group="terms",
        least=1,
    )
    min_score: float = options.PROBABILITY(
        "least probability of a pair that makes a concept; --concept-score in terms align, too",
        "--min-score",
        "--concept-score",
        default=options.CONCEPT_SCORE,
        group="terms",
    )
    min_termhood: float = options.LEAST_TERMHOOD(group="terms")
    longest: int = options.MAX_WORDS(group="terms")
    method: str = options.METHOD(
        "how terms are paired: spans (default), linked, cooccurrence or competition", group="terms"
    )
    ranker: Path | None = options.RANKER(group="terms")
    measure: str | None = options.MEASURE(group="terms")
    names: bool = options.PROPER_NAMES(group="terms")
    stop_words: Path | None = STOP_WORDS()
    stop_list: Path | None = STOP_LIST()
    packs: tuple[str, ...] = PACKS()
    encoder: str | None = ENCODER()
    models: tuple[Path, ...] = MODELS()
    existing: tuple[Path, ...] = EXISTING()
    unique: bool = UNIQUE()
    omegat: str | None = option(
        "folder of a project of OmegaT that gets the memory and the termbase, too",
        metavar="PROJECT",
    )
    tbx: str | None = options.TBX()
    shard: str | None = SHARD()
    runner: str = RUNNER()
    address: str | None = ADDRESS()


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
    whole_words: bool = option("match whole words only", exclusive="form")
    lemma: bool = option("match any form of the words: cell also finds cells", exclusive="form")
    regex: bool = option("TERM is a regular expression", exclusive="form")
