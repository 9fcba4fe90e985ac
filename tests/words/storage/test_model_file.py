import dataclasses
import random
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from diglot.errors import FormatError, InputError
from diglot.files.arrays import read_arrays, write_arrays
from diglot.words.storage.files import KIND, VERSION, load, save
from tests.words.saved_models import assert_same, model_of, models


@given(models())
def test_what_is_saved_is_loaded_bit_for_bit(model):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m"
        save(path, model)
        once = path.read_bytes()
        assert_same(load(path, verify=True), model)
        save(path, load(path))
        assert path.read_bytes() == once


def test_counts_that_are_not_numbers_are_kept_to_the_bit(tmp_path):
    model = model_of({("a", "x"): (np.nan, -0.0)}, languages=("en", None))
    save(tmp_path / "m", model)
    assert_same(load(tmp_path / "m"), model)


def test_a_model_is_saved_over_the_file_it_was_loaded_from(tmp_path):
    model = model_of({("a", "x"): (1.0, 2.0)})
    save(tmp_path / "m", model)
    loaded = load(tmp_path / "m")
    save(tmp_path / "m", dataclasses.replace(loaded, pairs=7))
    assert_same(loaded, model)
    assert load(tmp_path / "m").pairs == 7


def test_words_of_new_text_do_not_enter_the_file(tmp_path):
    model = model_of({("a", "x"): (1.0, 2.0)})
    save(tmp_path / "m", model)
    for grown in (model, load(tmp_path / "m")):
        assert grown.source_vocabulary["New"] == 2
        save(tmp_path / "n", grown)
        assert (tmp_path / "n").read_bytes() == (tmp_path / "m").read_bytes()


def test_loaded_arrays_cannot_be_written_to(tmp_path):
    save(tmp_path / "m", model_of({("a", "x"): (1.0, 2.0)}))
    with pytest.raises(ValueError, match="read-only"):
        load(tmp_path / "m").forward[0] = 0


def changed(path, out, **changes):
    """Copy a model file with other arrays or metadata, such that its digests are right."""
    file = read_arrays(path, kind=KIND, version=VERSION)
    arrays = {**file.arrays, **{k: v for k, v in changes.items() if k in file.arrays}}
    metadata = {**file.metadata, **{k: v for k, v in changes.items() if k in file.metadata}}
    for name in changes.pop("without", ()):
        arrays.pop(name, None)
        metadata.pop(name, None)
    write_arrays(out, arrays, metadata, kind=KIND, version=VERSION)


@pytest.mark.parametrize(
    "changes",
    [
        {"without": ["forward"]},
        {"without": ["pairs"]},
        {"columns": np.array([1, 9], np.int32)},
        {"columns": np.array([0, 1], np.int32)},
        {"columns": np.array([1], np.int32)},
        {"columns": np.array([1.0, 2.0], np.float32)},
        {"columns": np.array(1, np.int32)},
        {"rows": np.array([0, 1, 2, 2], np.int64)},
        {"rows": np.array([0, 0, 9, 2], np.int64)},
        {"rows": np.array([0, 0, 1, 3], np.int64)},
        {"rows": np.zeros(0, np.int64)},
        {"source_text": np.array([0xC3, 0x62], np.uint8)},
        {"source_text": np.array([0xC3, 0xA9], np.uint8)},
        {"source_offsets": np.array([0, 1, 1, 2], np.int64)},
        {"source_offsets": np.array([0, 0, -1, 2], np.int64)},
        {"source_order": np.array([1, 3], np.int32)},
        {"source_order": np.array([0, 1], np.int32)},
        {"source_order": np.array([1], np.int32)},
        {"fertility_forward": np.zeros((3, 2), np.float32)},
        {"pairs": "many"},
        {"pairs": True},
        {"options": [["a"]]},
        {"options": 3},
        {"languages": ["en"]},
        {"languages": ["en", 3]},
        {"tokeniser": "other"},
        {"method": None},
        {"data": 5},
    ],
)
def test_a_file_whose_parts_do_not_fit_is_refused(tmp_path, changes):
    save(tmp_path / "m", model_of({("a", "x"): (1.0, 2.0), ("b", "y"): (1.0, 2.0)}))
    changed(tmp_path / "m", tmp_path / "n")
    assert (tmp_path / "n").read_bytes() == (tmp_path / "m").read_bytes()
    changed(tmp_path / "m", tmp_path / "n", **changes)
    with pytest.raises(FormatError, match="holds no usable word model"):
        load(tmp_path / "n")


def test_a_damaged_count_is_found_when_asked_for(tmp_path):
    save(tmp_path / "m", model_of({("a", "x"): (1.0, 2.0)}))
    data = bytearray((tmp_path / "m").read_bytes())
    data[-64] ^= 1
    (tmp_path / "m").write_bytes(data)
    load(tmp_path / "m")
    with pytest.raises(FormatError, match="damaged"):
        load(tmp_path / "m", verify=True)


def test_a_missing_model_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        load(tmp_path / "m")


@pytest.mark.slow
def test_a_flipped_bit_anywhere_is_refused_or_leaves_a_model_of_that_shape(tmp_path):
    model = model_of(
        {(a, b): (1.0, 2.0) for a in ("ä", "b", "漢字") for b in ("x", "ÿ")}, languages=("de", "fr")
    )
    save(tmp_path / "m", model)
    data = (tmp_path / "m").read_bytes()
    rng = random.Random(3)
    opened = 0
    for place in range(0, len(data), 3):
        flipped = bytearray(data)
        flipped[place] ^= 1 << rng.randrange(8)
        (tmp_path / "n").write_bytes(flipped)
        try:
            found = load(tmp_path / "n")
        except FormatError as error:
            assert "\n" not in str(error)  # noqa: PT017
            continue
        opened += 1
        assert len(found.source_vocabulary.words) == len(found.target_vocabulary.words) + 1
        assert found.source_vocabulary.find("ä") in {None, *range(1, 4)}
        assert found.columns.max() < found.target_vocabulary.size
        assert sorted(found.rows) == found.rows.tolist()
    assert opened
