"""``diglot demo``."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.formats.termbases import read_termbase
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "deep"


@pytest.mark.slow
def test_the_samples_are_built_and_it_says_what_to_open(run: Run, out: Path) -> None:
    result = run("demo", "-o", out)
    assert result.code == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "contract",
        "dictionaries",
        "headlamp",
        "terminology",
    ]
    for name in ("contract", "headlamp"):
        assert (out / name / "report.html").is_file()
        assert f"\n  {out / name / 'report.html'}\n" in result.out
    assert f"diglot find maintenance {out / 'contract'}" in result.out


@pytest.mark.slow
def test_the_sample_dictionaries_can_be_tried(run: Run, out: Path) -> None:
    result = run("demo", "--out", out)
    command = f"diglot infer --from en --to fr {out / 'dictionaries'}"
    assert command in result.out
    told = run(*command.split()[1:], "--method", "walk", "--json").json
    assert told["pivots"] == ["ca", "es"]
    assert told["coverage"] == 1


@pytest.mark.slow
def test_the_sample_translation_can_be_checked(run: Run, out: Path) -> None:
    result = run("demo", "--out", out)
    (line,) = [line for line in result.out.split("\n") if "diglot check" in line]
    told = run(*line.partition(": ")[2].split()[1:], "--json", "--lacking", "no")
    assert told.code == 1
    assert told.json["failures"] == ["4 errors"]


@pytest.mark.slow
def test_the_samples_are_built_well(run: Run, out: Path) -> None:
    values = run("demo", "--out", out, "--json").json
    assert [each["name"] for each in values] == ["contract", "headlamp"]
    assert [[x["language"] for x in each["inputs"]] for each in values] == [
        ["en", "fr"],
        ["de", "en"],
    ]
    for each in values:
        counts = each["counts"]
        assert counts["sentence_pairs"] > 0.9 * counts["source_segments"]
        assert counts["doubtful_links"] < 4
    found = read_termbase(out / "contract" / "termbase.tbx")
    pairs = {
        (one.text.lower(), other.text.lower())
        for concept in found.concepts
        for one in concept.of("en")
        for other in concept.of("fr")
    }
    assert {
        ("annual fee", "redevance annuelle"),
        ("weather stations", "stations météorologiques"),
    } <= pairs
