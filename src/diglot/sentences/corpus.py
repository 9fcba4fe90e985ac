"""Encoded documents, and what is known of their words: counts, seeds, names across scripts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import regex

from diglot.flat_arrays import join_ranges, offsets_of
from diglot.learning.encoders.vectors import RunCosines, TextVectors, typical_cosine
from diglot.sentences.anchors import nearest_chain
from diglot.sentences.encoding import Side, Vocabulary
from diglot.sentences.values import Pair, Postings, Seeds, _no_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from diglot.sentences.knowledge import SentenceModel


# Names across scripts: what is written 王琦瑶 on one side is written Wang Qiyao on the other.
#
# Names are the surest words of a text and the first to be lost between scripts. Scripts without
# spaces are searched for runs of characters whose romanisation is a capitalised word of the other
# side; words of alphabetic scripts are compared with such words by their consonants.

_SPACELESS = regex.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_INNER_NAME = regex.compile(r"(?<=[\p{L}\p{Nd},;:'’\"“”]\s)\p{Lu}\p{L}{2,}")
_LOWER = regex.compile(r"\b\p{Ll}{3,}")
_LATIN = regex.compile(r"\p{Latin}")
_FOREIGN_WORD = regex.compile(
    r"[[\p{L}\p{M}]--[\p{Latin}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]{3,}", regex.V1
)
_SAME_SOUND = str.maketrans({"c": "k", "q": "k", "z": "s", "w": "v", "x": "k"})
_SILENT = regex.compile(r"[^a-z]|[aeiouyjh]")
_DOUBLED = regex.compile(r"(.)\1+")
_SOUNDS = 3
"""Consonants that a name needs to be recognised by them."""
_LONGEST = 4
_SAMPLE = 200
_COMPARABLE = 0.25
"""Least ratio of the two frequencies of a name: keeps common characters from posing as names."""


def romanised_names(sentences: Sequence[str], other: Sequence[str]) -> list[str] | None:
    """For every sentence the words of the other side that it holds as names.

    Returns:
        A text of names for every sentence, or None when the scripts give no occasion.
    """
    sample = "\n".join(sentences[:_SAMPLE])
    for script, found_in in ((_SPACELESS, _from_spaceless), (_FOREIGN_WORD, _from_alphabet)):
        if script.search(sample):
            return found_in(sentences, _names(other)) if _is_latin(other) else None
    return None


def _is_latin(sentences: Sequence[str]) -> bool:
    counts = Counter(" ".join(sentences[:_SAMPLE]))
    letters = sum(count for sign, count in counts.items() if sign.isalpha())
    latin = sum(count for sign, count in counts.items() if _LATIN.match(sign))
    return latin * 2 > letters > 0


def _names(sentences: Iterable[str]) -> dict[str, int]:
    """Words that are capitalised inside sentences and nearly never written small."""
    names: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for sentence in sentences:
        names.update(set(map(str.lower, _INNER_NAME.findall(sentence))))
        small.update(set(_LOWER.findall(sentence)))
    return {name: count for name, count in names.items() if small[name] * 5 <= count}


def _from_spaceless(sentences: Sequence[str], names: dict[str, int]) -> list[str]:
    from anyascii import anyascii

    romanised: dict[str, str] = {}
    found: list[set[str]] = []
    counts: Counter[str] = Counter()
    for sentence in sentences:
        here = set()
        for run in _SPACELESS.findall(sentence):
            syllables = []
            for sign in run:
                if sign not in romanised:
                    romanised[sign] = anyascii(sign).lower()
                syllables.append(romanised[sign])
            for begin in range(len(syllables)):
                word = ""
                for syllable in syllables[begin : begin + _LONGEST]:
                    word += syllable
                    if word in names:
                        here.add(word)
        found.append(here)
        counts.update(here)
    return _comparable(found, counts, names)


def _from_alphabet(sentences: Sequence[str], names: dict[str, int]) -> list[str]:
    """Names whose consonants are those of a word, one more at its end allowed for inflection."""
    from anyascii import anyascii

    by_sound: dict[str, list[str]] = {}
    for name in names:
        sound = _consonants(name)
        if len(sound) >= _SOUNDS:
            by_sound.setdefault(sound, []).append(name)
    matches: dict[str, list[str]] = {}
    found: list[set[str]] = []
    counts: Counter[str] = Counter()
    for sentence in sentences:
        here = set()
        for word in _FOREIGN_WORD.findall(sentence):
            if word not in matches:
                sound = _consonants(anyascii(word).lower())
                matches[word] = by_sound.get(sound) or by_sound.get(sound[:-1], [])
            here.update(matches[word])
        found.append(here)
        counts.update(here)
    return _comparable(found, counts, names)


def _consonants(word: str) -> str:
    word = _DOUBLED.sub(r"\1", word.replace("ph", "f").replace("ck", "k"))
    return _SILENT.sub("", word).translate(_SAME_SOUND)


def _comparable(
    found: Sequence[set[str]], counts: Counter[str], names: dict[str, int]
) -> list[str]:
    kept = {
        name
        for name, count in counts.items()
        if min(count, names[name]) >= _COMPARABLE * max(count, names[name])
    }
    return [" ".join(sorted(here & kept)) for here in found]


# What an aligner knows of a run of documents: encoded sides, unigrams, seeds of translation.

IDF_LIMIT = 12.0
RUN_TOKENS = 4000
"""Tokens of pairs that are looked at together where each by itself would cost more than its own."""
MOST_JOINED = 300
"""Sentences on a side up to which they are searched together, too."""


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """All pairs of one run, over one vocabulary a side.

    Attributes:
        pairs: encoded.
        probability_s, probability_t: float64, share of each key among all tokens of its side.
        idf_s, idf_t: float64, their negative logarithms, cut.
        seeds: pairs of keys.
        forms: the keys as text, source first.
        learned: what the pairs are to be aligned by; None to learn from themselves.
    """

    pairs: tuple[Pair, ...]
    probability_s: NDArray[np.float64]
    probability_t: NDArray[np.float64]
    idf_s: NDArray[np.float64]
    idf_t: NDArray[np.float64]
    seeds: Seeds
    forms: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    learned: SentenceModel | None = None

    @property
    def vocabulary_s(self) -> int:
        """Number of source keys."""
        return len(self.probability_s)

    @property
    def vocabulary_t(self) -> int:
        """Number of target keys."""
        return len(self.probability_t)


@dataclass(frozen=True, slots=True, eq=False)
class OwnWords:
    """Some pairs of a corpus over their own keys, so that work on them costs what they have.

    Attributes:
        corpus: of these pairs alone.
        source, target: int32, the keys in the whole corpus, ascending.
        first: number of the first pair in the whole corpus.
        joined: the pairs as they are searched at once: each by itself where sentences have vectors
            or one is long, else all of them.
    """

    corpus: Corpus
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    first: int
    joined: tuple[Pair, ...]

    def stretches(self) -> Iterator[tuple[int, int, Pair]]:
        """Give the numbers of the first pair and of the one behind the last, for all joined."""
        begin = self.first
        for pair in self.joined:
            end = begin + len(pair.rows) - 1
            yield begin, end, pair
            begin = end


def runs_of(pairs: Sequence[Pair]) -> Iterator[slice]:
    """Divide pairs into runs: long ones alone, short ones together, as sections of pages are."""
    begin = tokens = 0
    for end, pair in enumerate(pairs):
        here = sum(len(side.tokens) + side.size for side in (pair.source, pair.target))
        if end > begin and tokens + here > RUN_TOKENS:
            yield slice(begin, end)
            begin, tokens = end, 0
        tokens += here
    if pairs:
        yield slice(begin, len(pairs))


def join_pairs(pairs: Sequence[Pair]) -> Pair:
    """Put pairs below each other, to be searched at once.

    Between two of them is a sentence without words on either side, so that every pair has a row and
    a column of cells more than it has sentences, as it has alone. Nothing is linked with these.
    """
    if len(pairs) == 1:
        return pairs[0]
    source, rows = _join_sides([pair.source for pair in pairs])
    target, columns = _join_sides([pair.target for pair in pairs])
    return Pair(source, target, borders=(rows, columns))


def _join_sides(sides: Sequence[Side]) -> tuple[Side, NDArray[np.int64]]:
    borders = offsets_of([side.size + 1 for side in sides])
    size = int(borders[-1]) - 1
    sentences = np.ones(size, np.bool_)
    sentences[borders[1:-1] - 1] = False

    def spread(name: str) -> NDArray[Any]:
        values = np.concatenate([getattr(side, name) for side in sides])
        spaced = np.zeros(size, values.dtype)
        spaced[sentences] = values
        return spaced

    counts = np.zeros(size, np.int64)
    counts[sentences] = np.concatenate([side.offsets[1:] - side.offsets[:-1] for side in sides])
    offsets = offsets_of(counts)
    rest = {each.name: spread(each.name) for each in fields(Side)[2:]}
    rest["lengths"][~sentences] = 1.0
    return Side(np.concatenate([side.tokens for side in sides]), offsets, **rest), borders


def own_words(corpus: Corpus, numbers: slice) -> OwnWords:
    """Return some pairs of a corpus over their own keys."""
    pairs = corpus.pairs[numbers]
    sides = [pair.source for pair in pairs], [pair.target for pair in pairs]
    (source, tokens_s), (target, tokens_t) = (
        np.unique(np.concatenate([side.tokens for side in each]), return_inverse=True)
        for each in sides
    )
    numbered = [
        (replace(side, tokens=tokens) for side, tokens in zip(each, parts, strict=True))
        for each, keys in zip(sides, (tokens_s, tokens_t), strict=True)
        for parts in [_split(keys.astype(np.int32), each)]
    ]
    seeds = corpus.seeds
    sizes = seeds.first[source + 1] - seeds.first[source]
    entries = join_ranges(seeds.first[source], sizes)
    present, place = _places(seeds.key[entries], target)
    owner = np.repeat(np.arange(len(source)), sizes)[present]
    same, same_place = _places(seeds.identical[source], target)
    local = Corpus(
        tuple(
            replace(pair, source=ours, target=theirs)
            for pair, ours, theirs in zip(pairs, *numbered, strict=True)
        ),
        corpus.probability_s[source],
        corpus.probability_t[target],
        corpus.idf_s[source],
        corpus.idf_t[target],
        Seeds(
            offsets_of(np.bincount(owner, minlength=len(source))),
            place[present],
            seeds.weight[entries[present]],
            np.where(same, same_place, np.int32(-1)),
        ),
    )
    alone = any(
        pair.vectors is not None or max(pair.source.size, pair.target.size) > MOST_JOINED
        for pair in pairs
    )
    joined = local.pairs if alone else (join_pairs(local.pairs),)
    return OwnWords(local, source, target, numbers.start, joined)


def _split(tokens: NDArray[np.int32], sides: Sequence[Side]) -> Iterator[NDArray[np.int32]]:
    end = 0
    for side in sides:
        begin, end = end, end + len(side.tokens)
        yield tokens[begin:end]


def _places(
    keys: NDArray[np.int32], among: NDArray[np.int32]
) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Which keys are among some, ascending, and the place of each there."""
    if not len(among):
        return np.zeros(len(keys), bool), np.zeros(len(keys), np.int32)
    place = np.searchsorted(among, keys).astype(np.int32)
    np.minimum(place, len(among) - 1, out=place)
    return among[place] == keys, place


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """What is given of one pair before it is encoded.

    Attributes:
        source, target: sentences.
        source_translation, target_translation: translations of the sentences into the other
            language; their tokens join those of the sentences they translate.
        source_opens, target_opens: 1 for every sentence that starts a paragraph.
        source_vectors, target_vectors: sentence vectors, (n, d) and (m, d).
        sections: stretches that are aligned by themselves: half-open ranges of source and target
            sentences; None for all sentences as one.
        outlines: where units larger than sentences begin on both sides, see `Pair`.
    """

    source: Sequence[str]
    target: Sequence[str]
    source_translation: Sequence[str] | None = None
    target_translation: Sequence[str] | None = None
    source_opens: Sequence[int] | None = None
    target_opens: Sequence[int] | None = None
    source_vectors: TextVectors | NDArray[np.floating] | None = None
    target_vectors: TextVectors | NDArray[np.floating] | None = None
    sections: Sequence[tuple[tuple[int, int], tuple[int, int]]] | None = None
    outlines: tuple[Sequence[int], Sequence[int]] | None = None


