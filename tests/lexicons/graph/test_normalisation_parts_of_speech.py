"""Parts of speech of any dictionary by one name."""

from __future__ import annotations

import pytest

from diglot.lexicons.graph.normalisation import (
    APERTIUM,
    SPELLINGS,
    apertium_tag,
    is_known,
    lexinfo_part,
)


@pytest.mark.parametrize(
    ("found", "name"),
    [
        # Apertium's tags, with what follows them
        ("n", "noun"),
        ("n.m.sg", "noun"),
        ("n_m", "noun"),
        ("np.ant.f", "properNoun"),
        ("vblex.sep", "verb"),
        ("vbser", "verb"),
        ("vbmod", "modal"),
        ("cnjcoo", "coordinatingConjunction"),
        ("cnjadv", "subordinatingConjunction"),
        ("prn.itg", "interrogativePronoun"),
        ("prn.tn.p3", "pronoun"),
        ("det.pos", "determiner"),
        ("ij", "interjection"),
        # LexInfo, by name and by address
        ("properNoun", "properNoun"),
        ("lexinfo:properNoun", "properNoun"),
        ("#noun", "noun"),
        ("https://universaldependencies.org/u/pos/NOUN", "noun"),
        ("http://www.lexinfo.net/ontology/2.0/lexinfo#noun", "noun"),
        ("<http://www.lexinfo.net/ontology/3.0/lexinfo#relativePronoun>", "relativePronoun"),
        ("presentParticipleAdjective", "presentParticipleAdjective"),
        # Universal Dependencies
        ("NOUN", "noun"),
        ("PROPN", "properNoun"),
        ("SCONJ", "subordinatingConjunction"),
        ("INTJ", "interjection"),
        ("X", ""),
        # Printed dictionaries and Wiktionary
        ("Noun", "noun"),
        ("s. m.", "noun"),
        ("n m pl", "noun"),
        ("n. prop.", "properNoun"),
        ("Proper noun", "properNoun"),
        ("name", "properNoun"),
        ("v. t.", "verb"),
        ("vt", "verb"),
        ("v.tr. & intr.", "verb"),
        ("Adjectif", "adjective"),
        ("adj. inv.", "adjective"),
        ("prep_phrase", "phrase"),
        ("Substantiv", "noun"),
        ("noun/verb", "noun"),
        ("adj/adv.", "adjective"),
        # WordNet
        ("a", "adjective"),
        ("r", "adverb"),
        # none
        ("", ""),
        ("-", ""),
        ("?", ""),
        ("unknown", ""),
    ],
)
def test_what_dictionaries_write(found: str, name: str) -> None:
    assert lexinfo_part(found) == name
    assert is_known(name)


@pytest.mark.parametrize(
    ("found", "kept"), [("Zirkumposition", "zirkumposition"), ("数詞", "数詞")]
)
def test_an_unknown_part_is_kept_in_small_letters(found: str, kept: str) -> None:
    assert lexinfo_part(found) == kept
    assert not is_known(kept)


def test_no_spelling_has_two_meanings() -> None:
    meanings: dict[str, set[str]] = {}
    for name, spellings in SPELLINGS.items():
        for spelling in spellings.split("|"):
            meanings.setdefault(spelling, set()).add(name)
    assert {each: names for each, names in meanings.items() if len(names) > 1} == {}


@pytest.mark.parametrize("name", sorted({*SPELLINGS, *APERTIUM}))
def test_every_name_stands_for_itself(name: str) -> None:
    assert lexinfo_part(name) == name


@pytest.mark.parametrize(
    ("part", "tag"),
    [
        ("noun", "n"),
        ("properNoun", "np"),
        ("verb", "vblex"),
        ("Adjectif", "adj"),
        ("possessivePronoun", "prn"),
        ("", ""),
        ("idiom", ""),
        ("zirkumposition", ""),
    ],
)
def test_the_tag_of_apertium(part: str, tag: str) -> None:
    assert apertium_tag(part) == tag


@pytest.mark.parametrize("tag", sorted(set(APERTIUM.values())))
def test_tags_of_apertium_come_back(tag: str) -> None:
    assert apertium_tag(lexinfo_part(tag)) == tag
