"""The checker of one run: terms are prepared once, then blocks of translations are judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.consistency.entries import Entries, Entry, EntryTerm, is_acronym
from diglot.consistency.judging import judgements
from diglot.consistency.judging.blocks import ENDING_OF_NAME, JudgedBlock, Places
from diglot.consistency.matching.encoding import EncodedTexts, Forms, encode
from diglot.consistency.matching.occurrences import Occurrences, TermIndex, plural_of_acronym
from diglot.consistency.matching.words import (
    HYPHENATING,
    Compounds,
    Words,
    split_in_two,
    strip_marks,
)
from diglot.model.findings import ALTERNATIVE, FAMILY, LEVELS, OFF, SEVERITIES, CheckedUnit
from diglot.text.function_words import function_words, word_classes
from diglot.text.inflection import Translations, have_capitals, learn_inflection
from diglot.text.languages import COMPOUNDING, PILING, PREFIXING, is_spaceless

KEPT, SHARE_KEPT = 3, 0.5
"""Copies of a term with a capital, and share of its occurrences written so, from which it is a
name."""
_CODE_BEFORE = regex.compile(r"(?:[=<_\\$@#&|{+]|\w[.!]|\+ )$")
_CODE_BEHIND = regex.compile(r"^(?:[=>_\\$@#|}(+!]|\.\w| \+)")


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Encoded units."""

    source: EncodedTexts
    target: EncodedTexts

    def __len__(self) -> int:
        return len(self.source)

    @property
    def has_tokens(self) -> NDArray[np.bool_]:
        """Shape (units,): both sides have tokens."""
        return (np.diff(self.source.offsets) > 0) & (np.diff(self.target.offsets) > 0)


