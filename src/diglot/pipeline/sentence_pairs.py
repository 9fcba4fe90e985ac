"""Sentence pairs to align word by word.

From files of units or of lines, with languages and tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from diglot import formats
from diglot.errors import RIGHT_FILE, ConfigError, FormatError, InputError
from diglot.files.binary import extension_of
from diglot.formats.registry import (
    DOCUMENT,
    LEXICON,
    LINKS,
    TERMBASE,
    UNITS,
    extensions_of,
    find_format,
)
from diglot.formats.word_links.builder import read_joint_lines, read_line_pairs
from diglot.model import Unit, Variant
from diglot.pipeline.documents import ENOUGH, check_different, code_of, decide, is_tag
from diglot.text.languages import UNDETERMINED, is_spaceless, normalise, primary_subtag
from diglot.text.tokens import WordSegmenter, segmenter_in_use, words

Languages = tuple[str | None, str | None]


def unit_pairs(
    path: Path, *, kind: str, encoding: str | None, languages: Languages
) -> tuple[Iterator[tuple[str, str]], Languages]:
    """Give the texts of both sides of every unit; a side that a unit lacks is empty.

    Args:
        path: the file.
        kind: name of its format.
        encoding: of a text file that is not in Unicode.
        languages: those of source and target as the user gave them; None takes the file's.

    Returns:
        The pairs of texts, and the languages that the file declares.

    Raises:
        InputError: the file cannot be read, or holds more languages than two and none was told.
    """
    source, target = languages
    both = (source, target) if kind == "moses" and source and target else None
    units = formats.read_units(path, format=kind, encoding=encoding, languages=both)
    begin: list[Unit] = []
    for unit in units:
        begin.append(unit)
        if len(unit.variants) > 1:
            break
    else:
        raise FormatError("holds no unit in two languages", path=path, cure=RIGHT_FILE)
    sides = sides_of(begin[-1].variants, languages)
    told = any(languages)

    def pairs() -> Iterator[tuple[str, str]]:
        for number, unit in enumerate(chain(begin, units), 1):
            if not told:
                check_two_languages(unit.variants, sides, path, f"unit {number}")
            yield texts_of(unit.variants, sides)

    declared = tuple(None if code_of(side) == UNDETERMINED else side for side in sides)
    return pairs(), (declared[0], declared[1])


def texts_of(variants: Sequence[Variant], sides: tuple[str, str]) -> tuple[str, str]:
    """Return the texts of a unit in two languages; one that it lacks is empty."""
    source, target = (
        "" if place is None else variants[place].text for place in places_of(variants, sides)
    )
    return source, target


def places_of(variants: Sequence[Variant], sides: tuple[str, str]) -> tuple[int | None, int | None]:
    """Return which variants are in two languages; None for one that the unit lacks.

    It depends on the languages of the variants alone.
    """
    source = _pick(variants, sides[0])
    target = _pick([each for each in variants if each is not source], sides[1])
    # Equal variants are not the same one.
    places = {id(each): place for place, each in enumerate(variants)}
    return (
        None if source is None else places[id(source)],
        None if target is None else places[id(target)],
    )


def sides_of(variants: Sequence[Variant], languages: Languages) -> tuple[str, str]:
    """Decide which languages are source and target: those told, this unit's for the rest."""
    wanted = [_tag(language) for language in languages]
    left = list(variants)
    for tag in wanted:
        if tag is not None and (found := _pick(left, tag)) is not None:
            left.remove(found)
    rest = (variant.language for variant in left)
    source, target = (next(rest, UNDETERMINED) if tag is None else tag for tag in wanted)
    return source, target


def _tag(language: str | None) -> str | None:
    """Return a tag to compare with: the user's own where it has a region, else the code."""
    if language is None:
        return None
    try:
        known = normalise(language)
    except ConfigError:
        # A file may be in a language that has no rules here; a misspelt name is no tag.
        if not is_tag(language):
            raise
        return language
    return language if primary_subtag(language) == known else known


