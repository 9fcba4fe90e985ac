"""Word links for a check: the aligner's, or those of a file."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.consistency.matching.encoding import Forms, encode
from diglot.errors import FormatError
from diglot.pipeline.steps.checking.links import GivenLinks, Linker, corpus_of
from diglot.words.corpus import LONGEST
from diglot.words.corpus import encode as encode_words

TEXTS = [("A cat", "Un chat"), ("", "x"), ("a " * (LONGEST + 1), "b"), ("The CAT", "Le chat")]


def sides_of(texts):
    forms = Forms("en"), Forms("fr")
    sides = tuple(encode((pair[k] for pair in texts), forms[k]) for k in (0, 1))
    return sides, tuple(each.written for each in forms)


def test_a_corpus_is_that_of_the_aligner_itself():
    sides, written = sides_of(TEXTS)
    found = corpus_of(sides, written)
    usual = encode_words((one.split(), other.split()) for one, other in TEXTS)
    assert found.skipped == usual.skipped == {"empty": [1], "long": [2]}
    for side in ("source", "target"):
        assert (
            getattr(found, f"{side}_offsets").tolist() == getattr(usual, f"{side}_offsets").tolist()
        )
        words = getattr(found, f"{side}_vocabulary").words
        others = getattr(usual, f"{side}_vocabulary").words
        assert [words[n] for n in getattr(found, side)] == [others[n] for n in getattr(usual, side)]


def test_links_of_a_file_are_those_of_the_chosen_units(tmp_path):
    path = tmp_path / "t.pharaoh"
    path.write_text("0-0 1-1:0.5\n\n0-0\n1-0\n")
    sides, _ = sides_of([("a b", "c d"), ("e f", "g")])
    given = GivenLinks(path)
    given.check(4)
    found = given.links(sides, [0, 3])
    assert found.offsets.tolist() == [0, 2, 3]
    assert list(zip(found.source.tolist(), found.target.tolist(), strict=True)) == [
        (0, 0),
        (1, 1),
        (1, 0),
    ]


def test_links_of_another_file_are_refused(tmp_path):
    path = tmp_path / "t.pharaoh"
    path.write_text("0-0 5-1\n")
    sides, _ = sides_of([("a b", "c d")])
    with pytest.raises(FormatError, match="line 1: links a word that the unit does not have"):
        GivenLinks(path).links(sides, [0])
    with pytest.raises(FormatError, match="links of 1 units, but the translation has 2"):
        GivenLinks(path).check(2)


def test_nothing_to_align_gives_no_links():
    sides, written = sides_of([("", "x"), ("y", "")])
    found = Linker().links(sides, written)
    assert found.offsets.tolist() == [0, 0, 0]
    assert len(found.probability) == 0


@pytest.mark.slow
def test_a_block_is_aligned_with_what_the_one_before_taught():
    texts = [("the cat sleeps", "le chat dort"), ("the dog eats", "le chien mange")] * 20
    sides, written = sides_of(texts)
    linker = Linker()
    linker.links(sides, written, last=False)
    sides, written = sides_of([("the cat eats", "le chat mange")])
    found = linker.links(sides, written)
    best = {
        int(s): int(t)
        for s, t, p in zip(found.source, found.target, found.probability, strict=True)
        if p > 0.5
    }
    assert best == {0: 0, 1: 1, 2: 2}
    assert found.probability.dtype == np.float32
