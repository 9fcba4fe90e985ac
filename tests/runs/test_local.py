from __future__ import annotations

import pytest

from diglot.errors import RunError
from diglot.runs import execute
from diglot.runs.jobs import read_record
from tests.runs.squares import results, squares, tried


def test_any_number_of_workers_makes_the_same_bytes(tmp_path):
    for workers in (1, 3):
        execute(squares(tmp_path), tmp_path / f"{workers}", workers=workers)
    assert results(tmp_path / "1") == results(tmp_path / "3")


def test_a_worker_that_dies_takes_one_attempt_at_one_shard_with_it(tmp_path):
    (tmp_path / "003").touch()
    job = squares(tmp_path, deadly=str(tmp_path / "003"), once=True)
    records = execute(job, tmp_path / "job", workers=2)
    assert [record.attempts for record in records] == [1, 1, 1, 2, 1, 1, 1, 1]
    assert sorted(tried(tmp_path)) == sorted([*(shard.name for shard in job.shards), "003"])


def test_a_shard_that_kills_every_worker_is_left_alone(tmp_path):
    (tmp_path / "001").touch()
    job = squares(tmp_path, 3, deadly=str(tmp_path / "001"))
    with pytest.raises(RunError, match="the worker died of it"):
        execute(job, tmp_path / "job", workers=2)
    assert list(results(tmp_path / "job")) == ["000", "002"]
    assert read_record(tmp_path / "job", "001").state == "quarantined"
