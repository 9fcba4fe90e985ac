"""What is known beyond the texts: translations, vectors, dictionaries, anchors, paragraphs."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.errors import InputError
from diglot.model import Document
from diglot.sentences import Evidence, align
from tests.sentences.texts import Language, Parallel, Sides, aligned, document, f1, sides

TYPES = [(1, 1)] * 3 + [(1, 2), (2, 1), (1, 0), (0, 1)]


def dull(seed: int, blocks: int = 120) -> Parallel:
    """Sentences of one length and too many words to learn: the texts tell next to nothing."""
    return Language(seed, words=3000).text(blocks, TYPES, words=(7, 7))


def linked(text: Parallel, evidence: Evidence | None = None, **options: object) -> list[Sides]:
    given = None if evidence is None else [evidence]
    return sides(aligned(text.source, text.target, evidence=given, **options))


def translated(text: Parallel, side: str) -> tuple[str, ...]:
    """A faithful but rough translation of every sentence, from the links."""
    ours, theirs = (0, 1) if side == "source" else (1, 0)
    sentences = text.target if side == "source" else text.source
    result = [""] * len(text.source if side == "source" else text.target)
    for link in text.links:
        if link[0] and link[1]:
            words = " ".join(sentences[k] for k in link[theirs]).split()
            size = -(-len(words) // len(link[ours]))
            for place, k in enumerate(link[ours]):
                result[k] = " ".join(words[place * size : (place + 1) * size])
    return tuple(line or "nothing of the kind" for line in result)


@pytest.mark.slow
def test_a_dull_text_alone_is_aligned_badly() -> None:
    """What makes the tests below mean something."""
    assert max(f1(linked(dull(seed)), dull(seed).links) for seed in (1, 2, 3)) < 0.1


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("side", ["source", "target"])
def test_a_translation_of_either_side_shows_the_links(seed: int, side: str) -> None:
    text = dull(seed)
    known = Evidence(**{f"{side}_translation": translated(text, side)})  # type: ignore[arg-type]
    assert f1(linked(text, known), text.links) > 0.8


def test_translations_of_both_sides_go_together() -> None:
    text = dull(3)
    known = Evidence(translated(text, "source"), translated(text, "target"))
    assert f1(linked(text, known), text.links) > 0.85


@pytest.mark.slow
@pytest.mark.parametrize("method", ["crf", "lexical"])
def test_a_dictionary_shows_the_links(method: str) -> None:
    language = Language(5, words=3000)
    text = language.text(120, TYPES, words=(7, 7))
    entries = [(a, b, 1.0) for a, b in zip(language.source, language.target, strict=True)]
    without = f1(linked(text, method=method), text.links)
    found = f1(linked(text, method=method, lexicon=entries), text.links)
    assert without < 0.4
    assert found > 0.8


def test_one_entry_of_a_dictionary_moves_a_link() -> None:
    source = ["Mola tiri osu vira.", "Kel bano dufi lagi.", "Gomi fala buda mido."]
    target = ["Sarn poku lim brok.", "Tuso peni krat nospi."]
    missing = set()
    for word, other in (("Mola", "Sarn"), ("Kel", "Sarn")):
        entries = [(word, other, 1.0), ("Gomi", "Tuso", 1.0), ("fala", "peni", 1.0)]
        found = sides(aligned(source, target, lexicon=entries, max_merge=1))
        missing.update(link for link in found if not link[1])
        assert ((2,), (1,)) in found
    assert missing == {((0,), ()), ((1,), ())}


def vectors(text: Parallel, noise: float, seed: int = 1) -> Evidence:
    """Noisy copies of one direction a link, shared by its sentences."""
    rng = np.random.default_rng(seed)
    source = rng.normal(size=(len(text.source), 24))
    target = rng.normal(size=(len(text.target), 24))
    for ours, theirs in text.links:
        if ours and theirs:
            pieces = rng.normal(size=(max(len(ours), len(theirs)), 24))
            for side, run in ((source, ours), (target, theirs)):
                for place, k in enumerate(run):
                    last = place == len(run) - 1
                    side[k] = pieces[place:].sum(0) if last else pieces[place]
    return Evidence(
        source_vectors=source + noise * rng.normal(size=source.shape),
        target_vectors=(target + noise * rng.normal(size=target.shape)).astype(np.float32),
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3, 5])
def test_vectors_repair_what_the_text_gets_wrong(seed: int) -> None:
    language = Language(seed, words=3000, common=0.15)
    text = language.text(120, [(1, 1)] * 8 + [(1, 2), (2, 1), (1, 0), (0, 1)], words=(6, 8))
    without = f1(linked(text), text.links)
    found = f1(linked(text, vectors(text, 0.3)), text.links)
    assert without < 0.82
    assert found > 0.9


@pytest.mark.slow
def test_vectors_lead_where_the_text_leads_astray() -> None:
    text = dull(2)
    without = f1(linked(text), text.links)
    found = f1(linked(text, vectors(text, 0.05)), text.links)
    assert without < 0.1
    assert found > 0.5


def test_scale_and_type_of_vectors_do_not_matter() -> None:
    text = Language(6).text(60, [(1, 1)] * 5 + [(1, 2), (2, 1)])
    known = vectors(text, 0.3)
    assert known.source_vectors is not None
    assert known.target_vectors is not None
    scaled = Evidence(
        source_vectors=(known.source_vectors * 50).astype(np.float32),
        target_vectors=known.target_vectors.astype(np.float64) * 0.01,
    )
    assert linked(text, scaled) == linked(text, known)


def test_useless_vectors_do_little_harm() -> None:
    text = Language(7).text(100, [(1, 1)] * 8 + [(1, 2), (2, 1)])
    rng = np.random.default_rng(1)
    noise = Evidence(
        source_vectors=rng.normal(size=(len(text.source), 24)),
        target_vectors=rng.normal(size=(len(text.target), 24)),
    )
    assert f1(linked(text, noise), text.links) > f1(linked(text), text.links) - 0.05


@pytest.mark.parametrize("method", ["crf", "length", "moore"])
def test_no_link_crosses_an_anchor(method: str) -> None:
    text = Language(8).text(30, [(1, 1)] * 4 + [(1, 2), (2, 1)])
    n, m = len(text.source), len(text.target)
    anchors = ((0, 0), (7, 9), (7, 12), (20, 20), (n, m))
    found = linked(text, Evidence(anchors=anchors), method=method)
    for x, y in anchors:
        for ours, theirs in found:
            before = [*(i < x for i in ours), *(j < y for j in theirs)]
            assert all(before) or not any(before)
    assert {((), (9,)), ((), (10,)), ((), (11,))} <= set(found)
    assert sorted(i for ours, _ in found for i in ours) == list(range(n))
    assert sorted(j for _, theirs in found for j in theirs) == list(range(m))


@pytest.mark.slow
def test_right_anchors_help_a_dull_text() -> None:
    text = dull(1)
    starts = [(a[0], b[0]) for a, b in text.links[::3] if a and b]
    assert f1(linked(text), text.links) < 0.1
    assert f1(linked(text, Evidence(anchors=tuple(starts))), text.links) > 0.4


@pytest.mark.parametrize(
    "anchors",
    [((2, 2), (1, 3)), ((1, 3), (2, 2)), ((4, 1),), ((1, 5),), ((-1, 0),), ((0, -1),)],
)
def test_anchors_out_of_order_or_outside_are_refused(anchors: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(InputError, match=r"anchor \(-?\d+, -?\d+\)"):
        aligned(["a"] * 3, ["b"] * 4, evidence=[Evidence(anchors=anchors)])


@pytest.mark.slow
def test_paragraphs_that_agree_guide_a_dull_text() -> None:
    text = Language(1, words=3000).text(60, [(1, 1)] * 2 + [(1, 2), (2, 1)], words=(7, 7))
    numbers = [0] * len(text.source), [0] * len(text.target)
    for number, (ours, theirs) in enumerate(text.links):
        for i in ours:
            numbers[0][i] = number // 3
        for j in theirs:
            numbers[1][j] = number // 3
    pairs = [
        (document(text.source), document(text.target)),
        (document(text.source, numbers[0]), document(text.target, numbers[1])),
    ]
    without, found = (f1(sides(align([pair])[0]), text.links) for pair in pairs)
    assert without < 0.5
    assert found > 0.95


def pair() -> tuple[Document, Document]:
    return document(["Ja.", "Nein."]), document(["Yes.", "No.", "Perhaps."])


@pytest.mark.parametrize(
    "known",
    [
        Evidence(source_translation=("Yes.",)),
        Evidence(source_translation=("Yes.", "No.", "Perhaps.")),
        Evidence(target_translation=("Ja.", "Nein.")),
        Evidence(source_vectors=np.ones((3, 4)), target_vectors=np.ones((3, 4))),
        Evidence(source_vectors=np.ones((2, 4)), target_vectors=np.ones((2, 4))),
        Evidence(source_vectors=np.ones((2, 4)), target_vectors=np.ones((3, 5))),
        Evidence(source_vectors=np.ones(2), target_vectors=np.ones(3)),
        Evidence(source_vectors=np.ones((2, 4))),
        Evidence(target_vectors=np.ones((3, 4))),
        Evidence(source_vectors=np.full((2, 4), np.nan), target_vectors=np.ones((3, 4))),
    ],
    ids=[
        "translation too short", "translation too long", "target translation too short",
        "source vectors too many", "target vectors too few", "dimensions differ",
        "vectors are not a matrix", "source vectors alone", "target vectors alone", "not a number",
    ],
)  # fmt: skip
def test_evidence_that_does_not_fit_its_pair_is_refused(known: Evidence) -> None:
    with pytest.raises(InputError):
        align([pair()], evidence=[known])


def test_evidence_belongs_to_its_pair() -> None:
    text = dull(1)
    known = Evidence(source_translation=translated(text, "source"))
    one = (document(text.source), document(text.target))
    first, second = align([one, one], evidence=[Evidence(), known])
    assert f1(sides(second), text.links) > 0.7
    assert f1(sides(first), text.links) < 0.1


SCRIPTS = {
    "zh": "后来{}慢慢走进了那间很暗的房子。",
    "ru": "Потом {} медленно вошёл в тёмный дом.",
    "ar": "ثم دخل {} ببطء إلى البيت المظلم.",
    "el": "Μετά ο {} μπήκε αργά στο σκοτεινό σπίτι.",
}
NAMES = {
    "zh": "王琦瑶 Qiyao 薇薇 Weiwei 张永红 Yonghong 严家 Yanjia 康明 Kangming 吴佩珍 Peizhen",
    "ru": "Петров Petrov Кутузов Kutuzov Наполеон Napoleon Болконский Bolkonsky "
    "Багратион Bagration Пушкин Pushkin",
    "ar": "محمد Muhammad مصطفى Mustafa إبراهيم Ibrahim سليمان Sulayman قاسم Qasim الرشيد Alrashid",
    "el": "Παπαδόπουλος Papadopoulos Βενιζέλος Venizelos Τρικούπης Trikoupis "
    "Καραμανλής Karamanlis Μεταξάς Metaxas Σεφέρης Seferis",
}


def missing_found(script: str) -> float:
    """F where each of six sentences in turn has no translation and only names tell them apart."""
    names = NAMES[script].split()
    figures = []
    for missing in range(6):
        source = [SCRIPTS[script].format(name) for name in names[::2]]
        target = [f"And then {name} walked slowly into the dark house." for name in names[1::2]]
        del target[missing]
        right = [((n,), (n - (n > missing),) if n != missing else ()) for n in range(6)]
        figures.append(f1(sides(aligned(source, target, max_merge=1)), right))
    return sum(figures) / 6


@pytest.mark.parametrize("script", SCRIPTS)
def test_names_in_another_script_tell_which_sentence_is_missing(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from diglot.sentences import corpus

    assert missing_found(script) > 0.8
    monkeypatch.setattr(corpus, "romanised_names", lambda *_: None)
    assert missing_found(script) < 0.65
