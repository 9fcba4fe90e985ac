"""Whether what stands in a translation answers the terms of its source, and what links say of it.

A target term is looked for word by word, function words apart; words of the text may be the same,
of the same lemma, stem or family, misspelt, or another word that the text as a whole uses for the
same source word as often as not. Words that only occur in a sentence are no translation, so word
links decide: a word is supported if a link from the term reaches it that is not much weaker than
any link from elsewhere, and contradicted if it belongs to something else. A candidate is accepted

- if most of its words are supported,
- or if they are near ones (stem or nearer), close together, and most are supported or attested:
  linked to the term elsewhere in the text, ten times in a hundred at least,
- or if they are near ones, in one piece, some supported and not many contradicted;

and if most content words of the source term that are linked at all are linked into it. Of several
occurrences of a term each needs words of its own. Without links only near words close together,
or words of the family in one piece, are accepted, and a term that merely occurs passes.

Other words of the text, and terms whose source is only partly covered, are never passed in
silence: what excuses a synonym excuses an error that is made throughout, too.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from diglot.consistency.kernels import judging as kernel
from diglot.model import findings
from diglot.text.languages import is_spaceless

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.consistency.matching.encoding import EncodedTexts
    from diglot.consistency.matching.occurrences import Occurrences
    from diglot.consistency.matching.words import Words, WordTables

MISPLACED, OMITTED, REPLACED, SHORTENED = "misplaced", "omitted", "replaced", "shortened"
CAUSES = ("", MISPLACED, OMITTED, REPLACED, SHORTENED)
"""Why nothing was accepted: the term stands there, but translates something else; nothing is
linked to its source; another word is; words of the term are, and others of it are not. Empty
without links."""

_LEVELS = (
    *(findings.EXACT, findings.CASE, findings.LEMMA, findings.STEM),
    *(findings.FAMILY, findings.SPELLING, findings.ALTERNATIVE),
)
_PARTLY, _REFUSED = 3, 4


@dataclass(frozen=True, slots=True, eq=False)
class TargetTerms:
    """The target terms of every entry, encoded.

    Attributes:
        entry_offsets: shape (entries + 1,), int64: where the terms of each entry begin.
        target: shape (terms,), int32: which target of its entry a term is a spelling of.
        respelt: shape (terms,), bool: as one word or as two, unlike in the termbase.
        word_offsets: shape (terms + 1,), int64: where the words of each term begin.
        words: shape (words,), int32: forms of the words that are looked for, function words only
            where a term has no others.
        token_offsets: shape (terms + 1,), int64: where all tokens of each term begin.
        tokens: shape (tokens,), int32.
    """

    entry_offsets: NDArray[np.int64]
    target: NDArray[np.int32]
    respelt: NDArray[np.bool_]
    word_offsets: NDArray[np.int64]
    words: NDArray[np.int32]
    token_offsets: NDArray[np.int64]
    tokens: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """What stands for each occurrence of a source term; ascending by unit, then entry.

    Attributes:
        unit: shape (rows,), int32, number of the unit in the block.
        begin: shape (rows,), int32, first source token.
        end: shape (rows,), int32, source token behind the last.
        entry: shape (rows,), int32.
        level: shape (rows,), uint8, into `diglot.model.findings.LEVELS`.
        term: shape (rows,), int32, the target term that was found, as a row of `TargetTerms`;
            -1 if none was.
        cause: shape (rows,), uint8, into `CAUSES`.
        support: shape (rows,), float32, share of the words that are supported or attested; NaN
            without links.
        uncovered: shape (rows,), float32, share of the source words translated elsewhere.
        target: shape (rows, width), int32, target tokens, in the order of the term's words; -1
            behind the last.
    """

    unit: NDArray[np.int32]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]
    entry: NDArray[np.int32]
    level: NDArray[np.uint8]
    term: NDArray[np.int32]
    cause: NDArray[np.uint8]
    support: NDArray[np.float32]
    uncovered: NDArray[np.float32]
    target: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.unit)

    def without(self, rows: Sequence[int]) -> Judgements:
        """Return all but some rows."""
        return Judgements(
            **{
                each.name: np.delete(getattr(self, each.name), rows, axis=0)
                for each in fields(self)
            }
        )

    def places_of(self, row: int) -> list[int]:
        """Return the target tokens that stand for an occurrence; none if nothing does."""
        return [place for place in self.target[row].tolist() if place >= 0]


@dataclass(frozen=True, slots=True)
class Spelling:
    """A target term in one of its spellings, as forms of the target language.

    Attributes:
        target: number of the target in its entry.
        tokens: all its words.
        words: those that are looked for.
        respelt: it is written as one word or as two, unlike in the termbase.
    """

    target: int
    tokens: Sequence[int]
    words: Sequence[int]
    respelt: bool = False


def target_terms(entries: Sequence[Sequence[Spelling]]) -> TargetTerms:
    """Lay the target terms of entries out in arrays."""
    spellings = [spelling for of_entry in entries for spelling in of_entry]
    return TargetTerms(
        entry_offsets=_offsets(map(len, entries)),
        target=np.array([each.target for each in spellings], np.int32),
        respelt=np.array([each.respelt for each in spellings], np.bool_),
        word_offsets=_offsets(len(each.words) for each in spellings),
        words=np.array([word for each in spellings for word in each.words], np.int32),
        token_offsets=_offsets(len(each.tokens) for each in spellings),
        tokens=np.array([token for each in spellings for token in each.tokens], np.int32),
    )


def _offsets(sizes: Iterable[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes]).astype(np.int64)


def judge(
    found: Occurrences,
    entry: NDArray[np.int32],
    texts: tuple[EncodedTexts, EncodedTexts],
    terms: TargetTerms,
    words: tuple[WordTables, WordTables],
    *,
    links: LinkProbabilities | None = None,
    table: LinkTable | None = None,
) -> Judgements:
    """Judge what stands for every occurrence of a source term.

    Args:
        found: occurrences in the source texts.
        entry: shape (occurrences,), the entry of each.
        texts: source texts and translations.
        terms: target terms of the entries, in forms of the target language.
        words: tables of source and target forms.
        links: word links of the texts; None to do without.
        table: links of lemmas in the whole text; needed with links.
    """
    order = np.lexsort((found.begin, entry, found.text))
    rows = kernel.Occurrences(found.text[order], found.begin[order], found.end[order], entry[order])
    result = kernel.judge(rows, *texts, terms, *words, links, table)
    support = result.shares[:, 1].copy() if links else np.full(len(order), np.nan, np.float32)
    return Judgements(
        unit=rows.unit,
        begin=rows.begin,
        end=rows.end,
        entry=rows.entry,
        level=_levels(result.result, result.level, result.gap, result.exact, result.positions),
        term=result.term,
        cause=np.where(result.result == _REFUSED, result.cause, 0).astype(np.uint8),
        support=support,
        uncovered=result.shares[:, 3].copy(),
        target=result.positions,
    )


def _levels(
    result: NDArray[np.uint8],
    farthest: NDArray[np.uint8],
    gap: NDArray[np.int32],
    exact: NDArray[np.uint8],
    positions: NDArray[np.int32],
) -> NDArray[np.uint8]:
    """Return the level of every row as a number of `findings.LEVELS`."""
    number = {name: place for place, name in enumerate(findings.LEVELS)}
    of_kernel = np.array([number[name] for name in _LEVELS], np.uint8)
    levels = of_kernel[np.minimum(farthest, len(_LEVELS) - 1)]
    near = levels <= number[findings.STEM]
    # Words that are the same but for those between them are the term in another shape.
    levels = np.where(near & (levels < exact), exact, levels)
    steps = np.where(positions[:, 1:] >= 0, np.diff(positions, axis=1), 1)
    moved = (gap > 0) | (steps <= 0).any(axis=1)
    levels = np.where(near & moved, number[findings.ORDER_FREE], levels)
    levels = np.where(result == _PARTLY, number[findings.PARTIAL], levels)
    return np.where(result == _REFUSED, number[findings.NONE], levels).astype(np.uint8)


# What word links say of a whole text, and whether the two sides of a unit belong together.

LINKED = 0.4
"""Probability from which a link counts as one."""

POSSIBLE = 0.2
"""Probability from which a link may be one: of rare words some lie on either side of `LINKED` in
every run of the aligner, and a verdict on a whole text must not hang on that."""

LEAST_COMPANIES, SHARE_OF_COMPANY = 3, 0.5
"""Places, and their share of the links of a source word, from which a word without a link belongs
to the translation of that word: aligners link one of two words that stand for one."""

SHARE_USUAL = 0.2
"""Share of the links of a source word from which a translation of it is a usual one."""

SHARE_FIRST = 0.25
"""Share of its links to a source word below which a word is seldom linked best: it is the second
one of a translation of two words."""

SHORTEST_HEAD = 4
"""Letters of a word that another one may be made with."""

LEAST_SHARE, LEAST_AROUND = 0.35, 0.5
"""Shares of linked source words below which a unit, or its surroundings, are not parallel."""

LEAST_OF_TYPICAL, AROUND_OF_TYPICAL = 0.4, 0.6
"""The same as parts of the median share, where these are less: between distant languages, or where
words are cut otherwise, fewer words have links. Units that are no translations have a tenth."""

SHARE_OF_WORD, LEAST_OF_WORD = 0.1, 3
"""Share of the links of a source word, and number of them, that make a known translation of it."""

FEW_KNOWN, NONE_KNOWN, MOST_KNOWN = 0.4, 0.1, 0.75
"""Parts of the typical share of source words with a known translation: below which a translation
may be one of another unit; of none near; and from which it is that of a neighbour."""

LEAST_KNOWN, MANY_KNOWN = 3, 8
"""Source words with translations from which their share says something, and much."""

NEAR, KNOWN_SAMPLE = 3, 500
"""Units before and behind that a translation may belong to; units that tell the typical share."""

SHORTEST = 5
"""Words of a source that its own share says something of."""

WINDOW = 9
"""Units whose median share is looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class LinkProbabilities:
    """Probable links between the tokens of unit pairs.

    Attributes:
        offsets: shape (units + 1,), int64: links of unit k are offsets[k]:offsets[k + 1].
        source: shape (links,), int32, position in the source text.
        target: shape (links,), int32, position in the translation.
        probability: shape (links,), float32.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    probability: NDArray[np.float32]

    def of(self, unit: int) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
        """Return source positions, target positions and probabilities of the links of a unit."""
        here = slice(int(self.offsets[unit]), int(self.offsets[unit + 1]))
        return self.source[here], self.target[here], self.probability[here]

    def units(self) -> NDArray[np.int64]:
        """Return the unit of every link."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


