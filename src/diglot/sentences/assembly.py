"""From documents to the arrays of the aligner, and back to bitexts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, pairwise, permutations
from typing import TYPE_CHECKING, overload

import numpy as np
import regex

from diglot._version import __version__
from diglot.errors import InputError
from diglot.model import Bitext, Document, Link, Signature, Zone
from diglot.plurals import count_of
from diglot.sentences.corpus import Corpus, Texts, encode
from diglot.sentences.models import LEARNER, is_arcade_system, method_named
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Alignment, Evidence, Settings, check_evidence
from diglot.sentences.values import PARAGRAPH
from diglot.sentences.zones import MATCH_PROBABILITY, FoundZone

if TYPE_CHECKING:
    from diglot.sentences.knowledge import SentenceModel


# A million sentences as strings of their own would take more memory than the text they are cut
# from.


class Segments(Sequence[str]):
    """Texts of the segments begin <= i < end of a document.

    Args:
        document: the segmented document.
        begin: first segment.
        end: one past the last segment; all from ``begin`` when None.
    """

    def __init__(self, document: Document, begin: int = 0, end: int | None = None) -> None:
        self.document, self.begin = document, begin
        self.end = len(document.segments) if end is None else end

    def __len__(self) -> int:
        return self.end - self.begin

    def __iter__(self) -> Iterator[str]:
        text = self.document.text
        for segment in islice(self.document.segments, self.begin, self.end):
            yield text[segment.start : segment.end]

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Segments: ...
    def __getitem__(self, index: int | slice) -> str | Segments:
        if isinstance(index, slice):
            begin, end, step = index.indices(len(self))
            if step != 1:
                raise ValueError("segments are cut in steps of one")
            return Segments(self.document, self.begin + begin, self.begin + max(begin, end))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.document.segment_text(self.begin + index % len(self))


# What the structure of documents says about the alignment.

_LEAST_SENTENCES = 1.15
"""Sentences a paragraph must have on average to tell anything."""
_LEAST_HEADINGS = 3
_MOST_UNEVEN = 2.5
"""How much longer or shorter than expected a section may be before its headings are doubted."""
_LONG_SECTION = 400
"""Characters from which on a section's length says something."""
_NUMBER = regex.compile(r"\p{Nd}+")


def paragraph_starts(document: Document) -> list[int] | None:
    """1 for every segment that starts a paragraph, 0 for the others.

    Returns:
        None when the document has no paragraphs worth the name: one segment a line, a single
        paragraph, or nearly every segment a paragraph of its own.
    """
    segments = document.segments
    numbers = [segment.paragraph for segment in segments]
    paragraphs = len(set(numbers))
    if paragraphs < 2 or len(segments) < _LEAST_SENTENCES * paragraphs:
        return None
    if all(document.blocks[number].kind == "line" for number in set(numbers[:50])):
        return None
    return [1] + [int(a != b) for a, b in pairwise(numbers)]


def outline(document: Document) -> list[int]:
    """What begins with every segment, see ``Pair.outlines``: divisions by mark-up or headings.

    Lines of a text that came one segment a line are no paragraphs.
    """
    divisions = _divisions(document)
    found: list[int] = []
    number = -1
    before: tuple[int, ...] = ()
    for segment in document.segments:
        if segment.paragraph == number and found:
            found.append(0)
            continue
        number = segment.paragraph
        here = divisions[number] if divisions else ()
        depth = next(
            (k for k in range(max(len(here), len(before))) if here[: k + 1] != before[: k + 1]), -1
        )
        line = bool(document.blocks) and document.blocks[number].kind == "line"
        found.append(min(depth + 1, PARAGRAPH - 1) if depth >= 0 else 0 if line else PARAGRAPH)
        before = here
    return found


def _divisions(document: Document) -> list[tuple[int, ...]]:
    """Return the divisions of every block, by the levels of headings where mark-up has none."""
    if any(block.division for block in document.blocks):
        return [block.division for block in document.blocks]
    found: list[tuple[int, ...]] = []
    here: tuple[int, ...] = ()
    for block in document.blocks:
        if block.kind == "heading" and block.level:
            above = (*here, *[0] * block.level)[: block.level]
            here = (*above[:-1], above[-1] + 1)
        found.append(here)
    return found


