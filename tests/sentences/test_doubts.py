"""What speaks against links whose place in the text is certain."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.learning.encoders.vectors import TextVectors
from diglot.model import Bitext
from diglot.sentences import Evidence, align
from diglot.sentences import learn as learn_texts
from diglot.sentences.corpus import Texts, encode
from diglot.sentences.doubts import CROSSED, NAMES, OTHER, PARTLY, Judge, shipped_judges
from diglot.sentences.evidence.lexicon import held_out_ratios, learn
from diglot.sentences.link_types import link_types
from diglot.sentences.values import Path
from tests.sentences.texts import Language, Parallel, aligned, document

REPLACED = (10, 30)


def damaged(text: Parallel, *, foreign: bool = False) -> Parallel:
    """The text with two translations replaced by other sentences, of either language."""
    target = list(text.target)
    for number in REPLACED:
        target[number] = (text.source if foreign else text.target)[number + 25]
    return Parallel(text.source, target, text.links)


def remarked(bitext: Bitext) -> dict[int, tuple[str, ...]]:
    """Reasons of one-to-one links by their source sentence."""
    return {link.source[0]: link.reasons for link in bitext.links if link.reasons and link.source}


def looked_at(bitext: Bitext) -> set[int]:
    """Source sentences of links that are doubtful or have one side only."""
    return {i for link in bitext.links for i in link.source if link.reasons or link.is_null}


def vectors(text: Parallel) -> Evidence:
    """Vectors that are near each other where sentences were translations before the damage."""
    rng = np.random.default_rng(5)
    meaning = rng.normal(size=(len(text.source), 32))
    theirs = meaning.copy()
    for number in REPLACED:
        theirs[number] = meaning[number + 25]
    sides = [side + rng.normal(0.0, 0.2, side.shape) for side in (meaning, theirs)]
    ours, other = (
        TextVectors((side / np.linalg.norm(side, axis=1, keepdims=True)).astype(np.float32))
        for side in sides
    )
    return Evidence(source_vectors=ours, target_vectors=other)


TEXT = Language(3, words=150).text(80, words=(7, 16))


def test_a_translation_that_was_replaced_is_looked_at_though_its_place_is_certain() -> None:
    text = damaged(TEXT)
    bitext = aligned(text.source, text.target)
    assert set(REPLACED) <= looked_at(bitext)
    assert len(looked_at(bitext)) <= 5


def test_it_is_looked_at_though_texts_with_it_taught_what_they_are_aligned_by() -> None:
    language = Language(3)
    texts = [damaged(language.text(60, words=(7, 16))) for _ in range(4)]
    pairs = [(document(each.source), document(each.target)) for each in texts]
    found = align(pairs, learned=learn_texts(pairs))
    assert sum(len(looked_at(bitext) & set(REPLACED)) for bitext in found) == 8
    assert sum(len(looked_at(bitext)) for bitext in found) <= 12


def test_vectors_tell_a_replaced_translation_too() -> None:
    text = damaged(TEXT)
    pair = document(text.source), document(text.target)
    (bitext,) = align([pair], evidence=[vectors(text)])
    assert set(REPLACED) <= looked_at(bitext)
    assert len(looked_at(bitext)) <= 5


def test_a_link_of_two_sentences_in_each_others_place_says_so() -> None:
    target = list(TEXT.target)
    target[20:22] = target[21:19:-1]
    bitext = aligned(TEXT.source, target)
    assert [link.reasons for link in bitext.links if 20 in link.source] == [(CROSSED,)]
    assert remarked(aligned(TEXT.source, TEXT.target)) == {}


def test_a_sentence_of_the_other_language_is_named() -> None:
    text = damaged(TEXT, foreign=True)
    bitext = aligned(text.source, text.target)
    for number in REPLACED:
        (link,) = [link for link in bitext.links if number in link.target]
        assert link.is_null or "language of the target unexpected" in link.reasons
    mirrored = aligned(text.target, text.source)
    for number in REPLACED:
        (link,) = [link for link in mirrored.links if number in link.source]
        assert link.is_null or "language of the source unexpected" in link.reasons


def test_texts_without_words_raise_no_doubt() -> None:
    (bitext,) = align([(document(["1.", "2.", "3."]), document(["1.", "2.", "3."]))])
    assert not {OTHER, PARTLY} & {reason for link in bitext.links for reason in link.reasons}


@pytest.mark.parametrize("many", [20, 1000])
def test_a_link_teaches_nothing_of_the_words_that_judge_it(
    monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr("diglot.sentences.evidence.lexicon.MANY_LINKS", many)
    # Both witnesses of mak stand in the first five links, which are judged by the other ones.
    source = ["mak", "mak mak", "gul", "gul", "gul", *["bod", "gul"] * 10]
    target = ["nep", "nep nep", "rus", "rus", "rus", *["kat", "rus"] * 10]
    corpus = encode([Texts(source, target)])
    ends = np.arange(1, 26)
    types = link_types(1, 2)
    path = Path(ends, ends, np.zeros(25, np.int64))
    lexicon = learn(corpus, [path], types)
    (ratios,) = held_out_ratios(corpus, [path], types, lexicon)
    unexplained = np.log(lexicon.null_source) + np.log(lexicon.null_target)
    assert ratios[:2, 0] == pytest.approx([unexplained, 2 * unexplained])
    assert (ratios[2:, 0] > unexplained).all()


def test_an_end_of_a_merged_link_adds_what_its_words_explain() -> None:
    # The second sentence of the third link has nothing to do with the other side.
    source, target = ["mak", "gul", "mak", "lom"] * 10, ["nep", "rus", "nep"] * 10
    corpus = encode([Texts(source, target)])
    types = link_types(2, 3)
    kind = {(1, 1): 0, (2, 1): 0}
    for number, sizes in enumerate(zip(types.source.tolist(), types.target.tolist(), strict=True)):
        if sizes in kind:
            kind[sizes] = number
    kinds = np.array([kind[1, 1], kind[1, 1], kind[2, 1]] * 10)
    path = Path(types.source[kinds].cumsum(), types.target[kinds].cumsum(), kinds)
    (found,) = held_out_ratios(corpus, [path], types, learn(corpus, [path], types))
    ratios, gains = found.reshape(10, 3, 2).transpose(2, 1, 0)
    assert (gains[:2] == 0.0).all()
    assert (ratios[2] < ratios[0]).all()
    assert (gains[2] < 0.0).all()


@pytest.mark.parametrize(("judge", "names"), list(zip(shipped_judges(), NAMES, strict=True)))
def test_a_judge_asks_for_the_features_that_are_made(judge: Judge, names: tuple[str, ...]) -> None:
    assert (judge.trees is not None) == (len(names) > len(NAMES[0]))
    assert judge.trees is None or judge.trees.names == names
    assert judge.weights.shape == (2, len(names))


@pytest.mark.parametrize("many", [1, 2, 3])
def test_vectors_tell_unrelated_texts_of_a_few_sentences(many: int) -> None:
    text = Language(4, words=150).text(many, words=(9, 16))
    rng = np.random.default_rng(many)

    def doubtful(likeness: float) -> list[bool]:
        ours, noise = rng.normal(size=(2, many, 512))
        sides = ours, likeness * ours + (1.0 - likeness**2) ** 0.5 * noise
        source, target = (
            TextVectors((side / np.linalg.norm(side, axis=1, keepdims=True)).astype(np.float32))
            for side in sides
        )
        pair = document(text.source), document(text.target)
        (bitext,) = align([pair], evidence=[Evidence(source_vectors=source, target_vectors=target)])
        return [link.is_null or bool({OTHER, PARTLY} & {*link.reasons}) for link in bitext.links]

    assert not any(doubtful(0.75))
    assert all(doubtful(0.1))