class Checker:
    """Judges what translations make of the terms of a termbase.

    Entries whose source terms have the same lemmas are one: what stands in one place of the text
    is one thing to look at.

    Args:
        entries: of the termbase.
        lemmas: False to compare words by their spelling only.
        notice: called with one line for what the user should know.

    Attributes:
        entries: one for each group of source terms with the same lemmas.
        source: words of the source language.
        target: words of the target language.
        terms: target terms of the entries in all their spellings, encoded.
    """

    def __init__(
        self, entries: Entries, *, lemmas: bool = True, notice: Callable[[str], None] | None = None
    ) -> None:
        forms = [Forms(language, lemmas=lemmas, notice=notice) for language in entries.languages]
        self.entries, groups = _united(entries.entries, forms[0])
        self._entry_of_term = np.array(groups, np.int32)
        self._index = TermIndex([each.source for each in entries.entries], forms[0])
        target_texts = [term.text for entry in self.entries for term in entry.targets]
        target = forms[1].language
        inside = target in COMPOUNDING | HYPHENATING | PILING | PREFIXING.keys()
        inside = inside or is_spaceless(target)
        compounds = Compounds(forms[1], target_texts) if inside else None
        self.source = Words(forms[0], stop_words(forms[0].language))
        self.target = Words(forms[1], stop_words(forms[1].language), compounds=compounds)
        spelt = [
            [
                (number, tokens, respelt)
                for number, term in enumerate(each.targets)
                for respelt, tokens in enumerate(_spellings(term, forms[1]))
            ]
            for each in self.entries
        ]
        content = self.target.tables().content.tolist()
        self.terms = judgements.target_terms(
            [
                [
                    judgements.Spelling(
                        number, tokens, _looked_for(tokens, content, forms[1]), respelt=respelt > 0
                    )
                    for number, tokens, respelt in of_entry
                ]
                for of_entry in spelt
            ]
        )

        closed = function_words(forms[0].language)
        self._acronyms = [
            {
                word
                for word in entry.source.text.split()
                if is_acronym(word) and word.lower() in closed
            }
            for entry in entries.entries
        ]
        self._spelt_out = np.array(list(map(bool, self._acronyms)), np.bool_)
        names = np.array([each.worst != OFF for each in self.entries], np.bool_)
        self._judged = names & (np.diff(self.terms.entry_offsets) > 0)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> Block:
        """Number the words of units: source texts and their translations."""
        return Block(
            encode((one for one, _ in pairs), self.source.forms),
            encode((other for _, other in pairs), self.target.forms),
        )

    def occurrences(self, block: Block) -> tuple[Occurrences, NDArray[np.int32]]:
        """Find the source terms of units.

        Returns:
            The occurrences, each place once for an entry, and the entry of each.
        """
        found = self._index.find(block.source)
        entry = self._entry_of_term[found.term]
        order = np.lexsort((found.level, entry, found.end, found.begin, found.text))
        found, entry = found.select(order), entry[order]
        columns = np.stack([entry, found.begin, found.end, found.text])
        again = (np.diff(columns, prepend=-1) == 0).all(axis=0)
        for row in np.flatnonzero(self._spelt_out[found.term]).tolist():
            # "covid-19 WHO" is not in "patients with COVID-19 who".
            tokens = block.source.of(int(found.text[row]))[found.begin[row] : found.end[row]]
            written = {self.source.forms.written[token] for token in tokens.tolist()}
            again[row] |= not self._acronyms[int(found.term[row])] <= written
        return found.select(~again), entry[~again]

    def link_table(
        self, blocks: Iterable[tuple[Block, judgements.LinkProbabilities]]
    ) -> judgements.LinkTable:
        """Count the links between the lemmas of units."""
        return judgements.link_table(
            ((block.source, block.target, links) for block, links in blocks),
            self.source,
            self.target,
        )

    def learn_forms(self, block: Block, links: judgements.LinkProbabilities) -> None:
        """Learn from linked units which words of the target are forms of one lemma.

        Blocks are judged by it from here on; tables of links made before do not go with it.
        """
        forms = self.target.forms
        folded, source = forms.tables().folded, self.source.tables().lemma
        unit = links.units()
        linked = folded[block.target.tokens[block.target.offsets[unit] + links.target]]
        others = source[block.source.tokens[block.source.offsets[unit] + links.source]]
        every = np.concatenate([folded[block.target.tokens], folded[self.terms.words]])
        keys, counts = np.unique(every, return_counts=True)
        capitals = np.array([form[:1].isupper() for form in forms.written], np.bool_)
        tokens = np.searchsorted(keys, folded[block.target.tokens])
        self.target.use(
            learn_inflection(
                [forms.keys[key] for key in keys.tolist()],
                counts,
                forms.language,
                translations=Translations(
                    np.searchsorted(keys, linked),
                    others.astype(np.int64),
                    links.probability.astype(np.float64),
                ),
                capital=have_capitals(
                    tokens, block.target.offsets, capitals[block.target.tokens], len(keys)
                ),
            )
        )

    def not_parallel(self, block: Block, links: judgements.LinkProbabilities) -> NDArray[np.bool_]:
        """Return which units are no translations of each other, shape (units,)."""
        shares, sizes = judgements.linked_shares(block.source, links)
        return judgements.not_parallel(shares, sizes, checked=block.has_tokens)

    def belong_elsewhere(
        self, units: NDArray[np.int64], block: Block, table: judgements.LinkTable
    ) -> NDArray[np.bool_]:
        """Return which of some units surely have the translation of another text."""
        texts, words = (block.source, block.target), (self.source.tables(), self.target.tables())
        return judgements.belong_elsewhere(units, texts, table, words, checked=block.has_tokens)

    def judge(
        self,
        block: Block,
        *,
        links: judgements.LinkProbabilities | None = None,
        table: judgements.LinkTable | None = None,
        checked: NDArray[np.bool_] | None = None,
    ) -> judgements.Judgements:
        """Judge what stands for every source term of units.

        Args:
            block: the units.
            links: their word links; None to judge by spelling alone.
            table: links of lemmas in the whole text; by default those of this block.
            checked: shape (units,), units whose terms are judged; by default all that have words
                on both sides.
        """
        wanted = block.has_tokens if checked is None else checked
        found, entry = self.occurrences(block)
        here = wanted[found.text] & self._judged[entry]
        if links is not None and table is None:
            table = self.link_table([(block, links)])
        return judgements.judge(
            found.select(here),
            entry[here],
            (block.source, block.target),
            self.terms,
            (self.source.tables(), self.target.tables()),
            links=links,
            table=table,
        )

    def judged_block(
        self,
        block: Block,
        units: Sequence[CheckedUnit],
        *,
        links: judgements.LinkProbabilities | None = None,
        table: judgements.LinkTable | None = None,
        checked: NDArray[np.bool_] | None = None,
    ) -> JudgedBlock:
        """Judge units as `judge` does, and settle what stands in them as in their sources."""
        judged = self.judge(block, links=links, table=table, checked=checked)
        texts, forms = (block.source, block.target), (self.source.forms, self.target.forms)
        done = JudgedBlock(units, texts, forms, judged, links, self.target.tables().content)
        settled, names = settle_copies(done, self.terms, self.entries)
        return replace(done, judged=settled, names=names)


