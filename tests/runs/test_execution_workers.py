from __future__ import annotations

import subprocess
import sys
import time

import pytest

from diglot.errors import RunError
from diglot.runs import execute, execution, stream
from diglot.runs.jobs import read_record
from tests.runs.squares import results, squares, tried


def test_any_number_of_workers_makes_the_same_bytes(tmp_path):
    for number in (1, 3):
        execute(squares(tmp_path), tmp_path / f"{number}", workers=number)
    assert results(tmp_path / "1") == results(tmp_path / "3")


@pytest.mark.parametrize("workers", [1, 2])
def test_records_come_in_the_order_of_the_job_while_the_others_are_done(tmp_path, workers):
    records = stream(squares(tmp_path), tmp_path / "job", workers=workers)
    assert next(records).shard == "000"
    if workers > 1:  # they go on, whatever the caller does
        while len(tried(tmp_path)) < 8:
            time.sleep(0.01)
    assert [record.shard for record in records] == [f"{number:03}" for number in range(1, 8)]
    assert len(tried(tmp_path)) == 8


def test_records_behind_a_shard_that_fails_are_not_given(tmp_path):
    records = stream(squares(tmp_path, 4, refused=["002"]), tmp_path / "job", workers=2)
    given = []
    with pytest.raises(RunError, match="1 shard of 4 failed"):
        given.extend(record.shard for record in records)
    assert given == ["000", "001"]
    assert list(results(tmp_path / "job")) == ["000", "001", "003"]


def test_workers_end_where_the_caller_wants_no_more(tmp_path):
    records = stream(squares(tmp_path, 200), tmp_path / "job", workers=2)
    next(records)
    records.close()
    done = len(tried(tmp_path))
    time.sleep(0.5)
    assert done < 200
    assert len(tried(tmp_path)) == done


def test_a_worker_that_dies_takes_one_attempt_at_one_shard_with_it(tmp_path):
    (tmp_path / "003").touch()
    job = squares(tmp_path, deadly=str(tmp_path / "003"), once=True)
    records = execute(job, tmp_path / "job", workers=2)
    assert [record.attempts for record in records] == [1, 1, 1, 2, 1, 1, 1, 1]
    assert sorted(tried(tmp_path)) == sorted([*(shard.name for shard in job.shards), "003"])


def test_workers_that_die_between_two_shards_are_replaced(tmp_path, monkeypatch):
    made, struck = [], []

    class Kept(execution._Worker):
        def __init__(self):
            super().__init__()
            if len(made) < 2 and not struck:
                made.append(self)

    def kill(*_):
        struck.append(True)
        for pool in [made.pop().pool for _ in list(made)]:
            for process in list((pool._processes or {}).values()):
                process.kill()
                while not pool._broken:
                    time.sleep(0.01)

    monkeypatch.setattr(execution, "_Worker", Kept)
    execute(squares(tmp_path), tmp_path / "job")
    execute(squares(tmp_path), tmp_path / "struck", workers=2, progress=kill)
    assert results(tmp_path / "struck") == results(tmp_path / "job")


def test_a_shard_that_kills_every_worker_is_left_alone(tmp_path):
    (tmp_path / "001").touch()
    job = squares(tmp_path, 3, deadly=str(tmp_path / "001"))
    with pytest.raises(RunError, match="the worker died of it"):
        execute(job, tmp_path / "job", workers=2)
    assert list(results(tmp_path / "job")) == ["000", "002"]
    assert read_record(tmp_path / "job", "001").state == "quarantined"


_RUN = """
import sys
from pathlib import Path
from diglot.runs import execute
from tests.runs.squares import squares
folder = Path(sys.argv[1])
execute(squares(folder, deadly=str(folder / "005")), folder / "job")
"""


def test_a_run_that_was_killed_does_the_rest_when_it_is_called_again(tmp_path, project):
    deadly = tmp_path / "005"
    deadly.touch()
    killed = subprocess.run(
        [sys.executable, "-c", _RUN, str(tmp_path)], cwd=project, check=False, timeout=600
    )
    assert killed.returncode == -9
    assert tried(tmp_path) == [f"{number:03}" for number in range(6)]
    deadly.unlink()
    execute(squares(tmp_path, deadly=str(deadly)), tmp_path / "job")
    assert len(tried(tmp_path)) == 9
    execute(squares(tmp_path), tmp_path / "whole")
    assert results(tmp_path / "job") == results(tmp_path / "whole")
