"""Suggestions for dividing sentence pairs, judged by trees that people made.

    python -m bench.divisions

Prints at which rank the division that people chose is suggested, with links of different quality,
and how many keys a sentence pair takes.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bench.data import data_folder
from bench.tables import figure, table
from diglot.evaluate.alignments.trees import induced_links
from diglot.formats.links.transread import read_trees_with_tokens
from diglot.words import align
from diglot.words.corpus import encode
from diglot.words.decoding.links import by_threshold
from diglot.words.divisions import (
    BALANCE,
    Block,
    Evidence,
    Split,
    Suggestions,
    evidence,
    evidence_of_links,
    partners,
    rank_divisions,
    suggest,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from diglot.model import BisegmentTrees

Links: TypeAlias = "list[tuple[int, int] | tuple[int, int, float]]"

LANGUAGES = ("fr", "en")
RANKS = (1, 3, 5)
UNLIKELY = 0.02
"""Probability from which links count."""


@dataclass(frozen=True, slots=True)
class Node:
    """What people did with a block; a node that trims nothing is a slip and does nothing.

    Attributes:
        block: its words.
        split: direction and place of its division, or None.
        trim: side, edge and number of the words it drops, or None.
        is_leaf: whether it stays as it is.
        right: the right sibling of a left child, or None.
    """

    block: Block
    split: tuple[str, int, int] | None
    trim: tuple[str, str, int] | None
    is_leaf: bool
    right: Block | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """A divided sentence pair.

    Attributes:
        source: its source words.
        target: its target words.
        links: that its leaves stand for.
        nodes: each before its children, from left to right.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    links: list[tuple[int, int]]
    nodes: tuple[Node, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Numbers of words."""
        return len(self.source), len(self.target)


@dataclass(frozen=True, slots=True)
class Ranks:
    """Share of the gold divisions among the first 1, 3 and 5 suggestions; the time for one."""

    shares: tuple[float, ...]
    seconds: float


def trees(folder: Path | None = None) -> list[Tree]:
    """The divided pairs of ALIBI."""
    home = folder or data_folder() / "annotation" / "alibi" / "dat"
    found = []
    for path in sorted(home.glob("*.xml.gz")):
        text = read_trees_with_tokens(path)
        links = induced_links(text.trees)
        for pair in range(text.trees.pairs):
            nodes = tuple(_nodes(text.trees, pair))
            if nodes:
                found.append(Tree(text.source[pair], text.target[pair], links.of(pair), nodes))
    return found


def own_links(known: Sequence[Tree], more: Sequence[tuple[list[str], list[str]]]) -> list[Links]:
    """Own links of every tree that are not unlikely, with their probabilities.

    Nothing is learnt from but the pairs themselves and those behind them.
    """
    corpus = encode([*((tree.source, tree.target) for tree in known), *more])
    alignment = align(corpus, reported=len(known), learn=False)
    links = by_threshold(alignment.posteriors, alignment.probabilities, UNLIKELY)
    assert links.scores is not None
    found: list[Links] = []
    for pair in range(len(known)):
        scores = links.scores[links.offsets[pair] : links.offsets[pair + 1]].tolist()
        found.append([(s, t, p) for (s, t), p in zip(links.of(pair), scores, strict=True)])
    return found


def texts_behind() -> list[tuple[list[str], list[str]]]:
    """All sentence pairs of ALIBI, the text without trees included."""
    home = data_folder() / "words" / "alibi-fr-en"
    sides = [
        (home / name).read_text(encoding="utf-8").splitlines() for name in ("src.txt", "tgt.txt")
    ]
    return [(source.split(), target.split()) for source, target in zip(*sides, strict=True)]


def moved(tree: Tree, share: float, rng: random.Random) -> Links:
    """The links of a tree, a share of them moved to a random target word."""
    return [(s, rng.randrange(tree.size[1]) if rng.random() < share else t) for s, t in tree.links]


def certain(links: Links, threshold: float = 0.5) -> Links:
    """Links above a probability, as if they were all that one knew."""
    return [(link[0], link[1]) for link in links if len(link) < 3 or link[2] >= threshold]


def ranks(
    known: Sequence[Tree], of: Callable[[int, Tree], Evidence], *, balance: float = BALANCE
) -> Ranks:
    """At which rank the divisions of people are suggested.

    Args:
        known: the trees.
        of: gives the evidence of a tree and its number.
        balance: weight of the balance.
    """
    places: list[int] = []
    begin = time.process_time()
    for number, tree in enumerate(known):
        given = of(number, tree)
        for node in tree.nodes:
            if node.split is not None:
                found = rank_divisions(given, node.block, limit=max(RANKS), balance=balance)
                names = [(split.direction, split.i, split.j) for split in found]
                places.append(names.index(node.split) if node.split in names else len(names) + 9)
    seconds = (time.process_time() - begin) / max(len(places), 1)
    return Ranks(tuple(float(np.mean([p < rank for p in places])) for rank in RANKS), seconds)


def with_words(tree: Tree, links: Links) -> Evidence:
    """Evidence of links and words of a tree."""
    return evidence(tree.source, tree.target, links, languages=LANGUAGES)


def judged(known: Sequence[Tree], own: Sequence[Links]) -> dict[str, Callable[[], Ranks]]:
    """What gives the ranks, by what is known of the links."""
    rng = random.Random(0)
    corrupted = {
        f"{share:.0%} of the gold links moved": [moved(tree, share, rng) for tree in known]
        for share in (0.1, 0.3)
    }
    given: dict[str, Sequence[Links]] = {
        "gold links": [list(tree.links) for tree in known],
        **corrupted,
        "own links above .5": [certain(links) for links in own],
        "own links by probability": own,
    }
    rows: dict[str, Callable[[], Ranks]] = {}
    for name, links in given.items():

        def alone(number: int, tree: Tree, links: Sequence[Links] = links) -> Evidence:
            return evidence_of_links(tree.size, links[number])

        rows[f"{name}, no balance"] = partial(ranks, known, alone, balance=0.0)
        rows[name] = partial(ranks, known, alone)
    for name in ("gold links", "own links by probability"):

        def worded(number: int, tree: Tree, links: Sequence[Links] = given[name]) -> Evidence:
            return with_words(tree, links[number])

        rows[f"{name} and words"] = partial(ranks, known, worded)
    return rows


def keys(known: Sequence[Tree], own: Sequence[Links]) -> list[dict[str, int]]:
    """Keys of every tree by what they did."""
    return [
        keys_of(tree, with_words(tree, links)).counts
        for tree, links in zip(known, own, strict=True)
    ]


# How many keys a division takes: an annotator who knows the gold tree and hits the fewest keys. The
# model of the keys is in docs/methods/division-suggestions.md.

SHOWN, PAGES = 5, 3


@dataclass(slots=True)
class Keys:
    """Keys of one tree, by what they did."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, what: str, keys: int) -> None:
        """Count keys."""
        self.counts[what] = self.counts.get(what, 0) + keys

    @property
    def total(self) -> int:
        """All keys."""
        return sum(self.counts.values())


def keys_of(tree: Tree, evidence: Evidence) -> Keys:
    """The keys that a tree takes with suggestions on."""
    keys = Keys()
    for node in tree.nodes:
        found = suggest(evidence, node.block, limit=SHOWN * PAGES)
        if node.split is not None:
            keys.add("divide", _divided(evidence, node.block, node.split, found))
        elif node.trim is not None:
            keys.add("trim", _trimmed(found, node.trim))
            if found.closed:
                # The focus has passed this node, and a right sibling that closed by itself.
                passed = node.right is not None and suggest(evidence, node.right).closed
                keys.add("back", 1 + passed)
        elif node.is_leaf and not found.closed:
            keys.add("leaf", 1)
    return keys


def _divided(
    evidence: Evidence, block: Block, gold: tuple[str, int, int], found: Suggestions
) -> int:
    """Fewest keys to a division: by number, after asking for more, or with the cursors."""
    known = {(split.direction, split.i, split.j): at for at, split in enumerate(found.splits)}
    at = known.get(gold)
    if at is not None and at < SHOWN:
        return 1
    ways = [] if at is None else [1 + at // SHOWN]
    return min([*ways, 1 + _moves(evidence, block, gold, found.splits[0])])


def _moves(evidence: Evidence, block: Block, gold: tuple[str, int, int], best: Split) -> int:
    """Arrow keys from the best suggestion; a cursor that nobody moved yet follows the other."""
    _, i, j = gold
    targets, sources = partners(evidence, block)
    source, target = abs(i - best.i), abs(j - best.j)
    ways = [source + target]
    if source:
        ways.append(source + abs(j - targets[i]))
    if target:
        ways.append(target + abs(i - sources[j]))
    return min(ways)


def _trimmed(found: Suggestions, gold: tuple[str, str, int]) -> int:
    """One key for the suggested trim, one a word with the keys of the four edges."""
    trim = found.trim
    if trim is not None and (trim.side, trim.edge, trim.count) == gold:
        return 1
    return gold[2]


def main() -> None:
    """Print the figures."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    known = trees()
    own = own_links(known, texts_behind())
    found = {name: ranked() for name, ranked in judged(known, own).items()}
    rows = [
        [name, *map(figure, row.shares), f"{1000 * row.seconds:.2f}"] for name, row in found.items()
    ]
    print(table(["known", *(f"among {rank}" for rank in RANKS), "ms a block"], rows))
    counted = keys(known, own)
    totals = [sum(each.values()) for each in counted]
    parts = sorted({what for each in counted for what in each})
    means = [f"{np.mean([each.get(what, 0) for each in counted]):.2f}" for what in parts]
    decisions = sum(
        node.split is not None or node.trim is not None for tree in known for node in tree.nodes
    )
    print()
    print(
        table(
            ["keys a pair", *parts, "all", "median"],
            [["mean", *means, f"{np.mean(totals):.2f}", f"{np.median(totals):.0f}"]],
        )
    )
    print(f"\n{len(known)} pairs, {decisions / len(known):.1f} decisions a pair without the leaves")


def _nodes(known: BisegmentTrees, pair: int) -> Iterator[Node]:
    """The nodes of a pair, each before its children, from left to right."""
    first, last = known.offsets[pair], known.offsets[pair + 1]
    blocks = np.hstack([known.source, known.target])[first:last].tolist()
    children: dict[int, list[int]] = {}
    for row, parent in enumerate((known.parent[first:last] - first).tolist()):
        children.setdefault(parent if parent >= 0 else -1, []).append(row)
    waiting: list[tuple[int, Block | None]] = [(row, None) for row in children.get(-1, ())]
    while waiting:
        row, right = waiting.pop()
        block: Block = tuple(blocks[row])
        below = sorted(children.get(row, ()), key=lambda each: blocks[each])
        if len(below) == 2:
            waiting += [(below[1], None), (below[0], tuple(blocks[below[1]]))]
        else:
            waiting += [(each, None) for each in below]
        yield Node(block, *_done(block, [tuple(blocks[each]) for each in below]), right)


def _done(
    block: Block, below: list[Block]
) -> tuple[tuple[str, int, int] | None, tuple[str, str, int] | None, bool]:
    """Division, trim, and whether the block is a leaf."""
    if len(below) == 2:
        left, right = below
        direct = left[2] < right[2]
        return ("direct" if direct else "inverse", right[0], max(left[2], right[2])), None, False
    for kept in below:
        dropped = [abs(new - old) for new, old in zip(kept, block, strict=True)]
        for at, count in enumerate(dropped):
            if count:
                side, edge = ("source", "target")[at // 2], ("left", "right")[at % 2]
                return None, (side, edge, count), False
    return None, None, not below


if __name__ == "__main__":
    main()
