"""Files in pairs become segmented documents.

Pairing, reading, the samples, and what readers left out.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from diglot import formats
from diglot.errors import ConfigError, FormatError, InputError, RunError
from diglot.files.atomic import atomic_open, write_bytes
from diglot.files.text import read_bytes
from diglot.formats.documents.software_strings import KIND as STRING
from diglot.formats.documents.srx import read_rules
from diglot.formats.registry import DOCUMENT, LINKS, SAVED_AS, UNITS, extensions_of, find_format
from diglot.model import Bitext, Document, Skipped
from diglot.pipeline.languages import Decision, check_different, decide
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.plurals import count_of
from diglot.text import segmentation
from diglot.text.languages import UNDETERMINED, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# "contract.en", "contract_fr-CA", "contract-deu": what stands behind the last mark, with a region.
_SUFFIX = re.compile(r"^(?P<rest>.+?)[._-](?P<language>[A-Za-z]{2,12})(?:[-_][A-Za-z]{2,4})?$")
_NAMES_SHOWN = 8

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that hold the same text in two languages.

    Attributes:
        name: what both names have in common; used for outputs that are one file a pair.
        source: file of the source side.
        target: file of the target side.
    """

    name: str
    source: Path
    target: Path


def pair_files(source: Path, target: Path) -> tuple[Pair, ...]:
    """Pair two files, or the files of two folders by name, in the order of their names.

    Names are equal when they are so without their extension, or else without a language suffix
    too (``contract.en.docx`` and ``contract_fr.docx``). Folders are searched through; hidden files
    are left out.

    Raises:
        InputError: a path does not exist, a folder is empty, or files are left without a partner.
        ConfigError: a file on one side and a folder on the other.
    """
    for path in (source, target):
        if not path.exists():
            raise InputError("no such file or folder", path=path, cure="check the name")
    if source.is_dir() != target.is_dir():
        raise ConfigError(
            f"{source} and {target} are a file and a folder: give two files or two folders"
        )
    if not source.is_dir():
        return (Pair(_common_name(source, target), source, target),)
    return _pair_folders(source, target)


def files_by_name(folder: Path) -> dict[str, Path]:
    """Return the files under a folder by relative path without extension.

    Raises:
        InputError: two files differ only in their extension.
    """
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not path.is_file() or any(part.startswith(".") for part in inside.parts):
            continue
        name = inside.with_suffix("").as_posix()
        if name in found:
            raise InputError(
                f"two files are called {name}: {found[name].name} and {path.name}",
                path=folder,
                cure="keep one of them",
            )
        found[name] = path
    return found


def strip_language(name: str) -> str:
    """Return a name without its language suffix, or as it is if it has none.

    >>> without_language("contract_fr-CA")
    'contract'
    """
    parts = _SUFFIX.match(name)
    return parts["rest"] if parts and _is_language(parts["language"]) else name


def match_names(
    sources: dict[str, Path], targets: dict[str, Path]
) -> tuple[list[Pair], list[Path], list[Path]]:
    """Pair files by full name first, then without language suffix.

    Returns:
        The pairs in the order of their names, and the files of each side that have no partner.
    """
    pairs = [Pair(name, path, targets[name]) for name, path in sources.items() if name in targets]
    paired = {pair.name for pair in pairs}
    left = _by_short_name(name for name in sources if name not in paired)
    right = _by_short_name(name for name in targets if name not in paired)
    for short, names in left.items():
        # A short name that several files of one side share does not say who belongs to whom.
        if len(names) == len(right.get(short, ())) == 1:
            pairs.append(Pair(short, sources[names[0]], targets[right[short][0]]))
    taken = {path for pair in pairs for path in (pair.source, pair.target)}
    return (
        sorted(pairs, key=lambda pair: pair.name),
        [path for path in sources.values() if path not in taken],
        [path for path in targets.values() if path not in taken],
    )


def _pair_folders(source: Path, target: Path) -> tuple[Pair, ...]:
    sides = files_by_name(source), files_by_name(target)
    for folder, names in zip((source, target), sides, strict=True):
        if not names:
            raise InputError("the folder holds no files", path=folder, cure="check the name")
    pairs, left, right = match_names(*sides)
    if left or right:
        raise InputError(
            f"files without a partner: {_listed(source, left)}; {_listed(target, right)}",
            cure="give both files of a pair the same name (a language suffix may differ)",
        )
    return tuple(pairs)


def _listed(folder: Path, paths: list[Path]) -> str:
    if not paths:
        return f"none in {folder}"
    shown = ", ".join(path.relative_to(folder).as_posix() for path in paths[:_NAMES_SHOWN])
    more = f" and {len(paths) - _NAMES_SHOWN} more" if len(paths) > _NAMES_SHOWN else ""
    return f"{len(paths)} in {folder} ({shown}{more})"


