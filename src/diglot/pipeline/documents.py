"""Files in pairs become segmented documents: reading, languages, segmentation."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from diglot import formats
from diglot.errors import RIGHT_FILE, ConfigError, EmptyTextError, FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.binary import extension_of
from diglot.files.text import doubt_encoding
from diglot.formats import registry
from diglot.formats.documents.software_strings import KIND as STRING
from diglot.formats.documents.srx import read_rules
from diglot.model import Bitext, Document, Skipped
from diglot.pipeline.file_pairs import Pair, SkippedPair, named_language, named_languages
from diglot.pipeline.options import ENCODER_NOTE, PACK_NOTE, DocumentOptions
from diglot.text import detection, segmentation
from diglot.text.function_words import function_words
from diglot.text.languages import UNDETERMINED, is_language, name, normalise

ENOUGH = 100_000
"""Characters to tell the language of a run from."""

_ENOUGH_TO_DOUBT = 1_000
"""Characters before a language that was specified is doubted."""
_SURE = 0.9
_TOO_SHORT = 100
"""Latin letters up to which words of forms and menus, which languages share, outweigh others."""
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Decision:
    """The language of one side.

    Attributes:
        code: ISO 639 code; ``und`` when nothing tells.
        sure: whether it is beyond doubt.
        notes: what to tell the user.
    """

    code: str
    sure: bool = True
    notes: tuple[str, ...] = ()


_OPTIONS = {"source language": "-s", "target language": "-t", "language": "-l"}


def is_tag(language: str) -> bool:
    """Tell whether a text has the form of a language tag, known or not."""
    return _TAG.fullmatch(language) is not None


@lru_cache(1024)
def code_of(language: str) -> str:
    """Return diglot's code of a language that a file names, which may be no language at all."""
    try:
        return normalise(language)
    except ConfigError:
        return language.casefold()


def decide(
    texts: Iterable[str],
    *,
    told: str | None,
    declared: Iterable[str | None] = (),
    named: str | None = None,
    side: str,
) -> Decision:
    """Decide a language: as told, as detected beyond doubt, as declared, as named, or as detected.

    A text of a few Latin words is in the language that its name tells, whatever they look like.

    Args:
        texts: of that side; `ENOUGH` characters of them are looked at.
        told: code or name that the user gave.
        declared: what the files say of themselves; they count when they agree.
        named: the code that the names of the files tell.
        side: what the notes call it, such as ``"source language"``.

    Raises:
        ConfigError: the language told or declared is unknown.
    """
    sample: list[str] = []
    size = 0
    for text in texts:
        sample.append(text)
        size += len(text)
        if size > ENOUGH:
            break
    if told is not None:
        enough = size >= _ENOUGH_TO_DOUBT
        doubt = detection.wrong_language_warning("\n".join(sample), told) if enough else None
        return Decision(normalise(told), notes=(doubt,) if doubt else ())
    code, probability = detection.detect("\n".join(sample))
    detected = Decision(code, notes=(f"{side}{DETECTED}{name(code)} ({code})",))
    # "do_it.txt" in English is not Italian.
    is_told_by_name = named not in {None, *function_words(code)} and _is_short(sample)
    if probability >= _SURE and not is_told_by_name:
        return detected
    only = set(declared)
    stated = only.pop() if len(only) == 1 else None
    if known := normalise(stated) if stated is not None else named:
        if known == code:  # what the file says agrees with what it holds
            return detected
        where = "as in the name of the file" if stated is None else "as declared"
        return Decision(known, sure=False, notes=(f"{side} {where}: {name(known)} ({known})",))
    doubt = f"{side}{DETECTED}{name(code)} ({code}){UNSURE}{probability:.0%} sure"
    if code == UNDETERMINED:
        option = _OPTIONS.get(side, "-s or -t")
        doubt = f"{side} not recognised: specify it with {option}"
    return Decision(code, sure=False, notes=(doubt,))


def _is_short(sample: Iterable[str]) -> bool:
    letters = (letter for text in sample for letter in text if letter.isalpha())
    few = list(islice(letters, _TOO_SHORT + 1))
    return len(few) <= _TOO_SHORT and max(few, default="") < "\u0250"


def check_different(source: Decision, target: Decision, *, same_language: bool) -> tuple[str, ...]:
    """Refuse two sides in one language unless that is meant; return a note where it is a doubt.

    Raises:
        ConfigError: both are surely in one language.
    """
    if source.code != target.code or source.code == UNDETERMINED or same_language:
        return ()
    if source.sure and target.sure:
        raise ConfigError(
            f"both sides are in {name(source.code)}: check the files, specify the languages with "
            "-s and -t, or add --same-language if that is meant"
        )
    return (f"both sides look like {name(source.code)}: specify the languages with -s and -t",)