def encode(
    pairs: Iterable[Texts],
    *,
    lexicon: Sequence[tuple[str, str, float]] = (),
    learned: SentenceModel | None = None,
) -> Corpus:
    """Encode pairs of texts into one corpus: a pair for every section of them.

    Entries (source, target, weight) of a lexicon may translate each other, unless something was
    learned from other texts.
    """
    source_vocabulary = Vocabulary(learned.source if learned else ())
    target_vocabulary = Vocabulary(learned.target if learned else ())
    encoded = tuple(
        pair for texts in pairs for pair in _encoded(texts, source_vocabulary, target_vocabulary)
    )
    if learned:
        learned = learned.extend(source_vocabulary, target_vocabulary)
        probability_s, probability_t = learned.probability_s, learned.probability_t
        seeds = learned.seeds
    else:
        probability_s = _unigrams([pair.source for pair in encoded], len(source_vocabulary))
        probability_t = _unigrams([pair.target for pair in encoded], len(target_vocabulary))
        seeds = seeds_of(source_vocabulary, target_vocabulary, lexicon)
    return Corpus(
        encoded,
        probability_s,
        probability_t,
        np.clip(-np.log(probability_s), 0.0, IDF_LIMIT),
        np.clip(-np.log(probability_t), 0.0, IDF_LIMIT),
        seeds,
        (tuple(source_vocabulary.keys), tuple(target_vocabulary.keys)),
        learned,
    )


