"""The page of a build, made of what the build keeps in its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.report.build_page import BuildContent, write_build_page

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.pipeline import Build

_HOLDS = {
    "bitext.tmx": "translation memory",
    "termbase.tbx": "termbase",
    "terms.xlsx": "terms to review in a spreadsheet",
}


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
