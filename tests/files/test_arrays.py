import json
import mmap
import random
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from diglot.errors import FormatError, InputError
from diglot.files import arrays as module
from diglot.files.arrays import (
    ALIGNED,
    DTYPES,
    MAGIC,
    PREFIX,
    GrowingArray,
    map_array,
    read_arrays,
    verify,
    write_arrays,
)

DTYPE = st.sampled_from(sorted(DTYPES))
ARRAY = DTYPE.flatmap(lambda d: hnp.arrays(d, hnp.array_shapes(min_dims=0, min_side=0, max_side=4)))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def write(path, arrays=None, metadata=None, kind="word-model", version=1):
    if arrays is None:
        arrays = {"a": np.arange(5, dtype=np.int32), "b": np.ones((2, 3), np.float32)}
    write_arrays(path, arrays, metadata or {}, kind=kind, version=version)
    return path


def read(path, kind="word-model", version=1):
    return read_arrays(path, kind=kind, version=version)


@settings(max_examples=30)
@given(st.dictionaries(st.text(max_size=5), ARRAY, max_size=4), st.dictionaries(st.text(), JSON))
def test_what_is_written_is_read_again_to_the_bit(arrays, metadata):
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder) / "f", arrays, metadata)
        found = read(path)
        verify(path, kind="word-model", version=1)
    assert found.metadata == metadata
    assert list(found.arrays) == list(arrays)
    for name, array in arrays.items():
        back = found.arrays[name]
        assert (back.dtype, back.shape, back.tobytes()) == (
            array.dtype,
            array.shape,
            array.tobytes(),
        )
        assert not back.flags.writeable
        assert back.ctypes.data % ALIGNED == 0 or not back.size


def test_other_byte_orders_and_layouts_are_brought_into_order(tmp_path):
    array = np.arange(6, dtype=">i4").reshape(2, 3).T
    back = read(write(tmp_path / "f", {"a": array})).arrays["a"]
    assert back.dtype.str == "<i4"
    assert back.tolist() == array.tolist()


def test_objects_are_not_written(tmp_path):
    with pytest.raises(TypeError, match="object"):
        write(tmp_path / "f", {"a": np.array([None])})
    assert not (tmp_path / "f").exists()


def test_the_digest_names_the_content(tmp_path):
    one = read(write(tmp_path / "1", {"a": np.zeros(3)})).digest
    assert one == read(write(tmp_path / "2", {"a": np.zeros(3)})).digest
    assert one != read(write(tmp_path / "3", {"a": np.ones(3)})).digest


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty, not a word model; name a word model that diglot saved"),
        (b"source\ttarget\n", "is not a word model"),
        (b"PK\x03\x04" + b"\0" * 100, "is not a word model"),
        (MAGIC[:3], "cut short: 3 bytes; copy it again"),
        (MAGIC + b"\0" * 20, "cut short: 28 bytes"),
        (MAGIC.replace(b"\r\n", b"\n") + b"\0" * 99, "was changed when it was copied as text"),
        (b"\xef\xbf\xbdDGL\r\n", "was changed when it was copied as text"),
    ],
)
def test_what_is_no_file_of_arrays_is_said(tmp_path, content, message):
    (tmp_path / "f").write_bytes(content)
    for call in (read_arrays, verify):
        with pytest.raises(FormatError, match=message) as caught:
            call(tmp_path / "f", kind="word-model", version=1)
        assert str(caught.value).startswith(f"{tmp_path / 'f'}: ")


def test_a_file_of_a_later_diglot_asks_for_an_upgrade(tmp_path, monkeypatch):
    write(tmp_path / "f", version=3)
    with pytest.raises(FormatError, match=r"newer diglot \(version 3 .* 2 is known\); upgrade"):
        read(tmp_path / "f", version=2)
    with pytest.raises(FormatError, match="version 3 of the format, which is no longer read"):
        read(tmp_path / "f", version=4)
    monkeypatch.setattr(module, "LAYOUT", 2)
    write(tmp_path / "f")
    monkeypatch.setattr(module, "LAYOUT", 1)
    with pytest.raises(FormatError, match=r"newer diglot .*; upgrade diglot"):
        read(tmp_path / "f")


def test_a_file_of_another_kind_is_refused(tmp_path):
    with pytest.raises(FormatError, match="holds a sentence model, not a word model"):
        read(write(tmp_path / "f", kind="sentence-model"))


def test_missing_files_folders_and_pipes_are_input_errors(tmp_path):
    for path in (tmp_path / "none", tmp_path, Path("/dev/null")):
        with pytest.raises(InputError):
            read(path)


@pytest.mark.slow
def test_a_file_cut_anywhere_says_so(tmp_path):
    data = write(tmp_path / "f").read_bytes()
    for length in range(len(data)):
        (tmp_path / "g").write_bytes(data[:length])
        with pytest.raises(FormatError, match=r"cut short|is empty"):
            read(tmp_path / "g")
    (tmp_path / "g").write_bytes(data + b"\0")
    with pytest.raises(FormatError, match=f"has {len(data) + 1} bytes, but {len(data)} were"):
        read(tmp_path / "g")


