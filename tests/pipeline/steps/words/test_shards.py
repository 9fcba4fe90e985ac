"""Word alignment in shards that share what they learn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from diglot.errors import ConfigError, PartDone
from diglot.pipeline.steps.words.alignment import WordRun, align_word_files, align_words
from diglot.pipeline.steps.words.options import WordOptions
from diglot.runs import Shard, SpreadOptions
from tests.pipeline.sentences_in_two import ENGLISH, FRENCH, write_sides

OPTIONS = {"tokenised": True, "packs": ("none",), "encoder": "none"}


@pytest.mark.slow
def test_the_number_of_processes_changes_neither_links_nor_model(tmp_path: Path) -> None:
    sides = write_sides(tmp_path, [*ENGLISH] * 3, [*FRENCH] * 3)
    runs, models = [], []
    for jobs in (1, 2):
        models.append(tmp_path / f"{jobs}.model")
        options = {**OPTIONS, "shard_pairs": len(ENGLISH), "save_model": models[-1]}
        runs.append(align_words(*sides, **options, jobs=jobs, resume=tmp_path / str(jobs)))
    one, two = runs
    assert one.links.pairs == 3 * len(ENGLISH)
    assert one.links.source.tolist() == two.links.source.tolist()
    assert one.links.scores.tolist() == two.links.scores.tolist()
    assert models[0].read_bytes() == models[1].read_bytes()
    assert "shard_pairs:" in str(one.signature)


def test_a_shard_is_aligned_by_what_the_others_count(tmp_path: Path) -> None:
    # Alone, a single sentence pair of two words in the other order goes by its positions.
    english = ["house", "big", "house", "big", "small", "house"] * 3 + ["big house"]
    french = ["maison", "grande", "maison", "grande", "petite", "maison"] * 3 + ["maison grande"]
    sides = write_sides(tmp_path, english, french)
    run = align_words(*sides, **OPTIONS, shard_pairs=len(english) - 1)
    assert list(run.links.of(len(english) - 1)) == [(0, 1), (1, 0)]


def test_a_run_that_was_ended_does_no_shard_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from diglot.pipeline.steps.words import shards

    sides = write_sides(tmp_path, [*ENGLISH] * 2, [*FRENCH] * 2)
    options = {**OPTIONS, "shard_pairs": len(ENGLISH), "resume": tmp_path / "run"}
    whole = align_words(*sides, **options)
    # As if the run had been ended before its last shard was done.
    (tmp_path / "run" / "aligning" / "records" / "000001.json").unlink()
    done: list[str] = []
    aligning = shards.aligning

    def counted(shard: Shard, *rest: object) -> object:
        done.append(shard.name)
        return aligning(shard, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(shards, "aligning", counted)
    monkeypatch.setattr(shards, "learning", None)
    again = align_words(*sides, **options)
    assert done == ["000001"]
    assert again.links.scores.tolist() == whole.links.scores.tolist()


def test_parts_on_machines_that_share_a_folder_give_the_links_of_one_run(tmp_path: Path) -> None:
    sides = write_sides(tmp_path, [*ENGLISH] * 3, [*FRENCH] * 3)
    options = WordOptions(**OPTIONS, shard_pairs=len(ENGLISH))
    parted = replace(options, resume=tmp_path / "run")

    def align(part: str | None) -> WordRun:
        return align_word_files(*sides, options=parted, spread=SpreadOptions(shard=part))

    for part, told in (
        ("1/2", "1 shard of other parts left in the pass learning: when"),
        ("2/2", "2 shards of other parts left in the pass aligning; see"),
        ("1/2", "part 1/2 is done, and all others: call the command without --shard"),
    ):
        with pytest.raises(PartDone, match=told):
            align(part)
    whole = align_word_files(*sides, options=options)
    assert align(None).links.scores.tolist() == whole.links.scores.tolist()
    with pytest.raises(ConfigError, match="--shard-pairs N and --resume DIR"):
        align_word_files(*sides, options=options, spread=SpreadOptions(shard="1/2"))


def test_shards_and_a_bound_of_memory_are_refused_together(tmp_path: Path) -> None:
    sides = write_sides(tmp_path, [*ENGLISH], [*FRENCH])
    with pytest.raises(ConfigError, match="--shard-pairs and --memory"):
        align_words(*sides, **OPTIONS, shard_pairs=5, memory=400)
