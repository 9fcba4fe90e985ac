"""Releases of gold data: complete, checked, never changed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from diglot.annotate.exchange import import_files
from diglot.annotate.exchange.release import QUESTIONS, release, write_template
from diglot.annotate.options import ImportOptions
from diglot.annotate.store import Store
from diglot.errors import ConfigError, InputError

PARTIAL = "partial; untranslated source word indices: 1; untranslated target word indices: "
AGREED = f"""10
the red door .
la porte .
First annotation: {PARTIAL}
Second annotation: {PARTIAL}
11
he left .
il est parti .
First annotation: sure
Second annotation: sure
"""


@pytest.fixture
def agreed(store: Store, tmp_path: Path) -> Store:
    """A project in which two people agree on everything, its datasheet filled in."""
    path = tmp_path / "agreed.txt"
    path.write_text(AGREED, encoding="utf-8")
    import_files(store, [path])
    assert store.folder is not None
    write_template(store.folder / "datasheet.toml", {each.key: "yes" for each in QUESTIONS})
    return store


def test_a_release_holds_gold_judgements_agreement_and_hashes_of_all(agreed: Store) -> None:
    made = release(agreed, "1.0")
    names = set(made.files)
    assert {
        "layers/confidence/gold.jsonl",
        "layers/confidence/judgements.jsonl",
        "layers/confidence/guideline.md",
        "layers/confidence/derived/confidence.txt",
        "agreement.json",
        "datasheet.md",
        "validation.jsonl",
    } <= names
    manifest = json.loads((made.folder / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["files"]) == names
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((made.folder / name).read_bytes()).hexdigest() == digest
    sums = (made.folder / "SHA256SUMS").read_text(encoding="utf-8")
    assert made.sha256 in sums
    assert agreed.releases.all()[0].state == "ready"


def test_nobody_is_named_in_a_release(agreed: Store) -> None:
    made = release(agreed, "1.0")
    for name in made.files:
        text = (made.folder / name).read_text(encoding="utf-8")
        assert '"annotator": "first"' not in text
        assert "| first |" not in text


def test_the_datasheet_knows_annotators_time_and_agreement(agreed: Store) -> None:
    text = (release(agreed, "1.0").folder / "datasheet.md").read_text(encoding="utf-8")
    assert "| A1 | 2 |" in text
    assert "Krippendorff" in text


def test_a_version_is_released_once(agreed: Store) -> None:
    release(agreed, "1.0")
    with pytest.raises(ConfigError, match="never changes"):
        release(agreed, "1.0")


@pytest.mark.parametrize("version", ["", "../x", ".hidden", "a b", "a/b"])
def test_a_version_names_a_folder(agreed: Store, version: str) -> None:
    with pytest.raises(ConfigError, match="not a valid name of a version"):
        release(agreed, version)


def test_a_missing_datasheet_is_made_to_be_filled_in(agreed: Store) -> None:
    assert agreed.folder is not None
    path = agreed.folder / "datasheet.toml"
    path.unlink()
    with pytest.raises(InputError, match="fill it in"):
        release(agreed, "1.0")
    with pytest.raises(InputError, match=r"lacks purpose\.purpose"):
        release(agreed, "1.0")


def test_an_item_without_a_decision_stands_in_the_way(agreed: Store, judged: Path) -> None:
    import_files(agreed, [judged])
    with pytest.raises(InputError, match="has 2 items without a decision: 3, 5"):
        release(agreed, "1.0")
    assert not list((agreed.folder or Path()).glob("releases/*"))


def test_a_judgement_that_breaks_a_rule_stands_in_the_way(agreed: Store, tmp_path: Path) -> None:
    path = tmp_path / "more.txt"
    path.write_text("12\na\nb\nFirst annotation: partial\nSecond annotation: partial\n", "utf-8")
    import_files(agreed, [path])
    with pytest.raises(InputError, match=r"a rule is broken by 2 judgements, first item 3"):
        release(agreed, "1.0")


def test_training_items_are_in_no_release(agreed: Store, judged: Path) -> None:
    import_files(agreed, [judged], layer="training", options=ImportOptions(sandbox=True))
    import_files(agreed, [judged], options=ImportOptions(sandbox=True))
    made = release(agreed, "1.0")
    text = (made.folder / "layers/confidence/judgements.jsonl").read_text(encoding="utf-8")
    assert "bread" not in text


def test_a_release_that_fails_leaves_nothing_behind(
    agreed: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("diglot.annotate.exchange.release.facts_of", fail)
    with pytest.raises(OSError, match="no space left"):
        release(agreed, "1.0")
    assert not list((agreed.folder or Path()).glob("releases/*"))
    assert not list((agreed.folder or Path()).glob("releases/.*"))
    assert agreed.releases.all()[0].state == "failed"