@dataclass(frozen=True, slots=True, eq=False)
class LinkTable:
    """How often lemmas are linked with each other in a text.

    Attributes:
        keys: shape (pairs,), int64, ascending: source lemma key times 2^32, plus target lemma.
        counts: shape (pairs,), int64: links.
        possible: shape (pairs,), int64: links that may be, of each source word the strongest.
        totals: shape (source lemma keys,), int64: links of each source lemma.
        target_totals: shape (target lemma keys,), int64: links of each target lemma.
        companions: shape (companions,), int64, ascending: keys of target lemmas that mostly stand
            without a link beside what is linked to the source lemma.
        second: shape (pairs,), bool: the target lemma is seldom what is linked best.
        doubled: shape (source lemma keys,), bool: a usual translation has a second word.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    possible: NDArray[np.int64]
    totals: NDArray[np.int64]
    target_totals: NDArray[np.int64]
    companions: NDArray[np.int64]
    second: NDArray[np.bool_]
    doubled: NDArray[np.bool_]


def link_table(
    blocks: Iterable[tuple[EncodedTexts, EncodedTexts, LinkProbabilities]],
    source: Words,
    target: Words,
) -> LinkTable:
    """Count the links between lemmas, those of function words of the target left out."""
    found, beside = [], []
    for sources, targets, links in blocks:
        of_source, of_target = source.tables(), target.tables()
        likely = links.probability >= POSSIBLE
        unit = links.units()[likely]
        word = sources.offsets[unit] + links.source[likely]
        other = targets.offsets[unit] + links.target[likely]
        probability = links.probability[likely]
        one, content = of_source.lemma[sources.tokens], of_target.content[targets.tokens]
        lemmas = of_target.lemma[targets.tokens]
        if not is_spaceless(target.forms.language):  # a segmenter may cut one word in two
            sure = probability >= LINKED
            linked = word[sure], other[sure], probability[sure]
            alone = _unlinked(targets, linked, (one, lemmas), content)
            beside.append(np.unique(alone, return_counts=True))
        told = content[other]
        word, other, probability = word[told], other[told], probability[told]
        pairs, inverse = np.unique(_keys(one[word], lemmas[other]), return_inverse=True)
        strongest = np.zeros(len(sources.tokens), np.float32)
        np.maximum.at(strongest, word, probability)
        sizes = [
            np.bincount(inverse[chosen], minlength=len(pairs))
            for chosen in (probability >= LINKED, probability == strongest[word])
        ]
        found.append((pairs, *sizes))
    keys, counts, possible = _sum_up(found, 2)
    totals, target_totals = (
        np.bincount(
            lemma, weights=counts, minlength=int(words.tables().lemma.max(initial=-1)) + 1
        ).astype(np.int64)
        for lemma, words in ((keys >> 32, source), (keys & 0xFFFFFFFF, target))
    )
    alone, places = _sum_up(beside, 1)
    mostly = places >= np.maximum(LEAST_COMPANIES, SHARE_OF_COMPANY * totals[alone >> 32])
    usual = counts >= np.maximum(LEAST_COMPANIES, SHARE_USUAL * totals[keys >> 32])
    companions = np.union1d(alone[mostly], _of_heads(keys, usual, source))
    second = possible < SHARE_FIRST * counts
    doubled = np.zeros(len(totals), np.bool_)
    doubled[keys[usual & second] >> 32] = True
    return LinkTable(keys, counts, possible, totals, target_totals, companions, second, doubled)


def _keys(source: NDArray[np.int32], target: NDArray[np.int32]) -> NDArray[np.int64]:
    keys: NDArray[np.int64] = (source.astype(np.int64) << 32) + target
    return keys


def _sum_up(
    found: Sequence[tuple[NDArray[np.int64], ...]], columns: int
) -> tuple[NDArray[np.int64], ...]:
    """Return all keys of several tables, ascending, and the sums of their columns of counts."""
    none = [np.zeros(0, np.int64)]
    keys, inverse = np.unique(
        np.concatenate([each[0] for each in found] or none), return_inverse=True
    )
    return keys, *(
        np.bincount(
            inverse,
            weights=np.concatenate([each[1 + column] for each in found] or none),
            minlength=len(keys),
        ).astype(np.int64)
        for column in range(columns)
    )


def _unlinked(
    targets: EncodedTexts,
    links: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]],
    lemmas: tuple[NDArray[np.int32], NDArray[np.int32]],
    content: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Return keys of target words without a link beside words that have one.

    Args:
        targets: the translations.
        links: their source tokens, target tokens and probabilities.
        lemmas: of the source tokens and the target tokens.
        content: which target tokens are content words; others are skipped.
    """
    word, other, probability = links
    order = np.argsort(probability, kind="stable")
    linked = np.full(len(targets.tokens), -1, np.int32)
    linked[other[order]] = lemmas[0][word[order]]  # the strongest, as it comes last
    told = np.flatnonzero(content)
    unit = np.repeat(np.arange(len(targets)), np.diff(targets.offsets))[told]
    near = np.flatnonzero(unit[1:] == unit[:-1])
    first, last = told[near], told[near + 1]
    one, two = linked[first], linked[last]
    before, behind = (one < 0) & (two >= 0), (one >= 0) & (two < 0)
    return np.concatenate(
        [
            _keys(two[before], lemmas[1][first[before]]),
            _keys(one[behind], lemmas[1][last[behind]]),
        ]
    )


