"""Phrases that translate each other as a whole: tables of all pairs of them, and fixed ones.

Reference: P. Koehn, F. J. Och, D. Marcu, Statistical phrase-based translation, HLT-NAACL 2003.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of
from diglot.words.decoding.links import link_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from diglot.model import WordLinks
    from diglot.words.corpus import Corpus, Vocabulary
    from diglot.words.decoding.confidence import Posteriors

LONGEST = 7
"""Words that a phrase has at most, by default."""

LIMIT = 8
"""And at all: the links inside a phrase pair are bits of one 64-bit number."""

BLOCK = 1 << 14


@dataclass(frozen=True, slots=True, eq=False)
class PhraseTable:
    """Phrase pairs by source phrase in the order of its words; the best target comes first.

    Attributes:
        spans: shape (phrase pairs, 4), int32, begin and length of an occurrence among the tokens
            of the source and of the target.
        inside: shape (phrase pairs,), uint64, the most frequent links between the words of both
            phrases: bit ``i * longest + j``.
        count: shape (phrase pairs,), int64, occurrences of the pair.
        source_count: shape (phrase pairs,), int64, occurrences of the source phrase in any pair.
        target_count: shape (phrase pairs,), int64.
        forward_lexical: shape (phrase pairs,), float32, lexical weight of the target phrase given
            the source phrase.
        backward_lexical: shape (phrase pairs,), float32.
        longest: words that a phrase has at most.
    """

    spans: NDArray[np.int32]
    inside: NDArray[np.uint64]
    count: NDArray[np.int64]
    source_count: NDArray[np.int64]
    target_count: NDArray[np.int64]
    forward_lexical: NDArray[np.float32]
    backward_lexical: NDArray[np.float32]
    longest: int


def phrase_table(
    corpus: Corpus, links: WordLinks, *, longest: int = LONGEST, minimum: int = 1
) -> PhraseTable:
    """Collect the phrase pairs that are consistent with the links.

    A pair of spans is consistent if a link is inside and none leaves it. Lexical weights use the
    relative frequencies of the same links, a word without a link counting as one of NULL.

    Args:
        corpus: words of every sentence pair.
        links: of the same sentence pairs.
        longest: words that a phrase has at most, 1 to 8.
        minimum: pairs that occur less often are left out; the probabilities of the others stay.

    Raises:
        ConfigError: phrases cannot be of that length.
        InputError: the links do not fit the sentence pairs.
    """
    from diglot.words.kernels.phrases import lexical_weights, number_phrases, phrase_pairs

    if not 1 <= longest <= LIMIT:
        raise ConfigError(f"phrases of up to {longest} words; they can have 1 to {LIMIT}")
    links.require_inside(corpus.source_offsets, corpus.target_offsets)
    where = (corpus.source_offsets, corpus.target_offsets, links.offsets, links.source)
    found = phrase_pairs(*where, links.target, longest, *_empty_arrays(0))
    spans, inside = _empty_arrays(found)
    phrase_pairs(*where, links.target, longest, spans, inside)
    numbers_s, first_s = number_phrases(corpus.source, spans[:, 0], spans[:, 1])
    numbers_t, first_t = number_phrases(corpus.target, spans[:, 2], spans[:, 3])
    chosen, count = _distinct(numbers_s.astype(np.int64) * len(first_t) + numbers_t, inside)
    chosen, count = chosen[count >= minimum], count[count >= minimum]
    numbers_s, numbers_t, total_s, total_t = (
        numbers_s[chosen],
        numbers_t[chosen],
        np.bincount(numbers_s, minlength=len(first_s)),
        np.bincount(numbers_t, minlength=len(first_t)),
    )
    rank = _ranks(corpus.source, corpus.source_vocabulary, spans[first_s], longest)
    order = np.lexsort((numbers_t, -count, rank[numbers_s]))
    spans, inside = spans[chosen[order]], inside[chosen[order]]
    forward, backward = lexical_weights(
        corpus.source, corpus.target, spans, inside, longest, *_lexicon(corpus, links)
    )
    return PhraseTable(
        spans=spans,
        inside=inside,
        count=count[order],
        source_count=total_s[numbers_s[order]],
        target_count=total_t[numbers_t[order]],
        forward_lexical=forward,
        backward_lexical=backward,
        longest=longest,
    )


def entries(
    corpus: Corpus, table: PhraseTable
) -> Iterator[
    tuple[
        list[str],
        list[str],
        tuple[float, float, float, float],
        tuple[tuple[int, int], ...],
        tuple[int, int, int],
    ]
]:
    """Give the phrase pairs of a table one by one.

    Returns:
        Source words; target words; phi(source | target), its lexical weight, phi(target | source),
        its lexical weight; links between the words; counts of target, source and pair.
    """
    text_s, text_t = (
        [vocabulary.words[number] for number in tokens.tolist()]
        for vocabulary, tokens in (
            (corpus.source_vocabulary, corpus.source),
            (corpus.target_vocabulary, corpus.target),
        )
    )
    width = table.longest
    links: dict[int, tuple[tuple[int, int], ...]] = {}
    columns = [getattr(table, each.name) for each in fields(table)[:-1]]
    for begin in range(0, len(table.spans), BLOCK):
        for (s, n, t, m), bits, count, count_s, count_t, lexical_t, lexical_s in zip(
            *(column[begin : begin + BLOCK].tolist() for column in columns), strict=True
        ):
            if bits not in links:
                links[bits] = tuple(divmod(k, width) for k in range(width**2) if bits >> k & 1)
            yield (
                text_s[s : s + n],
                text_t[t : t + m],
                (count / count_t, lexical_s, count / count_s, lexical_t),
                links[bits],
                (count_t, count_s, count),
            )


def _empty_arrays(found: int) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    return np.empty((found, 4), np.int32), np.empty(found, np.uint64)


def _distinct(
    keys: NDArray[np.int64], inside: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find an occurrence of each key with its most frequent links, and count all of them."""
    order = np.lexsort((inside, keys))
    keys, inside = keys[order], inside[order]
    if not len(keys):
        return order, np.zeros(0, np.int64)
    new_key = np.concatenate([[True], keys[1:] != keys[:-1]])
    runs = np.flatnonzero(new_key | np.concatenate([[True], inside[1:] != inside[:-1]]))
    times = np.diff(np.append(runs, len(keys)))
    group = np.cumsum(new_key)[runs] - 1
    # Sorted within each group only, the groups begin where they did.
    best = runs[np.lexsort((-times, group))]
    first = np.flatnonzero(new_key[runs])
    return order[best[first]], np.bincount(group, times).astype(np.int64)


