"""Files damaged on purpose, and the line with which a reader refuses one."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from diglot.errors import InputError

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

JUNK = (
    *(b"\0", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x1f\x8b", b"\xe2\x80\xa8"),
    *(
        b"\t",
        b"\t\t\t\t\t\t\t",
        b"\n",
        b"\r",
        b" ",
        b'"',
        b'" , "',
        b"[",
        b"\\",
        b"\\ud800",
        b"//////",
    ),
    *(
        b"-",
        b":",
        b"p",
        b".",
        b"3",
        b"nan",
        b"NaN",
        b"-inf",
        b"1e999",
        b"1_0",
        b"1e-400",
        b"9" * 400,
        b"\xd9\xa3",
    ),
    *(b"<", b">", b"&", b"&a;", b"&#0;", b"]]>", b"<!--", b"<!DOCTYPE a [<!ENTITY b 'c'>]>"),
    *(b"</e>", b"</w:p>", b"<w:tbl>", b"<entry>", b"<quote/>", b"<par n='x'/>", b"<dictionary>"),
    *(b"{", b"]", b"null", b"yes", b"maybe", b"h\n", b"swt\t", b"source\ttarget\n", b"msgstr[9]"),
    *(b'"written_rep_a"', b"_:x ", b"<urn:x> ", b"^^<urn:x>", b"({", b"})", b"# ", b"|||"),
)

OTHERS = {
    "empty": b"",
    "line": b"\n",
    "zeros": b"\0" * 1000,
    "binary": bytes(range(256)) * 4,
    "mark": b"\xff\xfe",
    "zip": b"PK\x03\x04" + b"\0" * 30,
}
"""Files of another kind than any reader of text expects."""


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Cut a few places out of a file, put junk in, now and then cut its end off."""
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data) + 1)
        cut = chance.choice((0, 0, 1, 5, 40))
        data = data[:place] + chance.choice((*JUNK, b"")) + data[place + cut :]
    return data if chance.random() < 0.9 else data[: chance.randrange(len(data) + 1)]


def refusal(read: Callable[[Path], object], path: Path) -> str:
    """The line with which a file is refused, which has to name it; nothing where it is read."""
    try:
        read(path)
    except InputError as error:
        line = str(error)
    else:
        return ""
    assert "\n" not in line
    assert str(path.parent) in line
    assert len(line) < 700 + len(str(path))
    return line


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """A valid sample with pieces cut, doubled, overwritten and moved."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        match draw(st.integers(0, 4)):
            case 0:
                del data[start:end]
            case 1:
                data[start:start] = data[start:end] * draw(st.integers(1, 3))
            case 2:
                data[start:end] = draw(st.binary(max_size=12))
            case 3:
                data = data[:start]
            case 4:
                data[start:start] = draw(st.sampled_from(JUNK))
    return bytes(data)


@st.composite
def damaged_parts(draw: st.DrawFn, whole: bytes) -> bytes:
    """A valid container, one part of which is damaged."""
    with zipfile.ZipFile(io.BytesIO(whole)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = draw(st.sampled_from(sorted(parts)))
    parts[name] = draw(damaged(parts[name]))
    return zipped(parts)


def zipped(parts: dict[str, bytes]) -> bytes:
    """A container with these parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return buffer.getvalue()
