"""How a run of word alignment is to be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.pipeline.eflomal import check_installed

if TYPE_CHECKING:
    from pathlib import Path

AUTO = "auto"
EFLOMAL = "eflomal"


@dataclass(frozen=True, slots=True)
class WordOptions:
    """Options of ``align_words``.

    Attributes:
        tokenised: tokens stand between spaces; otherwise text is cut into tokens here.
        source_language: code or name; None takes the model's, or detects it from the text.
        target_language: the same for the target side.
        same_language: the two sides are meant to be in one language.
        encoding: of text files that are not in Unicode.
        train_source: more sentences to learn from, one a line, whose links are not asked for.
        train_target: their translations.
        model: file of a saved model.
        save_model: file to save the model in.
        learn: keep what is learned in the result, as a model; a saved one is in any case.
        lexicon: bilingual dictionary, termbase or memory that tells which words go together.
        tokens: two files, ``.source`` and ``.target`` added to this name, to write the tokens in.
        method: name of the method, or ``auto`` to choose by size.
        symmetrise: name of a classical symmetrisation; None takes links by their probability.
        threshold: least probability of a link; None takes the method's own.
        jobs: number of workers; the result does not depend on it.
        seed: of the random numbers.
    """

    tokenised: bool = False
    source_language: str | None = None
    target_language: str | None = None
    same_language: bool = False
    encoding: str | None = None
    train_source: Path | None = None
    train_target: Path | None = None
    model: Path | None = None
    save_model: Path | None = None
    learn: bool = False
    lexicon: Path | None = None
    tokens: Path | None = None
    method: str = AUTO
    symmetrise: str | None = None
    threshold: float | None = None
    jobs: int = 1
    seed: int = 0

    @property
    def token_files(self) -> tuple[Path, ...]:
        """The files that tokens are written in."""
        if self.tokens is None:
            return ()
        name = self.tokens.name
        return tuple(self.tokens.with_name(f"{name}.{side}") for side in ("source", "target"))


def check(options: WordOptions) -> None:
    """Refuse wrong options before any file is read.

    Raises:
        ConfigError: an option is wrong, or does not go with another.
    """
    from diglot import words
    from diglot.words.symmetrise import SYMMETRISATIONS

    methods = (AUTO, *words.METHODS, EFLOMAL)
    if options.method not in methods:
        raise ConfigError(f"unknown method {options.method!r}; known are: {', '.join(methods)}")
    if options.symmetrise is not None and options.symmetrise not in SYMMETRISATIONS:
        raise ConfigError(
            f"unknown symmetrisation {options.symmetrise!r}; known are: "
            f"{', '.join(SYMMETRISATIONS)}"
        )
    if options.threshold is not None and options.symmetrise is not None:
        raise ConfigError("--threshold and --symmetrise both decide on the links: give one")
    if options.threshold is not None and not 0 <= options.threshold <= 1:
        raise ConfigError(f"--threshold is {options.threshold}, but must be from 0 to 1")
    if options.jobs < 1:
        raise ConfigError(f"--jobs is {options.jobs}, but must be 1 or more")
    if options.seed < 0:
        raise ConfigError(f"--seed is {options.seed}, but must be 0 or more")
    if (options.train_source is None) != (options.train_target is None):
        raise ConfigError("give both --train-source and --train-target, or neither")
    if options.method == EFLOMAL:
        for name in ("model", "save_model", "lexicon", "threshold"):
            if getattr(options, name) is not None:
                raise ConfigError(f"the method eflomal takes no --{name.replace('_', '-')}")
        check_installed()
