"""The commands on real texts with gold links."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_a_mountaineering_yearbook_from_files_to_scores(
    run: Run, shared_data: Path, tmp_path: Path
) -> None:
    folder = sorted((shared_data / "sentences" / "textberg-dev-de-fr").iterdir())[0]
    texts = folder / "src.txt", folder / "tgt.txt"
    out = tmp_path / "out.links"
    aligned = run("align", *texts, "--segmented", "-s", "de", "-t", "fr", "-o", out, "--json")
    lines = [text.read_text(encoding="utf-8").count("\n") for text in texts]
    assert [aligned.json["source_segments"], aligned.json["target_segments"]] == lines
    scored = run(
        *("score", "sentences", "--gold", folder / "gold.txt", "--pred", out),
        *("--source", texts[0], "--target", texts[1], "--json"),
    ).json
    assert scored["strict"]["f1"] > 0.75
    assert scored["lax"]["f1"] > 0.9
    assert scored["char"]["f1"] > 0.9
    assert scored["confidence"]["auc"] > 0.7


def test_laws_in_two_scripts_from_folders_to_one_memory(
    run: Run, shared_data: Path, tmp_path: Path
) -> None:
    for side, name in {"ar": "src.txt", "en": "tgt.txt"}.items():
        (tmp_path / side).mkdir()
        for folder in sorted((shared_data / "sentences" / "alignar-law-ar-en").iterdir())[:2]:
            if folder.is_dir():
                copy = tmp_path / side / f"{folder.name}.{side}.txt"
                copy.write_bytes((folder / name).read_bytes())
    out = tmp_path / "laws.tmx"
    result = run("align", tmp_path / "ar", tmp_path / "en", "--segmented", "-o", out, "--json")
    assert result.json["documents"] == 2
    assert (result.json["source_language"], result.json["target_language"]) == ("ar", "en")
    memory = out.read_text(encoding="utf-8")
    assert memory.count("</tu>") == result.json["links"] - result.json["nulls"]