def _encoded(
    texts: Texts, source_vocabulary: Vocabulary, target_vocabulary: Vocabulary
) -> Iterator[Pair]:
    source = source_vocabulary.encode(
        texts.source, texts.source_translation, romanised_names(texts.source, texts.target)
    )
    target = target_vocabulary.encode(
        texts.target, texts.target_translation, romanised_names(texts.target, texts.source)
    )
    if texts.source_opens is not None and texts.target_opens is not None:
        source = replace(source, opens=np.asarray(texts.source_opens, np.int8))
        target = replace(target, opens=np.asarray(texts.target_opens, np.int8))
    for ours, theirs in texts.sections or [((0, source.size), (0, target.size))]:
        vectors, points, cosines = None, _no_points(), None
        if texts.source_vectors is not None and texts.target_vectors is not None:
            vectors = (
                _as_vectors(texts.source_vectors[slice(*ours)]),
                _as_vectors(texts.target_vectors[slice(*theirs)]),
            )
            points = nearest_chain(*(side.vectors for side in vectors))
            cosines = RunCosines(
                *vectors, typical_cosine(vectors[0].parts, vectors[1].parts, points)
            )
        outlines = texts.outlines and (
            np.asarray(texts.outlines[0][slice(*ours)], np.int8),
            np.asarray(texts.outlines[1][slice(*theirs)], np.int8),
        )
        yield Pair(source.part(*ours), target.part(*theirs), vectors, points, outlines, cosines)


