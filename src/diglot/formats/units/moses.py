"""Moses: parallel text in two files, and tables of words and phrases."""

from __future__ import annotations

import itertools
import math
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.lines import count_lines, stream_lines
from diglot.files.text import MAX_LINE, decode_block, endless_line, split_lines
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.model import Skipped, Unit, Variant
from diglot.plurals import count_of
from diglot.text.languages import UNDETERMINED, primary_subtag

VIRTUAL = ".moses"  # "corpus.moses" means "corpus.en" and "corpus.fr"
NAMES = ("source", "target")


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    target: str | Path | None = None,
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the pairs of lines as units; blank lines count.

    Args:
        path: the source file with ``target`` beside it; or the name both files share before their
            language (``corpus`` or ``corpus.moses`` for ``corpus.en`` and ``corpus.fr``).
        encoding: where the files are not Unicode.
        target: the target file.
        languages: of source and target; without them the file names tell.

    Raises:
        FormatError: the files differ in their number of lines.
        InputError: a file is missing or cannot be read.
    """
    paths = _paths(path, target, languages)
    codes = tuple(languages) if languages else tuple(_language(each) for each in paths)
    counts = [count_lines(each, encoding=encoding) for each in paths]
    if counts[0] != counts[1]:
        lengths = [
            array("L", (len(line) for line in stream_lines(each, encoding=encoding)))
            for each in paths
        ]
        raise FormatError(
            f"has {count_of(counts[0], 'line')}, {paths[1].name} has {counts[1]}",
            path=paths[0],
            place=f"from about line {_suspicious(*lengths)}",
            cure="repair the files there, or align them instead",
        )
    streams = (stream_lines(each, encoding=encoding) for each in paths)
    first, second = codes
    for number, (source, other) in enumerate(zip(*streams, strict=True), 1):
        if skips is not None and not (source or other):
            skips.add("line blank on both sides")
        yield Unit((Variant(first, source), Variant(second, other)), line=number)


def archived_pair(archive: Archive) -> tuple[str, str] | None:
    """Return the two files of an archive as OPUS makes it: the same name, and two languages."""
    found: dict[str, list[str]] = {}
    for name in archive.names():
        if _language(Path(name)) != UNDETERMINED and not name.endswith((".xml", ".ids")):
            found.setdefault(str(Path(name).with_suffix("")), []).append(name)
    pairs = [names for names in found.values() if len(names) == 2]
    return (pairs[0][0], pairs[0][1]) if len(pairs) == 1 else None


def read_archived_units(
    archive: Archive, names: tuple[str, str], *, encoding: str | None = None, skips: Skips
) -> Iterator[Unit]:
    """Give the pairs of lines of two files of an archive as `read_units` does; none is unpacked."""
    codes = [_language(Path(name)) for name in names]
    streams = [_lines(archive, name, encoding or "utf-8") for name in names]
    for number, texts in enumerate(itertools.zip_longest(*streams), 1):
        if None in texts:
            raise FormatError(
                f"{names[texts.index(None)]} ends before {names[1 - texts.index(None)]} does",
                path=archive.path,
                place=number,
                cure="get a fresh copy",
            )
        if not any(texts):
            skips.add("line blank on both sides")
        yield Unit(tuple(map(Variant, codes, texts)), line=number)


def _lines(archive: Archive, name: str, encoding: str) -> Iterator[str]:
    path, first, held = archive.path / name, 1, b""
    for block in itertools.chain(archive.blocks(name), [b""]):
        whole, end, begun = block.rpartition(b"\n")
        if block and not end:
            held += block
            if len(held) > MAX_LINE:
                raise endless_line(path, MAX_LINE)
            continue
        data, held = held + whole + end, begun
        yield from split_lines(decode_block(data, encoding, path, first))
        first += data.count(b"\n")


def write_units(
    path: Path, units: Iterable[Unit], *, languages: Sequence[str] | None = None
) -> tuple[Skipped, ...]:
    """Write two files named by the languages; return what they could not carry.

    Args:
        path: the name that both files share (``corpus`` or ``corpus.moses``).
        units: taken one by one; a line break inside a text becomes a space.
        languages: the two extensions; by default those of the first unit.
    """
    skips = Skips()
    stream = iter(units)
    first = next((unit for unit in stream if len(unit.variants) > 1), None)
    if languages is None:
        languages = [variant.language for variant in first.variants[:2]] if first else NAMES
    if len({*languages} - {UNDETERMINED}) < 2 or any("/" in each for each in languages):
        languages = NAMES
    stem = _stem(path)
    with (
        atomic_open(stem.with_name(f"{stem.name}.{languages[0]}")) as source,
        atomic_open(stem.with_name(f"{stem.name}.{languages[1]}")) as target,
    ):
        for unit in itertools.chain([first] if first else [], stream):
            if len(unit.variants) < 2:
                skips.add("unit without a translation", unit.id or "")
                continue
            for file, variant in zip((source, target), unit.variants, strict=False):
                file.write(_line(variant, skips) + "\n")
            _count_lost(unit, skips)
    return skips.entries()


def _line(variant: Variant, skips: Skips) -> str:
    text = variant.text
    # A carriage return before our line feed would be taken for part of the line end.
    if "\n" in text or "\r" in text:
        skips.add("line break inside a segment", text)
        text = text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")
    skips.add("inline code", count=len(variant.markup))
    return text


def _count_lost(unit: Unit, skips: Skips) -> None:
    known = (unit.score, unit.kind, unit.method, unit.document, unit.paragraphs, unit.id)
    if any(each is not None for each in known) or unit.reasons or unit.properties or unit.notes:
        skips.add("score, origin and other remarks of a unit")
    if any(variant.segments for variant in unit.variants):
        skips.add("boundaries of segments inside a unit")
    for variant in unit.variants[2:]:
        skips.add("further text of a unit", variant.text)


def _paths(
    path: Path, target: str | Path | None, languages: Sequence[str] | None
) -> tuple[Path, Path]:
    if target is not None:
        return path, Path(target)
    stem = _stem(path)
    if languages is not None:
        source, other = (stem.with_name(f"{stem.name}.{each}") for each in languages)
        return source, other
    try:
        beside = sorted(
            each
            for each in stem.parent.iterdir()
            if each.stem == stem.name and each.is_file() and _language(each) != UNDETERMINED
        )
    except OSError as error:
        raise InputError(
            "its folder cannot be read", path=path, cure="check the name and the folder"
        ) from error
    if len(beside) != 2:
        raise InputError(
            f"there are {len(beside)} files {stem.name}.xx with a language for xx, not two",
            path=path,
            cure="name the source and the target language",
        )
    return beside[0], beside[1]


def _stem(path: Path) -> Path:
    return path.with_suffix("") if path.suffix.lower() == VIRTUAL else path


def _language(path: Path) -> str:
    """Read the language from the end of a file name; what every text file ends with is none."""
    code = path.suffix.removeprefix(".")
    primary = primary_subtag(code)
    return code if primary.isalpha() and len(primary) in {2, 3} and code != "txt" else UNDETERMINED


def _suspicious(source: Sequence[int], target: Sequence[int]) -> int:
    """Number of the line from which the lengths stop going together.

    Up to a missing line the two lengths keep their ratio, after it they do not. The place is the
    one that divides the deviations into two parts with the most different means; a deviation is
    taken relative to the square root of the length, so that short lines say little.
    """
    pairs = list(zip(source, target, strict=False))
    if not pairs:
        return 1
    ratio = sorted((b + 1) / (a + 1) for a, b in pairs)[len(pairs) // 2]
    deviations = [abs(b - ratio * a) / math.sqrt(1 + ratio * a) for a, b in pairs]
    total, before = sum(deviations), 0.0
    best, place = 0.0, 1
    for count, deviation in enumerate(deviations):
        if count:
            after = len(deviations) - count
            rise = (total - before) / after - before / count
            contrast = rise * abs(rise) * count * after
            if contrast > best:
                best, place = contrast, count + 1
        before += deviation
    return place


# Tables of translations for other programs: words as TSV, words and phrases as Moses has them.
#
# Moses separates words by spaces and fields by ``|||``, so that a space or a ``|`` inside a word is
# written as a character reference (``&#32;``, ``&#124;``), as its own scripts do.

HEADER = ("source", "target", "probability", "reverse", "count")
SEPARATING = re.compile(r"[\s|\x00-\x20]")
CELL = re.compile(r"[\t\r\n]")


def write_translations(
    path: str | Path, entries: Iterable[tuple[str, str, float, float, float]]
) -> int:
    """Write word pairs as TSV with a header; return their number.

    Such a file is read again as a lexicon, with p(target | source) as the weight. A tab or line
    break inside a word becomes a space.

    Args:
        path: the file.
        entries: source word, target word, p(target | source), p(source | target), count.

    Raises:
        InputError: the file cannot be written.
    """
    number = 0
    with atomic_open(path) as file:
        file.write("\t".join(HEADER) + "\n")
        for source, target, forward, backward, count in entries:
            cells = f"{CELL.sub(' ', source)}\t{CELL.sub(' ', target)}"
            file.write(f"{cells}\t{forward:.6g}\t{backward:.6g}\t{count:.6g}\n")
            number += 1
    return number


def write_phrases(
    path: str | Path,
    entries: Iterable[
        tuple[
            Sequence[str],
            Sequence[str],
            tuple[float, float, float, float],
            tuple[tuple[int, int], ...],
            tuple[int, int, int],
        ]
    ],
) -> int:
    """Write phrase pairs as a phrase table of Moses; return their number.

    A line is ``source ||| target ||| phi(s|t) lex(s|t) phi(t|s) lex(t|s) ||| i-j ... ||| counts``,
    the counts being those of the target, the source and the pair.

    Args:
        path: the file.
        entries: source words, target words, the four scores, links between the words, counts.

    Raises:
        InputError: the file cannot be written.
    """
    escaped, drawn = _Escaped(), _Drawn()
    number = 0
    last: Sequence[str] = ()
    one = ""
    with atomic_open(path) as file:
        for source, target, (a, b, c, d), links, (count_t, count_s, count) in entries:
            if source != last:  # its translations follow each other
                one, last = " ".join([escaped[word] for word in source]), source
            other = " ".join([escaped[word] for word in target])
            file.write(
                f"{one} ||| {other} ||| {a:.6g} {b:.6g} {c:.6g} {d:.6g}"
                f" ||| {drawn[links]} ||| {count_t} {count_s} {count}\n"
            )
            number += 1
    return number


class _Escaped(dict[str, str]):
    """Words as Moses takes them; every word is looked at once."""

    def __missing__(self, word: str) -> str:
        self[word] = SEPARATING.sub(lambda found: f"&#{ord(found[0])};", word)
        return self[word]


class _Drawn(dict[tuple[tuple[int, int], ...], str]):
    """Links as Moses writes them; most phrase pairs have one of a few patterns."""

    def __missing__(self, links: tuple[tuple[int, int], ...]) -> str:
        self[links] = " ".join(f"{i}-{j}" for i, j in links)
        return self[links]