def _pick(variants: Sequence[Variant], tag: str) -> Variant | None:
    """Return the variant in a language: region included, else without, else one that says none."""
    exact = tag.replace("_", "-").casefold()
    for variant in variants:
        if variant.language.replace("_", "-").casefold() == exact:
            return variant
    wanted = code_of(tag)
    for variant in variants:
        if code_of(variant.language) == wanted:
            return variant
    return next((each for each in variants if each.language == UNDETERMINED), None)


def check_two_languages(
    variants: Sequence[Variant], sides: tuple[str, str], path: Path, place: int | str
) -> None:
    """Refuse a unit of more languages than source and target: only the user knows which count.

    Raises:
        FormatError: it has more.
    """
    known = {code_of(side) for side in sides} | {UNDETERMINED}
    others = [each.language for each in variants if code_of(each.language) not in known]
    if others:
        raise FormatError(
            f"holds more than two languages ({', '.join((*sides, *others))})",
            path=path,
            place=place,
            cure="specify which two with -s and -t",
        )


# Sentence pairs to align word by word, read as a stream: two files, one joint file, or units.


Lines = tuple[str, str]
Words = tuple[list[str], list[str]]

_BLANK = re.compile(r"[ \t\r\n]+")  # what separates words in a file of lines, and line ends
_TRANSLATION = "give the file of its translation as TARGET"
_DOCUMENT = (
    "whose sentences have no partners yet: use diglot align, then give the TMX that it writes"
)


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """Sentence pairs of an input, to be read once.

    Attributes:
        lines: source and target side of every pair: its words with one space between them.
        declared: the languages that the input declares; None where it declares none.
        unit: what a pair is in the input, for messages: ``line`` or ``unit``.
    """

    lines: Iterator[Lines]
    declared: Languages = (None, None)
    unit: str = "line"


def read_sentence_pairs(
    source: Path,
    target: Path | None = None,
    *,
    encoding: str | None = None,
    languages: Languages = (None, None),
) -> SentencePairs:
    """Open the sentence pairs of two files of lines, or of one file that holds both languages.

    Args:
        source: sentences, one a line; without ``target`` a file of translation units, or of lines
            ``source ||| target``.
        target: their translations, line by line.
        encoding: of text files that are not in Unicode.
        languages: codes or names of source and target, where the user told them.

    Raises:
        InputError: a file cannot be read, now or while the pairs are; the files differ in their
            number of lines; a line is no pair.
        ConfigError: the files are not of these kinds.
    """
    kinds = [kind_of(path) for path in (source, target) if path is not None]
    if target is None:
        if kinds[0] == "text":
            return SentencePairs(_joined(source, encoding))
        pairs, declared = unit_pairs(source, kind=kinds[0], encoding=encoding, languages=languages)
        lines = (
            (_BLANK.sub(" ", one).strip(" "), _BLANK.sub(" ", other).strip(" "))
            for one, other in pairs
        )
        return SentencePairs(lines, declared, unit="unit")
    if source.resolve() == target.resolve():
        raise ConfigError(f"SOURCE and TARGET are both {source}: {_TRANSLATION}")
    for path, kind in zip((source, target), kinds, strict=True):
        if kind != "text":
            raise ConfigError(f"{path} ({kind}) holds both languages already: give it alone")
    return SentencePairs(read_line_pairs(source, target, encoding=encoding))


def kind_of(path: Path, *, document: str = _DOCUMENT) -> str:
    """Return the name of a format of units, or ``text`` for lines.

    Raises:
        InputError: it is a folder, or cannot be read.
        ConfigError: it holds something else; of a document the message says ``document``.
    """
    if path.is_dir():
        raise InputError("is a folder", path=path, cure="name a file")
    extension = extension_of(path)
    if extension not in extensions_of(DOCUMENT, UNITS, LINKS, TERMBASE, LEXICON):
        return "text"  # corpora end in their language: news.en, news.fr
    record = find_format(path, look=True)
    if record.kind == UNITS or record.name == "text":
        return record.name
    if record.kind == LINKS:
        raise ConfigError(f"{path}: {record.name} files hold links without texts")
    raise ConfigError(f"{path} is a document, {document}")