def _as_vectors(given: TextVectors | NDArray[np.floating]) -> TextVectors:
    if isinstance(given, TextVectors):
        return given
    norms = np.linalg.norm(given, axis=1, keepdims=True)
    return TextVectors((given / np.maximum(norms, 1e-9)).astype(np.float32, "C"))


def postings(side: Side, keys: int) -> Postings:
    """Index one side by key."""
    from diglot.sentences.kernels import postings as kernel

    return Postings(*kernel.index_tokens(side.tokens, side.offsets, keys))


def distinct_words(side: Side, keys: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Distinct keys of every sentence, ragged: (keys, offsets)."""
    from diglot.sentences.kernels import postings as kernel

    words: NDArray[np.int32]
    offsets: NDArray[np.int64]
    words, offsets = kernel.distinct_tokens(side.tokens, side.offsets, keys)
    return words, offsets


def count_tokens(sides: Sequence[Side], keys: int) -> NDArray[np.float64]:
    """Return how often every key stands in the texts of one side, float64 (keys,)."""
    if not sides:
        return np.zeros(keys)
    tokens = np.concatenate([side.tokens for side in sides])
    return np.bincount(tokens, minlength=keys).astype(np.float64)


def _unigrams(sides: Sequence[Side], keys: int) -> NDArray[np.float64]:
    counts = count_tokens(sides, max(keys, 1)) + 0.1
    shares: NDArray[np.float64] = counts / counts.sum()
    return shares


ENTRIES = 10_000
"""Entries of a dictionary that are cut into words in one go."""


def seeds_of(
    source: Vocabulary, target: Vocabulary, lexicon: Sequence[tuple[str, str, float]]
) -> Seeds:
    """Seeds from identical tokens and from a dictionary.

    A phrase of the dictionary gives every pair of its words a share of its weight.
    """
    identical = np.full(max(len(source), 1), -1, np.int32)
    identical[: len(source)] = [target.keys.get(form, -1) for form in source.keys]
    same = np.flatnonzero(identical >= 0)
    rows, columns = same.tolist(), identical[same].tolist()
    shares = [1.0] * len(same)
    for begin in range(0, len(lexicon), ENTRIES):
        entries = lexicon[begin : begin + ENTRIES]
        # The same word has several translations, and most words are in no text.
        left = dict.fromkeys(word for word, _, _ in entries)
        keys = dict(zip(left, source.known_keys(left), strict=True))
        entries = [entry for entry in entries if keys[entry[0]]]
        right = target.known_keys(translation for _, translation, _ in entries)
        for (word, _, weight), theirs in zip(entries, right, strict=True):
            ours = keys[word]
            for one, other in product(ours, theirs):
                rows.append(one)
                columns.append(other)
                shares.append(weight / max(len(ours), len(theirs)))
    row, column, share = np.array(rows, np.int64), np.array(columns, np.int64), np.array(shares)
    # Of every pair the greatest share, which comes last.
    order = np.lexsort((share, column, row))
    row, column, share = row[order], column[order], share[order]
    greatest = np.ones(len(row), np.bool_)
    greatest[:-1] = (row[1:] != row[:-1]) | (column[1:] != column[:-1])
    first = offsets_of(np.bincount(row[greatest], minlength=len(identical)))
    return Seeds(
        first,
        column[greatest].astype(np.int32),
        share[greatest].astype(np.float32),
        identical,
    )
