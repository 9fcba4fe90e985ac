"""Runs of a campaign: results by digest, failures as rows, interrupted runs that go on."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from diglot.campaign import running
from diglot.campaign.plan import Limits, Plan, read_plan
from diglot.campaign.reporting import make_report, report_as_json
from diglot.campaign.running import read_results, run_campaign, start
from diglot.campaign.tasks import items, task_named
from diglot.errors import ConfigError, InputError
from diglot.runs import SpreadOptions
from diglot.runs.execution import find_jobs, job_status

PRINT = f"{sys.executable} -S -c"
DIAGONAL = "print(chr(10).join(str([k]) + chr(58) + str([k]) for k in range(6)))"
GOOD = f"""name = "good"\ncommand = '''{PRINT} "{DIAGONAL}"'''"""
OUTPUTS = 'name = "theirs"\noutputs = "letters/{document}.gold"'


def contents(out: Path) -> dict[str, bytes]:
    """The outputs of all results, without what they cost."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.links"))
    }


@pytest.mark.slow
def test_a_method_a_command_and_outputs_stand_in_one_table(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign('name = "length"\nmethod = "length"', GOOD, OUTPUTS))
    results = run_campaign(plan, tmp_path / "out", jobs=2)
    assert [(each.system, each.item.name, each.error) for each in results] == [
        (system, name, "") for system in ("length", "good", "theirs") for name in "ab"
    ]
    report = report_as_json(plan, make_report(plan, results))
    rows = {row[0]: row for row in report["tables"]["ranking"]["rows"]}
    assert rows["theirs"][1]["value"] == rows["good"][1]["value"] == 1.0
    costs = {row[0]: row for row in report["tables"]["costs"]["rows"]}
    assert costs["length"][2]["value"] > 0
    assert costs["length"][4]["value"] > 10
    assert costs["theirs"][2] is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program {source}", "No such file"),
        (f"{PRINT} 'import sys; sys.exit(\"too bad\")'", "too bad (exit code 1)"),
        (f"{PRINT} 'while True: pass'", "stopped after 0.3 seconds"),
        (f"{PRINT} 'bytearray(10**9)'", "MemoryError (exit code 1)"),
        (f"{PRINT} 'print(1)'", "its output, line 1: no link"),
    ],
)
def test_a_command_that_fails_is_a_row(
    campaign: Callable[..., Path], tmp_path: Path, command: str, reason: str
) -> None:
    path = campaign(f"name = 'bad'\ncommand = '''{command}'''", OUTPUTS)
    seconds = 0.3 if "stopped" in reason else 300  # a busy machine takes long to start a command
    path.write_text(f"{path.read_text()}[limits]\nseconds = {seconds}\nmegabytes = 300\n")
    plan = read_plan(path)
    results = run_campaign(plan, tmp_path / "out", jobs=2)
    assert all(reason in each.error for each in results if each.system == "bad")
    tables = report_as_json(plan, make_report(plan, results))["tables"]
    assert tables["ranking"]["rows"][1][:2] == ["bad", {"value": None}]
    assert reason in tables["failures"]["rows"][0][3]


