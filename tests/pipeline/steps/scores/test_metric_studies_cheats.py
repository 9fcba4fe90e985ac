"""Cheating translations from file to file, word links included."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import InputError
from diglot.pipeline.steps.scores.metric_studies import detect_cheats, make_cheat
from diglot.pipeline.steps.scores.options import CheatOptions


def lines(path: Path, *texts: str) -> Path:
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


@pytest.fixture
def test_set(tmp_path: Path) -> Path:
    """Our own format, with a term in every one of forty segments."""
    nouns = ("cough", "toux"), ("fever", "fièvre"), ("pain", "douleur"), ("rash", "éruption")
    rows = []
    for number in range(40):
        source, target = nouns[number % 4]
        rows.append(
            f'{{"en": "he has a {source} today", "de": "il a une {target} maintenant .", '
            f'"proper": {{"{source}": "{target}"}}, "random": {{}}}}'
        )
    return lines(tmp_path / "set.jsonl", *rows)


def test_dictionaries_serve_without_places_in_the_reference(test_set: Path, tmp_path: Path) -> None:
    plain = lines(tmp_path / "plain.txt", *["il est malade ."] * 40)
    made = make_cheat(test_set, None, plain, tmp_path / "out.txt", CheatOptions(kind="smart"))
    assert (made.changed, made.with_terms) == (40, 40)
    judged = detect_cheats(test_set, None, [plain, made.path])
    assert [each.report.cheating for each in judged.systems] == [False, True]


def test_one_output_for_all_sources_is_an_anomaly(test_set: Path, tmp_path: Path) -> None:
    plain = lines(tmp_path / "plain.txt", *["il est malade ."] * 40)
    (system,) = detect_cheats(test_set, None, [plain]).systems
    # Forty segments, but four different sources: too few to say.
    assert not any("one output" in each for each in system.anomalies)


@pytest.mark.slow
def test_diglots_aligner_supports_the_terms_of_an_honest_translation(
    test_set: Path, tmp_path: Path
) -> None:
    nouns = ("toux", "fièvre", "douleur", "éruption")
    texts = [f"il a une {nouns[number % 4]} maintenant ." for number in range(40)]
    honest = lines(tmp_path / "honest.txt", *texts)
    (system,) = detect_cheats(test_set, None, [honest], CheatOptions(align=True)).systems
    assert system.report.unsupported == 0
    assert not system.report.cheating


def test_a_set_without_terms_is_refused(tmp_path: Path) -> None:
    source = lines(tmp_path / "s.txt", "a")
    with pytest.raises(InputError, match="marks no terms"):
        detect_cheats(source, lines(tmp_path / "r.txt", "b"), [source])
