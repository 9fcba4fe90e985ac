"""What a text as a whole says against single occurrences of its terms: compounds, verbs, names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.consistency.entries import JOINING, WITHOUT_AGREEMENT, is_general_phrase
from diglot.consistency.judging.blocks import JudgedBlock
from diglot.consistency.judging.judgements import LINKED, POSSIBLE
from diglot.consistency.matching.words import strip_marks
from diglot.model.findings import ALTERNATIVE, FAMILY, LEVELS, NONE, PARTIAL
from diglot.text.function_words import function_words, word_classes
from diglot.text.languages import UNDETERMINED
from diglot.text.lemmas import Lemmatiser

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from diglot.consistency.entries import Entry

_COMPANY = 3  # places where a word stands beside another that make a compound of the two; one
# less where the word is followed elsewhere
OF_VERBS = ("ed", "ing")
"""What their verbs end with: "text formatted in Thai" has no "Text Format"."""
_OF_A_VERB = 0.06
"""Share of the places of an English word before articles from which on it is a verb, unless half
as many stand behind articles."""
DETERMINERS = frozenset({"a", "an", "the", "this", "these", "its", "your"})
"""English words before which a single word is a verb: what assigns a key is no "Assign"."""
_BEFORE_VERBS = frozenset(["to", "can", "cannot", "may", "must", "should", "will", "you", "not"])
_JOINTS = frozenset("/&")  # signs that join two words as "and" does
_OF_AN_INFINITIVE = 0.2
"""The same of its places behind such words."""
_OF_NO_NOUN = 0.01
"""Share of the places of a word behind articles below which it is no noun."""
_TRUSTED = 5
"""Places that follow an entry of one word, four of five at least, until a word beside the term
tells that another term is there."""

_LIKELY_FOLLOWED = 2 / 3
"""Probability that a text follows a term in its next place, from which another word in a place is
wrong."""
_PRODUCTIVE, _MODIFYING = 10, 0.8
"""Terms that a word begins from which it is put to any noun, and share of its places before another
word from which it is no noun itself."""
_MISFIT, _SAMPLE = 0.5, 50
"""Share of the places of a term from which a word of it is linked beyond it; places looked at."""

_BEGINNING = 4  # letters by which words of one root are told
_USUAL = 0.45  # share of the links of a word that are of its usual translation
_OF_PART = 3  # letters by which a part of a compound is told

_CODE = regex.compile(r"(\p{Lu})\1*(?:[/.:-](\p{Lu})\2+)+|\S*\w\.\w+[./]\S*\w")


@dataclass(frozen=True, slots=True)
class Usage:
    """Occurrences of terms that a text as a whole speaks against, as rows of its judgements.

    Attributes:
        doubtful: what stands there is rather another term, a name, or no term at all.
        verbs: the term begins with a verb, or ends with a participle of one.
        usual: lemmas that mostly translate each other: the source's times 2^32, plus the target's.
    """

    doubtful: AbstractSet[int] = frozenset()
    verbs: AbstractSet[int] = frozenset()
    usual: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))


def read_usage(block: JudgedBlock, entries: Sequence[Entry]) -> Usage:
    """Compare all occurrences of the terms of a block.

    Args:
        block: units with what was judged of them.
        entries: in the order of their numbers.
    """
    judged, texts = block.judged, block.texts[0]
    verbs = _verbs(block)
    doubtful = _in_compounds(block, len(entries), verbs) | _not_followed(block, entries)
    doubtful |= _sharing_words(block)
    # A name that the text keeps elsewhere is left out as a name, too.
    names = np.isin(judged.entry, [entry for entry, _ in block.names])
    first = texts.offsets[judged.unit] + judged.begin
    acting = verbs[texts.tokens[first]]
    # "The cell containing the error" has no such term.
    doubtful.update(np.flatnonzero(_is_modified(block, verbs, first)).tolist())
    participle = verbs & [form.endswith(OF_VERBS) for form in block.forms[0].written]
    last = texts.tokens[first + (judged.end - judged.begin) - 1]
    acting |= participle[last]
    # A clause that a text gave as a term: "an error occurs".
    clause = [not each.reviewed and _ends_with_verb(each.source.text) for each in entries]
    if any(clause):
        acting |= (verbs | _verbs(block, alone=True))[last] & np.array(clause)[judged.entry]
    return Usage(
        doubtful.union(np.flatnonzero(names).tolist()),
        frozenset(np.flatnonzero(acting).tolist()),
        _usual_pairs(block),
    )


def _ends_with_verb(term: str) -> bool:
    words = term.split()
    return len(words) > 1 and words[-1].endswith("s") and not words[-1].endswith("ss")


def _is_modified(
    block: JudgedBlock, verbs: NDArray[np.bool_], first: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which terms may be parts of longer ones, as the "separator" of a "decimal separator".

    An English word of an open class that is no verb stands directly before them, and both are in
    small letters.
    """
    judged, texts, forms = block.judged, block.texts[0], block.forms[0]
    if forms.language not in WITHOUT_AGREEMENT:
        return np.zeros(len(first), np.bool_)
    closed = function_words(forms.language)
    small = np.array([form.islower() and form.isalpha() for form in forms.written], np.bool_)
    modifies = small & ~verbs & [form not in closed for form in forms.written]
    told: NDArray[np.bool_] = modifies[texts.tokens[first - 1]] & small[texts.tokens[first]]
    return told & (judged.begin > 0)


