"""What to do with a block of words: divisions, a trim, a leaf, all in characters of the texts."""

from __future__ import annotations

from typing import Any

from diglot.annotate.layers.cells import SIDES, Payload, Span, tokens_of
from diglot.annotate.layers.payloads import known_language
from diglot.annotate.layers.words import positions, words_of
from diglot.words.divisions import Evidence, Trim, evidence, partners, suggest

SHOWN = 5
PAGES = 3
"""Divisions shown at once, and how often further ones can be asked for."""

Tokens = tuple[list[Span], list[Span]]


def divisions_of(payload: Payload, source: Span, target: Span) -> dict[str, Any]:
    """Suggest what to do with the words between some characters.

    Args:
        payload: of an item of the layer ``trees``.
        source: first character of the first word of the block and the end of its last.
        target: the same of the target.

    Returns:
        ``splits``, the best first, three pages of five, each with ``op``, ``i`` and ``j`` (the
        first characters of the words that begin the right parts), ``crossed`` and ``balance``;
        ``trim``, with ``side``, ``edge`` and ``offset`` as in a cell, or None; ``leaf``, whether a
        leaf is suggested; ``closed``, whether it is a leaf without a question; ``follow``, by
        side, where the cursor of the other side goes for each place of this one. Nothing is
        suggested for characters that are no words.
    """
    tokens: Tokens = (tokens_of(payload, "source"), tokens_of(payload, "target"))
    ranges = [_range(side, span) for side, span in zip(tokens, (source, target), strict=True)]
    if ranges[0] is None or ranges[1] is None:
        return {"splits": [], "trim": None, "leaf": False, "closed": False, "follow": {}}
    block = (*ranges[0], *ranges[1])
    known = evidence_of(payload)
    found = suggest(known, block, limit=SHOWN * PAGES)
    follow = partners(known, block)
    places = [[span[0] for span in side] for side in tokens]
    return {
        "splits": [
            {
                "op": split.direction,
                "i": places[0][split.i],
                "j": places[1][split.j],
                "crossed": round(split.crossed, 3),
                "balance": round(split.balance, 3),
            }
            for split in found.splits
        ],
        "trim": None if found.trim is None else _trim(tokens, block, found.trim),
        "leaf": found.leaf,
        "closed": found.closed,
        "follow": {
            side: {str(places[at][here]): places[1 - at][there] for here, there in each.items()}
            for at, (side, each) in enumerate(zip(SIDES, follow, strict=True))
        },
    }


def evidence_of(payload: Payload) -> Evidence:
    """What is known of the pair of a payload: its links, its words, its known terms."""
    tokens = [tokens_of(payload, side) for side in SIDES]
    words = [words_of(payload, side) for side in SIDES]
    numbers = [positions(payload, side) for side in SIDES]
    links = [
        (numbers[0][s], numbers[1][t], 1.0 if not p or p[0] is None else float(p[0]))
        for s, t, *p in payload.get("links") or ()
        if s in numbers[0] and t in numbers[1]
    ]
    terms = payload.get("terms") or {}
    units = [
        [found for span in terms.get(side) or () if (found := _range(spans, (span[0], span[1])))]
        for side, spans in zip(SIDES, tokens, strict=True)
    ]
    languages = [known_language((payload.get(side) or {}).get("lang")) for side in SIDES]
    return evidence(
        words[0],
        words[1],
        links,
        languages=(languages[0], languages[1]),
        units=(units[0], units[1]),
    )


def _range(tokens: list[Span], span: Span) -> tuple[int, int] | None:
    """Numbers of the first token of a span and the one after its last."""
    firsts = {begin: at for at, (begin, _) in enumerate(tokens)}
    ends = {end: at + 1 for at, (_, end) in enumerate(tokens)}
    first, last = firsts.get(span[0]), ends.get(span[1])
    return (first, last) if first is not None and last is not None and first < last else None


def _trim(tokens: Tokens, block: tuple[int, int, int, int], trim: Trim) -> dict[str, Any]:
    at = SIDES.index(trim.side)
    first, last = block[2 * at : 2 * at + 2]
    spans = tokens[at]
    left = trim.edge == "left"
    offset = spans[first + trim.count][0] if left else spans[last - trim.count - 1][1]
    return {"side": trim.side, "edge": trim.edge, "offset": offset}
