"""Paragraph files: numbers for segments, and what is said when they do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diglot.errors import InputError
from diglot.pipeline.file_pairs import Pair, pair_files
from diglot.pipeline.steps.sentences.alignment import align_files
from diglot.pipeline.steps.sentences.options import AlignOptions

if TYPE_CHECKING:
    from pathlib import Path


def _pair(folder: Path, paragraphs: str) -> tuple[list[Pair], AlignOptions]:
    (folder / "a.en").write_text("One house.\nTwo trees.\nA third line.\n", "utf-8")
    (folder / "a.fr").write_text("Une maison.\nDeux arbres.\nUne autre ligne.\n", "utf-8")
    (folder / "a.par").write_text(paragraphs, "utf-8")
    options = AlignOptions(
        source_language="en", target_language="fr", segmented=True, par_source=folder / "a.par"
    )
    return pair_files(folder / "a.en", folder / "a.fr"), options


def test_segments_with_one_number_become_one_block(tmp_path: Path) -> None:
    pairs, options = _pair(tmp_path, "7\n7\n8\n")
    source = align_files(pairs, options=options)[0].source
    assert [segment.paragraph for segment in source.segments] == [0, 0, 1]
    assert [source.text[block.start : block.end] for block in source.blocks] == [
        "One house.\nTwo trees.",
        "A third line.",
    ]


def test_a_file_with_too_few_lines_is_refused(tmp_path: Path) -> None:
    pairs, options = _pair(tmp_path, "1\n1\n")
    with pytest.raises(InputError, match=r"a\.par: has 2 lines, but the text has 3 segments"):
        align_files(pairs, options=options)


def test_a_line_that_is_no_number_is_named(tmp_path: Path) -> None:
    pairs, options = _pair(tmp_path, "1\nx\n2\n")
    with pytest.raises(InputError, match=r"a\.par, line 2: 'x' is not a paragraph number"):
        align_files(pairs, options=options)