def _ranks(
    tokens: NDArray[np.int32], vocabulary: Vocabulary, spans: NDArray[np.int32], longest: int
) -> NDArray[np.int64]:
    """Rank source phrases by their words' code points; a phrase comes before its continuations."""
    words = vocabulary.words
    rank_of_word = np.empty(len(words), np.int32)
    rank_of_word[sorted(range(len(words)), key=words.__getitem__)] = np.arange(len(words))
    columns = []
    for k in range(longest):
        inside = spans[:, 1] > k
        column = np.full(len(spans), -1, np.int32)
        column[inside] = rank_of_word[tokens[spans[inside, 0] + k]]
        columns.append(column)
    ranks = np.empty(len(spans), np.int64)
    ranks[np.lexsort(columns[::-1])] = np.arange(len(spans))
    return ranks


def _lexicon(corpus: Corpus, links: WordLinks) -> tuple[NDArray[Any], ...]:
    """Relative frequencies of linked words, as rows of the source words, and of words of NULL."""
    number = np.diff(links.offsets)
    at_s = np.repeat(corpus.source_offsets[:-1], number) + links.source
    at_t = np.repeat(corpus.target_offsets[:-1], number) + links.target
    size_s, size_t = corpus.source_vocabulary.size, corpus.target_vocabulary.size
    keys, count = np.unique(
        corpus.source[at_s].astype(np.int64) * size_t + corpus.target[at_t], return_counts=True
    )
    source, target = keys // size_t, keys % size_t
    total_s = np.bincount(source, count, minlength=size_s)
    total_t = np.bincount(target, count, minlength=size_t)
    rows = offsets_of(np.bincount(source, minlength=size_s))
    return (
        rows,
        target.astype(np.int32),
        count / total_s[source],
        count / total_t[target],
        _of_null(corpus.target, at_t, size_t),
        _of_null(corpus.source, at_s, size_s),
    )


