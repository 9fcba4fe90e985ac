"""What a word alignment says of words and phrases: tables of their translations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.formats import word_tables

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.pipeline.words import WordRun
    from diglot.words.corpus import Corpus


def write_translations(path: Path, run: WordRun) -> int:
    """Write the words of the model with their translations and both probabilities, as TSV.

    Returns:
        The number of word pairs.

    Raises:
        ConfigError: the run left no model.
        InputError: the file cannot be written.
    """
    from diglot.words.translation_table import entries

    if run.alignment.model is None:
        raise ConfigError(
            f"{run.alignment.method} left no model to make a table of: align with learn=True"
        )
    return word_tables.write_translations(path, entries(run.alignment.model))


def write_phrases(path: Path, run: WordRun) -> int:
    """Write the phrase pairs that are consistent with the links, as a phrase table of Moses.

    Returns:
        The number of phrase pairs.

    Raises:
        InputError: the file cannot be written.
    """
    from diglot.words.phrases import entries, phrase_table

    corpus = _reported(run.corpus, run.links.pairs)
    return word_tables.write_phrases(path, entries(corpus, phrase_table(corpus, run.links)))


def _reported(corpus: Corpus, pairs: int) -> Corpus:
    """Return the pairs that have links, without the training text behind them."""
    source_offsets = corpus.source_offsets[: pairs + 1]
    target_offsets = corpus.target_offsets[: pairs + 1]
    return replace(
        corpus,
        source=corpus.source[: source_offsets[-1]],
        source_offsets=source_offsets,
        target=corpus.target[: target_offsets[-1]],
        target_offsets=target_offsets,
    )
