"""How a build is to be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.pipeline.steps.terms.options import CONCEPT_SCORE, MIN_TERMHOOD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MIN_FREQUENCY = 2
"""What stands in one sentence only is seldom a term, and three quarters of all candidates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """Options of ``build``.

    Attributes:
        source_language: code or name of the source language; None detects it.
        target_language: the same for the target side.
        same_language: the two sides are meant to be in one language.
        parallel: line n of the target file translates line n of the source file.
        encoding: of text files that are not in Unicode.
        srx: file of segmentation rules to use instead of the built-in ones.
        tracked: what to take of tracked changes: ``accepted``, ``original`` or ``refuse``.
        lexicon: bilingual dictionary, termbase or memory that tells which words go together.
        models: saved models of words to align with.
        min_frequency: sentences that a term has to stand in.
        min_score: least probability of a pair that makes a concept.
        min_termhood: least probability, over both sides, that the pairs of a concept are terms.
        names: keep proper names in the termbase.
        existing: termbases whose terms are known: only what is new goes into the result.
        stop_words: file of words, one a line, that no term begins or ends with.
        stop_list: file of terms that are not wanted, in either language.
        jobs: number of workers; the result does not depend on it.
        seed: of the random numbers.
    """

    source_language: str | None = None
    target_language: str | None = None
    same_language: bool = False
    parallel: bool = False
    encoding: str | None = None
    srx: Path | None = None
    tracked: str = "accepted"
    lexicon: Path | None = None
    models: tuple[Path, ...] = ()
    min_frequency: int = MIN_FREQUENCY
    min_score: float = CONCEPT_SCORE
    min_termhood: float = MIN_TERMHOOD
    names: bool = False
    existing: tuple[Path, ...] = ()
    stop_words: Path | None = None
    stop_list: Path | None = None
    jobs: int = 1
    seed: int = 0

    def files(self) -> Iterator[tuple[str, Path]]:
        """Give the files that options name, with the name of the option."""
        one = ("srx", "lexicon", "stop_words", "stop_list")
        for name in one:
            path: Path | None = getattr(self, name)
            if path is not None:
                yield name.replace("_", "-"), path
        yield from (("model", path) for path in self.models)
        yield from (("existing", path) for path in self.existing)


def check(options: BuildOptions) -> None:
    """Refuse wrong options before any work is done.

    Raises:
        ConfigError: an option is wrong.
        InputError: a file that an option names does not exist.
    """
    if options.jobs < 1:
        raise ConfigError(f"--jobs is {options.jobs}, but must be 1 or more")
    if options.seed < 0:
        raise ConfigError(f"--seed is {options.seed}, but must be 0 or more")
    for name, path in options.files():
        if not path.is_file():
            raise InputError(f"there is no such file (--{name})", path=path, cure="check the name")
