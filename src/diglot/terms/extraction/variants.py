"""Variants of terms: inflected forms, spellings, derivations and rearrangements of one another."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import Levenshtein

from diglot.terms.kernels.spelling import near_strings
from diglot.text.function_words import word_classes
from diglot.text.spelling import without_accents

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.extraction.termhood import CountedText
    from diglot.text.lemmas import Lemmatiser


_FACTOR = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Forms:
    """The candidates of one side as forms of terms.

    Attributes:
        groups: shape (n-grams,), int64, from 0: equal numbers are forms of one term. Words with a
            hyphen are as good as their parts: ``cross-reference``, ``cross references``.
        share: shape (n-grams,), float64, log of the share of the occurrences of all forms.
        lemmas: shape (n-grams,), float64, share of words that are their own lemmas, less that of
            the form with most of them.
        openings: shape (n-grams,), float64, log of how often the form opens a sentence next to all
            forms: a form that headings and labels have is a citation form.
        sentences: shape (groups,), float64, sentences that hold each form, added up.
    """

    groups: NDArray[np.int64]
    share: NDArray[np.float64]
    lemmas: NDArray[np.float64]
    openings: NDArray[np.float64]
    sentences: NDArray[np.float64]


def term_forms(found: Candidates, lemmatiser: Lemmatiser) -> Forms:
    """Group candidates by the lemmas of their words."""
    corpus = found.corpus
    lemmas = [lemmatiser.lemma(word) for word in corpus.words]
    numbers: dict[str, int] = {}
    parts = [
        [numbers.setdefault(part, len(numbers) + 1) for part in _parts(lemma)] for lemma in lemmas
    ]
    own = np.array([a == b for a, b in zip(lemmas, corpus.words, strict=True)], np.float64)
    lengths = found.lengths[found.first].astype(np.int64)
    begins = found.begins[found.first]
    keys = np.zeros(len(found), np.uint64)
    uninflected = np.zeros(len(found))
    factors, addends = _steps(parts)
    for place in range(int(lengths.max(initial=0))):
        here = np.flatnonzero(lengths > place)
        word = corpus.tokens[begins[here] + place]
        keys[here] = keys[here] * factors[word] + addends[word]
        uninflected[here] += own[word]
    uninflected /= np.maximum(lengths, 1)
    _, groups = np.unique(keys, return_inverse=True)
    size = int(groups.max(initial=-1)) + 1
    frequency = found.frequencies.astype(np.float64)
    total = np.bincount(groups, frequency, size)
    most = np.zeros(size)
    np.maximum.at(most, groups, uninflected)
    opening = np.zeros(len(corpus.tokens) + 1, np.bool_)
    opening[corpus.offsets[:-1]] = True
    opens = np.bincount(found.ngrams[opening[found.begins]], minlength=len(found))
    usual = np.bincount(groups, opens, size) / np.maximum(total, 1)
    return Forms(
        groups=groups.astype(np.int64),
        share=np.log(frequency / total[groups]),
        lemmas=uninflected - most[groups],
        openings=np.log((opens + usual[groups] + 0.1) / ((frequency + 1) * (usual[groups] + 0.1))),
        sentences=np.bincount(groups, found.sentences, size).astype(np.float64),
    )


def term_key(text: str, lemmas: Lemmatiser) -> str:
    """Return what is the same for all forms and spellings of a term: its lemmas in one word.

    So ``file systems``, ``file-system`` and ``filesystem`` are one term.
    """
    words = text.lower().replace("'", "' ").split()
    return "".join(part for word in words for part in _parts(lemmas.lemma(word)))


def _parts(lemma: str) -> list[str]:
    return [part for part in lemma.split("-") if part] or [lemma]


def _steps(
    parts: Sequence[Sequence[int]],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return what the words multiply a key by and add to it, so that parts count one by one."""
    factors, addends = [], []
    for each in parts:
        factor, addend = 1, 0
        for number in each:
            factor = factor * _FACTOR & _MASK
            addend = addend * _FACTOR + number & _MASK
        factors.append(factor)
        addends.append(addend)
    return np.array(factors, np.uint64), np.array(addends, np.uint64)


