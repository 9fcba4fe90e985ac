"""Which words of a text are forms of one lemma.

Lemma lists know part of the words, and err on others. The endings that take turns in a text, and
what its forms are linked to in the translation, decide about the rest: forms of a lemma share a
stem and their translations, derived words and compounds share a stem only.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from diglot.flat_arrays import find_sorted
from diglot.text.languages import NOUN_CAPITALS, PREFIXING, UNDETERMINED, is_spaceless, normalise
from diglot.text.lemmas import Lemmatiser, word_test
from diglot.text.spelling import shared_prefix, unify_letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from diglot.model import WordLinks

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

_STEM, _STEM_SHARE = 3, 0.6
_REST = 7
_PART = 3
"""Letters from which on what follows a word may be a second one, not an ending."""
_TRANSLATIONS = 8
_BLOCK = 1 << 16
"""Sentences whose links are counted at a time."""
_SURE = 2.0
"""Links of a word after which half is known of its translations."""
_PRIOR = 3.0
"""Pairs of words that an alternation of endings needs before its own record counts as much."""
_UNKNOWN = 0.15
"""How alike the translations of words with a common beginning are, on the whole."""
_GUESS, _ELSEWHERE = 0.1, 0.1
"""What a lemma counts that no list says, and one that is not among the forms in the text."""
_PARTICLES = re.compile(
    "들?(?:[은는이가을를의도만]|에(?:서|게)?[는도의]?|으?로(?:써|부터)?[는도의]?|[와과][는도의]?|까지[는도의]?"
    "|부터|처럼|보다|마다|이?나|(?:이|입니)다|이(?:라면|라는|라고|고|며)|인)|들"
)
"""What Korean writes behind a noun as one word with it."""
_OF_NOUNS = ("의", "에", "를", "가", "와", "과", "로", "으로")
"""What of it begins no ending of a verb."""
JOIN = 0.5
"""Evidence from which on two words are forms of one lemma."""


@dataclass(frozen=True, slots=True, eq=False)
class Translations:
    """What the words of a text are linked to, in no order; pairs may come more than once.

    Attributes:
        words: shape (n,), numbers of words.
        others: shape (n,), numbers of words of the other text, those of one lemma alike.
        weights: shape (n,), positive, links or the sum of their probabilities.
    """

    words: Whole
    others: Whole
    weights: Floats


class Inflection(Lemmatiser):
    """Lemmas of the words of a text, as `learn_inflection` finds them.

    Words that the text does not have get what the list gives.

    Args:
        language: code.
        lemmas: the lemma of every word of the text.
    """

    def __init__(self, language: str, lemmas: Mapping[str, str]) -> None:
        super().__init__(language)
        self.lemmas = lemmas

    @property
    def method(self) -> str:
        """How lemmas were found, for signatures."""
        return f"{super().method}+forms"

    def lemma(self, word: str) -> str:
        """Return the lemma of ``word`` in lower case."""
        return self.lemmas.get(word.lower()) or super().lemma(word)


def learn_inflection(
    words: Sequence[str],
    counts: Sequence[int] | NDArray[np.integer],
    language: str | None,
    *,
    translations: Translations | None = None,
    capital: NDArray[np.bool_] | None = None,
) -> Inflection:
    """Find out which words are forms of one lemma.

    Two words that begin alike are forms of one another by the evidence of three witnesses: the
    lemma list; the share of translations that they have in common; and how both judge all other
    pairs of words with the same two endings, which is all that is known of a rare word. Words join
    the lemma of the most frequent word with whose forms they agree.

    Args:
        words: distinct words in lower case.
        counts: how often each occurs.
        language: code or name; None where it is unknown.
        translations: what the words are linked to; None for a text without translation.
        capital: shape (words,), which of them `have_capitals`; None: none of them.

    Raises:
        ConfigError: the language is unknown.

    Reference:
        Yarowsky and Wicentowski 2000, Minimally supervised morphological analysis by multimodal
        alignment; the endings that take turns are the signatures of Goldsmith 2001, Unsupervised
        learning of the morphology of a natural language.
    """
    code = normalise(language) if language else UNDETERMINED
    listed = Lemmatiser(code)
    if is_spaceless(code) or not len(words):
        return Inflection(code, {})
    lemmas = [listed.lemma(word) for word in words]
    if capital is not None and code in NOUN_CAPITALS:
        # "Befehlen" are commands there, "befehlen" is to command.
        for place in np.flatnonzero(capital).tolist():
            lemmas[place] = listed.lemma(words[place][:1].upper() + words[place][1:])
    known = word_test(code) or (lambda _: False)
    sure = np.array([known(word) for word in words], np.bool_)
    if code == "ko":
        lemmas, sure = _without_particles(words)
    spelt = _turned(words, code)
    sizes = np.array([len(word) for word in spelt], np.int64)
    order = np.argsort(np.array(spelt, np.str_), kind="stable")
    one, other, stem = _neighbours([spelt[k] for k in order.tolist()])
    one, other = order[one], order[other]
    turns = _turns(spelt, one, other, stem)
    score = _evidence(spelt, lemmas, sure, one, other, stem, turns.min(0), translations)
    if code == "ko":
        # "BIOS 설정에서" is linked to "in BIOS setup", and is a form of "BIOS 설정" all the same.
        nouns = np.unique(lemmas, return_inverse=True)[1]
        score[sure[one] & sure[other] & (nouns[one] == nouns[other])] = 1.0
    # Of equally frequent words the first of the alphabet leads.
    rank = np.lexsort((np.argsort(order), -np.asarray(counts, np.float64)))
    group = _join(rank.tolist(), np.asarray(counts, np.float64), lemmas, one, other, score)
    whole = np.stack([stem == sizes[side] for side in (other, one)])
    lemmas, sure = _lemmas_by_endings(words, lemmas, sure, one, other, whole, turns, group)
    return Inflection(code, _names(words, lemmas, sure, np.asarray(counts), group, rank))


def have_capitals(
    tokens: NDArray[np.integer], offsets: Whole, capitals: NDArray[np.bool_], size: int
) -> NDArray[np.bool_]:
    """Return which of ``size`` words mostly have a capital where they do not begin a sentence.

    Args:
        tokens: shape (tokens,), word numbers.
        offsets: shape (sentences + 1,), where sentences begin in ``tokens``.
        capitals: shape (tokens,), which tokens begin with a capital.
        size: number of words.
    """
    inside = np.ones(len(tokens) + 1, np.bool_)
    inside[offsets] = False
    tokens, capitals = tokens[inside[:-1]], capitals[inside[:-1]]
    written = np.bincount(tokens[capitals], minlength=size)
    return 2 * written > np.bincount(tokens, minlength=size)


class EncodedText(Protocol):
    """Sentences as numbers of words."""

    @property
    def language(self) -> str | None:
        """Code; None where it is unknown."""

    @property
    def words(self) -> Sequence[str]:
        """The words by number, in lower case."""

    @property
    def tokens(self) -> NDArray[np.integer]:
        """Shape (tokens,), word numbers."""

    @property
    def offsets(self) -> Whole:
        """Shape (sentences + 1,), where sentences begin in ``tokens``."""

    @property
    def capitals(self) -> NDArray[np.bool_]:
        """Shape (tokens,), which tokens begin with a capital."""


def learn_inflections(
    source: EncodedText, target: EncodedText, links: WordLinks
) -> tuple[Inflection, Inflection]:
    """Find out which words of parallel sentences are forms of one lemma, on both sides.

    ``links`` are those between the words of sentence k of ``source`` and of ``target``.
    """
    sides = (source, target)
    *linked, weights = _linked_words(source, target, links)
    lemmatisers = [Lemmatiser(side.language or UNDETERMINED) for side in sides]
    found: dict[int, Inflection] = {}
    # Forms are learnt from lemmas of the other side: first where a list gives these.
    for here in (1, 0) if lemmatisers[0].method != "identity" else (0, 1):
        side, other = sides[here], sides[1 - here]
        lemma = lemmatisers[1 - here].lemma
        numbers: dict[str, int] = {}
        lemmas = [numbers.setdefault(lemma(word), len(numbers)) for word in other.words]
        others = np.array(lemmas, np.int64)[linked[1 - here]]
        lemmatisers[here] = found[here] = learn_inflection(
            side.words,
            np.bincount(side.tokens, minlength=len(side.words)),
            side.language,
            translations=Translations(linked[here], others, weights),
            capital=have_capitals(side.tokens, side.offsets, side.capitals, len(side.words)),
        )
    return found[0], found[1]


def _linked_words(
    source: EncodedText, target: EncodedText, links: WordLinks
) -> tuple[Whole, Whole, Floats]:
    """Return the distinct pairs of words that are linked, and the sum of the scores of each.

    Sentences are gone through in blocks: links of all of them at once would fill gigabytes.
    """
    width = len(target.words)
    cells: Whole = np.zeros(0, np.int64)
    sums: NDArray[Any] = np.zeros(0)
    for first in range(0, links.pairs, _BLOCK):
        offsets = links.offsets[first : first + _BLOCK + 1]
        here = slice(int(offsets[0]), int(offsets[-1]))
        sentence = np.repeat(np.arange(first, first + len(offsets) - 1), np.diff(offsets))
        words = source.tokens[source.offsets[sentence] + links.source[here]].astype(np.int64)
        others = target.tokens[target.offsets[sentence] + links.target[here]]
        scores = np.ones(len(words)) if links.scores is None else links.scores[here]
        found, at = np.unique(np.append(cells, words * width + others), return_inverse=True)
        cells, sums = found, np.bincount(at, np.append(sums, scores), len(found))
    return cells // width, cells % width, sums


def _without_particles(words: Sequence[str]) -> tuple[list[str], NDArray[np.bool_]]:
    """Return Korean words without particles, where the text has them so too, and which these are.

    It is enough that the text has them with another particle, one that stands behind nouns only.
    Of a word of one syllable it is only a guess, and of an open one not even that: "나이", age, is
    no form of "나".
    """
    endings: dict[str, set[str]] = defaultdict(set)
    for word in words:
        for cut in range(2, len(word)):
            if _PARTICLES.fullmatch(word, cut):
                endings[word[:cut]].add(word[cut:])
    known = frozenset(words).union(
        noun
        for noun, found in endings.items()
        if len(found) > 1 and any(each.startswith(_OF_NOUNS) for each in found)
    )
    lemmas, listed = list(words), set[str]()
    for place, word in enumerate(words):
        cuts = (cut for cut in range(1, len(word)) if word[:cut] in known)
        noun = next((word[:cut] for cut in cuts if _PARTICLES.fullmatch(word, cut)), word)
        if len(unicodedata.normalize("NFD", noun)) >= _STEM:
            lemmas[place] = noun
            listed |= {noun, word} if 1 < len(noun) < len(word) else set()
    return lemmas, np.array([word in listed for word in words], np.bool_)


def _turned(words: Sequence[str], code: str) -> Sequence[str]:
    """Return words so that their forms begin alike.

    A sign of Korean is a syllable, and endings may begin inside of one. An article or a preposition
    that is written before its word comes behind it, if the text has the word without it.
    """
    if code == "ko":
        return [unicodedata.normalize("NFD", word) for word in words]
    if code not in PREFIXING:
        return words
    known, prefix = frozenset(words), PREFIXING[code]
    found = []
    for word in words:
        cuts = (cut for cut in range(len(word) - _STEM, 0, -1) if word[cut:] in known)
        cut = next((cut for cut in cuts if prefix.fullmatch(unify_letters(word[:cut]))), 0)
        found.append(f"{word[cut:]}\0{word[:cut]}" if cut else word)
    return found


def _neighbours(words: Sequence[str]) -> tuple[Whole, Whole, Whole]:
    """Return pairs of words that begin alike, of a sorted list, and the letters they share."""
    lengths = np.array([len(word) for word in words], np.int64)
    shared = np.array([shared_prefix(a, b) for a, b in pairwise(words)], np.int64)
    found: list[tuple[Whole, Whole, Whole]] = []
    first, stem = np.arange(len(words) - 1), shared.copy()
    step = 1
    while True:
        alike = stem >= _STEM
        first, stem = first[alike], stem[alike]
        if not len(first):
            break
        second = first + step
        a, b = lengths[first], lengths[second]
        near = (stem >= _STEM_SHARE * np.minimum(a, b)) & (np.maximum(a, b) - stem <= _REST)
        found.append((first[near], second[near], stem[near]))
        # The next word down the list shares no more than all between do.
        inside = first + step < len(words) - 1
        first, stem = first[inside], np.minimum(stem[inside], shared[first[inside] + step])
        step += 1
    if not found:
        none = np.zeros(0, np.int64)
        return none, none, none
    joined = [np.concatenate(part) for part in zip(*found, strict=True)]
    return joined[0], joined[1], joined[2]


def _evidence(
    words: Sequence[str],
    lemmas: Sequence[str],
    sure: NDArray[np.bool_],
    one: Whole,
    other: Whole,
    stem: Whole,
    turns: Whole,
    translations: Translations | None,
) -> Floats:
    """Return for every pair of words how far they are forms of one lemma, in [0, 1]."""
    numbers: dict[str, int] = {}
    lemma = np.array([numbers.setdefault(each, len(numbers)) for each in lemmas], np.int64)
    same = lemma[one] == lemma[other]
    # A list that has both words is a witness; a guess by endings is a weaker one, for them only.
    listed = np.where(sure[one] & sure[other], 1.0, np.where(same, 0.5, 0.0))
    alike, seen = np.zeros(len(one)), np.zeros(len(one))
    if translations is not None:
        alike, seen = _likeness(len(words), one, other, translations)
    weight = listed + 2.0 * seen
    value = listed * same + 2.0 * seen * alike
    endings = {
        words[max(a, b, key=lambda k: len(words[k]))][size:]
        for a, b, size in zip(
            *(each[same & (listed == 1.0)].tolist() for each in (one, other, stem)), strict=True
        )
    }
    compound = _are_compounds(words, {*words, *lemmas}, endings, one, other, stem)
    _, kind = np.unique(turns, return_inverse=True)
    record = np.bincount(kind, value)[kind] - value
    weighed = np.bincount(kind, weight)[kind] - weight
    usual = (record + _PRIOR * _UNKNOWN) / (weighed + _PRIOR)
    score: Floats = (value + usual) / (weight + 1.0)
    return np.where(compound, 0.0, score)


def _turns(words: Sequence[str], one: Whole, other: Whole, stem: Whole) -> Whole:
    """Return numbers of the endings that take turns in pairs of words, in both orders: (2, pairs).

    Equal numbers are equal endings in the same order.
    """
    endings: dict[str, int] = {}
    rest = [
        np.array(
            [
                endings.setdefault(words[k][size:], len(endings))
                for k, size in zip(side.tolist(), stem.tolist(), strict=True)
            ],
            np.int64,
        )
        for side in (one, other)
    ]
    size = max(len(endings), 1)
    return np.stack([rest[0] * size + rest[1], rest[1] * size + rest[0]])


def _lemmas_by_endings(
    words: Sequence[str],
    lemmas: Sequence[str],
    sure: NDArray[np.bool_],
    one: Whole,
    other: Whole,
    whole: NDArray[np.bool_],
    turns: Whole,
    group: Whole,
) -> tuple[list[str], NDArray[np.bool_]]:
    """Give words that the list lacks the lemma that words with their endings have in the list.

    Norwegian "manualside" is the lemma of "manualsiden", as "pakke" is that of "pakken". Where no
    ending tells, it is the shortest form that the word begins with: ``whole`` says where the second
    word of a pair is the beginning of the first one, and the other way round. Beside the lemmas
    goes which words have one by the list, or by their endings.
    """
    word, lemma = np.concatenate([one, other]), np.concatenate([other, one])
    _, kind = np.unique(turns, return_inverse=True)
    kind = kind.ravel()
    number = {text: place for place, text in enumerate(words)}
    of_list = np.array([number.get(each, -1) for each in lemmas], np.int64)
    cited = of_list[word] == lemma
    alike = sure[word] & (cited | (sure[lemma] & (of_list[word] == of_list[lemma])))
    chance = np.bincount(kind, alike & cited) / (np.bincount(kind, alike) + 1.0)
    length = np.array([len(text) for text in words], np.int64)[lemma]
    within = ~sure[word] & (group[word] == group[lemma])
    begins = within & whole.ravel()
    by_ending = within & (chance[kind] > JOIN)
    found, told = list(lemmas), sure.copy()
    # The last one counts: the shortest beginning, the likeliest ending.
    ranked = [
        *np.flatnonzero(begins)[np.argsort(-length[begins], kind="stable")].tolist(),
        *np.flatnonzero(by_ending)[np.argsort(chance[kind[by_ending]], kind="stable")].tolist(),
    ]
    for at in ranked:
        found[word[at]] = words[lemma[at]]
    told[word[by_ending]] = True
    return found, told


def _are_compounds(
    words: Sequence[str],
    known: AbstractSet[str],
    endings: AbstractSet[str],
    one: Whole,
    other: Whole,
    stem: Whole,
) -> NDArray[np.bool_]:
    """Return which pairs are a word and a compound of it with another known word.

    An *s* may link them, and the first may lose its *e*: Swedish "nätverk", "nätverksenhet", German
    "Sprache", "Sprachauswahl". Behind a hyphen stands a word, however short: "Datenquellen-URL".
    What is an ending of listed words is no word of three letters.
    """
    found = np.zeros(len(one), np.bool_)
    for at, (a, b, size) in enumerate(
        zip(one.tolist(), other.tolist(), stem.tolist(), strict=True)
    ):
        short, long = sorted((words[a], words[b]), key=len)
        rest = long[size:].lstrip("-")
        least = 2 if long[size : size + 1] == "-" else _PART + (rest in endings)
        found[at] = size >= len(short.removesuffix("e")) and any(
            len(part) >= least and part in known for part in {rest, rest.removeprefix("s")}
        )
    return found


def _likeness(
    size: int, one: Whole, other: Whole, translations: Translations
) -> tuple[Floats, Floats]:
    """Return the share of their translations that pairs of words have in common.

    Beside it goes how well these are known, in [0, 1).
    """
    width = int(translations.others.max(initial=0)) + 1
    cells, at = np.unique(translations.words * width + translations.others, return_inverse=True)
    weights = np.bincount(at, translations.weights, len(cells))
    rows = cells // width
    total = np.bincount(rows, weights, size)
    # The best translations of every word are enough.
    order = np.lexsort((-weights, rows))
    place = np.arange(len(order)) - np.searchsorted(rows[order], rows[order])
    kept = np.sort(order[place < _TRANSLATIONS])
    cells, rows = cells[kept], rows[kept]
    shares = weights[kept] / total[rows]
    starts = np.searchsorted(rows, np.arange(size + 1))
    common = np.zeros(len(one))
    for column in range(_TRANSLATIONS):
        cell = starts[one] + column
        there = np.flatnonzero(cell < starts[one + 1])
        if not len(there):
            break
        wanted = other[there] * width + cells[cell[there]] % width
        found = find_sorted(wanted, cells)
        hit = found >= 0
        common[there[hit]] += np.minimum(shares[cell[there[hit]]], shares[found[hit]])
    least = np.minimum(total[one], total[other])
    return common, least / (least + _SURE)


def _join(
    rank: Sequence[int],
    counts: Floats,
    lemmas: Sequence[str],
    one: Whole,
    other: Whole,
    score: Floats,
) -> Whole:
    """Return the group of every word: that of the most frequent word that it agrees with.

    A word joins a group if the mean of its evidence with all members that it begins like speaks
    for it.
    """
    group = np.arange(len(counts))
    beside: list[list[tuple[int, float]]] = [[] for _ in range(len(counts))]
    for a, b, value in zip(one.tolist(), other.tolist(), score.tolist(), strict=True):
        beside[a].append((b, value))
        beside[b].append((a, value))
    irregular: dict[str, int] = {}
    done = np.zeros(len(counts), np.bool_)
    for word in rank:
        done[word] = True
        sums: dict[int, tuple[float, float]] = {}
        for near, value in beside[word]:
            if done[near]:
                total, weight = sums.get(group[near], (0.0, 0.0))
                share = 1.0 + np.log1p(counts[near])
                sums[group[near]] = (total + share * value, weight + share)
        best = max(sums, key=lambda each: sums[each][0] / sums[each][1], default=None)
        if best is not None and sums[best][0] >= JOIN * sums[best][1]:
            group[word] = best
        elif not sums and lemmas[word] in irregular:
            # Nothing begins alike: "went". Only a list can know.
            group[word] = irregular[lemmas[word]]
        irregular.setdefault(lemmas[word], int(group[word]))
    return group


def _names(
    words: Sequence[str],
    lemmas: Sequence[str],
    sure: NDArray[np.bool_],
    counts: NDArray[np.integer],
    group: Whole,
    rank: Whole,
) -> dict[str, str]:
    """Return the lemma of every word: that which the list gives most occurrences of its group."""
    place = {word: int(number) for word, number in zip(words, group.tolist(), strict=True)}
    votes: dict[int, dict[str, float]] = {}
    for word in rank.tolist():
        number = int(group[word])
        lemma = lemmas[word]
        of_group = votes.setdefault(number, {})
        weight = float(counts[word]) * (1.0 if sure[word] else _GUESS)
        # A list takes "steg", a step, for a form of "stega", to pace.
        weight *= 1.0 if place.get(lemma) == number else _ELSEWHERE
        of_group[lemma] = of_group.get(lemma, 0.0) + weight
    taken: set[str] = set()
    chosen: dict[int, str] = {}
    for number, of_group in votes.items():
        ranked = sorted(of_group, key=lambda lemma: -of_group[lemma])
        # Two groups that the list takes for one keep apart.
        free = [lemma for lemma in ranked if lemma not in taken]
        chosen[number] = free[0] if free else words[number]
        taken.add(chosen[number])
    return {word: chosen[number] for word, number in zip(words, group.tolist(), strict=True)}
