"""The tasks of campaigns, each a module with a record ``TASK``.

A plan enters. The record of its task leaves, which knows its files, methods and scores.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, describe_unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diglot.campaign.task import Task

TASKS: Mapping[str, str] = {
    "sentences": "diglot.campaign.tasks.sentences",
}
"""Tasks by name; each module holds ``TASK``."""


def task_named(name: str) -> Task:
    """Return the record of a task.

    Raises:
        ConfigError: there is no such task.
    """
    if name not in TASKS:
        raise ConfigError(describe_unknown("task", name, TASKS))
    found: Task = import_module(TASKS[name]).TASK
    return found
