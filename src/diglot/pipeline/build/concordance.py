"""Where a term stands in sentence pairs, and how it was translated there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import regex

from diglot.errors import ConfigError
from diglot.pipeline.build.matched_words import Ranges, Translations
from diglot.pipeline.stored.stored_pairs import SOURCE, TARGET
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold
from diglot.text.tokens import words as words_of

if TYPE_CHECKING:
    from diglot.model import WordLinks
    from diglot.pipeline.stored.stored_pairs import StoredPairs

SIDES = {"source": (SOURCE,), "target": (TARGET,), "both": (SOURCE, TARGET)}

Candidates = Callable[[int, str], Sequence[int]]
"""Gives, of a side and a folded string, the numbers of the pairs that may hold it."""


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for.

    Attributes:
        term: a word, a part of one, several words, or a regular expression.
        side: a name of `SIDES`.
        whole_words: the term begins and ends where words do.
        lemma: any form of the words will do; they are whole then.
        regex: ``term`` is a regular expression.
    """

    term: str
    side: str = "both"
    whole_words: bool = False
    lemma: bool = False
    regex: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence pair that holds the term.

    Attributes:
        pair: zero-based number of the sentence pair.
        document: name of the bitext.
        score: probability that the sentences translate each other; None when unknown.
        text: the sentence with the term.
        translation: the other one.
        marks: where the term stands in ``text``.
        translation_marks: where its translation stands in ``translation``.
    """

    pair: int
    document: str
    score: float | None
    text: str
    translation: str
    marks: Ranges
    translation_marks: Ranges


@dataclass(slots=True)
class Group:
    """The sentence pairs with one translation of the term.

    Attributes:
        translation: as it is written most often; empty where no word is linked.
        count: sentence pairs.
        hits: the first of them.
    """

    translation: str = ""
    count: int = 0
    hits: list[Hit] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found on one side.

    Attributes:
        side: ``source`` or ``target``: where the term was looked for.
        count: sentence pairs that hold the term.
        groups: by translation, most frequent first, pairs without a translation last.
    """

    side: str
    count: int
    groups: tuple[Group, ...]


def find(
    query: Query,
    pairs: StoredPairs,
    links: WordLinks,
    *,
    candidates: Candidates | None = None,
    limit: int | None = None,
) -> tuple[Found, ...]:
    """Find a term in sentence pairs, grouped by what it is linked with on the other side.

    Letters are compared without regard to case, form of apostrophes and composition of accents.

    Args:
        query: what to look for.
        pairs: where.
        links: links of every pair that are probable enough.
        candidates: of an index; None looks through all pairs.
        limit: most hits of each group; None for all.

    Returns:
        What was found on each side that was asked for.

    Raises:
        ConfigError: there is nothing to look for, or the expression is none.
    """
    if query.side not in SIDES:
        raise ConfigError(f"there is no side {query.side!r}; there are {', '.join(SIDES)}")
    return tuple(
        _on_side(query, pairs, links, side, candidates, limit) for side in SIDES[query.side]
    )


def _on_side(
    query: Query,
    pairs: StoredPairs,
    links: WordLinks,
    side: int,
    candidates: Candidates | None,
    limit: int | None,
) -> Found:
    translations = Translations(pairs, links, side)
    groups: dict[str, Group] = {}
    forms: dict[str, Counter[str]] = {}
    count = 0
    for pair, marks in _matches(query, pairs, side, candidates):
        count += 1
        for key, (form, ours, theirs) in translations.of(pair, marks).items():
            group = groups.setdefault(key, Group())
            group.count += 1
            forms.setdefault(key, Counter())[form] += 1
            if limit is None or len(group.hits) < limit:
                group.hits.append(_hit(pairs, side, pair, ours, theirs))
    for key, group in groups.items():
        group.translation = forms[key].most_common(1)[0][0]
    ordered = sorted(groups.items(), key=lambda item: (not item[0], -item[1].count))
    return Found(
        "source" if side == SOURCE else "target", count, tuple(group for _, group in ordered)
    )


def _hit(pairs: StoredPairs, side: int, pair: int, ours: Ranges, theirs: Ranges) -> Hit:
    score = float(pairs.scores[pair])
    return Hit(
        pair=pair,
        document=pairs.names[int(pairs.documents[pair])],
        score=None if score != score else score,
        text=pairs.sides[side].sentence(pair),
        translation=pairs.sides[1 - side].sentence(pair),
        marks=ours,
        translation_marks=theirs,
    )


def _matches(
    query: Query, pairs: StoredPairs, side: int, candidates: Candidates | None
) -> Iterator[tuple[int, Ranges]]:
    """Give the pairs that hold the term on a side, with its places there."""
    if query.lemma:
        return _lemma_matches(query.term, pairs, side)
    if query.regex:
        return _regex_matches(query.term, pairs, side)
    needle = " ".join(fold(query.term).text.split())
    if not needle:
        raise ConfigError("there is nothing to look for: the term is empty")
    numbers = range(len(pairs)) if candidates is None else candidates(side, needle)
    return _string_matches(needle, pairs, side, numbers, whole=query.whole_words)


def _string_matches(
    needle: str, pairs: StoredPairs, side: int, numbers: Sequence[int], *, whole: bool
) -> Iterator[tuple[int, Ranges]]:
    here = pairs.sides[side]
    for pair in numbers:
        folded = fold(here.sentence(pair))
        found = []
        at = folded.text.find(needle)
        while at >= 0:
            found.append(folded.original(at, at + len(needle)))
            at = folded.text.find(needle, at + len(needle))
        if found and whole:
            begins, ends = _edges(here.tokens(pair))
            found = [place for place in found if place[0] in begins and place[1] in ends]
        if found:
            yield pair, found


def _edges(tokens: Ranges) -> tuple[set[int], set[int]]:
    return {begin for begin, _ in tokens}, {end for _, end in tokens}


def _regex_matches(pattern: str, pairs: StoredPairs, side: int) -> Iterator[tuple[int, Ranges]]:
    try:
        compiled = regex.compile(pattern, flags=regex.IGNORECASE | regex.V0)
    except (regex.error, RecursionError, OverflowError) as error:
        raise ConfigError(f"{pattern!r} is no regular expression ({error})") from error
    for pair, sentence in enumerate(pairs.sides[side].sentences()):
        found = [place for match in compiled.finditer(sentence) if _filled(place := match.span())]
        if found:
            yield pair, found


def _filled(place: tuple[int, int]) -> bool:
    return place[1] > place[0]


def _lemma_matches(term: str, pairs: StoredPairs, side: int) -> Iterator[tuple[int, Ranges]]:
    """Find runs of words whose lemmas are those of the term."""
    language = pairs.languages[side]
    lemmatiser = Lemmatiser(language or "und")
    wanted = [lemmatiser.lemma(word) for word in words_of(term.strip(), language)]
    if not wanted:
        raise ConfigError("there is nothing to look for: the term is empty")
    memory: dict[str, str] = {}
    size = len(wanted)
    for pair, words in enumerate(pairs.sides[side].words()):
        lemmas = []
        for word in words:
            lemma = memory.get(word)
            if lemma is None:
                lemma = memory[word] = lemmatiser.lemma(word.replace("’", "'"))
            lemmas.append(lemma)
        if wanted[0] not in lemmas:
            continue
        starts = [at for at in range(len(words) - size + 1) if lemmas[at : at + size] == wanted]
        if starts:
            tokens = pairs.sides[side].tokens(pair)
            yield pair, [(tokens[at][0], tokens[at + size - 1][1]) for at in starts]
