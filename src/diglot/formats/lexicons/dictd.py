"""dictd: a dictionary of the DICT protocol, ``.index`` and ``.dict`` or ``.dict.dz``.

An index has a line a head: ``head<TAB>offset<TAB>length``, numbers in base 64, most significant
digit first, and perhaps the head as it is written. Heads that begin with ``00`` say something of
the dictionary as a whole.

Reference: RFC 2229, A Dictionary Server Protocol, 1997; dictfmt(1), dictzip(1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from diglot.errors import FormatError
from diglot.files import text as _text
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import sources
from diglot.formats.termbases.data_categories import in_one_line
from diglot.model.lexicon import Origin, Translation

DIGITS = {
    digit: value
    for value, digit in enumerate(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    )
}
MAX_DIGITS = 8
INDEX = (".index", ".index.gz", ".index.dz")
BODIES = (".dict", ".dict.dz", ".dict.gz")
ABOUT = re.compile(r"00-?database")
# "00databasealphabet" and its like are for the server.
INFO = ("00databaseinfo", "00-database-info")
LICENCE = re.compile(r"licen[cs]e|copyright|public domain|creative commons", re.IGNORECASE)
CURE = "check that .index and .dict belong together, or leave such entries out with --skip-bad"


def read_translations(reading: sources.Reading) -> Iterator[Translation]:
    """Give the translations of a dictionary, in the order of its index.

    Args:
        reading: of ``.index``, ``.dict`` or ``.dict.dz``; the other one lies beside it.

    Raises:
        FormatError: an entry is damaged; it is named.
        UnsafeFileError: it unpacks, or its index points, to far too much.
        InputError: a file cannot be read, or there is only one of them.
    """
    pair = reading.languages
    index, name = sources.content_of(reading.path, *INDEX)
    data, _ = sources.content_of(reading.path, *BODIES)
    reading = replace(reading, path=name)
    keys: dict[tuple[int, int], list[str]] = {}
    for key, begin, size in _entries(index, reading):
        if ABOUT.match(key):
            continue
        if begin + size > len(data) or size > sources.MAX_ARTICLE:
            reading.bad("points outside of the dictionary", f"entry {key!r:.60}", cure=CURE)
            continue
        keys.setdefault((begin, size), []).append(key)
    budget = sources.ArticleBudget(name, len(data))
    for (begin, size), heads in keys.items():
        budget.take(size)
        try:
            text = _text.decode_text(
                data[begin : begin + size], path=name, encoding=reading.encoding
            )
        except FormatError as error:
            reading.bad(error.message, f"entry {heads[0]!r:.60}", cure=CURE)
            continue
        yield from read_article(text, heads, reading.skips).translations(pair)


def read_origin(path: Path) -> Origin:
    """Return what the dictionary says of itself under ``00databaseinfo``.

    Raises:
        UnsafeFileError: it unpacks to far too much.
        InputError: a file cannot be read.
    """
    origin = Origin(sources.name_of(path))
    if sources.sibling_file(path, *INDEX) is None or sources.sibling_file(path, *BODIES) is None:
        return origin
    index, name = sources.content_of(path, *INDEX)
    data, _ = sources.content_of(path, *BODIES)
    for key, begin, size in _entries(index, sources.Reading(name, skip_bad=True)):
        if key in INFO and size <= sources.MAX_ARTICLE:
            text = data[begin : begin + size].decode("utf-8", "replace")
            lines = [in_one_line(line) for line in text.split("\n")]
            statement = " ".join(line for line in lines if line and line not in INFO)
            return Origin(origin.name, statement, _licence(lines))
    return origin


def _licence(lines: Iterable[str]) -> str:
    """Return the lines that speak of a licence, each with the rest of its paragraph."""
    found, inside = [], False
    for line in lines:
        inside = bool(line) and (inside or LICENCE.search(line) is not None)
        if inside:
            found.append(line)
    return " ".join(found)


def _entries(index: bytes, reading: sources.Reading) -> Iterator[tuple[str, int, int]]:
    """Give head, offset and length of every line of an index."""
    for number, line in enumerate(index.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            cells = _text.decode_text(line, path=reading.path, encoding=reading.encoding).split(
                "\t"
            )
        except FormatError as error:
            reading.bad(error.message, number, cure=CURE)
            continue
        begin, size = (_number(cell) for cell in (*cells, "", "", "")[1:3])
        key = (cells[3] if len(cells) > 3 else cells[0]).strip()
        if begin is not None and size is not None and not key:
            reading.skips.add("entry without a head", f"line {number}")
            continue
        if begin is None or size is None:
            reading.bad(
                "is not a line of an index", number, in_one_line(" ".join(cells)), cure=CURE
            )
            continue
        yield key, begin, size


def _number(text: str) -> int | None:
    """Read a number in base 64."""
    text = text.strip()
    if not 0 < len(text) <= MAX_DIGITS:
        return None
    value = 0
    for digit in text:
        if digit not in DIGITS:
            return None
        value = value * 64 + DIGITS[digit]
    return value


# Articles of dictionaries for people: plain text that is laid out, not marked up.
#
# A line with the head, its pronunciation in slashes and its part of speech in angle brackets; then
# the senses, numbered or not, each with translations that commas divide. What is no translation
# (examples, references to other entries, sentences that explain) is counted.

MAX_WORDS = 6  # of a translation: what is longer explains
MAX_PAIRS = 100_000  # of heads and translations of one article
SENTENCE = 4  # words from which a line with a full stop is a sentence
NUMBER = re.compile(r"\(?(\d{1,3}|[a-z])[.)][ \t]+")
PRONUNCIATION = re.compile(r"(?<!\S)/[^/\n]*/(?!\S)")
ANGLES = re.compile(r"<([^<>]*)>")
LABELS = re.compile(r"[\[(]([^\[\]()]*)[\])]")
REFERENCE = re.compile(
    r"(?:see(?: also)?|cf|compare|synonyms?|antonyms?|syn|ant|note|notes|example|usage|plural|past)"
    r"\b[^:{]*(?::|\{)",
    re.IGNORECASE,
)
# Gender and number stand beside the part of speech in its brackets.
GRAMMAR = frozenset(
    {"m", "f", "c", "nt", "masc", "fem", "neut", "com", "sg", "pl", "sing", "plur", "singular"}
    | {"plural", "masculine", "feminine", "neuter", "common", "tr", "intr", ""}
)
NO_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Article:
    """What an article says.

    Attributes:
        heads: its words; those of the index that its first line does not have come last.
        pos: part of speech; None when not said.
        senses: for each its label (None when it needs none) and its translations.
    """

    heads: tuple[str, ...]
    pos: str | None
    senses: tuple[tuple[str | None, tuple[str, ...]], ...]

    def translations(self, languages: tuple[str, str]) -> Iterator[Translation]:
        """Give every pair of a head and a translation."""
        for head in self.heads:
            for sense, words in self.senses:
                for word in words:
                    yield Translation(head, word, *languages, self.pos, sense=sense)


def read_article(text: str, keys: Sequence[str], skips: Skips) -> Article:
    """Read an article that the index has under some keys."""
    lines = [line for line in text.replace("\r", "").split("\n") if line.strip()]
    heads, pos = _head(lines[0], keys) if lines else ((), None)
    if heads:
        lines = lines[1:]
    told = {_folded(head) for head in heads}
    found = (*heads, *(in_one_line(key) for key in keys if _folded(key) not in told))
    made = Article(
        tuple(head for head in dict.fromkeys(found) if head.strip()),
        pos,
        tuple(_senses(lines, skips)),
    )
    if not made.heads:
        skips.add("entry without a headword", text)
    elif not made.senses:
        skips.add("entry without a translation", made.heads[0])
    elif len(made.heads) * sum(len(words) for _, words in made.senses) > MAX_PAIRS:
        skips.add("entry with too many heads and translations", made.heads[0])
        return Article((), pos, ())
    return made


def _head(line: str, keys: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """Return heads and part of speech of a first line; no heads if it is none of the index."""
    pos = next(
        (part for match in ANGLES.finditer(line) for part in _grammar(match[1])),
        None,
    )
    rest = ANGLES.sub(" ", PRONUNCIATION.sub(" ", line))
    whole = in_one_line(rest)
    known = {_folded(key) for key in keys}
    if _folded(whole) in known:
        return (whole,), pos
    parts = [in_one_line(part) for part in LABELS.sub(" ", rest).split(",")]
    if any(_folded(part) in known for part in parts):
        return tuple(part for part in parts if part.strip()), pos
    return (), None if whole.strip() else pos  # in a line of a translation it is the other one


def _grammar(text: str) -> Iterator[str]:
    for part in text.split(","):
        if part.strip().lower() not in GRAMMAR:
            yield in_one_line(part)


def _senses(lines: Iterable[str], skips: Skips) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """Give label and translations of every line that has some."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    number = ""
    for line in lines:
        text = line.strip()
        if numbered := NUMBER.match(text):
            number, text = numbered[1], text[numbered.end() :]
        if text.startswith(('"', "“", "«")):
            skips.add("example", text)
        elif REFERENCE.match(text) or text.startswith(("{", "->", "→")):
            skips.add("reference or remark", text)
        else:
            label, words = _words(text, skips)
            if words:
                found.append((number, label, words))
    several = len({number for number, _, _ in found}) > 1
    for number, label, words in found:
        yield label or (number if several else "") or None, words


def _words(text: str, skips: Skips) -> tuple[str, tuple[str, ...]]:
    """Return label and translations of one line."""
    labels = [in_one_line(match[1]) for match in LABELS.finditer(text)]
    plain = in_one_line(ANGLES.sub(" ", LABELS.sub(" ", text)))
    if plain.endswith((".", "!", "?", ":")) and len(plain.split()) >= SENTENCE:
        skips.add("explanation", plain)
        return "", ()
    words = []
    for part in re.split(r"[,;]", plain):
        word = part.strip(" \t.:") if len(part.split()) > 1 else part.strip()
        if len(word.split()) > MAX_WORDS:
            skips.add("explanation", word)
        elif NO_LETTERS.sub("", word):
            words.append(word)
    return "; ".join(label for label in labels if label), tuple(dict.fromkeys(words))


def _folded(text: str) -> str:
    """Return what two spellings of a head have in common: indexes drop case and punctuation."""
    return NO_LETTERS.sub("", text).casefold() or text.strip()
