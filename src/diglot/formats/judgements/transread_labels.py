"""TransRead annotations: labels on word links, and judgements on pairs of sentences."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines, words_of
from diglot.formats.blocks import Skips
from diglot.model import ConfidenceJudgement, JudgedPair, LabelledLink, Skipped

# Word links with labels of TransRead, one file an annotator, and the texts they belong to.
#
# A line of labels is ``pair i:j:label i:j:label ...``; a side is empty where a word has no
# counterpart, and may name several words (``2:2,1:wrong``). A text has three lines a pair: its
# number, the source words, the target words.
#
# Reference: Xu and Yvon (2016), Novel elicitation and annotation schemes for sentential and
# sub-sentential alignments of bitexts.

LABELS = ("sure", "contextual", "partial", "wrong")
"""The scheme, from links that hold everywhere to links that are mistakes."""

MARK = "_annotation_"
BREAKING = re.compile(r"[ \t\r\n]")
CURE = "write a line as: pair source:target:label source:target:label"


@dataclass(frozen=True, slots=True)
class Annotation:
    """The labels of one annotator.

    Attributes:
        links: in the order of the file.
        odd: labels outside of `LABELS`, whose links are kept, counted by label.
    """

    links: tuple[LabelledLink, ...]
    odd: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A text with the labels of its annotators, who need not have labelled the same links.

    Attributes:
        texts: source and target words by number of the pair.
        annotations: by annotator, as the end of the file name calls them.
    """

    texts: dict[int, tuple[tuple[str, ...], tuple[str, ...]]]
    annotations: dict[str, Annotation]

    @property
    def link_sets(self) -> LinkSets:
        """Which links the annotators labelled, and which only some of them."""
        return LinkSets.of(self.annotations)


@dataclass(frozen=True, slots=True)
class LinkSets:
    """The links that annotators were given ought to be the same; here is where they are not.

    Attributes:
        sizes: number of links labelled, by annotator.
        common: number of links that all annotators labelled.
        union: number of links that some annotator labelled.
        lacking: by annotator, how many links of others have no label of his, with the first;
            nobody who labelled all.
    """

    sizes: Mapping[str, int]
    common: int
    union: int
    lacking: Mapping[str, Skipped]

    @classmethod
    def of(cls, annotations: Mapping[str, Annotation]) -> LinkSets:
        """Compare the links of annotators."""
        given = {
            name: {(link.pair, link.source, link.target) for link in annotation.links}
            for name, annotation in annotations.items()
        }
        union = set().union(*given.values())
        common = union.intersection(*given.values())
        lacking = {}
        for name, links in given.items():
            absent = union - links
            if absent:
                first = LabelledLink(*min(absent), "")
                kind = f"link without a label of annotator {name}"
                example = f"{first.pair} {_spelled(first)}".removesuffix(":")
                lacking[name] = Skipped(kind, len(absent), example)
        sizes = {name: len(links) for name, links in given.items()}
        return cls(sizes, len(common), len(union), lacking)


def read_task(folder: str | Path) -> Task:
    """Return text and labels of a folder with ``NAME.txt`` and ``NAME_annotation_N.txt``.

    Raises:
        FormatError: a file breaks the format, or a label stands on a word that is not there; it
            names the line.
        InputError: the folder holds no such text or no labels, or cannot be read.
    """
    folder = Path(folder)
    try:
        files = sorted(folder.glob("*.txt"))
    except OSError as error:
        raise InputError("cannot be read", path=folder, cure="check the folder") from error
    labels = [file for file in files if MARK in file.stem]
    names = {file.stem.rpartition(MARK)[0] for file in labels}
    texts = [file for file in files if file.stem in names]
    if len(texts) != 1 or len(names) != 1:
        raise InputError(
            f"there is not one text NAME.txt with labels NAME{MARK}1.txt in it",
            path=folder,
            cure="name the folder of one task",
        )
    text = read_texts(texts[0])
    return Task(
        text,
        {file.stem.rpartition(MARK)[2]: read_labels(file, texts=text) for file in labels},
    )


