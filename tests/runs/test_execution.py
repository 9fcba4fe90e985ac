from __future__ import annotations

from dataclasses import replace

import pytest

from diglot.errors import ConfigError, RunError
from diglot.runs import RunOptions, Shard, execute, record_path, shard_path
from diglot.runs.jobs import read_record
from tests.runs.squares import results, squares, tried


def test_every_shard_gets_a_file_and_a_record(tmp_path):
    records = execute(squares(tmp_path, 3), tmp_path / "job")
    assert results(tmp_path / "job") == {"000": b"0", "001": b"1", "002": b"4"}
    assert [(each.state, each.counts, each.attempts) for each in records] == [
        ("complete", {"numbers": 1, "sum": number}, 1) for number in range(3)
    ]


def test_what_is_done_is_not_done_again(tmp_path):
    for _ in range(2):
        execute(squares(tmp_path, 3), tmp_path / "job")
    assert tried(tmp_path) == ["000", "001", "002"]


@pytest.mark.parametrize("lost", ["output", "record", "torn output", "torn record"])
def test_a_shard_without_its_file_or_record_is_done_again(tmp_path, lost):
    job, folder = squares(tmp_path, 3), tmp_path / "job"
    execute(job, folder)
    path = (shard_path if "output" in lost else record_path)(folder, "001")
    path.write_bytes(b"") if "torn" in lost else path.unlink()
    execute(job, folder)
    assert tried(tmp_path) == ["000", "001", "002", "001"]
    assert results(folder)["001"] == b"1"


def test_options_and_files_decide_what_is_done_again(tmp_path):
    files = [tmp_path / f"{number}" for number in range(2)]
    for number, path in enumerate(files):
        path.write_text(str(number + 2))
    shards = tuple(Shard(path.name, (str(path),)) for path in files)
    job = replace(squares(tmp_path), shards=shards)
    execute(job, tmp_path / "job")
    files[1].write_text("9")
    execute(job, tmp_path / "job")
    assert results(tmp_path / "job") == {"0": b"4", "1": b"81"}
    assert tried(tmp_path) == ["0", "1", "1"]
    execute(replace(job, options={**job.options, "more": 1}), tmp_path / "job")
    assert results(tmp_path / "job") == {"0": b"5", "1": b"82"}


def test_a_shared_file_that_changed_does_everything_again(tmp_path):
    model = tmp_path / "model"
    job = replace(squares(tmp_path, 2), shared=(str(model),))
    for text in ("one", "one", "two"):
        model.write_text(text)
        execute(job, tmp_path / "job")
    assert len(tried(tmp_path)) == 4


def test_shards_that_a_job_no_longer_has_are_removed(tmp_path):
    execute(squares(tmp_path, 4), tmp_path / "job")
    execute(squares(tmp_path, 2), tmp_path / "job")
    assert list(results(tmp_path / "job")) == ["000", "001"]
    assert len(list((tmp_path / "job" / "records").iterdir())) == 2


def test_a_shard_that_always_fails_is_left_alone_and_the_others_are_done(tmp_path):
    job, folder = squares(tmp_path, 4, refused=["001"]), tmp_path / "job"
    for _ in range(2):
        with pytest.raises(RunError, match=r"1 shard of 4 failed, the first: 001: is refused"):
            execute(job, folder)
    assert tried(tmp_path).count("001") == 3
    assert list(results(folder)) == ["000", "002", "003"]
    record = read_record(folder, "001")
    assert (record.state, record.attempts) == ("quarantined", 3)


def test_two_shards_of_one_name_are_refused(tmp_path):
    with pytest.raises(ValueError, match="one name"):
        execute(replace(squares(tmp_path), shards=(Shard("a"), Shard("a"))), tmp_path / "job")


def test_parts_do_all_shards_between_them(tmp_path):
    job, folder = squares(tmp_path, 7), tmp_path / "job"
    for number in (3, 1, 2):
        execute(job, folder, options=RunOptions(shard=f"{number}/3"))
    assert sorted(tried(tmp_path)) == [shard.name for shard in job.shards]
    execute(job, folder)
    assert len(tried(tmp_path)) == 7


@pytest.mark.parametrize("part", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"])
def test_a_part_that_does_not_exist_is_refused(part):
    with pytest.raises(ConfigError, match="--shard"):
        RunOptions(shard=part)
