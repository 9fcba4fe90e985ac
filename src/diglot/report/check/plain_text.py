"""Texts of any origin as a terminal, a file in UTF-8 and a line can carry them."""

from __future__ import annotations

import re

# Halves of surrogate pairs come from broken files; UTF-8 cannot write them. A text file with a NUL
# is taken for a binary one.
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
# Controls may move the cursor or colour a terminal; marks of direction may hide what follows.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_FIRST_PICTURE, _DELETE, _DELETE_PICTURE = 0x2400, "\x7f", "\u2421"


def writable(text: str) -> str:
    """Return a text that a text file in UTF-8 can hold."""
    return _UNWRITABLE.sub("\ufffd", text)


def visible(text: str) -> str:
    """Return a text on one line, with pictures of the characters that could act on a terminal."""
    return _CONTROLS.sub(_picture, " ".join(re.split("[\t\n\r ]+", text))).strip()


def _picture(match: re.Match[str]) -> str:
    character = match[0]
    if character == _DELETE:
        return _DELETE_PICTURE
    if character < " ":
        return chr(_FIRST_PICTURE + ord(character))
    return "\ufffd"
