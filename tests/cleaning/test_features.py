"""Features of pairs, on a made language whose words translate one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from diglot.cleaning.features import NAMES, WordEvidence, find_features, learn_habits

SIZE = 60


def corpus(pairs: list[tuple[list[str], list[str]]]) -> tuple[list[tuple[str, str]], WordEvidence]:
    """Pairs, with a sure link between word sN and word tN, as an aligner would give them."""
    sides = []
    for side in (0, 1):
        words = sorted({word for pair in pairs for word in pair[side]})
        number = {word: k for k, word in enumerate(words)}
        tokens = np.array([number[word] for pair in pairs for word in pair[side]], np.int32)
        offsets = np.cumsum([0, *(len(pair[side]) for pair in pairs)]).astype(np.int64)
        sides.append((tokens, offsets, words))
    places: tuple[list[int], list[int]] = ([], [])
    ends = [0]
    for source, target in pairs:
        for i, word in enumerate(source):
            found = [j for j, other in enumerate(target) if other[1:] == word[1:]]
            for j in found[:1]:
                places[0].append(i)
                places[1].append(j)
        ends.append(len(places[0]))
    linked = WordEvidence(
        *sides[0][:2], *sides[1][:2], sides[0][2], sides[1][2],
        np.array(ends, np.int64),
        (np.array(places[0], np.uint16), np.array(places[1], np.uint16)),
        np.full(len(places[0]), 0.95, np.float32),
    )  # fmt: skip
    return [(" ".join(one), " ".join(other)) for one, other in pairs], linked


@pytest.fixture(scope="module")
def spoilt() -> dict[str, np.ndarray]:
    """Features of good pairs and of one spoilt pair of each kind, by name."""
    rng = random.Random(3)
    pairs = []
    for _ in range(120):
        start = rng.randrange(SIZE)
        words = [(start + k) % SIZE for k in range(rng.randrange(6, 12))]
        pairs.append(([f"s{word}" for word in words], [f"t{word}" for word in words]))
    good = len(pairs)
    one, other = pairs[0]
    shuffled = other[::2] + other[1::2]
    pairs += [(one, other[: len(other) // 2]), (one, shuffled), (one, one), (one, pairs[1][1])]
    texts, linked = corpus(pairs)
    found = find_features(texts, linked, learn_habits(texts, linked), own=True)
    assert found.shape == (good + 4, len(NAMES))
    names = ("truncated", "shuffled", "untranslated", "misaligned")
    return {"good": found[:good], **dict(zip(names, found[good:], strict=True))}


@pytest.mark.parametrize(
    ("kind", "name", "higher"),
    [
        ("truncated", "source_unlinked_end", True),
        ("truncated", "length_ratio", False),
        ("shuffled", "target_fluency", False),
        ("shuffled", "source_jump", True),
        ("untranslated", "copied", True),
        ("misaligned", "source_linked", False),
    ],
)
def test_a_spoilt_pair_stands_out_from_the_good_ones(
    spoilt: dict[str, np.ndarray], kind: str, name: str, higher: bool
) -> None:
    column = NAMES.index(name)
    good, value = spoilt["good"][:, column], spoilt[kind][column]
    assert value > np.nanquantile(good, 0.9) if higher else value < np.nanquantile(good, 0.1)


def test_only_the_similarity_of_vectors_is_unknown_without_an_encoder(
    spoilt: dict[str, np.ndarray],
) -> None:
    unknown = np.isnan(spoilt["good"]).all(axis=0)
    assert [name for name, it in zip(NAMES, unknown, strict=True) if it] == ["similarity"]


def test_a_pair_is_no_evidence_for_itself() -> None:
    pairs = [([f"s{k}", f"s{k + 1}"], [f"t{k}", f"t{k + 1}"]) for k in range(0, 20, 2)]
    texts, linked = corpus(pairs)
    habits = learn_habits(texts, linked)
    column = NAMES.index("source_unseen")
    own, others = (
        find_features(texts, linked, habits, own=own)[:, column].mean() for own in (True, False)
    )
    assert own > others == 0


@pytest.mark.parametrize("end", ["ပြီ။", "մեծ։", "ነው።", "好。", "है।", "(جيد۔)"])
def test_full_stops_of_all_scripts_are_the_same_end(end: str) -> None:
    texts = [("It is good.", f"x {end}"), ("It is good", f"x {end}")]
    _, linked = corpus([(["it", "is", "good"], ["x", "y"])] * 2)
    found = find_features(texts, linked, learn_habits(texts, linked), own=True)
    assert found[:, NAMES.index("same_end")].tolist() == [1.0, 0.0]
