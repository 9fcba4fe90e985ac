import errno
import os
import stat
import subprocess
import sys

import pytest

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open, write_bytes
from diglot.files.lines import stream_lines


def leftovers(folder):
    return [path.name for path in folder.iterdir() if path.name.endswith(".part")]


def test_content_arrives_and_no_temporary_file_stays(tmp_path):
    target = tmp_path / "out.txt"
    with atomic_open(target) as file:
        file.write("één\r\ntwo\n")
    assert target.read_bytes() == "één\r\ntwo\n".encode()
    assert leftovers(tmp_path) == []


def test_bytes_are_written_as_they_are(tmp_path):
    write_bytes(tmp_path / "out", b"\x00\r\n\xff")
    assert (tmp_path / "out").read_bytes() == b"\x00\r\n\xff"


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, RuntimeError, MemoryError])
def test_interruption_in_the_middle_keeps_the_old_file(tmp_path, interruption):
    target = tmp_path / "out.txt"
    target.write_text("old")

    def interrupted():
        with atomic_open(target) as file:
            file.write("half of the ne")
            file.flush()
            raise interruption

    with pytest.raises(interruption):
        interrupted()
    assert target.read_text() == "old"
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_full_disk_keeps_the_old_file_and_names_the_cure(tmp_path, monkeypatch, failing):
    target = tmp_path / "out.txt"
    target.write_text("old")

    def full(*args, **kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, failing, full)
    with pytest.raises(InputError, match="free some space") as caught, atomic_open(target) as file:
        file.write("new")
    assert caught.value.path == target
    assert target.read_text() == "old"
    assert leftovers(tmp_path) == []


def test_device_that_is_full_while_writing_is_one_clear_line():
    with (
        pytest.raises(InputError, match=r"\(no space left on device\); free some space"),
        atomic_open("/dev/full") as file,
    ):
        file.write("x" * 1_000_000)


def test_missing_folder_names_the_cure(tmp_path):
    with (
        pytest.raises(InputError, match="create the folder first"),
        atomic_open(tmp_path / "no" / "out.txt"),
    ):
        pass


def test_folder_as_target_is_refused(tmp_path):
    with pytest.raises(InputError, match="name a file, not a folder"), atomic_open(tmp_path):
        pass


def test_file_as_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(InputError, match="parent is a folder"),
        atomic_open(tmp_path / "file" / "x"),
    ):
        pass


def test_write_protected_file_is_not_replaced(tmp_path, monkeypatch):
    target = tmp_path / "out.txt"
    target.write_text("old")
    monkeypatch.setattr(os, "access", lambda *args, **kwargs: False)  # root may always write
    with pytest.raises(InputError, match="permission denied"), atomic_open(target) as file:
        file.write("new")
    assert target.read_text() == "old"


def test_permissions_of_the_old_file_stay(tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("old")
    target.chmod(0o640)
    write_bytes(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_symbolic_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_name_of_the_longest_allowed_length_works(tmp_path):
    write_bytes(tmp_path / ("n" * 255), b"new")
    assert (tmp_path / ("n" * 255)).read_bytes() == b"new"


def test_lone_surrogate_is_an_error_that_names_it(tmp_path):
    with pytest.raises(InputError, match=r"U\+D800"), atomic_open(tmp_path / "out") as file:
        file.write("a\ud800")
    assert list(tmp_path.iterdir()) == []


def test_error_of_an_input_read_meanwhile_is_not_blamed_on_the_target(tmp_path):
    with pytest.raises(FileNotFoundError), atomic_open(tmp_path / "out"):
        open("/nonexistent/elsewhere")  # noqa: SIM115, PTH123 - the failure is the point


def test_pipe_is_written_to_directly():
    program = (
        "from diglot.files.atomic import atomic_open\n"
        "with atomic_open('/dev/stdout') as file:\n    file.write('to the pipe')"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert result.stdout == b"to the pipe"


def test_what_a_killed_run_left_is_used_again_and_what_another_run_writes_is_not(tmp_path):
    target = tmp_path / "a.txt"
    (tmp_path / ".a.txt.part").write_text("half of a text that was longer")
    with atomic_open(target) as first:
        first.write("first")
        with atomic_open(target) as second:
            second.write("second")
    assert target.read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("extension", ["gz", "zst"])
def test_text_is_packed_as_its_name_says_and_always_into_the_same_bytes(tmp_path, extension):
    if extension == "zst":
        pytest.importorskip("pyarrow", reason="the extra corpora is not installed")
    written = []
    for name in ("one", "other"):
        with atomic_open(tmp_path / f"{name}.txt.{extension}") as file:
            file.writelines(f"Zeile {number} ß\n" for number in range(2000))
        written.append((tmp_path / f"{name}.txt.{extension}").read_bytes())
    assert written[0] == written[1]
    assert len(written[0]) < 8000
    found = list(stream_lines(tmp_path / f"one.txt.{extension}"))
    assert (len(found), found[-1]) == (2000, "Zeile 1999 ß")


def test_a_packed_file_that_is_cut_short_is_refused(tmp_path):
    pytest.importorskip("pyarrow", reason="the extra corpora is not installed")
    path = tmp_path / "a.txt.zst"
    with atomic_open(path) as file:
        file.writelines(f"{number * number}\n" for number in range(5000))
    path.write_bytes(path.read_bytes()[:-300])
    with pytest.raises(FormatError, match="zstd"):
        list(stream_lines(path))


def test_a_dash_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="/dev/stdout"), atomic_open("-") as file:
        file.write("text")
    assert not list(tmp_path.iterdir())
