"""How many keys a division takes: an annotator who knows the gold tree and hits the fewest keys.

The model of the keys stands in docs/methods/division-suggestions.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.words.divisions.search import partners, suggest

if TYPE_CHECKING:
    from bench.divisions import Tree
    from diglot.words.divisions.search import Block, Evidence, Split, Suggestions

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