def _united(entries: Sequence[Entry], forms: Forms) -> tuple[tuple[Entry, ...], list[int]]:
    """Unite entries whose source terms have the same lemmas; return them, and who is where."""
    tokens = [forms.tokens(entry.source.text) for entry in entries]
    tables = forms.tables()
    places: dict[tuple[object, ...], int] = {}
    members: list[list[Entry]] = []
    groups: list[int] = []
    for entry, numbers in zip(entries, tokens, strict=True):
        source = entry.source
        strict = is_acronym(source.text) or source.case_sensitive or source.exact_form
        column = tables.surface if strict else tables.lemma
        words = [forms.keys[column[number]] for number in numbers]
        # Terms of two parts are found as one word, too.
        key = (strict, *(["".join(map(strip_marks, words))] if len(words) < 3 else words))
        place = places.setdefault(key, len(members))
        if place == len(members):
            members.append([])
        members[place].append(entry)
        groups.append(place)
    return tuple(_union(each) for each in members), groups


def _spellings(term: EntryTerm, forms: Forms) -> list[list[int]]:
    """Return the tokens of a term, and behind them of the same term as one word, or as two.

    Hyphens make no difference between words. Acronyms have their plural behind them.
    """
    tokens = forms.tokens(term.text)
    if plural := plural_of_acronym(term.text, forms.language):
        return [tokens, forms.tokens(plural)]
    parts = () if term.exact_form or term.case_sensitive else split_in_two(term.text)
    if not parts:
        return [tokens]
    if len(tokens) == 1:
        return [tokens, [forms.number(part) for part in parts]]
    return [tokens, [forms.compound_number(parts)]]


def _looked_for(tokens: list[int], content: list[bool], forms: Forms) -> list[int]:
    """Return the tokens of a term that are looked for."""
    if content[tokens[0]] and content[tokens[-1]]:
        return [token for token in tokens if content[token]]
    places = content_words([forms.written[token] for token in tokens], forms.language)
    return [tokens[place] for place in places]


def _union(entries: Sequence[Entry]) -> Entry:
    first = entries[0]
    if len(entries) == 1:
        return first
    targets = {term.text: term for entry in entries for term in entry.targets}
    forbidden = {term.text: term for entry in entries for term in entry.forbidden}
    return Entry(
        id="+".join(dict.fromkeys(entry.id for entry in entries)),
        source=first.source,
        targets=tuple(sorted(targets.values(), key=lambda term: not term.preferred)),
        forbidden=tuple(term for text, term in forbidden.items() if text not in targets),
        untranslated=any(entry.untranslated for entry in entries),
        # One sure entry is enough.
        worst=min((entry.worst for entry in entries), key=(*SEVERITIES, OFF).index),
        reviewed=any(entry.reviewed for entry in entries),
        fault="" if any(not entry.fault for entry in entries) else first.fault,
    )


# Words that say nothing of whether a term is there: those of closed classes.

_EMPTY = frozenset(
    {"determiner", "preposition", "pronoun", "conjunction", "auxiliary", "clitic", "linking"}
)
_PARTICLES = frozenset({"linking", "character"})
_SHORTEST = 3  # letters of a preposition that may be a noun


@cache
def stop_words(language: str | None) -> frozenset[str]:
    """Return the words of a language, in lower case, that are looked for in no term.

    Adverbs and numbers are content here: "two-week" is another thing than "one-week".
    """
    classes = word_classes(language)
    if not classes:
        return function_words(language)
    if is_spaceless(language):
        # Particles; other words of closed classes are what terms are made of: 上, 前.
        return frozenset(
            word
            for word, found in classes.items()
            if found & _PARTICLES or all("ぁ" <= letter <= "ゖ" for letter in word)
        )
    return frozenset(word for word, found in classes.items() if found <= _EMPTY)


def content_words(term: Sequence[str], language: str | None) -> list[int]:
    """Return the places of the words of a term that are looked for, all if none has content.

    No term begins or ends with a preposition, so what looks like one there is none: Spanish "vía"
    in "vía respiratoria".

    >>> content_words(["vía", "de", "contagio"], "es")
    [0, 2]
    """
    stops, classes = stop_words(language), word_classes(language)
    chosen = []
    for place, word in enumerate(term):
        plain = word.lower()
        at_end = place in (0, len(term) - 1) and len(term) > 1
        if not any(map(str.isalnum, plain)):
            continue
        if plain not in stops or (
            at_end and len(plain) >= _SHORTEST and classes.get(plain) == frozenset({"preposition"})
        ):
            chosen.append(place)
    return chosen or list(range(len(term)))


# What stands in a translation as in its source: code and names.


