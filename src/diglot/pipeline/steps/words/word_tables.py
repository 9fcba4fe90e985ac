"""What a word alignment says of words and phrases: tables of their translations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.formats.units import word_tables

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.pipeline.steps.words.words import WordRun
    from diglot.words.storage.model import Model


def write_translations(path: Path, model: Model | None) -> int:
    """Write the words of a model with their translations and both probabilities, as TSV.

    Returns:
        The number of word pairs.

    Raises:
        ConfigError: there is no model: the run left none.
        InputError: the file cannot be written.
    """
    from diglot.words.storage.translation_table import entries

    if model is None:
        raise ConfigError("there is no model to make a table of: align with learn=True")
    return word_tables.write_translations(path, entries(model))


def write_phrases(path: Path, run: WordRun) -> int:
    """Write the phrase pairs that are consistent with the links, as a phrase table of Moses.

    Returns:
        The number of phrase pairs.

    Raises:
        ConfigError: the words of the text are no longer in memory, which was bounded.
        InputError: the file cannot be written.
    """
    from diglot.words.decoding.phrases import entries, phrase_table

    if run.corpus is None:
        raise ConfigError("phrases need the whole text in memory: do not bound it")
    return word_tables.write_phrases(path, entries(run.corpus, phrase_table(run.corpus, run.links)))
