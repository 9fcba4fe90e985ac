"""Files whose names say nothing, in pairs by what stands in them.

Documents are compared by the words, names and numbers that they have in common or that a pack
translates, by vectors where there is an encoder, and by their lengths.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diglot.errors import InputError
from diglot.files.binary import unpacked_name
from diglot.learning.encoders import Encoder, find_encoder
from diglot.model import Document
from diglot.packs.finding import load_pack
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.documents import ProgressCall, segment_file, track
from diglot.pipeline.file_pairs import Pair
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.text.tokens import words

Floats = NDArray[np.float64]

MOST_CHARACTERS = 200_000
"""Characters of a file whose words are looked at."""
MOST_ENCODED = 48
"""Sentences of a file that are encoded, from all of it."""
LEAST = 0.5
"""Files that are less probably translations of each other stay without a partner."""
_SAME = 3  # letters from which on a word of both languages is the same one
# Log-odds of the features, as `python -m bench.pairing` prints them.
WEIGHTS = {
    "words": (-0.78, 5.51, 19.52, -5.09),
    "vectors": (-4.33, 6.05, 8.39, -3.37, 2.66, 7.5),
}


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """What is compared of a file.

    Attributes:
        path: the file.
        language: that it is in, as detected.
        words: how often each word stands in it, in lower case.
        characters: of all segments.
        sentences: some of them, from all of it.
    """

    path: Path
    language: str
    words: dict[str, int]
    characters: int
    sentences: tuple[str, ...]


def pair_by_content(
    sources: Sequence[Path],
    targets: Sequence[Path],
    *,
    options: AlignOptions | None = None,
    progress: ProgressCall | None = None,
) -> list[Pair]:
    """Pair files of two languages that are translations of each other.

    Files that cannot be read, or that are in another language than most of their side, have no
    partner.

    Args:
        sources: files of one side.
        targets: files of the other.
        options: how they are read, and which packs and encoder are used.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        The pairs in the order of their sources, each with its reason and its probability.
    """
    options = options or AlignOptions()
    with words_by_packs(options.packs):
        sides = [
            _read(paths, side, options, progress)
            for side, paths in (("source", sources), ("target", targets))
        ]
    if not all(sides):
        return []
    languages = [Counter(each.language for each in side).most_common(1)[0][0] for side in sides]
    if languages[0] == languages[1] and not options.same_language:
        return []
    ours, theirs = (
        [each for each in side if each.language == language]
        for side, language in zip(sides, languages, strict=True)
    )
    pack = load_pack(options.packs, *languages)
    encoder = find_encoder(options.encoder, *languages)
    features = find_features(ours, theirs, pack.entries() if pack else (), encoder)
    odds = features @ WEIGHTS["vectors" if encoder else "words"]
    pairs = []
    for i, j in best_pairs(odds):
        probability = 1 / (1 + math.exp(-odds[i, j]))
        if probability < LEAST:
            continue
        told = f"content: likeness {features[i, j, 1]:.2f}, ahead by {features[i, j, 2]:+.2f}"
        length = f"length {theirs[j].characters / ours[i].characters:.2f}"
        pairs.append(
            Pair(
                unpacked_name(ours[i].path).stem,
                ours[i].path,
                theirs[j].path,
                f"{told}, {length}",
                probability,
            )
        )
    return sorted(_with_own_names(pairs), key=lambda pair: pair.source)


def find_features(
    sources: Sequence[Text],
    targets: Sequence[Text],
    entries: Iterable[tuple[str, str, float]],
    encoder: Encoder | None = None,
) -> Floats:
    """Return what speaks for each two files being translations, shape (sources, targets, 4 or 6).

    Args:
        sources: files of one language.
        targets: files of the other.
        entries: words that translate each other, in lower case, with weights.
        encoder: gives vectors, if there is one.

    Returns:
        One; likeness of words, and its lead over the next file of either side; difference of
        lengths; and with an encoder likeness of vectors, and its lead.
    """
    likeness = _compare_words(sources, targets, entries)
    lengths = [np.log([max(1, each.characters) for each in side]) for side in (sources, targets)]
    ratios = lengths[1][None, :] - lengths[0][:, None]
    usual = np.median(ratios[np.arange(len(sources)), likeness.argmax(axis=1)])
    columns = [np.ones_like(likeness), likeness, _leads(likeness), np.abs(ratios - usual)]
    if encoder:
        cosines = _vectors(sources, encoder) @ _vectors(targets, encoder).T
        columns += [cosines, _leads(cosines)]
    return np.stack(columns, axis=2)


def _compare_words(
    sources: Sequence[Text],
    targets: Sequence[Text],
    entries: Iterable[tuple[str, str, float]],
) -> Floats:
    """Cosine of the rare words of each two files, those of the source translated."""
    places = {word: place for place, word in enumerate({w: None for t in targets for w in t.words})}
    rare = [_rareness(side) for side in (sources, targets)]
    translations: dict[str, list[tuple[int, float]]] = {}
    for one, other, weight in entries:
        if one in rare[0] and other in places:
            translations.setdefault(one, []).append((places[other], weight))
    for word in rare[0].keys() & places.keys():
        if any(map(str.isdigit, word)) or (len(word) >= _SAME and word not in translations):
            translations.setdefault(word, []).append((places[word], 1.0))
    theirs = [_weights(target, rare[1]) for target in targets]
    document = np.repeat(np.arange(len(targets)), [len(each) for each in theirs])
    term = np.array([places[word] for each in theirs for word in each], np.int64)
    value = np.array([weight for each in theirs for weight in each.values()])
    found = np.zeros((len(sources), len(targets)))
    for number, source in enumerate(sources):
        projected = np.zeros(len(places))
        for word, weight in _weights(source, rare[0]).items():
            for place, share in translations.get(word, ()):
                projected[place] += weight * share
        projected /= max(float(np.linalg.norm(projected)), 1e-9)
        found[number] = np.bincount(document, projected[term] * value, len(targets))
    return found


def _rareness(side: Sequence[Text]) -> dict[str, float]:
    counts = Counter(word for each in side for word in each.words)
    return {word: math.log((len(side) + 1) / count) for word, count in counts.items()}


def _weights(text: Text, rare: dict[str, float]) -> dict[str, float]:
    weights = {word: (1 + math.log(n)) * rare[word] for word, n in text.words.items()}
    norm = math.sqrt(sum(value * value for value in weights.values())) or 1.0
    return {word: value / norm for word, value in weights.items()}


def _leads(likeness: Floats) -> Floats:
    """How far each value is ahead of the best other one of its row and its column."""
    leads = np.full_like(likeness, np.inf)
    for axis in (0, 1):
        if likeness.shape[axis] < 2:
            continue
        two = -np.sort(-likeness, axis=axis)
        first, second = np.take(two, [0], axis), np.take(two, [1], axis)
        leads = np.minimum(leads, likeness - np.where(likeness == first, second, first))
    return np.where(np.isfinite(leads), leads, likeness)


def best_pairs(odds: Floats) -> list[tuple[int, int]]:
    """Take the most probable pairs first; each file stands in one."""
    order = np.stack(np.unravel_index(np.argsort(-odds, axis=None, kind="stable"), odds.shape), 1)
    rows, columns, found = set[int](), set[int](), []
    for i, j in order.tolist():
        if i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            found.append((i, j))
        if len(found) == min(odds.shape):
            break
    return found


def _with_own_names(pairs: Sequence[Pair]) -> list[Pair]:
    """Give pairs whose sources share a name the path of the source."""
    counts = Counter(pair.name for pair in pairs)
    return [
        pair
        if counts[pair.name] == 1
        else replace(pair, name="-".join(unpacked_name(pair.source).with_suffix("").parts[-2:]))
        for pair in pairs
    ]


def _read(
    paths: Sequence[Path], side: str, options: AlignOptions, progress: ProgressCall | None
) -> list[Text]:
    """Read those files of a side that can be read."""
    reading = replace(options, source_language=getattr(options, f"{side}_language"))
    found = []
    for path in track(paths, f"looking into {side} files", progress):
        with suppress(InputError):
            found.append(text_of(path, segment_file(path, options=reading)[0]))
    return found


def text_of(path: Path, document: Document) -> Text:
    """Return what is compared of a segmented file."""
    language, sentences = document.language or "", document.segment_texts
    counts: Counter[str] = Counter()
    size = 0
    for sentence in sentences:
        if size < MOST_CHARACTERS:
            counts.update(word.lower() for word in words(sentence, language))
        size += len(sentence)
    spelled = {word: n for word, n in counts.items() if any(map(str.isalnum, word))}
    step = max(1, len(sentences) // MOST_ENCODED)
    return Text(path, language, spelled, size, tuple(sentences[::step][:MOST_ENCODED]))


def _vectors(side: Sequence[Text], encoder: Encoder) -> Floats:
    """Mean of the vectors of each text's sentences, float64 (texts, d), length one."""
    made = encoder.encode([sentence for each in side for sentence in each.sentences])
    ends = np.cumsum([len(each.sentences) for each in side])
    means = np.add.reduceat(made.astype(np.float64), np.concatenate(([0], ends[:-1])))
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    return means
