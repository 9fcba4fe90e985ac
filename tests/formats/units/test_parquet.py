"""Parquet: the layout of published corpora."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.units import read_units, write_units
from diglot.model import Unit, Variant

pyarrow = pytest.importorskip("pyarrow", reason="the extra corpora is not installed")
from pyarrow import parquet  # noqa: E402 - only with the extra


def unit(source: str, target: str, **more: object) -> Unit:
    return Unit((Variant("fr", source), Variant("en", target)), **more)  # type: ignore[arg-type]


UNITS = [
    unit("Un.", "One.", score=0.9, id="a", document="d", method="m", kind="k", reasons=("r", "s")),
    unit("Deux.", "Two."),
]


def test_units_come_back_with_their_languages_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    assert write_units(path, UNITS) == ()
    assert list(read_units(path)) == UNITS


def test_the_columns_are_those_that_datasets_takes_for_translations(tmp_path: Path) -> None:
    write_units(tmp_path / "a.parquet", UNITS)
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.column("translation").to_pylist()[1] == {"en": "Two.", "fr": "Deux."}
    assert b'"_type": "Translation"' in table.schema.metadata[b"huggingface"]


def test_datasets_reads_what_was_written(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the package datasets is not installed")
    write_units(tmp_path / "a.parquet", UNITS)
    found = datasets.load_dataset(
        "parquet", data_files=str(tmp_path / "a.parquet"), cache_dir=str(tmp_path / "cache")
    )["train"]
    assert found.features["translation"].languages == ["fr", "en"]
    assert found[0]["translation"] == {"en": "One.", "fr": "Un."}
    assert found[0]["score"] == pytest.approx(0.9)


def test_languages_that_nobody_knows_stay_unknown(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    unknown = [Unit((Variant("und", "a"), Variant("und", "b")))]
    write_units(path, unknown)
    assert list(read_units(path)) == unknown


def test_files_of_others_are_read_with_their_columns_as_properties(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    rows = {"source": ["Un.", ""], "target": ["One.", ""], "topic": ["x", None]}
    parquet.write_table(pyarrow.table(rows), path)
    skips = Skips()
    first, _ = read_units(path, skips=skips)
    assert [each.text for each in first.variants] == ["Un.", "One."]
    assert first.properties == (("topic", "x"),)
    assert [str(each) for each in skips.entries()] == ["1 row without text"]


def test_what_a_row_has_no_place_for_is_counted(tmp_path: Path) -> None:
    more = unit("a", "b", notes=("remark",))
    three = Unit((*more.variants, Variant("de", "c")))
    lost = write_units(tmp_path / "a.parquet", [more, three, Unit((Variant("fr", "x"),))])
    assert [each.kind for each in lost] == [
        "properties, notes, paragraphs and segments of a unit",
        "further text of a unit",
        "unit without a translation",
    ]


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + b"\0" * 40 + b"PAR1"])
def test_what_is_no_parquet_file_is_refused_in_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(data)
    with pytest.raises(FormatError, match="translation units"):
        list(read_units(path))


def test_a_table_without_texts_is_refused_with_its_row(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pyarrow.table({"score": [1.0]}), path)
    with pytest.raises(FormatError, match="row 1"):
        list(read_units(path))
