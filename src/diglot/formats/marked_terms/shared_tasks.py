"""Shared tasks on terminology.

Dictionaries of 2023 and 2025, hypotheses, and pseudo references.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from diglot.errors import ConfigError, FormatError, describe_unknown
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.files.text import read_text, split_lines
from diglot.formats.judgements.answers import json_objects, load_json_line
from diglot.model import AnnotatedSegment, AnnotatedSet, Hypotheses, TermMark

# Test sets of the shared tasks on terminology of 2023 and 2025: dictionaries beside the text.
#
# A dictionary says which term must become what, not where: its marks have no places.
#
# Reference: Semenov, Zouhar, Kocmi, Zhang, Zhou and Jiang 2023, Findings of the WMT 2023 Shared
# Task on Machine Translation with Terminologies; the shared task of WMT 2025 for its successor.

TERMS = "terms"  # the dictionary that a submission was made with
MODES = ("proper", TERMS)  # of those that a file has, the first is taken
CURE = 'write a line such as {"en": "text", "de": "Text", "proper": {"text": "Text"}}'
LIST_CURE = 'write one list per line, such as [{"en": "virus", "de": "Virus"}], [] where no term is'


def read_dictionaries(
    path: Path,
    *,
    mode: str | None = None,
    encoding: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
    as_listed: bool = False,
) -> AnnotatedSet:
    """Read a file of the task of 2025: a segment or a document a line, with its dictionaries.

    Args:
        path: the file.
        mode: which dictionary to take, such as ``proper``; by default the first that there is.
        as_listed: keep targets that are blank or stand twice, as the scorer of the task counts
            them; by default they are left out, and so are terms without any target.
        encoding: where it is not Unicode.
        source_language: code; by default the first key that holds a text.
        target_language: the same of the reference; by default the second such key.

    Raises:
        InputError: the file cannot be read as such.
        ConfigError: there is no dictionary of that name.
    """
    segments: list[AnnotatedSegment] = []
    for number, value in json_objects(path, encoding=encoding, cure=CURE):
        if not segments:
            source_language, target_language = _languages(
                value, source_language, target_language, path, number
            )
            mode = _mode(value, mode, path)
        source, reference = value.get(source_language or ""), value.get(target_language or "")
        dictionary = value.get(mode or TERMS, {})
        if not isinstance(source, str) or not isinstance(reference, str | None):
            raise FormatError(
                f"has no text under {source_language!r}, or something else under "
                f"{target_language!r}",
                path=path,
                place=number,
                cure="name the languages as the keys of the file have them",
            )
        if not isinstance(dictionary, dict):
            raise FormatError(f"{mode!r} holds no dictionary", path=path, place=number, cure=CURE)
        marks = _marks(dictionary.items(), path, number, as_listed=as_listed)
        segments.append(AnnotatedSegment(str(len(segments) + 1), source, reference, marks))
    if not segments:
        raise FormatError("holds no segments", path=path, cure=CURE)
    return AnnotatedSet(tuple(segments), source_language, target_language, path.stem)


def read_submission(
    path: Path, *, target_language: str | None = None, encoding: str | None = None
) -> Hypotheses:
    """Read the translations of a system in the task of 2025.

    Args:
        path: the file.
        target_language: key of the translations; by default the second key that holds a text.
        encoding: where it is not Unicode.

    Raises:
        InputError: the file cannot be read as such.
    """
    texts: list[str] = []
    key = target_language
    for number, value in json_objects(path, encoding=encoding, cure=CURE):
        if not texts:
            _, key = _languages(value, None, target_language, path, number)
        text = value.get(key or "")
        if not isinstance(text, str):
            raise FormatError(
                f"has no text under {key!r}",
                path=path,
                place=number,
                cure="name the language as the keys of the file have it",
            )
        texts.append(text)
    if not texts:
        raise FormatError("holds no translations", path=path, cure=CURE)
    return Hypotheses(tuple(texts), None, path.stem)


def read_term_lists(
    path: Path,
    *,
    encoding: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
) -> Iterator[tuple[TermMark, ...]]:
    """Give the terms of every line of a file of the task of 2023: a list of pairs a line.

    Args:
        path: the file.
        encoding: where it is not Unicode.
        source_language: key of the source terms; by default the first of each pair.
        target_language: key of their translations; by default the second.

    Raises:
        InputError: the file cannot be read as such.
    """
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        try:
            terms = [
                _pair(pair, source_language, target_language)
                for pair in _list(load_json_line(line))
            ]
        except (ValueError, TypeError, RecursionError) as error:
            raise FormatError(
                f"is not a list of terms ({error})", path=path, place=number, cure=LIST_CURE
            ) from error
        yield _marks(terms, path, number)


def is_own(line: str) -> bool:
    """Tell from a line whether it is one of the task of 2025, or of one of its submissions."""
    try:
        value = load_json_line(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and len(_text_keys(value)) >= 2 and "source" not in value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{str(value)[:40]!r} is not a list")
    return value


def _pair(pair: object, source: str | None, target: str | None) -> tuple[str, object]:
    """Return a term and its translation, by their languages or by their order."""
    if not isinstance(pair, dict):
        raise TypeError(f"{str(pair)[:40]} is not a pair")
    left = source if source in pair else next((key for key in pair if key != target), None)
    right = target if target in pair else next((key for key in pair if key != left), None)
    if left is None or right is None or not isinstance(pair[left], str):
        raise TypeError(f"{str(pair)[:40]} names no term with its translation")
    return pair[left], pair[right]


def _marks(
    terms: Iterable[tuple[str, object]], path: Path, number: int, *, as_listed: bool = False
) -> tuple[TermMark, ...]:
    """Return the terms of a line; those without a translation demand nothing."""
    marks = []
    for term, target in terms:
        found = _alternatives(target, path, number)
        if not as_listed:
            found = tuple(dict.fromkeys(text for text in found if text.strip()))
        if term.strip() and found:
            marks.append(TermMark(term, term, found))
    return tuple(marks)


def _text_keys(value: Mapping[str, Any]) -> list[str]:
    return [key for key, text in value.items() if isinstance(text, str)]


def _languages(
    value: Mapping[str, Any], source: str | None, target: str | None, path: Path, number: int
) -> tuple[str, str]:
    """Return the keys of the two texts."""
    keys = _text_keys(value)
    left = source or next((key for key in keys if key != target), None)
    right = target or next((key for key in keys if key != left), None)
    if left is None or right is None:
        raise FormatError("holds no two texts", path=path, place=number, cure=CURE)
    return left, right


def _mode(value: Mapping[str, Any], wanted: str | None, path: Path) -> str:
    """Return the name of the dictionary to take."""
    there = [key for key in value if isinstance(value[key], dict)]
    if wanted is None:
        return next((key for key in (*MODES, *there) if key in there), TERMS)
    if there and wanted not in there:
        raise ConfigError(f"{path}: no dictionary {wanted!r}; available: {', '.join(there)}")
    return wanted


def _alternatives(value: object, path: Path, number: int) -> tuple[str, ...]:
    """Return what a term may become: one text, or a list of them."""
    told = value if isinstance(value, list) else [value]
    texts = [text for text in told if isinstance(text, str)]
    if len(texts) < len(told):
        raise FormatError(
            f"{str(value)[:40]!r} is not a translation of a term",
            path=path,
            place=number,
            cure="write a text, or a list of texts",
        )
    return tuple(texts)


# Translations of a system are written: SGML of the shared task of 2021, or lines of text.

FORMATS = ("sgml", "lines")
_EXTENSIONS = {".sgm": "sgml", ".sgml": "sgml", ".txt": "lines"}
_TAKEN = {".jsonl": "JSON lines", ".tsv": "tables"}


def hypothesis_format(path: str | Path, like: str = "lines") -> str:
    """Return the format that a file of translations gets: its extension tells, or the other file.

    Args:
        path: the file to write.
        like: format of the file that the translations come from, where the extension says nothing.

    Raises:
        ConfigError: translations are not written in that format.
    """
    extension = Path(path).suffix.lower()
    name = _EXTENSIONS.get(extension, like)
    if extension in _TAKEN or name not in FORMATS:
        raise ConfigError(
            f"{path}: translations are written as SGML or as lines of text; end the name in .sgm "
            "or .txt"
        )
    return name


def write_hypotheses(
    path: str | Path,
    hypotheses: Hypotheses,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    languages: Sequence[str | None] = (None, None),
) -> None:
    """Write the translations of a system.

    Args:
        path: the file.
        hypotheses: for SGML with the ids of their segments.
        format: one of `FORMATS`; by default what the extension tells, else lines.
        languages: codes of source and target, for the header of SGML.

    Raises:
        ConfigError: unknown format, or SGML without ids.
        FormatError: a translation has a line break, and lines cannot hold it.
        InputError: the file cannot be written.
    """
    name = format or hypothesis_format(path)
    if name == "lines":
        _write_lines(path, hypotheses)
    elif name != "sgml":
        raise ConfigError(describe_unknown("format", name, FORMATS))
    elif hypotheses.ids is None:
        raise ConfigError(f"{path}: SGML needs the ids of the segments")
    else:
        _write_sgml(path, hypotheses, hypotheses.ids, languages)


def _write_lines(path: str | Path, hypotheses: Hypotheses) -> None:
    for number, text in enumerate(hypotheses.texts, 1):
        if "\n" in text or "\r" in text:
            raise FormatError(
                "a translation has several lines", place=f"segment {number}", cure="write SGML"
            )
    with atomic_open(path) as file:
        file.writelines(f"{text}\n" for text in hypotheses.texts)


def _write_sgml(
    path: str | Path,
    hypotheses: Hypotheses,
    ids: Sequence[str],
    languages: Sequence[str | None],
) -> None:
    source, target = (html.escape(each or "any") for each in languages)
    name = html.escape(hypotheses.name)
    with atomic_open(path) as file:
        file.write(f'<tstset srclang="{source}" trglang="{target}">\n')
        file.write(f'<doc sysid="{name}" docid="">\n')
        for each, text in zip(ids, hypotheses.texts, strict=True):
            inner = html.escape(" ".join(text.split()), quote=False)
            file.write(f'<seg id="{html.escape(each)}"> {inner} </seg>\n')
        file.write("</doc>\n</tstset>\n")


# Tables of term occurrences with pseudo-references, as WMT 2025 released them.
#
# Tab-separated, often packed with gzip. After a running number come, for each way of choosing the
# pseudo-reference, the translation of the occurrence (``tgt``, always the same name) and what it is
# compared with (``pseudoref_first`` and so on): names repeat, so that order decides. Cells may hold
# anything but tabs, also quotation marks and nothing.

TRANSLATION = "tgt"
PSEUDO_REFERENCE = "pseudoref_"
_CURE = "give a table with columns tgt and pseudoref_KIND for each kind"

Pairs = tuple[tuple[str, str], ...]


def read_pseudo_references(path: str | Path) -> dict[str, Pairs]:
    """Return, for each kind of pseudo-reference, every occurrence's translation and its own.

    Kinds are named as in the file, without ``pseudoref_``: ``first``, ``frequent``,
    ``predefined``.

    Raises:
        FormatError: no such columns, or a line with other columns than the header; it names the
            line.
        UnsafeFileError: a packed file unpacks to very much.
        InputError: the file cannot be read.
    """
    lines = split_lines(read_text(path))
    header = lines[0].split("\t") if lines else []
    places = _places(header)
    if not places:
        raise FormatError("holds no pseudo-references", path=path, place=1, cure=_CURE)
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise FormatError(
                f"{len(cells)} columns where the header has {len(header)}",
                path=path,
                place=number,
                cure=_CURE,
            )
        rows.append(cells)
    return {
        kind: tuple((cells[place - 1], cells[place]) for cells in rows)
        for kind, place in places.items()
    }


def _places(header: list[str]) -> dict[str, int]:
    """Return the column of each kind; its translation stands before it."""
    return {
        name.removeprefix(PSEUDO_REFERENCE): place
        for place, name in enumerate(header)
        if name.startswith(PSEUDO_REFERENCE) and place and header[place - 1] == TRANSLATION
    }