# Singular and plural ending, by language; the stem before them is the same.
_NUMBER = {
    "en": "-s -es y-ies f-ves fe-ves is-es us-i um-a on-a ix-ices ex-ices man-men",
    "fr": "-s -x al-aux ail-aux",
    "es": "-s -es z-ces",
    "gl": "-s -es l-is n-ns",
    "pt": "-s -es m-ns l-is al-ais el-eis il-is ol-ois ao-oes ao-aes r-res z-zes",
    "ca": "-s a-es -os ca-ques ga-gues",
    "it": "o-i a-e e-i a-i co-chi go-ghi ca-che ga-ghe io-i cia-ce gia-ge",
    "nl": "-s -en -'s -eren f-ven s-zen",
    "de": "-e -en -er -n -s -nen um-en on-en",
    "af": "-e -s",
    "da": "-e -er -r -s",
    "no": "-er -r -e",
    "sv": "-er -r -ar -or -n a-or e-ar",
    "ro": "-i -e -uri -le a-e a-i u-i",
    "eo": "-j",
}
# International prefixes and the commonest ones of a few languages, without accents.
_PREFIXES = frozenset(
    """
    anti auto bi contre counter contra contro de des dis ex extra hyper hypo im in infra inter intra
    ir macro makro mega meta micro mikro mini mis mono multi nano neo non niet nicht on over para
    photo poly post pre pro pseudo quasi re semi sous sub super sur thermo trans tri ultra un under
    uni unter uber vice co ko sobre elektro electro hydro radio bio geo tele nad pod pred przed od
    bez ne nie не без пере под над анти авто микро макро
    """.split()  # noqa: SIM905 - a list of words reads as words
)
_STEM = 5
_REST = 5
_LEAST_BASE = 4


@lru_cache(maxsize=1 << 16)
def plain_lower(text: str) -> str:
    """Return ``text`` without accents and in lower case."""
    return without_accents(unicodedata.normalize("NFKD", text.casefold()))


def letters(text: str) -> str:
    """Return what is left of ``text`` without accents, case, spaces, hyphens and apostrophes."""
    return "".join(character for character in plain_lower(text) if character.isalnum())


def differ_in_number(one: str, other: str, language: str | None) -> bool:
    """Return True if one of two words is the plural of the other, by its ending."""
    endings = _endings(language or "")
    a, b = plain_lower(one), plain_lower(other)
    if a == b:
        # Umlauts alone: "Vater", "Väter".
        return one != other and language == "de"
    for singular, plural in endings:
        for small, large in ((a, b), (b, a)):
            if large.endswith(plural) and small.endswith(singular):
                stem = small[: len(small) - len(singular)]
                if len(stem) > 1 and _same_stem(stem, large[: len(large) - len(plural)], language):
                    return True
    return False


def share_stem(one: str, other: str) -> bool:
    """Return True if two words of different lemmas share a stem: ``electric``, ``electrical``."""
    a, b = plain_lower(one), plain_lower(other)
    same = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        same += 1
    return same >= _STEM and max(len(a), len(b)) - same <= _REST and a != b


def without_prefix(word: str) -> list[str]:
    """Return what can be left of ``word`` once a prefix is off."""
    folded = plain_lower(word)
    if len(folded) != len(word):
        return []
    return [
        word[size:]
        for size in range(2, min(9, len(word) - _LEAST_BASE) + 1)
        if folded[:size].rstrip("-") in _PREFIXES and word[size] != "-"
    ]


def _same_stem(small: str, large: str, language: str | None) -> bool:
    if small == large:
        return True
    if language != "nl":
        return False
    # "man", "mannen"; "taak", "taken".
    doubled = small + small[-1:]
    shortened = small[:-2] + small[-1:] if len(small) > 2 and small[-2] == small[-3] else ""
    return large in (doubled, shortened)


@cache
def _endings(language: str) -> tuple[tuple[str, str], ...]:
    pairs = (each.partition("-") for each in _NUMBER.get(language, "").split())
    return tuple((singular, plural) for singular, _, plural in pairs)


# TermSuite's rules, put so that they need no part-of-speech tags: they compare the lemmas of
# content words, and the linking words between them.

KINDS: Mapping[str, str] = {
    "number": "singular and plural",
    "inflection": "other forms of the same lemmas",
    "graphical": "accents, hyphens, spaces",
    "spelling": "one or two letters differ",
    "derivation": "one word is derived from the other term's: electric, electrical",
    "prefixation": "one word has a prefix: linear, non-linear",
    "link": "other linking words: angle de calage, angle du calage",
    "permutation": "the same words in another order: power production, production of power",
    "insertion": "a word more inside: wind turbine, wind power turbine",
    "expansion": "a word more at an end: wind turbine, offshore wind turbine",
    "coordination": "two terms in one: onshore and offshore wind",
}
"""Kinds of variants, and what they are."""

GATHERED = ("number", "inflection", "graphical")
"""Kinds that are listed under their term only, unless told otherwise."""

