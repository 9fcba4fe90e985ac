"""Word alignment that goes on behind the chunks that are done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diglot.errors import ConfigError, FormatError
from diglot.pipeline.steps.words.alignment import align_words
from diglot.pipeline.steps.words.chunks import SMALL_CELL, ChunkAligner, MemoryShare
from diglot.pipeline.stored.word_chunks import STATE
from diglot.words.storage import files
from tests.pipeline.sentences_in_two import ENGLISH, FRENCH, write_sides

OPTIONS = {"tokenised": True, "memory": 400, "packs": ("none",), "encoder": "none"}


class KilledError(Exception):
    """Stands for the end of the process."""


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A text of two chunks."""
    few = MemoryShare(len(ENGLISH) * 49 * SMALL_CELL, 10**9, 400)
    monkeypatch.setattr("diglot.pipeline.steps.words.alignment.share_memory", lambda memory: few)
    return write_sides(tmp_path, [*ENGLISH] * 3, [*FRENCH] * 3)


@pytest.mark.slow
def test_a_run_that_was_ended_goes_on_and_comes_to_the_same_bytes(
    sides: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = align_words(*sides, **OPTIONS, save_model=tmp_path / "whole.model")
    aligned = ChunkAligner._aligned
    calls = []

    def end_behind_the_first(self: ChunkAligner, chunk: object) -> object:
        calls.append(chunk)
        if len(calls) == 2:
            raise KilledError
        return aligned(self, chunk)

    monkeypatch.setattr(ChunkAligner, "_aligned", end_behind_the_first)
    resumed = {**OPTIONS, "resume": tmp_path / "done", "save_model": tmp_path / "again.model"}
    with pytest.raises(KilledError):
        align_words(*sides, **resumed)
    assert json.loads((tmp_path / "done" / STATE).read_text())["chunks"] == 1
    again = align_words(*sides, **resumed)
    assert len(calls) == 3
    assert (tmp_path / "again.model").read_bytes() == (tmp_path / "whole.model").read_bytes()
    assert [list(again.links.of(k)) for k in range(again.links.pairs)] == [
        list(whole.links.of(k)) for k in range(whole.links.pairs)
    ]
    assert again.links.scores.tolist() == whole.links.scores.tolist()
    assert (again.signature, again.tally.mean) == (whole.signature, whole.tally.mean)
    assert "continued after 1 chunk" in again.notes
    count = len(calls)
    finished = align_words(*sides, **resumed)
    assert len(calls) == count
    assert finished.links.scores.tolist() == whole.links.scores.tolist()
    assert files.load(tmp_path / "again.model").pairs == files.load(tmp_path / "whole.model").pairs


def test_chunks_of_another_run_are_refused(sides: tuple[Path, Path], tmp_path: Path) -> None:
    options = {**OPTIONS, "resume": tmp_path / "done", "method": "hmm"}
    align_words(*sides, **options)
    with pytest.raises(ConfigError, match="other files, options or version"):
        align_words(*sides, **options, threshold=0.9)
    (tmp_path / "done" / STATE).write_text("[]", encoding="utf-8")
    with pytest.raises(FormatError, match="which chunks are done"):
        align_words(*sides, **options)
