"""Links between words to be labelled: as items, as cells, and as sure and possible links."""

from __future__ import annotations

import itertools
import random
from statistics import fmean
from typing import TYPE_CHECKING

from diglot.annotate.items import NewItem
from diglot.annotate.layers.cells import SIDES, Payload, doubly_numbered_cells, tokens_of
from diglot.annotate.layers.words import (
    LabelledWords,
    MarkedLink,
    WordLink,
    aligned_pairs,
    marked_links,
    place_links,
    positions,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.schemes import Scheme
    from diglot.model import Bitext


def labelled_links(payload: Payload, body: Body) -> list[LabelledWords]:
    """The labelled links of the layer ``word_labels``, ascending."""
    source, target = (positions(payload, side) for side in SIDES)
    return sorted(
        (source[s], target[t], str(label))
        for s, t, label in doubly_numbered_cells(body, "l")
        if s in source and t in target
    )


def label_cells(payload: Payload, links: Iterable[LabelledWords]) -> dict[str, Value]:
    """The cells of labelled links, the inverse of `labelled_links`."""
    source, target = (tokens_of(payload, side) for side in SIDES)
    cells: dict[str, Value] = {f"l{source[s][0]}-{target[t][0]}": label for s, t, label in links}
    return dict(sorted(cells.items()))


def links_of_labels(payload: Payload, scheme: Scheme, body: Body) -> list[MarkedLink]:
    """What labelled links become in files of sure and possible ones, as the scheme says."""
    return marked_links(scheme, labelled_links(payload, body))


def word_label_items(
    bitext: Bitext, *, per_pair: int = 5, policy: str = "stratified", seed: int = 0
) -> list[NewItem]:
    """Links that both directions of the aligner give, a few a pair, to be labelled.

    Args:
        bitext: its links with both sides are the sentence pairs; those without a common link of
            words are left out.
        per_pair: most links of a pair.
        policy: which of them: at ``random``; ``stratified``, one from each of as many layers of
            probability; ``uncertainty``, those nearest to one half.
        seed: of the aligner and of what is drawn.
    """
    items = []
    for key, payload, links in aligned_pairs(bitext, seed):
        rng = random.Random(f"{seed}/{key}")  # noqa: S311 - repeatable, no secret
        chosen = chosen_links(links.both, per_pair, policy, rng)
        if not chosen:
            continue
        candidates = [
            {"source": source, "target": target, "score": score}
            for source, target, score in place_links(payload, chosen)
        ]
        items.append(
            NewItem(
                key=key,
                payload={
                    **payload,
                    "candidates": candidates,
                    "policy": {"name": policy, "seed": seed, "most": per_pair},
                },
                score=round(fmean(link[2] for link in chosen), 4),
            )
        )
    return items


def chosen_links(
    links: Sequence[WordLink], most: int, policy: str, rng: random.Random
) -> list[WordLink]:
    """At most so many links, ascending by place."""
    if len(links) <= most:
        return sorted(links)
    if policy == "random":
        return sorted(rng.sample(list(links), most))
    if policy == "uncertainty":
        return sorted(sorted(links, key=lambda link: (abs(link[2] - 0.5), link))[:most])
    ranked = sorted(links, key=lambda link: (link[2], link))
    edges = [len(ranked) * number // most for number in range(most + 1)]
    return sorted(rng.choice(ranked[begin:end]) for begin, end in itertools.pairwise(edges))