def _of_null(
    tokens: NDArray[np.int32], linked: NDArray[np.int64], size: int
) -> NDArray[np.float64]:
    free = np.ones(len(tokens), bool)
    free[linked] = False
    count = np.bincount(tokens[free], minlength=size)
    shares: NDArray[np.float64] = count / max(1, count.sum())
    return shares


# A word of one language may stand for a fixed phrase of the other: 新华社 for Xinhua News Agency.
# Models of single words link it to one word of the phrase, and the others to nothing.

BESIDE = 2
"""Words from a word of a phrase to the next, at most."""
FEWEST = 3
"""Places that make a phrase a fixed one."""
MOST_TOKENS, MOST_LINKS = 0.6, 0.5
"""Least shares of the tokens of a word, and of the links of its neighbour, in the phrase."""
LINKED, SURE = np.float32(0.5), np.float32(0.9)
"""Probabilities of a link from which a word has one, and from which no phrase undoes it."""
JOINED = np.float32(0.6)
"""Probability of the links of a phrase: gold has so many (English-Czech, Japanese-English)."""


class _Words(NamedTuple):
    """The words of one side, one behind the other.

    Attributes:
        number: int32, in the vocabulary.
        tokens: int64, how many tokens the word has.
        pair: int64, sentence pair.
        spelled: bool, made of letters.
        best: float32, probability of the best link; 0 if below `LINKED`.
        linked: int64, word of the other side that it goes to.
    """

    number: NDArray[np.int32]
    tokens: NDArray[np.int64]
    pair: NDArray[np.int64]
    spelled: NDArray[np.bool_]
    best: NDArray[np.float32]
    linked: NDArray[np.int64]


def join_fixed_phrases(
    corpus: Corpus, posteriors: Posteriors, probabilities: NDArray[np.float32]
) -> tuple[Posteriors, NDArray[np.float32]]:
    """Link all words of fixed phrases to what the phrase translates.

    A word belongs to the phrase of its neighbour if it stands beside it in most of its places, and
    in three at least, mostly without a link of its own; and if no other word like that stands
    beside what the neighbour is linked to, which might be its translation.

    Args:
        corpus: whose first pairs were aligned.
        posteriors: candidates of these pairs.
        probabilities: shape (candidates,).

    Returns:
        Candidates and probabilities with these links; others of the same words are less probable.
    """
    sides = _sides(corpus, posteriors, probabilities)
    if not sides[0].best.any():
        return posteriors, probabilities
    target, to_source = _phrase_links(sides[1], sides[0])
    source, to_target = _phrase_links(sides[0], sides[1])
    if not len(target) + len(source):
        return posteriors, probabilities
    begins = posteriors.source_offsets, posteriors.target_offsets
    of = np.repeat(np.arange(posteriors.pairs), np.diff(posteriors.offsets))
    rivals = np.isin(begins[0][of] + posteriors.source, source)
    rivals |= np.isin(begins[1][of] + posteriors.target, target)
    probabilities = np.where(rivals, probabilities * (1 - JOINED), probabilities)
    source, target = np.append(to_source, source), np.append(target, to_target)
    pair = sides[0].pair[source]
    source, target = source - begins[0][pair], target - begins[1][pair]
    keys, first = np.unique(link_keys(pair, source, target), return_index=True)
    known = link_keys(of, posteriors.source, posteriors.target)
    places = np.searchsorted(known, keys)
    there = known[np.minimum(places, len(known) - 1)] == keys
    probabilities[places[there]] = JOINED
    places, first = places[~there], first[~there]
    more = np.bincount(pair[first], minlength=posteriors.pairs)
    return (
        replace(
            posteriors,
            offsets=posteriors.offsets + offsets_of(more),
            source=np.insert(posteriors.source, places, source[first]),
            target=np.insert(posteriors.target, places, target[first]),
            forward=np.insert(posteriors.forward, places, 0),
            backward=np.insert(posteriors.backward, places, 0),
        ),
        np.insert(probabilities, places, JOINED),
    )