def _in_compounds(block: JudgedBlock, size: int, verbs: NDArray[np.bool_]) -> set[int]:
    """Return the rows of a term that is refused wherever it stands beside the same other word.

    "Quotation" in "quotation marks" is no term of its own, nor "page" in "tab page", nor "left
    page" in "left page margin". One place is enough for a single word that the text follows
    elsewhere: "comma" in "inverted commas".

    Args:
        block: units with what was judged of them.
        size: number of entries.
        verbs: as `_verbs` gives them; objects of verbs make no compounds.
    """
    judged, texts, forms = block.judged, block.texts[0], block.forms[0]
    refused = judged.level >= LEVELS.index(ALTERNATIVE)
    rows = np.flatnonzero(np.isin(judged.entry, judged.entry[refused]))
    entry, failed = judged.entry[rows], refused[rows]
    every, all_failed = (np.bincount(each, minlength=size) for each in (entry, entry[failed]))
    closed = function_words(forms.language or UNDETERMINED)
    tables, found = forms.tables(), set()
    # "Inverted commas" are no commas, though somebody may "invert the" order.
    acting = verbs & [not form.endswith(OF_VERBS) for form in forms.written]
    first = texts.offsets[judged.unit[rows]]
    for step, own, edge in (
        (-1, judged.begin[rows], texts.offsets[:-1]),
        (1, judged.end[rows] - 1, texts.offsets[1:] - 1),
    ):
        at = first + own
        inside = np.flatnonzero(at != edge[judged.unit[rows]])
        beside = texts.tokens[at[inside] + step]
        inside, beside = inside[tables.word[beside]], beside[tables.word[beside]]
        pairs = np.stack([entry[inside], tables.lemma[beside]])
        kinds, kind = np.unique(pairs, axis=1, return_inverse=True)
        kind = kind.ravel()
        total = np.bincount(kind, minlength=kinds.shape[1])
        wrong = np.bincount(kind[failed[inside]], minlength=kinds.shape[1])
        here = kinds[0]
        elsewhere = every[here] > all_failed[here]
        usual = elsewhere | (2 * total >= every[here])
        alike = (total >= np.where(elsewhere, 2, _COMPANY)) & (wrong == total) & usual
        alike &= np.array([forms.keys[key] not in closed for key in kinds[1].tolist()], np.bool_)
        found.update(rows[inside[alike[kind]]].tolist())
        trusted = (every >= _TRUSTED) & (5 * all_failed <= every)
        once = (wrong == total)[kind] & trusted[entry[inside]] & ~acting[beside]
        once &= (judged.end - judged.begin)[rows[inside]] == 1
        found.update(rows[inside[once]].tolist())
    return found