def _of_heads(
    keys: NDArray[np.int64], usual: NDArray[np.bool_], source: Words
) -> NDArray[np.int64]:
    """Return keys of source lemmas and what usually translates the word that they end with.

    "AutoFilter" and "filtr", the usual translation of "filter".

    Args:
        keys: of linked lemmas, ascending.
        usual: which of the translations are usual.
        source: the words of the source language.
    """
    texts = source.texts
    numbers = np.unique(keys >> 32).tolist()
    known = {texts[number]: number for number in numbers}
    made = [np.zeros(0, np.int64)]
    for word, number in known.items():
        ends = (word[begin:] for begin in range(1, len(word) - SHORTEST_HEAD + 1))
        head = next((known[end] for end in ends if end in known), None)
        if head is not None:
            here = slice(*np.searchsorted(keys, [head << 32, (head + 1) << 32]))
            made.append((number << 32) + (keys[here][usual[here]] & 0xFFFFFFFF))
    return np.concatenate(made)


def linked_shares(
    sources: EncodedTexts, links: LinkProbabilities
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return for every unit the share of source tokens that have a link, and their number."""
    sure = links.probability >= LINKED
    linked = np.zeros(len(sources.tokens) + 1, np.int64)
    linked[1 + sources.offsets[links.units()[sure]] + links.source[sure]] = 1
    sums = np.cumsum(linked)
    sizes = np.diff(sources.offsets)
    return (sums[sources.offsets[1:]] - sums[sources.offsets[:-1]]) / np.maximum(sizes, 1), sizes


def not_parallel(
    shares: NDArray[np.float64], sizes: NDArray[np.int64], *, checked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Tell which units are no translations of each other.

    A unit is doubtful if few of its own words are linked, or few of those around it: where the
    sides of a file have slipped, single units may look right by chance.

    Args:
        shares: shape (units,), share of linked source tokens.
        sizes: shape (units,), source tokens.
        checked: shape (units,), units with words on both sides; the others are never doubtful.
    """
    places = np.flatnonzero(checked)
    typical = float(np.median(shares[places])) if len(places) else 0.0
    if typical < LEAST_SHARE:
        typical = 1.0  # most units are no translations
    least = min(LEAST_SHARE, LEAST_OF_TYPICAL * typical)
    least_around = min(LEAST_AROUND, AROUND_OF_TYPICAL * typical)
    doubtful = (shares < least) & (sizes >= SHORTEST)
    if len(places) >= WINDOW:
        around = np.pad(shares[places], WINDOW // 2, mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(around, WINDOW)
        slipped = np.median(windows, axis=1) < least_around
        doubtful[places] |= slipped
    return doubtful & checked


def belong_elsewhere(
    units: NDArray[np.int64],
    texts: tuple[EncodedTexts, EncodedTexts],
    table: LinkTable,
    words: tuple[WordTables, WordTables],
    *,
    checked: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Tell which translations that have few links are surely those of other texts.

    A free translation has few links, too. One that has slipped translates the words of a unit near
    by; one of another text translates none of many words, whatever is linked to them here.

    Args:
        units: numbers of the units.
        texts: source texts and translations.
        table: links of lemmas in the whole text.
        words: tables of source and target forms.
        checked: shape (units of the text,), units with words on both sides.
    """

    def known(unit: int, other: int, least: int) -> float:
        count, every = _known_words(texts[0].of(unit), texts[1].of(other), table, words)
        return count / every if every >= least else np.nan

    places = np.flatnonzero(checked).tolist()
    sample = places[:: max(len(places) // KNOWN_SAMPLE, 1)]
    shares = [known(unit, unit, LEAST_KNOWN) for unit in sample]
    typical = float(np.nanmedian(shares)) if not np.isnan(shares).all() else 0.0

    def belongs_elsewhere(unit: int) -> bool:
        if not known(unit, unit, LEAST_KNOWN) < FEW_KNOWN * typical:
            return False
        near = range(max(unit - NEAR, 0), min(unit + NEAR + 1, len(checked)))
        return known(unit, unit, MANY_KNOWN) < NONE_KNOWN * typical or any(
            known(other, unit, LEAST_KNOWN) >= MOST_KNOWN * typical for other in near
        )

    return np.array([belongs_elsewhere(unit) for unit in units.tolist()], np.bool_)


def _known_words(
    source: NDArray[np.int32],
    target: NDArray[np.int32],
    table: LinkTable,
    words: tuple[WordTables, WordTables],
) -> tuple[int, int]:
    """Count words of a text whose known translations another has, and those that have any."""
    lemmas, others = (
        np.unique(of.lemma[tokens[of.content[tokens]]]).astype(np.int64)
        for of, tokens in zip(words, (source, target), strict=True)
    )
    lemmas = lemmas[lemmas < len(table.totals)]
    lemmas = lemmas[table.totals[lemmas] >= LEAST_OF_WORD]
    if not len(lemmas):
        return 0, 0
    keys = (lemmas[:, None] << 32) + others
    at = np.minimum(np.searchsorted(table.keys, keys), len(table.keys) - 1)
    counts = np.where(table.keys[at] == keys, table.counts[at], 0)
    least = np.maximum(LEAST_OF_WORD, SHARE_OF_WORD * table.totals[lemmas])
    return int((counts >= least[:, None]).any(axis=1).sum()), len(lemmas)
