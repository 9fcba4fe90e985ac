"""What terminology metrics need to know of the words of a target language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from diglot.evaluate.terminology.texts import Tokeniser, Vocabulary

LEMMAS = ("auto", "none")
NO_LANGUAGE = "no target language is known: lemma matching is off (-t LANG turns it on)"


@dataclass(frozen=True, slots=True, eq=False)
class TargetWords:
    """How the target side is cut, and what is known of its words.

    Attributes:
        vocabulary: numbers for its tokens, with lemmas and function words where there are any.
        tokenise: cuts a text; None at white space.
        source_tokenise: the same for the source side.
        options: what signatures say of all this.
        notes: remarks for the user.
    """

    vocabulary: Vocabulary
    tokenise: Tokeniser | None
    source_tokenise: Tokeniser | None
    options: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = field(default=())


def target_words(
    target: str | None,
    source: str | None = None,
    *,
    lemmas: str = "auto",
    tokenise: bool = False,
) -> TargetWords:
    """Gather what is known of the words of a language.

    A language that is unknown, or has no lemmas here, turns lemma matching off, and a note says so.

    Args:
        target: code or name of the target language; None if nobody said.
        source: the same of the source language; only for cutting its texts.
        lemmas: ``auto`` or ``none``.
        tokenise: cut texts with diglot's own tokens rather than at white space.

    Raises:
        ConfigError: ``lemmas`` is neither.
    """
    from diglot.evaluate.terminology.texts import Vocabulary
    from diglot.text.function_words import fold, function_words
    from diglot.text.lemmas import Lemmatiser

    if lemmas not in LEMMAS:
        raise ConfigError(f"unknown lemmas {lemmas!r}; choose {' or '.join(LEMMAS)}")
    notes: list[str] = []
    code = _code(target, notes)
    lemma = None
    method = "none"
    if lemmas == "auto" and target is None:
        notes.append(NO_LANGUAGE)
    elif lemmas == "auto" and code is not None:
        lemmatiser = Lemmatiser(
            code, notice=lambda line: notes.append(f"{line}, lemma matching is off")
        )
        method = lemmatiser.method
        lemma = None if method == "identity" else lemmatiser.lemma
    known = function_words(code) if code else frozenset[str]()
    return TargetWords(
        Vocabulary(lemma, (lambda word: fold(word) in known) if known else None),
        _cutter(code) if tokenise else None,
        _cutter(_code(source, [])) if tokenise else None,
        (
            ("tokens", "diglot" if tokenise else "spaces"),
            ("lemmas", "none" if method == "identity" else method),
        ),
        tuple(notes),
    )


def _code(language: str | None, notes: list[str]) -> str | None:
    """Return the code of a language; None, and a note, if nobody knows it."""
    from diglot.text.languages import normalise

    if language is None:
        return None
    try:
        return normalise(language)
    except ConfigError:
        notes.append(f"the language {language!r} is unknown: lemma matching is off")
        return None


def _cutter(code: str | None) -> Tokeniser:
    from diglot.text.tokens import tokenise

    return lambda text: tokenise(text, code)