def read_labels(
    path: str | Path,
    *,
    texts: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] | None = None,
) -> Annotation:
    """Return the labels of one annotator; blank lines are passed over.

    Args:
        path: the file.
        texts: what `read_texts` gave, to check pairs and positions against.

    Raises:
        FormatError: a word is no labelled link, a pair stands twice, or a position is not in the
            text; it names the line.
        InputError: the file cannot be read.
    """
    found: list[LabelledLink] = []
    odd = Skips()
    seen: set[int] = set()
    for number, line in enumerate(stream_lines(path), 1):
        words = words_of(line)
        if not words:
            continue
        try:
            pair = _number(words[0])
            links = [_link(pair, word) for word in words[1:]]
            _check(pair, links, seen, texts)
        except ValueError as error:
            raise FormatError(str(error), path=path, place=number, cure=CURE) from error
        seen.add(pair)
        for link, word in zip(links, words[1:], strict=True):
            if link.label not in LABELS:
                odd.add(link.label, f"{pair} {word}")
        found += links
    return Annotation(tuple(found), odd.entries())


def read_texts(path: str | Path) -> dict[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return source and target words by number of the pair.

    Raises:
        FormatError: a number is none or stands twice, or the last pair is cut short.
        InputError: the file cannot be read.
    """
    texts: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    numbered = enumerate(stream_lines(path), 1)
    for place, line in numbered:
        try:
            pair = _number(line.strip(" \t"))
            _refuse_second(pair, texts)
        except ValueError as error:
            raise FormatError(
                str(error),
                path=path,
                place=place,
                cure="write three lines per pair: its number, the source words, the target words",
            ) from error
        texts[pair] = (_following(numbered, path, place), _following(numbered, path, place))
    return texts


def write_task(folder: str | Path, name: str, task: Task) -> None:
    """Write a text and the labels of its annotators into a folder, as `read_task` reads them.

    Args:
        folder: it must exist.
        name: of the text; the files are ``NAME.txt`` and ``NAME_annotation_ANNOTATOR.txt``.
        task: what to write.

    Raises:
        ConfigError: a word, a label or an annotator's name has blanks or colons in it.
        InputError: a file cannot be written.
    """
    folder = Path(folder)
    write_texts(folder / f"{name}.txt", task.texts)
    for annotator, annotation in task.annotations.items():
        write_labels(folder / f"{name}{MARK}{annotator}.txt", annotation.links, pairs=task.texts)


def write_texts(
    path: str | Path, texts: Mapping[int, tuple[tuple[str, ...], tuple[str, ...]]]
) -> None:
    """Write source and target words, three lines a pair.

    Raises:
        ConfigError: a word is empty or has white space in it.
        InputError: the file cannot be written.
    """
    with atomic_open(path) as file:
        for pair, sides in texts.items():
            if any(not word or BREAKING.search(word) for side in sides for word in side):
                raise ConfigError(f"{path}: a word of the pair {pair} is empty or has blanks in it")
            file.write("\n".join((str(pair), *map(" ".join, sides))) + "\n")


def write_labels(
    path: str | Path, links: Iterable[LabelledLink], *, pairs: Iterable[int] = ()
) -> None:
    """Write the labels of one annotator, a line a pair.

    Args:
        path: the file; it is replaced only when everything has been written.
        links: those of one pair keep their order.
        pairs: numbers of all pairs in the order to write them; a pair without links has a line
            with its number only. Pairs that are not named come last.

    Raises:
        ConfigError: a label has white space or a colon in it, or is empty.
        InputError: the file cannot be written.
    """
    rows: dict[int, list[str]] = {pair: [] for pair in pairs}
    for link in links:
        if not link.label or ":" in link.label or BREAKING.search(link.label):
            raise ConfigError(f"{path}: the label {link.label!r} cannot be written in a line")
        rows.setdefault(link.pair, []).append(_spelled(link))
    with atomic_open(path) as file:
        for pair, words in rows.items():
            file.write(" ".join((str(pair), *words)) + "\n")


def _following(
    numbered: Iterator[tuple[int, str]], path: str | Path, place: int
) -> tuple[str, ...]:
    line = next(numbered, None)
    if line is None:
        raise FormatError("the last sentence pair is cut short", path=path, place=place)
    return tuple(words_of(line[1]))


def _check(
    pair: int,
    links: list[LabelledLink],
    seen: set[int],
    texts: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] | None,
) -> None:
    _refuse_second(pair, seen)
    if texts is None:
        return
    if pair not in texts:
        raise ValueError(f"there is no sentence pair {pair} in the text")
    sizes = [len(side) for side in texts[pair]]
    for link in links:
        for side, size in zip((link.source, link.target), sizes, strict=True):
            if side and max(side) >= size:
                raise ValueError(
                    f"labels word {max(side)} of a sentence with words 0 to {size - 1}"
                )


def _refuse_second(pair: int, seen: Container[int]) -> None:
    if pair in seen:
        raise ValueError(f"the sentence pair {pair} appears twice")


def _link(pair: int, word: str) -> LabelledLink:
    parts = word.split(":")
    if len(parts) != 3 or not parts[2]:
        raise ValueError(f"{word[:40]!r} is not a labelled link")
    source, target = (_positions(part) for part in parts[:2])
    if not source and not target:
        raise ValueError(f"{word[:40]!r} labels no word")
    return LabelledLink(pair, source, target, parts[2])


def _spelled(link: LabelledLink) -> str:
    source, target = (",".join(map(str, side)) for side in (link.source, link.target))
    return f"{source}:{target}:{link.label}"


def _positions(text: str) -> tuple[int, ...]:
    found = tuple(sorted(_number(each) for each in text.split(","))) if text else ()
    if len(set(found)) != len(found):
        raise ValueError(f"a word appears twice in {text[:40]!r}")
    return found


def _number(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise ValueError(f"{digits[:40]!r} is not a number")
    return int(digits)


# Judgements of TransRead on pairs of sentences: five lines a pair, two annotators.
#
# The lines are the id, the source sentence, the target sentence, and ``First annotation: LABEL``
# and ``Second annotation: LABEL``. The label *partial* is followed by the words that are not
# translated: ``; untranslated source word indices: 0 1 2; untranslated target word indices: `` with
# either list empty. Words stand between spaces and are counted from 0. A line without a label is a
# judgement that is missing.
#
# Reference: Xu and Yvon (2016), Novel elicitation and annotation schemes for sentential and
# sub-sentential alignments of bitexts, section 2.2.

CONFIDENCE_LABELS = ("sure", "partial", "unperfect", "erroneous", "undecidable")
"""The scheme of the paper."""
ALIASES = {"not corresponding": "erroneous"}
"""Labels as files have them, with the names they have in the paper."""
ANNOTATORS = ("First", "Second")

_WRITTEN = {name: alias for alias, name in ALIASES.items()}
_JUDGEMENT = re.compile(
    r"(First|Second) annotation: ?([^;]*)"
    r"(?:; untranslated source word indices: ?([0-9 ]*);"
    r" untranslated target word indices: ?([0-9 ]*))?"
)
_CURE = (
    "write five lines per pair: id, source, target, 'First annotation: LABEL', "
    "'Second annotation: LABEL'"
)


@dataclass(frozen=True, slots=True)
class Judgements:
    """The judgements of a file.

    Attributes:
        pairs: in the order of the file.
        odd: labels outside of `LABELS`, which are kept, counted by label.
    """

    pairs: tuple[JudgedPair, ...]
    odd: tuple[Skipped, ...] = ()


def read_confidence_labels(path: str | Path, *, encoding: str | None = None) -> Judgements:
    """Return the pairs of a file with their judgements.

    Args:
        path: the file, plain or gzip.
        encoding: of a file that is not in Unicode.

    Raises:
        FormatError: a line is not what its place asks for, a pair stands twice or is cut short,
            or a word is marked that is not there; it names the line.
        InputError: the file cannot be read.
    """
    found: list[JudgedPair] = []
    odd = Skips()
    seen: set[str] = set()
    numbered = enumerate(stream_lines(path, encoding=encoding), 1)
    for place, name in numbered:
        try:
            pair = _pair(name, numbered, seen)
        except _WrongLineError as error:
            raise FormatError(error.message, path=path, place=error.line, cure=_CURE) from error
        except ValueError as error:
            raise FormatError(str(error), path=path, place=place, cure=_CURE) from error
        seen.add(name)
        found.append(pair)
        for judgement in pair.judgements:
            if judgement.label not in CONFIDENCE_LABELS:
                odd.add(judgement.label, f"{name} {judgement.annotator}")
    return Judgements(tuple(found), odd.entries())


def write_confidence_labels(path: str | Path, pairs: Iterable[JudgedPair]) -> None:
    """Write pairs with their judgements, at most two a pair, in their order.

    Args:
        path: the file; it is replaced only when everything has been written.
        pairs: ids and sentences of one line each; what annotators are called is not written.

    Raises:
        ConfigError: a pair has more than two judgements, or a text or label that cannot be a line.
        InputError: the file cannot be written.
    """
    with atomic_open(path) as file:
        for pair in pairs:
            _check_writable(pair, path)
            file.write(f"{pair.id}\n{pair.source}\n{pair.target}\n")
            given = (*pair.judgements, None, None)[: len(ANNOTATORS)]
            for name, judgement in zip(ANNOTATORS, given, strict=True):
                file.write(f"{name} annotation: {_confidence_spelled(judgement)}\n")


def looks_like_confidence_labels(path: str | Path) -> bool:
    """Tell whether the first pair of a file is one with judgements.

    Raises:
        InputError: the file cannot be read.
    """
    first = list(islice(stream_lines(path), 5))
    return len(first) == 5 and all(
        line.startswith(f"{name} annotation:")
        for name, line in zip(ANNOTATORS, first[3:], strict=True)
    )


class _WrongLineError(ValueError):
    """A line that is not what its place asks for."""

    def __init__(self, message: str, line: int) -> None:
        self.message = message
        self.line = line
        super().__init__(message)


def _pair(name: str, numbered: Iterator[tuple[int, str]], seen: set[str]) -> JudgedPair:
    """Read the four lines after an id."""
    if not name.strip():
        raise ValueError("the id of a pair is missing")
    if name in seen:
        raise ValueError(f"the pair {name[:40]!r} appears twice")
    rest = list(islice(numbered, 4))
    if len(rest) < 4:
        raise ValueError("the last pair is cut short")
    source, target = rest[0][1], rest[1][1]
    sizes = tuple(len(text.split(" ")) if text else 0 for text in (source, target))
    judgements = []
    for annotator, (place, line) in zip(ANNOTATORS, rest[2:], strict=True):
        try:
            judgement = _judgement(annotator, line, sizes)
        except ValueError as error:
            raise _WrongLineError(str(error), place) from error
        if judgement is not None:
            judgements.append(judgement)
    return JudgedPair(name, source, target, tuple(judgements))


def _judgement(annotator: str, line: str, sizes: tuple[int, ...]) -> ConfidenceJudgement | None:
    match = _JUDGEMENT.fullmatch(line)
    if match is None or match[1] != annotator:
        raise ValueError(f"{line[:40]!r} is not the {annotator.lower()} annotation of a pair")
    label = match[2].strip()
    spans = [
        _confidence_positions(text or "", size)
        for text, size in zip(match.groups()[2:], sizes, strict=True)
    ]
    if not label:
        if any(spans):
            raise ValueError("words are marked, but there is no label")
        return None
    return ConfidenceJudgement(annotator.lower(), ALIASES.get(label, label), *spans)


def _confidence_positions(text: str, size: int) -> tuple[int, ...]:
    """Return ascending positions below ``size``."""
    words = text.split()
    if any(len(word) > 9 for word in words):
        raise ValueError("a position is too large")
    found = tuple(int(word) for word in words)
    if list(found) != sorted(set(found)):
        raise ValueError("the positions of untranslated words are not ascending")
    if found and found[-1] >= size:
        raise ValueError(f"marks word {found[-1]} of a sentence with words 0 to {size - 1}")
    return found


def _confidence_spelled(judgement: ConfidenceJudgement | None) -> str:
    if judgement is None:
        return ""
    label = _WRITTEN.get(judgement.label, judgement.label)
    if judgement.label != "partial" and not judgement.source and not judgement.target:
        return label
    source, target = (" ".join(map(str, side)) for side in (judgement.source, judgement.target))
    return (
        f"{label}; untranslated source word indices: {source}; "
        f"untranslated target word indices: {target}"
    )


def _check_writable(pair: JudgedPair, path: str | Path) -> None:
    texts = (pair.id, pair.source, pair.target, *(each.label for each in pair.judgements))
    if len(pair.judgements) > len(ANNOTATORS):
        raise ConfigError(
            f"{path}: the pair {pair.id} has {len(pair.judgements)} judgements; files of this kind "
            "hold two per pair: write one file for every two annotators"
        )
    if any("\n" in text or "\r" in text for text in texts) or not pair.id.strip():
        raise ConfigError(f"{path}: the pair {pair.id!r} has a text or an id that is not one line")
    if any(";" in each.label or not each.label.strip() for each in pair.judgements):
        raise ConfigError(f"{path}: the pair {pair.id!r} has a label that cannot be written")
