"""How a run of word alignment is to be done."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.pipeline.steps.words.eflomal import check_installed

if TYPE_CHECKING:
    from collections.abc import Sequence
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
        models: files of saved models, whose counts are added.
        model_weights: of each, how much its counts count; none for 1.
        save_model: file to save the model in.
        prune: least count of a word pair in the saved model; None keeps all.
        learn: keep what is learned in the result, as a model; a saved one is in any case.
        lexicon: bilingual dictionary, termbase or memory that tells which words go together.
        tokens: two files, ``.source`` and ``.target`` added to this name, to write the tokens in.
        method: name of the method, or ``auto`` to choose by size.
        symmetrise: name of a classical symmetrisation; None takes links by their probability.
        threshold: least probability of a link; None takes the method's own.
        memory: megabytes that the process may take; a longer text is aligned in chunks, each
            with what the ones before taught. None puts no bound.
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
    models: tuple[Path, ...] = ()
    model_weights: tuple[float, ...] = ()
    save_model: Path | None = None
    prune: float | None = None
    learn: bool = False
    lexicon: Path | None = None
    tokens: Path | None = None
    method: str = AUTO
    symmetrise: str | None = None
    threshold: float | None = None
    memory: int | None = None
    jobs: int = 1
    seed: int = 0

    @property
    def token_files(self) -> tuple[Path, ...]:
        """The files that tokens are written in."""
        if self.tokens is None:
            return ()
        name = self.tokens.name
        return tuple(self.tokens.with_name(f"{name}.{side}") for side in ("source", "target"))


def check_words(options: WordOptions) -> None:
    """Refuse wrong options before any file is read.

    Raises:
        ConfigError: an option is wrong, or does not go with another.
    """
    from diglot import words
    from diglot.words.decoding.links import SYMMETRISATIONS

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
    check_models(options.models, options.model_weights, options.prune)
    if options.prune is not None and options.save_model is None:
        raise ConfigError("--prune makes a saved model smaller: give --save-model")
    if options.method == EFLOMAL:
        for name in ("models", "save_model", "lexicon", "threshold", "memory"):
            if getattr(options, name) not in {None, ()}:
                option = name.rstrip("s").replace("_", "-")
                raise ConfigError(f"the method eflomal takes no --{option}")
        check_installed()


def check_models(models: Sequence[Path], weights: Sequence[float], prune: float | None) -> None:
    """Refuse wrong options about models before any is read.

    Raises:
        ConfigError: a weight or count is no positive number, or their number is wrong.
    """
    if weights and len(weights) != len(models):
        raise ConfigError(
            f"--model-weight is given {_check_times(len(weights))}, "
            f"--model {_check_times(len(models))}: "
            "give one for each model, or none"
        )
    for weight in weights:
        if not 0 < weight < inf:
            raise ConfigError(f"--model-weight is {weight:g}, but must be a positive number")
    if prune is not None and not 0 <= prune < inf:
        raise ConfigError(f"--prune is {prune:g}, but must be 0 or more")


def _check_times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
