"""Word links for the sentence pairs of a build."""

from __future__ import annotations

from typing import TYPE_CHECKING

import diglot
from diglot.errors import InputError
from diglot.model import Signature
from diglot.pipeline.steps.sentences.evidence import read_lexicon
from diglot.pipeline.steps.words.word_tokens import Tokenising
from diglot.pipeline.stored import word_models
from diglot.pipeline.stored.stored_words import StoredWords

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.pipeline.build.build_options import BuildOptions
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.stored.stored_pairs import StoredPairs

UNLIKELY = 0.02
"""Least probability of a link that is kept: terms weigh unlikely links, too."""

Entry = tuple[list[str], list[str], float]


def align_pairs(
    pairs: StoredPairs, options: BuildOptions, progress: ProgressCall | None = None
) -> StoredWords:
    """Align the words of all pairs.

    Raises:
        InputError: a model or lexicon cannot be read, or no pair has words on both sides.
        ConfigError: the model is one of other languages.
    """
    import numpy as np

    from diglot import words
    from diglot.words.corpus import encode

    model = word_models.open_models(options.models)
    named = " with ".join(map(str, options.models))
    word_models.languages(pairs.languages, model, named=named)
    how = Tokenising(pairs.languages)
    corpus = encode(pairs.words())
    passed = {reason: len(numbers) for reason, numbers in corpus.skipped.items()}
    if sum(passed.values()) == corpus.pairs:
        raise InputError(
            "the texts hold no pair of sentences with words on both sides",
            cure="check that they are the right files and languages",
        )
    alignment = words.align(
        corpus,
        model=model,
        prior=_entries(options.lexicon, how) if options.lexicon else None,
        learn=False,
        quick=True,
        jobs=options.jobs,
        seed=options.seed,
        progress=progress,
    )
    notes = [*alignment.notes, *word_models.notes(model, how)]
    if long := passed.get("long"):
        notes.append(f"{long:,} sentence pairs of more than 1,000 words have no word links")
    confidence = alignment.pair_confidence
    if confidence is None:
        confidence = np.full(corpus.pairs, np.nan, np.float32)
    return StoredWords(
        links=words.links(alignment, threshold=UNLIKELY),
        confidence=confidence,
        threshold=alignment.threshold,
        reason=alignment.reason,
        notes=tuple(notes),
        signature=Signature(
            alignment.method,
            diglot.__version__,
            (
                ("languages", "-".join(code or "?" for code in pairs.languages)),
                ("seed", str(options.seed)),
                ("threshold", f"{alignment.threshold:.4g}"),
            ),
        ),
    )


def _entries(path: Path, how: Tokenising) -> list[Entry]:
    """Read a lexicon and cut its entries into tokens as the text is."""
    source, target = how.codes
    entries = read_lexicon(path, languages=(source, target) if source and target else None)
    tokens = how.tokens((one.split(), other.split()) for one, other, _ in entries)
    return [(*pair, weight) for pair, (_, _, weight) in zip(tokens, entries, strict=True)]
