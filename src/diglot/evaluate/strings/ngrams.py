"""BLEU, chrF2 and chrF2++ from counts per segment that can be summed and resampled.

Figures equal sacreBLEU's corpus scores to the last digit; but for ``13a`` and ``none``, texts are
divided by its own tokenisers. Counts are taken once: those of chrF2 are the first columns of those
of chrF2++.

References:
    Papineni et al. 2002, "BLEU: a method for automatic evaluation of machine translation".
    Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation"; Popović 2017,
    "chrF++: words helping character n-grams".
    Post 2018, "A call for clarity in reporting BLEU scores"; NIST 2009, mteval-v13a.pl.
"""

from __future__ import annotations

import math
import re
import string
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError
from diglot.evaluate.strings.kernels.ngrams import ngram_matches
from diglot.flat_arrays import offsets_of
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints

    Flat = tuple[NDArray[np.int32], Ints]
    Texts = Sequence[str]

Segment = Sequence[str]
"""A text, or a list of words that are taken as they are."""


class WordNumbers:
    """Numbers of words, equal for equal words in everything that one object numbered."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)

    def flat(self, segments: Sequence[Sequence[str]]) -> Flat:
        """Return numbers of all words, (words,), and where each segment begins, (segments + 1,)."""
        offsets = starts(segments)
        numbers = map(self._numbers.__getitem__, chain.from_iterable(segments))
        return np.fromiter(numbers, np.int32, int(offsets[-1])), offsets


def starts(segments: Sequence[Sequence[object]]) -> Ints:
    """Return where each segment begins when they stand one behind the other, (segments + 1,)."""
    return offsets_of([*map(len, segments)])


def split_words(segments: Sequence[Segment | None], *, case_sensitive: bool) -> list[Sequence[str]]:
    """Return the words of every segment: of texts what blanks divide; of None nothing."""
    if case_sensitive:
        return [each.split() if isinstance(each, str) else each or () for each in segments]
    return [
        each.lower().split() if isinstance(each, str) else [word.lower() for word in each or ()]
        for each in segments
    ]


def same_number(hypotheses: Sequence[Segment], *streams: Sequence[Segment | None]) -> None:
    """Check that there are as many references as translations.

    Raises:
        InputError: there are not.
    """
    for stream in streams:
        if len(stream) != len(hypotheses):
            raise InputError(
                f"{count_of(len(hypotheses), 'translation')} but "
                f"{count_of(len(stream), 'reference')}",
                cure="give one reference for each translation, in the same order",
            )


# Lines of options in the form of sacreBLEU, so that figures can be compared with published ones.
#
# Reference: Post 2018, "A call for clarity in reporting BLEU scores".


def sacrebleu_signature(references: Ints, **options: str | bool) -> str:
    """Return the line of a run.

    Args:
        references: number of references of every segment.
        options: names and values in sacreBLEU's order.
    """
    numbers = {int(each) for each in references}
    parts = [f"nrefs:{numbers.pop() if len(numbers) == 1 else 'var'}"]
    parts += [
        f"{name}:{value if isinstance(value, str) else ('no', 'yes')[value]}"
        for name, value in options.items()
    ]
    return "|".join([*parts, f"version:{_version()}"])


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("sacrebleu")


BLEU_ORDER = 4
CHARACTERS = 6
WORDS = 2
BETA = 2

TOKENISERS = ("13a", "none", "intl", "char", "zh", "ja-mecab", "ko-mecab")
_BY_LANGUAGE = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
_MODULES = {
    "intl": ("tokenizer_intl", "TokenizerV14International"),
    "char": ("tokenizer_char", "TokenizerChar"),
    "zh": ("tokenizer_zh", "TokenizerZh"),
    "ja-mecab": ("tokenizer_ja_mecab", "TokenizerJaMecab"),
    "ko-mecab": ("tokenizer_ko_mecab", "TokenizerKoMecab"),
}
_SIGNS = frozenset(string.punctuation)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentCounts:
    """Counts of one metric for every segment.

    Attributes:
        name: ``BLEU``, ``chrF2`` or ``chrF2++``.
        statistics: float64 (segments, columns), whole numbers that add up.
        columns: names of the columns.
        aggregate: turns sums of shape (..., columns) into scores of shape (...), 0 to 100.
        signature: sacreBLEU's line of options.
    """

    name: str
    statistics: Floats
    columns: tuple[str, ...]
    aggregate: Callable[[Floats], Floats]
    signature: str

    @property
    def score(self) -> float:
        """The score of all segments, 0 to 100."""
        return float(self.aggregate(self.statistics.sum(axis=0)))


def bleu(
    hypotheses: Texts,
    references: Sequence[str | None],
    *more_references: Sequence[str | None],
    tokeniser: str | None = None,
    language: str | None = None,
    lowercase: bool = False,
) -> SegmentCounts:
    """Return the counts of BLEU: both lengths, then matches and n-grams of 1 to 4 words.

    Args:
        hypotheses: the translations.
        references: a reference for each, in the same order.
        more_references: further references for each; None where there is none.
        tokeniser: one of `TOKENISERS`; None for that of the language, 13a for most.
        language: code of the target language. If what Japanese or Korean needs is not installed,
            characters are counted in place of words; the signature says so.
        lowercase: capitals do not matter.

    Raises:
        InputError: the numbers of segments differ, or a segment has no reference.
        ConfigError: there is no such tokeniser, or what it needs is not installed.

    Reference:
        Papineni et al. 2002, section 2; smoothing ``exp`` of sacreBLEU.
    """
    streams = (references, *more_references)
    counts = _references(hypotheses, streams)
    name, words = _tokeniser(tokeniser, language)
    if lowercase:
        hypotheses = [text.lower() for text in hypotheses]
        streams = tuple([text and text.lower() for text in stream] for stream in streams)
    numbers = WordNumbers()
    flat, offsets = numbers.flat(words(hypotheses))
    rows = zip(*streams, strict=True)
    r_flat, r_offsets = numbers.flat(words([text or "" for row in rows for text in row]))
    matches = ngram_matches(flat, offsets, r_flat, r_offsets, len(streams), BLEU_ORDER)
    lengths = np.diff(offsets)
    there = np.array([[text is not None for text in stream] for stream in streams], bool).T
    nearest = _nearest(lengths, np.diff(r_offsets).reshape(-1, len(streams)), there)
    statistics = np.column_stack([lengths, nearest, matches, _ngrams(lengths, BLEU_ORDER)])
    signature = sacrebleu_signature(
        counts, case="lc" if lowercase else "mixed", eff=False, tok=name, smooth="exp"
    )
    return SegmentCounts(
        "BLEU", statistics.astype(np.float64), _BLEU_COLUMNS, bleu_score, signature
    )


def chrf(
    hypotheses: Texts,
    references: Sequence[str | None],
    *more_references: Sequence[str | None],
    lowercase: bool = False,
) -> tuple[SegmentCounts, SegmentCounts]:
    """Return the counts of chrF2 and of chrF2++.

    They are n-grams of the hypothesis, of the reference, and matches, for 1 to 6 characters, then
    for 1 and 2 words. Of several references that with the highest score of the segment counts.

    Args:
        hypotheses: the translations.
        references: a reference for each, in the same order.
        more_references: further references for each; None where there is none.
        lowercase: capitals do not matter.

    Raises:
        InputError: the numbers of segments differ, or a segment has no reference.

    Reference:
        Popović 2015 and 2017; effective order of sacreBLEU.
    """
    streams = (references, *more_references)
    counts = _references(hypotheses, streams)
    numbers = WordNumbers()
    mine = _symbols(hypotheses, numbers, lowercase=lowercase)
    found = [_f_counts(mine, _symbols(stream, numbers, lowercase=lowercase)) for stream in streams]
    there = np.array([[text is not None for text in stream] for stream in streams], bool)
    made = []
    for words in (0, WORDS):
        order = CHARACTERS + words
        statistics = np.stack(found)[..., : 3 * order]
        best = np.where(there, chrf_score(statistics), -1).argmax(axis=0)
        signature = sacrebleu_signature(
            counts,
            case="lc" if lowercase else "mixed",
            eff=True,
            nc=str(CHARACTERS),
            nw=str(words),
            space=False,
        )
        made.append(
            SegmentCounts(
                f"chrF{BETA}{'+' * words}",
                statistics[best, np.arange(len(best))],
                _F_COLUMNS[: 3 * order],
                chrf_score,
                signature,
            )
        )
    return made[0], made[1]


_BLEU_COLUMNS = (
    "words",
    "reference_words",
    *(f"{what}_{n}" for what in ("matches", "ngrams") for n in range(1, BLEU_ORDER + 1)),
)
_F_COLUMNS = tuple(
    f"{what}_{unit}_{n}"
    for unit, order in (("characters", CHARACTERS), ("words", WORDS))
    for n in range(1, order + 1)
    for what in ("ngrams", "reference", "matches")
)


def bleu_score(totals: Floats) -> Floats:
    """Return BLEU, 0 to 100, from sums of counts.

    Args:
        totals: shape (..., 10), as `bleu` names the columns.

    Returns:
        Shape (...).

    Reference:
        Papineni et al. 2002, section 2.3; smoothing of mteval-v13a: an order without matches
        counts half a match, the next a quarter.
    """
    matches, ngrams = totals[..., 2 : 2 + BLEU_ORDER], totals[..., 2 + BLEU_ORDER :]
    precisions = []
    halvings = np.ones(totals.shape[:-1])
    for n in range(BLEU_ORDER):
        halvings = np.where(matches[..., n] == 0, 2 * halvings, halvings)
        there = ngrams[..., n] > 0
        most = np.where(there, ngrams[..., n], 1)
        smoothed = np.where(
            matches[..., n] == 0, 100.0 / (halvings * most), 100.0 * matches[..., n] / most
        )
        precisions.append(np.where(there, smoothed, 0.0))
    # NumPy's own exp and log differ from those of the standard library in the last digit.
    means = np.frompyfunc(_geometric_mean, BLEU_ORDER, 1)(*precisions)
    penalties = np.frompyfunc(_brevity_penalty, 2, 1)(totals[..., 0], totals[..., 1])
    return np.where(matches.any(axis=-1), penalties * means, 0.0).astype(np.float64)


def _geometric_mean(*precisions: float) -> float:
    if 0 in precisions:
        return 0.0
    return math.exp(sum([math.log(each) for each in precisions]) / BLEU_ORDER)


def _brevity_penalty(length: float, reference: float) -> float:
    if length >= reference:
        return 1.0
    return math.exp(1 - reference / length) if length > 0 else 0.0


def chrf_score(totals: Floats) -> Floats:
    """Return chrF2 or chrF2++, 0 to 100, from sums of counts.

    Args:
        totals: shape (..., 18 or 24), as `chrf` orders them.

    Returns:
        Shape (...).

    Reference:
        Popović 2015, equation 1; orders that one side lacks are left out (sacreBLEU).
    """
    precision, recall, orders = (np.zeros(totals.shape[:-1]) for _ in range(3))
    for n in range(0, totals.shape[-1], 3):
        mine, theirs, matches = totals[..., n], totals[..., n + 1], totals[..., n + 2]
        there = (mine > 0) & (theirs > 0)
        precision = precision + np.where(there, matches / np.where(there, mine, 1), 0)
        recall = recall + np.where(there, matches / np.where(there, theirs, 1), 0)
        orders = orders + there
    precision = precision / np.maximum(orders, 1)
    recall = recall / np.maximum(orders, 1)
    factor = BETA**2
    below = factor * precision + recall
    score = (1 + factor) * precision * recall / np.where(below > 0, below, 1)
    return 100 * score


def _references(hypotheses: Texts, streams: Sequence[Sequence[str | None]]) -> Ints:
    """Number of references of each segment."""
    same_number(hypotheses, *streams)
    counts = np.zeros(len(hypotheses), np.int64)
    for stream in streams:
        counts += np.fromiter((each is not None for each in stream), bool, len(stream))
    if not counts.all():
        raise InputError("no reference", place=f"segment {int(counts.argmin()) + 1}")
    return counts


def _tokeniser(
    name: str | None, language: str | None
) -> tuple[str, Callable[[Texts], list[list[str]]]]:
    """Name of the tokeniser in signatures, and what makes words of texts."""
    from importlib import import_module

    chosen = name or _BY_LANGUAGE.get((language or "").split("-")[0].lower(), TOKENISERS[0])
    if chosen not in TOKENISERS:
        raise ConfigError(f"no tokeniser {chosen!r}: choose one of {', '.join(TOKENISERS)}")
    if chosen == "13a":
        return chosen, words_13a
    if chosen == "none":
        return chosen, lambda texts: [text.split() for text in texts]
    module, kind = _MODULES[chosen]
    try:
        made = getattr(import_module(f"sacrebleu.tokenizers.{module}"), kind)()
    except (ImportError, RuntimeError) as error:
        if name is None:
            return _tokeniser("char", None)
        extra = chosen.partition("-")[0]
        raise ConfigError(
            f"tokeniser {chosen} needs more: pip install 'sacrebleu[{extra}]', or choose char"
        ) from error
    return made.signature(), lambda texts: [made(text.rstrip()).split() for text in texts]


def _nearest(lengths: Ints, others: Ints, there: Flags) -> Ints:
    """Of the lengths of references (segments, streams) the nearest, of two as near the smaller."""
    far = np.iinfo(np.int64).max
    apart = others - lengths[:, None]
    ranks = np.where(there, 2 * np.abs(apart) + (apart > 0), far)
    nearest: Ints = others[np.arange(len(others)), ranks.argmin(axis=1)]
    return nearest


def _ngrams(lengths: Ints, order: int) -> Ints:
    """Number of n-grams of 1 to ``order`` symbols, (segments, order)."""
    counts: Ints = np.maximum(lengths[:, None] - np.arange(order), 0)
    return counts


def _symbols(
    texts: Sequence[str | None], numbers: WordNumbers, *, lowercase: bool
) -> tuple[Flat, Flat]:
    """Characters but for blanks, and words with the sign at one end split off."""
    split = [((text or "").lower() if lowercase else text or "").split() for text in texts]
    solid = ["".join(words) for words in split]
    encoded = "".join(solid).encode("utf-32-le", "surrogatepass")
    parts = {word: _without_sign(word) for word in set(chain.from_iterable(split))}
    return (np.frombuffer(encoded, np.int32), starts(solid)), numbers.flat(
        [[part for word in words for part in parts[word]] for words in split]
    )


def _without_sign(word: str) -> tuple[str, ...]:
    """Split off the sign that ends a word, else the one that begins it: one, as chrF++ does."""
    if len(word) > 1 and word[-1] in _SIGNS:
        return word[:-1], word[-1]
    if len(word) > 1 and word[0] in _SIGNS:
        return word[0], word[1:]
    return (word,)


def _f_counts(mine: tuple[Flat, Flat], theirs: tuple[Flat, Flat]) -> Floats:
    """Counts against one reference each, (segments, 24)."""
    made = []
    for (flat, offsets), (r_flat, r_offsets), order in zip(
        mine, theirs, (CHARACTERS, WORDS), strict=True
    ):
        matches = ngram_matches(flat, offsets, r_flat, r_offsets, 1, order)
        ngrams, wanted = _ngrams(np.diff(offsets), order), _ngrams(np.diff(r_offsets), order)
        # sacreBLEU counts no n-grams of an order that the reference is too short for.
        made.append(np.stack([np.where(wanted > 0, ngrams, 0), wanted, matches], axis=-1))
    counts = np.concatenate(made, axis=1)
    return counts.reshape(len(counts), 3 * (CHARACTERS + WORDS)).astype(np.float64)


# Words as the script mteval-v13a divides text: the tokeniser ``13a`` of BLEU.
#
# Written anew because the one in sacreBLEU takes most of the time of BLEU: it touches every blank.

_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_RULES = (
    (re.compile(r"([{-~\[-`!-&(-+:-@/])"), r" \1 "),  # signs but for apostrophe, comma, dash, stop
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


def words_13a(texts: Iterable[str]) -> list[list[str]]:
    """Return the words of each text."""
    lines = [each.rstrip().replace("-\n", "").replace("\n", " ") for each in texts]
    if not lines:
        return []
    # No rule reaches over the blanks around a line, so all lines can be treated at once.
    joined = " " + " \n ".join(lines) + " "
    joined = joined.replace("<skipped>", "")
    for entity, sign in _ENTITIES:
        joined = joined.replace(entity, sign)
    for pattern, divided in _RULES:
        joined = pattern.sub(divided, joined)
    return [line.split() for line in joined.split("\n")]