Item = TypeVar("Item")


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


Sides = tuple[Document, Document]

# A translation is rarely three times as long as its original; letters against Chinese characters
# make it ten. Beyond fifty, one side is the wrong file or lacks nearly everything.
_MOST_TIMES_LONGER = 50
_LONG_ENOUGH = 200  # characters; below that one missing paragraph makes any ratio
_LOOKED_AT = 50  # pairs whose files are looked at for a third language, and how many may be in one
_MOST_OTHERS = 0.2


def read_pairs(
    pairs: Sequence[Pair], *, options: DocumentOptions
) -> tuple[list[tuple[Document, Document]], tuple[str, ...]]:
    """Read and segment both files of every pair.

    Returns:
        The segmented documents, and notes for the user on what was decided on the way.

    Raises:
        InputError: a file cannot be read or holds no text, the sides of a pair are the same text,
            in one language, or far from equally long.
    """
    _, documents, notes = read_good_pairs(pairs, options=options)
    return documents, notes


def read_good_pairs(
    pairs: Sequence[Pair],
    *,
    options: DocumentOptions,
    decided: tuple[str, str] | None = None,
    skipped: list[SkippedPair] | None = None,
    progress: ProgressCall | None = None,
) -> tuple[list[Pair], list[Sides], tuple[str, ...]]:
    """Read and segment both files of every pair, or of those where that can be done.

    Args:
        pairs: the files.
        options: how they are read and segmented.
        decided: languages of both sides, where `decide_languages` looked at the whole corpus; None
            to decide by these pairs.
        skipped: gets what the option ``skip_bad`` leaves out, and in any case the pairs, if there
            are several, whose files hold the same text.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        The pairs, their segmented documents, and notes for the user.

    Raises:
        InputError: as `read_pairs`, unless bad pairs are left out.
    """
    read: list[tuple[Pair, Sides]] = []
    for pair in track(pairs, "reading", progress):
        with pass_over_bad(pair, skipped, skip_bad=options.skip_bad, several=len(pairs) > 1):
            read.append((pair, _read_pair(pair, options)))
    languages, notes = decided, tuple[str, ...]()
    if languages is None:
        languages, notes = _languages(read, options)
        notes += _check_one_language(_spread(read), languages, options)
        notes += tuple(_encoding_notes([pair for pair, _ in read], options))
    good: list[Pair] = []
    segmented: list[Sides] = []
    for pair, (one, other) in track(read, "segmenting", progress):
        with pass_over_bad(pair, skipped, skip_bad=options.skip_bad, several=len(pairs) > 1):
            sides = (
                _segment(one, pair.source, languages[0], options.source_language, options),
                _segment(other, pair.target, languages[1], options.target_language, options),
            )
            good.append(pair)
            segmented.append(sides)
    return good, segmented, notes


def decide_languages(
    pairs: Sequence[Pair], *, options: DocumentOptions
) -> tuple[tuple[str, str], tuple[str, ...]]:
    """Decide the languages of both sides by the first pairs, as many as are looked at anyway.

    Returns:
        The codes of both sides, and notes for the user.

    Raises:
        InputError: as `read_pairs`.
        ConfigError: both sides are in one language.
    """
    read: list[tuple[Pair, Sides]] = []
    skipped: list[SkippedPair] = []
    sizes = [0, 0]
    for pair in pairs:
        with pass_over_bad(pair, skipped, skip_bad=options.skip_bad, several=len(pairs) > 1):
            sides = _read_pair(pair, options)
            read.append((pair, sides))
            sizes = [size + len(side.text) for size, side in zip(sizes, sides, strict=True)]
        if min(sizes) > ENOUGH or (read and options.source_language and options.target_language):
            break
    if not read:
        raise nothing_read(skipped)
    languages, notes = _languages(read, options)
    some: list[tuple[Pair, Sides]] = []
    for pair in _spread(pairs):
        with pass_over_bad(pair, [], skip_bad=True, several=True):
            some.append((pair, _read_pair(pair, options)))
    notes += _check_one_language(some, languages, options)
    return languages, (*notes, *_encoding_notes([pair for pair, _ in some], options))


