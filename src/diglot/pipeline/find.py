"""Terms looked up in a build or a bitext: where they stand, and how they were translated there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import regex

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files import arrays
from diglot.formats import stored
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.build.building import PAIRS, WORDS, align_sentences, link_words
from diglot.pipeline.build.inputs import find_inputs
from diglot.pipeline.build.options import BuildOptions, Query
from diglot.pipeline.options import check_files
from diglot.pipeline.stored.folder import WORK, open_build_folder
from diglot.pipeline.stored.pairs import (
    INDEX,
    NAMES,
    SOURCE,
    TARGET,
    index_of,
    read_pairs,
    write_index,
)
from diglot.pipeline.stored.words import read_words
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold
from diglot.text.tokens import words as words_of

if TYPE_CHECKING:
    from diglot.model import WordLinks
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.stored.pairs import StoredPairs

Ranges = Sequence[tuple[int, int]]
"""Half-open ranges of characters, ascending."""

_GAP = 2
"""So many words without any link may stand inside a translation: articles, prepositions."""


class Translations:
    """Looks up translations by word links.

    Args:
        pairs: the sentences.
        links: between their words, those worth showing.
        side: the side of the stretches that are translated.
    """

    def __init__(self, pairs: StoredPairs, links: WordLinks, side: int) -> None:
        self._here, self._there = pairs.sides[side], pairs.sides[1 - side]
        self._offsets = links.offsets
        ends = links.source, links.target
        self._ours, self._theirs = ends[side], ends[1 - side]

    def of(self, pair: int, marks: Ranges) -> dict[str, tuple[str, Ranges, Ranges]]:
        """Return the translations of stretches of one sentence.

        Args:
            pair: number of the sentence pair.
            marks: the stretches; words that they touch count as theirs.

        Returns:
            By folded translation, empty where there is none: how it is written, the stretches
            that have it, and where it stands.
        """
        tokens, others = self._here.tokens(pair), self._there.tokens(pair)
        sentence = self._there.sentence(pair)
        here = slice(self._offsets[pair], self._offsets[pair + 1])
        ours, theirs = self._ours[here].tolist(), self._theirs[here].tolist()
        linked = set(theirs)
        found: dict[str, tuple[str, list[tuple[int, int]], list[tuple[int, int]]]] = {}
        for mark in marks:
            touched = {
                at for at, (begin, end) in enumerate(tokens) if begin < mark[1] and end > mark[0]
            }
            partners = sorted({j for i, j in zip(ours, theirs, strict=True) if i in touched})
            runs = [(others[a][0], others[b][1]) for a, b in _runs(partners, linked)]
            form = " … ".join(sentence[begin:end] for begin, end in runs)
            kept = found.setdefault(fold(form).text, (form, [], []))
            kept[1].append(mark)
            kept[2].extend(run for run in runs if run not in kept[2])
        return {key: (form, one, sorted(other)) for key, (form, one, other) in found.items()}


def _runs(positions: Sequence[int], linked: set[int]) -> list[tuple[int, int]]:
    """Join neighbouring positions to runs, over a few words that are linked to nothing."""
    if not positions:
        return []
    runs = []
    begin = positions[0]
    for before, after in pairwise(positions):
        between = range(before + 1, after)
        if len(between) > _GAP or not linked.isdisjoint(between):
            runs.append((begin, before))
            begin = after
    runs.append((begin, positions[-1]))
    return runs


# Where a term stands in sentence pairs, and how it was translated there.


SIDES = {"source": (SOURCE,), "target": (TARGET,), "both": (SOURCE, TARGET)}

Candidates = Callable[[int, str], Sequence[int]]
"""Gives, of a side and a folded string, the numbers of the pairs that may hold it."""


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
class Concordance:
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
) -> tuple[Concordance, ...]:
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
) -> Concordance:
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
    return Concordance(
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
        raise ConfigError(f"{pattern!r} is not a regular expression ({error})") from error
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


# Where terms are looked up: a folder that was built, or a bitext that is aligned for it.


@dataclass(frozen=True, slots=True)
class Workspace:
    """Sentence pairs with word links and an index; see `open_workspace`.

    Attributes:
        pairs: the sentence pairs.
        links: links between their words that are worth showing.
        index: file of the index, which may not exist yet.
    """

    pairs: StoredPairs
    links: WordLinks
    index: Path

    def find(self, query: Query, *, limit: int | None = None) -> tuple[Concordance, ...]:
        """Find a term; see `concordance.find`.

        An index that is missing or damaged is made again; where that is impossible, all sentences
        are read instead.

        Raises:
            ConfigError: there is nothing to look for, or the expression is none.
        """
        if not (query.lemma or query.regex):
            with suppress(FormatError, InputError):
                return self._indexed(query, limit)
            with suppress(FormatError, InputError):
                write_index(self.index, index_of(self.pairs))
                return self._indexed(query, limit)
        return find(query, self.pairs, self.links, limit=limit)

    def _indexed(self, query: Query, limit: int | None) -> tuple[Concordance, ...]:
        key = index_of(self.pairs).key
        with stored.open_index(self.index, key=key) as index:
            return find(
                query,
                self.pairs,
                self.links,
                candidates=lambda side, needle: index.candidates(NAMES[side], needle),
                limit=limit,
            )


@contextmanager
def open_workspace(
    path: Path, *, options: BuildOptions | None = None, progress: ProgressCall | None = None
) -> Iterator[Workspace]:
    """Open what is to be searched.

    Args:
        path: folder that a build wrote, or a file that holds a bitext.
        options: how a bitext is read and aligned.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: it does not exist, is neither, or is damaged.
        ConfigError: an option is wrong.
    """
    if path.is_dir():
        yield _opened(path)
        return
    options = options or BuildOptions()
    check_files(options)
    with (
        TemporaryDirectory(prefix="diglot-find-") as folder,
        open_build_folder(Path(folder)) as shop,
        words_by_packs(options.packs),
    ):
        inputs = find_inputs(path, None, options)
        sentences = align_sentences(shop, inputs, options, progress)
        pairs, words = link_words(shop, inputs, sentences, options, progress)
        yield Workspace(pairs.value, words.value.sure(), shop.work / INDEX)


def _opened(folder: Path) -> Workspace:
    paths = [folder / WORK / storage.file for storage in (PAIRS, WORDS)]
    if not all(path.is_file() for path in paths):
        raise InputError(
            "holds no finished word links", path=folder, cure="make it with diglot build"
        )
    for path, kind in zip(paths, ("sentence-pairs", "build-words"), strict=True):
        arrays.verify(path, kind=kind, version=1)
    pairs, words = read_pairs(paths[0]), read_words(paths[1])
    if words.links.pairs != len(pairs):
        raise InputError(
            "holds word links of other sentences: a build was interrupted",
            path=folder,
            cure="build it again",
        )
    return Workspace(pairs, words.sure(), folder / WORK / INDEX)