def _by_short_name(names: Iterable[str]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = defaultdict(list)
    for name in names:
        grouped[strip_language(name)].append(name)
    return grouped


def _common_name(source: Path, target: Path) -> str:
    short = strip_language(source.stem)
    return short if short == strip_language(target.stem) else source.stem


@cache
def _is_language(word: str) -> bool:
    try:
        return normalise(word) != UNDETERMINED
    except ConfigError:
        return False


def file_for(given: Path, pair: Pair, *, many: bool) -> Path:
    """The file that belongs to a pair: the one given, or one of that folder, by its name.

    Raises:
        ConfigError: one file was given for several pairs.
        InputError: the folder holds no file for the pair, or several.
    """
    if not given.is_dir():
        if many:
            raise ConfigError(f"{given} is one file, but there are several pairs: give a folder")
        return given
    names = files_by_name(given)
    short = strip_language(pair.name)
    found = [path for name, path in names.items() if name == pair.name] or [
        path for name, path in names.items() if strip_language(name) == short
    ]
    if len(found) != 1:
        count = "no file" if not found else count_of(len(found), "file")
        raise InputError(f"holds {count} for the pair {pair.name}", path=given)
    return found[0]


# The first half of the main job: files become segmented documents that can be aligned.

ProgressCall = Callable[[str, int, int], None]
"""Called with the stage of long work, the parts that are done and the parts in all."""


def advance(progress: ProgressCall | None, stage: str, done: int = 0, total: int = 1) -> None:
    """Say how far a stage of long work is, if anybody wants to know."""
    if progress:
        progress(stage, done, total)


def track(items: Sequence[Item], stage: str, progress: ProgressCall | None) -> Iterator[Item]:
    """Give items one by one, and say how many of them are done."""
    for done, each in enumerate(items):
        advance(progress, stage, done, len(items))
        yield each
    advance(progress, stage, len(items), len(items))


# A translation is rarely three times as long as its original; letters against Chinese characters
# make it ten. Beyond fifty, one side is the wrong file or lacks nearly everything.
_MOST_TIMES_LONGER = 50
_LONG_ENOUGH = 200  # characters; below that one missing paragraph makes any ratio


def read_pairs(
    pairs: Sequence[Pair], *, options: AlignOptions, progress: ProgressCall | None = None
) -> tuple[list[tuple[Document, Document]], tuple[str, ...]]:
    """Read and segment both files of every pair.

    Returns:
        The segmented documents, and notes for the user on what was decided on the way.

    Raises:
        InputError: a file cannot be read or holds no text, the sides of a pair are the same text,
            in one language, or far from equally long.
    """
    read = []
    for pair in track(pairs, "reading", progress):
        sides = _read(pair.source, pair.name, options), _read(pair.target, pair.name, options)
        _check_sides(pair, *sides)
        read.append(sides)
    languages, notes = _languages(read, options)
    segmented = [
        (
            _segment(one, pair.source, languages[0], options.source_language, options),
            _segment(other, pair.target, languages[1], options.target_language, options),
        )
        for pair, (one, other) in track([*zip(pairs, read, strict=True)], "segmenting", progress)
    ]
    return segmented, notes


def segment_file(
    path: Path, *, options: AlignOptions | None = None
) -> tuple[Document, tuple[str, ...]]:
    """Read and segment one file; its language is ``options.source_language`` or detected.

    Returns:
        The segmented document, and notes for the user.

    Raises:
        InputError: the file cannot be read or holds no text.
    """
    options = options or AlignOptions()
    document = _read(path, path.stem, options)
    language = _language([document], options.source_language, "language")
    segmented = _segment(document, path, language.code, options.source_language, options)
    return segmented, language.notes


def segment_lines(document: Document) -> list[str]:
    """Return the segments, each on one line: white space inside, line ends too, is one space."""
    return [" ".join(text.split()) for text in document.segment_texts]


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write lines of text atomically.

    Raises:
        InputError: the target cannot be written.
    """
    with atomic_open(path) as file:
        file.writelines(f"{line}\n" for line in lines)


def _read(path: Path, name: str, options: AlignOptions) -> Document:
    value = formats.read(path, encoding=options.encoding, **_reader_options(path, options))
    if isinstance(value, Bitext):
        raise FormatError(
            "holds both languages already, so there is nothing to align",
            path=path,
            cure="use diglot convert to bring it into another format",
        )
    if not value.text.strip():
        raise InputError("holds no text", path=path, cure="check that it is the right file")
    return dataclasses.replace(value, name=name)


def _check_sides(pair: Pair, source: Document, target: Document) -> None:
    lengths = [_visible(document.text) for document in (source, target)]
    longer = 0 if lengths[0] > lengths[1] else 1
    times = max(lengths) / max(1, min(lengths))
    if times >= _MOST_TIMES_LONGER and max(lengths) > _LONG_ENOUGH:
        raise InputError(
            f"is {times:.0f} times longer than {(pair.target, pair.source)[longer]}",
            path=(pair.source, pair.target)[longer],
            cure="check that both files are complete and belong together",
        )
    if lengths[0] == lengths[1] and source.text.split() == target.text.split():
        raise InputError(
            f"holds the same text as {pair.source}",
            path=pair.target,
            cure="give the original and its translation",
        )


def _visible(text: str) -> int:
    """Characters that are no white space; line by line, because all words at once are gigabytes."""
    return sum(len("".join(line.split())) for line in text.split("\n"))


def _languages(
    read: Sequence[tuple[Document, Document]], options: AlignOptions
) -> tuple[tuple[str, str], tuple[str, ...]]:
    """Decide the languages of both sides, once for the whole run."""
    source = _language([pair[0] for pair in read], options.source_language, "source language")
    target = _language([pair[1] for pair in read], options.target_language, "target language")
    doubts = check_different(source, target, same_language=options.same_language)
    return (source.code, target.code), (*source.notes, *target.notes, *doubts)


def _language(documents: Sequence[Document], told: str | None, side: str) -> Decision:
    return decide(
        (document.text for document in documents),
        told=told,
        declared=[document.language for document in documents],
        side=side,
    )


def _segment(
    document: Document, path: Path, language: str, told: str | None, options: AlignOptions
) -> Document:
    """Segment a document in a language; SRX maps want it as the user spelled it (``en-GB``)."""
    document = dataclasses.replace(document, language=language)
    if not document.segments:
        mode = "lines" if options.segmented else "paragraphs" if options.paragraphs else "sentences"
        if all(block.kind == STRING for block in document.blocks):
            mode = "paragraphs"  # a string of a program is translated as a whole
        rules = read_rules(options.srx) if options.srx and mode == "sentences" else None
        document = segmentation.segment(document, language=told or language, mode=mode, srx=rules)
    if not document.segments:
        raise InputError("holds no segments", path=path, cure="check that it is the right file")
    return document


def _reader_options(path: Path, options: AlignOptions) -> dict[str, Any]:
    """Return what the reader of a file takes beyond the encoding.

    Raises:
        InputError: the extension names no format, nor does the option.
    """
    extension = path.suffix.lower()
    if options.input_format:
        name = find_format(path, format=options.input_format).name
    elif record := extensions_of(DOCUMENT, UNITS, LINKS).get(extension):
        name = record.name
    elif not extension or options.segmented or _is_language(extension[1:]):
        name = "text"  # corpora end in their language (news.en, news.fr)
    else:
        raise InputError(
            f"the extension {path.suffix!r} names no format that is read",
            path=path,
            cure=SAVED_AS.get(extension) or "if it is plain text, say --input-format text",
        )
    if name == "text":
        return {"format": "text", "lines": options.segmented}
    told = {"format": name} if options.input_format else {}
    return {**told, "tracked": options.tracked} if name in ("docx", "odt") else told


# What the readers of a run left out, added up.


def sum_skipped(found: Iterable[Skipped]) -> tuple[Skipped, ...]:
    """Add up kind by kind; the first example of each kind stays."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for skipped in found:
        counts[skipped.kind] += skipped.count
        examples.setdefault(skipped.kind, skipped.example)
    return tuple(Skipped(kind, count, examples[kind]) for kind, count in counts.items())


# The sample documents, dictionaries and translations that come with diglot.


_SAMPLES = Path(__file__).parents[1] / "samples"


def sample_pairs() -> tuple[Pair, ...]:
    """Return the sample pairs: a contract in English and French, a page in German and English.

    Raises:
        RunError: the package is incomplete.
    """
    files = sorted(path for path in _SAMPLES.glob("*.*") if path.suffix in (".docx", ".html"))
    if not files or len(files) % 2:
        raise RunError(f"the sample documents are missing from {_SAMPLES}: install diglot again")
    return tuple(
        pair
        for source, target in zip(files[::2], files[1::2], strict=True)
        for pair in pair_files(source, target)
    )


def copy_samples(name: str, folder: Path) -> tuple[Path, ...]:
    """Copy the sample dictionaries, or a translation with wrong terms and its termbase.

    Args:
        name: ``dictionaries`` (English and French, each with Spanish and with Catalan) or
            ``terminology``.
        folder: where they go.

    Raises:
        InputError: the folder cannot be written to.
        RunError: the package is incomplete.
    """
    found = sorted(path for path in (_SAMPLES / name).glob("*.*"))
    if not found:
        raise RunError(f"the samples of {name} are missing from {_SAMPLES}: install diglot again")
    copies = tuple(folder / path.name for path in found)
    for path, copy in zip(found, copies, strict=True):
        write_bytes(copy, read_bytes(path))
    return copies
