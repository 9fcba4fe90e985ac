"""From documents to the aligner's arrays and back to bitexts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import diglot
from diglot.errors import InputError
from diglot.model import Bitext, Document, Link, Signature, Zone
from diglot.sentences import method_named
from diglot.sentences.corpus import Texts, encode
from diglot.sentences.evidence_of_sentences import Evidence, check
from diglot.sentences.linking import Linker
from diglot.sentences.segments import Segments
from diglot.sentences.settings import Settings, silent
from diglot.sentences.structure import heading_anchors, paragraph_starts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.sentences.settings import Alignment


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
    *,
    method: str,
    max_merge: int,
    evidence: Sequence[Evidence] | None,
    lexicon: Sequence[tuple[str, str, float]] | None,
    jobs: int,
    progress: Callable[[str, int, int], None] | None,
) -> list[Bitext]:
    """Align pairs of documents; see ``diglot.sentences.align``."""
    given = list(evidence) if evidence is not None else [Evidence()] * len(pairs)
    for known, (source, target) in zip(given, pairs, strict=True):
        check(known, (len(source.segments), len(target.segments)))
    cuts = [_cuts(pair, known) for pair, known in zip(pairs, given, strict=True)]
    sections = [
        section
        for number, ((source, target), (anchors, _)) in enumerate(zip(pairs, cuts, strict=True))
        for section in _sections(number, len(source.segments), len(target.segments), anchors)
    ]
    searched = [section for section in sections if not section.one_sided]
    settings = Settings(
        max_merge=max_merge, max_total=max(2, max_merge + 1), jobs=jobs, progress=progress or silent
    )
    found = iter(_alignments(pairs, searched, given, method, lexicon or (), settings))
    links: list[list[Link]] = [[] for _ in pairs]
    zones: list[list[Zone]] = [[] for _ in pairs]
    for section in sections:
        if section.one_sided:
            links[section.pair].extend(_nulls(section))
            continue
        alignment = next(found)
        source, target = pairs[section.pair]
        linker = Linker(section.source[0], section.target[0], Segments(source), Segments(target))
        links[section.pair].extend(linker.links(alignment))
        zones[section.pair].extend(linker.zones(alignment))
    signature = Signature(
        method, diglot.__version__, (("max_merge", str(max_merge)),), _digest(pairs)
    )
    return [
        Bitext(source, target, tuple(linked), tuple(flagged), notes, signature)
        for (source, target), linked, flagged, (_, notes) in zip(
            pairs, links, zones, cuts, strict=True
        )
    ]


def _cuts(
    pair: tuple[Document, Document], known: Evidence
) -> tuple[Sequence[tuple[int, int]], tuple[str, ...]]:
    """Where a pair is cut: at the anchors given, or else at headings that agree."""
    if known.anchors:
        return known.anchors, ()
    return heading_anchors(*pair)


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


def _alignments(
    pairs: Sequence[tuple[Document, Document]],
    searched: Sequence[_Section],
    given: Sequence[Evidence],
    method: str,
    lexicon: Sequence[tuple[str, str, float]],
    settings: Settings,
) -> list[Alignment]:
    """Encode what is to be searched, and search it; the arrays are gone on return."""
    if not searched:
        return []
    opens = [tuple(paragraph_starts(document) for document in pair) for pair in pairs]
    corpus = encode(
        [
            _texts(section, pairs[section.pair], given[section.pair], opens[section.pair])
            for section in searched
        ],
        lexicon=lexicon,
    )
    return method_named(method)(corpus, settings)


def _texts(
    section: _Section,
    documents: tuple[Document, Document],
    known: Evidence,
    opens: Sequence[list[int] | None],
) -> Texts:
    source, target = slice(*section.source), slice(*section.target)
    return Texts(
        Segments(documents[0])[source],
        Segments(documents[1])[target],
        known.source_translation and known.source_translation[source],
        known.target_translation and known.target_translation[target],
        opens[0] and opens[0][source],
        opens[1] and opens[1][target],
        None if known.source_vectors is None else known.source_vectors[source],
        None if known.target_vectors is None else known.target_vectors[target],
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
