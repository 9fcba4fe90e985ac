"""Word links, labels of people on links, and divided sentence pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.model.tables import Table
from diglot.plurals import count_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
