"""Files of dictd and StarDict made for tests."""

from __future__ import annotations

import gzip
import struct

from diglot.formats.lexicons.dictd import DIGITS

LETTERS = "".join(DIGITS)


def base64(number: int) -> str:
    digits = LETTERS[number % 64]
    while number := number // 64:
        digits = LETTERS[number % 64] + digits
    return digits


def write_dictd(folder, entries, *, name="eng-fra", packed=True, about=""):
    """Write heads and articles; a head may be a tuple of several."""
    body, index = b"", []
    for heads, text in [("00databaseinfo", about), *entries]:
        data = text.encode()
        where = f"{base64(len(body))}\t{base64(len(data))}\n"
        index += [f"{head}\t{where}" for head in (heads if isinstance(heads, tuple) else (heads,))]
        body += data
    (folder / f"{name}.index").write_text("".join(index), encoding="utf-8")
    path = folder / (f"{name}.dict.dz" if packed else f"{name}.dict")
    path.write_bytes(gzip.compress(body) if packed else body)
    return path


def write_stardict(folder, entries, *, types="m", name="eng-fra", synonyms=(), packed=True):
    """Write heads and articles of one sequence of types; without one the fields are tagged."""
    body, index = b"", b""
    for head, text in entries:
        data = text if isinstance(text, bytes) else text.encode()
        index += head.encode() + b"\0" + struct.pack(">II", len(body), len(data))
        body += data
    sequence = f"sametypesequence={types}\n" if types else ""
    (folder / f"{name}.ifo").write_text(
        "StarDict's dict ifo file\nversion=2.4.2\nbookname=A book\n"
        f"description=from<br>Ergane\nlicense=GPL\nidxfilesize={len(index)}\n{sequence}",
        encoding="utf-8",
    )
    (folder / f"{name}.idx").write_bytes(index)
    path = folder / (f"{name}.dict.dz" if packed else f"{name}.dict")
    path.write_bytes(gzip.compress(body) if packed else body)
    if synonyms:
        data = b"".join(word.encode() + b"\0" + struct.pack(">I", at) for word, at in synonyms)
        (folder / f"{name}.syn").write_bytes(data)
    return folder / f"{name}.ifo"
