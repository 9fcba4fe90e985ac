"""``diglot score terminology --task``: the shared tasks of 2023 and 2025."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from lxml import etree

from tests.cli.conftest import Result, Run

ROWS = [
    ("Open the space.", "Öffnen Sie den Space.", {"space": "Space"}, {"open": "öffnen"}),
    ("The space is new.", "Der Space ist neu.", {"space": "Space"}, {"new": "neu"}),
    ("Delete the space now.", "Löschen Sie den Space jetzt.", {"space": "Space"}, {"now": "jetzt"}),
    ("A storage for data.", "Ein Speicher für Daten.", {"storage": "Speicher"}, {}),
    ("The storage is full.", "Der Speicher ist voll.", {"storage": "Speicher"}, {"full": "voll"}),
]
GOOD = [reference for _, reference, *_ in ROWS]
PLAIN = [
    "Öffnen Sie den Raum.",
    "Der Raum ist neu.",
    "Löschen Sie den Platz jetzt.",
    "Ein Lager für Daten.",
    "Der Speicher ist voll.",
]
TABLE = (
    "\ttgt\tpseudoref_first\ttgt\tpseudoref_frequent\ttgt\tpseudoref_predefined\n"
    "0\tspace\tspace\tspace\traum\tspace\tspace\n"
    "1\traum\tspace\traum\traum\traum\tspace\n"
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "full.jsonl").write_text(
        "".join(
            json.dumps({"en": en, "de": de, "proper": proper, "random": random, "noterm": {}})
            + "\n"
            for en, de, proper, random in ROWS
        )
    )
    for name, outputs in (("good", GOOD), ("plain", PLAIN), ("again", PLAIN)):
        (tmp_path / f"{name}.ende.jsonl").write_text(
            "".join(
                json.dumps({"en": row[0], "de": output}) + "\n"
                for row, output in zip(ROWS, outputs, strict=True)
            )
        )
    (tmp_path / "table.tsv.gz").write_bytes(gzip.compress(TABLE.encode()))
    return tmp_path


def scored(run: Run, files: Path, *arguments: str, systems: tuple[str, ...] = ("plain",)) -> Result:
    given = [
        part for name in systems for part in ("--hypothesis", str(files / f"{name}.ende.jsonl"))
    ]
    return run(
        *("score", "terminology", "--task", "wmt25", "--source", str(files / "full.jsonl")),
        *given,
        *arguments,
    )


def test_a_blank_target_counts_for_the_rate_of_documents_alone(run: Run, tmp_path: Path) -> None:
    row = {"en": "a bond", "de": "eine Anleihe", "proper": {"bond": ["Anleihe"]}}
    (tmp_path / "full.jsonl").write_text(json.dumps(row | {"random": {"a": [""], "bond": ["x"]}}))
    (tmp_path / "good.ende.jsonl").write_text(json.dumps({"en": "a bond", "de": "eine Anleihe"}))
    result = scored(
        *(run, tmp_path, "--task", "wmt25-documents", "--json", "--draws", "0"), systems=("good",)
    )
    assert result.json["success_random"]["counts"] == {"hits": 1, "terms": 1}
    assert result.json["words_random"]["counts"]["terms"] == 1
    assert result.json["words_random"]["success"] == 0


@pytest.mark.slow
def test_success_of_both_dictionaries_in_json(run: Run, files: Path) -> None:
    result = scored(run, files, "--json", "--draws", "50")
    found = result.json
    assert result.code == 0
    assert found["terms"] == {"proper": 5, "random": 4}
    assert found["success_proper"]["success"] == pytest.approx(1 / 5)
    assert found["success_random"]["success"] == 1
    assert found["words_proper"]["whole_words"] == pytest.approx(1 / 5)
    assert found["bleu"]["score"] < 100
    assert found["success_proper"]["intervals"] is None
    assert found["success_proper"]["counts"] == {"hits": 1, "terms": 5}
    assert found["anomalies"] == []


def test_the_reference_is_perfect(run: Run, files: Path) -> None:
    result = scored(run, files, "--json", "--draws", "0", systems=("good",))
    found = result.json
    assert found["success_proper"]["success"] == found["words_proper"]["success"] == 1
    assert found["bleu"]["score"] == pytest.approx(100)
    assert found["success_proper"]["intervals"] is None


def test_every_two_systems_are_compared(run: Run, files: Path) -> None:
    result = scored(run, files, "--draws", "50", systems=("good", "plain", "again"))
    assert result.code == 0
    assert "success, proper" in result.out
    assert "p (Holm)" in result.out
    assert "Spearman" in result.out
    assert "the runs plain.ende.jsonl and again.ende.jsonl are the same" in result.out


def test_a_run_without_terms_that_has_them_all_is_a_warning(run: Run, files: Path) -> None:
    result = scored(run, files, "--mode", "noterm", systems=("good",))
    assert "warning: good.ende: 100.0% of the terms are as listed" in result.out
    result = scored(run, files, "--mode", "proper", systems=("good",))
    assert "warning" not in result.out


def test_consistency_of_the_task_from_a_table(run: Run, files: Path) -> None:
    result = scored(run, files, "--json", "--pseudo-references", str(files / "table.tsv.gz"))
    found = result.json["consistency_wmt25"]
    assert {kind: each["micro"] for kind, each in found.items()} == {
        "first": 0.5,
        "frequent": 0.5,
        "predefined": 0.5,
    }
    result = scored(run, files, "--pseudo-references", str(files / "table.tsv.gz"))
    assert "pseudo-reference" in result.out


def test_consistency_from_word_links(run: Run, files: Path) -> None:
    links = files / "links.txt"
    links.write_text("0-0 2-3 3-4\n0-0 1-1 2-2 3-3 4-4\n0-0 2-3 3-4\n0-0 1-1\n0-0\n")
    result = scored(run, files, "--json", "--draws", "0", "--links", str(links))
    assert result.code == 0, result.err
    found = result.json
    frequent = found["consistency_frequent"]
    assert frequent["micro"] == pytest.approx(2 / 3)  # raum, raum, platz
    assert (frequent["support"], frequent["terms"]) == (3, 1)
    assert (frequent["singletons"], frequent["unaligned_occurrences"]) == (1, 1)
    assert found["consistency_wmt23"]["recall"] == pytest.approx(3 / 5)
    result = scored(run, files, "--draws", "0", "--links", str(links))
    assert "1 of 5" in result.out
    assert "consistency of 2023, F1" in result.out


def test_without_links_it_says_what_consistency_needs(run: Run, files: Path) -> None:
    assert "consistency by word links needs --align" in scored(run, files).out


def test_systems_are_drawn_as_points(run: Run, files: Path) -> None:
    plot = files / "plot.svg"
    result = scored(
        run, files, "--draws", "0", "--plot", str(plot), systems=("good", "plain", "again")
    )
    assert result.code == 0, result.err
    root = etree.parse(str(plot)).getroot()
    assert len(root.findall(".//{*}circle")) == 3
    assert "good: 1, 100" in plot.read_text()


def test_the_task_of_2023_reads_lines(run: Run, files: Path) -> None:
    (files / "test.en").write_text("".join(f"{row[0]}\n" for row in ROWS))
    (files / "test.de").write_text("".join(f"{row[1]}\n" for row in ROWS))
    (files / "mine.de").write_text("".join(f"{each}\n" for each in PLAIN))
    (files / "terms.jsonl").write_text(
        "".join(
            json.dumps([{"en": one, "de": other} for one, other in row[2].items()]) + "\n"
            for row in ROWS
        )
    )
    result = run(
        *("score", "terminology", "--task", "wmt23", "--source", str(files / "test.en")),
        *("--reference", str(files / "test.de"), "--terms", str(files / "terms.jsonl")),
        *("--hypothesis", str(files / "mine.de"), "-s", "en", "-t", "de", "--json"),
    )
    assert result.code == 0, result.err
    found = result.json
    assert found["task"] == "wmt23"
    for variant in ("regex", "fuzzy90", "lemma_regex", "lemma_fuzzy90"):
        assert found[f"{variant}_terms"]["success"] == pytest.approx(1 / 5)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--tokenise",), "--tokenise cannot be used with --task"),
        (("--terms", "x"), "belongs to the task of 2023"),
        (("--links", "a", "--links", "b"), "there are 2 files of --links for 1 systems"),
        (("--plot", "x.png"), "plots are written to .html and .svg"),
        (("--draws", "-1"), "--draws is -1, but must be 0 or more"),
    ],
)
def test_wrong_options_are_named(
    run: Run, files: Path, arguments: tuple[str, ...], said: str
) -> None:
    result = scored(run, files, *arguments)
    assert result.code == 2
    assert said in result.err


def test_pseudo_references_need_a_task(run: Run, files: Path) -> None:
    result = run(
        *("score", "terminology", "--source", str(files / "full.jsonl"), "--hypothesis"),
        *(str(files / "plain.ende.jsonl"), "--pseudo-references", str(files / "table.tsv.gz")),
    )
    assert (result.code, "needs --task wmt25" in result.err) == (2, True)


def test_a_file_without_dictionaries_is_named(run: Run, files: Path) -> None:
    (files / "full.jsonl").write_text('{"en": "a", "de": "b"}\n')
    result = scored(run, files)
    assert result.code == 2
    assert "full.jsonl" in result.err
    assert "holds no dictionary with terms" in result.err


def test_keys_that_are_no_languages_mean_that_lemmas_are_off(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "full.jsonl"
    source.write_text(
        '{"source text": "a cat", "target text": "un chat", "proper": {"cat": "chat"}}\n'
    )
    mine = tmp_path / "mine.jsonl"
    mine.write_text('{"source text": "a cat", "target text": "le chat"}\n')
    result = run(
        *("score", "terminology", "--task", "wmt25", "--source", str(source)),
        *("--hypothesis", str(mine), "--json"),
    )
    assert result.code == 0, result.err
    assert result.json["success_proper"]["success"] == 1
    assert (
        "the target language 'target text' has no lemmas here: words stand for themselves"
        in result.json["notes"]
    )
