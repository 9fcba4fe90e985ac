"""The page of a whole build: aligned texts, their terms, what is doubtful; one HTML file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.files.atomic import atomic_open
from diglot.report.doubt import DOUBTFUL
from diglot.report.pages.page import compose
from diglot.report.pages.reader import title_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import Bitext, Signature, Term, Termbase, TermPair, WordLinks

# Sentence pairs on one page; ten thousand of a manual have about 6 MB and open at once.
LIMIT = 10_000

_STYLES = ("reader/reader.css", "build/build.css")
_SCRIPTS = (
    *(f"reader/{name}.js" for name in ("table", "rows", "strip", "walk")),
    "page/windowed.js",
    *(
        f"build/{name}.js"
        for name in ("state", "text", "contexts", "card", "terms", "find", "counts", "build")
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BuildContent:
    """What a build found, for its page.

    Sentence pairs are the links of all bitexts that have both sides, numbered from 0 through all
    bitexts in their order; `sentence_pairs` gives their texts. Everything that speaks of pairs
    (``word_links``, ``tokens``, ``confidence``, the contexts of terms) uses these numbers.

    Attributes:
        bitexts: one, or one for each pair of documents.
        languages: tags of the source and the target language.
        termbase: concepts in order of rank. Terms belong to a side by the primary part of their
            language tag; those of other languages stand on the card of their concept only.
        term_pairs: translations found, best first; their probabilities, reasons and alternatives
            are shown with the concepts they touch, their contexts come first among the examples.
        terms: extracted terms of the source and of the target side: their variants are marked in
            the text as forms of the term, their measures are shown.
        word_links: links between the tokens of each pair, one entry for every pair; None without.
        tokens: words of the source and the target of each pair, read once; by default the texts
            are tokenised here in their languages, as the word aligner does.
        confidence: shape (pairs,), probability that the two sides translate each other, NaN where
            unknown; it stands in where a link has no probability of its own, and speaks against
            the link where it is low.
        signatures: name of each step and how it was made, in the order of the steps.
        facts: further lines for the foot and the counts: name and value.
        notes: remarks for the user.
        files: files that lie beside the page: name, and what it holds.
    """

    bitexts: Sequence[Bitext]
    languages: tuple[str | None, str | None]
    termbase: Termbase
    term_pairs: Sequence[TermPair] = ()
    terms: tuple[Sequence[Term], Sequence[Term]] = ((), ())
    word_links: WordLinks | None = None
    tokens: Iterable[tuple[Sequence[str], Sequence[str]]] | None = None
    confidence: NDArray[np.float32] | None = None
    signatures: Sequence[tuple[str, Signature]] = ()
    facts: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = ()
    files: Sequence[tuple[str, str]] = ()


def sentence_pairs(bitexts: Iterable[Bitext]) -> Iterator[tuple[str, str]]:
    """Give the texts of all links that have both sides, segments of a side joined by spaces."""
    for bitext in bitexts:
        for link in bitext.links:
            if not link.is_null:
                yield bitext.source_text(link), bitext.target_text(link)


def write_build_page(
    path: Path | str,
    content: BuildContent,
    *,
    title: str = "",
    threshold: float | None = None,
    limit: int | None = LIMIT,
) -> None:
    """Write a single-file page of a build.

    Beyond ``limit`` the page keeps the least certain pairs, the first contexts of every term pair
    and as many of the pairs with most terms as there is room for; counts stay those of all pairs,
    and the page says how many it shows.

    Args:
        path: file to write; replaced as a whole or left as it was.
        content: what to show.
        title: title of the page; by default the names of the documents.
        threshold: probability below which a link is shown as doubtful; by default that of the
            reader.
        limit: most sentence pairs on the page; None for all.

    Raises:
        InputError: the file cannot be written.
        ValueError: word links, tokens or confidence are not one for each pair.
    """
    from diglot.report.build.build_data import page_data

    known = DOUBTFUL if threshold is None else threshold
    page = compose(
        title or title_of(content.bitexts),
        page_data(content, threshold=known, limit=limit),
        body="build/build.html",
        styles=_STYLES,
        scripts=_SCRIPTS,
    )
    with atomic_open(path) as file:
        file.write(page)
