"""Candidates of sentence pairs, as the languages write their terms."""

from __future__ import annotations

from diglot.model import Bitext, Document, Link, Segment
from diglot.pipeline.steps.terms.options import TermOptions
from diglot.pipeline.steps.terms.parallel import candidates_of
from diglot.pipeline.stored.pairs import pairs_of


def bitext(source: str, target: str) -> Bitext:
    sides = [
        Document(each, name=name, segments=(Segment(0, len(each), 0),))
        for name, each in (("one", source), ("other", target))
    ]
    return Bitext(sides[0], sides[1], (Link((0,), (0,)),))


def candidates(texts: list[tuple[str, str]], language: str) -> set[str]:
    pairs = pairs_of([bitext(*both) for both in texts], ("en", language))
    found = candidates_of(pairs, TermOptions())[1]
    return {found.text(number) for number in range(len(found))}


def targets(text: str, language: str) -> set[str]:
    return candidates([("increase indent", text)], language)


def test_particles_and_endings_of_verbs_stand_in_japanese_terms() -> None:
    found = targets("変更を行う", "ja")
    assert "変更を行う" in found
    assert not any(each.startswith(("を", "う")) or each.endswith("を") for each in found)


def test_elsewhere_function_words_part_terms() -> None:
    assert "augmenter pour" not in targets("augmenter pour le retrait", "fr")


COPY = "The build dependency of the source tree is listed here"
TRANSLATED = ("A dependency is listed in the control file", "In control stehen Abhängigkeiten")


def test_sentences_that_were_not_translated_hold_no_terms() -> None:
    found = candidates([(COPY, COPY), TRANSLATED], "de")
    assert ("source tree" in found, "abhängigkeiten" in found) == (False, True)
    # A name is kept.
    assert "debian project" in candidates([("Debian Project", "Debian Project"), TRANSLATED], "de")


def test_articles_stand_inside_behind_a_preposition_only() -> None:
    found = targets("sélectionner le style à la fin de la ligne", "fr")
    assert "fin de la ligne" in found
    assert not any(each.startswith("sélectionner le") for each in found)
    assert "ende der zeile" in targets("Am Ende der Zeile", "de")
