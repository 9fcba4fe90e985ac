"""Translations of a system are written: SGML of the shared task of 2021, or lines of text."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Hypotheses

FORMATS = ("sgml", "lines")
_EXTENSIONS = {".sgm": "sgml", ".sgml": "sgml", ".txt": "lines"}
_TAKEN = {".jsonl": "JSON lines", ".tsv": "tables"}


def hypothesis_format(path: str | Path, like: str = "lines") -> str:
    """Return the format that a file of translations gets: its extension tells, or the other file.

    Args:
        path: the file to write.
        like: format of the file that the translations come from, where the extension says nothing.

    Raises:
        ConfigError: translations are not written in that format.
    """
    extension = Path(path).suffix.lower()
    name = _EXTENSIONS.get(extension, like)
    if extension in _TAKEN or name not in FORMATS:
        raise ConfigError(
            f"{path}: translations are written as SGML or as lines of text; end the name in .sgm "
            "or .txt"
        )
    return name


def write_hypotheses(
    path: str | Path,
    hypotheses: Hypotheses,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    languages: Sequence[str | None] = (None, None),
) -> None:
    """Write the translations of a system.

    Args:
        path: the file.
        hypotheses: for SGML with the ids of their segments.
        format: one of `FORMATS`; by default what the extension tells, else lines.
        languages: codes of source and target, for the header of SGML.

    Raises:
        ConfigError: unknown format, or SGML without ids.
        FormatError: a translation has a line break, and lines cannot hold it.
        InputError: the file cannot be written.
    """
    name = format or hypothesis_format(path)
    if name == "lines":
        _write_lines(path, hypotheses)
    elif name != "sgml":
        raise ConfigError(f"unknown format {name!r}; known are: {', '.join(FORMATS)}")
    elif hypotheses.ids is None:
        raise ConfigError(f"{path}: SGML needs the ids of the segments")
    else:
        _write_sgml(path, hypotheses, hypotheses.ids, languages)


def _write_lines(path: str | Path, hypotheses: Hypotheses) -> None:
    for number, text in enumerate(hypotheses.texts, 1):
        if "\n" in text or "\r" in text:
            raise FormatError(
                "a translation has several lines", place=f"segment {number}", cure="write SGML"
            )
    with atomic_open(path) as file:
        file.writelines(f"{text}\n" for text in hypotheses.texts)


def _write_sgml(
    path: str | Path,
    hypotheses: Hypotheses,
    ids: Sequence[str],
    languages: Sequence[str | None],
) -> None:
    source, target = (html.escape(each or "any") for each in languages)
    name = html.escape(hypotheses.name)
    with atomic_open(path) as file:
        file.write(f'<tstset srclang="{source}" trglang="{target}">\n')
        file.write(f'<doc sysid="{name}" docid="">\n')
        for each, text in zip(ids, hypotheses.texts, strict=True):
            inner = html.escape(" ".join(text.split()), quote=False)
            file.write(f'<seg id="{html.escape(each)}"> {inner} </seg>\n')
        file.write("</doc>\n</tstset>\n")
