"""How terms are to be found and paired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from pathlib import Path

LONGEST = 5
MIN_SCORE = 0.02
CONCEPT_SCORE = 0.5
"""What goes into a termbase shall be more likely right than wrong."""
MIN_TERMHOOD = 0.05
"""A tenth of the terms in glossaries have less, and most of all other candidates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermOptions:
    """Options of the steps that find terms in sentence pairs.

    Attributes:
        method: name of a method of ``terms.parallel.METHODS``.
        measure: what pairs are ranked by, a name of ``terms.parallel.MEASURES``; None takes the
            method's own.
        longest: words of the longest term.
        min_frequency: sentences that a term has to stand in; None: 1, in large texts 2.
        min_score: least probability of a pair that is listed; None takes ``MIN_SCORE``.
        concept_score: least probability of a pair that makes a concept.
        min_termhood: least probability, over both sides, that the pairs of a concept are terms.
        names: keep proper names among the concepts.
        stop_words: file of words, one a line, that no term begins or ends with, besides those of
            the language.
        stop_list: file of terms that are not wanted, in either language.
        existing: termbases whose pairs are known: they are left out and counted.
        ranker: file of a ranker to use instead of the one that diglot brings.
    """

    method: str = "spans"
    measure: str | None = None
    longest: int = LONGEST
    min_frequency: int | None = None
    min_score: float | None = None
    concept_score: float = CONCEPT_SCORE
    min_termhood: float = MIN_TERMHOOD
    names: bool = False
    stop_words: Path | None = None
    stop_list: Path | None = None
    existing: tuple[Path, ...] = ()
    ranker: Path | None = None


def check_terms(options: TermOptions) -> None:
    """Refuse wrong options before any work is done.

    Raises:
        ConfigError: an option is wrong.
        InputError: a file that an option names does not exist.
    """
    files = {"--stop-words": options.stop_words, "--stop-list": options.stop_list}
    named = [*files.items(), ("--ranker", options.ranker)]
    for option, path in (*named, *(("--existing", path) for path in options.existing)):
        if path is not None and not path.is_file():
            raise InputError(f"there is no such file ({option})", path=path, cure="check the name")
    if options.longest < 1:
        raise ConfigError(f"--max-words is {options.longest}, but must be 1 or more")
    if options.min_frequency is not None and options.min_frequency < 1:
        raise ConfigError(f"--min-frequency is {options.min_frequency}, but must be 1 or more")
    if options.min_score is not None and not 0 <= options.min_score <= 1:
        raise ConfigError(f"--min-score is {options.min_score:g}, but must be from 0 to 1")
    if not 0 <= options.concept_score <= 1:
        raise ConfigError(f"--min-score is {options.concept_score:g}, but must be from 0 to 1")
    if not 0 <= options.min_termhood <= 1:
        raise ConfigError(f"--min-termhood is {options.min_termhood:g}, but must be from 0 to 1")
