"""Test sets that are broken, huge or of another kind: one line of error, or read in linear time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import DiglotError
from diglot.formats.judgements.answers import read_answers
from diglot.formats.marked_terms import read_annotated_set, read_hypotheses

NAMES = ("set.sgm", "set.jsonl", "set.tsv", "set.txt")
SIZE = 10_000_000
PIECES = (
    *(b"<seg id='1'>", b"</seg>", b"<term id=1>", b"</term>", b'"', b"\t", b"\n", b"{", b"}", b"["),
    *(b"]", b",", b'"source":', b"segment", b"source", b"entry", b"term", b"alternatives", b"1"),
)


def read_all(path: Path) -> None:
    """Read a file in every way; only errors of ours may leave."""
    for name in (None, "sgml", "jsonl", "tsv", "wmt25", "lines"):
        for reader in (read_annotated_set, read_hypotheses):
            try:
                reader(path, format=name)
            except DiglotError as error:
                lines = str(error).splitlines()
                if len(lines) != 1:
                    pytest.fail(str(error))
    with suppress(DiglotError):
        read_answers(path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\xff\xfe\x00",
        b"\x00\x01\x02",
        b"PK\x03\x04rest",
        b"\x1f\x8brest",
        b"\xef\xbb\xbf",
        b'"',
        b"{}\n[]\n",
        b'{"id": "1", "source": "a", "terms": 5}\n',
        b'{"schema": "diglot-annotated-set", "version": 99}\n',
        b"<seg id='1'>\xe9</seg>\n",
        b"segment\tsource\tentry\tterm\talternatives\n\t\t\t\t\n",
        b"segment\tsource\tentry\tterm\talternatives\n1\n",
    ],
)
def test_files_of_any_kind_are_read_or_refused(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    read_all(path)


@pytest.mark.parametrize("name", NAMES)
def test_folders_and_files_that_are_not_there_are_refused(tmp_path: Path, name: str) -> None:
    read_all(tmp_path / name)
    (tmp_path / name).mkdir()
    read_all(tmp_path / name)


@given(
    st.sampled_from(NAMES),
    st.lists(
        st.sampled_from(PIECES),
        max_size=40,
    ).map(b"".join),
)
def test_files_of_any_pieces_are_read_or_refused(tmp_path_factory, name, content) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(content)
    read_all(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    ["a < b & c " * (SIZE // 10), "<" * SIZE, "<term " * 200_000, "&amp;" * 200_000],
    ids=["text", "signs", "openings", "entities"],
)
def test_a_segment_of_ten_megabytes_is_read(tmp_path: Path, content: str) -> None:
    path = tmp_path / "set.sgm"
    path.write_text(f"<seg id='1'> {content} </seg>\n", encoding="utf-8")
    found = read_annotated_set(path)
    assert len(found.segments[0].source) > 100_000
