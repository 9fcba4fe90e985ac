"""Units with what was judged of them, and where in their characters it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.consistency.judging.judgements import LINKED, POSSIBLE, Judgements, LinkProbabilities
from diglot.consistency.matching.encoding import EncodedTexts, Forms, fold_word
from diglot.consistency.matching.words import (
    digits_of,
    has_word,
    have_one_root,
    is_inside,
    strip_marks,
)
from diglot.model.findings import LEVELS, NONE, CheckedUnit, Span
from diglot.text.function_words import function_words
from diglot.text.languages import COMPOUNDING, PILING, UNDETERMINED, is_spaceless

LONGEST_QUOTE = 60
# What languages put to names of other ones: Czech "Calcu", Turkish "Calc'ın", Hungarian
# "Word-dokumentum".
ENDING_OF_NAME = regex.compile(r"(?:['’]?\p{L}{1,3}|-\D*)?")
# White space by its number; what comes behind the last is none.
_BLANK = np.array([chr(code).isspace() for code in range(0x3002)])
_NONE = LEVELS.index(NONE)

# What a capital tells nothing behind is the beginning of a text, or of a sentence.
_INSIDE = regex.compile(r"[\w,;)\-–—>/(“”„«'\"‘’&+] ?$")
_NAME_BEFORE = regex.compile(r"[\w,;)\-–—>▸→/(“”„«'\"‘’&+] ?\p{Lu}\p{L}+[ /]$")
_NAME_BEHIND = regex.compile(r"(?:/| (?:(?:and|&|of|to) )?)\p{Lu}\p{L}")
# Parts of names in code: "Func_Range", "PERCENTILE.INC", "#VALUE"; of words: "2-dimensional".
_CODE_BEFORE, _CODE_BEHIND = regex.compile(r"[_#$]$|\w[.-]$"), regex.compile(r"_|[.-]\w")
_OPENS_ITEM = regex.compile(r"[-–—>▸→] $")
_OPENS_NAME = regex.compile(r"[\-–—>▸→] $|[“„«'\"‘]$")
_ITEM_BEHIND = regex.compile(r" (?:and|or|of|&) \p{L}+ ?(?:$|[.,;]|[-–—>▸→] )")
_CLOSES_NAME = regex.compile(r" ?(?:$|[.,;”»'\"’]|[-–—>▸→] )")
_PATH_BEHIND = regex.compile(r" ?[-–—>▸→] ")
_SMALL_BEHIND = regex.compile(r" (\p{Ll}+)\b")
_JOINED_BEHIND = regex.compile(r"(?:(?:,| and| or|, and|, or) \p{Lu}\p{L}+)+(?= \p{Ll})")
_WORD = regex.compile(r"\p{L}{4,}")
_PATH = regex.compile(r" [-–—>▸→] ")
_BEHIND_NAME = regex.compile(r"(?:[”»\"’']|(?<![.:!?] )(?<!^)\b\p{Lu}[\w-]*) $")
_WORDS_OF_TITLE = 3
# Where a blank is missing: "virgules1", "choisissezÉdition", "SOMMEnombre".
_MISSING_BLANK = regex.compile(
    r"(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{Lu}{2})(?=\p{Ll})"
)
_JOINT = regex.compile(rf"-|{_MISSING_BLANK.pattern}")
_BESIDE = 3  # words from a term to one that shares a word of the translation with it
_SIGNS = "%$&~"  # of a placeholder or an access key: "%PRODUCT Writer"; tokens have none


@dataclass(frozen=True, slots=True, eq=False)
class JudgedBlock:
    """Units with what was judged of them.

    Attributes:
        units: in the order of the judgements.
        texts: the encoded source texts and translations.
        forms: words of both languages.
        judged: what stands for each occurrence of a term.
        links: word links; None if there are none.
        content: shape (target forms,): content words; None takes every word for one.
        names: entry and unit of terms that were not judged, as the text keeps them as names.
    """

    units: Sequence[CheckedUnit]
    texts: tuple[EncodedTexts, EncodedTexts]
    forms: tuple[Forms, Forms]
    judged: Judgements
    links: LinkProbabilities | None = None
    content: NDArray[np.bool_] | None = None
    names: Sequence[tuple[int, int]] = ()


class Places:
    """Where in the characters of a unit the tokens of judgements stand.

    Args:
        block: units with what was judged of them.
        rows: judgements whose source terms are looked up; their places are found together.
    """

    def __init__(self, block: JudgedBlock, rows: NDArray[np.int64]) -> None:
        self.judged = block.judged
        ranges = source_ranges(block, rows)
        known = ranges[:, 0] >= 0
        self._sources = dict(
            zip(rows[known].tolist(), map(tuple, ranges[known].tolist()), strict=True)
        )
        self.block = block
        self._spans = lru_cache(maxsize=64)(self._spans_of)
        # All forms are laid out anew whenever the tables are asked for.
        self._lemmas = cache(lambda: block.forms[1].tables().lemma)

    @property
    def forms(self) -> tuple[Forms, Forms]:
        """Words of both languages."""
        return self.block.forms

    def _spans_of(self, unit: int, side: int) -> list[Span]:
        return spans_of(self.block, unit, side)

    def unit(self, row: int) -> CheckedUnit:
        """Return the unit of a judgement."""
        return self.block.units[int(self.judged.unit[row])]

    def source(self, row: int) -> tuple[Span, ...]:
        """Return the range of characters of the source term."""
        if row in self._sources:
            return (self._sources[row],)
        spans = self._spans(int(self.judged.unit[row]), 0)
        begin, end = int(self.judged.begin[row]), int(self.judged.end[row])
        return ((spans[begin][0], spans[end - 1][1]),)

    def source_text(self, row: int) -> str:
        """Return the source term as the text has it."""
        ((begin, end),) = self.source(row)
        return self.unit(row).source[begin:end]

    def target(self, row: int) -> tuple[Span, ...]:
        """Return the ranges of characters that were accepted, neighbours joined."""
        return self._ranges(row, self.judged.places_of(row))

    def lemmas(self, row: int) -> tuple[str, ...]:
        """Return the lemmas of the words that were accepted, in alphabetical order."""
        return self._lemmas_at(row, self.judged.places_of(row))

    def accepted_text(self, row: int) -> str | None:
        """Return what was accepted as the text has it; None if nothing was."""
        return self._text(row, self.target(row))

    def _links(
        self, row: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_]]:
        """Return the links of a unit, none without links, and which of them are of its term."""
        links = self.block.links
        none = np.zeros(0, np.int32)
        source, target, probability = (
            links.of(int(self.judged.unit[row])) if links else (none, none, np.zeros(0, np.float32))
        )
        inside = (source >= self.judged.begin[row]) & (source < self.judged.end[row])
        return source, target, probability, inside

    def linked_target(self, row: int) -> tuple[str | None, tuple[Span, ...], tuple[str, ...]]:
        """Return what the source term is linked to: the text, where it stands, and its lemmas."""
        _, target, probability, inside = self._links(row)
        sure = inside & (probability >= LINKED)
        places = self._words(row, sorted(set(target[sure].tolist())))
        ranges = self._ranges(row, places)
        return self._text(row, ranges), ranges, self._lemmas_at(row, places)

    def strongest_link(self, row: int, *, to_nothing: bool = False) -> float | None:
        """Return the probability that a word of the source term is linked to what was found.

        Args:
            row: of the judgement.
            to_nothing: instead, that none is linked to anything.
        """
        if self.block.links is None:
            return None
        _, target, probability, chosen = self._links(row)
        found = self.judged.target[row]
        if not to_nothing and found[0] >= 0:
            chosen &= np.isin(target, found)
        strongest = float(probability[chosen].max(initial=0.0))
        return round(1 - strongest if to_nothing else strongest, 3)

    def holders(self, row: int, words: NDArray[np.int32]) -> tuple[str | None, bool]:
        """Return the source words that target words are linked to, and if the term has any, too.

        Args:
            row: of the judgement, for its unit and its term.
            words: forms of the target words; what has their lemmas is meant.
        """
        unit, lemma = int(self.judged.unit[row]), self._lemmas()
        wanted = np.flatnonzero(np.isin(lemma[self.block.texts[1].of(unit)], lemma[words]))
        source, target, probability, _ = self._links(row)
        places = sorted(set(source[np.isin(target, wanted) & (probability >= LINKED)].tolist()))
        tokens = self.block.texts[0].of(unit)
        own = tokens[int(self.judged.begin[row]) : int(self.judged.end[row])]
        keys = self.block.forms[0].tables().lemma
        again = bool(np.isin(keys[tokens[places]], keys[own]).any())
        return self._text_at(unit, 0, places), again

    def left_over(self, row: int) -> tuple[str | None, str | None]:
        """Return source words of a term that are linked elsewhere only, and to which words.

        Where there are none, the first is None, and the second what else is linked to the term.
        """
        unit = int(self.judged.unit[row])
        source, target, probability, inside = self._links(row)
        inside &= probability >= LINKED
        chosen = np.isin(target, self.judged.target[row])
        away = sorted(
            set(source[inside & ~chosen].tolist()) - set(source[inside & chosen].tolist())
        )
        rest = inside & ~chosen & (np.isin(source, away) if away else True)
        others = self._words(row, sorted(set(target[rest].tolist())))
        return self._text_at(unit, 0, away), self._text_at(unit, 1, others)

    def _text_at(self, unit: int, side: int, places: Sequence[int]) -> str | None:
        spans = self._spans(unit, side)
        written = self.block.units[unit]
        text = (written.source, written.target)[side]
        return " ".join(text[slice(*spans[place])] for place in places) or None

    def begins_text(self, row: int, term: str) -> bool:
        """Tell whether what was found has but the capital that begins a text."""
        ranges = self.target(row)
        text = self.unit(row).target
        if not ranges or any(map(str.isalnum, text[: ranges[0][0]])):
            return False
        return text[ranges[0][0] : ranges[-1][1]] == term[:1].upper() + term[1:]

    def copies(self, row: int, text: str, *, source: bool = False) -> int:
        """Count how often the tokens of a text stand in a side of the unit."""
        unit = self.unit(row)
        side = unit.source if source else unit.target
        number = int(self.judged.unit[row])
        spans = self._spans(number, 0 if source else 1)
        begins, ends = {span[0] for span in spans}, {span[1] for span in spans}
        count, at = 0, side.find(text)
        while at >= 0:
            count += at in begins and at + len(text) in ends
            at = side.find(text, at + max(len(text), 1))
        return count

    def is_named(self, row: int, term: str, *, apart: bool = False) -> bool:
        """Tell whether a term is written as a name, and is no part of a longer one.

        It stands as the termbase has it, but for case. It has a capital that tells, and stands in
        a path of menus, between quotes, or last in a clause: "choose Split." A capital tells
        nothing where a sentence begins, nor in a title whose words all have one, nor before a noun
        without: "Fixed costs".

        Args:
            row: of the judgement.
            term: as the termbase has it.
            apart: the end of a clause is not enough: "the signature is OK."
        """
        ((begin, end),) = self.source(row)
        text = self.unit(row).source
        if text[begin:end].casefold() != term.casefold():
            return False
        if not text[begin].isupper() or not _INSIDE.search(text, 0, begin):
            return False
        closes = _PATH_BEHIND if apart else _CLOSES_NAME
        if not (_OPENS_NAME.search(text, 0, begin) or closes.match(text, end)):
            return False
        return not (self.is_in_name(row) or _is_title(text) or self.is_before(row))

    def is_before(self, row: int, wanted: AbstractSet[str] = frozenset()) -> bool:
        """Tell whether a small word follows a term directly: one of some, else of an open class."""
        text, end = self.unit(row).source, self.source(row)[0][1]
        found = _SMALL_BEHIND.match(text, end)
        if wanted:
            return found is not None and found[1] in wanted
        # "Area, Bar and Column charts" are charts all.
        joined = _JOINED_BEHIND.match(text, end)
        found = _SMALL_BEHIND.match(text, joined.end()) if joined else found
        return found is not None and found[1] not in self._closed_words()

    def _closed_words(self) -> AbstractSet[str]:
        return function_words(self.forms[0].language or UNDETERMINED)

    def is_behind_name(self, row: int) -> bool:
        """Tell whether a small word follows a name, as in "the Fonts dialog"."""
        text, begin = self.unit(row).source, self.source(row)[0][0]
        return text[begin].islower() and _BEHIND_NAME.search(text, 0, begin) is not None

    def is_in_name(self, row: int) -> bool:
        """Tell whether a term is a part of a longer name: "Page Break" in "Page Break Preview".

        Names end where an item of a path of menus ends: "Name" is a part of "Wizard - Name and
        location". In a title, where all words have capitals, nothing says where one ends.
        """
        ((begin, end),) = self.source(row)
        text = self.unit(row).source
        if _CODE_BEFORE.search(text, 0, begin) or _CODE_BEHIND.match(text, end):
            return True
        if _OPENS_ITEM.search(text, 0, begin) and _ITEM_BEHIND.match(text, end):
            return True
        if not text[begin:end].lstrip(_SIGNS)[:1].isupper():
            return False
        return bool(_NAME_BEFORE.search(text, 0, begin) or _NAME_BEHIND.match(text, end))

    def is_kept(self, row: int, target: Sequence[Span]) -> bool:
        """Tell whether a term stands in the translation as it is, as names and code do.

        Args:
            row: of the judgement.
            target: ranges of characters of what is linked to it; all of the translation if there
                are none.
        """
        own, text = self.source_text(row), self.unit(row).target
        found = [text[begin:end].casefold() for begin, end in target]
        name = own.casefold()
        name = name.strip(_SIGNS) or name
        # The copy of a word has no link where it is joined to others: "Ctrl-Klick".
        if not found and regex.search(rf"(?<!\w){regex.escape(name)}(?!\w)", text.casefold()):
            return True
        singular = name.removesuffix("s")
        # Basque "IDez" is "of IDs".
        stem = singular if own[:-1].isupper() else name
        return (
            name in found
            or singular in found
            or (
                own[:1].isupper()
                and any(
                    each.startswith(stem) and ENDING_OF_NAME.fullmatch(each, len(stem))
                    for each in found
                )
            )
        )

    def is_shared(self, row: int) -> bool:
        """Tell whether what is linked to a term translates the word beside it, too.

        Danish "lighedstegn" is the "equals sign", and has nothing to do with the term "equal".
        """
        source, target, probability, inside = self._links(row)
        begin, end = int(self.judged.begin[row]), int(self.judged.end[row])
        mine = target[inside & (probability >= LINKED)]
        forms = self.forms[0]
        tokens = self.block.texts[0].of(int(self.judged.unit[row])).tolist()
        closed = self._closed_words()
        beside = [
            place
            for place in (begin - 1, end)
            if 0 <= place < len(tokens) and forms.written[tokens[place]].lower() not in closed
        ]
        near = np.isin(source, beside) & (probability >= POSSIBLE)
        return bool(np.isin(target[near], mine).any())

    def spelling(self, word: str) -> str:
        """Return a word of the target language without case, accents and hyphens."""
        return strip_marks(fold_word(word, self.block.forms[1].language))

    def has_all_words(self, row: int, terms: Sequence[Sequence[str]]) -> bool:
        """Tell whether the translation has all words of a term somewhere, in any shape.

        Inside of a longer word, apart from each other, as an abbreviation spelt out, or with
        another prefix: "nevezheti át" has "átnevezés".

        Args:
            row: of the judgement, for its unit.
            terms: words as `spelling` gives them, abbreviations with a dot.
        """
        unit = int(self.judged.unit[row])
        written = [self.forms[1].written[form] for form in self.block.texts[1].of(unit).tolist()]
        here = list(map(self.spelling, written))
        if is_spaceless(self.block.forms[1].language):
            text = "".join(here)
            return any(regex.search(_whole_number("".join(words)), text) for words in terms)
        places = set(range(len(here))) - self._claimed(row)
        free = [here[place] for place in sorted(places)]
        # Korean writes "메타 파일" and "메타파일".
        free += [here[place] + here[place + 1] for place in sorted(places) if place + 1 in places]
        free += map(strip_marks, self._lemmas_at(row, places))
        for word in (written[place] for place in sorted(places)):
            # Finnish "F9-funktionäppäin" is a key; "SARS-CoV-2" is no SARS-CoV.
            cuts = _MISSING_BLANK if digits_of(word.rpartition("-")[2]) else _JOINT
            free += [self.spelling(part) for part in cuts.split(word) if part != word]
        return any(
            all(has_word(free, word) or is_inside(here, word) for word in words) for words in terms
        )

    def is_shortened(self, row: int, terms: Sequence[Sequence[str]], sure: float) -> bool:
        """Tell whether a term has words of its entry, and no others: "menú" for "menú contextual".

        Args:
            row: of the judgement.
            terms: words as `spelling` gives them.
            sure: probability of a link from which another word stands for the term, too.
        """
        language = self.forms[1].language or UNDETERMINED
        if is_spaceless(language):
            return False
        closed, several = function_words(language), [term for term in terms if len(term) > 1]
        spans, text = self._spans(int(self.judged.unit[row]), 1), self.unit(row).target
        _, target, probability, inside = self._links(row)
        linked = inside & (probability >= LINKED)
        own = False
        for place, likely in zip(
            target[linked].tolist(), probability[linked].tolist(), strict=True
        ):
            word = text[slice(*spans[place])]
            if any(has_word(term, self.spelling(word)) for term in several):
                own = True
            elif likely >= sure and any(map(str.isalnum, word)) and word.casefold() not in closed:
                return False
        return own

    def is_derived(self, row: int, terms: Sequence[Sequence[str]], sure: float) -> bool:
        """Tell whether all that stands for a term may be derived from words of its entry.

        Slovenian "spojeni dokument" for "spajanje dokumentov". A number may be spelt out.

        Args:
            row: of the judgement.
            terms: words as `spelling` gives them.
            sure: probability of a link from which words apart from such ones count, too.
        """
        language = self.forms[1].language
        if is_spaceless(language):
            return False
        text, spans = self.unit(row).target, self._spans(int(self.judged.unit[row]), 1)
        _, target, probability, inside = self._links(row)
        linked = {spans[place][0] for place in target[inside & (probability >= sure)].tolist()}
        pieces = [
            (
                [self.spelling(word) for word in regex.findall(r"\w+", text[begin:end])],
                any(begin <= place < end for place in linked),
            )
            for begin, end in self.linked_target(row)[1]
        ]

        here = {word for words, _ in pieces for word in words}
        joins = language in COMPOUNDING | PILING

        def has_roots_of(term: Sequence[str]) -> bool:
            akin = [
                [any(have_one_root(w, each, compounds=joins) for each in term) for w in words]
                for words, _ in pieces
            ]
            spelt_out = any(map(digits_of, term)) and not any(map(digits_of, here))
            others = sum(
                (surely or any(found)) * found.count(False)
                for found, (_, surely) in zip(akin, pieces, strict=True)
            )
            return any(map(any, akin)) and others <= spelt_out

        return any(map(has_roots_of, terms))

    def _claimed(self, row: int) -> set[int]:
        """Return the target tokens that are linked to other words than those of the term.

        A word beside it may share one with it: "endnote" has "przypis" of "footnote or endnote".
        """
        unit = int(self.judged.unit[row])
        source, target, probability, _ = self._links(row)
        lemmas = self.block.forms[0].tables().lemma[self.block.texts[0].of(unit)]
        begin, end = int(self.judged.begin[row]), int(self.judged.end[row])
        strong = probability >= LINKED
        near = (source >= begin - _BESIDE) & (source < end + _BESIDE)
        mine = strong & (near | np.isin(lemmas[source], lemmas[begin:end]))
        return set(target[strong].tolist()) - set(target[mine].tolist())

    def first_refused(self, row: int) -> bool:
        """Tell whether this is the first occurrence of its entry in its unit without an answer."""
        judged = self.judged
        before = row - 1
        while (
            before >= 0
            and judged.unit[before] == judged.unit[row]
            and judged.entry[before] == judged.entry[row]
        ):
            if judged.level[before] == _NONE:
                return False
            before -= 1
        return True

    def _lemmas_at(self, row: int, places: Iterable[int]) -> tuple[str, ...]:
        tokens = self.block.texts[1].of(int(self.judged.unit[row]))
        lemma, keys = self._lemmas(), self.block.forms[1].keys
        found = {keys[lemma[tokens[place]]] for place in places}
        return tuple(sorted(found))

    def _words(self, row: int, places: Sequence[int]) -> list[int]:
        """Return the content words among target tokens; if there are none, all words."""
        unit = int(self.judged.unit[row])
        spans, text = self._spans(unit, 1), self.unit(row).target
        words = [p for p in places if any(map(str.isalnum, text[slice(*spans[p])]))]
        content = self.block.content
        if content is None:
            return words
        tokens = self.block.texts[1].of(unit)
        return [place for place in words if content[tokens[place]]] or words

    def _ranges(self, row: int, places: Sequence[int]) -> tuple[Span, ...]:
        spans = self._spans(int(self.judged.unit[row]), 1)
        ranges: list[Span] = []
        last = -2
        for place in sorted(places):
            if place == last + 1:
                ranges[-1] = (ranges[-1][0], spans[place][1])
            else:
                ranges.append(spans[place])
            last = place
        return tuple(ranges)

    def _text(self, row: int, ranges: Sequence[Span]) -> str | None:
        text = self.unit(row).target
        return " … ".join(text[begin:end] for begin, end in ranges) or None


def _whole_number(term: str) -> str:
    """Return a pattern for a term that is not cut out of a longer number: SARS-CoV-2, Windows 10.

    A number behind a Chinese word counts something: "表格1".
    """
    latin = term[-1:].isascii() and term[-1:].isalnum()
    return ("(?<!\\d)" * term[:1].isdigit()) + regex.escape(term) + r"(?!\d)" * latin


def _is_title(text: str) -> bool:
    """Whether all words of a text but the short ones have a capital; paths of menus are none."""
    words = _WORD.findall(text)
    capitals = all(word[0].isupper() for word in words)
    return capitals and len(words) >= _WORDS_OF_TITLE and not _PATH.search(text)


def source_ranges(block: JudgedBlock, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the ranges of characters of source terms, shape (rows, 2); -1 where it takes `spans`.

    White space apart, the tokens of a text are all its characters, unless it has unseen ones: so
    the sizes of the tokens before a term say where it stands.
    """
    judged, texts = block.judged, block.texts[0]
    units, unit = np.unique(judged.unit[rows], return_inverse=True)
    written = [block.units[each].source for each in units.tolist()]
    bounds = np.cumsum([0, *map(len, written)])
    codes = np.frombuffer("".join(written).encode("utf-32-le", "surrogatepass"), np.uint32)
    seen = np.flatnonzero(~_BLANK[np.minimum(codes, len(_BLANK) - 1)])
    first = np.searchsorted(seen, bounds)

    begins, counts = texts.offsets[units], np.diff(texts.offsets)[units]
    starts = np.cumsum([0, *counts.tolist()])
    chosen = np.repeat(begins - starts[:-1], counts) + np.arange(starts[-1])
    sizes = block.forms[0].tables().size[texts.tokens[chosen]]
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    whole = np.diff(before[starts]) == np.diff(first)

    known = np.flatnonzero(whole[unit])
    own = unit[known]
    found = np.full((len(rows), 2), -1, np.int64)
    for side, place in enumerate((judged.begin, judged.end)):
        token = starts[own] + place[rows[known]]
        at = first[own] + before[token] - before[starts[own]]
        found[known, side] = seen[at - side] + side - bounds[own]
    return found


def spans_of(block: JudgedBlock, unit: int, side: int) -> list[Span]:
    """Return the ranges of characters of the tokens of a unit: 0 of its source, 1 of its target."""
    written = block.units[unit]
    tokens = block.texts[side].of(unit).tolist()
    return block.forms[side].places((written.source, written.target)[side], tokens)


def characters(block: JudgedBlock, unit: int, side: int, tokens: tuple[int, int]) -> Span:
    """Return the range of characters that a range of tokens of a unit takes."""
    spans = spans_of(block, unit, side)
    return spans[tokens[0]][0], spans[tokens[1] - 1][1]


def quote(text: str | None) -> str:
    """Return a text in quotes on one line, shortened."""
    line = " ".join((text or "").split())
    if len(line) > LONGEST_QUOTE:
        line = line[: LONGEST_QUOTE - 1].rstrip() + "…"
    return f"“{line}”"
