"""Hostile zip containers."""

import io
import struct
import zipfile

import pytest

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.files import zip as zip_files
from diglot.files.zip import Archive

pytestmark = pytest.mark.filterwarnings("ignore:Duplicate name")


def made(path, *members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.docx"


def test_members_are_listed_and_read(path):
    made(path, ("word/document.xml", b"<a/>"), ("word/", b""))
    with Archive(path) as archive:
        assert archive.names() == ("word/document.xml",)
        assert "word/document.xml" in archive
        assert archive.read("word/document.xml") == b"<a/>"


@pytest.mark.slow
def test_bomb_is_stopped_by_its_ratio(path):
    made(path, ("word/document.xml", bytes(200_000_000)))
    assert path.stat().st_size < 250_000
    with Archive(path) as archive, pytest.raises(UnsafeFileError, match="100 times its size"):
        archive.read("word/document.xml")


def test_small_repetitive_member_is_no_bomb(path):
    made(path, ("a", bytes(500_000)))
    with Archive(path) as archive:
        assert len(archive.read("a")) == 500_000


def test_member_without_a_name_is_damage(path):
    made(path, ("a", b"x"))
    whole = path.read_bytes()
    directory = whole.index(b"PK\x01\x02")
    nameless = bytearray(whole[:directory] + whole[directory:].replace(b"a", b"", 1))
    nameless[directory + 28] = 0  # length of the name
    nameless[-10] -= 1  # size of the directory
    path.write_bytes(nameless)
    with pytest.raises(FormatError, match="not a complete "):
        Archive(path)


def test_total_over_several_members_is_counted(path, monkeypatch):
    monkeypatch.setattr(zip_files, "MAX_TOTAL", 1_000_000)
    made(path, ("a", bytes(400_000)), ("b", bytes(700_000)))
    with Archive(path) as archive:
        archive.read("a")
        with pytest.raises(UnsafeFileError, match="unpacks to over"):
            archive.read("b")


@pytest.mark.slow
def test_size_claimed_in_the_header_is_not_believed(path):
    made(path, ("a", bytes(50_000_000)))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(signature) + offset
        data[start : start + 4] = struct.pack("<I", 10)
    path.write_bytes(data)
    with Archive(path) as archive, pytest.raises(InputError):
        archive.read("a")


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../x", "a/../../x", "C:/x", "\\\\server\\x", "a\\..\\x"],
)
def test_name_that_points_outside_is_refused(path, name):
    made(path, (name, b"x"))
    with pytest.raises(UnsafeFileError, match="points outside"):
        Archive(path)


def test_duplicate_name_is_refused(path):
    made(path, ("word/document.xml", b"1"), ("word/document.xml", b"2"))
    with pytest.raises(UnsafeFileError, match="occurs twice"):
        Archive(path)


def test_too_many_members_are_refused(path, monkeypatch):
    monkeypatch.setattr(zip_files, "MAX_MEMBERS", 5)
    made(path, *((str(i), b"") for i in range(6)))
    with pytest.raises(UnsafeFileError, match="members"):
        Archive(path)


def test_encrypted_member_is_refused_with_a_cure(path):
    made(path, ("a", b"secret"))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    with Archive(path) as archive, pytest.raises(UnsafeFileError, match="without a password"):
        archive.read("a")


def test_archive_inside_is_never_opened(path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("x", b"")
        archive.writestr("y", b"z")
    made(path, ("inner.zip", inner.getvalue()))
    with Archive(path) as archive, pytest.raises(UnsafeFileError, match="inside an archive"):
        archive.read("inner.zip")


def test_other_compression_is_refused(path):
    made(path, ("a", b"x"), compression=zipfile.ZIP_LZMA)
    with Archive(path) as archive, pytest.raises(FormatError, match="compression"):
        archive.read("a")


def test_missing_part_is_named(path):
    made(path, ("a", b"x"))
    with Archive(path) as archive, pytest.raises(FormatError, match="no part 'b'"):
        archive.read("b")


@pytest.mark.parametrize("data", [b"", b"plain text", b"PK\x03\x04", b"\xd0\xcf\x11\xe0" * 100])
def test_what_is_no_zip_is_one_clear_line(path, data):
    path.write_bytes(data)
    with pytest.raises(FormatError, match="is not a complete "):
        Archive(path)


def test_missing_file_is_an_input_error(path):
    with pytest.raises(InputError, match="no such file"):
        Archive(path)


@pytest.mark.slow
def test_cut_or_flipped_containers_raise_nothing_else(path):
    made(path, ("a/b.xml", b"<a>" + bytes(range(256)) * 40 + b"</a>"), ("c", b"hello" * 50))
    good = path.read_bytes()
    for step in range(0, len(good), max(1, len(good) // 150)):
        for damaged in (good[:step], good[:step] + b"\xff" + good[step + 1 :]):
            path.write_bytes(damaged)
            try:
                with Archive(path) as archive:
                    for name in archive.names():
                        archive.read(name)
            except InputError:
                pass
