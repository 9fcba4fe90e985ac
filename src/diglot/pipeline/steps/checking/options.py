"""How a translation is to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from diglot.errors import ConfigError
from diglot.model.findings import OFF, RULES, SEVERITIES
from diglot.options import Group, option_record
from diglot.pipeline.options import ENCODING, JOBS, MODELS, PACKS, READING, SEED

AUTO, NONE = "auto", "none"
NEVER = "never"
TRANSLATED = Group("finding translations")
FINDING = Group("findings")
OUTCOME = Group("exit code")
REPORTS = Group("reports")

LACKING_UNITS = 5_000
"""Units of a file up to which the terms that the termbase lacks are looked for by default."""


@option_record
class CheckOptions:
    """Options of ``check``."""

    source_language: str | None = READING(
        "language of the text", "-s", "--source-language", metavar="LANG"
    )
    target_language: str | None = READING(
        "language of the translation", "-t", "--target-language", metavar="LANG"
    )
    encoding: str | None = ENCODING()
    links: str = TRANSLATED(
        "auto (default): align the words of the translation; none: check without word links; or "
        "a file of word links, line n for unit n",
        default=AUTO,
        metavar="LINKS",
    )
    packs: tuple[str, ...] = PACKS(group=TRANSLATED)
    models: tuple[Path, ...] = MODELS(group=TRANSLATED)
    memories: tuple[Path, ...] = TRANSLATED(
        "translation memory from which word translations are learned; more than one may be given",
        "--memory",
        metavar="FILE",
    )
    lemmas: str = TRANSLATED(
        "also compare words by their lemmas, if available for the language",
        default=AUTO,
        choices=(AUTO, NONE),
    )
    jobs: int = JOBS(group=TRANSLATED)
    seed: int = SEED(group=TRANSLATED)
    profile: str = FINDING(
        "strictness of term matching, and the severity of each rule",
        default="standard",
        choices=("standard", "strict", "lenient"),
    )
    severities: Mapping[str, str] = FINDING(
        "make a rule an error, a warning or a note, or switch it off; more than one may be given",
        "--severity",
        default={},
        metavar="RULE=LEVEL",
        divided=True,
    )
    rules: tuple[str, ...] = FINDING(
        "apply only these rules, separated by commas",
        metavar="RULES",
        choices=tuple(RULES),
        divided=True,
    )
    ignore: tuple[str, ...] = FINDING(
        "do not apply these rules, separated by commas",
        metavar="RULES",
        choices=tuple(RULES),
        divided=True,
    )
    counting: str = FINDING(
        "whether each occurrence of a term needs a translation, one is enough, or one finding "
        "per unit reports the ratio",
        "--count",
        default="each",
        choices=("each", "once", "ratio"),
    )
    lacking: str = FINDING(
        "search for terms of the text that the termbase lacks (default: auto, not in large files)",
        default=AUTO,
        choices=(AUTO, "yes", "no"),
    )
    fail_on: str | None = OUTCOME(
        "minimum severity that gives exit code 1 (default: error; never, if there is a limit)",
        choices=(*SEVERITIES, NEVER),
    )
    max_alarms: int | None = OUTCOME(
        "exit code 1 if there are more errors and warnings than this", metavar="N", least=0
    )
    max_rate: float | None = OUTCOME(
        "exit code 1 if there are more errors and warnings than this per term found in the source",
        metavar="X",
        least=0,
    )
    allow_empty: bool = OUTCOME("a file without anything to check is not an error")
    suppressions: Path | None = REPORTS(
        "file of findings to suppress, with reasons", metavar="FILE"
    )
    answers: tuple[Path, ...] = REPORTS(
        "answers of a reviewer, added to --suppressions; more than one may be given", metavar="FILE"
    )
    proposals: Path | None = REPORTS(
        "table of the forms that --answers accept for the termbase, TSV or CSV", metavar="FILE"
    )
    author: str = REPORTS(
        "author of the answers, if --answers does not name one", default="", metavar="NAME"
    )

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
    for rule in options.severities:
        if rule not in RULES:
            raise ConfigError(f"--severity: unknown rule {rule!r}; available: {', '.join(RULES)}")
    for rule, severity in options.severities.items():
        if severity not in (*SEVERITIES, OFF):
            raise ConfigError(
                f"--severity {rule}={severity}: a severity is one of {', '.join(SEVERITIES)}, {OFF}"
            )
    if options.answers and options.suppressions is None:
        raise ConfigError("--answers are learnt into a file of suppressions: give --suppressions")
    if options.proposals is not None and not options.answers:
        raise ConfigError("--proposals are forms that reviewers accept: give --answers")
    if options.links != AUTO:
        for name, given in (
            ("--packs", options.packs and options.packs != (NONE,)),
            ("--model", options.models),
            ("--memory", options.memories),
        ):
            if given:
                raise ConfigError(
                    f"{name} helps to align words, but --links {options.links} aligns none: "
                    "leave one out"
                )
