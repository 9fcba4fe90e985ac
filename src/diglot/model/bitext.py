"""Two documents and the links between their segments."""

from dataclasses import dataclass

from diglot.model.document import Document
from diglot.model.signature import Signature
from diglot.model.tables import Table


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
