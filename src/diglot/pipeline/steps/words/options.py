"""How a run of word alignment is to be done."""

from __future__ import annotations

from pathlib import Path

from diglot.errors import ConfigError
from diglot.options import Group, option, option_record
from diglot.pipeline.options import (
    ENCODER,
    ENCODING,
    EVIDENCE,
    JOBS,
    LEXICON,
    MEMORY,
    MODELS,
    PACKS,
    READING,
    SAME_LANGUAGE,
    SEED,
    SOURCE_LANGUAGE,
    TARGET_LANGUAGE,
)

AUTO = "auto"
EFLOMAL = "eflomal"
ALIGNING = Group("aligning")


def _methods() -> tuple[str, ...]:
    from diglot import words

    return (AUTO, *words.METHODS, EFLOMAL)


def _symmetrisations() -> tuple[str, ...]:
    from diglot.words.decoding.links import SYMMETRISATIONS

    return tuple(SYMMETRISATIONS)


@option_record
class WordLinkForm:
    """What files of word links hold."""

    confidence: bool = option("write the probability of every link, i-j:p")
    base: int | None = option(
        "number of the first word of a sentence in .pharaoh (default: 0) and .talp files",
        choices=(0, 1),
    )


@option_record
class WordOptions:
    """Options of ``align_words``."""

    tokens: Path | None = option(
        "write the tokens to which the links refer, to PREFIX.source and PREFIX.target",
        metavar="PREFIX",
    )
    learn: bool = option("keep the learned model in the result; a saved model is always in it")
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    same_language: bool = SAME_LANGUAGE()
    tokenised: bool = READING("the text is tokenised: split only at spaces")
    encoding: str | None = ENCODING()
    train_source: Path | None = EVIDENCE(
        "further sentences to learn from, whose links are not written", metavar="FILE"
    )
    train_target: Path | None = EVIDENCE("their translations", metavar="FILE")
    models: tuple[Path, ...] = MODELS()
    model_weights: tuple[float, ...] = EVIDENCE(
        "weight of the counts of each --model, in their order (default: 1)",
        "--model-weight",
        metavar="W",
        above=0,
    )
    save_model: Path | None = EVIDENCE("file for the saved model", metavar="FILE")
    prune: float | None = EVIDENCE(
        "drop word pairs with smaller counts from the saved model, except the best of each word",
        metavar="COUNT",
        least=0,
    )
    lexicon: Path | None = LEXICON()
    packs: tuple[str, ...] = PACKS()
    encoder: str | None = ENCODER()
    method: str = ALIGNING(
        "auto (default: chosen by size), gibbs, hmm or eflomal",
        default=AUTO,
        metavar="NAME",
        choices=_methods,
    )
    threshold: float | None = ALIGNING(
        "minimum probability of a link (default: chosen by the method)",
        metavar="P",
        least=0,
        most=1,
    )
    symmetrise: str | None = ALIGNING(
        "symmetrise the links of both directions instead of judging them by probability",
        metavar="NAME",
        choices=_symmetrisations,
    )
    seed: int = SEED(group=ALIGNING)
    memory: int | None = MEMORY(group=ALIGNING)
    resume: Path | None = ALIGNING(
        "keep finished chunks in this folder, and continue after those already there",
        metavar="FOLDER",
    )
    shard_pairs: int | None = ALIGNING(
        "align in shards of N pairs that share what they learn, each in a process of its own; a "
        "shard takes as much memory as a text of that size",
        metavar="N",
        least=1,
    )
    jobs: int = JOBS(group=ALIGNING)

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
    if options.threshold is not None and options.symmetrise is not None:
        raise ConfigError("--threshold and --symmetrise both decide on the links: give one")
    if (options.train_source is None) != (options.train_target is None):
        raise ConfigError("give both --train-source and --train-target, or neither")
    if options.shard_pairs is not None and (options.models or options.memory is not None):
        name = "model" if options.models else "memory"
        raise ConfigError(f"--shard-pairs and --{name} cannot be combined: leave one of them out")
    check_models(options)
    if options.prune is not None and options.save_model is None:
        raise ConfigError("--prune makes a saved model smaller: give --save-model")
    if options.method == EFLOMAL:
        for name in (
            "models",
            "save_model",
            "lexicon",
            "threshold",
            "memory",
            "resume",
            "shard_pairs",
        ):
            if getattr(options, name) not in {None, ()}:
                option = name.rstrip("s").replace("_", "-")
                raise ConfigError(f"the method eflomal takes no --{option}")
        from diglot.pipeline.steps.words.eflomal import check_installed

        check_installed()


def check_models(options: WordOptions) -> None:
    """Refuse wrong options about models before any is read.

    Raises:
        ConfigError: not every model has a weight.
    """
    models, weights = len(options.models), len(options.model_weights)
    if weights and weights != models:
        raise ConfigError(
            f"--model-weight is given {_times(weights)}, --model {_times(models)}: give one for "
            "each model, or none"
        )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
