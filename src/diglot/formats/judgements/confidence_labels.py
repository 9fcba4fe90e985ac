"""Judgements of TransRead on pairs of sentences: five lines a pair, two annotators.

The lines are the id, the source sentence, the target sentence, and ``First annotation: LABEL`` and
``Second annotation: LABEL``. The label *partial* is followed by the words that are not translated:
``; untranslated source word indices: 0 1 2; untranslated target word indices: `` with either list
empty. Words stand between spaces and are counted from 0. A line without a label is a judgement
that is missing.

Reference: Xu and Yvon (2016), Novel elicitation and annotation schemes for sentential and
sub-sentential alignments of bitexts, section 2.2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.line_blocks import lines
from diglot.formats.blocks import Skips
from diglot.model import ConfidenceJudgement, JudgedPair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from diglot.model import Skipped

LABELS = ("sure", "partial", "unperfect", "erroneous", "undecidable")
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
    "write five lines a pair: id, source, target, 'First annotation: LABEL', "
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


def read(path: str | Path, *, encoding: str | None = None) -> Judgements:
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
    numbered = enumerate(lines(path, encoding=encoding), 1)
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
            if judgement.label not in LABELS:
                odd.add(judgement.label, f"{name} {judgement.annotator}")
    return Judgements(tuple(found), odd.found())


def write(path: str | Path, pairs: Iterable[JudgedPair]) -> None:
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
                file.write(f"{name} annotation: {_spelled(judgement)}\n")


def looks_like(path: str | Path) -> bool:
    """Tell whether the first pair of a file is one with judgements.

    Raises:
        InputError: the file cannot be read.
    """
    first = list(islice(lines(path), 5))
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
        raise ValueError(f"the pair {name[:40]!r} stands twice")
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
        _positions(text or "", size) for text, size in zip(match.groups()[2:], sizes, strict=True)
    ]
    if not label:
        if any(spans):
            raise ValueError("words are marked, but there is no label")
        return None
    return ConfidenceJudgement(annotator.lower(), ALIASES.get(label, label), *spans)


def _positions(text: str, size: int) -> tuple[int, ...]:
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


def _spelled(judgement: ConfidenceJudgement | None) -> str:
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
            f"{path}: the pair {pair.id} has {len(pair.judgements)} judgements; files of this "
            "kind hold two a pair: write one file for every two annotators"
        )
    if any("\n" in text or "\r" in text for text in texts) or not pair.id.strip():
        raise ConfigError(f"{path}: the pair {pair.id!r} has a text or an id that is not one line")
    if any(";" in each.label or not each.label.strip() for each in pair.judgements):
        raise ConfigError(f"{path}: the pair {pair.id!r} has a label that cannot be written")
