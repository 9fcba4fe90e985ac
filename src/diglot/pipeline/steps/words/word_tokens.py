"""The tokens of sentence pairs, in the languages they are in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from diglot.pipeline import languages
from diglot.text.languages import UNDETERMINED
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.pipeline.steps.words.sentence_pairs import SentencePairs, Words
    from diglot.pipeline.steps.words.word_units import Languages


@dataclass(frozen=True, slots=True)
class Tokenising:
    """How the two sides of a run are cut into tokens.

    Attributes:
        codes: languages of source and target; None where nobody said and nobody looked.
        tokenised: whether the input came in tokens.
        notes: what to tell the user of the languages.
    """

    codes: Languages
    tokenised: bool = False
    notes: tuple[str, ...] = ()

    def tokens(self, pairs: Iterator[Words]) -> Iterator[Words]:
        """Give the tokens of pairs whose words stand between spaces."""
        if self.tokenised:
            return pairs
        source, target = (partial(words, language=code) for code in self.codes)
        return ((source(" ".join(one)), target(" ".join(other))) for one, other in pairs)


def tokenising(
    pairs: SentencePairs, *, told: Languages, tokenised: bool, same_language: bool
) -> tuple[Tokenising, Iterator[Words]]:
    """Decide the languages of both sides from the first pairs.

    Args:
        pairs: read as far as the decision needs.
        told: what the user said of the languages, or the model that is used.
        tokenised: tokens stand between spaces; then no language has to be known.
        same_language: both sides are meant to be in one language.

    Returns:
        The decision, and all the pairs again.

    Raises:
        ConfigError: a language is unknown, or both are the same and not meant to be.
        InputError: the pairs cannot be read.
    """
    if tokenised:
        said = (one or other for one, other in zip(told, pairs.declared, strict=True))
        source, target = (languages.code_of(each) if each else None for each in said)
        return Tokenising((source, target), tokenised=True), pairs.words
    begin: list[Words] = []
    size = 0
    if None in told:
        for pair in pairs.words:
            begin.append(pair)
            size += min(sum(map(len, side)) for side in pair)
            if size > languages.ENOUGH:
                break
    decisions = [
        languages.decide(
            (" ".join(pair[side]) for pair in begin),
            told=told[side],
            declared=[pairs.declared[side]],
            side=name,
        )
        for side, name in enumerate(("source language", "target language"))
    ]
    doubts = languages.check_different(*decisions, same_language=same_language)
    codes = [None if each.code == UNDETERMINED else each.code for each in decisions]
    notes = (*decisions[0].notes, *decisions[1].notes, *doubts)
    return Tokenising((codes[0], codes[1]), notes=notes), chain(begin, pairs.words)
