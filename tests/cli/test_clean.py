"""``diglot clean``."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from diglot.formats.units import read_units
from tests.cli.conftest import Run

GOODS = ["cats", "dogs", "birds", "horses", "cows", "sheep", "mice", "geese", "pigs", "goats"]
TIERE = ["Katzen", "Hunde", "Vögel", "Pferde", "Kühe", "Schafe", "Mäuse", "Gänse", "Schweine",
         "Ziegen"]  # fmt: skip
DOING = ["see", "buy", "sell", "feed", "find", "draw", "hear", "watch"]
TUN = ["sehen", "kaufen", "verkaufen", "füttern", "finden", "zeichnen", "hören", "beobachten"]
WHERE = ["in the old garden", "on the big farm", "near the river", "behind the house"]
WO = ["im alten Garten", "auf dem großen Hof", "nahe dem Fluss", "hinter dem Haus"]
GOOD = [
    (f"We {DOING[d]} the {GOODS[g]} {WHERE[w]}.", f"Wir {TUN[d]} die {TIERE[g]} {WO[w]}.")
    for g in range(10)
    for d in range(8)
    for w in range(4)
    if (g + d + w) % 2
]
BAD = {
    "empty": ("We see nothing here.", " "),
    "untranslated": ("We feed the goats near the river.", "We feed the goats near the river."),
    "symbols": ("1 + 1 = 2; 2 + 2 = 4", "1 + 1 = 2; 2 + 2 = 4!"),
    "long": ("We see the cats. " * 200, "Wir sehen die Katzen. " * 200),
    "duplicate": (GOOD[0][0].upper(), GOOD[0][1].lower()),
    "score": (GOOD[3][0], GOOD[120][1]),
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Good pairs in two documents, and one pair for each of some rules behind them."""
    path = tmp_path / "animals.tsv"
    rows = [(*pair, f"page{k % 2}") for k, pair in enumerate([*GOOD, *BAD.values()])]
    text = "source\ttarget\tdocument\n" + "".join("\t".join(row) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.slow
def test_every_rule_drops_its_pair_and_the_rest_is_kept_with_scores(
    run: Run, corpus: Path, tmp_path: Path
) -> None:
    out, dropped = tmp_path / "out.jsonl.gz", tmp_path / "dropped.jsonl"
    options = ("-s", "en", "-t", "de", "--packs", "none", "--near-duplicates", "1")
    values = run("clean", corpus, "-o", out, "--dropped", dropped, *options, "--json").json
    reasons = {unit.variants[0].text.strip(): unit.reasons for unit in read_units(dropped)}
    for rule, (source, _) in BAD.items():
        found = {rule} if rule != "score" else {"score"}
        assert set(reasons[source.strip()]) == found, rule
        assert values["dropped"][rule] >= 1
        assert values["samples"][rule][0]["number"] > 0
    kept = list(read_units(out))
    assert len(kept) == values["kept"] > 0.95 * len(GOOD)
    assert all(unit.score is not None and unit.score >= 0.5 for unit in kept)
    assert sum(values["histogram"]) == values["pairs"] - 5
    assert kept[0].method == values["signature"]


@pytest.mark.slow
def test_a_folder_becomes_a_data_set_with_a_card(run: Run, corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra corpora is not installed")
    out = tmp_path / "data"
    said = ("--licence", "CC0-1.0", "--source", "a farm=CC0-1.0", "--title", "Animals")
    result = run("clean", corpus, "-o", out, "-s", "en", "-t", "de", *said)
    assert result.code == 0
    assert f"written: {out}/README.md" in result.out
    units = list(read_units(out / "data" / "train.parquet"))
    head, _, body = (out / "README.md").read_text(encoding="utf-8")[4:].partition("---\n")
    card = yaml.safe_load(head)
    assert (card["license"], card["language"]) == ("cc0-1.0", ["en", "de"])
    assert card["configs"][0]["data_files"] == "data/train.parquet"
    assert f"{len(units):,} of {len(GOOD) + len(BAD):,} pairs" in body
    assert "| a farm | CC0-1.0 |" in body
    assert "| page0 |" in body


@pytest.mark.slow
def test_the_result_depends_neither_on_workers_nor_on_the_run(
    run: Run, corpus: Path, tmp_path: Path
) -> None:
    for jobs in "1", "3":
        run("clean", corpus, "-o", tmp_path / f"{jobs}.tsv", "-s", "en", "-t", "de", "--jobs", jobs)
    assert (tmp_path / "1.tsv").read_bytes() == (tmp_path / "3.tsv").read_bytes()


def test_what_stands_in_many_documents_is_boilerplate(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pages.tsv"
    rows = [
        f"{one}\t{other}\tpage{k}\n"
        for k, pair in enumerate(GOOD[:40])
        for one, other in (pair, ("Accept all cookies.", "Alle Cookies annehmen."))
    ]
    path.write_text("source\ttarget\tdocument\n" + "".join(rows), encoding="utf-8")
    options = ("-s", "en", "-t", "de", "--keep-duplicates", "--json")
    values = run("clean", path, "-o", tmp_path / "out.tsv", *options).json
    assert values["dropped"]["boilerplate"] == 40


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "nothing to write"),
        (["-o", "IN"], "both input and output"),
        (["-o", "out.docx"], "cannot be written from units"),
        (["-o", "out.xyz"], "names no format; write one of csv"),
        (["-o", "out.tsv", "--min-score", "2"], "from 0 to 1"),
        (["-o", "out.tsv", "-s", "en", "-t", "en"], "both sides are in English"),
        (["-o", "out.tsv", "--source", "x"], "write NAME=LICENCE"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    run: Run, corpus: Path, tmp_path: Path, arguments: list[str], told: str
) -> None:
    given = [corpus if each == "IN" else each for each in arguments]
    given = [tmp_path / each if str(each).startswith("out.") else each for each in given]
    result = run("clean", corpus, *given)
    assert result.code == 2
    assert told in result.err


def test_where_there_are_few_pairs_the_score_is_said_to_tell_little(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "few.tsv"
    pairs = [*GOOD[:8], BAD["score"]]
    path.write_text("".join("\t".join(pair) + "\n" for pair in pairs), encoding="utf-8")
    options = ("-s", "en", "-t", "de", "--packs", "none", "-o", tmp_path / "out.tsv", "--json")
    values = run("clean", path, *options, "--min-score", "0.99").json
    assert values["dropped"]["score"] >= 1
    assert any("9 pairs to learn from" in note for note in values["notes"])
    values = run("clean", path, *options, "--min-score", "0").json
    assert not any("to learn from" in note for note in values["notes"])


def test_a_file_without_pairs_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("", encoding="utf-8")
    result = run("clean", path, "-o", tmp_path / "out.tsv")
    assert (result.code, "holds no unit in two languages" in result.error) == (2, True)
