"""How a translation is to be checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from diglot.consistency.judging.findings import COUNTING, OFF, PROFILES
from diglot.errors import ConfigError
from diglot.model.findings import RULES, SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

AUTO, NONE = "auto", "none"
NEVER = "never"
FAIL_ON = (*SEVERITIES, NEVER)
LACKING = ("auto", "yes", "no")

LACKING_UNITS = 5_000
"""Units of a file up to which the terms that the termbase lacks are looked for unasked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """Options of ``check``.

    Attributes:
        source_language: code or name; None takes what the file says, or detects it.
        target_language: the same for the translation.
        encoding: of text files that are not in Unicode.
        links: ``auto`` aligns the words of the translation, ``none`` does without, any other
            value is a file of word links.
        models: saved models of words to align with.
        memories: translation memories to learn from: word links, and other words that stand for
            a term.
        profile: name of a profile; it decides on severities and on what is a finding.
        severities: of rules, instead of those of the profile; ``off`` leaves a rule out.
        rules: the only rules to apply; empty for all.
        ignore: rules to leave out.
        counting: whether ``each`` occurrence of a term needs one in the translation, ``once`` is
            enough, or one finding a unit tells the ``ratio``.
        lemmas: ``auto`` compares words by their lemmas, too; ``none`` as they are.
        lacking: whether to look for terms that the termbase lacks: ``yes``, ``no``, or ``auto``:
            in files of at most `LACKING_UNITS` units.
        fail_on: least severity that fails the check, or ``never``; None for errors, unless there
            is a limit.
        max_alarms: most errors and warnings that pass; None for no limit.
        max_rate: most errors and warnings that pass, as a share of the source terms found.
        allow_empty: a file without any unit to check is no fault.
        suppressions: file of findings that nobody wants to see; it need not exist where answers
            are learnt.
        answers: files of reviewers' answers, learnt into the suppressions.
        author: who gave the answers, where their file does not say.
        proposals: table to write of the forms that reviewers accept; nothing is written into a
            termbase.
        jobs: number of workers; the result does not depend on it.
        seed: of the word aligner.
    """

    source_language: str | None = None
    target_language: str | None = None
    encoding: str | None = None
    links: str = AUTO
    models: tuple[Path, ...] = ()
    memories: tuple[Path, ...] = ()
    profile: str = "standard"
    severities: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    counting: str = "each"
    lemmas: str = AUTO
    lacking: str = AUTO
    fail_on: str | None = None
    max_alarms: int | None = None
    max_rate: float | None = None
    allow_empty: bool = False
    suppressions: Path | None = None
    answers: tuple[Path, ...] = ()
    author: str = ""
    proposals: Path | None = None
    jobs: int = 1
    seed: int = 0

    @property
    def failing(self) -> str:
        """The least severity that fails the check, or ``never``."""
        if self.fail_on is not None:
            return self.fail_on
        limited = self.max_alarms is not None or self.max_rate is not None
        return NEVER if limited else SEVERITIES[0]


def check_options(options: CheckOptions) -> None:
    """Refuse wrong options before any file is read.

    Raises:
        ConfigError: an option is wrong, or does not go with another.
    """
    for name, value, known in (
        ("--profile", options.profile, PROFILES),
        ("--count", options.counting, COUNTING),
        ("--lemmas", options.lemmas, (AUTO, NONE)),
        ("--lacking", options.lacking, LACKING),
        ("--fail-on", options.failing, FAIL_ON),
    ):
        if value not in known:
            raise ConfigError(f"{name} is {value!r}, but must be one of: {', '.join(known)}")
    _check_rules("--severity", options.severities)
    _check_rules("--rules", options.rules)
    _check_rules("--ignore", options.ignore)
    for rule, severity in options.severities.items():
        if severity not in (*SEVERITIES, OFF):
            raise ConfigError(
                f"--severity {rule}={severity}: a severity is one of {', '.join(SEVERITIES)}, {OFF}"
            )
    _check_numbers(options)
    if options.answers and options.suppressions is None:
        raise ConfigError("--answers are learnt into a file of suppressions: give --suppressions")
    if options.proposals is not None and not options.answers:
        raise ConfigError("--proposals are forms that reviewers accept: give --answers")
    if options.links != AUTO:
        for name, given in (("--model", options.models), ("--memory", options.memories)):
            if given:
                raise ConfigError(
                    f"{name} helps to align words, but --links {options.links} aligns none: "
                    "leave one out"
                )


def _check_numbers(options: CheckOptions) -> None:
    if options.max_alarms is not None and options.max_alarms < 0:
        raise ConfigError(f"--max-alarms is {options.max_alarms}, but must be 0 or more")
    if options.max_rate is not None and not 0 <= options.max_rate < inf:
        raise ConfigError(f"--max-rate is {options.max_rate:g}, but must be 0 or more")
    if options.jobs < 1:
        raise ConfigError(f"--jobs is {options.jobs}, but must be 1 or more")
    if options.seed < 0:
        raise ConfigError(f"--seed is {options.seed}, but must be 0 or more")


def _check_rules(option: str, names: Iterable[str]) -> None:
    for name in names:
        if name not in RULES:
            raise ConfigError(f"{option}: there is no rule {name!r}; there are: {', '.join(RULES)}")