def _sharing_words(block: JudgedBlock) -> set[int]:
    """Return the refused rows of terms that may share a word with what they are joined to.

    "Manual line and column breaks" says once what "line breaks" and "column breaks" have: what is
    joined to the term stands beside one of its words elsewhere in the text.
    """
    judged, texts, forms = block.judged, block.texts[0], block.forms[0]
    classes = word_classes(forms.language or UNDETERMINED)
    joins = np.array(
        [w in _JOINTS or classes.get(w.lower()) in JOINING for w in forms.written], np.bool_
    )
    lemma = forms.tables().lemma[texts.tokens].astype(np.int64)
    beside = (lemma[:-1] << 32) + lemma[1:]
    joint, pairs, rows = joins[texts.tokens], [], []
    first, last = texts.offsets[judged.unit] + judged.begin, texts.offsets[judged.unit] + judged.end
    edges = texts.offsets[judged.unit], texts.offsets[judged.unit + 1]
    joined = joint[first - 1] & (judged.begin > 0)
    joined |= joint[np.minimum(last, len(joint) - 1)] & (last < edges[1])
    several = (judged.level == LEVELS.index(NONE)) & (judged.end - judged.begin > 1)
    for row in np.flatnonzero(several & joined).tolist():
        words = lemma[first[row] : last[row]]
        before, behind = int(first[row]) - 1, int(last[row])
        while before > edges[0][row] and joint[before]:
            before -= 1
        while behind < edges[1][row] - 1 and joint[behind]:
            behind += 1
        if before < first[row] - 1:
            pairs.append((lemma[before] << 32) + words[1:])
            rows.append(np.full(len(words) - 1, row))
        if behind > last[row]:
            pairs.append((words[:-1] << 32) + lemma[behind])
            rows.append(np.full(len(words) - 1, row))
    if not rows:
        return set()
    return set(np.concatenate(rows)[np.isin(np.concatenate(pairs), beside)].tolist())


def _not_followed(block: JudgedBlock, entries: Sequence[Entry]) -> set[int]:
    """Return the refused rows of terms that the text as a whole does not follow well enough.

    Those of entries that nobody reviewed, and of one word with a capital where they are written
    without it: "duplicate values" are not what the command "Duplicate" makes. Of several words
    it takes that they are always followed with the capital, and never without.
    """
    judged, texts, forms = block.judged, block.texts[0], block.forms[0]
    small = np.array([form[:1].islower() for form in forms.written], np.bool_)
    here = small[texts.tokens[texts.offsets[judged.unit] + judged.begin]]
    refused = judged.level == LEVELS.index(NONE)
    unread = np.array([not entry.reviewed for entry in entries], np.bool_)[judged.entry]
    doubted = unread & _is_rarely_followed(judged.entry, refused)
    names = [entry.source.text for entry in entries]
    named = np.array([" " not in each and each[:1].isupper() for each in names], np.bool_)
    concerned = unread if forms.case_tells else unread | (named[judged.entry] & here)
    kind = 2 * judged.entry.astype(np.int64) + here
    doubted |= concerned & _is_rarely_followed(kind, refused)
    phrases = np.array([" " in each and each[:1].isupper() for each in names], np.bool_)
    other = judged.level >= LEVELS.index(FAMILY)
    doubted |= phrases[judged.entry] & here & _is_another_in_small(kind, other)
    return set(np.flatnonzero(refused & doubted).tolist())


