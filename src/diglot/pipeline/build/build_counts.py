"""What a build says of its steps: how they were done, figures, remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import diglot
from diglot.pipeline.skipped import add_up
from diglot.pipeline.steps.words.word_work import DOUBTFUL
from diglot.pipeline.stored.workshop import Said
from diglot.sentences import DOUBTFUL as DOUBTFUL_LINK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Bitext, Skipped
    from diglot.pipeline.stored.stored_pairs import StoredPairs
    from diglot.pipeline.stored.stored_words import StoredWords
    from diglot.pipeline.stored.terms import FoundTerms

LEFT_OUT = "left out: "
"""How remarks begin on what readers passed over."""


def of_bitexts(bitexts: Sequence[Bitext]) -> Said:
    """Count documents, segments and links."""
    links = [link for bitext in bitexts for link in bitext.links]
    # What has a partner at all, and deserves a look: the same rule as everywhere.
    doubtful = sum(
        link.kind != "confirmed"
        and bool(link.reasons or (link.score is not None and link.score < DOUBTFUL_LINK))
        for link in links
    )
    left_out = add_up(
        skipped
        for bitext in bitexts
        for document in (bitext.source, bitext.target)
        for skipped in document.skipped
    )
    signatures = dict.fromkeys(str(each.signature) for each in bitexts if each.signature)
    return Said(
        signature=" ".join(signatures) or f"method:given|version:{diglot.__version__}",
        counts={
            "documents": len(bitexts),
            "source_segments": sum(len(bitext.source.segments) for bitext in bitexts),
            "target_segments": sum(len(bitext.target.segments) for bitext in bitexts),
            "sentence_links": len(links),
            "without_partner": sum(link.is_null for link in links),
            "doubtful_links": doubtful,
        },
        notes=(
            *dict.fromkeys(note for bitext in bitexts for note in bitext.notes),
            *(f"{LEFT_OUT}{each.count} {each.kind}{_example(each)}" for each in left_out),
        ),
    )


def _example(skipped: Skipped) -> str:
    return f', the first: "{skipped.example}"' if skipped.example else ""


def of_pairs(pairs: StoredPairs) -> Said:
    """Count sentence pairs and tokens."""
    source, target = pairs.sides
    codes = "-".join(code or "?" for code in pairs.languages)
    return Said(
        signature=f"method:tokens|languages:{codes}|version:{diglot.__version__}",
        counts={
            "sentence_pairs": len(pairs),
            "source_tokens": len(source.spans),
            "target_tokens": len(target.spans),
        },
    )


def of_words(words: StoredWords) -> Said:
    """Count word links, and sentence pairs that may not translate each other."""
    links = words.links
    sure = len(links.source)
    if links.scores is not None:
        sure = int((links.scores >= words.threshold).sum())
    return Said(
        signature=str(words.signature),
        counts={
            "word_links": sure,
            # NaN, where nothing is known, is below nothing.
            "unlikely_pairs": int((words.confidence < DOUBTFUL).sum()),
        },
        notes=words.notes,
    )


def of_terms(found: FoundTerms) -> Said:
    """Count pairs of terms and concepts, and pairs that were known before."""
    notes = found.notes
    if not found.pairs:
        notes = (*notes, "no terms were found: the termbase is empty")
    return Said(
        signature=str(found.signature),
        counts={
            "term_pairs": len(found.pairs),
            "concepts": len(found.termbase.concepts),
            "known_term_pairs": found.known,
        },
        notes=(*notes, *found.termbase.notes),
    )
