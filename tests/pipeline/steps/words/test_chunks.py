"""Text in chunks: what goes together, and that memory bounded gives the same kind of result."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.pipeline.steps.words import chunks as word_memory
from diglot.pipeline.steps.words.alignment import align_words
from diglot.pipeline.steps.words.chunks import (
    CELL,
    FORM,
    MEGABYTE,
    PROGRAM,
    SMALL_CELL,
    MemoryShare,
    prune_to_fit,
    read_chunks,
    share_memory,
)
from diglot.words.storage import files
from tests.pipeline.sentences_in_two import ENGLISH, FRENCH, write_sides

Pair = tuple[list[str], list[str]]
SIDE = st.lists(st.sampled_from("abcde"), max_size=4)
PAIRS = st.lists(st.tuples(SIDE, SIDE), max_size=12)


def words_of(corpus, pair: int) -> Pair:
    """The words of a pair, by name."""
    sides = (
        (corpus.source, corpus.source_offsets, corpus.source_vocabulary),
        (corpus.target, corpus.target_offsets, corpus.target_vocabulary),
    )
    one, other = (
        [names.words[number] for number in words[offsets[pair] : offsets[pair + 1]]]
        for words, offsets, names in sides
    )
    return one, other


FORMS = 100 * FORM  # bytes of all words of small texts


@given(pairs=PAIRS, training=PAIRS, cells=st.none() | st.integers(0, 40))
def test_every_pair_is_in_one_chunk_in_its_order(
    pairs: list[Pair], training: list[Pair], cells: int | None
) -> None:
    size = None if cells is None else MemoryShare(cells * CELL + FORMS, 1, 1)
    found = list(read_chunks(pairs, training, limit=size, known=True))
    assert [chunk.last for chunk in found] == [False] * (len(found) - 1) + [True] * bool(found)
    wanted, others, empty = [], [], []
    start = 0
    for chunk in found:
        corpus = chunk.corpus
        read = [words_of(corpus, pair) for pair in range(corpus.pairs)]
        wanted += read[: chunk.reported]
        others += read[chunk.reported :]
        empty += [start + number for number in chunk.skipped_pairs.get("empty", [])]
        start += chunk.reported
        assert [words_of(chunk.reported_corpus, pair) for pair in range(chunk.reported)] == (
            read[: chunk.reported]
        )
    passed = [([], []) if not one or not other else (one, other) for one, other in pairs]
    assert wanted == passed
    assert empty == [number for number, pair in enumerate(passed) if pair == ([], [])]
    assert others == [([], []) if not a or not b else (a, b) for a, b in training]


@given(pairs=PAIRS, cells=st.integers(0, 40))
def test_a_chunk_of_several_pairs_stays_within_its_limit(pairs: list[Pair], cells: int) -> None:
    for known, cost in ((True, CELL), (False, SMALL_CELL)):
        size = MemoryShare(cells * cost, 1, 1)
        for number, chunk in enumerate(read_chunks(pairs, limit=size, known=known)):
            corpus = chunk.corpus
            area = np.diff(corpus.source_offsets) * np.diff(corpus.target_offsets)
            each = cost if number == 0 else CELL
            assert corpus.pairs == 1 or area.sum() * each <= size.chunk


@given(pairs=PAIRS, space=st.integers(0, 30), at_once=st.sampled_from([1, 5, 4096]))
def test_a_chunk_ends_before_the_first_pair_that_does_not_fit(
    pairs: list[Pair], space: int, at_once: int
) -> None:
    size = MemoryShare(space * FORM, 1, 1)
    sizes: list[int] = []
    cells, seen = 0, (set(), set())
    for one, other in pairs:
        area = len(one) * len(other)
        if sizes and size.fits(cells + area, sizes[-1] + 1, 2 + sum(map(len, seen)), known=True):
            sizes[-1] += 1
        else:
            sizes.append(1)
            cells, seen = 0, (set(), set())
        cells += area
        for words, side in zip(seen, (one, other) if area else ((), ()), strict=True):
            words.update(side)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_memory, "AT_ONCE", at_once)
        found = [chunk.reported for chunk in read_chunks(pairs, limit=size, known=True)]
    assert found == sizes


def test_training_text_comes_first_and_joins_the_first_wanted_pairs() -> None:
    pairs, training = [(["a"], ["b"])] * 3, [(["c"], ["d"])] * 4
    found = list(
        read_chunks(pairs, training, limit=MemoryShare(5 * CELL + 6 * FORM, 1, 1), known=True)
    )
    assert [(chunk.corpus.pairs, chunk.reported) for chunk in found] == [(5, 1), (2, 2)]


@pytest.mark.parametrize("memory", [0, -5, word_memory.LEAST - 1])
def test_too_little_memory_is_refused(memory: int) -> None:
    with pytest.raises(ConfigError, match=f"--memory is {memory} MB, but must be 400 or more"):
        share_memory(memory)


@pytest.mark.parametrize("memory", [1000, None])
def test_chunk_and_model_share_what_the_program_leaves(memory: int | None) -> None:
    given = share_memory(memory)
    assert given.megabytes == (memory or word_memory.usual_memory())
    assert given.chunk + given.model + PROGRAM == pytest.approx(given.megabytes * MEGABYTE, abs=2)


def test_the_usual_memory_is_a_power_of_two_below_half_of_the_machine_and_no_more_than_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.sysconf", lambda name: 6_000_000 if name == "SC_PHYS_PAGES" else 4096)
    monkeypatch.setattr("pathlib.Path.read_text", lambda path: "max")
    usual = word_memory.usual_memory.__wrapped__
    assert usual() == 4096
    monkeypatch.setattr("pathlib.Path.read_text", lambda path: str(4 << 30))
    assert usual() == 2048


def small(monkeypatch: pytest.MonkeyPatch, pairs: int) -> None:
    """Let about so many pairs of seven words fit into any memory."""
    size = MemoryShare(pairs * 49 * SMALL_CELL, 10**9, 400)
    monkeypatch.setattr(
        "diglot.pipeline.steps.words.alignment.share_memory", lambda memory: memory and size
    )


@pytest.mark.slow
def test_chunks_answer_every_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = write_sides(tmp_path, [*ENGLISH, "", *ENGLISH], [*FRENCH, "rien", *FRENCH])
    small(monkeypatch, len(ENGLISH) * 3 // 4)
    found = align_words(*sides, tokenised=True, memory=400, threshold=0.6)
    assert any("chunks, to stay within 400 MB" in note for note in found.notes)
    assert "memory:400" in str(found.signature)
    assert found.links.pairs == found.tally.pairs == 2 * len(ENGLISH) + 1
    assert len(found.links.source) == found.tally.links
    assert found.tally.skipped["empty"].first == [len(ENGLISH)]
    assert np.flatnonzero(np.isnan(found.confidence)).tolist() == [len(ENGLISH)]
    diagonal = [(each, each) for each in range(7)]
    right = sum(found.links.of(pair) == diagonal for pair in range(found.links.pairs))
    assert right > 0.8 * found.links.pairs


@pytest.mark.slow
def test_text_that_fits_is_aligned_as_without_a_bound(tmp_path: Path) -> None:
    sides = write_sides(tmp_path)
    free, bound = (align_words(*sides, tokenised=True, memory=limit) for limit in (None, 500))
    assert np.array_equal(free.links.scores, bound.links.scores)
    assert not any("chunks" in note for note in bound.notes)


@pytest.mark.slow
def test_later_chunks_know_what_earlier_ones_taught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "more").mkdir()
    more = write_sides(tmp_path / "more")
    sides = write_sides(tmp_path, ENGLISH[:1], FRENCH[:1])
    small(monkeypatch, len(ENGLISH))
    found = align_words(
        *sides, tokenised=True, train_source=more[0], train_target=more[1], memory=400
    )
    assert any("2 chunks" in note for note in found.notes)
    assert found.tally.training == len(ENGLISH)
    assert found.links.of(0) == [(each, each) for each in range(7)]


@pytest.mark.slow
def test_a_model_of_chunks_has_counted_all_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = write_sides(tmp_path)
    small(monkeypatch, len(ENGLISH) // 3)
    align_words(*sides, tokenised=True, memory=400, save_model=tmp_path / "m.model")
    model = files.load(tmp_path / "m.model")
    assert model.pairs == len(ENGLISH)
    assert model.source_frequency.sum() == sum(len(line.split()) for line in ENGLISH)


@pytest.mark.slow
def test_a_model_is_pruned_until_it_fits(tmp_path: Path) -> None:
    align_words(*write_sides(tmp_path), tokenised=True, save_model=tmp_path / "m.model")
    model = files.load(tmp_path / "m.model")
    half = prune_to_fit(model, 20 * (word_memory.WORD + word_memory.WORD_PAIR))
    assert 2 <= len(half.source_frequency) + len(half.target_frequency) <= 26
    assert len(prune_to_fit(model, 10**9).source_frequency) == len(model.source_frequency)
    assert len(prune_to_fit(model, 2 * word_memory.WORD).columns) == 0


@pytest.mark.slow
def test_links_that_wait_on_the_disk_go_with_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = tmp_path / "waiting"
    waiting.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(waiting))
    small(monkeypatch, len(ENGLISH) // 2)
    found = align_words(*write_sides(tmp_path), tokenised=True, memory=400)
    assert list(waiting.iterdir())
    links = found.links
    del found
    assert not list(waiting.iterdir())
    assert links.pairs == len(ENGLISH)


@pytest.mark.slow
def test_a_failure_in_a_later_chunk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = tmp_path / "waiting"
    waiting.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(waiting))
    small(monkeypatch, len(ENGLISH) // 2)
    sides = write_sides(tmp_path, ENGLISH, FRENCH[:-1])
    with pytest.raises(FormatError, match="ends first"):
        align_words(*sides, tokenised=True, memory=400, save_model=tmp_path / "m.model")
    gc.collect()
    assert not list(waiting.iterdir())
    assert not (tmp_path / "m.model").exists()
