"""Terms looked up in a build or a bitext: where they stand, and how they were translated there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files import arrays
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.flat_arrays import join_ranges, take_rows
from diglot.formats import stored
from diglot.pipeline.build.options import BuildOptions, Query
from diglot.pipeline.stored.folder import WORK
from diglot.pipeline.stored.pairs import (
    BLOCK,
    INDEX,
    NAMES,
    PAIRS,
    SOURCE,
    TARGET,
    PairsBuilder,
    Sentences,
    index_of,
    lemma_of,
    read_pairs,
    write_index,
    write_pairs,
)
from diglot.pipeline.stored.words import WORDS, StoredWords, read_words, write_words
from diglot.text.languages import is_spaceless, joiner
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold, fold_line
from diglot.text.tokens import words as words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.formats.stored import TrigramIndex
    from diglot.model import WordLinks
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.steps.words.alignment import WordRun
    from diglot.pipeline.stored.pairs import StoredPairs

Ranges = Sequence[tuple[int, int]]
"""Half-open ranges of characters, ascending."""

_GAP = 2
"""So many words without any link may stand inside a translation: articles, prepositions."""


def _translations(
    here: Sentences,
    there: Sentences,
    links: tuple[NDArray[np.int64], NDArray[np.int64]],
    marks: Ranges,
) -> Iterator[Ranges]:
    """Give where the translation of each of some stretches stands, by word links.

    Args:
        here: sentences with the stretches.
        there: their translations.
        links: numbers of linked tokens in ``here`` and in ``there``.
        marks: the stretches, ascending; words that they touch count as theirs.

    Returns:
        Ranges in ``there``, none where nothing is linked.
    """
    places = np.array(marks, np.int64)
    order = np.argsort(links[0], kind="stable")
    ours, theirs = links[0][order], links[1][order]
    # The words that a stretch touches, then their links, then the partners of all of them.
    begin = np.searchsorted(ours, np.searchsorted(here.tokens[:, 1], places[:, 0], "right"))
    end = np.searchsorted(ours, np.searchsorted(here.tokens[:, 0], places[:, 1], "left"))
    of_mark = np.repeat(np.arange(len(places)), end - begin)
    size = len(there.tokens) + 1
    partners = np.sort(of_mark * size + theirs[join_ranges(begin, end - begin)])
    mark, word = np.divmod(partners[np.diff(partners, prepend=-1) > 0], size)
    # Neighbours are one run, over a few words that are linked to nothing.
    linked = np.zeros(size, np.int64)
    linked[theirs + 1] = 1
    before = np.cumsum(linked)
    one, other = word[:-1], word[1:]
    apart = np.ones(len(word) + 1, np.bool_)
    apart[1:-1] = (
        (mark[1:] != mark[:-1]) | (other - one - 1 > _GAP) | (before[other] > before[one + 1])
    )
    starts, stops = np.flatnonzero(apart[:-1]), np.flatnonzero(apart[1:])
    runs = zip(
        there.tokens[word[starts], 0].tolist(), there.tokens[word[stops], 1].tolist(), strict=True
    )
    listed = list(runs)
    bounds = np.searchsorted(mark[starts], np.arange(len(places) + 1)).tolist()
    return (listed[a:b] for a, b in pairwise(bounds))


def _links_of(
    links: WordLinks,
    here: Sentences,
    at: NDArray[np.int64],
    there: Sentences,
    side: int,
    *,
    threshold: float,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the linked tokens of those sentences of ``here`` that ``there`` translates."""
    rows, offsets = take_rows(links.offsets, there.numbers)
    pair = np.repeat(np.arange(len(at)), np.diff(offsets))
    if links.scores is not None:
        probable = links.scores[rows] >= np.float32(threshold)
        rows, pair = rows[probable], pair[probable]
    both = links.source, links.target
    return (
        both[side][rows] + here.offsets[at][pair],
        both[1 - side][rows] + there.offsets[:-1][pair],
    )


# Where a term stands in sentence pairs, and how it was translated there.


