"""``diglot bucc``: from parallel text to a task, and back into the scorer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from diglot.formats.term_lists import read_term_pairs
from diglot.formats.term_lists.bucc import read_proposals, write_proposals
from diglot.model.terms import Proposal
from tests.cli.conftest import Run

NOUNS = [
    ("wind turbine", "éolienne"),
    ("rotor blade", "pale de rotor"),
    ("gearbox", "multiplicateur"),
    ("generator", "générateur"),
    ("nacelle", "nacelle"),
    ("tower", "tour"),
    ("foundation", "fondation"),
    ("power grid", "réseau électrique"),
    ("converter", "convertisseur"),
    ("lubricant", "lubrifiant"),
    ("bearing", "roulement"),
    ("brake", "frein"),
]
FRAMES = [
    ("The {0} is near the {1}.", "{0} : c'est près de {1}."),
    ("Check the {0} before the {1}.", "Vérifiez {0} avant {1}."),
    ("A new {0} replaces the old {1}.", "Nouveau : {0} remplace {1}."),
    ("We saw a {0} without {1}.", "Nous avons vu {0} sans {1}."),
]


def parallel() -> list[tuple[str, str]]:
    lines = []
    for frame, french in FRAMES:
        for step in (1, 5):
            for number, (one, translation) in enumerate(NOUNS):
                other, another = NOUNS[(number + step) % len(NOUNS)]
                lines.append((frame.format(one, other), french.format(translation, another)))
    return lines


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared task, made once."""
    from diglot.cli import main

    folder = tmp_path_factory.mktemp("bucc")
    for name, side in (("text.en", 0), ("text.fr", 1)):
        lines = [pair[side] for pair in parallel()]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    args = ["bucc", "prepare", str(folder / "text.en"), str(folder / "text.fr")]
    options = ["-o", str(folder / "task"), "-s", "en", "-t", "fr", "--quiet", "--seed", "7"]
    assert main([*args, *options, "--least-similarity", "0.1", "--least-frequency", "2"]) == 0
    return folder


@pytest.fixture
def task(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared / "task", tmp_path / "task"))


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def judge(task: Path) -> None:
    """Fill in the table as a careful person would."""
    right = set(NOUNS)
    checked = [
        Proposal(
            each.source,
            each.target,
            "yes" if (each.source, each.target) in right else "no",
            similarity=each.similarity,
        )
        for each in read_proposals(task / "candidates.xlsx")
    ]
    write_proposals(task / "checked.tsv", checked)


@pytest.mark.slow
def test_no_translation_is_left_in_the_corpora(task: Path) -> None:
    left = [
        {line for part in ("train", "test") for line in lines(task / part / f"corpus-{code}.txt")}
        for code in ("en", "fr")
    ]
    assert len(left[0]) + len(left[1]) > 50
    assert not any(one in left[0] and other in left[1] for one, other in parallel())


def test_terms_and_their_translations_are_asked_about(task: Path) -> None:
    asked = {(each.source, each.target): each for each in read_proposals(task / "candidates.xlsx")}
    found = [pair for pair in NOUNS if pair in asked]
    assert len(found) >= len(NOUNS) // 2
    each = asked[found[0]]
    assert each.decision is None
    assert each.source in each.source_context.lower()
    assert each.source_frequency > 0


def test_decisions_become_gold_lists_and_distractors(run: Run, task: Path) -> None:
    judge(task)
    found = run("bucc", "finish", task, "--checked", task / "checked.tsv", "--json").json
    assert found["accepted"] >= len(NOUNS) // 2
    assert found["undecided"] == found["silver"] == 0
    gold = []
    for part in ("train", "test"):
        pairs = read_term_pairs(task / part / "terms-en-fr.txt")
        assert len(pairs) == found["counts"][part]["gold pairs"]
        for side, code in (("source", "en"), ("target", "fr")):
            terms = lines(task / part / f"terms-{code}.txt")
            text = "\n".join(lines(task / part / f"corpus-{code}.txt")).lower()
            assert {getattr(pair, side) for pair in pairs} <= set(terms)
            assert all(term in text for term in terms)
        gold += [(pair.source, pair.target) for pair in pairs]
    assert set(gold) <= set(NOUNS)
    assert len(gold) == len(set(gold)) == found["accepted"] - found["unattested"]
    assert lines(task / "counts.tsv")[0] == "number of\ttrain\ttest"


