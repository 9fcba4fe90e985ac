"""In which languages a translation is checked: as told, as its file says, as detected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.pipeline.languages import code_of, is_tag
from diglot.text import detection
from diglot.text.languages import UNDETERMINED, name, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.pipeline.steps.words.word_units import Languages

SAMPLE = 100_000
"""Characters of a side that its language is detected from."""

_SIDES = ("source language", "target language")
_OPTIONS = ("-s", "-t")


@dataclass(frozen=True, slots=True)
class CheckLanguages:
    """Languages of a translation.

    Attributes:
        tags: of source and target, regions included where they are known.
        notes: what to tell the user.
    """

    tags: tuple[str, str]
    notes: tuple[str, ...] = ()


def decide_languages(
    texts: Sequence[tuple[str, str]],
    *,
    told: Languages,
    declared: Languages,
    candidates: Iterable[str] = (),
) -> CheckLanguages:
    """Decide the languages of both sides.

    A language that diglot does not know is taken as it is: there are no lemmas for it.

    Args:
        texts: beginning of both sides.
        told: codes or names that the user gave.
        declared: what the file says.
        candidates: languages of the termbases; others are taken only if the text surely is in
            one of them.

    Raises:
        ConfigError: what was told is no language, or nothing tells the language of a side, or
            both sides are in one language.
    """
    known = sorted({code_of(each) for each in candidates} - {UNDETERMINED})
    tags: list[str] = []
    notes: list[str] = []
    for side in (0, 1):
        tag, note = told[side], ""
        if tag is not None:
            tag = _as_told(tag)
        elif declared[side] is not None:
            tag = declared[side]
        else:
            # The other side is in another language.
            others = {code_of(each) for each in (*tags, told[1 - side], declared[1 - side]) if each}
            left = [code for code in known if code not in others]
            tag, note = _detected([pair[side] for pair in texts], left, side)
        tags.append(tag or UNDETERMINED)
        notes += [note] if note else []
    if code_of(tags[0]) == code_of(tags[1]) and tags[0].lower() == tags[1].lower():
        raise ConfigError(
            f"both sides are in {name(code_of(tags[0]))}: say the languages with -s and -t"
        )
    return CheckLanguages((tags[0], tags[1]), tuple(notes))


def _as_told(language: str) -> str:
    """Return the tag of a language that the user named.

    Raises:
        ConfigError: it is no name of a language, and no tag.
    """
    if is_tag(language):
        return language.replace("_", "-")
    return normalise(language)


def _detected(texts: Sequence[str], candidates: Sequence[str], side: int) -> tuple[str, str]:
    sample = "\n".join(texts)[:SAMPLE]
    code, probability = detection.detect(sample)
    if code not in candidates and candidates and (code == UNDETERMINED or probability < 0.9):
        # A short text may be in many languages, but the termbase is in few of them.
        supported = [each for each in candidates if _is_supported(each)]
        code, probability = (
            detection.detect(sample, candidates=supported)
            if len(supported) > 1
            else (supported[0] if supported else code, 1.0)
        )
    if code == UNDETERMINED:
        raise ConfigError(
            f"nothing tells the {_SIDES[side]}: say it with {_OPTIONS[side]}, such as "
            f"{_OPTIONS[side]} en"
        )
    return code, f"{_SIDES[side]} detected: {name(code)} ({code})"


def _is_supported(language: str) -> bool:
    try:
        return normalise(language) != UNDETERMINED
    except ConfigError:
        return False