def heading_anchors(
    source: Document, target: Document
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Pair the headings of two documents when their outlines agree.

    Outlines agree when both have the same sequence of levels, headings with numbers have the same
    numbers, and no section is far longer or shorter than the texts as wholes suggest.

    Returns:
        (source segment, target segment) that start together, and a note when headings were left
        out of account.
    """
    ours, theirs = _headings(source), _headings(target)
    if min(len(ours), len(theirs)) < _LEAST_HEADINGS:
        return (), ()
    reason = _disagreement(source, target, ours, theirs)
    if reason:
        return (), (f"headings were not used: {reason}",)
    return tuple((i, j) for (i, _), (j, _) in zip(ours, theirs, strict=True)), ()


def _headings(document: Document) -> list[tuple[int, int]]:
    """(first segment, level) of every heading."""
    found = []
    previous = -1
    for index, segment in enumerate(document.segments):
        if segment.paragraph == previous:
            continue
        previous = segment.paragraph
        block = document.blocks[segment.paragraph] if document.blocks else None
        if block is not None and block.kind == "heading":
            found.append((index, block.level))
    return found


def _start(text: str) -> str:
    return " ".join(text.split())[:40]


def _disagreement(
    source: Document,
    target: Document,
    ours: Sequence[tuple[int, int]],
    theirs: Sequence[tuple[int, int]],
) -> str:
    """Why two outlines do not agree, or nothing."""
    if len(ours) != len(theirs):
        return f"{len(ours)} in the source, {len(theirs)} in the target"
    for (i, level), (j, other) in zip(ours, theirs, strict=True):
        left, right = source.segment_text(i), target.segment_text(j)
        if level != other:
            return f"levels differ at '{_start(left)}'"
        # Digits count by their values: Arabic and Indian texts have their own.
        numbers = [[[*map(int, each)] for each in _NUMBER.findall(text)] for text in (left, right)]
        if all(numbers) and numbers[0] != numbers[1]:
            return f"'{_start(left)}' stands against '{_start(right)}'"
    lengths = [
        [
            document.segments[end - 1].end - document.segments[begin].start
            for begin, end in pairwise([*(index for index, _ in headings), len(document.segments)])
        ]
        for document, headings in ((source, ours), (target, theirs))
    ]
    ratio = sum(lengths[1]) / max(1, sum(lengths[0]))
    for (i, _), long, other_long in zip(ours, *lengths, strict=True):
        uneven = other_long / max(1.0, long * ratio)
        if max(long, other_long) > _LONG_SECTION and not (1 / _MOST_UNEVEN < uneven < _MOST_UNEVEN):
            return f"the sections under '{_start(source.segment_text(i))}' differ in length"
    return ""


# From blocks of the search to links for the user.

IN_ZONE = "in a stretch without parallel order"


class Linker:
    """Makes the links of one stretch of a pair.

    Args:
        source_begin, target_begin: segment numbers of its first sentences.
        reasoner: of the pair.
    """

    def __init__(self, source_begin: int, target_begin: int, reasoner: Reasoner) -> None:
        self.source_begin, self.target_begin = source_begin, target_begin
        self.reasoner = reasoner

    def links(self, alignment: Alignment) -> Iterator[Link]:
        """Links of all sentences, in order; inside a zone by source sentence."""
        scattered = [zone for zone in alignment.zones if zone.kind == "non-monotone"]
        types, path = alignment.types, alignment.path
        blocks = zip(
            path.ends_i.tolist(),
            path.ends_j.tolist(),
            types.source[path.kinds].tolist(),
            types.target[path.kinds].tolist(),
            np.round(alignment.probability, 4).tolist(),
            strict=True,
        )
        for number, (i, j, a, b, probability) in enumerate(blocks):
            while scattered and (i - a, j - b) >= (scattered[0].source[1], scattered[0].target[1]):
                yield from self._matched(scattered.pop(0))
            if scattered and _within(scattered[0], i - a, i, j - b, j):
                continue
            if a and b:
                judged = alignment.remarks
                remarks = None if judged is None else judged.get(number, ())
                yield self._link(range(i - a, i), range(j - b, j), probability, remarks)
            else:
                # A run of omissions is one event for the search, but single links for the user,
                # each as probable as the sentence is without counterpart in any way.
                for k in range(i - a, i):
                    yield self._link(range(k, k + 1), (), alignment.lonely_source[k])
                for k in range(j - b, j):
                    yield self._link((), range(k, k + 1), alignment.lonely_target[k])
        for zone in scattered:
            yield from self._matched(zone)

    def zones(self, alignment: Alignment) -> Iterator[Zone]:
        """Zones in segment numbers of the pair."""
        for zone in alignment.zones:
            yield Zone(
                (zone.source[0] + self.source_begin, zone.source[1] + self.source_begin),
                (zone.target[0] + self.target_begin, zone.target[1] + self.target_begin),
                zone.kind,
                zone.reason,
            )

    def _link(
        self,
        source: range | tuple[()],
        target: range | tuple[()],
        probability: float,
        remarks: tuple[str, ...] | None = None,
    ) -> Link:
        ours = tuple(k + self.source_begin for k in source)
        theirs = tuple(k + self.target_begin for k in target)
        rounded = round(min(1.0, float(probability)), 4)
        reasons = self.reasoner.reasons(ours, theirs, rounded, remarks)
        return Link(ours, theirs, rounded, reasons=reasons)

    def _matched(self, zone: FoundZone) -> Iterator[Link]:
        partner = dict(zone.matches)
        taken = set(partner.values())
        for i in range(*zone.source):
            theirs = (partner[i] + self.target_begin,) if i in partner else ()
            yield _zone_link((i + self.source_begin,), theirs)
        for j in range(*zone.target):
            if j not in taken:
                yield _zone_link((), (j + self.target_begin,))


# A lost path leaves sentences alone on both sides at once; a passage that is missing, on one.
_STRETCH, _ALONE, _PLACES_SHOWN = 30, 6, 3


def lost_path(links: Sequence[Link]) -> tuple[str, ...]:
    """Say where many segments of both sides have no counterpart though they are neighbours."""
    single = np.array([(not link.target, not link.source) for link in links]).reshape(-1, 2)
    alone = np.concatenate((np.zeros((1, 2), np.int64), single.cumsum(0, np.int64))).T
    begins = np.arange(len(links) + 1)
    ends = np.minimum(begins + _STRETCH, len(links))
    fewer = (alone[:, ends] - alone[:, begins]).min(0)
    lost = np.flatnonzero(fewer >= _ALONE)
    places, counts = [], np.zeros(2, np.int64)
    for run in np.split(lost, np.flatnonzero(np.diff(lost) > _STRETCH) + 1) if len(lost) else ():
        within = links[run[0] : ends[run[-1]]]
        sides = [
            [k for link in within for k in getattr(link, side)] for side in ("source", "target")
        ]
        places.append(" and ".join(f"{min(side) + 1:,}–{max(side) + 1:,}" for side in sides))
        counts += alone[:, ends[run[-1]]] - alone[:, run[0]]
    if not places:
        return ()
    if len(places) > _PLACES_SHOWN:
        places[_PLACES_SHOWN:] = [f"in {count_of(len(places) - _PLACES_SHOWN, 'more place')}"]
    named = f"the alignment may have lost its way in segments {', '.join(places)}"
    return (f"{named}: {counts[0]:,} and {counts[1]:,} of them have no counterpart",)


_MUCH, _MANY = 0.25, 20
_TIMES = 4
"""Segments of one side to one of the other from which on the best links are wrong more often than
right: where sentences of translations were joined F is .89 with three to one, .39 with six."""


def left_alone(links: Sequence[Link]) -> tuple[str, ...]:
    """Say that much of a side has no counterpart: a part is missing, or it is split otherwise."""
    notes = []
    counts = {
        side: sum(len(getattr(link, side)) for link in links) for side in ("source", "target")
    }
    for (side, count), (other, fewer) in permutations(counts.items()):
        if count >= max(_MANY, _TIMES * fewer):
            notes.append(
                f"the {side} has {count:,} segments, the {other} {fewer:,}: check that both texts "
                "are read as the same kind of text, or allow larger links (--max-merge)"
            )
        alone = sum(len(getattr(link, side)) for link in links if not getattr(link, other))
        if alone >= max(_MANY, _MUCH * count):
            notes.append(
                f"{alone / count:.0%} of the {side}'s {count:,} segments have no counterpart: "
                "check that both texts are complete, and read as the same kind of text"
            )
    return tuple(notes)


_LITTLE, _FEW = 0.5, 10
"""Mean probability of links below which little speaks for them, and how many tell it. Of texts that
translate each other it is .71 or more, without packs and encoder too; of others .42 or less."""


def little_supported(links: Sequence[Link]) -> tuple[str, ...]:
    """Say that the texts hold little evidence for their links."""
    scores = [
        link.score for link in links if link.source and link.target and link.score is not None
    ]
    if len(scores) < _FEW or (mean := sum(scores) / len(scores)) >= _LITTLE:
        return ()
    note = (
        f"little but lengths and order speaks for these links, {mean:.0%} sure on average: check "
        "that the texts belong together and that their languages are right (-s, -t), or help with "
        "a dictionary (--lexicon)"
    )
    return (note,)


def _zone_link(source: tuple[int, ...], target: tuple[int, ...]) -> Link:
    return Link(source, target, MATCH_PROBABILITY, "zone", reasons=(IN_ZONE,))


def _within(zone: FoundZone, i0: int, i1: int, j0: int, j1: int) -> bool:
    (first, last), (begin, end) = zone.source, zone.target
    return first <= i0 and i1 <= last and begin <= j0 and j1 <= end


@dataclass(frozen=True, slots=True)
class _Section:
    """A stretch of one pair that is aligned by itself: half-open ranges of segments."""

    pair: int
    source: tuple[int, int]
    target: tuple[int, int]

    @property
    def one_sided(self) -> bool:
        return self.source[0] == self.source[1] or self.target[0] == self.target[1]


def align_pairs(
    pairs: Sequence[tuple[Document, Document]],
    given: Sequence[Evidence],
    method: str,
    lexicon: Sequence[tuple[str, str, float]],
    settings: Settings,
    learned: SentenceModel | None = None,
) -> list[Bitext]:
    """Align pairs of documents, each with its evidence; see ``diglot.sentences.align``."""
    cuts, sections = _cut(pairs, given, method)
    corpus = _encode(pairs, sections, given, lexicon, learned, tree=is_arcade_system(method))
    found = iter(method_named(method)(corpus, settings) if corpus.pairs else [])
    del corpus  # its arrays are as large as the texts
    links: list[list[Link]] = [[] for _ in pairs]
    zones: list[list[Zone]] = [[] for _ in pairs]
    for number, of_pair in groupby(sections, key=lambda section: section.pair):
        source, target = pairs[number]
        languages = source.language, target.language
        reasoner = Reasoner(Segments(source), Segments(target), languages)
        for section in of_pair:
            if section.one_sided:
                links[number].extend(_nulls(section))
                continue
            alignment = next(found)
            linker = Linker(section.source[0], section.target[0], reasoner)
            links[number].extend(linker.links(alignment))
            zones[number].extend(linker.zones(alignment))
    # What is aligned by something learned before depends on no other pair.
    digest = None if learned else _digest(pairs)
    merging = (("max_merge", str(settings.max_merge)),)
    return [
        Bitext(
            source,
            target,
            tuple(linked),
            tuple(flagged),
            notes
            + lost_path(linked)
            + left_alone(linked)
            + (little_supported(linked) if method == LEARNER else ()),
            Signature(method, __version__, merging, digest or _digest([(source, target)])),
        )
        for (source, target), linked, flagged, (_, notes) in zip(
            pairs, links, zones, cuts, strict=True
        )
    ]


def _sections(pair: int, n: int, m: int, anchors: Sequence[tuple[int, int]]) -> list[_Section]:
    """Cut a pair before each of its anchors."""
    points = [(0, 0), *anchors, (n, m)]
    for (i, j), (next_i, next_j) in pairwise(points):
        if next_i < i or next_j < j or next_i > n or next_j > m:
            raise InputError(
                f"anchor ({next_i}, {next_j}) is out of order or outside {n} and {m} segments"
            )
    return [
        _Section(pair, (i, next_i), (j, next_j))
        for (i, j), (next_i, next_j) in pairwise(points)
        if (i, j) != (next_i, next_j)
    ]


def learn_pairs(
    pairs: Sequence[tuple[Document, Document]],
    given: Sequence[Evidence],
    lexicon: Sequence[tuple[str, str, float]],
    settings: Settings,
) -> SentenceModel:
    """Learn from pairs of documents, each with its evidence; see ``diglot.sentences.learn``."""
    from diglot.sentences.models.crf import learn

    _, sections = _cut(pairs, given, LEARNER)
    corpus = _encode(pairs, sections, given, lexicon, None, tree=False)
    if not corpus.pairs:
        raise InputError("no pair of the sample has segments on both sides")
    return learn(corpus, settings)


def _cut(
    pairs: Sequence[tuple[Document, Document]], given: Sequence[Evidence], method: str
) -> tuple[list[tuple[tuple[tuple[int, int], ...], tuple[str, ...]]], list[_Section]]:
    """Cut pairs at the anchors given, or else at headings that agree."""
    for known, (source, target) in zip(given, pairs, strict=True):
        check_evidence(known, (len(source.segments), len(target.segments)))
    # The systems of ARCADE have ways of their own to use structure, or use none.
    cuts = [
        (known.anchors, ()) if known.anchors or is_arcade_system(method) else heading_anchors(*pair)
        for pair, known in zip(pairs, given, strict=True)
    ]
    sections = [
        section
        for number, ((source, target), (anchors, _)) in enumerate(zip(pairs, cuts, strict=True))
        for section in _sections(number, len(source.segments), len(target.segments), anchors)
    ]
    return cuts, sections


def _encode(
    pairs: Sequence[tuple[Document, Document]],
    sections: Sequence[_Section],
    given: Sequence[Evidence],
    lexicon: Sequence[tuple[str, str, float]],
    learned: SentenceModel | None,
    *,
    tree: bool,
) -> Corpus:
    """Encode what is to be searched."""
    searched = [section for section in sections if not section.one_sided]
    return encode(
        [
            _texts(pairs[number], given[number], list(of_pair), tree=tree)
            for number, of_pair in groupby(searched, key=lambda section: section.pair)
        ],
        lexicon=lexicon if searched else (),
        learned=learned,
    )


def _texts(
    documents: tuple[Document, Document],
    known: Evidence,
    sections: Sequence[_Section],
    *,
    tree: bool,
) -> Texts:
    opens = [paragraph_starts(document) for document in documents]
    return Texts(
        Segments(documents[0]),
        Segments(documents[1]),
        known.source_translation,
        known.target_translation,
        opens[0],
        opens[1],
        known.source_vectors,
        known.target_vectors,
        [(section.source, section.target) for section in sections],
        (outline(documents[0]), outline(documents[1])) if tree else None,
    )


def _digest(pairs: Sequence[tuple[Document, Document]]) -> str:
    """SHA-256 of the texts and of where their segments lie."""
    digest = hashlib.sha256()
    for document in (document for pair in pairs for document in pair):
        digest.update(document.text.encode("utf-8", "surrogatepass"))
        for segment in document.segments:
            digest.update(b"%d %d\n" % (segment.start, segment.end))
    return digest.hexdigest()


def _nulls(section: _Section) -> list[Link]:
    return [
        *(Link((i,), (), 1.0) for i in range(*section.source)),
        *(Link((), (j,), 1.0) for j in range(*section.target)),
    ]
