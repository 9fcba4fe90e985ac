"""Candidates by part-of-speech pattern, where the user has a tagger.

Tags are Universal POS tags, one for every token. A pattern is a regular expression over letters:
N noun or name, A adjective, V verb, R adverb, P adposition, D determiner, C conjunction, M number,
X any other word.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.errors import ConfigError
from diglot.terms.extraction.corpus import CONTENT, LINKING
from diglot.terms.extraction.restriction import restricted
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.extraction.corpus import Corpus

LETTERS = {
    "NOUN": "N",
    "PROPN": "N",
    "ADJ": "A",
    "VERB": "V",
    "AUX": "X",
    "ADV": "R",
    "ADP": "P",
    "PART": "P",
    "DET": "D",
    "CCONJ": "C",
    "NUM": "M",
}
"""Letters of Universal POS tags; all others are X."""

_ROMANCE = "(?:NA*(?:CA)?|AN)(?:PD?A?NA*){0,2}|A"
_GERMANIC = "(?:RA|A|V)*N+(?:PD?A*N+)?|A"
_SLAVIC = "(?:A|N)*N(?:A*N)*(?:PA*N+)?|A"
_PATTERNS = {
    "en": "(?:R?[AV]|[AN])*N(?:PD?[AN]*N)?|A",
    **dict.fromkeys(("fr", "es", "it", "pt", "ro", "ca", "gl", "oc"), _ROMANCE),
    **dict.fromkeys(("de", "nl", "sv", "da", "no", "nb", "nn", "af"), _GERMANIC),
    **dict.fromkeys(
        ("ru", "uk", "be", "pl", "cs", "sk", "sl", "hr", "sr", "bs", "bg", "mk"), _SLAVIC
    ),
}
_ELSEWHERE = "[AN]*N(?:PD?[AN]*N)?|A"


def pattern(language: str | None) -> str:
    """Return the pattern of candidates in a language; one for all where none is known.

    Raises:
        ConfigError: the language is unknown.
    """
    return _PATTERNS.get(normalise(language) if language else "", _ELSEWHERE)


def tag_letters(tags: Iterable[Sequence[str]]) -> str:
    """Return the letters of all tags of all sentences, one after the other."""
    return "".join(LETTERS.get(tag.upper(), "X") for sentence in tags for tag in sentence)


def matching(
    found: Candidates, tags: Iterable[Sequence[str]], *, patterns: str | None = None
) -> Candidates:
    """Return the candidates with occurrences whose tags match, and those occurrences.

    Args:
        found: candidates.
        tags: Universal POS tags of every token of every sentence.
        patterns: a regular expression over letters; None: that of the language.

    Raises:
        ConfigError: the tags are not as many as the tokens, or the expression is none.
    """
    letters = tag_letters(tags)
    if len(letters) != len(found.corpus.tokens):
        raise ConfigError(
            f"{len(letters)} tags for {len(found.corpus.tokens)} tokens: every token needs one"
        )
    asked = _compiled(patterns or pattern(found.corpus.language))
    # There are few tag sequences: each is matched once.
    known: dict[str, bool] = {}
    kept = np.zeros(len(found.begins), np.bool_)
    for span, (begin, length) in enumerate(
        zip(found.begins.tolist(), found.lengths.tolist(), strict=True)
    ):
        sequence = letters[begin : begin + length]
        fits = known.get(sequence)
        if fits is None:
            fits = known[sequence] = asked.fullmatch(sequence) is not None
        kept[span] = fits
    return restricted(found, kept)


def kinds_by_tags(corpus: Corpus, tags: Iterable[Sequence[str]]) -> NDArray[np.uint8]:
    """Return the kinds of words that tags give, for languages without function words.

    A word is content if most of its occurrences are nouns, adjectives, verbs, adverbs or numbers
    with a letter, and linking if they are adpositions, determiners or conjunctions.

    Args:
        corpus: encoded text.
        tags: Universal POS tags of every token of every sentence.
    """
    letters = np.frombuffer(tag_letters(tags).encode("ascii"), np.uint8)
    size = len(corpus.words)
    content = np.isin(letters, np.frombuffer(b"NAVRM", np.uint8))
    linking = np.isin(letters, np.frombuffer(b"PDC", np.uint8))
    counts = np.maximum(np.bincount(corpus.tokens, minlength=size), 1)
    kinds = np.zeros(size, np.uint8)
    kinds[np.bincount(corpus.tokens, weights=linking, minlength=size) > counts / 2] = LINKING
    kinds[np.bincount(corpus.tokens, weights=content, minlength=size) > counts / 2] = CONTENT
    lettered = np.array([any(map(str.isalpha, word)) for word in corpus.words], np.bool_)
    kinds[~lettered] = 0
    return kinds


@cache
def _compiled(expression: str) -> regex.Pattern[str]:
    try:
        return regex.compile(expression)
    except regex.error as error:
        raise ConfigError(f"no pattern of tags: {expression!r}: {error}") from error
