"""Candidates of sentence pairs, as the languages write their terms."""

from __future__ import annotations

from diglot.model import Bitext, Document, Link, Segment
from diglot.pipeline.steps.terms.options import TermOptions
from diglot.pipeline.steps.terms.parallel import candidates_of
from diglot.pipeline.stored.pairs import pairs_of


def targets(text: str, language: str) -> set[str]:
    sides = [
        Document(each, name=name, segments=(Segment(0, len(each), 0),))
        for name, each in (("one", "increase indent"), ("other", text))
    ]
    pairs = pairs_of([Bitext(*sides, (Link((0,), (0,)),))], ("en", language))
    found = candidates_of(pairs, TermOptions())[1]
    return {found.text(number) for number in range(len(found))}


def test_particles_and_endings_of_verbs_stand_in_japanese_terms() -> None:
    found = targets("変更を行う", "ja")
    assert "変更を行う" in found
    assert not any(each.startswith(("を", "う")) or each.endswith("を") for each in found)


def test_elsewhere_function_words_part_terms() -> None:
    assert "augmenter pour" not in targets("augmenter pour le retrait", "fr")
