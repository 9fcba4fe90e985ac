"""Word links, labels of people on links, and divided sentence pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.model.tables import Table
from diglot.plurals import count_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diglot.model.document import Document, Markup
    from diglot.model.score import Signature


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WordLinks(Table[int]):
    """Links of one word with one word, pair after pair; a corpus has too many for objects.

    Positions are zero-based token numbers within their sentence. The links of pair ``k`` are those
    from ``offsets[k]`` to ``offsets[k + 1]``, ascending by source, then target, each at most once.

    Attributes:
        offsets: shape (pairs + 1,), int64.
        source: shape (links,), int32.
        target: shape (links,), int32.
        scores: shape (links,), float32, calibrated probability that the link is right, in [0, 1];
            None when unknown.
        possible: shape (links,), True for links of gold that are possible, but not sure;
            None when all are sure, and in predictions.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    scores: NDArray[np.float32] | None = None
    possible: NDArray[np.bool_] | None = None

    ITEMS = "pairs"
    COLUMNS = ("pair", "links")

    def _row(self, item: int) -> tuple[object, ...]:
        return item, " ".join(f"{source}-{target}" for source, target in self.of(item))

    def _describe(self) -> str:
        return count_of(len(self.source), "link")

    @property
    def _items(self) -> range:
        return range(self.pairs)  # numbers, as `of` takes them

    @property
    def pairs(self) -> int:
        """Number of sentence pairs, those without links included."""
        return len(self.offsets) - 1

    def require_inside(self, source: NDArray[np.int64], target: NDArray[np.int64]) -> None:
        """Check that the links are of these sentences; compiled loops do not look where they write.

        Args:
            source: shape (pairs + 1,), where the source sentences begin among their tokens.
            target: shape (pairs + 1,), of the target sentences.

        Raises:
            InputError: there are more or fewer pairs, or a link leaves its sentence.
        """
        import numpy as np

        if self.pairs != len(source) - 1:
            raise InputError(
                f"{self.pairs} pairs have links, but there are {len(source) - 1} pairs"
            )
        number = np.diff(self.offsets)
        for positions, offsets in ((self.source, source), (self.target, target)):
            outside = (positions < 0) | (positions >= np.repeat(np.diff(offsets), number))
            if outside.any():
                pair = np.searchsorted(self.offsets, np.argmax(outside), side="right")
                raise InputError(f"a link of pair {pair} leaves the sentence")

    def of(self, pair: int) -> list[tuple[int, int]]:
        """Return the links of one pair."""
        here = slice(self.offsets[pair], self.offsets[pair + 1])
        return list(zip(self.source[here].tolist(), self.target[here].tolist(), strict=True))


# Labels that people gave to links between words, and to pairs of sentences.


@dataclass(frozen=True, slots=True)
class LabelledLink:
    """A link between words of one sentence pair with what an annotator thinks of it.

    Attributes:
        pair: number of the sentence pair in its text, as the file has it.
        source: zero-based positions of the source words; empty for words without a counterpart.
        target: zero-based positions of the target words.
        label: ``sure``, ``contextual``, ``partial`` or ``wrong``; any other word as it was found.
    """

    pair: int
    source: tuple[int, ...]
    target: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class ConfidenceJudgement:
    """How far an annotator thinks that two sentences translate each other.

    Attributes:
        annotator: whose judgement it is, as the file calls him.
        label: ``sure``, ``partial``, ``unperfect``, ``erroneous`` or ``undecidable``; any other
            word as it was found.
        source: zero-based positions of the source words that are not translated, ascending.
        target: the same of the target words.
    """

    annotator: str
    label: str
    source: tuple[int, ...] = ()
    target: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """A pair of sentences with what annotators think of it.

    Attributes:
        id: of the pair, as the file has it.
        source: the source sentence; words stand between single spaces.
        target: the target sentence likewise.
        judgements: one an annotator.
    """

    id: str
    source: str
    target: str
    judgements: tuple[ConfidenceJudgement, ...]