def settle_copies(
    block: JudgedBlock, terms: judgements.TargetTerms, entries: Sequence[Entry]
) -> tuple[judgements.Judgements, list[tuple[int, int]]]:
    """Return judgements without code and names, and which terms the text keeps as names.

    A word is code where signs of code touch it, such as the bracket of a function or the plus of
    a shortcut, or where it alone is in capitals, and the translation has it so, too. A term with
    a capital that stands as it is belongs to a name where the word beside it stands as it is, too
    ("LibreOffice Draw"), and is one where half of its occurrences with this capital are such:
    neither is an occurrence of the term. Where the termbase has it without a capital it is an
    alternative.

    Args:
        block: units with what was judged of them.
        terms: as judged by.
        entries: in the order of their numbers.

    Returns:
        The judgements that remain; entry and unit of every term that the text keeps as a name.
    """
    judged = block.judged
    rows = np.flatnonzero(judged.level >= LEVELS.index(FAMILY))
    places = Places(block, rows)
    gone: list[int] = []
    parts: list[int] = []
    kept: dict[int, list[int]] = {}
    loose: list[int] = []
    for row in rows.tolist():
        text, unit = places.source_text(row), places.unit(row)
        ((begin, end),) = places.source(row)
        if text in unit.target and _is_code(
            text, (unit.source[:begin], unit.source[end:]), unit.target
        ):
            gone.append(row)
        elif text[:1].isupper() and (found := _copy_of(block, row)):
            if _is_part_of_name(block, row, found):
                parts.append(row)
            else:
                kept[row] = found
                if begin and entries[int(judged.entry[row])].source.text.islower():
                    loose.append(row)
    names = _names(block, kept, [*parts, *gone]) if kept else []
    level, term, target = judged.level.copy(), judged.term.copy(), judged.target.copy()
    for row in loose:
        level[row] = LEVELS.index(ALTERNATIVE)
        term[row] = terms.entry_offsets[judged.entry[row]]
        target[row] = -1
        target[row, : len(kept[row])] = kept[row][: target.shape[1]]
    settled = replace(judged, level=level, term=term, target=target)
    return settled.without([*gone, *parts, *names]), [
        (int(judged.entry[row]), int(judged.unit[row])) for row in names
    ]


def _names(block: JudgedBlock, kept: Collection[int], others: Collection[int]) -> list[int]:
    """Return which copied terms are names, by how often the text copies what it writes alike.

    Parts of longer names and of code are copies, too.
    """
    judged, texts = block.judged, block.texts[0]
    starts = texts.offsets[judged.unit]
    ends = texts.tokens[starts + judged.begin], texts.tokens[starts + judged.end - 1]
    spelt = np.unique(np.stack([judged.entry, *ends]), axis=1, return_inverse=True)[1].ravel()
    counts = Counter(spelt.tolist())
    copies = Counter(spelt[[*kept, *others]].tolist())
    return [
        row
        for row in kept
        if copies[alike := int(spelt[row])] >= max(KEPT, SHARE_KEPT * counts[alike])
    ]


def _is_code(text: str, around: tuple[str, str], target: str) -> bool:
    if around[0].endswith("[") and around[1].startswith("]"):
        return f"[{text}]" in target
    before, behind = _CODE_BEFORE.search(around[0]), _CODE_BEHIND.search(around[1])
    if before or behind:
        sign = before[0][-1:].strip() if before else ""
        return f"{sign}{text}{behind[0][:1].strip() if behind else ''}" in target
    if not (text.isupper() and len(text) > 1) or "".join(around).isupper():
        return False
    return regex.search(rf"(?<!\w){regex.escape(text)}(?!\w)", target) is not None


def _copy_of(block: JudgedBlock, row: int) -> list[int]:
    """Return the target tokens that are a term as its source writes it, but for case and an ending.

    None if it stands nowhere so with a capital.
    """
    unit = int(block.judged.unit[row])
    here = _written(block, unit, 0)[int(block.judged.begin[row]) : int(block.judged.end[row])]
    wanted = [form.casefold() for form in here]
    there = _written(block, unit, 1)
    for first in range(len(there) - len(wanted) + 1):
        found = [form.casefold() for form in there[first : first + len(wanted)]]
        ending = found[-1].removeprefix(wanted[-1])
        if (
            there[first][0].isupper()
            and found[:-1] == wanted[:-1]
            and found[-1].startswith(wanted[-1])
            and ENDING_OF_NAME.fullmatch(ending)
        ):
            return list(range(first, first + len(wanted)))
    return []


def _is_part_of_name(block: JudgedBlock, row: int, found: Sequence[int]) -> bool:
    """Whether the word before a copied term, or behind it, is copied with a capital, too."""
    unit = int(block.judged.unit[row])
    source, target = _written(block, unit, 0), _written(block, unit, 1)
    for here, there in (
        (int(block.judged.begin[row]) - 1, found[0] - 1),
        (int(block.judged.end[row]), found[-1] + 1),
    ):
        if 0 <= here < len(source) and 0 <= there < len(target):
            word = source[here]
            if word == target[there] and len(word) > 1 and word[0].isupper():
                return True
    return False


def _written(block: JudgedBlock, unit: int, side: int) -> list[str]:
    return [block.forms[side].written[token] for token in block.texts[side].of(unit).tolist()]
