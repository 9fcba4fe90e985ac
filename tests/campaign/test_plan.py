"""Campaign files: what they say, and what is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.campaign.plan import (
    add_system,
    keep_extra,
    make_system,
    read_plan,
    read_stored_plan,
    write_plan,
)
from diglot.errors import ConfigError, FormatError, InputError

HEAD = '[campaign]\ntask = "sentences"\n'
CORPUS = '[[corpus]]\nname = "c"\nsource = "s"\n'
SYSTEM = '[[system]]\nname = "s"\nmethod = "crf"\n'


def plan_of(folder: Path, text: str) -> Path:
    path = folder / "campaign.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_becomes_a_plan(tmp_path: Path) -> None:
    text = f"{HEAD}{CORPUS}rank = false\n{SYSTEM}options = {{max_merge = 2}}\n[limits]\nseconds = 5"
    text += '\n[scores]\ncompare = "all pairs"\nseed = 1'
    plan = read_plan(plan_of(tmp_path, text))
    [corpus], [system] = plan.corpora, plan.systems
    assert (corpus.type, corpus.rank, corpus.settings) == ("c", False, {"source": "s"})
    assert (system.kind, system.options, plan.limits.seconds) == ("method", {"max_merge": 2}, 5)
    assert plan.folder == tmp_path
    assert plan.scores == {"seed": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[campaign", "not TOML"),
        ("", "[campaign] is missing"),
        ("[campaign]\n", "names no task"),
        (HEAD, "no [[corpus]]"),
        (f"{HEAD}{CORPUS}{CORPUS}{SYSTEM}", "two of [[corpus]] are called c"),
        (f"{HEAD}{CORPUS}[[system]]\nname = 's'", "give one of method, command and outputs"),
        (f"{HEAD}{CORPUS}{SYSTEM}command = 'x'", "give one of method, command and outputs"),
        (f"{HEAD}{CORPUS}{SYSTEM}colour = 'x'", "unknown key of [[system]] 'colour'"),
        (f"{HEAD}{CORPUS}{SYSTEM}writes = 'ces'", "reads and writes belong to"),
        (f"{HEAD}{CORPUS}[[system]]\nname = 's'\ncommand = 'x'\noptions = {{a = 1}}", "options"),
        (f"{HEAD}{CORPUS}{SYSTEM}[limits]\nseconds = -1", "must be 0 or more"),
        (f"{HEAD}{CORPUS}{SYSTEM}[scores]\ncompare = 'some'", "can only be 'all pairs'"),
        (f"{HEAD}[corpus]\nname = 'c'\n{SYSTEM}", "write [[corpus]], not [corpus]"),
    ],
)
def test_what_a_file_lacks_is_said_with_its_name(tmp_path: Path, text: str, message: str) -> None:
    path = plan_of(tmp_path, text)
    with pytest.raises(FormatError) as raised:
        read_plan(path)
    assert message in str(raised.value)
    assert str(path) in str(raised.value)


def test_a_plan_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    plan = read_plan(plan_of(tmp_path, f"{HEAD}{CORPUS}{SYSTEM}"))
    write_plan(tmp_path / "campaign.json", plan)
    assert read_stored_plan(tmp_path / "campaign.json") == plan


def test_an_added_system_stays_when_the_file_is_run_again(tmp_path: Path) -> None:
    plan = read_plan(plan_of(tmp_path, f"{HEAD}{CORPUS}{SYSTEM}"))
    write_plan(tmp_path / "campaign.json", plan)
    grown = add_system(tmp_path, make_system({"name": "t", "outputs": "x"}, extra=True))
    write_plan(tmp_path / "campaign.json", grown)
    assert [each.name for each in keep_extra(plan, tmp_path).systems] == ["s", "t"]
    with pytest.raises(ConfigError, match="choose another name"):
        add_system(tmp_path, make_system({"name": "s", "outputs": "x"}, extra=True))


def test_a_folder_without_a_campaign_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no campaign"):
        read_stored_plan(tmp_path / "campaign.json")
    (tmp_path / "campaign.json").write_text('{"task": 3}')
    with pytest.raises(FormatError, match="damaged"):
        read_stored_plan(tmp_path / "campaign.json")
