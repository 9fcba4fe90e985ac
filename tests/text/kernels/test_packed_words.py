"""Compiled reading of the word lists of libraries."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.frequencies import pack_bands
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


WORDS = st.text("abé", max_size=12) | st.text("x", min_size=30, max_size=255)
BANDS = st.dictionaries(WORDS.map(str.encode), st.integers(0, 2**16 - 1))


def unpacked(bands: dict[bytes, int]) -> bytes:
    return zlib.decompress(pack_bands(bands))


@given(BANDS)
def test_every_word_is_of_its_band(bands: dict[bytes, int]) -> None:
    read = WordBands(unpacked(bands))
    assert {word: read.get(word) for word in read} == bands
    assert len(read) == len(bands)
    assert read.last_band == max(bands.values(), default=0)


@given(BANDS, LETTERS)
def test_other_words_are_of_no_band(bands: dict[bytes, int], other: bytes) -> None:
    assert WordBands(unpacked(bands)).get(other) == bands.get(other, -1)


@given(BANDS, st.data())
def test_bands_that_are_cut_off_are_refused(bands: dict[bytes, int], data: st.DataObject) -> None:
    whole = unpacked(bands)
    with pytest.raises(ValueError, match=r"damaged|format"):
        WordBands(whole[: data.draw(st.integers(0, len(whole) - 1))])


@given(BANDS, st.data())
def test_a_wrong_byte_of_bands_is_refused_or_gives_other_words(
    bands: dict[bytes, int], data: st.DataObject
) -> None:
    damaged = bytearray(unpacked(bands))
    damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = WordBands(bytes(damaged))
    except ValueError:
        return
    for word in read:
        read.get(word)


def test_thousands_of_words_are_found() -> None:
    bands = {f"{k % 7}-{k}".encode(): k % 800 for k in range(150_000)}
    read = WordBands(unpacked(bands))
    assert all(read.get(word) == band for word, band in bands.items())


@pytest.mark.parametrize("band", [-1, 2**16])
def test_a_band_without_a_place_in_the_file_is_refused(band: int) -> None:
    with pytest.raises(ValueError, match="must be in range"):
        pack_bands({b"word": band})
