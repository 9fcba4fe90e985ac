"""Graphs are read again exactly as they were, and damage is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from diglot.errors import FormatError, InputError
from diglot.files.arrays import write_arrays
from diglot.formats.stored import (
    GRAPH_KIND,
    GRAPH_VERSION,
    StoredGraph,
    is_stored_graph,
    read_graph,
    write_graph,
)
from diglot.model import Origin

ARRAYS = {
    "bounds": np.array([0, 1, 3]),
    "lemma_bytes": np.frombuffer("dogchiené".encode(), np.uint8),
    "lemma_starts": np.array([0, 3, 8, 10]),
    "part": np.array([0, 1, 0], np.uint8),
    "word": np.array([0, 1, 2], np.int32),
    "starts": np.array([0, 1, 2, 2]),
    "neighbours": np.array([1, 0], np.int32),
    "allowed": np.array([1, 2], np.uint8),
    "witness": np.array([0, 0], np.uint16),
}
GRAPH = StoredGraph(
    ARRAYS,
    languages=("en", "fr"),
    parts=("", "noun"),
    origins=(Origin("a", "Ergane", "GPL", "ergane"), Origin("b")),
    witnesses=((0, 1), (1,)),
    case="keep",
    pos="keep",
    notes=("2 duplicates",),
)


def test_a_graph_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.lexgraph"
    write_graph(path, GRAPH)
    found = read_graph(path)
    assert found.digest
    assert replace(found, arrays={}, digest="").__repr__() == replace(GRAPH, arrays={}).__repr__()
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(found.arrays[name], array)


def test_the_same_graph_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "a.lexgraph", tmp_path / "b.lexgraph"
    write_graph(one, GRAPH)
    write_graph(other, GRAPH)
    assert one.read_bytes() == other.read_bytes()


def test_arrays_stay_on_the_disk_and_cannot_be_changed(tmp_path: Path) -> None:
    write_graph(tmp_path / "a.lexgraph", GRAPH)
    array = read_graph(tmp_path / "a.lexgraph").arrays["neighbours"]
    assert array.base is not None
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_a_graph_is_known_by_its_extension() -> None:
    assert is_stored_graph("a.LexGraph")
    assert not is_stored_graph(Path("lexgraph.tsv"))


def test_wide_parts_and_sets_are_kept(tmp_path: Path) -> None:
    wide = {"part": np.array([0, 1, 0], np.uint16), "witness": np.array([1, 1], np.int32)}
    write_graph(tmp_path / "a.lexgraph", replace(GRAPH, arrays=ARRAYS | wide))
    found = read_graph(tmp_path / "a.lexgraph").arrays
    assert (found["part"].dtype, found["witness"].dtype) == (np.uint16, np.int32)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("bounds", np.array([0, 3])),
        ("bounds", np.array([0, 4, 3])),
        ("lemma_starts", np.array([0, 3, 8, 11])),
        ("starts", np.array([0, 1, 2, 3])),
        ("starts", np.array([], np.int64)),
        ("word", np.array([0], np.int32)),
        ("witness", np.array([0], np.uint16)),
        ("part", np.array([0, 1, 0], np.int64)),
        ("allowed", np.array([[1, 2]], np.uint8)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(tmp_path: Path, name: str, array: np.ndarray) -> None:
    write_graph(tmp_path / "a.lexgraph", replace(GRAPH, arrays=ARRAYS | {name: array}))
    with pytest.raises(FormatError, match=r"a\.lexgraph: holds no graph .* make the file again"):
        read_graph(tmp_path / "a.lexgraph")


@pytest.mark.parametrize(
    "change",
    [{"case": "lower"}, {"languages": ("en",)}, {"origins": ()}, {"witnesses": ((0, -1),)}],
)
def test_a_header_that_makes_no_sense_is_refused(tmp_path: Path, change: dict) -> None:
    write_graph(tmp_path / "a.lexgraph", replace(GRAPH, **change))
    with pytest.raises(FormatError, match="holds no graph of dictionaries that makes sense"):
        read_graph(tmp_path / "a.lexgraph")


@pytest.mark.parametrize("languages", [None, "en", [1, 2], {"en": "fr"}])
def test_names_that_are_no_texts_are_refused(tmp_path: Path, languages: object) -> None:
    metadata = {"languages": languages, "parts": [""], "origins": [], "case": "keep"}
    metadata |= {"pos": "keep", "notes": []}
    arrays = ARRAYS | {"witness_sets": np.array([], np.int32), "witness_starts": np.array([0])}
    write_arrays(tmp_path / "a.lexgraph", arrays, metadata, kind=GRAPH_KIND, version=GRAPH_VERSION)
    with pytest.raises(FormatError, match="holds no graph"):
        read_graph(tmp_path / "a.lexgraph")


def test_other_files_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.lexgraph"
    path.write_text("dog\tchien\n", encoding="utf-8")
    with pytest.raises(FormatError, match="is not a lexicon graph"):
        read_graph(path)
    with pytest.raises(InputError, match="no such file"):
        read_graph(tmp_path / "b.lexgraph")


def test_a_file_cut_short_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.lexgraph"
    write_graph(path, GRAPH)
    data = path.read_bytes()
    path.write_bytes(data[:-64])
    with pytest.raises(FormatError, match="cut short"):
        read_graph(path)
