"""What readers of dictionaries share.

Numbered lines, reading, losses, names and origins of files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.files.binary import read_bytes, unpacked_name
from diglot.files.lines import byte_blocks
from diglot.files.text import decode_block, decode_strictly, read_text, split_lines
from diglot.formats.blocks import Skips
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD, Origin, Translation
from diglot.text.languages import UNDETERMINED, is_code

MAX_LINE = 20_000  # characters of a line that holds two words
HEAD = 1 << 16


def numbered_blocks(reading: Reading) -> Iterator[tuple[int, list[str]]]:
    """Give blocks of lines and the number of the first of each; a line left out is empty.

    Raises:
        FormatError: a line is not text in that encoding, or all of a block are not.
        UnsafeFileError: a line of a packed file is far too long.
        ConfigError: there is no encoding of that name.
        InputError: it cannot be read.
    """
    first = 1
    for data, chosen in byte_blocks(reading.path, encoding=reading.encoding):
        block = lines_of_block(data, chosen, first, reading)
        yield first, block
        first += len(block)


def lines_of_block(data: bytes, encoding: str, first: int, reading: Reading) -> list[str]:
    """Return the lines of a block that begins with line ``first``; see `numbered_blocks`."""
    try:
        text = decode_block(data, encoding, reading.path, first)
    except FormatError:
        if not reading.skip_bad:
            raise
        text = _mended(data, encoding, first, reading)
    return split_lines(text)


def numbered_lines(
    reading: Reading, blocks: Iterable[tuple[int, list[str]]] | None = None
) -> Iterator[tuple[int, str]]:
    """Give number and text of every line that is not blank, as `numbered_blocks` does.

    Args:
        reading: of the file.
        blocks: lines, and the number of the first; all of the file by default.

    Raises:
        FormatError: a line is far too long to be one of a dictionary, and as `numbered_blocks`.
    """
    skips = reading.skips
    for first, block in numbered_blocks(reading) if blocks is None else blocks:
        for number, line in enumerate(block, first):
            if not line or line.isspace():
                skips.add("blank line")
            elif len(line) > MAX_LINE:
                reading.bad(f"is a line of {len(line):,} characters", number, line[:40])
            else:
                yield number, line


def first_lines(path: Path, *, encoding: str | None = None, count: int = 50) -> list[str]:
    """Return the first lines of a file as far as they tell its layout; broken bytes are replaced.

    Raises:
        InputError: it cannot be read, or is a damaged archive.
    """
    found: list[str] = []
    for data, chosen in byte_blocks(path, encoding=encoding, size=HEAD):
        found += [line.removesuffix("\r") for line in data.decode(chosen, "replace").split("\n")]
        if len(found) >= count:
            break
    return [line for line in found[:count] if line.strip()]


def _mended(data: bytes, encoding: str, first: int, reading: Reading) -> str:
    """Decode a block line by line; those that are no text become empty and are counted."""
    lines: list[str] = []
    raw = data.split(b"\n")
    broken: FormatError | None = None
    good = 0
    for number, line in enumerate(raw, first):
        try:
            lines.append(decode_strictly(line, encoding, reading.path))
            good += bool(line.strip())
        except FormatError as error:
            broken = error
            reading.bad(error.message, number)
            lines.append("")
    if broken is not None and not good:
        raise broken  # nothing here is text: no bad line but a wrong file or encoding
    return "\n".join(lines)


# What becomes of a bad line of a dictionary: an error, or one more of those left out.

SKIP_CURE = "fix it, or leave such lines out with --skip-bad"


@dataclass(frozen=True, slots=True)
class Reading:
    """A dictionary and how it is read; every reader of dictionaries takes one.

    Attributes:
        path: the file, plain or packed with gzip.
        told_languages: of source and target, where the user says them.
        encoding: of a text file that is not in Unicode; of XML it overrides what the file declares.
        skips: collects what is left out.
        skip_bad: whether bad lines are left out, and counted, rather than refused by their number.
    """

    path: Path
    told_languages: tuple[str, str] | None = None
    encoding: str | None = None
    skips: Skips = field(default_factory=Skips)
    skip_bad: bool = False

    @property
    def languages(self) -> tuple[str, str]:
        """Of source and target: as the user or else the name of the file says them, or ``und``."""
        return self.told_languages or languages_of(self.path)

    def bad(
        self, message: str, place: int | str | None, example: str = "", *, cure: str = SKIP_CURE
    ) -> None:
        """Note a bad line.

        Args:
            message: what is wrong with it, such as ``"holds one word, no pair"``.
            place: its number, or other words for where it stands.
            example: what it holds.
            cure: what the user can do about it.

        Raises:
            FormatError: bad lines are not to be skipped.
        """
        if not self.skip_bad:
            raise FormatError(message, path=self.path, place=place, cure=cure)
        where = f"line {place}" if isinstance(place, int) else place
        self.skips.add(f"bad line ({message})", f"{where}: {example}" if where else example)


# What a format of dictionaries has no place for is counted when it is written.

NOTHING = (None, (), "", BOTH)


def count_losses(
    translations: Iterable[Translation], fields: Iterable[str], skips: Skips | None
) -> None:
    """Count the translations that say something in fields that are not written."""
    if skips is None:
        return
    for name in fields:
        saying = [each for each in translations if getattr(each, name) not in NOTHING]
        if saying:
            example = f"{saying[0].source} | {saying[0].target}"
            skips.add(f"{name} of a translation, not written", example, len(saying))


# What the name of a dictionary's file says: its own name, and its two languages.

# "EN" of TransSetEN-ES begins a word of its own.
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


def name_of(path: str | Path) -> str:
    """Return the name of a dictionary: that of its file without its extensions."""
    return unpacked_name(path).stem


def languages_of(path: str | Path) -> tuple[str, str]:
    """Return the two languages that the name of a file tells, as it writes them.

    Two codes side by side count, both of two or both of three letters: ``apertium-eng-spa.dix``,
    ``en-fr.0-5000.txt``, ``TransSetEN-ES.csv``; of several such pairs the last. Each is ``und``
    where there are none.
    """
    words = WORDS.findall(name_of(path))
    for one, other in zip(words[-2::-1], words[:0:-1], strict=True):
        if _is_code(one) and _is_code(other) and len(one) == len(other):
            return one, other
    return UNDETERMINED, UNDETERMINED


def _is_code(word: str) -> bool:
    if word not in (word.lower(), word.upper()):
        return False
    return is_code(word.lower()) if len(word) == 2 else len(word) == 3 and word.isalpha()


# Origins of dictionaries whose own file has no place for them.


BESIDE = "meta.json"


def origin_beside(path: str | Path) -> Origin:
    """Return the origin of a table: its name, and what ``meta.json`` in its folder says.

    That is an object with the strings ``origin`` and ``licence`` (or ``license``), which hold for
    all dictionaries of the folder.

    Raises:
        FormatError: ``meta.json`` is no such object.
        InputError: it cannot be read.
    """
    name = name_of(path)
    beside = Path(path).with_name(BESIDE)
    if not beside.is_file():
        return Origin(name)
    try:
        told = json.loads(read_text(beside))
    except (ValueError, RecursionError) as error:
        raise FormatError(
            "is not JSON, so the origin of the dictionaries beside it is unknown",
            path=beside,
            cure='write {"origin": "…", "licence": "…"}, or move it elsewhere',
        ) from error
    if not isinstance(told, dict):
        return Origin(name)
    statement, licence = told.get("origin"), told.get("licence", told.get("license"))
    return Origin(
        name,
        statement if isinstance(statement, str) else "",
        licence if isinstance(licence, str) else "",
    )


# Dictionaries that are several files of one name: an index, and the articles it points into.


MAX_ARTICLE = 1_000_000  # bytes of one article
# An index may point at the same bytes again, but not make a small file a large one.
MAX_REPEATED = 4
FLOOR = 1_000_000


def stem_of(path: str | Path) -> Path:
    """Return the name that the files of a dictionary share."""
    return unpacked_name(path).with_suffix("")


def sibling_file(path: str | Path, *extensions: str) -> Path | None:
    """Return the file of the same dictionary with the first of the extensions that there is."""
    stem = stem_of(path)
    for extension in extensions:
        found = stem.with_name(stem.name + extension)
        if found.is_file():
            return found
    return None


def content_of(path: str | Path, *extensions: str) -> tuple[bytes, Path]:
    """Return the bytes of that file, unpacked, and its name.

    Raises:
        UnsafeFileError: it unpacks to far too much.
        InputError: there is none, or it cannot be read.
    """
    found = sibling_file(path, *extensions)
    if found is None:
        raise InputError(
            f"lacks its other half: there is no {stem_of(path).name}{extensions[0]}",
            path=path,
            cure="put the files of a dictionary into one folder",
        )
    return read_bytes(found), found


class ArticleBudget:
    """Bounds what the articles of an index come to, all together."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._left = MAX_REPEATED * size + FLOOR

    def take(self, size: int) -> None:
        """Count the bytes of one article.

        Raises:
            UnsafeFileError: together they are more than the file could honestly hold.
        """
        self._left -= size
        if self._left < 0:
            raise UnsafeFileError("points at far more text than there is", path=self._path)


TURNED = {FORWARD: BACKWARD, BACKWARD: FORWARD, BOTH: BOTH}


def reverse_translation(translation: Translation) -> Translation:
    """Return a translation the other way round, its paths, too."""
    return replace(
        translation,
        source=translation.target,
        target=translation.source,
        source_language=translation.target_language,
        target_language=translation.source_language,
        source_pos=translation.target_pos,
        target_pos=translation.source_pos,
        direction=TURNED[translation.direction],
        paths=tuple(
            replace(
                each,
                words=each.words[::-1],
                languages=each.languages[::-1],
                dictionaries=each.dictionaries[::-1],
            )
            for each in translation.paths
        ),
    )
