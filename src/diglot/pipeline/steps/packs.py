"""Language packs built from texts and dictionaries: their words are aligned and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from diglot.errors import ConfigError, InputError
from diglot.options import option, option_record, with_keywords
from diglot.packs.files import read_pack, write_pack
from diglot.packs.pack import Pack, PackSource
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.documents import ProgressCall, code_of
from diglot.pipeline.options import ENCODING, JOBS, SEED, SOURCE_LANGUAGE, TARGET_LANGUAGE
from diglot.pipeline.sentence_pairs import Tokenising
from diglot.pipeline.steps.sentences.evidence import read_lexicon
from diglot.plurals import count_of


@option_record
class PackOptions:
    """Options of ``build_pack``."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    encoding: str | None = ENCODING()
    licence: tuple[str, ...] = option(
        "licence of each file, in their order, as an SPDX identifier; the last one applies to all "
        "further files",
        metavar="ID",
    )
    name: tuple[str, ...] = option(
        "name of the collection that each file comes from, in their order (default: its file name)",
        metavar="NAME",
    )
    version: tuple[str, ...] = option("version of each file, in their order", metavar="TEXT")
    date: str | None = option(
        "date in the record of the pack (default: today)", metavar="YYYY-MM-DD"
    )
    seed: int = SEED()
    jobs: int = JOBS()


def check_pack(options: PackOptions, files: int) -> None:
    """Refuse wrong options before any file is read.

    Raises:
        ConfigError: no licence was named, or more of something than there are files.
    """
    if not options.licence or not all(map(str.strip, options.licence)):
        raise ConfigError(
            "a pack records where its text is from: name the licence with --licence, such as "
            "--licence CC0-1.0, or --licence LicenseRef-private for text that stays with you"
        )
    for what in ("licence", "name", "version"):
        given = getattr(options, what)
        if len(given) > files:
            raise ConfigError(f"--{what} is given {len(given)} times for {count_of(files, 'file')}")


LONGEST = 120
"""Texts with more words are left out: what links them is mostly chance."""

COPIED = 0.6
"""A translation of which so many words stand in its source is most likely none."""


@dataclass(frozen=True, slots=True)
class PackText:
    """Bilingual text for a pack."""

    source: PackSource
    pairs: Iterable[tuple[str, str]]


@with_keywords(PackOptions)
def build_pack(files: Sequence[str | Path], output: str | Path, options: PackOptions) -> Pack:
    """Build a language pack from bilingual files.

    Args:
        files: memories, tables, dictionaries, termbases.
        output: the file to write.
        options: fields of `PackOptions`, given by keyword, such as ``licence=("CC0-1.0",)``.

    Raises:
        InputError: a file cannot be read or written, or holds no pair of these languages.
        ConfigError: an option is wrong.
    """
    return build_from_files([Path(file) for file in files], Path(output), options=options)


def build_from_files(
    files: Sequence[Path],
    output: Path,
    *,
    options: PackOptions,
    progress: ProgressCall | None = None,
) -> Pack:
    """Build a language pack from bilingual files; see `build_pack`."""
    check_pack(options, len(files))
    if not options.source_language or not options.target_language:
        raise ConfigError("name both languages of the pack, as in -s en -t hu")
    languages = code_of(options.source_language), code_of(options.target_language)
    if languages[0] == languages[1]:
        raise ConfigError("a pack joins two languages, and -s and -t name the same one")
    texts = []
    for number, path in enumerate(files):
        pairs = [(one, other) for one, other, _ in read_lexicon(path, languages=languages)]
        record = PackSource(
            name=_given(options.name, number) or path.name,
            licence=options.licence[min(number, len(options.licence) - 1)],
            version=_given(options.version, number) or "",
            pairs=len(pairs),
        )
        texts.append(PackText(record, pairs))
    pack = count_words(
        texts,
        languages,
        made=_day(options.date),
        seed=options.seed,
        jobs=options.jobs,
        progress=progress,
    )
    write_pack(output, pack)
    return read_pack(output)


def count_words(
    texts: Iterable[PackText],
    languages: tuple[str, str],
    *,
    made: str,
    seed: int = 0,
    jobs: int = 1,
    progress: ProgressCall | None = None,
) -> Pack:
    """Align the words of texts and count their links, for a record made at a date.

    Equal pairs count once, pairs that are no translation not at all.

    Raises:
        InputError: no pair is left.
    """
    from diglot.words import align
    from diglot.words.corpus import encode
    from diglot.words.recutting import pack_of_model

    with words_by_packs(()):
        how = Tokenising(languages)
    cut: list[tuple[list[str], list[str]]] = []
    sources = []
    seen: set[tuple[str, str]] = set()
    for text in texts:
        fresh = (pair for pair in text.pairs if pair not in seen and not seen.add(pair))  # type: ignore[func-returns-value]
        before = len(cut)
        cut.extend(
            _translated(
                how.tokens((" ".join(one.split()), " ".join(other.split())) for one, other in fresh)
            )
        )
        if len(cut) > before:
            sources.append(
                PackSource(
                    text.source.name, text.source.licence, text.source.version, len(cut) - before
                )
            )
    if not cut:
        raise InputError("no pair of texts in these languages", cure="check -s and -t")
    alignment = align(encode(cut), seed=seed, jobs=jobs, progress=progress)
    if alignment.model is None:
        raise ConfigError(f"the method {alignment.method} counts no links")
    return pack_of_model(
        alignment.model, languages, tokenisers=how.tokenisers, sources=tuple(sources), made=made
    )


def _translated(
    pairs: Iterator[tuple[list[str], list[str]]],
) -> Iterator[tuple[list[str], list[str]]]:
    """Leave out pairs that are too long, empty, or left in the source language."""
    for one, other in pairs:
        if not one or not other or max(len(one), len(other)) > LONGEST:
            continue
        words = [word for word in other if word.isalpha()]
        known = {word.lower() for word in one}
        if one == other or (
            len(words) > 2 and sum(word.lower() in known for word in words) > COPIED * len(words)
        ):
            continue
        yield one, other


def _given(values: tuple[str, ...], number: int) -> str | None:
    return values[number] if number < len(values) else None


def _day(given: str | None) -> str:
    if given is None:
        return datetime.now(UTC).date().isoformat()
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError as error:
        raise ConfigError(f"--date is {given!r}, but must be a day such as 2026-01-31") from error
