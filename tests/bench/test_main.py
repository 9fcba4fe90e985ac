"""The command ``python -m bench``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.__main__ import main


def test_quality_of_one_set_is_printed_and_written(
    shared_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "figures.json"
    assert main(["--sets", "maligna-pl-de", "--documents", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "| maligna-pl-de |" in printed
    assert "| poznan " in printed
    record = json.loads(out.read_text("utf-8"))
    assert "costs" not in record
    measured = record["quality"]["maligna-pl-de"]
    assert measured["links"] == 38
    assert measured["peer"]["f1"] == 1.0
    assert {"crf", "crf, shipped weights", "lexical", "moore", "length"} <= set(measured["runs"])
    assert set(measured["twins"]) == {"roughened", "torn"}
    run = measured["runs"]["crf"]
    assert run["scores"]["strict"]["f1"] == pytest.approx(run["strict by document"][0])
    assert run["scores"]["strict"]["intervals"] is None
    assert "too few for intervals" in run["scores"]["strict"]["note"]
    assert abs(run["confidence"]["links"] - 38) <= 1  # the links of the gold
    assert record["made"]["weights"]
    # No set but maligna-pl-de is aligned with the same weights on both ways.
    shipped = measured["runs"]["crf, shipped weights"]
    assert shipped["scores"]["lax"]["f1"] == pytest.approx(run["scores"]["lax"]["f1"])


def test_an_unknown_set_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--sets", "bible"])
    assert caught.value.code == 2
    assert "textberg-dev-de-fr" in capsys.readouterr().err


def test_without_the_data_one_line_says_where_it_was_sought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIGLOT_DATA", str(tmp_path))
    with pytest.raises(SystemExit, match="DIGLOT_DATA"):
        main(["--quality"])
