"""Text of files: in a stated encoding, strictly, with the line of what is no text."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from diglot.errors import ConfigError, EncodingError, FormatError, UnsafeFileError
from diglot.files.binary import MAX_BYTES, open_maybe_gzip, read_bytes

# UTF-32 first: its little-endian mark starts with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
ENCODING_CURE = "name the encoding with --encoding NAME (for example cp1252 or utf-16-le)"
# How ISO 2022 leaves ASCII; all of its bytes are ASCII, too.
SHIFT = re.compile(r"\x1b\$[@-D(]")
# Chinese between ~{ and ~} (RFC 1843), and letters in base64 after + (RFC 2152).
_SEVEN_BITS = (
    ("hz", re.compile(r"~\{(?:[!-w][!-~])+~\}"), 1),
    ("utf-7", re.compile(r"\+[A-Za-z0-9+/]{3,}"), 3),
)
_JAPANESE = frozenset({"CJK", "HIRAGANA", "KATAKANA"})
_ASCII_ABOVE = frozenset({"utf-8", "utf-8-sig"})
KNOWN_BINARY = (
    (b"PK\x03\x04", "a zip container (such as DOCX, ODT, EPUB or XLSX)"),
    (b"%PDF", "a PDF file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file (DOC or XLS)"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"\x7fELF", "a program"),
)
PIECE = 1 << 16
"""Bytes that are read at once."""
LOOK = 2 * PIECE
"""Bytes at the beginning of a file that tell its encoding."""
MAX_DOCUMENT = 50_000_000
"""Bytes of a document whose parser holds all of it several times."""
MAX_LINE = 100_000_000
"""Bytes of a line in a file that is read line by line."""

WITH_END = re.compile(r"[^\n]*\n|[^\n]+")


def read_text(path: str | Path, *, encoding: str | None = None, most: int = MAX_BYTES) -> str:
    """Return the text of a file in the encoding that `encoding_of` tells, strictly.

    Line ends stay as found.

    Raises:
        UnsafeFileError: it has more than ``most`` bytes.
        FormatError: it is binary, or not in that encoding.
        ConfigError: there is no encoding of that name.
        InputError: it cannot be read.
    """
    return decode_text(read_bytes(path, most=most), path=path, encoding=encoding)


def decode_text(data: bytes, *, path: str | Path | None = None, encoding: str | None = None) -> str:
    """Decode ``data`` as `read_text` does; ``path`` is named in errors."""
    return decode_strictly(data, encoding_of(data, encoding), path)


def endless_line(path: str | Path, most: int) -> UnsafeFileError:
    """Return the error of a line that has more than ``most`` bytes."""
    return UnsafeFileError(
        f"holds a line of more than {most:,} bytes",
        path=path,
        cure="check that it is the right file, or divide the line",
    )


def decode_block(data: bytes, encoding: str, path: str | Path, first: int) -> str:
    """Decode a block that begins with line ``first``; an error names the line."""
    try:
        return decode_strictly(data, encoding, path)
    except EncodingError as whole:  # whose cure looked at more than one line
        for number, line in enumerate(data.split(b"\n"), first):
            try:
                decode_strictly(line, encoding, path)
            except EncodingError as error:
                raise EncodingError(
                    error.message, path=path, place=number, cure=whole.cure
                ) from error
        raise


def incremental_decoder(file: IO[bytes], *, path: str | Path, encoding: str) -> Iterator[str]:
    """Give the text of an open file piece by piece; the same rules as `read_text`.

    Raises:
        EncodingError: it is not in that encoding.
        ConfigError: there is no encoding of that name.
    """
    chosen = encoding_of(file.read(LOOK), encoding)
    file.seek(0)
    lines = 1
    try:
        with suppress(UnicodeError, ValueError):
            b"-".decode(chosen)  # finds codecs between bytes, such as hex
        decoder = codecs.getincrementaldecoder(chosen)()
    except LookupError as error:
        raise ConfigError(f"unknown text encoding {chosen!r}") from error
    while True:
        chunk = file.read(1 << 16)
        try:
            text = decoder.decode(chunk, final=not chunk)
            text.encode("utf-8")
        except (UnicodeError, ValueError) as error:
            raise EncodingError(
                f"is not {chosen.upper()}: {_found(error)}",
                path=path,
                place=f"near line {lines}",
                cure=_encoding_cure(chunk),
            ) from error
        lines += text.count("\n")
        yield text
        if not chunk:
            return


def split_lines(text: str) -> list[str]:
    r"""Split at ``\n`` and ``\r\n`` only; a final line end closes the last line.

    Other characters that Unicode counts as line ends (U+2028, U+0085, form feed) are content:
    cutting there would break line-parallel files.
    """
    lines = (text.replace("\r\n", "\n") if "\r\n" in text else text).split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def encoding_of(data: bytes, told: str | None) -> str:
    """Name the encoding of a text by its first `LOOK` bytes: by its mark, else as told, else UTF-8.

    One encoding is told for all files that are not in Unicode: what is UTF-8 for sure is that.
    """
    if marked := encoding_of_mark(data):
        return marked
    return told if told and not _is_surely_utf_8(_beginning(data), told) else "utf-8"


def encoding_of_mark(data: bytes) -> str | None:
    """Name of the encoding that a byte-order mark announces."""
    return next((name for mark, name in MARKS if data.startswith(mark)), None)


def has_byte_line_feed(encoding: str) -> bool:
    """Whether a line feed is one byte in an encoding."""
    try:
        return "\n".encode(encoding) == b"\n" or encoding == "utf-8-sig"
    except (LookupError, UnicodeError):
        return False


def decode_strictly(data: bytes, encoding: str, path: str | Path | None) -> str:
    """Decode ``data``; what is not text in ``encoding`` is an error."""
    try:
        text = data.decode(encoding)
        if not encoding.startswith("utf-8"):
            text.encode("utf-8")  # some codecs let lone surrogates through
    except LookupError as error:
        raise ConfigError(f"unknown text encoding {encoding!r}") from error
    except (UnicodeError, ValueError) as error:
        _refuse_binary(data, path)
        raise EncodingError(
            f"is not {encoding.removesuffix('-sig').upper()}: {_found(error)}",
            path=path,
            place=_line(error, encoding),
            cure=_encoding_cure(data),
        ) from error
    position = text.find("\0")
    if position >= 0:
        _refuse_binary(data, path)
        raise EncodingError(
            "holds a NUL character, so it is binary or in another encoding",
            path=path,
            place=text.count("\n", 0, position) + 1,
            cure=_encoding_cure(data),
        )
    if encoding in _ASCII_ABOVE and (shift := SHIFT.search(text)):
        raise EncodingError(
            "changes its character set, so it is in ISO-2022-JP or a relative of it",
            path=path,
            place=text.count("\n", 0, shift.start()) + 1,
            cure="read it as that with --encoding iso2022_jp",
        )
    if encoding in _ASCII_ABOVE and (seven := _seven_bit_guess(text)):
        raise EncodingError(
            f"holds letters written in {seven.upper()}, not in UTF-8",
            path=path,
            cure=f"read it as that with --encoding {seven}, or as it is with --encoding ascii",
        )
    return text


# What encoding bytes seem to be in: to suggest one, or to doubt the one that was named. Nothing is
# ever read by a guess.

_MESS = 0.08
"""Share of unlikely neighbours among letters that a wrong encoding has beyond the right one."""
_ENOUGH = 20
"""Bytes beyond ASCII that tell anything."""
_ENOUGH_UTF_8 = 3
"""Such bytes that are valid UTF-8 by no chance."""
_MOST_MESS = 0.35
"""The share at which an encoding is not thought of; Korean in CP949 has .15."""
# Before those of old systems, of which there is one for every script.
_COMMON = frozenset({"shift_jis", "euc_jp", "cp949", "gb18030", "big5", "cp1251", "koi8_r"})
_LATIN = "latin"
_LATINS = ("cp1252", "cp1250", "iso8859_2", "cp1254", "cp1257", "cp850", "cp852", "mac_roman")
_OTHERS = ("cp1253", "cp1255", "cp1256", "iso8859_5", "cp866", "tis_620")
_LATIN_CURE = (
    "name the encoding with --encoding NAME: cp1252 for Western European languages, cp1250 or "
    "iso-8859-2 for Central European ones, cp1254 for Turkish"
)


def doubt_encoding(path: str | Path, encoding: str) -> str | None:
    """Return the encoding that a file seems to be in, if the one that was named is surely wrong.

    Encodings of Latin letters are too much alike to tell which one is right.

    Raises:
        InputError: it cannot be read.
        ConfigError: there is no encoding of that name.
    """
    try:
        codecs.lookup(encoding)
    except LookupError as error:
        raise ConfigError(f"unknown text encoding {encoding!r}") from error
    with open_maybe_gzip(path) as (file, _):
        data = file.read(LOOK + 1)
    if encoding_of_mark(data) or any(data.startswith(magic) for magic, _ in KNOWN_BINARY):
        return None
    sample = _beginning(data)
    found = _best_guess(sample)
    if found in (None, _LATIN) or sample.decode(encoding, "ignore") == sample.decode(
        found, "ignore"
    ):
        return None
    if found == "utf-8":
        return found
    from charset_normalizer import from_bytes

    chosen, best = (from_bytes(sample, cp_isolation=[each]).best() for each in (encoding, found))
    if best is None or (chosen is not None and chosen.chaos < best.chaos + _MESS):
        return None
    return found


def _encoding_cure(data: bytes) -> str:
    """Name the encoding that bytes seem to be in, which are not in the one they were read by."""
    if wide := _wide_guess(data):
        return f"it looks like UTF-16: read it as that with --encoding {wide}"
    found = _best_guess(_beginning(data))
    if found is None or found == _LATIN:
        return _LATIN_CURE if found else ENCODING_CURE
    return f"it looks like {found}: read it as that with --encoding {found}, or name another one"


def suggest_encodings(data: bytes) -> tuple[str, ...]:
    """Return encodings that some text that is not in Unicode may be in, the likeliest first.

    Those of Latin letters are too much alike to be told apart by their bytes.
    """
    if wide := _wide_guess(data):
        return (wide,)
    sample = _beginning(data)
    if SHIFT.search(sample.decode("ascii", "ignore")):
        return ("iso2022_jp", "iso2022_kr")
    if sample.isascii() and (seven := _seven_bit_guess(sample.decode())):
        return (seven,)
    found = _best_guess(sample)
    others = (*_LATINS, *sorted(_COMMON), *_OTHERS)
    names = others if found in (None, _LATIN) else (found, *others)
    return tuple(name for name in dict.fromkeys(names) if _is_readable(sample, name))


def _is_surely_utf_8(data: bytes, told: str) -> bool:
    """Tell whether bytes are UTF-8 by no chance, though another encoding is told."""
    try:
        is_of_bytes = len(data.decode(told, "ignore")) == len(data)
    except (LookupError, UnicodeError):
        return False
    if b"\0" in data or not _is_readable(data, "utf-8"):
        return False
    if not has_byte_line_feed(told):  # UTF-16 has zeros in its line ends
        return len(data) >= _ENOUGH
    beyond = len(data) - len(data.decode("ascii", "ignore"))
    return beyond >= (_ENOUGH_UTF_8 if is_of_bytes else _ENOUGH)


def _is_readable(data: bytes, encoding: str) -> bool:
    with suppress(UnicodeError):
        data.decode(encoding)
        return True
    return False


def _seven_bit_guess(text: str) -> str | None:
    """Return the encoding in which text of ASCII alone holds other letters; None if it holds none.

    Three places are asked of UTF-7: telephone numbers begin with the same sign. All letters are of
    one script, and nothing breaks the rules of the encoding.
    """
    if not text.isascii():
        return None
    start = text[: 2 * PIECE].rpartition("\n")[0] or text
    for encoding, mark, enough in _SEVEN_BITS:
        if len(set(mark.findall(start))) < enough:
            continue
        with suppress(UnicodeError):
            beyond = [sign for sign in start.encode().decode(encoding) if not sign.isascii()]
            scripts = {unicodedata.name(sign, "?").split()[0] for sign in beyond if sign.isalpha()}
            if scripts and (len(scripts) == 1 or scripts <= _JAPANESE) and "?" not in scripts:
                return encoding
    return None


def _wide_guess(data: bytes) -> str | None:
    """Return the UTF-16 in which bytes hold spaces, line ends and others of ASCII; None if none."""
    begin = data[: PIECE & ~1]
    if b"\0" not in begin:
        return None
    counts = {
        name: sum(sign.isspace() or sign.isprintable() for sign in text if sign < "\x7f")
        for name in ("utf-16-le", "utf-16-be")
        if "\0" not in (text := begin.decode(name, "ignore"))
    }
    likely = max(counts, key=counts.__getitem__, default="")
    fewer = min(counts.values()) if len(counts) > 1 else 0
    is_text = likely and counts[likely] >= max(2, len(begin) // 200, 10 * fewer)
    return likely if is_text else None


def _beginning(data: bytes) -> bytes:
    """Return the lines that are looked at; no sign at their end is cut in two."""
    some = data[:LOOK]
    return some if len(some) == len(data) else some[: some.rfind(b"\n") + 1]


def _best_guess(data: bytes) -> str | None:
    """Return the name of the encoding that bytes seem to be in, `_LATIN`, or None."""
    beyond = len(data) - len(data.decode("ascii", "ignore"))
    if beyond < _ENOUGH_UTF_8 or b"\0" in data:
        return None
    if _is_readable(data, "utf-8"):
        return "utf-8"
    if beyond < _ENOUGH:
        return None
    from charset_normalizer import from_bytes

    matches = from_bytes(data, threshold=_MOST_MESS)
    if (best := matches.best()) is None:
        return None
    letters = [sign for sign in str(best) if sign.isalpha() and not sign.isascii()]
    latin = sum(sign < "\u0370" or "\u1e00" <= sign < "\u1f00" for sign in letters)
    if 2 * latin >= len(letters) or 10 * beyond < len(data):  # accents look like rare Chinese
        return _LATIN
    # Hebrew read as Russian has no odd neighbours either, but pairs of letters that are rare there.
    good = (
        each
        for each in matches
        if each.chaos < best.chaos + _MESS / 2 and each.coherence > best.coherence - _MESS
    )
    names = (_COMMON & {each.encoding, *each.could_be_from_charset} for each in good)
    return next(map(min, filter(None, names)), best.encoding).replace("_", "-")


def _refuse_binary(data: bytes, path: str | Path | None) -> None:
    """Raise if the bytes are of a kind that no encoding makes text."""
    for magic, name in KNOWN_BINARY:
        if data.startswith(magic):
            raise FormatError(
                f"is {name}, not text",
                path=path,
                cure="give the file the extension of its format or name the format",
            )


def _found(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte 0x{error.object[error.start]:02X} {error.reason}"
    return str(error)


def _line(error: Exception, encoding: str) -> int | None:
    """Number of the line that holds the first bad byte."""
    if not isinstance(error, UnicodeDecodeError):
        return None
    return error.object[: error.start].decode(encoding, "ignore").count("\n") + 1
