"""``diglot demo``."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_the_samples_are_aligned_and_it_says_what_to_open(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "demo"
    result = run("demo", "--out", out)
    assert result.code == 0
    written = sorted(path.suffix for path in out.iterdir())
    assert written == sorted([".html", ".tmx", ".xlsx", ".links"] * 2)
    assert "Open next" in result.out
    assert f"diglot words {out / 'contract.tmx'} -o {out / 'words.html'}" in result.out
    for page in out.glob("*.html"):
        assert str(page) in result.out


def test_the_samples_are_aligned_well(run: Run, tmp_path: Path) -> None:
    values = run("demo", "--out", tmp_path, "--json").json
    assert {(each["source_language"], each["target_language"]) for each in values} == {
        ("en", "fr"),
        ("de", "en"),
    }
    for each in values:
        assert each["confidence"] > 0.8
        assert each["types"]["1-1"] > 0.6 * each["links"]
