"""Groups of words made of the links that diglot proposes, and as links again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from diglot.annotate.layers.cells import SIDES, Payload, tokens_of
from diglot.annotate.layers.groups.rules import groups_of
from diglot.annotate.layers.words import (
    LabelledWords,
    MarkedLink,
    aligned_pairs,
    marked_links,
    place_links,
    positions,
    proposed_item,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.items import NewItem
    from diglot.annotate.schemes import Scheme
    from diglot.model import Bitext


def links_of_groups(
    payload: Payload, scheme: Scheme, body: Body, *, other: Literal["S", "P", ""] = ""
) -> list[MarkedLink]:
    """All links of words of a group; a link of two groups is sure if one of them is.

    Args:
        payload: of an item.
        scheme: of the layer.
        body: the judgement.
        other: mark of labels that the scheme maps to none; without one, their links are left out.
    """
    source, target = (positions(payload, side) for side in SIDES)
    return marked_links(
        scheme,
        (
            (source[s], target[t], label)
            for _, (ours, theirs, label) in groups_of(body)
            for s in ours
            for t in theirs
            if s in source and t in target
        ),
        other=other,
    )


def group_cells(payload: Payload, links: Iterable[LabelledWords]) -> dict[str, Value]:
    """The cells of groups that stand for exactly some links.

    Words that are all linked with each other, and with no others, are one group. Links that form
    no such product become a group a source word and label.
    """
    spans = [tokens_of(payload, side) for side in SIDES]
    unique = sorted({(s, t): label for s, t, label in links}.items())
    groups: list[tuple[list[int], list[int], str]] = []
    for part in _components([link for link, _ in unique]):
        labels = [label for link, label in unique if link in part]
        ours = sorted({s for s, _ in part})
        theirs = sorted({t for _, t in part})
        if len(part) == len(ours) * len(theirs) and len(set(labels)) == 1:
            groups.append((ours, theirs, labels[0]))
            continue
        stars: dict[tuple[int, str], list[int]] = {}
        for (s, t), label in unique:
            if (s, t) in part:
                stars.setdefault((s, label), []).append(t)
        groups += [([s], targets, label) for (s, label), targets in sorted(stars.items())]
    return {
        f"g{number}": [
            [spans[0][s][0] for s in ours],
            [spans[1][t][0] for t in theirs],
            label,
        ]
        for number, (ours, theirs, label) in enumerate(sorted(groups), 1)
    }


def _components(links: Sequence[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Links by what hangs together, in the order of the first link."""
    by_source: dict[int, list[tuple[int, int]]] = {}
    by_target: dict[int, list[tuple[int, int]]] = {}
    for link in links:
        by_source.setdefault(link[0], []).append(link)
        by_target.setdefault(link[1], []).append(link)
    parts: list[set[tuple[int, int]]] = []
    seen: set[tuple[int, int]] = set()
    for first in links:
        if first in seen:
            continue
        part, waiting = {first}, [first]
        while waiting:
            s, t = waiting.pop()
            for link in (*by_source[s], *by_target[t]):
                if link not in part:
                    part.add(link)
                    waiting.append(link)
        seen |= part
        parts.append(part)
    return parts


def group_items(bitext: Bitext, *, suggestions: bool = True, seed: int = 0) -> list[NewItem]:
    """Sentence pairs whose words are to be grouped, the aligner's links beside them.

    Args:
        bitext: its links with both sides are the sentence pairs.
        suggestions: whether the aligner proposes links and groups.
        seed: of the aligner.
    """
    items = []
    for key, payload, links in aligned_pairs(bitext, seed, links=suggestions):
        shown = {**payload, "links": [list(link) for link in place_links(payload, links.chosen)]}
        proposed = group_cells(shown, [(s, t, "S") for s, t, _ in links.chosen])
        items.append(proposed_item(key, shown, links, proposed, seed))
    return items
