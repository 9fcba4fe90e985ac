"""Mutated files of words and their links: readers refuse them in one line, or read them sanely."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from diglot.errors import InputError
from diglot.formats.judgements import transread_labels
from diglot.formats.judgements import transread_labels as confidence_labels
from diglot.formats.word_links import builder, giza, naacl, pharaoh, yawat
from diglot.model import WordLinks
from tests.hostile.damage import JUNK, mutated, refusal

LENGTHS = ([4, 4, 4], [4, 4, 4])


def listed(read: Callable[[Path], object], path: Path) -> object:
    return list(read(path))


SEEDS: dict[str, tuple[Callable[[Path], object], bytes]] = {
    "pharaoh": (pharaoh.read, b"0-0 1-2:0.5\n\n3p1 2?0\n"),
    "pharaoh in a text": (partial(pharaoh.read, lengths=LENGTHS), b"0-0 1-2:0.5\n\n3p1 2?0\n"),
    "talp": (partial(pharaoh.read, base=1), b"1-1 2-2:0.5\n\n4p1 3?1\n"),
    "naacl": (naacl.read, b"0001 1 1 S 0.5\n3 2 1 P\n2 0 1\n2 1 1\n"),
    "naacl in a text": (partial(naacl.read, lengths=LENGTHS), b"0001 1 1 S 0.5\n3 2 1 P\n"),
    "giza": (
        giza.read,
        (
            b"# Sentence pair (1) source length 2 target length 3\na b c\n"
            b"NULL ({ 2 }) d ({ 1 3 }) e ({ })\n"
        ),
    ),
    "labels": (transread_labels.read_labels, b"\n1 0:0:sure 1:2:wrong\n2 :1:unaligned\n"),
    "texts": (transread_labels.read_texts, b"1\na b\nc\n2\nd\ne f\n"),
    "yawat": (partial(yawat.read, lengths=LENGTHS), b"1 0,1:2:unspec :3:omitted\n3 3:3:possible\n"),
    "judgements": (
        confidence_labels.read_confidence_labels,
        (
            b"7\na b\nc\nFirst annotation: sure\nSecond annotation: partial; "
            b"untranslated source word indices: 0; untranslated target word indices: \n"
        ),
    ),
    "joined lines": (partial(listed, builder.read_joint_lines), b"a b ||| c\nd ||| e f\n"),
}


def sane(result: object) -> bool:
    """Links are sorted, each once, none below zero, and probabilities are probabilities."""
    if not isinstance(result, WordLinks):
        return True
    pair = np.repeat(np.arange(result.pairs), np.diff(result.offsets))
    rows = list(zip(pair.tolist(), result.source.tolist(), result.target.tolist(), strict=True))
    in_range = all(min(i, j) >= 0 for _, i, j in rows)
    scores = result.scores
    probable = scores is None or bool(((scores >= 0) & (scores <= 1)).all())
    return rows == sorted(set(rows)) and in_range and probable and result.offsets[-1] == len(rows)


def refused(read: Callable[[Path], object], path: Path) -> bool:
    """True when the reader refuses the file; what it reads must be sane."""
    found: list[object] = []
    line = refusal(lambda each: found.append(read(each)), path)
    assert line or sane(*found)
    return bool(line)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", SEEDS)
def test_mutations_give_sane_links_or_one_clear_line(
    tmp_path: Path, name: str, packed: bool
) -> None:
    read, seed = SEEDS[name]
    path = tmp_path / "a.words"
    path.write_bytes(seed)
    assert sane(read(path))
    chance = random.Random(name)
    count = 0
    for _ in range(150):
        data = mutated(seed, chance)
        path.write_bytes(gzip.compress(data, 1) if packed else data)
        count += refused(read, path)
    assert count


@pytest.mark.parametrize("name", SEEDS)
def test_random_bytes_are_refused(tmp_path: Path, name: str) -> None:
    read, _ = SEEDS[name]
    path = tmp_path / "a.words"
    for seed in range(20):
        path.write_bytes(b"x\xff" + random.Random(seed).randbytes(200))
        assert refused(read, path)


@pytest.mark.parametrize("name", SEEDS)
def test_broken_archives_are_refused(tmp_path: Path, name: str) -> None:
    read, seed = SEEDS[name]
    path = tmp_path / "a.words"
    whole = gzip.compress(seed)
    for end in range(2, len(whole) - 1, 5):
        path.write_bytes(whole[:end])
        assert refused(read, path)


@pytest.mark.parametrize("name", SEEDS)
def test_folders_and_missing_files_are_refused(tmp_path: Path, name: str) -> None:
    read, _ = SEEDS[name]
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(InputError):
            read(path)


@pytest.mark.parametrize("side", [0, 1])
def test_mutated_parallel_files_never_go_out_of_step_silently(tmp_path: Path, side: int) -> None:
    paths = [tmp_path / "a.en", tmp_path / "a.fr"]
    seed = b"".join(b"w%d x y\n" % number for number in range(8))
    chance = random.Random(side)
    for _ in range(150):
        data = bytearray(seed)
        at = chance.randrange(len(data) + 1)
        data[at:at] = chance.choice(JUNK)
        paths[side].write_bytes(bytes(data))
        paths[1 - side].write_bytes(seed)
        try:
            pairs = list(builder.read_pairs(*paths))
        except InputError as error:
            text = str(error)
        else:
            text = str(tmp_path)
            assert len(pairs) == 8
            assert bytes(data).count(b"\n") == 8
        assert str(tmp_path) in text