# Sentence pairs divided again and again into smaller pairs of segments, held flat.


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BisegmentTrees:
    """A tree of bisegments for each sentence pair; its leaves are not divided further.

    A bisegment is a run of source tokens with a run of target tokens. Those of one parent share no
    token on either side, but they need not cover it: a child may drop words at the edges.
    The nodes of pair ``k`` are those from ``offsets[k]`` to ``offsets[k + 1]``, each after its
    parent; a pair may have none.

    Attributes:
        offsets: shape (pairs + 1,), int64.
        source: first token and the one after the last, zero-based, shape (nodes, 2), int32.
        target: the same on the target side.
        parent: row of the parent in these arrays, -1 at the root, shape (nodes,), int64.
        depth: 0 at the root, shape (nodes,), int32.

    Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential
        alignments of bi-texts, LREC, section 3.3.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    parent: NDArray[np.int64]
    depth: NDArray[np.int32]

    def __repr__(self) -> str:
        nodes = count_of(len(self.parent), "bisegment")
        return f"<BisegmentTrees: {nodes}, {count_of(self.pairs, 'pair')}>"

    @property
    def pairs(self) -> int:
        """Number of sentence pairs, those without a tree included."""
        return len(self.offsets) - 1

    @property
    def leaves(self) -> NDArray[np.bool_]:
        """Marks of the nodes that are not divided, shape (nodes,)."""
        import numpy as np

        marks = np.ones(len(self.parent), dtype=np.bool_)
        marks[self.parent[self.parent >= 0]] = False
        return marks


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DividedText(Table[int]):
    """Sentence pairs of a text with their trees, as an annotator made them.

    Attributes:
        trees: one for each pair; a pair may have none.
        names: of the pairs, as the file has them.
        source: the source tokens of each pair; empty where it has no tree and they are not known.
        target: the target tokens of each pair likewise.
        languages: of the source and of the target, as the file has them; empty if unknown.
    """

    trees: BisegmentTrees
    names: tuple[str, ...]
    source: tuple[tuple[str, ...], ...]
    target: tuple[tuple[str, ...], ...]
    languages: tuple[str, str] = ("", "")

    ITEMS = "pairs"
    COLUMNS = ("name", "source", "target", "bisegments")

    def _row(self, item: int) -> tuple[object, ...]:
        nodes = int(self.trees.offsets[item + 1] - self.trees.offsets[item])
        source, target = " ".join(self.source[item]), " ".join(self.target[item])
        return self.names[item], source, target, nodes

    @property
    def _items(self) -> range:
        return range(self.trees.pairs)


@dataclass(frozen=True, slots=True)
class Link:
    """A correspondence between runs of units: paragraphs, sentences or words.

    Attributes:
        source: zero-based indices of the source units, ascending; empty for an insertion.
        target: zero-based indices of the target units, ascending; empty for a deletion.
        score: calibrated probability that the link is right, in [0, 1]; None when unknown.
        kind: a label of the layer it belongs to (``S``/``P`` for words, ``confirmed``, ``zone``…).
        reasons: why a doubtful link is doubtful, as words for the user.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float | None = None
    kind: str | None = None
    reasons: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """Numbers of units on both sides, e.g. ``"2-1"``."""
        return f"{len(self.source)}-{len(self.target)}"

    @property
    def is_null(self) -> bool:
        """True when one side is empty."""
        return not self.source or not self.target


@dataclass(frozen=True, slots=True)
class Zone:
    """A stretch that has no parallel order and was not forced into one.

    Attributes:
        source: half-open range of source segments.
        target: half-open range of target segments.
        kind: ``non-monotone`` (same content, other order) or ``unmatched`` (no counterpart).
        reason: one line for the user.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    kind: str = "non-monotone"
    reason: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Bitext(Table[Link]):
    """Two documents, the links between their segments, and what made them.

    ``notes`` are remarks for the user that concern the whole pair (an ignored anchor, a widened
    band, a detected language).
    """

    source: Document
    target: Document
    links: tuple[Link, ...] = ()
    zones: tuple[Zone, ...] = ()
    notes: tuple[str, ...] = ()
    signature: Signature | None = None

    ITEMS = "links"
    COLUMNS = ("source", "target", "type", "score")

    def _row(self, item: Link) -> tuple[object, ...]:
        return self.source_text(item), self.target_text(item), item.type, item.score

    def _describe(self) -> str:
        return f"{self.source.language or '?'}-{self.target.language or '?'}"

    def source_text(self, link: Link, joiner: str = " ") -> str:
        """Return the source segments of ``link`` joined in order."""
        return joiner.join(self.source.segment_text(index) for index in link.source)

    def target_text(self, link: Link, joiner: str = " ") -> str:
        """Return the target segments of ``link`` joined in order."""
        return joiner.join(self.target.segment_text(index) for index in link.target)


@dataclass(frozen=True, slots=True)
class Variant:
    """The text of a unit in one language, with its inline codes beside it.

    ``segments`` holds the lengths in characters of the segments that were joined to make the text
    (joined by one space, or by nothing in languages written without spaces), so that a unit made
    of a 2-1 link can be taken apart again; empty when the text is one segment.
    """

    language: str
    text: str
    markup: tuple[Markup, ...] = ()
    segments: tuple[int, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()


DOUBTFUL = 0.2
"""Links less probable than this should be checked whatever else is known of them."""


def is_doubtful(link: Link | Unit) -> bool:
    """Tell whether a link has a low probability or a reason against it, and nobody confirmed it."""
    if link.kind == "confirmed":
        return False
    return bool(link.reasons) or (link.score is not None and link.score < DOUBTFUL)


@dataclass(frozen=True, slots=True)
class Unit:
    """A translation unit in one or more languages: TMX, XLIFF, PO and tables are streams of them.

    Attributes:
        variants: one per language, the source language first where there is one.
        id: identifier in its file (``tuid``, ``trans-unit id``, ``msgctxt``), if any.
        score: probability that the sides translate each other.
        kind: label of the link it was made from (see ``Link.kind``).
        reasons: why it is doubtful.
        method: signature or name of what made the pairing.
        document: name of the document it was taken from.
        paragraphs: block indices of the first segment on the source and the target side.
        properties: remaining (name, value) pairs of the file, kept as found.
        notes: remarks for people.
        line: number of the line that it begins in, from 1, in the file it was read from; None if
            unknown. Where a unit stands is no part of what it is: it does not count in comparisons.
    """

    variants: tuple[Variant, ...]
    id: str | None = None
    score: float | None = None
    kind: str | None = None
    reasons: tuple[str, ...] = ()
    method: str | None = None
    document: str | None = None
    paragraphs: tuple[int, int] | None = None
    properties: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False)
