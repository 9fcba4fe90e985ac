"""Bitexts are read again exactly as they were, and damage is seen."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.files.arrays import read_arrays, write_arrays
from diglot.formats.stored import BITEXTS_KIND, BITEXTS_VERSION, read_bitexts, write_bitexts
from diglot.formats.units import bitext_of
from diglot.model import (
    Bitext,
    Block,
    Document,
    Link,
    Markup,
    Segment,
    Signature,
    Skipped,
    Source,
    Zone,
)
from tests.formats.strategies import texts, tmx_markup, units

DOCUMENT = Document(
    "Größe. Ende.",
    blocks=(Block(0, 6, "heading", 2, "p1", "a.docx"), Block(7, 12)),
    segments=(Segment(0, 6), Segment(7, 12, 1)),
    language="de-CH",
    name="a",
    markup=(Markup(0, 3, "b", "<b>"), Markup(5, 5, "ph")),
    skipped=(Skipped("header", 2, "x"),),
    source=Source(Path("somewhere/a.docx"), "docx", "0" * 64),
    segmenter="rules",
)
BITEXT = Bitext(
    DOCUMENT,
    Document("Size."),
    (
        Link((0, 1), (), 0.25, "zone", ("30 ≠ 45", "no shared names")),
        Link((), (0,), None, None),
        Link((1,), (0,), 1.0, "confirmed", ("30 ≠ 45",)),
    ),
    (Zone((0, 1), (0, 0), "unmatched", "no counterpart"),),
    ("a note",),
    Signature("crf", "0", (("a", "1"),), "ff"),
)


def stored(*bitexts: Bitext) -> list[Bitext]:
    with tempfile.TemporaryDirectory() as folder:
        write_bitexts(Path(folder) / "f", bitexts)
        return read_bitexts(Path(folder) / "f")


def test_every_field_comes_back() -> None:
    assert stored(BITEXT) == [BITEXT]


def test_several_bitexts_keep_their_order_and_none_is_none() -> None:
    empty = Bitext(Document(""), Document(""))
    assert stored(empty, BITEXT, empty, BITEXT) == [empty, BITEXT, empty, BITEXT]
    assert stored() == []


@pytest.mark.slow
@given(
    st.lists(units(text=texts(), pair=["en", "fr"], markup=tmx_markup, method="crf"), min_size=1)
)
def test_any_bitext_comes_back(made) -> None:
    try:
        bitext = bitext_of(made)
    except FormatError:  # no unit with text on both sides
        return
    assert stored(bitext, bitext) == [bitext, bitext]


def test_half_a_character_in_a_file_name_survives() -> None:
    odd = Bitext(Document("a", name="\udcff"), Document("b", name="\udcff"))
    assert stored(odd) == [odd]


def test_the_same_bitexts_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_bitexts(tmp_path / name, [BITEXT])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_changed_byte_is_seen(tmp_path: Path) -> None:
    write_bitexts(tmp_path / "f", [BITEXT])
    whole = (tmp_path / "f").read_bytes()
    for place in range(0, len(whole), 97):
        changed = bytearray(whole)
        changed[place] ^= 0x20
        (tmp_path / "f").write_bytes(changed)
        with pytest.raises(FormatError):
            read_bitexts(tmp_path / "f")


@pytest.mark.parametrize(
    "name", ["blocks", "segments", "markup", "links", "indices", "scores", "reasons", "names"]
)
def test_parts_that_do_not_fit_together_are_refused(tmp_path: Path, name: str) -> None:
    write_bitexts(tmp_path / "f", [BITEXT])
    file = read_arrays(tmp_path / "f", kind=BITEXTS_KIND, version=BITEXTS_VERSION)
    arrays = {**file.arrays, name: np.ascontiguousarray(file.arrays[name][:-1])}
    if name == "names":
        arrays["name_ends"] = np.ascontiguousarray(file.arrays["name_ends"][:-1])
    write_arrays(tmp_path / "f", arrays, file.metadata, kind=BITEXTS_KIND, version=BITEXTS_VERSION)
    with pytest.raises(FormatError, match="do not fit together"):
        read_bitexts(tmp_path / "f")
