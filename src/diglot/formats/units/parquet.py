"""Parquet, in the layout of parallel text that the package ``datasets`` reads.

A column ``translation`` holds both texts by language, the others what else is known of a unit.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from diglot.errors import FormatError, UnsafeFileError
from diglot.files.atomic import atomic_open
from diglot.files.binary import open_binary
from diglot.formats.blocks import Skips
from diglot.formats.units.jsonl import foreign_unit, reason_of
from diglot.installed import extra_for
from diglot.model import Skipped, Unit
from diglot.text.languages import UNDETERMINED

ROWS = 10_000
"""Rows that are written, and read, at once."""
ROWS_FLOOR = 100_000
"""Rows that a file may have however small it is; of more, each has a byte or it is no text."""
TRANSLATION = "translation"
TEXTS = ("id", "kind", "method", "document")
"""Columns of text, named as the fields of a unit."""
SIDES = ("source", "target")
_OWN = b"diglot"


def read_units(path: Path, *, skips: Skips | None = None) -> Iterator[Unit]:
    """Give the rows of a file as units.

    Beside ``translation``, columns ``source`` and ``target`` are read; columns that a unit has no
    field for become properties.

    Raises:
        FormatError: it is no Parquet file, or holds no pairs of texts.
        MissingExtraError: the extra that reads Parquet is missing.
    """
    with extra_for("reading Parquet", instead="convert it to JSON lines"):
        import pyarrow as pa
        from pyarrow import parquet
    with open_binary(path) as file:
        row = 0
        try:
            content = parquet.ParquetFile(file)
            if content.metadata.num_rows > max(ROWS_FLOOR, path.stat().st_size):
                raise UnsafeFileError(
                    f"has {content.metadata.num_rows:,} rows, more than bytes",
                    path=path,
                    cure="drop the rows that are equal",
                )
            order = _languages(content.schema_arrow.metadata)
            for batch in content.iter_batches(ROWS):
                for value in batch.to_pylist():
                    row += 1
                    unit = _unit(value, order, row)
                    if skips is not None and not any(each.text for each in unit.variants):
                        skips.add("row without text")
                    yield unit
        except (pa.ArrowException, OSError, ValueError, TypeError, KeyError) as error:
            raise FormatError(
                f"holds no translation units ({reason_of(error)})",
                path=path,
                place=f"row {row}" if row else None,
                cure="give a file with a column translation, or with source and target",
            ) from error


def write_units(
    path: Path, units: Iterable[Unit], *, languages: Sequence[str] | None = None
) -> tuple[Skipped, ...]:
    """Write units as rows; return what they could not carry.

    Args:
        languages: of source and target; by default those of the first unit with two sides.

    Raises:
        MissingExtraError: the extra that writes Parquet is missing.
    """
    with extra_for("writing Parquet", instead="write JSON lines"):
        import pyarrow as pa
        from pyarrow import parquet
    skips = Skips()
    stream = iter(units)
    first = next((unit for unit in stream if len(unit.variants) > 1), None)
    if languages is None:
        languages = [variant.language for variant in first.variants[:2]] if first else SIDES
    if len({*languages} - {UNDETERMINED}) < 2:
        languages = SIDES
    schema = _schema(languages)
    with (
        atomic_open(path, "wb") as file,
        parquet.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        everything = itertools.chain([first] if first else [], stream)
        while some := list(itertools.islice(everything, ROWS)):
            rows = [_row(unit, languages, skips) for unit in some if _has_two(unit, skips)]
            writer.write_table(pa.Table.from_pylist(rows, schema))
    return skips.entries()


def _schema(languages: Sequence[str]) -> Any:
    import pyarrow as pa

    text = pa.string()
    columns = {
        **dict.fromkeys(TEXTS, text),
        "score": pa.float64(),
        "reasons": pa.list_(text),
    }
    features: dict[str, Any] = {
        TRANSLATION: {"languages": list(languages), "_type": "Translation"},
        **{name: {"dtype": str(kind), "_type": "Value"} for name, kind in columns.items()},
    }
    features["reasons"] = {"feature": {"dtype": "string", "_type": "Value"}, "_type": "List"}
    # The package wants the languages of a pair in alphabetical order; ours says which is which.
    pair = pa.struct([(language, text) for language in sorted(languages)])
    metadata = {
        b"huggingface": json.dumps({"info": {"features": features}}),
        _OWN: json.dumps({"languages": list(languages)}),
    }
    return pa.schema([(TRANSLATION, pair), *columns.items()], metadata)


def _row(unit: Unit, languages: Sequence[str], skips: Skips) -> dict[str, Any]:
    for variant in unit.variants[2:]:
        skips.add("further text of a unit", variant.text)
    for variant in unit.variants[:2]:
        skips.add("inline code", count=len(variant.markup))
    lost = unit.properties or unit.notes or unit.paragraphs is not None
    if lost or any(variant.segments or variant.properties for variant in unit.variants):
        skips.add("properties, notes, paragraphs and segments of a unit")
    texts = (variant.text for variant in unit.variants)
    return {
        TRANSLATION: dict(zip(languages, texts, strict=False)),
        **{name: getattr(unit, name) for name in TEXTS},
        "score": unit.score,
        "reasons": list(unit.reasons),
    }


def _has_two(unit: Unit, skips: Skips) -> bool:
    if len(unit.variants) < 2:
        skips.add("unit without a translation", unit.id or "")
    return len(unit.variants) > 1


def _languages(metadata: dict[bytes, bytes] | None) -> Sequence[str]:
    """Return the languages in the order that diglot wrote down."""
    return list(json.loads((metadata or {}).get(_OWN, b"{}")).get("languages", ()))


def _unit(value: dict[str, Any], order: Sequence[str], row: int) -> Unit:
    pair = value.get(TRANSLATION)
    if order and isinstance(pair, dict):
        del value[TRANSLATION]
        texts = {name: pair[name] for name in order}
        value |= texts if order == list(SIDES) else {TRANSLATION: texts}
    known: dict[str, Any] = {
        name: str(value.pop(name)) for name in TEXTS if value.get(name) is not None
    }
    reasons = tuple(map(str, value.pop("reasons", None) or ()))
    unit = foreign_unit({name: each for name, each in value.items() if each is not None}, row)
    return replace(unit, reasons=reasons, **known)
