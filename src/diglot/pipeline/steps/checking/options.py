"""How a translation is to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from diglot.errors import ConfigError
from diglot.model.findings import OFF, RULES, SEVERITIES
from diglot.options import option, option_record
from diglot.pipeline.options import ENCODING, JOBS, MODELS, PACKS, READING, SEED

AUTO, NONE = "auto", "none"
NEVER = "never"
TRANSLATED = "finding translations"
FINDING = "findings"
OUTCOME = "exit code"
REPORTS = "reports"

LACKING_UNITS = 5_000
"""Units of a file up to which the terms that the termbase lacks are looked for unasked."""


@option_record
class CheckOptions:
    """Options of ``check``."""

    source_language: str | None = option(
        "language of the text", "-s", "--source-language", metavar="LANG", group=READING
    )
    target_language: str | None = option(
        "language of the translation", "-t", "--target-language", metavar="LANG", group=READING
    )
    encoding: str | None = ENCODING()
    links: str = option(
        "auto (default): align the words of the translation; none: check without word links; or "
        "a file of word links, line n for unit n",
        default=AUTO,
        metavar="LINKS",
        group=TRANSLATED,
    )
    packs: tuple[str, ...] = PACKS(group=TRANSLATED)
    models: tuple[Path, ...] = MODELS(group=TRANSLATED)
    memories: tuple[Path, ...] = option(
        "translation memory from which word translations are learned; more than one may be given",
        "--memory",
        default=(),
        metavar="FILE",
        group=TRANSLATED,
    )
    lemmas: str = option(
        "also compare words by their lemmas, if available for the language",
        default=AUTO,
        choices=(AUTO, NONE),
        group=TRANSLATED,
    )
    jobs: int = JOBS(group=TRANSLATED)
    seed: int = SEED(group=TRANSLATED)
    profile: str = option(
        "strictness of term matching, and the severity of each rule",
        default="standard",
        choices=("standard", "strict", "lenient"),
        group=FINDING,
    )
    severities: Mapping[str, str] = option(
        "make a rule an error, a warning or a note, or switch it off; more than one may be given",
        "--severity",
        default={},
        metavar="RULE=LEVEL",
        group=FINDING,
        divided=True,
    )
    rules: tuple[str, ...] = option(
        "apply only these rules, separated by commas",
        default=(),
        metavar="RULES",
        choices=tuple(RULES),
        group=FINDING,
        divided=True,
    )
    ignore: tuple[str, ...] = option(
        "do not apply these rules, separated by commas",
        default=(),
        metavar="RULES",
        choices=tuple(RULES),
        group=FINDING,
        divided=True,
    )
    counting: str = option(
        "whether each occurrence of a term needs a translation, one is enough, or one finding "
        "per unit reports the ratio",
        "--count",
        default="each",
        choices=("each", "once", "ratio"),
        group=FINDING,
    )
    lacking: str = option(
        "search for terms of the text that the termbase lacks (default: auto, not in large files)",
        default=AUTO,
        choices=(AUTO, "yes", "no"),
        group=FINDING,
    )
    fail_on: str | None = option(
        "minimum severity that gives exit code 1 (default: error; never, if there is a limit)",
        choices=(*SEVERITIES, NEVER),
        group=OUTCOME,
    )
    max_alarms: int | None = option(
        "exit code 1 if there are more errors and warnings than this",
        metavar="N",
        group=OUTCOME,
        least=0,
    )
    max_rate: float | None = option(
        "exit code 1 if there are more errors and warnings than this per term found in the source",
        metavar="X",
        group=OUTCOME,
        least=0,
    )
    allow_empty: bool = option(
        "a file without anything to check is not an error", default=False, group=OUTCOME
    )
    suppressions: Path | None = option(
        "file of findings to suppress, with reasons", metavar="FILE", group=REPORTS
    )
    answers: tuple[Path, ...] = option(
        "answers of a reviewer, added to --suppressions; more than one may be given",
        default=(),
        metavar="FILE",
        group=REPORTS,
    )
    proposals: Path | None = option(
        "table of the forms that --answers accept for the termbase, TSV or CSV",
        metavar="FILE",
        group=REPORTS,
    )
    author: str = option(
        "author of the answers, if --answers does not name one",
        default="",
        metavar="NAME",
        group=REPORTS,
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
