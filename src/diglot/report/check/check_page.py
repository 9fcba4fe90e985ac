"""A page to go through the findings of a check: one HTML file that needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.report.check.check_data import page_data
from diglot.report.check.check_facts import NO_FACTS
from diglot.report.pages.page import compose

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Checked
    from diglot.report.check.check_facts import CheckFacts

# Findings on one page; a hundred thousand have about 21 MB and open within seconds.
LIMIT = 100_000

_SCRIPTS = (
    "page/windowed.js",
    *(f"check/{name}.js" for name in ("state", "answers", "list", "findings", "check")),
)


def write_check_page(
    path: Path | str,
    checked: Sequence[Checked],
    *,
    facts: CheckFacts = NO_FACTS,
    title: str = "",
    limit: int | None = LIMIT,
) -> None:
    """Write a single-file page of findings, where a reviewer answers them and saves the answers.

    Args:
        path: file to write; replaced as a whole or left as it was.
        checked: the checks of several files.
        facts: how they were checked.
        title: title of the page; by default the names of the files.
        limit: most findings on the page, which says how many there are; None for all.

    Raises:
        InputError: the file cannot be written.
        ConfigError: the limit is less than 1.
    """
    if limit is not None and limit < 1:
        raise ConfigError(f"the limit is {limit}, but must be 1 or more")
    page = compose(
        title or _title(checked),
        page_data(checked, facts=facts, limit=limit),
        body="check/check.html",
        styles=["check/check.css"],
        scripts=_SCRIPTS,
    )
    with atomic_open(path) as file:
        file.write(page)


def _title(checked: Sequence[Checked]) -> str:
    from pathlib import PurePath

    if len(checked) == 1:
        return f"Terms in {PurePath(checked[0].path).name}"
    return f"Terms in {len(checked)} files"
