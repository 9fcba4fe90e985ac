"""Compiled reading of the word lists of libraries."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.kernels.packed_words import FrontCoding, WordBands

LETTERS = st.text("abé").map(str.encode)
DICTIONARIES = st.dictionaries(LETTERS | st.binary(min_size=128, max_size=300), LETTERS)


def number(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def shared_letters(one: bytes, other: bytes) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((k for k, (a, b) in pairs if a != b), min(len(one), len(other)))


def encode(words: dict[bytes, bytes], *, backwards: bool) -> bytes:
    """The format, written as the documentation of simplemma 2 says."""
    step = -1 if backwards else 1
    out = [b"SMFC1", bytes([backwards]), number(len(words))]
    last, last_value = b"", b""
    for word, value in sorted((word[::step], value[::step]) for word, value in words.items()):
        shared = shared_letters(last, word)
        out += [number(shared), number(len(word) - shared), word[shared:]]
        kept = shared_letters(word, value)
        lacks = len(word) - kept
        if value == last_value:
            out.append(bytes([254]))
        elif lacks < 254:
            out += [bytes([lacks]), number(len(value) - kept), value[kept:]]
        else:
            out += [bytes([255]), number(len(value)), value]
        last, last_value = word, value
    return b"".join(out)


@given(DICTIONARIES, st.booleans())
def test_every_word_has_its_value(words: dict[bytes, bytes], backwards: bool) -> None:
    read = FrontCoding(encode(words, backwards=backwards))
    assert set(read) == set(words)
    assert len(read) == len(words)
    assert {word: read.get(word) for word in words} == words


@given(DICTIONARIES, LETTERS, st.booleans())
def test_other_words_have_none(words: dict[bytes, bytes], other: bytes, backwards: bool) -> None:
    assert FrontCoding(encode(words, backwards=backwards)).get(other) == words.get(other)


@given(DICTIONARIES.filter(bool), st.data())
def test_data_that_are_cut_off_are_refused(words: dict[bytes, bytes], data: st.DataObject) -> None:
    whole = encode(words, backwards=False)
    end = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(ValueError, match=r"damaged|format"):
        FrontCoding(whole[:end])


@given(DICTIONARIES, st.data())
def test_a_wrong_byte_is_refused_or_gives_other_words(
    words: dict[bytes, bytes], data: st.DataObject
) -> None:
    damaged = bytearray(encode(words, backwards=False))
    damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = FrontCoding(bytes(damaged))
    except ValueError:
        return
    for word in read:
        read.get(word)


BANDS = st.lists(st.lists(st.text("abé", max_size=12) | st.text("x", min_size=30, max_size=300)))


def pack_bands(bands: list[list[str]]) -> bytes:
    return msgpack.packb([{"format": "cB", "version": 1}, *bands])


@given(BANDS)
def test_every_word_is_of_its_last_band(bands: list[list[str]]) -> None:
    read = WordBands(pack_bands(bands))
    wanted = {word: number for number, band in enumerate(bands) for word in band}
    assert {word.decode(): read.get(word) for word in read} == wanted
    assert len(read) == read.count == len(wanted)
    assert read.last_band == max(wanted.values(), default=0)


@given(BANDS, st.text("abé", max_size=5))
def test_other_words_are_of_no_band(bands: list[list[str]], other: str) -> None:
    if not any(other in band for band in bands):
        assert WordBands(pack_bands(bands)).get(other.encode()) == -1


@given(BANDS, st.data())
def test_bands_that_are_cut_off_are_refused(bands: list[list[str]], data: st.DataObject) -> None:
    whole = pack_bands(bands)
    with pytest.raises(ValueError, match=r"damaged|format"):
        WordBands(whole[: data.draw(st.integers(0, len(whole) - 1))])


@given(BANDS, st.data())
def test_a_wrong_byte_of_bands_is_refused_or_gives_other_words(
    bands: list[list[str]], data: st.DataObject
) -> None:
    damaged = bytearray(pack_bands(bands))
    damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = WordBands(bytes(damaged))
    except ValueError:
        return
    assert all(read.get(word) >= 0 for word in read)


def test_thousands_of_words_are_found() -> None:
    bands = [[f"{band}-{word}" for word in range(70_000 // (band + 1))] for band in range(5)]
    read = WordBands(pack_bands(bands))
    assert all(read.get(word.encode()) == n for n, band in enumerate(bands) for word in band)
