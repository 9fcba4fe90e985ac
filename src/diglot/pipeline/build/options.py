"""How a build, or a shared task made of parallel text, is to be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.options import files_of, option, option_record
from diglot.pipeline.options import (
    ENCODING,
    EXISTING,
    JOBS,
    LEXICON,
    MODELS,
    PARALLEL,
    SAME_LANGUAGE,
    SEED,
    SOURCE_LANGUAGE,
    SRX,
    STOP_LIST,
    STOP_WORDS,
    TARGET_LANGUAGE,
    TRACKED,
)
from diglot.pipeline.steps.terms.options import CONCEPT_SCORE, MIN_TERMHOOD

if TYPE_CHECKING:
    from collections.abc import Iterator
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
        "sentences that a term has to stand in",
        default=MIN_FREQUENCY,
        metavar="N",
        group="terms",
        least=1,
    )
    min_score: float = option(
        "least probability of a pair of terms",
        default=CONCEPT_SCORE,
        metavar="P",
        group="terms",
        least=0,
        most=1,
    )
    min_termhood: float = option(
        "least probability that a concept is one of terms",
        default=MIN_TERMHOOD,
        metavar="P",
        group="terms",
        least=0,
        most=1,
    )
    names: bool = option("keep proper names in the termbase", default=False, group="terms")
    stop_words: Path | None = STOP_WORDS()
    stop_list: Path | None = STOP_LIST()
    models: tuple[Path, ...] = MODELS()
    existing: tuple[Path, ...] = EXISTING()


@option_record
class BuildOutput(BuildOptions):
    """Options of ``build``, and the folder ``out`` where its results go."""

    out: str | Path
    report: bool = option("leave the page to read out", "--no-report", default=True)


def check_build(options: BuildOptions) -> None:
    """Refuse wrong options before any work is done.

    Raises:
        InputError: a file that an option names does not exist.
    """
    for name, path in files_of(options):
        if not path.is_file():
            raise InputError(f"there is no such file ({name})", path=path, cure="check the name")


@option_record
class Query:
    """What to look for: a word, a part of one, several words, or a regular expression."""

    term: str = field(kw_only=False)
    side: str = option(
        "where to look for the term", default="both", choices=("source", "target", "both")
    )
    whole_words: bool = option(
        "the term begins and ends where words do", default=False, exclusive="form"
    )
    lemma: bool = option(
        "any form of the words: cell finds cells, too", default=False, exclusive="form"
    )
    regex: bool = option("TERM is a regular expression", default=False, exclusive="form")


# How a task of bilingual term alignment is to be made of parallel text.

LEAST_SIMILARITY = 0.6
"""What the organisers found worth a look: most pairs of a lower cosine were wrong."""
PHRASES = 10
NEAR = 5
TEST = 0.4
"""Share of the gold in the test part: the organisers had 1,970 of 4,489."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuccOptions:
    """Options of ``bucc prepare``.

    Attributes:
        source_language: code or name of the source language; None detects it.
        target_language: the same for the target side.
        parallel: line n of the target file translates line n of the source file; False aligns
            documents first.
        encoding: of text files that are not in Unicode.
        seed_terms: list of source terms of the domain; None takes all sentences.
        target_seed_terms: the same of target terms.
        drop_source: probability that the source side of a pair is dropped, else its target side.
        test: share of the sentence pairs, and of the gold, for the test part.
        least_frequency: occurrences in the parallel text that a term needs; None: by its size.
        source_vectors: word vectors of the source language, mapped here.
        target_vectors: word vectors of the target language.
        least_similarity: cosine, or probability without vectors, that is worth a look.
        phrases: best phrases of a source term to look at.
        near: targets that may confuse to remember of every source term.
        sample: source terms to ask people about; None for all.
        jobs: number of workers; the result does not depend on it.
        seed: of all random choices.
    """

    source_language: str | None = None
    target_language: str | None = None
    parallel: bool = True
    encoding: str | None = None
    seed_terms: Path | None = None
    target_seed_terms: Path | None = None
    drop_source: float = 0.5
    test: float = TEST
    least_frequency: int | None = None
    source_vectors: Path | None = None
    target_vectors: Path | None = None
    least_similarity: float = LEAST_SIMILARITY
    phrases: int = PHRASES
    near: int = NEAR
    sample: int | None = None
    jobs: int = 1
    seed: int = 0

    def files(self) -> Iterator[tuple[str, Path]]:
        """Give the files that options name, with the name of the option."""
        for name in ("seed_terms", "target_seed_terms", "source_vectors", "target_vectors"):
            path: Path | None = getattr(self, name)
            if path is not None:
                yield name.replace("_", "-"), path


def check_bucc(options: BuccOptions) -> None:
    """Refuse wrong options before any work is done.

    Raises:
        ConfigError: an option is wrong, or lacks another.
        InputError: a file that an option names does not exist.
    """
    for name in ("drop_source", "test", "least_similarity"):
        value = getattr(options, name)
        if not 0 <= value <= 1:
            raise ConfigError(f"--{name.replace('_', '-')} is {value:g}, but must be from 0 to 1")
    for name, least in (("least_frequency", 1), ("sample", 1), ("phrases", 0), ("near", 0)):
        value = getattr(options, name)
        if value is not None and value < least:
            raise ConfigError(f"--{name.replace('_', '-')} is {value}, but must be {least} or more")
    if options.jobs < 1 or options.seed < 0:
        raise ConfigError("--jobs must be 1 or more, and --seed 0 or more")
    if (options.source_vectors is None) != (options.target_vectors is None):
        raise ConfigError("give both --source-vectors and --target-vectors, or neither")
    for name, path in options.files():
        if not path.is_file():
            raise InputError(f"is no file (--{name})", path=path, cure="check the name")
