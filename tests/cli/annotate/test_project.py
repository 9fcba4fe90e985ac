"""``diglot annotate``, from an empty project to gold, and ``diglot review --write``."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from diglot import formats
from tests.cli.conftest import ENGLISH, FRENCH, Run

JUDGED = """10
the red door .
la porte .
First annotation: partial; untranslated source word indices: 1; untranslated target word indices:
Second annotation: sure
11
he left .
il est parti .
First annotation: sure
Second annotation: sure
"""


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    path = tmp_path / "judged.txt"
    path.write_text(JUDGED, encoding="utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path, run: Run, judged: Path) -> Path:
    """A project with two pairs that two people judged, one of them differently."""
    folder = tmp_path / "trial"
    assert run("annotate", "init", folder, "--quiet").code == 0
    assert run("annotate", "import", folder, judged, "--quiet").code == 0
    return folder


def test_a_new_project_says_what_to_do_next(run: Run, tmp_path: Path) -> None:
    result = run("annotate", "init", tmp_path / "trial", "--name", "Trial")
    assert result.out.splitlines()[0] == f"project Trial in {tmp_path / 'trial'}"
    assert "diglot annotate import" in result.out


def test_the_next_command_can_be_pasted(run: Run, tmp_path: Path) -> None:
    result = run("annotate", "init", tmp_path / "my trial")
    assert f"import '{tmp_path / 'my trial'}' FILE" in result.out


def test_a_project_is_not_made_twice(run: Run, project: Path) -> None:
    result = run("annotate", "init", project)
    assert result.code == 2
    assert "there is a project already" in result.error


def test_an_import_counts_and_lists(run: Run, tmp_path: Path, judged: Path) -> None:
    judged.write_text(JUDGED.replace("Second annotation: sure", "Second annotation: odd", 1))
    run("annotate", "init", tmp_path / "trial", "--quiet")
    found = run("annotate", "import", tmp_path / "trial", judged, "--json").json
    assert (found["kind"], found["added"], found["judgements"]) == ("confidence", 2, 4)
    assert found["listed"] == [
        {"file": "judged.txt", "place": "", "message": '1 label "odd": "10 second"'}
    ]


def test_an_import_is_undone_and_brought_back(run: Run, tmp_path: Path, judged: Path) -> None:
    trial = tmp_path / "trial"
    run("annotate", "init", trial, "--quiet")
    made = run("annotate", "import", trial, judged).out
    assert "import       1 (undone with --undo 1)" in made
    imports = ("annotate", "import", trial)
    for option, undone, items in (("--undo", True, 2), ("--redo", False, 2), ("--undo", True, 2)):
        (found,) = run(*imports, option, "1", "--json").json
        assert (found["import"], found["undone"], found["items"]) == (1, undone, items)
    assert "(2 items, 4 judgements, undone)" in run(*imports, "--list").out
    assert run(*imports, "--delete", "1").out == ""
    for wrong in (("--undo", "1"), (), (judged, "--list")):
        assert run(*imports, *wrong).code == 2


def test_a_broken_file_is_named_with_its_line(run: Run, project: Path, judged: Path) -> None:
    judged.write_text("10\na\nb\nFirst annotation: sure\nSecond\n", encoding="utf-8")
    result = run("annotate", "import", project, judged, "--kind", "confidence", "--quiet")
    assert result.code == 2
    assert "judged.txt" in result.error


def test_a_folder_that_is_no_project_says_how_to_make_one(run: Run, tmp_path: Path) -> None:
    result = run("annotate", "check", tmp_path)
    assert result.code == 2
    assert "diglot annotate init" in result.error


def test_items_are_shared_out(run: Run, project: Path) -> None:
    found = run("annotate", "assign", project, "confidence", "--to", "ann,bo,cy", "--json").json
    assert sum(found["items"].values()) == 4


def test_the_check_of_a_sound_project_is_silent(run: Run, project: Path) -> None:
    assert run("annotate", "check", project) == run("annotate", "check", project, "confidence")
    assert run("annotate", "check", project).code == 0


def test_a_broken_rule_is_a_violation(run: Run, project: Path, judged: Path) -> None:
    judged.write_text(
        JUDGED.replace("11", "12").replace("Second annotation: sure", "Second annotation: odd")
    )
    run("annotate", "import", project, judged, "--layer", "more", "--quiet")
    result = run("annotate", "check", project)
    assert result.code == 1
    assert "more 1 A2: error: the scheme has no label 'odd'" in result.out
    codes = {each["code"] for each in run("annotate", "check", project, "--json").json}
    assert codes == {"confidence.unknown-label"}


def test_agreement_never_stands_alone(run: Run, project: Path) -> None:
    text = run("annotate", "agreement", project, "--resamples", 100).out
    for figure in ("raw agreement", "Krippendorff's alpha", "Cohen's kappa", "partial", "95 %"):
        assert figure in text
    found = run("annotate", "agreement", project, "--json", "--resamples", 100).json
    assert len(found["agreement"]) == 1
    assert found["asked_again"] == {"confidence": {}}


def test_the_agreement_of_a_layer_of_any_name_is_counted(
    run: Run, project: Path, judged: Path
) -> None:
    run("annotate", "import", project, judged, "--layer", "words", "--quiet")
    found = run("annotate", "agreement", project, "words", "--json", "--resamples", 0).json
    assert [each["name"] for each in found["agreement"]] == ["words: label"]


def test_gold_is_written_in_a_format_of_the_field(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "gold.txt"
    result = run("annotate", "export", project, "confidence", "-o", out)
    assert result.out == f"1 item in {out} (transread)\n"
    assert out.read_text(encoding="utf-8").startswith("11\nhe left .\n")


def test_an_export_without_a_place_says_what_to_name(run: Run, project: Path) -> None:
    result = run("annotate", "export", project, "confidence")
    assert result.code == 2
    assert "-o" in result.error


def test_a_release_waits_for_every_decision(run: Run, project: Path) -> None:
    result = run("annotate", "export", project, "--release", "1.0")
    assert result.code == 2
    assert "datasheet.toml" in result.error


def _served(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "diglot", *map(str, arguments), "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.slow
def test_the_page_is_served_until_it_is_stopped(project: Path) -> None:
    with _served("annotate", "serve", project) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
        with urllib.request.urlopen(address, timeout=600) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=600) == 0


@pytest.mark.slow
def test_a_new_team_gets_an_invitation_for_its_owner(project: Path) -> None:
    with _served("annotate", "serve", project, "--team") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        assert "/join/" in lines[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=600) == 0


def test_a_team_is_not_served_beyond_this_machine_unprotected(run: Run, project: Path) -> None:
    result = run("annotate", "serve", project, "--team", "--host", "0.0.0.0")
    assert result.code == 2
    assert "--certificate" in result.error


@pytest.mark.slow
def test_a_review_writes_the_file_when_it_is_stopped(tmp_path: Path, run: Run) -> None:
    for name, text in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    memory = tmp_path / "memory.tmx"
    run("align", tmp_path / "en.txt", tmp_path / "fr.txt", "-o", memory, "--quiet")
    units = list(formats.read_units(memory))
    with _served("review", memory) as process:
        assert process.stdout is not None
        assert "view=doubtful" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(timeout=600) == 0
    assert f"{memory}: {len(units)} units, 0 confirmed, 0 changed" in rest
    assert list(formats.read_units(memory)) == units
    again = run("review", memory, "--write", "--json").json
    counts = {"units": len(units), "confirmed": 0, "changed": 0, "corrected": 0}
    assert again == [{"output": str(memory), **counts}]


def test_what_cannot_be_reviewed_is_said_before_any_page(run: Run, tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text(ENGLISH, encoding="utf-8")
    result = run("review", tmp_path / "en.txt")
    assert result.code == 2
    assert "diglot align" in result.error
    assert run("review", tmp_path / "none.tmx").code == 2


def test_a_project_is_backed_up_restored_examined_and_found_up_to_date(
    run: Run, project: Path, tmp_path: Path
) -> None:
    copied = run("annotate", "backup", project, "-o", tmp_path / "trial.zip")
    assert copied.out == f"2 items, 4 judgements, 0 files in {tmp_path / 'trial.zip'}\n"
    assert run("annotate", "restore", tmp_path / "trial.zip", tmp_path / "again").code == 0
    assert "nothing to do" in run("annotate", "upgrade", tmp_path / "again").out
    found = run("annotate", "doctor", tmp_path / "again").out.splitlines()
    assert "judgements   ok       4 agree with their history" in found
    refused = run("annotate", "restore", tmp_path / "trial.zip", project)
    assert (refused.code, "not an empty folder" in refused.err) == (2, True)


def test_a_person_is_invited_and_later_sets_a_new_password_by_a_link(
    run: Run, project: Path
) -> None:
    from diglot.annotate.store import Store

    options = ("--role", "owner", "--site", "https://gold.example/")
    first = run("annotate", "invite", project, "Olga", *options).out
    assert first.startswith("Olga joins as owner at https://gold.example/join/")
    with Store.open(project) as store:
        store.people.accept(first.split("/join/")[1].split()[0], "", "a long password")
    assert run("annotate", "invite", project, "olga").out.startswith("Olga sets a new password")