def _joined(path: Path, encoding: str | None) -> Iterator[Lines]:
    """Give the pairs of a joint file; one that is none from the start lacks its translation."""
    pairs = read_joint_lines(path, encoding=encoding)
    try:
        first = next(pairs, None)
    except FormatError as error:
        if error.place != "line 1" or "|||" not in error.message:
            raise
        raise FormatError(
            f"{error.message}: it holds one language",
            path=path,
            place=error.place,
            cure=f"{_TRANSLATION}, or write lines as: source words ||| target words",
        ) from error
    pairs = chain([] if first is None else [first], pairs)
    return ((" ".join(one), " ".join(other)) for one, other in pairs)


# The tokens of sentence pairs, in the languages they are in.


@dataclass(frozen=True, slots=True)
class Tokenising:
    """How the two sides of a run are cut into tokens.

    Attributes:
        codes: languages of source and target; None where nobody said and nobody looked.
        tokenised: whether the input came in tokens.
        notes: what to tell the user of the languages.
        segmenters: what cuts each side into words, of languages that are written without spaces:
            those in use when this was made.
    """

    codes: Languages
    tokenised: bool = False
    notes: tuple[str, ...] = ()
    segmenters: tuple[WordSegmenter | None, ...] = field(init=False)

    def __post_init__(self) -> None:
        found = (
            segmenter_in_use(code) if is_spaceless(code) and not self.tokenised else None
            for code in self.codes
        )
        object.__setattr__(self, "segmenters", tuple(found))

    @property
    def tokenisers(self) -> tuple[str, str]:
        """Who cut each side: ``none`` if it came in tokens, a segmenter by name, or ``diglot``."""
        if self.tokenised:
            return "none", "none"
        source, target = (each.name if each else "diglot" for each in self.segmenters)
        return source, target

    @property
    def tokeniser(self) -> str:
        """Who cut both sides: ``none``, or ``diglot`` with its segmenters."""
        if self.tokenised:
            return "none"
        return "+".join(("diglot", *(each.name for each in self.segmenters if each)))

    def tokens(self, pairs: Iterator[Lines]) -> Iterator[Words]:
        """Give the tokens of pairs whose words stand between spaces."""
        if self.tokenised:
            return (
                (one.split(" ") if one else [], other.split(" ") if other else [])
                for one, other in pairs
            )
        source, target = (
            partial(words, language=code, segmenter=segmenter)
            for code, segmenter in zip(self.codes, self.segmenters, strict=True)
        )
        return ((source(one), target(other)) for one, other in pairs)


def decide_tokenising(
    pairs: SentencePairs, *, told: Languages, tokenised: bool, same_language: bool
) -> tuple[Tokenising, Iterator[Lines]]:
    """Decide the languages of both sides from the first pairs.

    Args:
        pairs: read as far as the decision needs.
        told: what the user said of the languages, or the model that is used.
        tokenised: tokens stand between spaces; then no language has to be known.
        same_language: both sides are meant to be in one language.

    Returns:
        The decision, and all the pairs again.

    Raises:
        ConfigError: a language is unknown, or both are the same and not meant to be.
        InputError: the pairs cannot be read.
    """
    if tokenised:
        said = (one or other for one, other in zip(told, pairs.declared, strict=True))
        source, target = (code_of(each) if each else None for each in said)
        return Tokenising((source, target), tokenised=True), pairs.lines
    begin: list[Lines] = []
    size = 0
    if None in told:
        for pair in pairs.lines:
            begin.append(pair)
            size += min(len(side) - side.count(" ") for side in pair)
            if size > ENOUGH:
                break
    decisions = [
        decide(
            (pair[side] for pair in begin),
            told=told[side],
            declared=[pairs.declared[side]],
            side=name,
        )
        for side, name in enumerate(("source language", "target language"))
    ]
    doubts = check_different(*decisions, same_language=same_language)
    codes = [None if each.code == UNDETERMINED else each.code for each in decisions]
    notes = (*decisions[0].notes, *decisions[1].notes, *doubts)
    return Tokenising((codes[0], codes[1]), notes=notes), chain(begin, pairs.lines)
