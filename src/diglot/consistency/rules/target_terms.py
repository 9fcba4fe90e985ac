"""Target terms that should not be there.

Forbidden ones, and ones that nothing in the source asks for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diglot.consistency.entries import Entry
from diglot.consistency.judging.blocks import JudgedBlock, characters, quote
from diglot.consistency.matching.encoding import EncodedTexts, Forms
from diglot.consistency.matching.occurrences import Occurrences, TermIndex
from diglot.model.findings import CASE as OTHER_CASE
from diglot.model.findings import EXACT, LEMMA, LEVELS, NONE, ORDER_FREE, Finding
from diglot.text.boundaries import COMMAS, FINAL_MARKS

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
            taken = set(judged.places_of(row))
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
        self, block: JudgedBlock, hits: Occurrences, number: int, places: Sequence[tuple[int, int]]
    ) -> bool:
        links = block.links
        if links is None:
            return False
        source, target, probability = links.of(int(hits.text[number]))
        inside = (target >= hits.begin[number]) & (target < hits.end[number])
        source = source[inside & (probability >= SUPPORT)]
        return any(bool(((source >= one) & (source < end)).any()) for one, end in places)

    def _finding(
        self, block: JudgedBlock, hits: Occurrences, number: int, places: Sequence[tuple[int, int]]
    ) -> Finding:
        term = self._terms[int(hits.term[number])]
        entry = self._entries[int(self._entry[hits.term[number]])]
        row = int(hits.text[number])
        unit = block.units[row]
        target = characters(block, row, 1, (int(hits.begin[number]), int(hits.end[number])))
        found = unit.target[slice(*target)]
        instead = quote(entry.targets[0].text) if entry.targets else None
        reason = f"{quote(found)} is forbidden"
        if found.casefold() != term.text.casefold():
            reason += f" (as {quote(term.text)})"
        return Finding(
            rule="forbidden",
            severity=self._severity,
            unit=unit.number,
            message=f"{reason} for {quote(entry.source.text)}"
            + (f"; the termbase has {instead}" if instead else ""),
            entry=entry.id,
            term=entry.source.text,
            source=tuple(characters(block, row, 0, place) for place in places),
            target=(target,),
            found=found,
            expected=tuple(each.text for each in entry.targets),
            level=_LEVELS[int(hits.level[number])],
            suggestion=f"use {instead}" if instead else f"do not use {quote(found)}",
        )


# Target terms that nothing in the source asks for: strung together at the end, or alone.

LEAST = 2
"""Terms in a row from which they are strung together, inside of a sentence; without commas one
more, as two words of a phrase may be terms (*current page*)."""

_ENDS = frozenset(FINAL_MARKS)
_BETWEEN = frozenset((*COMMAS, *";；؛፤", *"/|·"))


class AddedTerms:
    """Finds target terms that are there for no reason.

    Args:
        entries: in the order of their numbers.
        forms: words of the target language.
        severities: of the rules that are applied.
    """

    def __init__(
        self, entries: Sequence[Entry], forms: Forms, severities: Mapping[str, str]
    ) -> None:
        self._entries = entries
        self._severities = severities
        pairs = [(number, term) for number, each in enumerate(entries) for term in each.targets]
        self._entry = np.array([number for number, _ in pairs], np.int64)
        self._terms = [term for _, term in pairs]
        applied = {"appended", "without-source"} & set(severities)
        self._index = TermIndex(self._terms, forms) if pairs and applied else None
        self._forms = forms
        self._ends, self._between = bytearray(), bytearray()
        # Entries that share a target term answer for each other.
        owners: dict[str, set[int]] = defaultdict(set)
        for number, term in pairs:
            owners[term.text.casefold()].add(number)
        self._owners = [owners[term.text.casefold()] for term in self._terms]

    def findings(self, block: JudgedBlock, checked: NDArray[np.bool_]) -> list[Finding]:
        """Return the findings of a block.

        Args:
            block: units with what was judged of them.
            checked: shape (units,), units whose terms are looked at.
        """
        if self._index is None:
            return []
        hits = self._hits(self._index, block.texts[1], checked)
        if not len(hits):
            return []
        found = []
        begins = np.flatnonzero(np.diff(hits.text, prepend=-1))
        # What is strung together at the end of a text reaches that end; few terms do.
        sizes = np.diff(block.texts[1].offsets)[hits.text[begins]]
        reaching = np.maximum.reduceat(hits.end, begins) >= sizes - 1
        wanted = reaching | ("without-source" in self._severities)
        asked = self._asked(block, hits.text[begins[wanted]])
        bounds = np.stack([begins, np.append(begins[1:], len(hits))], axis=1)[wanted]
        for begin, end in bounds.tolist():
            if "appended" in self._severities:
                finding = self._appended(block, hits, (begin, end), asked)
                if finding is not None:
                    found.append(finding)
            if "without-source" in self._severities:
                found += self._without_source(block, hits, (begin, end), asked)
        return found

    def _hits(
        self, index: TermIndex, texts: EncodedTexts, checked: NDArray[np.bool_]
    ) -> Occurrences:
        """Return where target terms stand; if only strings matter, in texts that may end in one."""
        if "without-source" in self._severities:
            chosen = np.flatnonzero(checked)
        else:
            chosen = self._ending_in_terms(index, texts, checked)
        hits = index.find(_cut(texts, texts.offsets[chosen], texts.offsets[chosen + 1]))
        return replace(hits, text=chosen[hits.text].astype(np.int32))

    def _ending_in_terms(
        self, index: TermIndex, texts: EncodedTexts, checked: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Return the texts whose last words are a term behind a term, or behind a sentence.

        Nearly all texts are settled by their last words: terms are looked for in these only.
        """
        ends, between = self._signs()
        last_words = index.ending()
        tokens = texts.tokens
        chosen = np.flatnonzero(checked & (np.diff(texts.offsets) > 0))
        begin, end = texts.offsets[chosen], texts.offsets[chosen + 1]
        last = end.copy()
        while (more := (last > begin) & ends[tokens[last - 1]]).any():
            last -= more
        known = (last_words | between)[tokens[last - 1]] & (last > begin)
        chosen, begin, end, last = chosen[known], begin[known], end[known], last[known]

        tails = np.maximum(begin, end - index.longest - 2)
        hits = index.find(_cut(texts, tails, end))
        at = np.flatnonzero(tails[hits.text] + hits.end == last[hits.text])
        first = end.copy()
        np.minimum.at(first, hits.text[at], (tails[hits.text] + hits.begin)[at])
        before = (last_words | ends | between)[tokens[np.maximum(first - 1, 0)]]
        string = (first < end) & (first > begin) & before
        string |= (first == end) & between[tokens[last - 1]]
        return chosen[string]

    def _signs(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which forms end a sentence, and which stand between terms of a list."""
        for form in self._forms.written[len(self._ends) :]:
            self._ends.append(form in _ENDS)
            self._between.append(form in _BETWEEN)
        ends, between = (
            np.frombuffer(bytes(signs), np.bool_) for signs in (self._ends, self._between)
        )
        return ends, between

    def _asked(self, block: JudgedBlock, units: NDArray[np.int32]) -> dict[int, dict[int, int]]:
        """Return how often the source has each entry, by unit."""
        judged = block.judged
        found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for row in np.flatnonzero(np.isin(judged.unit, units)).tolist():
            found[int(judged.unit[row])][int(judged.entry[row])] += 1
        return found

    def _appended(
        self,
        block: JudgedBlock,
        hits: Occurrences,
        bounds: tuple[int, int],
        asked: Mapping[int, Mapping[int, int]],
    ) -> Finding | None:
        """Return a finding if a unit ends in terms that are no part of its sentences."""
        unit_number = int(hits.text[bounds[0]])
        own = block.texts[1].of(unit_number).tolist()
        if int(hits.end[bounds[0] : bounds[1]].max()) < len(own) - 1:
            return None
        words = [block.forms[1].written[token] for token in own]
        first, chain = _string(hits, bounds, words)
        if not chain or first == 0:
            return None
        counts = asked.get(unit_number, {})
        behind = words[first - 1] in _ENDS and _inner_ends(block, unit_number) < sum(
            word in _ENDS for word in words[:first]
        )
        least = LEAST if _BETWEEN & set(words[first - 1 :]) else LEAST + 1
        if not behind and not (len(chain) >= least and self._surplus(hits, bounds, chain, counts)):
            return None
        unit = block.units[unit_number]
        target = characters(block, unit_number, 1, (first, int(hits.end[chain[-1]])))
        found = unit.target[slice(*target)]
        return Finding(
            rule="appended",
            severity=self._severities["appended"],
            unit=unit.number,
            message=f"{quote(found)} is strung together at the end, outside of any sentence",
            target=(target,),
            found=found,
            suggestion="use the terms where they belong, and take these out",
        )

    def _surplus(
        self,
        hits: Occurrences,
        bounds: tuple[int, int],
        chain: Sequence[int],
        counts: Mapping[int, int],
    ) -> bool:
        """Tell whether the source terms have their translations elsewhere in the unit already."""
        outside: dict[int, int] = defaultdict(int)
        first = int(hits.begin[chain[0]])
        for number in range(*bounds):
            if hits.end[number] <= first:
                outside[int(self._entry[hits.term[number]])] += 1
        owners = [self._owners[int(hits.term[number])] for number in chain]
        for of_one in owners:
            wanted = sum(counts.get(owner, 0) for owner in of_one)
            if not 0 < wanted <= sum(outside[owner] for owner in of_one):
                return False
        return True

    def _without_source(
        self,
        block: JudgedBlock,
        hits: Occurrences,
        bounds: tuple[int, int],
        asked: Mapping[int, Mapping[int, int]],
    ) -> list[Finding]:
        unit_number = int(hits.text[bounds[0]])
        unit, counts = block.units[unit_number], asked.get(unit_number, {})
        found = []
        for number in range(*bounds):
            term = int(hits.term[number])
            if any(owner in counts for owner in self._owners[term]):
                continue
            entry = self._entries[int(self._entry[term])]
            place = int(hits.begin[number]), int(hits.end[number])
            target = characters(block, unit_number, 1, place)
            text = unit.target[slice(*target)]
            found.append(
                Finding(
                    rule="without-source",
                    severity=self._severities["without-source"],
                    unit=unit.number,
                    message=f"{quote(text)} stands there, but {quote(entry.source.text)} is "
                    "not in the source",
                    entry=entry.id,
                    term=entry.source.text,
                    target=(target,),
                    found=text,
                )
            )
        return found


def _cut(texts: EncodedTexts, begin: NDArray[np.int64], end: NDArray[np.int64]) -> EncodedTexts:
    """Return ranges of tokens as texts."""
    sizes = end - begin
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    places = np.repeat(begin - offsets[:-1], sizes) + np.arange(offsets[-1])
    return EncodedTexts(texts.tokens[places], offsets)


def _string(
    hits: Occurrences, bounds: tuple[int, int], words: Sequence[str]
) -> tuple[int, list[int]]:
    """Return where a row of terms at the end of a text begins, and the numbers of its hits."""
    by_end: dict[int, int] = {}
    for number in range(*bounds):
        end = int(hits.end[number])
        known = by_end.get(end)
        if known is None or hits.begin[number] < hits.begin[known]:
            by_end[end] = number
    at = len(words)
    while at and words[at - 1] in _ENDS:
        at -= 1
    chain: list[int] = []
    first = at
    while at:
        if at in by_end:
            chain.append(by_end[at])
            at = first = int(hits.begin[by_end[at]])
        elif words[at - 1] in _BETWEEN:
            at -= 1
        else:
            break
    return first, chain[::-1]


def _inner_ends(block: JudgedBlock, unit: int) -> int:
    """Count the ends of sentences in a source text, but for one behind its last word."""
    written = block.forms[0].written
    words = [written[token] for token in block.texts[0].of(unit).tolist()]
    while words and words[-1] in _ENDS:
        words.pop()
    return sum(word in _ENDS for word in words)