@pytest.mark.slow
def test_a_flipped_bit_is_found_in_the_header_at_once_and_in_the_data_by_verifying(tmp_path):
    data = write(tmp_path / "f", metadata={"x": "y"}).read_bytes()
    begin = PREFIX.size + PREFIX.unpack_from(data)[2]
    rng = random.Random(5)
    for place in range(len(data)):
        flipped = bytearray(data)
        flipped[place] ^= 1 << rng.randrange(8)
        (tmp_path / "g").write_bytes(flipped)
        with pytest.raises(FormatError) as caught:
            verify(tmp_path / "g", kind="word-model", version=1)
        assert "\n" not in str(caught.value)
        if place < begin:
            with pytest.raises(FormatError):
                read(tmp_path / "g")


@settings(max_examples=60)
@given(st.binary(max_size=200), st.booleans())
def test_garbage_is_refused(content, with_magic):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "f").write_bytes(MAGIC * with_magic + content)
        with pytest.raises(FormatError):
            read(Path(folder) / "f")


def forged(path, header, *, data=bytes(640)):
    """Write a file whose header is what an attacker wants it to be; all sums are right."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    size = PREFIX.size + len(text) + len(data)
    digest = module._digest(len(text), size, text)
    path.write_bytes(PREFIX.pack(MAGIC, 1, len(text), size, digest) + text + data)
    return path


def header_of(*listed):
    names = ("name", "dtype", "shape", "offset")
    return {
        "kind": "word-model",
        "version": 1,
        "metadata": {},
        "data": "",
        "arrays": [dict(zip(names, each, strict=True)) for each in listed],
    }


def test_a_forged_header_that_is_right_is_read(tmp_path):
    found = read(forged(tmp_path / "f", header_of(("a", "<i4", [4], 0), ("b", "<i8", [1], 64))))
    assert found.arrays["a"].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "listed",
    [
        [("a", "<i4", [1 << 62], 0)],
        [("a", "<i4", [1 << 40, 1 << 40], 0)],
        [("a", "<i4", [0, 1 << 80], 0)],
        [("a", "<i4", [1 << 62, 0, 1 << 62], 0)],
        [("a", "<i4", [1] * 50, 0)],
        [("a", "<i4", [161], 0)],
        [("a", "<i4", [-1], 0)],
        [("a", "<i4", [1.0], 0)],
        [("a", "<i4", [True], 0)],
        [("a", "<i4", "11", 0)],
        [("a", "<i4", None, 0)],
        [("a", "<i4", [4], 640)],
        [("a", "<i4", [4], -64)],
        [("a", "<i4", [4], 1 << 70)],
        [("a", "<i4", [4], 4)],
        [("a", "<i4", [4], 0.0)],
        [("a", "<i4", [4], False)],
        [("a", "|O", [4], 0)],
        [("a", "|V8", [4], 0)],
        [("a", "<U4", [4], 0)],
        [("a", ["<i4"], [4], 0)],
        [("a", {"names": ["x"]}, [4], 0)],
        [(7, "<i4", [4], 0)],
        [("a", "<i4", [4], 0), ("a", "<i4", [4], 64)],
        [("a", "<i4", [4], 0), ("b", "<i4", [4], 0)],
        [("a", "<i4", [40], 0), ("b", "<i4", [4], 128)],
        [("a", "<i4", [4], 64), ("b", "<i4", [100], 0)],
    ],
)
def test_a_hostile_list_of_arrays_is_refused(tmp_path, listed):
    with pytest.raises(FormatError, match="its header is invalid"):
        read(forged(tmp_path / "f", header_of(*listed)))


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"[]",
        b"null",
        b'"kind"',
        b"9" * 5000,
        b'{"kind": "word-model"}',
        b'{"kind": "word-model", "version": 1, "arrays": 3, "metadata": {}, "data": ""}',
        b'{"kind": "word-model", "version": 1, "arrays": [3], "metadata": {}, "data": ""}',
        b'{"kind": "word-model", "version": 1, "arrays": [], "metadata": 3, "data": ""}',
    ],
)
def test_a_header_that_is_no_description_is_refused(tmp_path, header):
    with pytest.raises(FormatError):
        read(forged(tmp_path / "f", header))


def test_a_header_longer_than_the_file_is_not_read(tmp_path):
    text = b"{}"
    digest = module._digest(1 << 31, 66, text)
    (tmp_path / "f").write_bytes(PREFIX.pack(MAGIC, 1, 1 << 31, 66, digest) + text)
    with pytest.raises(FormatError, match="its header is damaged"):
        read(tmp_path / "f")


@pytest.mark.parametrize("held", [1, 20, 1000])
def test_what_goes_to_the_disk_comes_back(held, monkeypatch):
    monkeypatch.setattr(module, "HELD", held)
    growing = GrowingArray("i")
    for number in range(50):
        growing.held.append(number)
        growing.relieve()
    numbers = growing.finish()
    assert numbers.dtype == np.int32
    assert numbers.tolist() == map_array(numbers).tolist() == list(range(50))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs the figures of Linux")
def test_released_arrays_leave_memory_and_are_read_again(tmp_path):
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * mmap.PAGESIZE

    given = {"before": np.arange(7), "large": np.arange(1 << 22), "behind": np.arange(5)}
    write_arrays(tmp_path / "a", given, {}, kind="test", version=1)
    found = read_arrays(tmp_path / "a", kind="test", version=1).arrays
    assert found["large"].sum() == given["large"].sum()
    before = resident()
    module.release(found["large"])
    assert before - resident() > 0.9 * given["large"].nbytes
    assert all((found[name] == values).all() for name, values in given.items())


def test_an_array_that_is_not_mapped_is_not_released():
    held = np.arange(1 << 16)
    module.release(held[1:])
    assert (held == np.arange(1 << 16)).all()
