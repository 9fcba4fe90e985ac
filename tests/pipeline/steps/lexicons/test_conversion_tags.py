"""Parts of speech of LexInfo become tags where a format has its own."""

from __future__ import annotations

from pathlib import Path

from diglot.formats import read_lexicon
from diglot.model import Lexicon, Translation
from diglot.pipeline.steps.lexicons.conversion import write_lexicon

FOUND = (
    Translation("dog", "perro", "en", "es", "noun", "noun", score=0.5),
    Translation("Rome", "Roma", "en", "es", "properNoun", None),
    Translation("be", "ser", "en", "es", "vbser", "verb"),
)


def parts(path: Path) -> list[tuple[str | None, str | None]]:
    return [(each.source_pos, each.target_pos) for each in read_lexicon(path).translations]


def test_a_draft_for_apertium_has_its_tags(tmp_path: Path) -> None:
    path = tmp_path / "en-es.dix"
    assert write_lexicon(path, Lexicon(FOUND)) == 3
    assert parts(path) == [("n", "n"), ("np", "np"), ("vbser", "vblex")]


def test_other_formats_keep_parts_of_speech_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "en-es.csv"
    write_lexicon(path, Lexicon(FOUND))
    assert parts(path) == [("noun", "noun"), ("properNoun", None), ("vbser", "verb")]
