"""Packs small enough to be checked by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from diglot.packs.pack import Pack, PackSource, Side, make_pack

SOURCE = PackSource("made up", "CC0-1.0", "1", 3)


def pack_of(source: str, target: str, links: Mapping[tuple[str, str], float]) -> Pack:
    """A pack of two languages with these links; a word has as many tokens as links."""
    sides = []
    for place, language in enumerate((source, target)):
        words = sorted({pair[place] for pair in links}, reverse=True)
        tokens = [sum(n for pair, n in links.items() if pair[place] == word) for word in words]
        sides.append(Side(language, words, np.array(np.ceil(tokens), np.int64), "diglot"))
    one, other = (
        np.array([sides[place].words.index(pair[place]) for pair in links], np.int64)
        for place in (0, 1)
    )
    counts = np.array(list(links.values()), np.float32)
    return make_pack(*sides, (one, other, counts), sources=(SOURCE,), date="2026-01-31")


def links_of(pack: Pack) -> dict[tuple[str, str], float]:
    """The counts of a pack by words."""
    return {
        (pack.source.words[e], pack.target.words[f]): float(count)
        for e, f, count in zip(pack.row_of_pair, pack.columns, pack.counts, strict=True)
    }
