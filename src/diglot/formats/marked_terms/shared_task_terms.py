"""Test sets of the shared tasks on terminology of 2023 and 2025: dictionaries beside the text.

A dictionary says which term must become what, not where: its marks have no places.

Reference: Semenov, Zouhar, Kocmi, Zhang, Zhou and Jiang 2023, Findings of the WMT 2023 Shared Task
on Machine Translation with Terminologies; the shared task of WMT 2025 for its successor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, FormatError
from diglot.files.text import stream_lines
from diglot.formats.judgements.annotated import loaded
from diglot.model import AnnotatedSegment, AnnotatedSet, Hypotheses, TermMark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

TERMS = "terms"  # the dictionary that a submission was made with
MODES = ("proper", TERMS)  # of those that a file has, the first is taken
CURE = 'write a line such as {"en": "text", "de": "Text", "proper": {"text": "Text"}}'
LIST_CURE = 'write a list a line, such as [{"en": "virus", "de": "Virus"}], [] where no term is'


def read_dictionaries(
    path: Path,
    *,
    mode: str | None = None,
    encoding: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
) -> AnnotatedSet:
    """Read a file of the task of 2025: a segment or a document a line, with its dictionaries.

    Args:
        path: the file.
        mode: which dictionary to take, such as ``proper``; by default the first that there is.
        encoding: where it is not Unicode.
        source_language: code; by default the first key that holds a text.
        target_language: the same of the reference; by default the second such key.

    Raises:
        InputError: the file cannot be read as such.
        ConfigError: there is no dictionary of that name.
    """
    segments: list[AnnotatedSegment] = []
    for number, value in _objects(path, encoding):
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
        marks = _marks(dictionary.items(), path, number)
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
    for number, value in _objects(path, encoding):
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
            terms = [_pair(pair, source_language, target_language) for pair in _list(loaded(line))]
        except (ValueError, TypeError, RecursionError) as error:
            raise FormatError(
                f"is no list of terms ({error})", path=path, place=number, cure=LIST_CURE
            ) from error
        yield _marks(terms, path, number)


def is_dictionaries(line: str) -> bool:
    """Tell from a line whether it is one of the task of 2025, or of one of its submissions."""
    try:
        value = loaded(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and len(_text_keys(value)) >= 2 and "source" not in value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{str(value)[:40]!r} is no list")
    return value


def _pair(pair: object, source: str | None, target: str | None) -> tuple[str, object]:
    """Return a term and its translation, by their languages or by their order."""
    if not isinstance(pair, dict):
        raise TypeError(f"{str(pair)[:40]} is no pair")
    left = source if source in pair else next((key for key in pair if key != target), None)
    right = target if target in pair else next((key for key in pair if key != left), None)
    if left is None or right is None or not isinstance(pair[left], str):
        raise TypeError(f"{str(pair)[:40]} names no term with its translation")
    return pair[left], pair[right]


def _marks(terms: Iterable[tuple[str, object]], path: Path, number: int) -> tuple[TermMark, ...]:
    """Return the terms of a line; those without a translation demand nothing."""
    marks = (TermMark(term, term, _alternatives(target, path, number)) for term, target in terms)
    return tuple(mark for mark in marks if mark.source.strip() and mark.alternatives)


def _objects(path: Path, encoding: str | None) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        if not line.strip():
            continue
        try:
            value = loaded(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(
                f"is no JSON ({error})", path=path, place=number, cure=CURE
            ) from error
        if not isinstance(value, dict):
            raise FormatError("is no JSON object", path=path, place=number, cure=CURE)
        yield number, value


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
        raise ConfigError(
            f"{path}: there is no dictionary {wanted!r}; there are {', '.join(there)}"
        )
    return wanted


def _alternatives(value: object, path: Path, number: int) -> tuple[str, ...]:
    """Return what a term may become: one text, or a list of them."""
    told = value if isinstance(value, list) else [value]
    texts = [text for text in told if isinstance(text, str)]
    if len(texts) < len(told):
        raise FormatError(
            f"{str(value)[:40]!r} is no translation of a term",
            path=path,
            place=number,
            cure="write a text, or a list of texts",
        )
    return tuple(dict.fromkeys(text for text in texts if text.strip()))
