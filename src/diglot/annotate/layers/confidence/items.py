"""Aligned passages whose translation is to be judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.items import NewItem
from diglot.annotate.layers.payloads import key_of, pair_name, pair_payloads

if TYPE_CHECKING:
    from diglot.model import Bitext


def confidence_items(bitext: Bitext) -> list[NewItem]:
    """An item for every link with both sides, without an answer: a label shown is a label taken.

    The probability of the link and its reasons are in the payload and order the items.
    """
    name = pair_name(bitext)
    ratio = _ratio(bitext)
    return [
        NewItem(
            key=key_of(name, pair.number + 1),
            payload={**payload, "ratio": ratio},
            score=pair.link.score,
        )
        for pair, payload in pair_payloads(bitext)
    ]


def _ratio(bitext: Bitext) -> float:
    """Target characters for one of the source."""
    source, target = (
        sum(segment.end - segment.start for segment in document.segments)
        for document in (bitext.source, bitext.target)
    )
    return round(target / source, 4) if source and target else 1.0
