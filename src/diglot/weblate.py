"""A check for Weblate: terms of a termbase, in every string that is translated there.

For the settings of a Weblate server; docs/commands/check.md says how. Strings and translations
enter. What is wrong with their terms leaves, as a failing check with its reasons. Only Weblate
imports this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings  # type: ignore[import-not-found]
from weblate.checks.base import TargetCheck  # type: ignore[import-not-found]

from diglot.consistency.judging.checker import Checker
from diglot.formats.blocks import Skips
from diglot.model.findings import ERROR, WARNING, CheckedUnit, Finding
from diglot.packs.vocabularies import cut_by_packs
from diglot.pipeline.steps.checking.inputs import (
    NoEntriesError,
    Termbases,
    Units,
    decide_languages,
)
from diglot.pipeline.steps.checking.options import AUTO, NONE, CheckOptions, check_options
from diglot.pipeline.steps.checking.translation import TranslationChecker


class TermbaseCheck(TargetCheck):  # type: ignore[misc]  # an unknown class
    """Fails where a string is not translated by the terms of ``DIGLOT_TERMBASES``.

    Settings: ``DIGLOT_TERMBASES``, a list of files; ``DIGLOT_CHECK``, options of `diglot.check`.

    Raises:
        InputError: a termbase cannot be read.
        ConfigError: a setting is wrong.
    """

    check_id = "diglot_termbase"
    name = "Terms of the termbase"
    description = "The translation does not use the terms of the termbase."

    def check_single(self, source: str, target: str, unit: Any) -> bool:
        """Return whether a term is wrong or missing."""
        return bool(_findings(source, target, unit))

    def get_description(self, check_obj: Any) -> str:
        """Return what is wrong, sentence by sentence."""
        unit = check_obj.unit
        pairs = zip(unit.get_source_plurals(), unit.get_target_plurals(), strict=False)
        found = [each for source, target in pairs for each in _findings(source, target, unit)]
        return "; ".join(each.message for each in found) or self.description


def _findings(source: str, target: str, unit: Any) -> list[Finding]:
    """Return what people should look at; notes are left out."""
    translation = unit.translation
    languages = translation.component.source_language.code, translation.language.code
    checker = _checker(languages)
    found = checker.findings(source, target) if checker else ()
    return [each for each in found if each.severity in {ERROR, WARNING}]


@cache
def _checker(languages: tuple[str, str]) -> StringChecker | None:
    """Read the termbases once for a pair of languages; None if they have no entry for it."""
    paths = [Path(path) for path in settings.DIGLOT_TERMBASES]
    source, target = languages
    told = {"source_language": source, "target_language": target, "links": NONE}
    try:
        return StringChecker(paths, CheckOptions(**getattr(settings, "DIGLOT_CHECK", {}) | told))
    except NoEntriesError:
        return None


class StringChecker:
    """Checks strings against termbases, which are read once.

    One string is too little text to learn word links from: words alone decide, as in short files.

    Args:
        termbases: files with the entries.
        options: how to check; they name both languages.

    Raises:
        InputError: a termbase cannot be read.
        NoEntriesError: the termbases have no entry in the languages.
        ConfigError: an option is wrong.
    """

    def __init__(self, termbases: Sequence[Path], options: CheckOptions) -> None:
        check_options(options)
        loaded = Termbases(termbases, encoding=options.encoding)
        self._options = options
        self._languages = decide_languages(
            [],
            told=(options.source_language, options.target_language),
            declared=(None, None),
            candidates=loaded.languages,
        )
        self._demanded = loaded.entries(self._languages.tags)
        self._checker = Checker(self._demanded.entries, lemmas=options.lemmas == AUTO)

    @cut_by_packs
    def findings(self, source: str, target: str) -> tuple[Finding, ...]:
        """Return what is wrong with the terms of a translation, in the order of the source."""
        work = TranslationChecker(
            self._demanded, self._options, self._languages, checker=self._checker
        )
        work.check([CheckedUnit(0, source, target)])
        return work.result("", Units(iter(()), (None, None), Skips())).findings
