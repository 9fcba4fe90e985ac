"""Campaign files to begin with: those of the shared tasks that people want to repeat."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.files.atomic import atomic_open

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = ("arcade",)
"""Names of the files in ``templates``."""


def write_example(name: str, path: Path) -> None:
    """Write a commented campaign file.

    Raises:
        ConfigError: there is no such example.
        InputError: the file is there already, or cannot be written.
    """
    if name not in EXAMPLES:
        raise ConfigError(describe_unknown("example", name, EXAMPLES))
    if path.exists():
        raise InputError("is there already", path=path, cure="choose another name")
    text = (resources.files("diglot.campaign") / "templates" / f"{name}.toml").read_text("utf-8")
    with atomic_open(path) as file:
        file.write(text)
