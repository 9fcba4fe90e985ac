"""Files of judgements beside texts, read back into a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange.found import Found, FoundJudgement
from diglot.annotate.items import NewItem
from diglot.errors import FormatError
from diglot.formats.judgements.standoff import read_standoff

if TYPE_CHECKING:
    from pathlib import Path

GOLD = "gold"
"""What the annotator of gold answers is called."""


def read_standoff_items(path: Path, kind: str) -> Found:
    """Read the items and the judgements of a file; gold is the judgement of ``gold``.

    Raises:
        FormatError: the file is none of these, is of another kind, or judges an item it lacks.
        InputError: it cannot be read.
    """
    head, records = read_standoff(path)
    if head.get("kind") != kind:
        raise FormatError(
            f"holds {head.get('kind')}, not {kind}", path=path, cure="name the layer of its kind"
        )
    items: dict[str, NewItem] = {}
    judgements = []
    for number, record in records:
        key = record["item"]
        if record["record"] == "item":
            items[key] = NewItem(key=key, payload=record["payload"])
            continue
        if key not in items:
            raise FormatError(
                f"judges {key!r}, which is none of its items",
                path=path,
                place=f"line {number}",
                cure="keep the line of the item before its judgements",
            )
        if record.get("state", "done") != "draft":
            annotator = record.get("annotator", GOLD)
            judgements.append(FoundJudgement(key, annotator, record["cells"]))
    return Found(tuple(items.values()), tuple(judgements))
