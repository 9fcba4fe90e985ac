"""Units without a translation: nothing stands there, a mere placeholder, or the source itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.model.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from diglot.model.findings import CheckedUnit

LEAST_WORDS = 2
"""Words of a source below which the same text may be its translation: a name, a code."""

MANY_WORDS = 6
"""Words from which the same text is no translation, function words or not."""

# What programs put values for, and what stands for a text that was not delivered.
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\w|<[^<>]*>|\[[^\[\]]*\]")
_ADDRESS = re.compile(r"\S*(?:://|@|www\.)\S*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def find_untranslated(
    unit: CheckedUnit,
    *,
    severity: str,
    own: AbstractSet[str] = frozenset(),
    spaceless: bool = False,
) -> Finding | None:
    """Return a finding if a unit has no translation.

    A copy of the source counts as none if it holds words that only the source language has, or
    is long: names, codes and addresses stay as they are in any language.

    Args:
        unit: with a text on the source side.
        severity: of the finding.
        own: function words of the source language that the other one does not have, in lower case.
        spaceless: the source language is written without spaces.
    """
    source, target = unit.source.strip(), unit.target.strip()
    if not target:
        return _finding(unit, severity, "the translation is empty", found=None)
    if _WORD.search(_without_placeholders(target)):
        # Nearly every unit ends here.
        if source[0].casefold() != target[0].casefold() or not _is_same(source, target):
            return None
        words = _words(source)
    else:
        # Figures and signs translate figures and signs.
        words = _words(source)
        alone = not _without_placeholders(source).strip(" .,;:!?")
        if len(words) < LEAST_WORDS or not _PLACEHOLDER.search(target) or alone:
            return None
        return _finding(unit, severity, f"only {target} stands in the translation", found=target)
    if spaceless:
        copied = sum(map(len, words)) >= MANY_WORDS and not source.isascii()
    else:
        foreign = any(word.lower().replace("’", "'") in own for word in words)
        copied = len(words) >= (LEAST_WORDS if foreign else MANY_WORDS)
    if not copied:
        return None
    return _finding(unit, severity, "the translation is a copy of its source", found=target)


def _is_same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _words(text: str) -> list[str]:
    return _WORD.findall(_ADDRESS.sub(" ", _without_placeholders(text)))


def _without_placeholders(text: str) -> str:
    if not any(sign in text for sign in "{%<["):
        return text
    return _PLACEHOLDER.sub(" ", text)


def _finding(unit: CheckedUnit, severity: str, message: str, *, found: str | None) -> Finding:
    return Finding(
        rule="untranslated",
        severity=severity,
        unit=unit.number,
        message=message,
        source=((0, len(unit.source)),),
        target=((0, len(unit.target)),) if found is not None else (),
        found=found,
        suggestion="translate the unit",
    )
