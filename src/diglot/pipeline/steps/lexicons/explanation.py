"""A word explained: what was asked for, and what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Translation

PROBABILITY, WALK = "probability", "walk"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainOptions:
    """What of a word is to be explained.

    Attributes:
        source_language: code or name of the language of the word; None looks in all.
        target_language: of its translations; None takes all that a lexicon holds. Dictionaries
            need it.
        translation: explain this translation alone; None explains all.
        top: most translations of a word in one language; None for all.
        paths: most paths of a translation.
        case: see `lexicons.encoding.encode`; for dictionaries.
        pos: the same.
        skip_bad: leave bad lines out and count them.
        rules: names of what is done to lemmas of dictionaries; None does what suits each format.
    """

    source_language: str | None = None
    target_language: str | None = None
    translation: str | None = None
    top: int | None = 20
    paths: int = 3
    case: str = "keep"
    pos: str = "keep"
    skip_bad: bool = False
    rules: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A word of one language and its translations into another.

    Attributes:
        word: as it is written where it was found.
        language: its code.
        target_language: code of the translations.
        translations: with the word as their source, best first; with reasons and paths.
        measure: what the scores are: ``probability``; ``walk``: the part of a random walk from
            either word that goes to the other; or the method that gave them, by name.
        left: number of translations beyond those that were asked for.
        direct: what dictionaries say of the two languages themselves; no part of the paths.
        why: why there are no translations, and what would help; empty where there are.
    """

    word: str
    language: str
    target_language: str
    translations: tuple[Translation, ...]
    measure: str = PROBABILITY
    left: int = 0
    direct: tuple[str, ...] = ()
    why: str = ""


def codes_of(options: ExplainOptions) -> tuple[str | None, str | None]:
    """Return the codes of the languages that options name.

    Raises:
        ConfigError: a language is unknown.
    """
    source, target = (
        normalise(each) if each else None
        for each in (options.source_language, options.target_language)
    )
    return source, target


def unknown_word(
    word: str, language: str | None, close: Sequence[str], path: Path | None
) -> InputError:
    """Return the error of a word that is not there, with words that are spelt nearly so."""
    where = f" as a word of {language}" if language else ""
    return InputError(
        f"{word!r} is not there{where}",
        path=path,
        cure=f"did you mean {', '.join(close)}?" if close else "check the spelling",
    )