def _sides(
    corpus: Corpus, posteriors: Posteriors, probabilities: NDArray[np.float32]
) -> tuple[_Words, _Words]:
    """Return the words of both sides with their best links."""
    likely = np.flatnonzero(probabilities >= LINKED)
    likely = likely[np.argsort(probabilities[likely], kind="stable")]
    pair = np.searchsorted(posteriors.offsets, likely, side="right") - 1
    source = posteriors.source_offsets[pair] + posteriors.source[likely]
    target = posteriors.target_offsets[pair] + posteriors.target[likely]
    sides = []
    for tokens, offsets, vocabulary, ours, theirs in (
        (corpus.source, posteriors.source_offsets, corpus.source_vocabulary, source, target),
        (corpus.target, posteriors.target_offsets, corpus.target_vocabulary, target, source),
    ):
        number = tokens[: offsets[-1]]
        best, linked = np.zeros(len(number), np.float32), np.zeros(len(number), np.int64)
        best[ours], linked[ours] = probabilities[likely], theirs  # the last is the best
        sides.append(
            _Words(
                number,
                np.bincount(number)[number] if len(number) else number.astype(np.int64),
                np.repeat(np.arange(posteriors.pairs), np.diff(offsets)),
                np.array([word.isalpha() for word in vocabulary.words])[number],
                best,
                linked,
            )
        )
    return sides[0], sides[1]


def _phrase_links(words: _Words, others: _Words) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return words of fixed phrases of a side, and the words of the other that they go to."""
    free = words.best == 0
    rarely_linked = np.bincount(words.number, free)[words.number]
    rarely_linked = rarely_linked >= np.maximum(FEWEST, MOST_TOKENS * words.tokens)
    place, beside = _neighbours(np.flatnonzero(rarely_linked & words.spelled), words.pair)
    kept = (words.best[place] < SURE) & ~free[beside] & words.spelled[beside]
    kept &= others.spelled[words.linked[beside]]
    place, beside = place[kept], beside[kept]
    to = words.linked[beside]
    link = _number(words.number, np.where(free, 0, others.number[words.linked]))
    phrase = _number(link[beside], words.number[place], beside - place + BESIDE)
    times = np.bincount(phrase, free[place])[phrase]
    fixed = times >= np.maximum(FEWEST, MOST_TOKENS * words.tokens[place])
    fixed &= times >= MOST_LINKS * np.bincount(link)[link[beside]]
    near, other = _neighbours(to, others.pair, np.arange(len(to)))
    lost = (others.best[other] == 0) & (others.tokens[other] <= 2 * times[near])
    near, other = near[lost], other[lost]
    company = _number(phrase[near], others.number[other])
    rival = np.bincount(company)[company] > np.bincount(phrase)[phrase[near]] / 2
    fixed &= ~np.isin(phrase, phrase[near[rival]])
    order = np.lexsort((np.abs(beside - place), -times, place))
    order = order[fixed[order]]
    place, first = np.unique(place[order], return_index=True)
    return place, to[order][first]


def _neighbours(
    words: NDArray[np.int64], pair: NDArray[np.int64], names: NDArray[np.int64] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return every word, or its name, with every word near it in the same sentence."""
    near = (words[:, None] + [*range(-BESIDE, 0), *range(1, BESIDE + 1)]).ravel()
    same = (near >= 0) & (near < len(pair))
    which = np.repeat(np.arange(len(words)), 2 * BESIDE)
    same[same] = pair[near[same]] == pair[words[which[same]]]
    return (words if names is None else names)[which[same]], near[same]


def _number(*columns: NDArray[Any]) -> NDArray[np.int64]:
    """Number equal rows alike."""
    numbers = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        width = int(column.max(initial=0)) + 1
        numbers = np.unique(numbers * width + column, return_inverse=True)[1]
    return numbers
