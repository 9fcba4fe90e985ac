"""Which languages the two sides of a run are in: as told, as detected, or as declared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.text import detection
from diglot.text.languages import UNDETERMINED, name, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable

ENOUGH = 100_000
"""Characters to tell the language of a run from."""

_SURE = 0.9
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Decision:
    """The language of one side.

    Attributes:
        code: ISO 639 code; ``und`` when nothing tells.
        sure: whether it is beyond doubt.
        notes: what to tell the user.
    """

    code: str
    sure: bool = True
    notes: tuple[str, ...] = ()


def is_tag(language: str) -> bool:
    """Tell whether a text has the form of a language tag, known or not."""
    return _TAG.fullmatch(language) is not None


@lru_cache(1024)
def code_of(language: str) -> str:
    """Return diglot's code of a language that a file names, which may be no language at all."""
    try:
        return normalise(language)
    except ConfigError:
        return language.casefold()


def decide(
    texts: Iterable[str], *, told: str | None, declared: Iterable[str | None] = (), side: str
) -> Decision:
    """Decide a language: as told, as detected beyond doubt, as declared, or as detected.

    Args:
        texts: of that side; `ENOUGH` characters of them are looked at.
        told: code or name that the user gave.
        declared: what the files say of themselves; they count when they agree.
        side: what the notes call it, such as ``"source language"``.

    Raises:
        ConfigError: the language told or declared is unknown.
    """
    if told is not None:
        return Decision(normalise(told))
    sample: list[str] = []
    size = 0
    for text in texts:
        sample.append(text)
        size += len(text)
        if size > ENOUGH:
            break
    code, probability = detection.detect("\n".join(sample))
    if probability >= _SURE:
        return Decision(code, notes=(f"{side} detected: {name(code)} ({code})",))
    only = set(declared)
    if len(only) == 1 and (known := only.pop()) is not None:
        code = normalise(known)
        return Decision(code, sure=False, notes=(f"{side} as declared: {name(code)} ({code})",))
    doubt = f"{side} detected: {name(code)} ({code}), but only {probability:.0%} sure"
    return Decision(code, sure=False, notes=(doubt,))


def check_different(source: Decision, target: Decision, *, same_language: bool) -> tuple[str, ...]:
    """Refuse two sides in one language unless that is meant; return a note where it is a doubt.

    Raises:
        ConfigError: both are surely in one language.
    """
    if source.code != target.code or source.code == UNDETERMINED or same_language:
        return ()
    if source.sure and target.sure:
        raise ConfigError(
            f"both sides are in {name(source.code)}: check the files, specify the languages with "
            "-s and -t, or add --same-language if that is meant"
        )
    return (f"both sides look like {name(source.code)}: specify the languages with -s and -t",)
