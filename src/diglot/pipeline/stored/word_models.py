"""Saved models of words: opened, merged, pruned, saved, and what they say of languages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.text.languages import name, normalise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.pipeline.steps.words.word_tokens import Tokenising
    from diglot.pipeline.steps.words.word_units import Languages
    from diglot.words.storage.model import Model


def open_models(paths: Sequence[Path], weights: Sequence[float] = ()) -> Model | None:
    """Open models and add up what they know.

    Args:
        paths: files of models.
        weights: of each; none for 1.

    Returns:
        The model, or None without files.

    Raises:
        InputError: a file is no model, of another version, cut short or damaged.
        ConfigError: the models do not go together, or the weights do not fit them.
    """
    from diglot.words.storage import model_file
    from diglot.words.storage.merging import merge

    models = [model_file.load(path, verify=True) for path in paths]
    if not models:
        return None
    if len(models) == 1 and not weights:
        return models[0]
    return merge(models, weights or None)


def merge_models(
    paths: Sequence[Path],
    *,
    weights: Sequence[float] = (),
    prune: float | None = None,
    save: Path | None = None,
) -> Model:
    """Merge models without aligning any text.

    Args:
        paths: files of models, at least one.
        weights: of each; none for 1.
        prune: least count of a word pair; None keeps all.
        save: file to save the result in.

    Raises:
        InputError: a file is no usable model, or cannot be written.
        ConfigError: the models do not go together, or an option is wrong.
    """
    model = open_models(paths, weights)
    if model is None:
        raise ConfigError("there are no models to merge")
    model = pruned(model, prune)
    if save:
        from diglot.words.storage import model_file

        model_file.save(save, model)
    return model


def pruned(model: Model, minimum: float | None) -> Model:
    """Drop the word pairs with smaller counts, but the best few of each word; None keeps all.

    Raises:
        ConfigError: the count is negative.
    """
    from diglot.words.storage.pruning import prune

    return model if minimum is None else prune(model, minimum)


def labelled(model: Model, how: Tokenising) -> Model:
    """Write into a model what languages its text had, and who cut it into words."""
    return replace(model, languages=how.codes, tokeniser="none" if how.tokenised else "diglot")


def languages(told: Languages, model: Model | None, *, named: str) -> Languages:
    """Return the languages as the user told them, or those of the model.

    Args:
        told: codes or names; None where nothing was said.
        model: that is used, if any.
        named: how to call it in an error.

    Raises:
        ConfigError: a language is unknown, or not that of the model.
    """
    codes = [normalise(language) if language else None for language in told]
    if model is None:
        return told
    for code, known in zip(codes, model.languages, strict=True):
        if code and known and code != known:
            names = " and ".join(name(each) if each else "any" for each in model.languages)
            raise ConfigError(f"{named} is a model of {names}: {name(code)} was asked for")
    return told[0] or model.languages[0], told[1] or model.languages[1]


def notes(model: Model | None, how: Tokenising) -> tuple[str, ...]:
    """Say so where a model was trained on words that were cut in another way."""
    if model is None or (model.tokeniser == "none") == how.tokenised:
        return ()
    then, now = ("", " not") if model.tokeniser == "none" else (" not", "")
    note = (
        f"the model was trained on text that was{then} tokenised, this text is{now}: "
        "words may be cut in another way"
    )
    return (note,)