def _is_rarely_followed(kind: NDArray[np.integer], refused: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for every row whether the next place of its kind would follow its term rarely.

    By the rule of succession: from one place that follows it and one that does not. Of what the
    text has once nothing is said.
    """
    total = np.bincount(kind)
    followed = total - np.bincount(kind[refused], minlength=len(total))
    rarely = (total > 1) & (followed + 1 < _LIKELY_FOLLOWED * (total + 2))
    return np.asarray(rarely[kind], np.bool_)


def _is_another_in_small(kind: NDArray[np.integer], other: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for every row whether its name is followed with a capital, twice at least, and only so.

    Args:
        kind: shape (rows,): twice the entry, and one more in small letters.
        other: shape (rows,): the words of the termbase do not stand for it.
    """
    size = int(kind.max(initial=-1)) // 2 + 1
    total, wrong = (
        np.bincount(each, minlength=2 * size).reshape(-1, 2) for each in (kind, kind[other])
    )
    told = (total[:, 0] - wrong[:, 0] > 1) & (wrong[:, 1] == total[:, 1])
    return np.asarray(told[kind // 2], np.bool_)


def is_misfit(block: JudgedBlock, number: int) -> bool:
    """Tell whether source and target of an entry do not cover each other where they stand.

    In most places a word of the source term is linked to another word than those accepted for it,
    or one of these to a word beside the source term only: "manual line" is no "ruční zalomení
    řádku", whose second word is the "break" that follows. Or one and the same other word stands
    beside these that belongs to nothing else: Vietnamese "trỏ" is a part of "con trỏ", "cursor".

    Args:
        block: units with what was judged of them, with links.
        number: of the entry.
    """
    judged, links = block.judged, block.links
    near = (judged.level < LEVELS.index(FAMILY)) | (judged.level == LEVELS.index(PARTIAL))
    rows = np.flatnonzero(near & (judged.entry == number))[:_SAMPLE]
    if links is None or not len(rows):
        return False
    away: Counter[tuple[int, int]] = Counter()
    beside: Counter[tuple[int, int]] = Counter()
    for row in rows.tolist():
        unit = int(judged.unit[row])
        source, target, probability = links.of(unit)
        sure = probability >= LINKED
        within = (source >= judged.begin[row]) & (source < judged.end[row])
        inside = sure & within
        chosen = judged.places_of(row)
        own = sure & np.isin(target, chosen)
        known = set(source[inside & own].tolist())
        away.update(
            (0, place - int(judged.begin[row]))
            for place in set(source[inside & ~own].tolist()) - known
        )
        known = set(target[inside & own].tolist())
        others = set(target[own & ~inside].tolist()) - known
        away.update((1, chosen.index(place)) for place in others)
        mine = set(target[within & (probability >= POSSIBLE)].tolist())
        taken = {*target[sure & ~within].tolist(), *chosen}
        tokens = block.texts[1].of(unit).tolist()
        for side, place in enumerate((min(chosen) - 1, max(chosen) + 1)):
            free = 0 <= place < len(tokens) and place not in taken
            if free and _is_word(block, tokens[place], closed=place in mine):
                beside[side, tokens[place]] += 1
    often = len(rows) >= _COMPANY and max(beside.values(), default=0) > _MISFIT * len(rows)
    return often or any(count > _MISFIT * len(rows) for count in away.values())


def _usual_pairs(block: JudgedBlock) -> NDArray[np.int64]:
    """Return the lemmas that mostly translate each other."""
    links, texts = block.links, block.texts
    if links is None:
        return np.zeros(0, np.int64)
    sure, unit = links.probability >= LINKED, links.units()
    source, target = (
        forms.tables().lemma[text.tokens[text.offsets[unit] + places]][sure].astype(np.int64)
        for forms, text, places in zip(
            block.forms, texts, (links.source, links.target), strict=True
        )
    )
    pairs, counts = np.unique((source << 32) + target, return_counts=True)
    usual = counts >= _COMPANY
    for lemmas, of_pair in ((source, pairs >> 32), (target, pairs & (2**32 - 1))):
        usual &= counts >= _USUAL * np.bincount(lemmas)[of_pair]
    return pairs[usual]


def leaves_words_out(block: JudgedBlock, row: int, usual: NDArray[np.int64]) -> bool:
    """Tell whether what is linked to a term translates one word of it, and nothing another.

    A text calls a "transform tool" a "tool" once it has named it; `usual`, as `Usage` has it,
    says that the one word is translated as everywhere.
    """
    judged, forms, links = block.judged, block.forms, block.links
    if links is None:
        return False
    unit, closed = int(judged.unit[row]), function_words(forms[0].language or UNDETERMINED)
    tokens, others = (text.of(unit) for text in block.texts)
    tables = forms[0].tables()
    words = [
        place
        for place in range(int(judged.begin[row]), int(judged.end[row]))
        if tables.word[tokens[place]] and forms[0].written[tokens[place]].lower() not in closed
    ]
    source, target, probability = links.of(unit)
    told = np.isin(source, words)
    if block.content is not None:  # "another dialog" has no word for "dockable dialog"
        told &= block.content[others[target]]
    best = [float(probability[told & (source == place)].max(initial=0.0)) for place in words]
    if len(words) < 2 or min(best) >= POSSIBLE:
        return False
    sure = told & (probability >= LINKED)
    one, other = (each.tables().lemma.astype(np.int64) for each in forms)
    pairs = (one[tokens[source[sure]]] << 32) + other[others[target[sure]]]
    return bool(np.isin(pairs, usual).any())


def _is_word(block: JudgedBlock, token: int, *, closed: bool) -> bool:
    """Whether a target token is a word: of an open class as far as that is known, or of any."""
    known = closed or block.content is None or bool(block.content[token])
    return known and any(map(str.isalpha, block.forms[1].written[token]))


def free_modifiers(names: Sequence[str], block: JudgedBlock) -> frozenset[str]:
    """Return English words that a text puts to any noun: a "current" page is no kind of it.

    They hardly ever stand alone, as nouns do, and begin many terms, or are terms by themselves.

    Args:
        names: source terms.
        block: the text.
    """
    texts, forms = block.texts[0], block.forms[0]
    if forms.language not in WITHOUT_AGREEMENT:
        return frozenset()
    words = [name.casefold().split() for name in names]
    first = Counter(each[0] for each in words if len(each) > 1)
    first.update({each[0]: _PRODUCTIVE for each in words if len(each) == 1})
    closed, size = function_words("en"), len(forms.written)
    content = [form.isalpha() and form.lower() not in closed for form in forms.written]
    followed = np.zeros(len(texts.tokens), np.bool_)
    followed[:-1] = np.array(content, np.bool_)[texts.tokens[1:]]
    followed[texts.offsets[1:][np.diff(texts.offsets) > 0] - 1] = False
    counts: Counter[str] = Counter()
    before: Counter[str] = Counter()
    number = np.bincount(texts.tokens, minlength=size)
    with_noun = np.bincount(texts.tokens, followed, size)
    for form in np.flatnonzero(number).tolist():
        word = forms.written[form].lower()
        if first[word] >= _PRODUCTIVE:
            counts[word] += int(number[form])
            before[word] += int(with_noun[form])
    return frozenset(word for word in counts if before[word] > _MODIFYING * counts[word])


def _verbs(block: JudgedBlock, *, alone: bool = False) -> NDArray[np.bool_]:
    """Return which words of the source are verbs, shape (forms,).

    Articles follow their lemma, or they follow words such as "to" and "can". As they are written,
    or else in any case, they stand behind articles less than half as often: "browse" does, though
    the "Browse" button has one.

    Args:
        block: the texts.
        alone: for frequent words whose lemma never stands behind articles: "occurs".
    """
    texts, forms = block.texts[0], block.forms[0]
    tables, size = forms.tables(), len(forms.keys)
    if forms.language not in WITHOUT_AGREEMENT:
        return np.zeros(len(tables.lemma), np.bool_)
    words = [form.lower() for form in forms.written]
    articles, openers = (
        np.array([word in known for word in words], np.bool_)[texts.tokens]
        for known in (DETERMINERS, _BEFORE_VERBS)
    )

    def share(keys: NDArray[np.int32], marked: NDArray[np.bool_], step: int) -> NDArray[np.float64]:
        """Return of each form how often marked words stand a step from what has its key."""
        own = keys[texts.tokens]
        beside = np.roll(marked, -step)
        edges = texts.offsets[1:] - 1 if step > 0 else texts.offsets[:-1]
        beside[edges[np.diff(texts.offsets) > 0]] = False
        counts = np.bincount(own, minlength=size)
        return (np.bincount(own, beside, size) / np.maximum(counts, 1))[keys]

    if alone:
        often = np.bincount(tables.lemma[texts.tokens], minlength=size)[tables.lemma] >= _TRUSTED
        return often & (share(tables.lemma, articles, -1) < _OF_NO_NOUN)
    nouns = 2 * np.minimum(*(share(each, articles, -1) for each in (tables.surface, tables.folded)))
    acts: NDArray[np.bool_] = share(tables.lemma, articles, 1) >= np.maximum(_OF_A_VERB, nouns)
    acts |= share(tables.surface, openers, -1) >= np.maximum(_OF_AN_INFINITIVE, nouns)
    return acts


# Whether words of a text that have the lemmas of a term may be another thing.


def is_other_phrase(text: str, term: str, language: str) -> bool:
    """Tell whether words of a text may have the words of a term, and not its meaning."""
    there, words = text.casefold().split(), term.casefold().split()
    if term[:1].isupper() and text[:1].islower() and is_general_phrase(term, language):
        return True  # "a new image" is not made by "New Image"
    closed = function_words(language)
    joined = len(there) == 1 and ("-" not in text or term != term.casefold())
    if joined or not closed.isdisjoint((words[0], words[-1])):
        return True
    words = [strip_marks(word) for word in words if word not in closed]
    there = list(map(strip_marks, there))
    if len(there) != len(words):
        return False
    alone = language in WITHOUT_AGREEMENT
    if alone and there[-1].endswith(OF_VERBS) != words[-1].endswith(OF_VERBS):
        return True
    return there[:-1] != words[:-1] and (alone or there[-1] == words[-1])


def is_other_form(text: str, term: str, language: str, *, case_tells: bool) -> bool:
    """Tell whether a word has a form that may be another word than a term of one word."""
    there, word = text.casefold().split()[-1], term.casefold()
    if term.isupper() != text.isupper():
        return True
    if there == word:
        return False
    if language in WITHOUT_AGREEMENT and there.endswith(OF_VERBS):
        return True
    return not case_tells and Lemmatiser(language).lemma(word) != word


def is_code(text: str) -> bool:
    """Tell whether a term is the pattern of a date or an address.

    >>> is_code("DD/MM/YYYY"), is_code("www.example.org"), is_code("HIV/AIDS")
    (True, True, False)
    """
    return _CODE.fullmatch(text) is not None


def is_compound(found: str | None, terms: Sequence[str]) -> bool:
    """Tell whether what was found has the parts of a term of one word: "mittleres Grau".

    >>> is_compound("mittleres Grau", ["mittelgrau"]), is_compound("helles Grau", ["mittelgrau"])
    (True, False)
    """
    parts = [word[:_OF_PART] for word in regex.findall(r"\w+", (found or "").casefold())]
    pattern = r"\w*".join(map(regex.escape, parts)) + r"\w*"
    return len(parts) > 1 and any(regex.fullmatch(pattern, text.casefold()) for text in terms)


def is_one_for_several(found: str, terms: Sequence[str]) -> bool:
    """Tell whether what was found is one word, where all terms have several."""
    here, *others = (len(regex.findall(r"\w+", text)) for text in (found, *terms))
    return here == 1 and min(others, default=0) > 1


def has_few_words(found: str, terms: Sequence[str]) -> bool:
    """Tell whether what was found has words of a term, but no more than half of them."""
    here, *others = (
        [word[:_BEGINNING] for word in regex.findall(r"\w+", text.casefold())]
        for text in (found, *terms)
    )
    shares = [sum(word in here for word in words) / max(len(words), 1) for words in others]
    return 0 < max(shares, default=0) <= 1 / 2