SIDES = {"source": (SOURCE,), "target": (TARGET,), "both": (SOURCE, TARGET)}


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
        count: sentence pairs that hold the term, of those that were read.
        groups: by translation, most frequent first, pairs without a translation last.
        sample: how many pairs were read, evenly spread, of how many that may hold the term; None
            where all of them were.
    """

    side: str
    count: int
    groups: tuple[Group, ...]
    sample: tuple[int, int] | None = None


def find(
    query: Query,
    pairs: StoredPairs,
    links: WordLinks,
    *,
    threshold: float = 0.0,
    index: TrigramIndex | None = None,
    limit: int | None = None,
    most: int | None = None,
) -> tuple[Concordance, ...]:
    """Find a term in sentence pairs, grouped by what it is linked with on the other side.

    Letters are compared without regard to case, form of apostrophes and composition of accents.

    Args:
        query: what to look for.
        pairs: where.
        links: between the words of every pair.
        threshold: least probability of a link that counts.
        index: tells which pairs may hold a string; None looks through all of them.
        limit: most hits of each group; None for all.
        most: most pairs that are read for a frequent term; None for all.

    Returns:
        What was found on each side that was asked for.

    Raises:
        ConfigError: there is nothing to look for, or the expression is none.
    """
    found = []
    for side in SIDES[query.side]:
        one = _find(query, pairs, side, links, threshold, index=index, limit=limit, most=most)
        if one.sample and one.count * FREQUENT < one.sample[0]:
            # What the index cannot tell from the term is frequent, not the term.
            one = _find(query, pairs, side, links, threshold, index=index, limit=limit)
        found.append(one)
    return tuple(found)


FREQUENT, TRIED = 10, 64
"""A term is frequent if one of so many pairs that may hold it does; so many are tried first."""


def _find(
    query: Query,
    pairs: StoredPairs,
    side: int,
    links: WordLinks,
    threshold: float,
    *,
    index: TrigramIndex | None,
    limit: int | None,
    most: int | None = None,
) -> Concordance:
    """Find a term on one side; see `find`."""
    numbers, total, places = _search(query, pairs, side, index, most)
    groups: dict[str, Group] = {}
    forms: dict[str, Counter[str]] = {}
    folded: dict[str, str] = {}
    count = 0
    for here, there, hits in _hits(pairs, side, numbers, places, links, threshold):
        for at, marked in groupby(hits, key=itemgetter(0, 1)):
            count += 1
            by_form: dict[str, tuple[str, list[tuple[int, int]], list[tuple[int, int]]]] = {}
            for *_, mark, runs in marked:
                form = " … ".join(there.text[begin:end] for begin, end in runs)
                if form not in folded:
                    folded[form] = fold(form).text
                kept = by_form.setdefault(folded[form], (form, [], []))
                kept[1].append(mark)
                kept[2].extend(run for run in runs if run not in kept[2])
            for key, (form, ours, theirs) in by_form.items():
                group = groups.setdefault(key, Group())
                group.count += 1
                forms.setdefault(key, Counter())[form] += 1
                if limit is None or len(group.hits) < limit:
                    group.hits.append(_hit(pairs, here, there, at, ours, sorted(theirs)))
    for key, group in groups.items():
        group.translation = forms[key].most_common(1)[0][0]
    ordered = sorted(groups.items(), key=lambda item: (not item[0], -item[1].count))
    sample = None if len(numbers) >= total else (len(numbers), total)
    return Concordance(NAMES[side], count, tuple(group for _, group in ordered), sample)


Places = Callable[[Sentences], Ranges]
"""Gives where a term stands in the text of some sentences, ascending."""


def _hits(
    pairs: StoredPairs,
    side: int,
    numbers: NDArray[np.int64],
    places: Places,
    links: WordLinks,
    threshold: float,
) -> Iterator[tuple[Sentences, Sentences, Iterator[tuple[int, int, tuple[int, int], Ranges]]]]:
    """Give, block by block, sentences, their translations, and what was found in them.

    The last is, of every place: the position of its sentence in the one and in the other, the
    place, and where its translation stands.
    """
    for first in range(0, len(numbers), BLOCK):
        here = Sentences(pairs.sides[side], numbers[first : first + BLOCK])
        marks = places(here)
        if not marks:
            continue
        sentence = np.searchsorted(here.bases, [begin for begin, _ in marks], "right") - 1
        new = np.diff(sentence, prepend=-1) > 0
        held, rank = sentence[new], np.cumsum(new) - 1
        there = Sentences(pairs.sides[1 - side], here.numbers[held])
        linked = _links_of(links, here, held, there, side, threshold=threshold)
        runs = _translations(here, there, linked, marks)
        yield here, there, zip(sentence.tolist(), rank.tolist(), marks, runs, strict=True)


def _hit(
    pairs: StoredPairs,
    here: Sentences,
    there: Sentences,
    at: tuple[int, int],
    ours: Ranges,
    theirs: Ranges,
) -> Hit:
    pair = int(here.numbers[at[0]])
    score = float(pairs.scores[pair])
    return Hit(
        pair=pair,
        document=pairs.names[int(pairs.documents[pair])],
        score=None if score != score else score,
        text=here[at[0]],
        translation=there[at[1]],
        marks=here.inside(at[0], ours),
        translation_marks=there.inside(at[1], theirs),
    )


def _search(
    query: Query, pairs: StoredPairs, side: int, index: TrigramIndex | None, most: int | None
) -> tuple[NDArray[np.int64], int, Places]:
    """Return pairs that may hold the term on a side, how many may, and what finds it in them."""
    everything = np.arange(len(pairs))
    if query.regex:
        return everything, len(pairs), partial(_regex_places, _compiled(query.term))
    needle = fold_line(query.term)
    if not needle:
        raise ConfigError("there is nothing to look for: the term is empty")
    language = pairs.languages[side]
    # Where no spaces stand between words there are no lemmas, and what a vocabulary cuts depends
    # on the sentence: a term is any run of whole words that is written like it.
    if query.lemma and not is_spaceless(language):
        lemmatiser = Lemmatiser(language or "und")
        wanted = [lemmatiser.lemma(word) for word in words_of(query.term.strip(), language)]
        if index is None:
            return everything, len(pairs), partial(_lemma_places, lemmatiser, wanted, None, {})
        forms = [index.forms(NAMES[side], fold(lemma).text) for lemma in dict.fromkeys(wanted)]
        known = frozenset(form for each in forms for form in each)
        found: Places = partial(_lemma_places, lemmatiser, wanted, known, {})
        whole = True
    else:
        whole = query.whole_words or query.lemma
        found = partial(_string_places, needle, whole)
        forms = [[needle]]
    if index is None:
        return everything, len(pairs), found
    spread = _spread(found, pairs, side, most)
    if spread is not None:
        return spread, len(pairs), found
    listed, total = index.candidates(NAMES[side], forms, most=most, whole=whole)
    return np.array(listed, int), total, found


def _string_places(needle: str, whole: bool, sentences: Sentences) -> Ranges:
    folded = fold(sentences.text)
    found = []
    at = folded.text.find(needle)
    while at >= 0:
        found.append(folded.original(at, at + len(needle)))
        at = folded.text.find(needle, at + len(needle))
    if whole and found:
        begins, ends = (set(edges.tolist()) for edges in sentences.tokens.T)
        found = [place for place in found if place[0] in begins and place[1] in ends]
    return found


def _compiled(pattern: str) -> regex.Pattern[str]:
    try:
        return regex.compile(pattern, flags=regex.IGNORECASE | regex.V0)
    except (regex.error, RecursionError, OverflowError) as error:
        raise ConfigError(f"{pattern!r} is not a regular expression ({error})") from error


def _regex_places(pattern: regex.Pattern[str], sentences: Sentences) -> Ranges:
    return [
        (match.start() + base, match.end() + base)
        for at, base in enumerate(sentences.bases[:-1].tolist())
        for match in pattern.finditer(sentences[at])
        if match.end() > match.start()
    ]


def _spread(
    places: Places, pairs: StoredPairs, side: int, most: int | None
) -> NDArray[np.int64] | None:
    """Return pairs spread evenly over all if a few of them tell that the term is frequent."""
    if most is None or len(pairs) <= most:
        return None
    tried = Sentences(pairs.sides[side], np.arange(0, len(pairs), max(1, len(pairs) // TRIED)))
    held = {int(np.searchsorted(tried.bases, begin, "right")) for begin, _ in places(tried)}
    if len(held) * FREQUENT < len(tried.numbers):
        return None
    return np.arange(0, len(pairs), -(-len(pairs) // most))


def _lemma_places(
    lemmatiser: Lemmatiser,
    wanted: Sequence[str],
    known: frozenset[str] | None,
    memory: dict[str, str],
    sentences: Sentences,
) -> Ranges:
    """Find runs of words whose lemmas are those of the term; the memory of lemmas is added to."""
    text, tokens, size = sentences.text, sentences.tokens.tolist(), len(wanted)
    words = [text[begin:end] for begin, end in tokens]
    for word in set(words).difference(memory):
        other = known is not None and fold(word).text not in known
        memory[word] = "" if other else lemma_of(lemmatiser, word)
    lemmas = [memory[word] for word in words]
    found = []
    at = -1
    with suppress(ValueError):
        while True:
            at = lemmas.index(wanted[0], at + 1)
            if lemmas[at : at + size] == wanted:
                place = tokens[at][0], tokens[at + size - 1][1]
                # A line end stands between sentences only.
                if "\n" not in text[slice(*place)]:
                    found.append(place)
    return found


# Where terms are looked up: a folder that was built, or a bitext that is aligned for it.

_VERIFIED = f"{WORK}/verified.json"
"""Sizes and times of the files whose content has been compared with its digest."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """Sentence pairs with word links and an index; see `open_workspace`.

    Attributes:
        pairs: the sentence pairs.
        words: links between their words.
        index: file of the index, which may not exist yet.
    """

    pairs: StoredPairs
    words: StoredWords
    index: Path

    def find(
        self, query: Query, *, limit: int | None = None, most: int | None = None
    ) -> tuple[Concordance, ...]:
        """Find a term; see `find`.

        An index that is missing or damaged is made again; where that is impossible, all sentences
        are read instead.

        Raises:
            ConfigError: there is nothing to look for, or the expression is none.
        """
        look = partial(
            find,
            query,
            self.pairs,
            self.words.links,
            threshold=self.words.threshold,
            limit=limit,
            most=most,
        )
        if not query.regex:
            content = index_of(self.pairs)
            for again in (False, True):
                with suppress(FormatError, InputError):
                    if again:
                        write_index(self.index, content)
                    with stored.open_index(self.index, key=content.key) as index:
                        return look(index=index)
        return look()


@contextmanager
def open_workspace(
    path: Path,
    *,
    options: BuildOptions | None = None,
    keep: Path | None = None,
    progress: ProgressCall | None = None,
) -> Iterator[Workspace]:
    """Open what is to be searched.

    Args:
        path: folder that a build wrote, or a file that holds a bitext.
        options: how a bitext is read and aligned.
        keep: folder to keep an aligned bitext in, which is then searched like a build.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: it does not exist, is neither, or is damaged.
        ConfigError: an option is wrong.
    """
    if path.is_dir():
        if keep is not None:
            raise ConfigError("--keep needs a bitext: a folder that was built is kept already")
        yield _opened(path)
        return
    # What aligns words is imported for it alone: looking into a build takes less than that.
    from diglot.packs.vocabularies import words_by_packs
    from diglot.pipeline.build.building import align_sentences, link_words
    from diglot.pipeline.build.inputs import find_inputs
    from diglot.pipeline.options import check_files
    from diglot.pipeline.stored.folder import open_build_folder

    options = options or BuildOptions()
    check_files(options)
    with (
        TemporaryDirectory(prefix="diglot-find-") as folder,
        open_build_folder(keep or Path(folder)) as shop,
        words_by_packs(options.packs),
    ):
        inputs = find_inputs(path, None, options)
        sentences = align_sentences(shop, inputs, options, progress)
        pairs, words = link_words(shop, inputs, sentences, options, progress)
        shop.finish()
        yield Workspace(pairs.value, words.value, shop.work / INDEX)


def write_workspace(folder: Path, run: WordRun) -> None:
    """Write aligned words into a folder that is searched like a build; the input is read again.

    Raises:
        InputError: the folder cannot be written.
    """
    from diglot.files.atomic import make_folder

    make_folder(folder / WORK)
    one, other = (joiner(code) for code in run.tokenising.codes)
    builder = PairsBuilder()
    for number, (source, target) in enumerate(run.read_again()):
        builder.add(0, number, [_joined(source, one), _joined(target, other)])
    pairs = builder.finish([folder.name], run.tokenising.codes)
    unknown = np.full(len(pairs), np.nan, np.float32)
    confidence = unknown if run.confidence is None else run.confidence
    threshold = 0.0 if run.threshold is None else run.threshold
    made = run.reason, run.notes, run.signature
    write_pairs(folder / WORK / PAIRS.file, pairs)
    write_words(folder / WORK / WORDS.file, StoredWords(run.links, confidence, threshold, *made))
    write_index(folder / WORK / INDEX, index_of(read_pairs(folder / WORK / PAIRS.file)))


def _joined(tokens: Sequence[str], between: str) -> tuple[str, list[tuple[int, int]]]:
    """Join tokens to a sentence, and tell where each of them stands."""
    ends = np.cumsum([len(token) + len(between) for token in tokens]).tolist()
    spans = [
        (end - len(token) - len(between), end - len(between))
        for token, end in zip(tokens, ends, strict=True)
    ]
    return between.join(tokens), spans


def _opened(folder: Path) -> Workspace:
    paths = [folder / WORK / storage.file for storage in (PAIRS, WORDS)]
    if not all(path.is_file() for path in paths):
        raise InputError(
            "holds no finished word links", path=folder, cure="make it with diglot build"
        )
    _verify(folder, paths)
    pairs, words = read_pairs(paths[0]), read_words(paths[1])
    if words.links.pairs != len(pairs):
        raise InputError(
            "holds word links of other sentences: a build was interrupted",
            path=folder,
            cure="build it again",
        )
    return Workspace(pairs, words, folder / WORK / INDEX)


def _verify(folder: Path, paths: Sequence[Path]) -> None:
    """Read the files through, once: not again while they have the same size and time."""
    stamps = {path.name: [path.stat().st_size, path.stat().st_mtime_ns] for path in paths}
    with suppress(InputError, ValueError):
        if json.loads(read_text(folder / _VERIFIED)) == stamps:
            return
    for path, kind in zip(paths, ("sentence-pairs", "build-words"), strict=True):
        arrays.verify(path, kind=kind, version=1)
    with suppress(InputError), atomic_open(folder / _VERIFIED) as file:
        json.dump(stamps, file)
