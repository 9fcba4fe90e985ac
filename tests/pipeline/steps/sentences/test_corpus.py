"""Corpora aligned shard by shard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from diglot import sentences
from diglot.errors import ConfigError, FormatError, PartDone, RunError
from diglot.files.binary import sha256_of_file
from diglot.formats.stored import read_bitexts, write_bitexts
from diglot.model import Bitext
from diglot.pipeline.documents import read_pairs
from diglot.pipeline.file_pairs import Pair, SkippedPair, pair_files
from diglot.pipeline.steps.sentences import corpus
from diglot.pipeline.steps.sentences.alignment import align_files
from diglot.pipeline.steps.sentences.corpus import (
    align_corpus,
    is_sharded,
    read_learned,
    write_learned,
)
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.runs import RunOptions
from diglot.runs.jobs import read_job
from tests.sentences.texts import Language, sides

PAIRS = 12
OPTIONS = AlignOptions(
    source_language="en", target_language="hu", segmented=True, packs=("none",), encoder="none"
)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "SAMPLE_PAIRS", 4)
    monkeypatch.setattr(corpus, "SHARD_PAIRS", 5)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Pair, ...]:
    folder = tmp_path_factory.mktemp("pages")
    language = Language(7)
    for side in ("a", "b"):
        (folder / side).mkdir()
    for number in range(PAIRS):
        text = language.text(12)
        (folder / "a" / f"{number:02}.txt").write_text("\n".join(text.source), encoding="utf-8")
        (folder / "b" / f"{number:02}.txt").write_text("\n".join(text.target), encoding="utf-8")
    return pair_files(folder / "a", folder / "b")


def as_bytes(bitexts: Sequence[Bitext], path: Path) -> bytes:
    write_bitexts(path, list(bitexts))
    return path.read_bytes()


def test_a_sample_teaches_what_all_pairs_are_aligned_by(
    pairs: tuple[Pair, ...], tmp_path: Path
) -> None:
    found = align_corpus(pairs, tmp_path, options=OPTIONS)
    assert found is not None
    assert [bitext.source.name for bitext in found] == [pair.name for pair in pairs]
    together = align_files(pairs, options=OPTIONS)
    for one, other in zip(found, together, strict=True):
        assert sides(one) == sides(other)
        assert one.signature is not None
        assert ("learned", "sample") in one.signature.options
        assert "lexicon" not in dict(one.signature.options)
    assert found[7] == list(found)[7]
    assert found[-1:] == [list(found)[-1]]


def test_a_dictionary_is_named_in_every_shard(pairs: tuple[Pair, ...], tmp_path: Path) -> None:
    lexicon = tmp_path / "words.tsv"
    lexicon.write_text("a\tb\n", encoding="utf-8")
    found = align_corpus(pairs, tmp_path / "run", options=replace(OPTIONS, lexicon=lexicon))
    named = f"words.tsv@{sha256_of_file(lexicon)[:8]}"
    for each in found:
        assert each.signature is not None
        assert dict(each.signature.options)["lexicon"] == named
        assert f"dictionary: {named}" in each.notes


@pytest.mark.slow
def test_a_pair_is_aligned_the_same_in_any_shard(
    pairs: tuple[Pair, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = as_bytes(align_corpus(pairs, tmp_path / "run", options=OPTIONS), tmp_path / "five")
    monkeypatch.setattr(corpus, "SHARD_PAIRS", 1)
    assert as_bytes(align_corpus(pairs, tmp_path / "run", options=OPTIONS), tmp_path / "one") == (
        expected
    )


@pytest.mark.slow
def test_parts_and_processes_make_the_same_bytes(pairs: tuple[Pair, ...], tmp_path: Path) -> None:
    expected = as_bytes(align_corpus(pairs, tmp_path / "one", options=OPTIONS), tmp_path / "1")
    folder = tmp_path / "parts"
    for part in ("2/2", "1/2"):
        run = RunOptions(shard=part)
        with pytest.raises(PartDone, match=f"part {part} is done"):
            align_corpus(pairs, folder, options=replace(OPTIONS, jobs=2), run=run)
    before = {path: path.stat().st_mtime_ns for path in (folder / "2-aligning/shards").iterdir()}
    found = align_corpus(pairs, folder, options=OPTIONS)
    assert before == {path: path.stat().st_mtime_ns for path in before}
    assert as_bytes(found, tmp_path / "2") == expected


@pytest.mark.slow
def test_shards_that_are_read_while_another_process_learns_are_aligned_the_same(
    pairs: tuple[Pair, ...], tmp_path: Path
) -> None:
    expected = as_bytes(align_corpus(pairs, tmp_path / "one", options=OPTIONS), tmp_path / "1")
    found = align_corpus(pairs, tmp_path / "two", options=replace(OPTIONS, jobs=2))
    read = sorted((tmp_path / "two/1-learning/shards").glob("read-*"))
    assert [len(read_bitexts(path)) for path in read] == [5, 5, 2]
    assert as_bytes(found, tmp_path / "2") == expected


@pytest.mark.slow
def test_a_file_that_changed_after_it_was_read_ahead_is_read_again(
    pairs: tuple[Pair, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    list(align_corpus(pairs, folder, options=replace(OPTIONS, jobs=2)))
    job = read_job(folder / "2-aligning")
    assert job is not None
    copy = tmp_path / "copy.txt"
    copy.write_text(pairs[0].source.read_text("utf-8") + "\nOne more.", encoding="utf-8")
    shard = replace(job.shards[0], files=(str(copy), *job.shards[0].files[1:]))
    corpus.align_shard(shard, job.options, tmp_path / "again")
    assert read_bitexts(tmp_path / "again")[0].source.segment_texts[-1] == "One more."


@pytest.mark.parametrize("jobs", [1, 2])
def test_pairs_at_fault_are_left_out_and_listed(
    pairs: tuple[Pair, ...], tmp_path: Path, jobs: int
) -> None:
    broken, empty = tmp_path / "broken.txt", tmp_path / "empty.txt"
    broken.write_bytes(b"\xff\x00\x12" * 40)
    empty.touch()
    bad = list(pairs)
    bad[6] = Pair("06", pairs[6].source, empty)
    bad[9] = Pair("09", broken, pairs[9].target)
    skipped: list[SkippedPair] = []
    options = replace(OPTIONS, skip_bad=True, jobs=jobs)
    found = align_corpus(bad, tmp_path / "run", options=options, skipped=skipped)
    assert [bitext.source.name for bitext in found] == [
        pair.name for pair in pairs if pair.name not in ("06", "09")
    ]
    assert [each.name for each in skipped] == ["06", "09"]
    assert "holds no text" in skipped[0].reason
    assert "broken.txt" in skipped[1].reason


def test_a_pair_at_fault_ends_the_run_when_all_others_are_done(
    pairs: tuple[Pair, ...], tmp_path: Path
) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    bad = [*pairs[:6], Pair("06", pairs[6].source, empty), *pairs[7:]]
    found = align_corpus(bad, tmp_path / "run", options=OPTIONS)
    begun = iter(found)
    assert [next(begun).source.name for _ in range(5)] == [pair.name for pair in pairs[:5]]
    with pytest.raises(RunError, match=r"1 shard of 3 failed.*empty.txt: holds no text"):
        next(begun)
    assert len(list((tmp_path / "run/2-aligning/shards").iterdir())) == 2
    # What came before the error is not taken for the corpus.
    with pytest.raises(RunError, match="align again"):
        list(found)


def test_bitexts_are_read_before_the_last_shard_is_aligned(
    pairs: tuple[Pair, ...], tmp_path: Path
) -> None:
    found = align_corpus(pairs, tmp_path / "run", options=OPTIONS)
    assert next(iter(found)).source.name == pairs[0].name
    assert len(list((tmp_path / "run/2-aligning/records").iterdir())) == 1
    assert [bitext.source.name for bitext in found] == [pair.name for pair in pairs]


def test_what_is_doubted_of_a_pair_does_not_depend_on_its_shard(
    pairs: tuple[Pair, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = list(pairs)
    monkeypatch.setattr(corpus, "SAMPLE_PAIRS", 10)
    for number in (1, 7):  # these end as the source of another text does
        lines = pairs[number + 1].source.read_text("utf-8").splitlines()
        target = tmp_path / f"{number:02}.txt"
        translated = pairs[number].target.read_text("utf-8").splitlines()
        target.write_text("\n".join([*translated[:9], *lines[9:]]), encoding="utf-8")
        changed[number] = replace(pairs[number], target=target)
    said = []
    for size in (1, 5, 12):
        monkeypatch.setattr(corpus, "SHARD_PAIRS", size)
        found = align_corpus(changed, tmp_path / f"{size}", options=OPTIONS)
        said.append([[link.reasons for link in bitext.links] for bitext in found])
    assert said[0] == said[1] == said[2]
    unexpected = [
        sum("language of the target unexpected" in reasons for reasons in links)
        for links in said[0]
    ]
    assert [number for number, count in enumerate(unexpected) if count] == [1, 7]


def test_what_was_learned_is_read_as_it_was_written(
    pairs: tuple[Pair, ...], tmp_path: Path
) -> None:
    documents, _ = read_pairs(pairs[:4], options=OPTIONS)
    learned = sentences.learn(documents)
    write_learned(tmp_path / "model", learned, {"pack": None})
    again, told = read_learned(tmp_path / "model")
    assert told["pack"] is None
    assert sentences.align(documents, learned=again) == sentences.align(documents, learned=learned)
    (tmp_path / "model").write_bytes(b"nothing")
    with pytest.raises(FormatError):
        read_learned(tmp_path / "model")


def test_only_the_full_method_aligns_by_what_was_learned(pairs: tuple[Pair, ...]) -> None:
    documents, _ = read_pairs(pairs[:2], options=OPTIONS)
    with pytest.raises(ConfigError, match="moore"):
        sentences.align(documents, method="moore", learned=sentences.learn(documents))


@pytest.mark.parametrize(
    ("options", "sharded"),
    [
        (OPTIONS, True),
        (replace(OPTIONS, method="length"), False),
        (replace(OPTIONS, anchor="x"), False),
    ],
)
def test_what_concerns_single_pairs_is_aligned_as_one(
    pairs: tuple[Pair, ...], options: AlignOptions, sharded: bool
) -> None:
    assert is_sharded(pairs, options) is sharded
    assert not is_sharded(pairs[:4], options)
