"""Forbidden terms in translations."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from diglot.consistency.judging.blocks import characters, quoted
from diglot.consistency.matching.occurrences import TermIndex
from diglot.model.findings import CASE as OTHER_CASE
from diglot.model.findings import EXACT, LEMMA, LEVELS, NONE, ORDER_FREE, Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.consistency.entries import Entry
    from diglot.consistency.judging.blocks import JudgedBlock
    from diglot.consistency.matching.encoding import Forms
    from diglot.consistency.matching.occurrences import Occurrences

SUPPORT = 0.1
"""Probability of a link from which a forbidden word may stand for the source term."""

_LEVELS = (EXACT, OTHER_CASE, LEMMA, LEMMA)  # of `occurrences`


class ForbiddenTerms:
    """Finds forbidden terms that stand for their source terms.

    Args:
        entries: in the order of their numbers.
        forms: words of the target language.
        severity: of the findings.
    """

    def __init__(self, entries: Sequence[Entry], forms: Forms, severity: str) -> None:
        self._entries = entries
        self._severity = severity
        pairs = [(number, term) for number, each in enumerate(entries) for term in each.forbidden]
        self._terms = [term for _, term in pairs]
        self._entry = np.array([number for number, _ in pairs], np.int64)
        self._index = TermIndex(self._terms, forms) if pairs else None

    def __len__(self) -> int:
        """Return how many forbidden terms there are."""
        return len(self._terms)

    def findings(
        self,
        block: JudgedBlock,
        sources: Occurrences,
        entry: NDArray[np.int32],
        checked: NDArray[np.bool_],
    ) -> tuple[list[Finding], set[int]]:
        """Return the findings of a block, and the judgements that they replace.

        Args:
            block: units with what was judged of them.
            sources: occurrences of source terms, those of entries without allowed terms, too.
            entry: shape (occurrences,), the entry of each.
            checked: shape (units,), units whose terms are looked at.
        """
        if self._index is None:
            return [], set()
        hits = self._index.find(block.texts[1])
        asked = self._asked(sources, entry, hits)
        rows = self._rows(block, hits)
        found: list[Finding] = []
        replaced: set[int] = set()
        for number in np.flatnonzero(checked[hits.text]).tolist():
            unit, owner = int(hits.text[number]), int(self._entry[hits.term[number]])
            here = asked.get((unit, owner), [])
            if not here and not self._terms[int(hits.term[number])].anywhere:
                continue
            mine = [row for row in rows.get((unit, owner), []) if row not in replaced]
            row = self._stands_for(block, hits, number, here, mine)
            if row is None:
                continue
            if row >= 0:
                replaced.add(row)
            found.append(self._finding(block, hits, number, here))
        return found, replaced

    def _asked(
        self, sources: Occurrences, entry: NDArray[np.int32], hits: Occurrences
    ) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """Return where the source terms of the entries that are concerned stand, by unit."""
        wanted = np.isin(entry, self._entry) & np.isin(sources.text, hits.text)
        found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for number in np.flatnonzero(wanted).tolist():
            place = int(sources.begin[number]), int(sources.end[number])
            found[int(sources.text[number]), int(entry[number])].append(place)
        return found

    def _rows(self, block: JudgedBlock, hits: Occurrences) -> dict[tuple[int, int], list[int]]:
        judged = block.judged
        wanted = np.isin(judged.entry, self._entry) & np.isin(judged.unit, hits.text)
        found: dict[tuple[int, int], list[int]] = defaultdict(list)
        for row in np.flatnonzero(wanted).tolist():
            found[int(judged.unit[row]), int(judged.entry[row])].append(row)
        return found

    def _stands_for(
        self,
        block: JudgedBlock,
        hits: Occurrences,
        number: int,
        places: Sequence[tuple[int, int]],
        rows: Sequence[int],
    ) -> int | None:
        """Return the judgement that a forbidden term replaces, -1 for none, None if it is right."""
        judged = block.judged
        words = set(range(int(hits.begin[number]), int(hits.end[number])))
        level = LEVELS.index(_LEVELS[int(hits.level[number])])
        for row in rows:
            taken = {place for place in judged.target[row].tolist() if place >= 0}
            if judged.level[row] == LEVELS.index(NONE) or not taken & words:
                continue
            # What is allowed as it stands, or as a part of a longer term, is not forbidden.
            longer = taken > words and judged.level[row] <= LEVELS.index(ORDER_FREE)
            return None if longer or judged.level[row] <= level else row
        refused = [row for row in rows if judged.level[row] == LEVELS.index(NONE)]
        if block.links is not None and places and not self._linked(block, hits, number, places):
            return None
        return refused[0] if refused else -1

    def _linked(
        self,
        block: JudgedBlock,
        hits: Occurrences,
        number: int,
        places: Sequence[tuple[int, int]],
    ) -> bool:
        links = block.links
        if links is None:
            return False
        unit = int(hits.text[number])
        here = slice(int(links.offsets[unit]), int(links.offsets[unit + 1]))
        target = links.target[here]
        inside = (target >= hits.begin[number]) & (target < hits.end[number])
        inside &= links.probability[here] >= SUPPORT
        source = links.source[here][inside]
        return any(bool(((source >= one) & (source < end)).any()) for one, end in places)

    def _finding(
        self,
        block: JudgedBlock,
        hits: Occurrences,
        number: int,
        places: Sequence[tuple[int, int]],
    ) -> Finding:
        term = self._terms[int(hits.term[number])]
        entry = self._entries[int(self._entry[hits.term[number]])]
        row = int(hits.text[number])
        unit = block.units[row]
        target = characters(block, row, 1, (int(hits.begin[number]), int(hits.end[number])))
        found = unit.target[slice(*target)]
        instead = quoted(entry.targets[0].text) if entry.targets else None
        reason = f"{quoted(found)} is forbidden"
        if found.casefold() != term.text.casefold():
            reason += f" (as {quoted(term.text)})"
        return Finding(
            rule="forbidden",
            severity=self._severity,
            unit=unit.number,
            message=f"{reason} for {quoted(entry.source.text)}"
            + (f"; the termbase has {instead}" if instead else ""),
            entry=entry.id,
            term=entry.source.text,
            source=tuple(characters(block, row, 0, place) for place in places),
            target=(target,),
            found=found,
            expected=tuple(each.text for each in entry.targets),
            level=_LEVELS[int(hits.level[number])],
            suggestion=f"use {instead}" if instead else f"do not use {quoted(found)}",
        )
