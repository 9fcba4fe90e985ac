"""Words of a build in chunks that fit into memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from diglot.pipeline.build.building import build_files
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.file_pairs import pair_files
from diglot.pipeline.steps.sentences import corpus
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.pipeline.steps.words.chunks import SMALL_CELL, MemoryShare
from tests.pipeline.sentences_in_two import ENGLISH, FRENCH, write_sides


@pytest.mark.slow
def test_words_in_chunks_are_those_of_all_pairs_and_the_notes_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = MemoryShare(len(ENGLISH) * 3 // 4 * 49 * SMALL_CELL, 10**9, 400)
    monkeypatch.setattr("diglot.pipeline.build.building.share_memory", lambda memory: few)
    sides = write_sides(tmp_path, ENGLISH, FRENCH)
    options = BuildOptions(
        parallel=True, memory=400, packs=("none",), encoder="none",
        source_language="en", target_language="fr",
    )  # fmt: skip
    done = build_files(*sides, out=tmp_path / "out", options=options)
    words = done.words.value
    assert words.links.pairs == len(words.confidence) == len(ENGLISH)
    assert words.links.of(len(ENGLISH) - 1)
    assert dict(words.signature.options)["memory"] == "400"
    assert any("chunks, to stay within 400 MB" in note for note in words.notes)


def test_many_pairs_are_aligned_in_shards_that_share_what_they_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diglot.pipeline.build.building.SHARD", len(ENGLISH) // 2)
    monkeypatch.setattr("diglot.pipeline.build.building.SHARED", len(ENGLISH))
    sides = write_sides(tmp_path, ENGLISH, FRENCH)
    options = BuildOptions(
        parallel=True, packs=("none",), encoder="none", source_language="en", target_language="fr"
    )
    done = build_files(*sides, out=tmp_path / "out", options=options)
    words = done.words.value
    assert words.links.pairs == len(words.confidence) == len(ENGLISH)
    assert words.links.of(len(ENGLISH) - 1)
    assert "shard_pairs" in dict(words.signature.options)
    assert any("shards that share what they count" in note for note in words.notes)
    assert not (tmp_path / "out/work/words.run").exists()
    processes = build_files(*sides, out=tmp_path / "two", options=replace(options, jobs=2))
    assert processes.words.record.sha256 == done.words.record.sha256


def test_many_texts_of_a_build_are_aligned_as_align_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "SAMPLE_PAIRS", 4)
    monkeypatch.setattr(corpus, "SHARD_PAIRS", 3)
    sides = tmp_path / "en", tmp_path / "fr"
    for side, lines in zip(sides, (ENGLISH, FRENCH), strict=True):
        side.mkdir()
        for number in range(8):
            text = ". ".join(lines[number::8]) + "."
            (side / f"{number}.txt").write_text(text, encoding="utf-8")
    options = BuildOptions(
        packs=("none",), encoder="none", source_language="en", target_language="fr", min_frequency=1
    )
    done = build_files(*sides, out=tmp_path / "out", options=options)
    how = AlignOptions(packs=("none",), encoder="none", source_language="en", target_language="fr")
    aligned = corpus.align_corpus(pair_files(*sides), tmp_path / "run", options=how)
    assert aligned is not None
    assert [each.links for each in done.sentences.value] == [each.links for each in aligned]
    assert not (tmp_path / "out/work/sentences.run").exists()