def test_gold_that_does_not_fit_is_refused_before_any_system_runs(
    campaign: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = read_plan(campaign(GOOD))
    monkeypatch.setattr(running, "start", lambda *_: pytest.fail("a system ran"))
    for content, reason in ((b"\xff\x00", "not UTF-8"), (b"[77]:[77]\n", "77")):
        (tmp_path / "letters/b.gold").write_bytes(content)
        with pytest.raises(InputError, match=reason) as caught:
            run_campaign(plan, tmp_path / "out")
        assert caught.value.path == tmp_path / "letters/b.gold"


def test_what_is_there_is_not_run_again(
    campaign: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, out = read_plan(campaign(GOOD, OUTPUTS)), tmp_path / "out"
    run_campaign(plan, out)
    monkeypatch.setattr(running, "start", lambda *_: pytest.fail("it ran again"))
    assert not any(each.error for each in run_campaign(plan, out))
    (tmp_path / "letters/b.en.txt").write_text("other\n" * 6)
    with pytest.raises(pytest.fail.Exception, match="ran again"):
        run_campaign(plan, out)


@pytest.mark.slow
def test_a_run_killed_again_and_again_gives_the_same_bytes(
    campaign: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = read_plan(campaign(GOOD, OUTPUTS))
    run_campaign(plan, tmp_path / "whole")
    rename = Path.rename

    def cut(path: Path, to: Path) -> Path:
        if path.is_dir():
            if not budget[0]:
                raise KeyboardInterrupt
            budget[0] -= 1
        return rename(path, to)

    budget = [0]
    monkeypatch.setattr(Path, "rename", cut)
    for allowed in (0, 1, 0, 1, 1):
        budget[0] = allowed
        with pytest.raises(KeyboardInterrupt):
            run_campaign(plan, tmp_path / "cut")
    budget[0] = 100
    run_campaign(plan, tmp_path / "cut")
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole") != {}
    assert not list((tmp_path / "cut/results").glob(".*"))


@pytest.mark.slow
def test_a_run_whose_starter_was_killed_is_begun_again(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    mark = tmp_path / "begun"
    code = (
        "import os, sys; mark = sys.argv[1]\n"
        "begun = os.path.exists(mark) and len(open(mark).read())\n"
        "open(mark, chr(97)).write(chr(97))\n"
        "begun < int(sys.argv[2]) and os.kill(os.getppid(), 9)\n" + DIAGONAL
    )
    (tmp_path / "killer.py").write_text(code)
    command = f"{sys.executable} -S {tmp_path}/killer.py {mark}-{{document}}"
    path = campaign(
        f"name = 'twice'\ncommand = '{command}-twice 2'",
        f"name = 'ever'\ncommand = '{command}-ever 9'",
    )
    results = run_campaign(read_plan(path), tmp_path / "out", jobs=2)
    assert {(each.system, each.error) for each in results} == {
        ("twice", ""),
        ("ever", "its starter was killed (signal 9)"),
    }


def test_a_disk_that_takes_no_costs_is_no_fault_of_the_system(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "usage.json").mkdir()  # as a file it can be written no better than on a full disk
    with pytest.raises(IsADirectoryError):
        start([sys.executable, "-c", ""], tmp_path, tmp_path, Limits())
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="what is tied to its starter")
@pytest.mark.slow
def test_what_a_killed_starter_had_started_is_killed(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    mark = tmp_path / "started"
    (tmp_path / "killer.py").write_text(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(mark)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}} ')\n"
        "os.kill(os.getppid(), 9)\n"
        "time.sleep(600)\n"
    )
    path = campaign(f"name = 'orphan'\ncommand = '{sys.executable} -S {tmp_path}/killer.py'")
    results = run_campaign(read_plan(path), tmp_path / "out")
    assert all("starter was killed" in each.error for each in results)
    started = [int(each) for each in mark.read_text().split()]
    assert started
    end = time.monotonic() + 60
    while any(_runs(each) for each in started) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(_runs(each) for each in started)


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_the_parts_of_a_campaign_are_done_by_several_runs_and_shown_by_diglot_runs(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan, out = read_plan(campaign(GOOD, OUTPUTS)), tmp_path / "out"
    first = run_campaign(plan, out, spread=SpreadOptions(shard="1/2"))
    assert [each.error for each in first] == ["", "not run yet"] * 2
    report = make_report(plan, first)
    assert "2 of 4 results not run yet" in report.notes[-1]
    assert not any(each.name == "failures" for each in report.tables)
    [job] = find_jobs(out)
    assert (job_status(job).shards, job_status(job).complete) == (4, 2)
    second = run_campaign(plan, out, spread=SpreadOptions(shard="2/2"))
    assert not any(each.error for each in second)
    # Runs are processes of their own, and so are their starters: their time counts.
    assert job_status(job).seconds > sum(each.usage.cpu for each in second if each.usage)


def test_a_change_of_code_or_weights_makes_results_anew(
    campaign: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sentences").mkdir()
    (tmp_path / "sentences" / "weights.json").write_text("1")
    monkeypatch.setattr(items.resources, "files", lambda _: tmp_path)
    plan = read_plan(campaign('name = "length"\nmethod = "length"', OUTPUTS))

    def digests() -> list[str]:
        running.code_digest.cache_clear()
        return [each.digest for each in running.plan_trials(plan, task_named("sentences"))]

    before = digests()
    (tmp_path / "sentences" / "kernel.so").write_text("compiled")
    assert digests() == before
    (tmp_path / "sentences" / "weights.json").write_text("2")
    after = digests()
    running.code_digest.cache_clear()
    assert after[0] != before[0]
    assert after[1:] == before[1:]  # outputs made elsewhere


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ('name = "x"\nmethod = "crv"', "did you mean crf?"),
        ('name = "x"\nmethod = "crf"\noptions = {max_marge = 2}', "did you mean max_merge?"),
        ('name = "x"\nmethod = "crf"\noptions = {segmented = true}', "belongs to a corpus"),
        ('name = "x"\ncommand = "x"\nwrites = "laddre"', "must be one of"),
        ('name = "x"\noutputs = "{corpse}"', "{corpse} is not one of {corpus}, {document}"),
    ],
)
def test_a_system_that_cannot_be_run_is_refused_before_any_work(
    campaign: Callable[..., Path], tmp_path: Path, system: str, message: str
) -> None:
    with pytest.raises(ConfigError) as raised:
        run_campaign(read_plan(campaign(system)), tmp_path / "out")
    assert message in str(raised.value)
    assert not (tmp_path / "out/results").exists()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('gold = "', 'golden = "'),
        ('"sentences"', '"sentence"'),
        ('"length"', '"lenght"'),
        ('"fr"', '"frr-x"'),
    ],
)
def test_what_is_wrong_in_a_campaign_file_is_said_with_its_name(
    campaign: Callable[..., Path], tmp_path: Path, old: str, new: str
) -> None:
    path = campaign('name = "s"\nmethod = "length"')
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(ConfigError, match=r"campaign\.toml: .*unknown"):
        run_campaign(read_plan(path), tmp_path / "out")


def test_lists_of_options_are_signed_as_they_are_written(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign('name = "s"\nmethod = "length"\noptions = {packs = ["a", "b"]}'))
    signatures = make_report(plan, read_results(plan, tmp_path)).signatures
    assert any(each.startswith("system:s|method:length|packs:a+b|") for each in signatures)


def test_a_system_is_run_again_when_asked(campaign: Callable[..., Path], tmp_path: Path) -> None:
    plan, out = read_plan(campaign(OUTPUTS)), tmp_path / "out"
    [folder] = {each.path and each.path.parents[1] for each in run_campaign(plan, out)[:1]}
    assert folder
    shutil.rmtree(folder / "outputs")
    run_campaign(plan, out, again=["theirs"])
    assert (folder / "outputs").is_dir()
    with pytest.raises(ConfigError, match="unknown system"):
        run_campaign(plan, out, again=["thiers"])


def test_the_plan_is_kept_beside_the_results(campaign: Callable[..., Path], tmp_path: Path) -> None:
    plan: Plan = read_plan(campaign(OUTPUTS))
    run_campaign(plan, tmp_path / "out")
    assert json.loads((tmp_path / "out/campaign.json").read_text())["title"] == "small"
