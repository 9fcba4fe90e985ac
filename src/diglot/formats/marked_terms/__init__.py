"""Test sets with terms marked in their segments, as shared tasks publish them.

A file enters for reading, or an `AnnotatedSet` for writing. An `AnnotatedSet` or the outputs of
systems leave, or files with a list of what they could not carry.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import RIGHT_FILE, ConfigError, FormatError
from diglot.files.lines import stream_lines
from diglot.formats.blocks import Skips
from diglot.formats.registry import (
    MARKED_TERMS,
    UNITS,
    Format,
    extensions_of,
    find_format,
    formats_of,
)
from diglot.formats.units import read_units
from diglot.model import AnnotatedSegment, AnnotatedSet, Hypotheses
from diglot.plurals import count_of
from diglot.text.languages import UNDETERMINED, primary_subtag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.model import Skipped, TermMark, Unit, Variant


def set_format(path: str | Path, format: str | None = None) -> Format:  # noqa: A002 - users' word
    """Return the format of a test set: its extension tells, and its first line.

    Args:
        path: the file.
        format: the name of a format of marked terms or of translation units, or ``units`` for any
            of the latter.

    Raises:
        ConfigError: there is no such format.
        InputError: the file cannot be read.
    """
    if format == "units":
        return find_format(path, UNITS, look=True)
    if format is None and Path(path).suffix.lower() not in extensions_of(MARKED_TERMS, UNITS):
        format = "lines"  # noqa: A001 - users' word
    return find_format(path, MARKED_TERMS, UNITS, format=format, look=True)


def read_annotated_set(
    source: str | Path,
    reference: str | Path | None = None,
    *,
    terms: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the word users type
    mode: str | None = None,
    encoding: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
    keep_rejected: bool = False,
) -> AnnotatedSet:
    """Read a test set with marked terms; one of plain texts has no marks.

    Args:
        source: file with the source segments, or with both sides: ``.sgm`` (shared task of 2021),
            ``.jsonl`` (our own, or the shared task of 2025), ``.tsv`` (our own), a file of
            translation units, or lines of text.
        reference: file with the reference translations of ``.sgm`` and of lines of text.
        terms: file of the shared task of 2023 with the terms of every line of text.
        format: a name as of `set_format`, where file name and first line do not tell it.
        mode: which dictionary of a file of 2025 to take: ``proper``, ``random`` or ``noterm``.
        encoding: where the files are not Unicode.
        source_language: code; by default what the files say.
        target_language: the same of the reference.
        keep_rejected: keep the marks that a person said no to.

    Raises:
        InputError: a file cannot be read as such, or two files do not fit each other.
        ConfigError: an option does not suit the format.
    """
    source, reference = Path(source), None if reference is None else Path(reference)
    record = set_format(source, format)
    name = record.name if record.kind == MARKED_TERMS else "units"
    languages = {"source_language": source_language, "target_language": target_language}
    if reference is not None and name not in {"sgml", "lines"}:
        raise ConfigError(f"{source} holds both sides: name no reference file beside it")
    if terms is not None and name != "lines":
        raise ConfigError(f"{source} says its terms itself: name no file of terms beside it")
    if mode is not None and name != "wmt25":
        raise ConfigError(f"{source} has no dictionaries to choose {mode!r} from")
    if name == "sgml":
        from diglot.formats.marked_terms import sgml

        return sgml.read_annotated_set(source, reference, encoding=encoding, **languages)
    if name == "wmt25":
        from diglot.formats.marked_terms.shared_tasks import read_dictionaries

        return read_dictionaries(
            source,
            mode=mode,
            encoding=encoding,
            source_language=source_language,
            target_language=target_language,
        )
    if name in {"jsonl", "tsv"}:
        from diglot.formats.judgements.answers import Reading

        reading = Reading(encoding=encoding, keep_rejected=keep_rejected, **languages)
        read: AnnotatedSet = record.load().read_annotated_set(source, reading)
        return read
    if name == "units":
        return _of_units(source, record, encoding, source_language, target_language)
    found = _of_lines(source, reference, encoding, source_language, target_language)
    return found if terms is None else _with_terms(found, source, Path(terms), encoding)


def read_hypotheses(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    target_language: str | None = None,
    encoding: str | None = None,
) -> Hypotheses:
    """Read the translations of a system: SGML, JSON lines of the task of 2025, or lines of text.

    Args:
        path: the file.
        format: ``sgml``, ``wmt25``, ``lines`` or ``units``, where the file does not tell it.
        target_language: of the translations, where the file holds several languages.
        encoding: where the file is not Unicode.

    Raises:
        InputError: the file cannot be read as such.
        ConfigError: there is no such format.
    """
    path = Path(path)
    record = set_format(path, format)
    name = record.name if record.kind == MARKED_TERMS else "units"
    if name == "sgml":
        from diglot.formats.marked_terms import sgml

        return sgml.read_hypotheses(path, encoding=encoding)
    if name == "wmt25":
        from diglot.formats.marked_terms.shared_tasks import read_submission

        return read_submission(path, target_language=target_language, encoding=encoding)
    if name in {"jsonl", "tsv"}:
        raise ConfigError(f"{path} is a test set with its reference, not a translation by a system")
    if name == "units":
        found = _of_units(path, record, encoding, None, target_language)
        return Hypotheses(
            tuple(segment.reference or "" for segment in found.segments), None, path.stem
        )
    return Hypotheses(tuple(stream_lines(path, encoding=encoding)), None, path.stem)


def texts_for(
    annotated: AnnotatedSet, hypotheses: Hypotheses, path: str | Path | None = None
) -> tuple[str, ...]:
    """Return the translation of every segment of a test set, by id where there are ids.

    Args:
        annotated: the test set.
        hypotheses: what a system made of it.
        path: file of the hypotheses, for errors.

    Raises:
        FormatError: segments lack a translation, or translations a segment.
    """
    wanted = [segment.id for segment in annotated.segments]
    if hypotheses.ids is None:
        if len(hypotheses.texts) != len(wanted):
            raise FormatError(
                f"holds {len(hypotheses.texts)} translations for {len(wanted)} segments",
                path=path,
                cure="name the translation of this test set, one segment per line",
            )
        return hypotheses.texts
    texts = dict(zip(hypotheses.ids, hypotheses.texts, strict=True))
    lacking = [each for each in wanted if each not in texts]
    beyond = set(texts).difference(wanted)
    if lacking:
        fault = f"lacks {len(lacking)} of {len(wanted)} segments, such as {lacking[0]!r}"
    elif beyond:
        fault = f"holds {len(beyond)} segments that are not asked for, such as {min(beyond)!r}"
    else:
        return tuple(texts[each] for each in wanted)
    raise FormatError(fault, path=path, cure="name the translation of this test set")


def write_annotated_set(
    path: str | Path,
    annotated: AnnotatedSet,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
) -> tuple[tuple[Path, ...], tuple[Skipped, ...]]:
    """Write a test set with marked terms; return the files, and what they could not carry.

    Args:
        path: the file; ``set.sgm`` becomes ``set.en.sgm`` and ``set.fr.sgm``.
        annotated: the test set.
        format: ``sgml``, ``jsonl`` or ``tsv``, where the extension does not tell it.

    Raises:
        InputError: a file cannot be written.
        ConfigError: test sets are not written in that format.
    """
    path = Path(path)
    able = {each.name: each for each in formats_of(MARKED_TERMS, writes=True)}
    told = extensions_of(MARKED_TERMS, writes=True).get(path.suffix.lower())
    record = able.get(format or "") if format or told is None else told
    if record is None:
        raise ConfigError(
            f"{path}: test sets with marked terms are written as {', '.join(able)}; end the name "
            "in .sgm, .jsonl or .tsv"
        )
    if record.name == "sgml":
        from diglot.formats.marked_terms.sgml import write_sgml

        pair = sgml_paths(path, annotated)
        has_reference = any(segment.reference is not None for segment in annotated.segments)
        lost = write_sgml(pair[0], pair[1] if has_reference else None, annotated)
        return (pair if has_reference else pair[:1]), lost
    record.call("write", path, annotated)
    return (path,), ()


def sgml_paths(path: Path, annotated: AnnotatedSet) -> tuple[Path, Path]:
    """Return the names of the two files of a test set in SGML."""
    one, other = annotated.source_language or "source", annotated.target_language or "reference"
    if one == other:
        one, other = "source", "reference"
    return path.with_suffix(f".{one}{path.suffix}"), path.with_suffix(f".{other}{path.suffix}")


def _of_lines(
    source: Path,
    reference: Path | None,
    encoding: str | None,
    source_language: str | None,
    target_language: str | None,
) -> AnnotatedSet:
    if reference is None:
        texts = ((line, None) for line in stream_lines(source, encoding=encoding))
        segments = tuple(_numbered(texts))
    else:
        units = read_units(
            source,
            format="moses",
            encoding=encoding,
            target=reference,
            languages=(source_language or UNDETERMINED, target_language or UNDETERMINED),
        )
        segments = tuple(
            _numbered((unit.variants[0].text, unit.variants[1].text) for unit in units)
        )
    if not segments:
        raise FormatError("is empty", path=source, cure=RIGHT_FILE)
    return AnnotatedSet(segments, source_language, target_language, source.stem)


def _numbered(texts: Iterator[tuple[str, str | None]]) -> Iterator[AnnotatedSegment]:
    for number, (source, reference) in enumerate(texts, 1):
        yield AnnotatedSegment(str(number), source, reference)


def _with_terms(
    found: AnnotatedSet, source: Path, terms: Path, encoding: str | None
) -> AnnotatedSet:
    """Return a test set of lines with the terms that a file of 2023 has for each."""
    from diglot.formats.marked_terms.shared_tasks import read_term_lists

    marks: Sequence[tuple[TermMark, ...]] = tuple(
        read_term_lists(
            terms,
            encoding=encoding,
            source_language=found.source_language,
            target_language=found.target_language,
        )
    )
    if len(marks) != len(found.segments):
        raise FormatError(
            f"has {count_of(len(marks), 'line')}, {source} has {len(found.segments)}",
            path=terms,
            cure="name files whose lines belong together",
        )
    segments = tuple(
        replace(segment, terms=each) for segment, each in zip(found.segments, marks, strict=True)
    )
    return replace(found, segments=segments)


def _of_units(
    path: Path,
    record: Format,
    encoding: str | None,
    source_language: str | None,
    target_language: str | None,
) -> AnnotatedSet:
    """Return translation units as a test set without marks."""
    skips = Skips()
    segments: list[AnnotatedSegment] = []
    seen: set[str] = set()
    units = read_units(path, format=record, encoding=encoding, skips=skips)
    for number, unit in enumerate(units, 1):
        left = _variant(unit, source_language, None)
        right = _variant(unit, target_language, left)
        if left is None or right is None:
            skips.add("unit without both languages", unit.id or "")
            continue
        source_language = source_language or left.language
        target_language = target_language or right.language
        identifier = unit.id if unit.id and unit.id not in seen else str(number)
        while identifier in seen:
            identifier += "'"
        seen.add(identifier)
        segments.append(AnnotatedSegment(identifier, left.text, right.text, document=unit.document))
    if not segments:
        raise FormatError(
            "holds no unit with both languages",
            path=path,
            cure="name the two languages that the file has",
        )
    return AnnotatedSet(
        tuple(segments),
        None if source_language == UNDETERMINED else source_language,
        None if target_language == UNDETERMINED else target_language,
        path.stem,
        tuple(map(str, skips.entries())),
    )


def _variant(unit: Unit, language: str | None, other: Variant | None) -> Variant | None:
    """Return the variant in a language; without one the first that is not the other."""
    rest = [each for each in unit.variants if each is not other]
    if language is None or language == UNDETERMINED:
        return next(iter(rest), None)
    exact = (each for each in rest if each.language.lower() == language.lower())
    near = (each for each in rest if primary_subtag(each.language) == primary_subtag(language))
    untold = (each for each in rest if each.language == UNDETERMINED)
    return next(exact, None) or next(near, None) or next(untold, None)
