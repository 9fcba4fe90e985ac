"""``diglot score lexicon``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

GOLD = "dog\tchien\ncat\tchat\nbank\tbanque\nbank\trive\nParis\tParis\nunicorn\tlicorne\n"
PRED = (
    "dog\tchien\tnoun\t0.9\ncat\tchat\tnoun\t0.5\nbank\tchien\tnoun\t0.4\nbank\trive\tnoun\t0.3\n"
)
OTHER = "dog\tchien\tnoun\t1\nbank\tbanque\tnoun\t1\nbank\trive\tnoun\t1\ncat\tchien\tnoun\t1\n"
GRAPH = "dog\ten\tnoun\tperro\tes\tnoun\nchien\tfr\tnoun\tperro\tes\tnoun\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    texts = {
        "gold.en-fr.tsv": GOLD,
        "back.fr-en.tsv": "chien\tdog\nmatou\tcat\n",
        "gold.tsv": GOLD,
        "pred.tsv": PRED,
        "other.tsv": OTHER,
        "en.txt": "dog\ncat\nbank\nParis\n",
        "fr.txt": "chien\nchat\nbanque\nrive\nParis\n",
        "no.txt": "mouse\n",
        "graph.tsv": GRAPH,
        "es-fr.tsv": "perro\tchien\n",
        "empty.tsv": "",
        "high.tsv": "dog\tchien\tnoun\t1.5\n",
        "lonely.tsv": "dog\tchien\tnoun\t0.5\ncat\tchat\tnoun\t1\nlonely\n",
        "golds/freedict.eng-fra.tsv": GOLD,
        "golds/freedict.fra-eng.tsv": "chien\tdog\nchat\tcat\n",
        "one/en-fr.tsv": PRED,
        "one/en-fr.explained.jsonl": "{}\n",
        "one/fr-en.tsv": "chien\tdog\tnoun\t0.9\n",
        "half/en-fr.tsv": PRED,
        "golds/meta.json": "{}",
        "none/readme.md": "",
        "twice/en-fr.tsv": PRED,
        "twice/run.en-fr.tsv": PRED,
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def options(files: Path, *runs: str, gold: str = "gold.tsv") -> list[object]:
    found: list[object] = ["score", "lexicon", "--gold", files / gold]
    for each in runs:
        found += ["--pred", files / each]
    return found


def test_figures_of_a_worked_example(run: Run, files: Path) -> None:
    words = ("--lexicon-source", files / "en.txt", "--lexicon-target", files / "fr.txt")
    found = run(*options(files, "pred.tsv"), *words, "--json").json
    assert (found["gold_unrestricted"], found["gold"], found["source_words"]) == (6, 5, 4)
    assert (found["read"], found["judged"], found["kept"], found["right"]) == (4, 4, 2, 2)
    assert found["precision"] == 1.0
    assert found["recall"] == pytest.approx(2 / 5)
    assert found["f1"] == pytest.approx(4 / 7)
    assert found["coverage"] == pytest.approx(2 / 4)
    assert found["one_word"]["precision"] == 1.0
    assert found["best"]["threshold"] == 0.3
    assert found["best"]["f1"] == pytest.approx(2 * 0.75 * 0.6 / 1.35)
    assert found["best"]["optimistic"] is True
    assert found["auc"] == pytest.approx(0.4 + 0.2 * 0.75)
    assert found["edges"]["missed"]["both words"] == 3
    assert len(found["sweep"]) == 21
    assert "restricted:both" in found["signature"]
    assert not [note for note in found["notes"] if "--lexicon" in note]


def test_without_lexicons_gold_is_whole_and_the_output_says_so(run: Run, files: Path) -> None:
    found = run(*options(files, "pred.tsv"))
    assert "gold is not restricted to the words of a graph" in found.out
    assert "restricted:none" in found.out
    assert re.search(r"precision +1\.000", found.out)


def test_the_sweep_is_shown_on_request(run: Run, files: Path) -> None:
    plain = run(*options(files, "pred.tsv")).out
    swept = run(*options(files, "pred.tsv"), "--sweep", "--step", "0.25").out
    assert not re.search(r"^0\.25 ", plain, re.MULTILINE)
    rows = re.findall(r"^(0|0\.25|0\.5|0\.75|1) +(\S+) +\S+ +\S+ +\S+ +(\d)$", swept, re.MULTILINE)
    assert [row[0] for row in rows] == ["0", "0.25", "0.5", "0.75", "1"]
    assert rows[-1][1:] == ("n/a", "0")


def test_nothing_kept_has_no_precision(run: Run, files: Path) -> None:
    found = run(*options(files, "empty.tsv"), "--json").json
    assert found["precision"] is None
    assert found["one_word"]["precision"] is None
    assert found["calibration"] is None
    assert found["edges"]["precision"] is None
    assert "n/a" in run(*options(files, "empty.tsv")).out


def test_systems_are_compared_each_with_its_threshold(run: Run, files: Path) -> None:
    thresholds = ("--threshold", ".5", "--threshold", ".25")
    found = run(*options(files, "other.tsv", "pred.tsv"), *thresholds, "--json").json
    assert [each["threshold"] for each in found["runs"]] == [0.5, 0.25]
    assert found["comparisons"][0]["figure"] == "f1"
    shown = run(*options(files, "other.tsv", "pred.tsv"), *thresholds).out
    assert shown.index("other.tsv") < shown.index("F1 first")
    assert "best F1 (tuned on gold)" in shown


def test_a_gold_of_the_other_direction_is_turned(run: Run, files: Path) -> None:
    call = options(files, "one/en-fr.tsv", gold="back.fr-en.tsv")
    found = run(*call, "--json").json
    assert found["direction"] == "en-fr"
    assert found["recall"] == 0.5
    assert any("read from target to source" in note for note in found["notes"])


def test_where_gold_tells_no_languages_the_prediction_does(run: Run, files: Path) -> None:
    found = run(*options(files, "one/en-fr.tsv"), "--lexicon", files / "graph.tsv", "--json").json
    assert (found["direction"], found["gold"]) == ("en-fr", 1)


def test_reverse_gold_is_added(run: Run, files: Path) -> None:
    call = (*options(files, "one/en-fr.tsv", gold="gold.en-fr.tsv"), "--json")
    assert run(*call).json["gold"] == 6
    found = run(*call, "--reverse-gold", files / "back.fr-en.tsv").json
    assert found["gold"] == 7


def test_reverse_gold_alone(run: Run, files: Path) -> None:
    found = run(
        *("score", "lexicon", "--reverse-gold", files / "gold.tsv"),
        *("--pred", files / "one" / "fr-en.tsv", "--json"),
    ).json
    assert found["right"] == 1


def test_words_of_dictionaries_restrict_gold(run: Run, files: Path) -> None:
    graph = ("--lexicon", files / "graph.tsv", "--from", "en", "--to", "fr")
    found = run(*options(files, "pred.tsv"), *graph, "--json").json
    assert found["gold"] == 1
    one = ("--lexicon-target", files / "es-fr.tsv", "-s", "en", "-t", "fr")
    found = run(*options(files, "pred.tsv"), *one, "--json").json
    assert found["gold"] == 1
    assert any("restricted by the target lexicon only" in note for note in found["notes"])


def test_folders_hold_a_direction_each(run: Run, files: Path) -> None:
    found = run(*options(files, "one", gold="golds"), "--json").json
    names = [each["direction"] for each in found["directions"]]
    assert names == ["en-fr", "fr-en"]
    scores = [each["f1"] for each in found["directions"]]
    assert found["f1"] == pytest.approx(sum(scores) / 2)
    assert "directions:2" in found["signature"]
    shown = run(*options(files, "one", gold="golds")).out
    assert re.search(r"^mean +", shown, re.MULTILINE)


def test_gold_is_written_as_it_was_restricted(run: Run, files: Path) -> None:
    words = ("--lexicon-source", files / "en.txt", "--lexicon-target", files / "fr.txt")
    run(*options(files, "pred.tsv"), *words, "--write-gold", files / "made.tsv")
    lines = (files / "made.tsv").read_text(encoding="utf-8").splitlines()
    assert "Paris\tParis\t\t1" in lines
    assert len(lines) == 5
    run(*options(files, "one", gold="golds"), "--write-gold", files / "made")
    assert sorted(path.name for path in (files / "made").iterdir()) == ["en-fr.tsv", "fr-en.tsv"]


@pytest.mark.parametrize("name", ["plot.html", "plot.svg"])
def test_curves_are_drawn(run: Run, files: Path, name: str) -> None:
    run(*options(files, "pred.tsv", "other.tsv"), "--plot", files / name)
    text = (files / name).read_text(encoding="utf-8")
    assert len(re.findall(r'<path class="line[^>]*><title>', text)) == 2 * 5
    assert "nan" not in text
    run(*options(files, "one", gold="golds"), "--plot", files / name)
    assert "one, mean" in (files / name).read_text(encoding="utf-8")


def test_parts_of_speech_match_by_their_names_in_lexinfo(run: Run, files: Path) -> None:
    (files / "pos.tsv").write_text("dog\tchien\tn\t1\ncat\tchat\tv\t1\n", encoding="utf-8")
    found = run(*options(files, "pred.tsv", gold="pos.tsv"), "--pos", "match", "--json").json
    assert (found["gold"], found["right"]) == (2, 1)


def test_dictionaries_of_one_source_are_warned_of(run: Run, files: Path) -> None:
    for name in ("kin", "made"):
        (files / name).mkdir()
        said = '{"origin": "generated from the Ergane database"}'
        (files / name / "meta.json").write_text(said, encoding="utf-8")
    words = [(f"word{number}", f"mot{number}") for number in range(210)]
    for name, turns in (("kin/en-nl.tsv", 0), ("kin/nl-fr.tsv", 1), ("made/en-fr.tsv", 2)):
        lines = [
            (f"{one}\tnl-{one}\n", f"nl-{one}\t{other}\n", f"{one}\t{other}\n")[turns]
            for one, other in words
        ]
        (files / name).write_text("".join(lines), encoding="utf-8")
    call = options(files, "made/en-fr.tsv", gold="made/en-fr.tsv")
    shown = run(*call, "--lexicon", files / "kin")
    assert "come from one source (ergane)" in shown.err
    assert "100% of gold is found in two steps over nl alone" in shown.err
    assert "recall is 1.000" in shown.out
    found = run(*call, "--lexicon", files / "kin", "--json")
    assert len(found.json["warnings"]) == 2
    assert found.json["pivots"]["en-fr"][1]["pivot"] == "nl"
    assert found.err == ""


def test_lemmas_of_a_printed_gold_become_words(run: Run, files: Path) -> None:
    (files / "printed.tei").write_text(
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><entry><form><orth>chien (m)</orth>'
        '</form><sense><cit type="trans"><quote>dog</quote></cit></sense></entry></body></text>'
        "</TEI>",
        encoding="utf-8",
    )
    call = ("score", "lexicon", "--reverse-gold", files / "printed.tei")
    found = run(*call, "--pred", files / "pred.tsv", "--json").json
    assert (found["gold"], found["right"]) == (1, 1)
    assert any("changed by the rule remarks" in note for note in found["notes"])


def test_bad_lines_are_left_out_on_request_and_counted(run: Run, files: Path) -> None:
    found = run(*options(files, "lonely.tsv"), "--skip-bad", "--json").json
    assert found["right"] == 2
    assert sum(each["count"] for each in found["skipped"]) == 1


def test_a_format_that_nothing_tells(run: Run, files: Path) -> None:
    (files / "muse.txt").write_text("dog chien\ncat chat\n", encoding="utf-8")
    call = ("score", "lexicon", "--gold", files / "muse.txt", "--pred", files / "pred.tsv")
    found = run(*call, "--format", "pairs", "--pred-format", "tiad", "--json").json
    assert (found["gold"], found["right"]) == (2, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pred", "pred.tsv"], "give --gold or --reverse-gold"),
        (["--gold", "gold.tsv", "--pred", "none.tsv"], "none.tsv"),
        (["--gold", "empty.tsv", "--pred", "pred.tsv"], "gold holds no pair"),
        (["--gold", "gold.tsv", "--pred", "high.tsv"], "line 1: the confidence '1.5'"),
        (["--gold", "gold.tsv", "--pred", "lonely.tsv"], "lonely.tsv, line 3"),
        (["--gold", "gold.tsv", "--pred", "pred.tsv", "--threshold", "2"], "from 0 to 1"),
        (
            ["--gold", "gold.tsv", "--pred", "pred.tsv", *["--threshold", ".5"] * 2],
            "2 thresholds and 1 predictions",
        ),
        (["--gold", "gold.tsv", "--pred", "pred.tsv", "--step", "x"], "step"),
        (["--gold", "gold.tsv", "--pred", "pred.tsv", "--plot", "a.png"], ".html and .svg"),
        (["--gold", "gold.tsv", "--pred", "pred.tsv", "--match", "case"], "--match case"),
        (["--gold", "gold.tsv", "--pred", "pred.tsv", "--pos", "match"], "gold has no parts"),
        (["--gold", "gold.tsv", "--pred", "pred.tsv", "-s", "en"], "both languages"),
        (["--gold", "gold.tsv", "--pred", "pred.tsv", "--lexicon", "graph.tsv"], "-s and -t"),
        (
            ["--gold", "gold.tsv", "--pred", "pred.tsv", "--lexicon-source", "no.txt"],
            "no gold pair has both its words in the lexicons",
        ),
        (["--gold", "graph.tsv", "--pred", "pred.tsv", "-s", "pt", "-t", "ro"], "none pt-ro"),
        (["--gold", "golds", "--pred", "half"], "no dictionary for fr-en"),
        (["--gold", "golds", "--pred", "twice"], "same direction as en-fr.tsv"),
        (["--gold", "golds", "--pred", "pred.tsv"], "is not a folder"),
        (["--gold", "gold.tsv", "--pred", "one"], "is a folder"),
        (["--gold", "golds", "--pred", "none"], "the folder holds no dictionary"),
        (["--gold", "golds", "--pred", "one", "-s", "en", "-t", "fr"], "leave -s and -t"),
        (["--gold", "golds", "--pred", "one", "--lexicon-source", "en.txt"], "give --lexicon"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    run: Run,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(files)
    result = run("score", "lexicon", *arguments)
    assert result.code == 2
    assert message in result.error


def test_words_of_a_saved_graph_restrict_gold(run: Run, files: Path) -> None:
    graph = files / "all.lexgraph"
    assert run("lexicon", "convert", files / "graph.tsv", "-o", graph).code == 0
    languages = ("-s", "en", "-t", "fr", "--json")
    for words in (("--lexicon", graph), ("--lexicon-source", graph, "--lexicon-target", graph)):
        assert run(*options(files, "pred.tsv"), *words, *languages).json["gold"] == 1