def _spread(items: Sequence[Item]) -> Sequence[Item]:
    """Return some items from everywhere."""
    return items[:: max(1, len(items) // _LOOKED_AT)]


def _check_one_language(
    read: Sequence[tuple[Pair, Sides]], languages: tuple[str, str], options: DocumentOptions
) -> tuple[str, ...]:
    """Refuse files of which many are in a third language, and note few: all count as the same two.

    Where the language of a side was specified, many are a note, too.
    """
    notes: list[str] = []
    told = options.source_language, options.target_language
    for side, label in enumerate(("source", "target") if len(read) > 1 else ()):
        found = [(pair, detection.detect(sides[side].text)) for pair, sides in read]
        other = [
            (pair, code)
            for pair, (code, probability) in found
            if probability >= _SURE
            and not any(detection.is_close(code, each) for each in languages)
        ]
        if not other:
            continue
        pair, code = other[0]
        path = (pair.source, pair.target)[side]
        count = f"{len(other)} of {len(read)}"
        if not told[side] and len(other) > max(1, _MOST_OTHERS * len(read)):
            raise InputError(
                f"is in {name(code)}, but most {label} files are in {name(languages[side])}: "
                f"{count} that were looked at are not",
                path=path,
                cure="align each language by itself, or specify the language of all with "
                f"-{label[0]}",
            )
        notes.append(
            f"{count} {label} files that were looked at are not in {name(languages[side])}: "
            f"{path} is in {name(code)}"
        )
    return tuple(notes)


def _read_pair(pair: Pair, options: DocumentOptions) -> Sides:
    sides = _read(pair.source, pair.name, options), _read(pair.target, pair.name, options)
    _check_sides(pair, *sides)
    return sides


def nothing_read(skipped: Sequence[SkippedPair] | None) -> InputError:
    """Return the error to raise where all pairs were left out: it says why the first was."""
    if not skipped:
        return InputError("none of the pairs can be read", cure="leave out --skip-bad to see why")
    return InputError(
        f"none of the pairs can be aligned, the first, {skipped[0].name}: {skipped[0].reason}"
    )


class _SameTextError(InputError):
    """Both files of a pair hold the same text."""


@contextmanager
def pass_over_bad(
    pair: Pair, skipped: list[SkippedPair] | None, *, skip_bad: bool, several: bool
) -> Iterator[None]:
    """Leave out a pair whose files are at fault, if that is wanted; else say that it can be."""
    try:
        yield
    except InputError as error:
        # A text that nobody has translated yet is nothing bad where others have been.
        same = several and skipped is not None and isinstance(error, _SameTextError)
        if not skip_bad and not same:
            if several:
                cures = filter(None, (error.cure, "leave such pairs out with --skip-bad"))
                error.cure = ", or ".join(cures)
            raise
        if skipped is not None:
            reason = "the same text is on both sides" if same else str(error)
            skipped.append(SkippedPair(pair.name, reason))


def segment_file(
    path: Path, *, options: DocumentOptions | None = None
) -> tuple[Document, tuple[str, ...]]:
    """Read and segment one file; its language is ``options.source_language`` or detected.

    Returns:
        The segmented document, and notes for the user.

    Raises:
        InputError: the file cannot be read or holds no text.
    """
    options = options or DocumentOptions()
    document = _read(path, path.stem, options)
    language = decide(
        [document.text],
        told=options.source_language,
        declared=[document.language],
        named=named_language(path),
        side="language",
    )
    segmented = _segment(document, path, language.code, options.source_language, options)
    doubted = _encoding_notes([Pair(path.stem, path, path)], options)
    left_out = (f"{LEFT_OUT}{each}" for each in document.skipped)
    return segmented, (*left_out, *language.notes, *dict.fromkeys(doubted))


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


def _read(path: Path, name: str, options: DocumentOptions) -> Document:
    value = formats.read(path, encoding=options.encoding, **_reader_options(path, options))
    if isinstance(value, Bitext):
        cure = "use diglot convert to bring it into another format"
        if record := registry.extensions_of(registry.DOCUMENT).get(extension_of(path)):
            cure += f", or --input-format {record.name} if it is a text in one language"
        raise FormatError(
            "holds both languages already, so there is nothing to align", path=path, cure=cure
        )
    if not value.text.strip():
        raise EmptyTextError("holds no text", path=path, cure=RIGHT_FILE)
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
        raise _SameTextError(
            f"holds the same text as {pair.source}",
            path=pair.target,
            cure="give the original and its translation",
        )


def _visible(text: str) -> int:
    """Characters that are no white space; line by line, because all words at once are gigabytes."""
    return sum(len("".join(line.split())) for line in text.split("\n"))


def _languages(
    read: Sequence[tuple[Pair, Sides]], options: DocumentOptions
) -> tuple[tuple[str, str], tuple[str, ...]]:
    """Decide the languages of both sides, once for the whole run."""
    told = (options.source_language, options.target_language)
    named = named_languages([pair for pair, _ in read])
    source, target = (
        decide(
            texts,
            told=told[side],
            declared=[sides[side].language for _, sides in read],
            named=named[side],
            side=("source language", "target language")[side],
        )
        for side, texts in enumerate(
            translated_texts(*([sides[side].text for _, sides in read] for side in (0, 1)))
        )
    )
    doubts = check_different(source, target, same_language=options.same_language)
    return (source.code, target.code), (*source.notes, *target.notes, *doubts)


def _encoding_notes(pairs: Sequence[Pair], options: DocumentOptions) -> Iterator[str]:
    """Give what to do about files that the encoding of the options makes no sense of."""
    paths = [path for pair in _spread(pairs) for path in (pair.source, pair.target)]
    for path in paths if options.encoding else ():
        found = doubt_encoding(path, options.encoding or "")
        if found == "utf-8":
            yield f"{path} is in UTF-8, and read as that"
        elif found:
            yield (
                f"{path}, read as {options.encoding}, looks like {found}: name that with "
                f"--encoding, or bring it into UTF-8 with: iconv -f {found} -t utf-8"
            )


def translated_texts(
    sources: Sequence[str], targets: Sequence[str]
) -> tuple[Iterator[str], Iterator[str]]:
    """Texts of both sides without lines that stand on both, such as a licence left in English.

    What was not translated is in the language of neither side, or of only one.
    """
    known = {line for text in sources for line in text.splitlines()}
    copied = {line for text in targets for line in text.splitlines() if line in known}

    def strip(texts: Sequence[str]) -> Iterator[str]:
        for text in texts:
            rest = "\n".join(line for line in text.splitlines() if line not in copied)
            yield rest if rest.strip() else text

    return strip(sources), strip(targets)


def _segment(
    document: Document, path: Path, language: str, told: str | None, options: DocumentOptions
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
        raise InputError("holds no segments", path=path, cure=RIGHT_FILE)
    return document


def _reader_options(path: Path, options: DocumentOptions) -> dict[str, Any]:
    """Return what the reader of a file takes beyond the encoding."""
    extension = extension_of(path)
    if options.input_format:
        name = registry.find_format(path, format=options.input_format).name
    elif record := registry.extensions_of(registry.DOCUMENT, registry.UNITS, registry.LINKS).get(
        extension
    ):
        name = record.name
    elif extension in registry.extensions_of(registry.TERMBASE, registry.LEXICON):
        name = registry.find_format(path).name  # an error that says what it is
    elif not extension or options.segmented or is_language(extension[1:]):
        name = "text"  # corpora end in their language (news.en, news.fr)
    else:
        plain = "say --input-format text if it is plain text"
        if registry.first_line(path).startswith("<?xml"):
            plain = "name its format with --input-format; diglot convert --formats lists all"
        raise InputError(
            f"the extension {path.suffix!r} names no format that is read",
            path=path,
            cure=registry.SAVED_AS.get(extension) or plain,
        )
    if name == "text":
        if not (options.input_format or options.segmented):
            registry.refuse_markup(path)
        return {"format": "text", "lines": options.segmented}
    if name == "xlsx":
        return {"format": "workbook"}  # text of one side, unless its header says otherwise
    told = {"format": name} if options.input_format else {}
    return {**told, "tracked": options.tracked} if name in ("docx", "odt") else told


# What the readers of a run left out, added up.


class NoteCounts:
    """Notes of many bitexts, each once; one of some only stands behind the name of the first."""

    def __init__(self) -> None:
        self._bitexts = 0
        self._notes: dict[str, tuple[str, int]] = {}

    def add(self, bitext: Bitext) -> None:
        """Count the notes of one more."""
        self._bitexts += 1
        for note in dict.fromkeys(bitext.notes):
            first, count = self._notes.get(note, (bitext.source.name, 0))
            self._notes[note] = first, count + 1

    def lines(self) -> tuple[str, ...]:
        """Return the notes as a user reads them."""
        return tuple(
            note
            if count == self._bitexts
            else f"{first}{f' and {count - 1} more' if count > 1 else ''}: {note}"
            for note, (first, count) in self._notes.items()
        )


# How notes begin, or go on after the names of texts; the kind of a note is told from them.
DETECTED, UNSURE = " detected: ", ", but only "
LEFT_OUT, LINKED_BY_KEYS = "left out: ", "linked by their keys: "

NoteKind: TypeAlias = Literal["doubt", "routine", "language", "tool"]


def kind_of_note(note: str) -> NoteKind:
    """Return whether a note asks the reader to look or nothing, or names a language or a tool."""
    if PACK_NOTE in note or ENCODER_NOTE in note:
        return "tool"
    if DETECTED in note and UNSURE not in note:
        return "language"
    return "routine" if LEFT_OUT in note or LINKED_BY_KEYS in note else "doubt"


def sum_skipped(found: Iterable[Skipped]) -> tuple[Skipped, ...]:
    """Add up kind by kind; the first example of each kind stays."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for skipped in found:
        counts[skipped.kind] += skipped.count
        examples.setdefault(skipped.kind, skipped.example)
    return tuple(Skipped(kind, count, examples[kind]) for kind, count in counts.items())