_RATIO = 0.88
_WORD_RATIO = 0.8
_SHORTEST = 9
_MOST_OF_KEY = 200


@dataclass(frozen=True, slots=True)
class Form:
    """A candidate as the rules see it.

    Attributes:
        row: of the counted candidates.
        words: its words.
        lemmas: their lemmas.
        content: which words are content words.
        frequency: occurrences.
    """

    row: int
    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    content: tuple[bool, ...]
    frequency: int

    @property
    def core(self) -> tuple[str, ...]:
        """The lemmas of the content words."""
        return tuple(w for w, c in zip(self.lemmas, self.content, strict=True) if c)

    @property
    def text(self) -> str:
        """The words, with spaces."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Relation:
    """One form is a variant of another.

    Attributes:
        base: row of the term.
        variant: row of the variant.
        kind: a name of `KINDS`.
    """

    base: int
    variant: int
    kind: str


def candidate_forms(text: CountedText, rows: Iterable[int]) -> list[Form]:
    """Return candidates as the rules see them."""
    words, lemmas = text.found.corpus.words, text.words.lemma_texts
    seen = text.seen
    found = []
    for row in rows:
        length = int(seen.lengths[row])
        numbers = seen.words[row, :length].tolist()
        found.append(
            Form(
                int(row),
                tuple(words[k] for k in numbers),
                tuple(lemmas[k] for k in numbers),
                tuple(seen.content[row, :length].tolist()),
                int(seen.frequency[row]),
            )
        )
    return found


def find_relations(found: Sequence[Form], language: str | None) -> list[Relation]:
    """Return all relations between forms; of two forms one kind at most, the closest.

    Reference:
        Cram and Daille 2016, Terminology extraction with term variant detection; Daille 2017, Term
        variation in specialised corpora, chapter 3.
    """
    rules: tuple[Callable[[], Iterator[Relation]], ...] = (
        lambda: _inflection(found, language),
        lambda: _graphical(found),
        lambda: _links(found),
        lambda: _permutation(found),
        lambda: _coordination(found, language),
        lambda: _prefixation(found),
        lambda: _derivation(found),
        lambda: _inner(found),
        lambda: _spelling(found),
    )
    known: dict[tuple[int, int], Relation] = {}
    for rule in rules:
        for each in rule():
            pair = (min(each.base, each.variant), max(each.base, each.variant))
            if each.base != each.variant:
                known.setdefault(pair, each)
    return list(known.values())


def _buckets(found: Iterable[Form], key: Callable[[Form], Hashable | None]) -> Iterator[list[Form]]:
    """Yield forms with one key, most frequent first, where there are several."""
    kept: dict[Hashable, list[Form]] = defaultdict(list)
    for form in found:
        value = key(form)
        if value is not None:
            kept[value].append(form)
    for bucket in kept.values():
        if len(bucket) > 1:
            yield sorted(bucket, key=_order)


def _order(form: Form) -> tuple[int, str]:
    return (-form.frequency, form.text)


def _inflection(found: Sequence[Form], language: str | None) -> Iterator[Relation]:
    for base, *others in _buckets(found, lambda form: form.lemmas):
        for other in others:
            number = _differ_in_numbers(base, other, language)
            yield Relation(base.row, other.row, "number" if number else "inflection")
    # Words that the lemmatiser does not know: "asynchrones".
    for base, *others in _buckets(
        found, lambda form: tuple(word.rstrip("sx") for word in form.words)
    ):
        for other in others:
            if _differ_in_numbers(base, other, language):
                yield Relation(base.row, other.row, "number")


def _differ_in_numbers(one: Form, other: Form, language: str | None) -> bool:
    pairs = zip(one.words, other.words, strict=True)
    return all(differ_in_number(a, b, language) for a, b in pairs if a != b)


def _graphical(found: Sequence[Form]) -> Iterator[Relation]:
    def written(form: Form) -> Hashable | None:
        return _long(letters("".join(form.words)))

    def lemmatised(form: Form) -> Hashable | None:
        return _long(letters("".join(form.lemmas)))

    for key in (written, lemmatised):
        for base, *others in _buckets(found, key):
            for other in others:
                if base.lemmas != other.lemmas:
                    yield Relation(base.row, other.row, "graphical")


def _long(text: str) -> str | None:
    # "A." and "a′" are two symbols.
    return text if len(text) > 2 else None


def _links(found: Sequence[Form]) -> Iterator[Relation]:
    for base, *others in _buckets(found, lambda form: form.core if len(form.core) > 1 else None):
        for other in others:
            if base.lemmas != other.lemmas:
                yield Relation(base.row, other.row, "link")


def _permutation(found: Sequence[Form]) -> Iterator[Relation]:
    def bag(form: Form) -> Hashable | None:
        core = form.core
        return tuple(sorted(core)) if len(core) > 1 else None

    for bucket in _buckets(found, bag):
        base = bucket[0]
        for other in bucket[1:]:
            # The same words turned round without a linking word are another term: "blood pressure".
            if base.core != other.core and len(base.words) != len(other.words):
                yield Relation(base.row, other.row, "permutation")


def _coordination(found: Sequence[Form], language: str | None) -> Iterator[Relation]:
    classes = word_classes(language)
    joining = {word for word, kinds in classes.items() if "conjunction" in kinds}
    known = _most_frequent(found, lambda form: form.lemmas)
    for form in found:
        for at in range(1, len(form.words) - 1):
            if form.words[at] not in joining or form.content[at]:
                continue
            left, right = form.lemmas[:at], form.lemmas[at + 1 :]
            # "onshore and offshore wind"; "énergie éolienne et solaire".
            pairs = [(left + right[cut:], right) for cut in range(1, len(right))]
            pairs += [(left, left[:cut] + right) for cut in range(1, len(left))]
            for one, other in pairs:
                if one in known and other in known:
                    for base in (known[one], known[other]):
                        yield Relation(base.row, form.row, "coordination")


def _derivation(found: Sequence[Form]) -> Iterator[Relation]:
    kept: dict[Hashable, list[tuple[Form, str]]] = defaultdict(list)
    for form in found:
        core = form.core
        for at, word in enumerate(core):
            if len(word) > 5:
                kept[(core[:at], core[at + 1 :], word[:5])].append((form, word))
    for bucket in kept.values():
        if len(bucket) > _MOST_OF_KEY:
            continue
        for (a, x), (b, y) in combinations(bucket, 2):
            if x != y and share_stem(x, y):
                base, other = sorted((a, b), key=_order)
                yield Relation(base.row, other.row, "derivation")


def _prefixation(found: Sequence[Form]) -> Iterator[Relation]:
    known = _most_frequent(found, lambda form: form.core)
    for form in found:
        core = form.core
        for at, word in enumerate(core):
            for rest in without_prefix(word):
                base = known.get((*core[:at], rest, *core[at + 1 :]))
                if base is not None:
                    yield Relation(base.row, form.row, "prefixation")


def _inner(found: Sequence[Form]) -> Iterator[Relation]:
    """Insertions and expansions of terms of two content words and more."""
    known = _most_frequent(found, lambda form: form.core)
    for form in found:
        core = form.core
        if len(core) < 3:
            continue
        for at in range(len(core)):
            base = known.get(core[:at] + core[at + 1 :])
            if base is not None:
                inside = 0 < at < len(core) - 1
                yield Relation(base.row, form.row, "insertion" if inside else "expansion")


def _spelling(found: Sequence[Form]) -> Iterator[Relation]:
    def begin(form: Form) -> Hashable | None:
        text = letters("".join(form.words))
        return text[:2] if len(text) >= _SHORTEST else None

    for bucket in _buckets(found, begin):
        texts = [letters("".join(form.words)) for form in bucket]
        lengths = np.array([len(text) for text in texts], np.int64)
        codes = np.zeros((len(texts), int(lengths.max())), np.int32)
        for row, text in enumerate(texts):
            codes[row, : len(text)] = [ord(character) for character in text]
        for a, b in near_strings(codes, lengths, _RATIO):
            one, other = bucket[a], bucket[b]
            if one.lemmas != other.lemmas and _word_by_word(one, other):
                yield Relation(one.row, other.row, "spelling")


def _word_by_word(one: Form, other: Form) -> bool:
    """Return True if no word stands for quite another one, and all digits are the same."""
    if [c for c in one.text if c.isdigit()] != [c for c in other.text if c.isdigit()]:
        return False
    if len(one.words) != len(other.words):
        return True
    return all(
        a == b or (_ratio(a, b) >= _WORD_RATIO and not a.endswith(b) and not b.endswith(a))
        for a, b in zip(one.words, other.words, strict=True)
    )


def _ratio(one: str, other: str) -> float:
    return 1 - float(Levenshtein.distance(one, other)) / max(len(one), len(other))


def _most_frequent(
    found: Sequence[Form], key: Callable[[Form], tuple[str, ...]]
) -> dict[tuple[str, ...], Form]:
    return {key(form): form for form in sorted(found, key=_order, reverse=True)}
