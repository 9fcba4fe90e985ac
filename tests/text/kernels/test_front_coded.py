"""Compiled reading of front-coded dictionaries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.kernels.front_coded import FrontCoding

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
