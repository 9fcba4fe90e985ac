"""Reports of a terminology check, one module a format.

Checked units with their findings enter. HTML, JSON, SARIF, JUnit, tables, Markdown and terminal
text leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from diglot.errors import ConfigError, describe_unknown
from diglot.files.atomic import write_bytes
from diglot.model import Checked
from diglot.report.check.groups import NO_FACTS, CheckFacts
from diglot.report.check.json import check_json
from diglot.report.check.page import write_check_page
from diglot.report.check.sarif import check_sarif, junit_xml
from diglot.report.check.sheet import write_check_sheet, write_check_workbook
from diglot.report.check.summary import markdown_summary

__all__ = ["NO_FACTS", "REPORTS", "CheckFacts", "write_report"]


class Writer(Protocol):
    """Writes one report."""

    def __call__(
        self, path: Path | str, checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS
    ) -> None:
        """Write the findings of several files to a path."""


def _writer(render: Callable[..., str | bytes]) -> Writer:
    def write(
        path: Path | str, checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS
    ) -> None:
        content = render(checked, facts=facts)
        write_bytes(path, content if isinstance(content, bytes) else content.encode("utf-8"))

    return write


REPORTS: dict[str, Writer] = {
    "html": write_check_page,
    "json": _writer(check_json),
    "sarif": _writer(check_sarif),
    "junit": _writer(junit_xml),
    "xlsx": write_check_workbook,
    "tsv": write_check_sheet,
    "markdown": _writer(markdown_summary),
}


def write_report(
    name: str, path: Path | str, checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS
) -> None:
    """Write one report.

    Args:
        name: one of `REPORTS`; ``tsv`` is CSV where the name of the file says so.
        path: file to write; replaced as a whole or left as it was.
        checked: the checks of several files.
        facts: how they were checked.

    Raises:
        ConfigError: there is no such report.
        InputError: the file cannot be written.
    """
    if name not in REPORTS:
        raise ConfigError(describe_unknown("report", name, REPORTS))
    REPORTS[name](path, checked, facts=facts)