def test_a_task_scores_its_own_gold_as_perfect(run: Run, task: Path) -> None:
    judge(task)
    run("bucc", "finish", task, "--checked", task / "checked.tsv")
    pred = task / "train" / "terms-en-fr.txt"
    found = run("score", "pairs", "--gold", task / "train", "--pred", pred, "--json").json
    assert found["ap"] == found["f1"] == 1
    assert found["gold_oov"] == 0


def test_undecided_pairs_can_be_accepted_unseen(run: Run, task: Path) -> None:
    shown = run("bucc", "finish", task, "--accept-above", "0.1")
    assert shown.code == 0
    assert "silver, not gold" in shown.out
    assert "gold pairs" in shown.out


def test_a_second_run_does_nothing_again(run: Run, prepared: Path) -> None:
    args = ["bucc", "prepare", prepared / "text.en", prepared / "text.fr", "-o", prepared / "task"]
    options = ["-s", "en", "-t", "fr", "--seed", "7", "--least-frequency", "2"]
    found = run(*args, *options, "--least-similarity", "0.1", "--json").json
    assert all(each["reused"] for each in [*found["stages"], *found["outputs"]])
    assert found["counts"]["domain_pairs"] == len(parallel())


@pytest.mark.slow
def test_seed_terms_choose_the_sentences(run: Run, prepared: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(prepared / "task", tmp_path / "task"))
    (tmp_path / "seeds.txt").write_text("Rotor Blade\nabsent\n", encoding="utf-8")
    args = ["bucc", "prepare", prepared / "text.en", prepared / "text.fr", "-o", folder]
    options = ["-s", "en", "-t", "fr", "--seed", "7", "--seed-terms", tmp_path / "seeds.txt"]
    found = run(*args, *options, "--json").json
    assert found["counts"]["domain_pairs"] == sum("rotor blade" in one for one, _ in parallel())
    assert found["counts"]["domain_terms_found"] == 1
    reused = {each["name"]: each["reused"] for each in found["stages"]}
    # No other sentence is read, so that the words of these alone are aligned.
    assert (reused["words"], reused["corpora"]) == (False, False)
    assert found["counts"]["sentence_pairs"] == found["counts"]["domain_pairs"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--drop-source", "2"], "--drop-source is 2"),
        (["--sample", "0"], "--sample is 0"),
        (["--source-vectors", "text.en"], "both --source-vectors and --target-vectors"),
        (["--seed-terms", "none.txt"], "no such file (--seed-terms)"),
    ],
)
def test_wrong_options_are_refused_before_any_work(
    run: Run, prepared: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str
) -> None:
    monkeypatch.chdir(prepared)
    shown = run("bucc", "prepare", "text.en", "text.fr", "-o", "other", *options)
    assert shown.code == 2
    assert message in shown.err
    assert not (prepared / "other").exists()


@pytest.mark.slow
def test_seed_terms_that_stand_nowhere_are_an_error(
    run: Run, prepared: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(prepared / "task", tmp_path / "task"))
    (tmp_path / "seeds.txt").write_text("submarine\n", encoding="utf-8")
    args = ["bucc", "prepare", prepared / "text.en", prepared / "text.fr", "-o", folder]
    shown = run(*args, "-s", "en", "-t", "fr", "--seed-terms", tmp_path / "seeds.txt")
    assert shown.code == 2
    assert "no sentence holds one of the terms" in shown.err


def test_a_folder_without_a_task_is_refused(run: Run, tmp_path: Path) -> None:
    shown = run("bucc", "finish", tmp_path)
    assert shown.code == 2
    assert "holds no prepared task" in shown.err


def test_a_table_that_nobody_filled_in_is_refused(run: Run, task: Path) -> None:
    shown = run("bucc", "finish", task)
    assert shown.code == 2
    assert "no pair is accepted" in shown.err
    assert not (task / "train" / "terms-en.txt").exists()
