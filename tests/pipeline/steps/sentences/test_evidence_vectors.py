"""Files of sentence vectors, good and bad."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diglot.errors import FormatError, InputError
from diglot.pipeline.steps.sentences.evidence import read_vectors


def save(path: Path, array: object) -> Path:
    np.save(path, array, allow_pickle=True)
    return path


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int8])
def test_any_numbers_become_single_floats(tmp_path: Path, dtype: type) -> None:
    vectors = read_vectors(save(tmp_path / "v.npy", np.ones((3, 4), dtype)), segments=3)
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[1.0] * 4] * 3


@pytest.mark.parametrize("shape", [(2, 4), (3,), (3, 4, 1), (0, 4)])
def test_another_shape_is_named_with_the_one_expected(
    tmp_path: Path, shape: tuple[int, ...]
) -> None:
    path = save(tmp_path / "v.npy", np.ones(shape))
    with pytest.raises(InputError) as caught:
        read_vectors(path, segments=3)
    assert str(shape) in str(caught.value)
    assert "(3, dimensions)" in str(caught.value)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_values_that_are_not_finite_are_named_by_row(tmp_path: Path, value: float) -> None:
    array = np.ones((3, 4))
    array[1, 2] = value
    with pytest.raises(InputError, match="row 1"):
        read_vectors(save(tmp_path / "v.npy", array), segments=3)


def test_text_and_pickles_are_no_vectors(tmp_path: Path) -> None:
    (tmp_path / "text.npy").write_text("0.1 0.2\n", encoding="utf-8")
    save(tmp_path / "objects.npy", np.array([{}, {}]))
    save(tmp_path / "words.npy", np.array(["a", "b"]))
    for name in ("text.npy", "objects.npy", "words.npy"):
        with pytest.raises(FormatError, match="numbers"):
            read_vectors(tmp_path / name, segments=2)


def test_an_archive_of_arrays_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "v.npy").open("wb") as file:
        np.savez(file, a=np.ones((2, 2)))
    with pytest.raises(FormatError, match="one array"):
        read_vectors(tmp_path / "v.npy", segments=2)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_vectors(tmp_path / "v.npy", segments=2)
