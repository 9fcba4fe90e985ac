"""The page of a build, made of what the build keeps in its folder."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError
from diglot.pipeline import BuildOptions, build_files
from diglot.report.build.build_page import BuildContent, write_build_page

if TYPE_CHECKING:
    from diglot.pipeline import Build

_HOLDS = {
    "bitext.tmx": "translation memory",
    "termbase.tbx": "termbase",
    "terms.xlsx": "terms to review in a spreadsheet",
}


def build(
    source: str | Path,
    target: str | Path | None = None,
    *,
    out: str | Path,
    report: bool = True,
    **options: Any,
) -> Build:
    """Make a memory, a termbase, a workbook and a page of texts in two languages.

    Args:
        source: file or folder; without ``target`` a bitext (a memory, a table), or a folder of
            bitexts.
        target: its translation: a file, or a folder whose files have the same names.
        out: folder of the results; what it holds of an earlier build is used again.
        report: write the page to read, too.
        options: fields of `BuildOptions` by name, such as ``min_frequency=3``.

    Returns:
        What was built; its values are read from the folder when they are asked for.

    Raises:
        InputError: a file cannot be read or written, or holds nothing to align.
        ConfigError: an option is unknown or wrong, or another build is at work in the folder.
    """
    known = {field.name for field in dataclasses.fields(BuildOptions)}
    if unknown := sorted(set(options) - known):
        raise ConfigError(f"unknown option {unknown[0]!r}; known are: {', '.join(sorted(known))}")
    return build_files(
        Path(source),
        None if target is None else Path(target),
        out=Path(out),
        options=BuildOptions(**options),
        page=write_built_page if report else None,
    )


def write_built_page(path: Path, build: Build) -> None:
    """Write the page to read of a build.

    Raises:
        InputError: the file cannot be written.
    """
    bitexts, pairs, words, terms = (
        build.sentences.value,
        build.pairs.value,
        build.words.value,
        build.terms.value,
    )
    signatures = [("words", words.signature), ("terms", terms.signature)]
    if made := bitexts[0].signature:
        signatures.insert(0, ("sentences", made))
    write_build_page(
        path,
        BuildContent(
            bitexts=bitexts,
            languages=(bitexts[0].source.language, bitexts[0].target.language),
            termbase=terms.termbase,
            term_pairs=terms.pairs,
            word_links=words.sure(),
            tokens=pairs.words(),
            confidence=words.confidence,
            signatures=signatures,
            notes=build.manifest.notes,
            files=[
                (each.file, _HOLDS[each.file])
                for each in build.manifest.outputs
                if each.file in _HOLDS
            ],
        ),
    )
