"""``diglot score pairs`` and ``diglot score terms``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

COMPAT = ("pairs", "--gold", "gold.txt", "--pred", "dup.tsv", "--compat", "bucc2022")
GOLD = "a\tx\nb\ty\nc\tz\nd\tw\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    texts = {
        "gold.txt": GOLD,
        "d1.txt": "a\nb\nc\nd\n",
        "d2.txt": "x\ny\nz\nw\n",
        "fttt.tsv": "q\tq\na\tx\nb\ty\nc\tz\n",
        "dup.tsv": "a\tx\na\tx\na\tx\nb\ty\n",
        "oov.tsv": "a\tx\nq\tq\nb\ty\na\ty\nc\tz\n",
        "tied.tsv": "a\tx\t1\nq\tq\t1\n",
        "rough.tsv": "a\tx\n\nb\ty\tnoun\n",
        "lonely.tsv": "a\tx\nlonely\n",
        "terms.txt": "A\nx\nb\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def options(files: Path, *runs: str, lists: bool = False) -> list[object]:
    found: list[object] = ["--gold", files / "gold.txt"]
    if lists:
        found += ["--source-terms", files / "d1.txt", "--target-terms", files / "d2.txt"]
    for run in runs:
        found += ["--pred", files / run]
    return found


def test_figures_of_the_worked_example(run: Run, files: Path) -> None:
    found = run("score", "pairs", *options(files, "fttt.tsv"), "--json").json
    assert found["ap"] == pytest.approx(0.479167, abs=1e-6)
    assert found["ap_interpolated"] == 0.5625
    assert (found["tp"], found["fp"], found["fn"]) == (3, 1, 1)
    assert found["oov"] is None
    assert found["ceiling"] is None
    assert found["p_at"]["100"] == 0.03


def test_pairs_of_no_list_are_left_out_and_both_values_given(run: Run, files: Path) -> None:
    found = run("score", "pairs", *options(files, "oov.tsv", lists=True), "--json").json
    assert found["ap"] == 0.6875
    assert found["unfiltered"]["ap"] == pytest.approx(0.566667, abs=1e-6)
    assert (found["oov"], found["ceiling"]) == (1, 40)
    kept = run("score", "pairs", *options(files, "oov.tsv", lists=True), "--oov", "keep", "--json")
    assert kept.json["ap"] == pytest.approx(0.566667, abs=1e-6)


def test_a_task_folder_brings_its_lists(run: Run, files: Path) -> None:
    folder = files / "task"
    folder.mkdir()
    for name, other in (("gold", "en-fr"), ("d1", "en"), ("d2", "fr")):
        (files / f"{name}.txt").rename(folder / f"terms-{other}.txt")
    found = run("score", "pairs", "--gold", folder, "--pred", files / "oov.tsv", "--json").json
    assert (found["ap"], found["oov"]) == (0.6875, 1)


def test_ties_are_expected_best_and_worst(run: Run, files: Path) -> None:
    found = run("score", "pairs", *options(files, "tied.tsv"), "--json").json
    assert (found["ap_expected"], found["ap_best"], found["ap_worst"]) == (0.1875, 0.25, 0.125)
    assert found["tied"] == 2


def test_tables_and_notes(run: Run, files: Path) -> None:
    shown = run("score", "pairs", *options(files, "dup.tsv", lists=True))
    assert shown.code == 0
    assert "AP, order of the list" in shown.out
    assert "per source term" in shown.out
    assert "left out: 2 repeated pairs" in shown.out
    assert "method:pairs|oov:filtered" in shown.out


def test_several_runs_are_compared_and_sorted_by_difficulty(run: Run, files: Path) -> None:
    args = options(files, "fttt.tsv", "dup.tsv")
    found = run("score", "pairs", *args, "--json", "--draws", "50").json
    assert [each["pred"] for each in found["runs"]] == [str(arg) for arg in (args[3], args[5])]
    assert [each["size"] for each in found["bins"]] == [1, 1, 2]
    assert found["hard"] == [{"source": "d", "target": "w", "nearest": []}]
    assert found["comparisons"][0]["figure"] == "ap_expected"
    shown = run("score", "pairs", *args, "--draws", "50").out
    assert "found by no run" in shown


def test_the_official_scorer_line_by_line(run: Run, files: Path) -> None:
    args = options(files, "fttt.tsv", "dup.tsv", lists=True)
    shown = run("score", "pairs", *args, "--compat", "bucc2022", "--details").out.splitlines()
    assert shown[0].startswith("run\tk\tAP_u_min")
    assert len(shown) == 1 + 4 + 5
    name = files / "dup.tsv"
    assert shown[-1] == (
        f"{name}\t4\t1.0000\t1.0000\t1.0000\t1.0000\t4\t4\t4\t0\t0"
        "\t1.0000\t1.0000\t1.0000\t1.0000\t_mean_\t_mean_"
    )


def test_the_official_scorer_as_json(run: Run, files: Path) -> None:
    args = options(files, "oov.tsv", lists=True)
    found = run("score", "pairs", *args, "--compat", "bucc2022", "--json").json
    assert found["ap"] == pytest.approx(0.566667, abs=1e-6)
    dropped = run("score", "pairs", *args, "--compat", "bucc2022", "--oov", "drop", "--json").json
    assert dropped["ap"] == 0.6875
    assert [each["k"] for each in dropped["details"]] == [1, 2, 4]


def test_what_stops_the_official_scorer_is_reported(run: Run, files: Path) -> None:
    args = options(files, "rough.tsv", lists=True)
    shown = run("score", "pairs", *args, "--compat", "bucc2022", "--oov", "drop")
    assert shown.code == 0
    assert "left out: 2 lines of the run without two columns" in shown.err
    assert shown.out.splitlines()[-1].split("\t")[6:9] == ["1", "4", "1"]


@pytest.mark.parametrize("extension", ["html", "svg"])
def test_plots_are_written(run: Run, files: Path, extension: str) -> None:
    path = files / f"plot.{extension}"
    shown = run("score", "pairs", *options(files, "fttt.tsv", "dup.tsv"), "--plot", path)
    assert shown.code == 0
    text = path.read_text(encoding="utf-8")
    assert text.count("<title>fttt</title>") == 3 + 1 + 3
    assert "logarithmic" in text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["pairs", "--pred", "lonely.tsv"], "are required: --gold"),
        (["pairs", "--gold", "gold.txt", "--pred", "lonely.tsv"], "lonely.tsv, line 2"),
        (["pairs", "--gold", "none.txt", "--pred", "dup.tsv"], "no such file"),
        (["pairs", "--gold", ".", "--pred", "dup.tsv"], "not a folder of a shared task"),
        (["pairs", "--gold", "gold.txt", "--pred", "dup.tsv", "--details"], "--compat"),
        (["pairs", "--gold", "gold.txt", "--pred", "dup.tsv", "--plot", "x.png"], ".html and .svg"),
        (
            ["pairs", "--gold", "gold.txt", "--pred", "dup.tsv", "--alpha", ".5"],
            "unrecognized arguments: --alpha",
        ),
        (["pairs", "--gold", "gold.txt", "--pred", "dup.tsv", "--match", "lemma"], "language"),
        (["pairs", "--gold", "gold.txt", "--pred", "dup.tsv", "--enforce-ceiling"], "list of term"),
        (
            [*COMPAT, "--oov", "drop"],
            "needs --source-terms",
        ),
        (
            [*COMPAT, "--match", "case"],
            "cannot be used with --compat",
        ),
        (
            ["terms", "--gold", "d1.txt", "--pred", "d2.txt", "--oov", "keep"],
            "unrecognized arguments: --oov",
        ),
        (
            ["terms", "--gold", "d1.txt", "--pred", "d2.txt", "-t", "fr"],
            "unrecognized arguments: -t",
        ),
    ],
)
def test_errors_are_one_line(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], message: str
) -> None:
    monkeypatch.chdir(files)
    shown = run("score", *args)
    assert shown.code == 2
    assert message in shown.err
    assert shown.err.count("\n") == 1


def test_an_empty_gold_is_an_error(run: Run, files: Path) -> None:
    (files / "gold.txt").write_text("\n", encoding="utf-8")
    shown = run("score", "pairs", *options(files, "dup.tsv"))
    assert shown.code == 2
    assert "gold.txt: holds no pair" in shown.err


def test_terms_are_scored_by_forms_and_groups(run: Run, files: Path) -> None:
    args = ["score", "terms", "--gold", files / "d1.txt", "--pred", files / "terms.txt"]
    found = run(*args, "--json").json
    assert (found["precision"], found["recall"]) == (pytest.approx(2 / 3), 0.5)
    assert found["lemmas"] is None
    assert run(*args, "--match", "exact", "--json").json["tp"] == 1
    assert run(*args, "-s", "en", "--json").json["lemmas"]["terms"] == 3
    shown = run(*args, "-s", "en").out
    assert "groups of lemmas" in shown
    assert "best cut: F1" in shown


def test_variants_count_where_they_are_asked_for(run: Run, files: Path) -> None:
    (files / "v.tsv").write_text("term\tvariants\nx\ta (inflection, 2); b\n", encoding="utf-8")
    args = ["score", "terms", "--gold", files / "d1.txt", "--pred", files / "v.tsv", "--json"]
    assert run(*args).json["tp"] == 0
    assert run(*args, "--variants").json["tp"] == 2


def test_plots_of_terms(run: Run, files: Path) -> None:
    args = ["score", "terms", "--gold", files / "d1.txt", "--pred", files / "terms.txt"]
    assert run(*args, "--plot", files / "p.svg").code == 0
    assert "terms examined" in (files / "p.svg").read_text(encoding="utf-8")


def test_what_holds_for_all_runs_is_said_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_text("a\tx\nb\ty\n")
    (tmp_path / "one.tsv").write_text("a\tx\nb\tz\n")
    (tmp_path / "two.tsv").write_text("a\tx\na\tx\n")
    given = ["--pred", tmp_path / "one.tsv", "--pred", tmp_path / "two.tsv"]
    out = run("score", "pairs", "--gold", tmp_path / "gold.tsv", *given).out
    assert out.count("2 source terms of gold: too few for intervals and tests, which need 10") == 1
    assert f"{tmp_path / 'two.tsv'}: left out: 1 repeated pair" in out
