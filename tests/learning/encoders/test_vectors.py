"""Vectors of runs of texts, and those that are kept by content."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, starmap
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.learning.encoders import vectors
from diglot.learning.encoders.vectors import (
    HIGH,
    LOW,
    TINY,
    PartSums,
    RunCosines,
    TextVectors,
    encode_texts,
    least_in_order,
    typical_cosine,
)


class Letters:
    """Counts letters, and adds up; the marks of begin and end count as letters, too."""

    name = "letters@1"

    def __init__(self) -> None:
        self.calls = 0

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        sums, _, counts = self.token_sums(texts)
        return self.finish(sums, counts)

    def token_sums(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        self.calls += 1
        letters = [[text.count(letter) for letter in "abc"] for text in texts]
        marks = np.array([5, 7, 0], np.float32)
        sums = np.array(letters, np.float32) + marks
        counts = [len(text) + 2 for text in texts]
        return sums, np.tile(marks, (len(texts), 1)), np.array(counts, np.int32)

    def part_sums(
        self, texts: Sequence[str]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, PartSums]:
        parts = [text.split(" ") for text in texts]
        letters = [[part.count(each) for each in "abc"] for text in parts for part in text]
        sizes = [len(part) for text in parts for part in text]
        firsts = np.cumsum([0, *map(len, parts)])
        mean = np.sum(letters, 0, dtype=np.float32) / max(1, sum(sizes))
        return *self.token_sums(texts), PartSums(
            np.array(letters, np.int8),
            np.ones(len(letters), np.float32),
            np.array(sizes, np.int32),
            firsts,
            mean,
        )

    def finish(self, sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
        mean = sums / counts[:, None]
        return (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float32)


class Plain:
    name = "plain"

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return Letters().encode(texts)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DIGLOT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "vectors"


TEXTS = ["a", "bb", "abc", "cca"]


def test_runs_are_encoded_from_their_sums(cache: Path) -> None:
    found = encode_texts(TEXTS, Letters())
    for length in (1, 2, 3, 4):
        joined = ["".join(TEXTS[k : k + length]) for k in range(len(TEXTS) - length + 1)]
        assert found.runs([length])[0] == pytest.approx(Letters().encode(joined))
    assert found.runs([5])[0].shape == (0, 3)
    assert found[1:3].runs([2])[0] == pytest.approx(Letters().encode(["bbabc"]))


def test_runs_without_sums_are_sums_of_vectors(cache: Path) -> None:
    found = encode_texts(TEXTS, Plain())
    assert found.sums is None
    total = found.vectors[:3] + found.vectors[1:]
    assert found.runs([2])[0] == pytest.approx(total / np.linalg.norm(total, axis=1, keepdims=True))
    assert len(found[2:]) == 2


def test_vectors_are_kept_by_content(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = Letters()
    assert encode_texts(TEXTS, encoder).vectors.shape == (4, 3)
    assert not cache.exists()  # too few to be worth it
    monkeypatch.setattr(vectors, "LEAST_KEPT", 1)
    first = encode_texts(TEXTS, encoder)
    again = encode_texts(TEXTS, encoder)
    assert encoder.calls == 2
    assert (first.vectors == again.vectors).all()
    assert (again.runs([2])[0] == first.runs([2])[0]).all()
    encode_texts(["a", "bba", "bc", "cca"], encoder)  # the same letters, cut otherwise
    encode_texts(TEXTS, Plain())
    assert encoder.calls == 3
    assert len(list(cache.iterdir())) == 3


def test_vectors_of_an_encoder_that_was_changed_are_made_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "LEAST_KEPT", 1)
    texts = ["ab" * k + "c" for k in range(30)]
    first = encode_texts(texts, Plain()).vectors
    monkeypatch.setattr(Plain, "encode", lambda self, texts: Letters().encode(texts)[:, ::-1])
    assert (encode_texts(texts, Plain()).vectors == first[:, ::-1]).all()
    monkeypatch.setattr(Plain, "encode", lambda self, texts: Letters().encode(texts)[:, :2])
    assert encode_texts(texts, Plain()).vectors.shape == (30, 2)


def test_the_oldest_make_room(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "LEAST_KEPT", 1)
    encode_texts(["a"], Letters())
    (old,) = cache.iterdir()
    monkeypatch.setattr(vectors, "MOST_KEPT", old.stat().st_size + 10)
    encode_texts(["b"], Letters())
    assert len(list(cache.iterdir())) == 1
    assert not old.exists()


def test_a_damaged_file_or_no_place_to_keep_one_changes_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "LEAST_KEPT", 1)
    first = encode_texts(TEXTS, Letters())
    (kept,) = cache.iterdir()
    kept.write_bytes(b"damaged")
    assert (encode_texts(TEXTS, Letters()).vectors == first.vectors).all()
    monkeypatch.setenv("DIGLOT_CACHE", str(kept))  # a file, no folder
    assert (encode_texts(TEXTS, Letters()).vectors == first.vectors).all()


def test_slices_keep_what_is_given() -> None:
    given = TextVectors(np.eye(4, dtype=np.float32))
    assert (given[1:3].vectors == np.eye(4)[1:3]).all()


PARTS = st.lists(
    st.lists(st.text("abcd", min_size=1, max_size=4), min_size=1, max_size=6).map(" ".join),
    min_size=1,
    max_size=6,
)


def centred(text: str, mean: np.ndarray) -> np.ndarray:
    letters = text.replace(" ", "")
    found = np.array([letters.count(each) for each in "abc"]) - len(letters) * mean
    return found / max(float(np.linalg.norm(found)), TINY)


def runs_of(text: str) -> list[str]:
    parts = text.split(" ")
    ends = range(len(parts) + 1)
    return [" ".join(parts[a:b]) for a in ends for b in ends if a < b]


@given(PARTS, PARTS, st.integers(0, 5))
def test_texts_are_compared_with_runs_and_with_outer_parts_of_each_other(
    source: list[str], target: list[str], reach: int
) -> None:
    sides = encode_texts(source, Letters()), encode_texts(target, Letters())
    means = [side.parts.mean for side in sides if side.parts]
    n, m = len(source), len(target)
    rows = np.arange(n)
    begin, end = np.clip(rows - reach, 0, m), np.clip(rows + reach + 1, 0, m)
    cosines = RunCosines(*sides)
    found = cosines.by_parts(slice(0, n), begin, end)
    assert found is not None
    places = [(i, j) for i in range(n) for j in range(begin[i], end[i])]

    def cosine(one: str, other: str) -> float:
        return float(centred(one, means[0]) @ centred(other, means[1]))

    for (i, j), values in zip(places, found.tolist(), strict=True):
        one, other = source[i], target[j]
        expected = [
            max(
                *(cosine(one, run) for run in runs_of(other)),
                *(cosine(run, other) for run in runs_of(one)),
            ),
            *(cosine(one.split(" ")[k], other) for k in (0, -1)),
            *(cosine(one, other.split(" ")[k]) for k in (0, -1)),
        ]
        scaled = np.clip((np.array(expected) - LOW) / (HIGH - LOW), -1, 2)
        assert values == pytest.approx(scaled, abs=2e-2)
    # The same, whatever was asked before.
    whole = cosines.by_parts(slice(0, n), np.zeros(n, np.int64), np.full(n, m))
    assert whole is not None
    assert [whole[i * m + j] for i, j in places] == pytest.approx(found)


def test_how_high_cosines_are_is_seen_from_texts_that_say_the_same() -> None:
    texts = ["ab c", "cc a", "b", "aab"] * 30
    sides = encode_texts(texts, Letters()), encode_texts(texts, Letters())
    none = np.zeros((0, 2), np.int64)
    assert typical_cosine(sides[0].parts, sides[1].parts, none) == HIGH
    assert (
        0.95
        < typical_cosine(
            sides[0].parts, sides[1].parts, np.repeat(np.arange(120)[:, None], 2, axis=1)
        )
        <= 1.0
    )


def test_slices_of_parts_are_those_of_their_texts() -> None:
    given = encode_texts(TEXTS, Letters())
    parts = given[1:3].parts
    assert parts is not None
    assert parts.firsts.tolist() == [0, 1, 2]
    assert given.parts is not None
    assert parts.runs()[0] == pytest.approx(given.parts.runs()[0][1:3])


@given(PARTS, PARTS)
def test_parts_are_divided_among_texts_in_the_best_order(
    source: list[str], target: list[str]
) -> None:
    ours, theirs = (encode_texts(texts, Letters()).parts for texts in (source, target))
    assert ours is not None
    assert theirs is not None
    parts = " ".join(target).split(" ")
    inner = list(combinations(range(1, len(parts)), len(source) - 1))

    def cosine(text: str, begin: int, end: int) -> float:
        run = " ".join(parts[begin:end])
        return float(centred(text, ours.mean) @ centred(run, theirs.mean))

    ways = [
        list(starmap(cosine, zip(source, cuts, cuts[1:], strict=False)))
        for cuts in ([0, *each, len(parts)] for each in inner)
    ]
    if not inner:
        ways = [[cosine(text, 0, len(parts)) for text in source]]
    best = max(map(sum, ways))
    least = {round(min(way), 3) for way in ways if sum(way) > best - 1e-4}
    found = least_in_order(ours, theirs)
    assert any(found == pytest.approx(each, abs=2e-3) for each in least)
