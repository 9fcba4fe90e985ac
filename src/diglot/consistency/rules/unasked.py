"""Target terms that nothing in the source asks for: strung together at the end, or alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diglot.consistency.judging.blocks import characters, quoted
from diglot.consistency.matching.encoding import EncodedTexts
from diglot.consistency.matching.occurrences import TermIndex
from diglot.model.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.consistency.entries import Entry
    from diglot.consistency.judging.blocks import JudgedBlock
    from diglot.consistency.matching.encoding import Forms
    from diglot.consistency.matching.occurrences import Occurrences

LEAST = 2
"""Terms in a row from which they are strung together, inside of a sentence."""

_ENDS = frozenset(".!?…。！？।")
_BETWEEN = frozenset(",;/|·、；，،؛")


class UnaskedTerms:
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
        offsets, tokens = block.texts[1].offsets, block.texts[1].tokens
        size = int(offsets[unit_number + 1] - offsets[unit_number])
        if int(hits.end[bounds[0] : bounds[1]].max()) < size - 1:
            return None
        written = block.forms[1].written
        own = tokens[offsets[unit_number] : offsets[unit_number + 1]].tolist()
        words = [written[token] for token in own]
        first, chain = _string(hits, bounds, words)
        if not chain or first == 0:
            return None
        counts = asked.get(unit_number, {})
        behind = words[first - 1] in _ENDS and _inner_ends(block, unit_number) < sum(
            word in _ENDS for word in words[:first]
        )
        if not behind and not (len(chain) >= LEAST and self._surplus(hits, bounds, chain, counts)):
            return None
        unit = block.units[unit_number]
        target = characters(block, unit_number, 1, (first, int(hits.end[chain[-1]])))
        found = unit.target[slice(*target)]
        return Finding(
            rule="appended",
            severity=self._severities["appended"],
            unit=unit.number,
            message=f"{quoted(found)} is strung together at the end, outside of any sentence",
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
        for number in range(*bounds):
            if number not in chain:
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
                    message=f"{quoted(text)} stands there, but {quoted(entry.source.text)} is "
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
    texts, written = block.texts[0], block.forms[0].written
    tokens = texts.tokens[texts.offsets[unit] : texts.offsets[unit + 1]].tolist()
    words = [written[token] for token in tokens]
    while words and words[-1] in _ENDS:
        words.pop()
    return sum(word in _ENDS for word in words)
