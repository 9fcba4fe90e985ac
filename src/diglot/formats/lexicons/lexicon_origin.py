"""Origins of dictionaries whose own file has no place for them."""

from __future__ import annotations

import json
from pathlib import Path

from diglot.errors import FormatError
from diglot.files.text import read_text
from diglot.formats.lexicons.lexicon_names import name_of
from diglot.model.lexicon import Origin

BESIDE = "meta.json"


def origin_beside(path: str | Path) -> Origin:
    """Return the origin of a table: its name, and what ``meta.json`` in its folder says.

    That is an object with the strings ``origin`` and ``licence`` (or ``license``), which hold for
    all dictionaries of the folder.

    Raises:
        FormatError: ``meta.json`` is no such object.
        InputError: it cannot be read.
    """
    name = name_of(path)
    beside = Path(path).with_name(BESIDE)
    if not beside.is_file():
        return Origin(name)
    try:
        told = json.loads(read_text(beside))
    except (ValueError, RecursionError) as error:
        raise FormatError(
            "is not JSON, so the origin of the dictionaries beside it cannot be told",
            path=beside,
            cure='write {"origin": "…", "licence": "…"}, or move it elsewhere',
        ) from error
    if not isinstance(told, dict):
        return Origin(name)
    statement, licence = told.get("origin"), told.get("licence", told.get("license"))
    return Origin(
        name,
        statement if isinstance(statement, str) else "",
        licence if isinstance(licence, str) else "",
    )
