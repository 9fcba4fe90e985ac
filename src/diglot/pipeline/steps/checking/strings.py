"""Checks of one string and its translation at a time, for programs that have both at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.consistency.judging.checker import Checker
from diglot.formats.blocks import Skips
from diglot.model.findings import CheckedUnit
from diglot.packs.vocabularies import cut_by_packs
from diglot.pipeline.steps.checking.inputs import Termbases, Units, decide_languages
from diglot.pipeline.steps.checking.options import AUTO, CheckOptions, check_options
from diglot.pipeline.steps.checking.translation import TranslationChecker

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model.findings import Finding


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
