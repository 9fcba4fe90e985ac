"""`cuni-monoses`: unsupervised phrase-based translation of terms, learnt from comparable texts.

Runs of one to three words have vectors of their own, which are mapped without a dictionary. What is
near becomes a phrase table, and a decoder gives the ten best translations of every term, in both
directions. Then sentences of either language are translated into the other; a phrase table of them
and their originals joins the first one, and the terms are translated again.

Reference: Artetxe, Labaka and Agirre (2019), An effective approach to unsupervised machine
translation; Požár et al. (2022), CUNI submission to the BUCC 2022 shared task.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning.mapping import (
    centre_and_normalise,
    nearest_targets,
    refine_map,
    unit_rows,
)
from diglot.learning.word_vectors import train_vectors
from diglot.model import TermPair
from diglot.terms.comparable.decoding import LONGEST, LanguageModel, Translator, Words
from diglot.terms.comparable.interface import Resources, Side
from diglot.terms.comparable.mapped import FREQUENT, ROUNDS, Space, start_map
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import words as tokens_of

VOCABULARY = (10_000, 8_000, 4_000)
"""Words, pairs and triples of words that have vectors, the most frequent ones."""
LEAST = 5
"""Occurrences of a pair or triple of words."""
CUTS = 1
"""Readings of the texts with pairs and triples of words as one, besides that word by word."""
JOINED = 0.5
"""Share of places where a known run of words is one."""
NEAREST = 100
"""Phrases that the probabilities of a phrase are shared out to."""
PHRASES = 20
"""Of them the decoder sees."""
FEATURES = (0.2, 0.15, 0.2, 0.15)
"""Weights of the logarithms: of a target phrase given the source and the lexical weight of it, and
the other way round."""
LENGTH = 0.3
"""Added for every target word, against the language model's liking for few."""
LEAST_CHANCE, LEAST_LEXICAL = 1e-6, 1e-3
FITTED = 5_000
"""Phrases that the temperature of the softmax is fitted to."""
SENTENCES = 4_000
"""Sentences of each language that are translated back."""
SHORT, LONG = 3, 15
"""Words of such a sentence."""
SHARE = 0.5
"""Of the translated sentences in the second phrase table."""

Table = dict["Words", list[tuple["Words", tuple[float, float, float, float]]]]
"""Target phrases of source phrases with phi(t|s), lex(t|s), phi(s|t), lex(s|t)."""


def cuni_monoses(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    start: str = "identical",
    rounds: int = ROUNDS,
    iterations: int = 1,
    sentences: int = SENTENCES,
    seed: int = 0,
) -> list[TermPair]:
    """Score the pairs that are among the ten best translations of one term.

    The score is the mean over both directions, and over the phrase tables before and after
    back-translation, of the share of a translation in the ten best.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: texts of both languages, and what makes a phrase table of sentence pairs; no
            dictionary is used.
        start: of the map, see `cuni_muse`.
        rounds: of its refinement.
        iterations: of back-translation, 0 or 1.
        sentences: of each language that are translated back.
        seed: of the readings, of an adversarial start and of the choice of sentences.

    Raises:
        ConfigError: texts are missing, or hold too little.
    """
    sides = resources.source, resources.target
    for side, name in zip(sides, ("source", "target"), strict=True):
        if side.sentences is None:
            raise ConfigError(f"the method cuni-monoses needs texts of the {name} language")
    models = [LanguageModel(side.sentences or ()) for side in sides]
    tables = induced_tables(sides, start=start, rounds=rounds, seed=seed)
    found = [_translators(tables, models)]
    for _ in range(iterations):
        if resources.phrases is None:
            raise ConfigError("the method cuni-monoses needs word alignment: call it by diglot")
        tables = _retranslated(tables, found[-1], resources, sentences, seed)
        found.append(_translators(tables, models))
    return translated_pairs(source_terms, target_terms, sides, found)


def smt(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Score pairs as `cuni_monoses` does, with the phrase tables of given parallel text.

    So the organisers of BUCC 2022 found candidates for their gold, from source to target.

    Raises:
        ConfigError: parallel text is missing.
    """
    if not resources.parallel or resources.phrases is None:
        raise ConfigError("the method smt needs parallel text: name it as bitext")
    translators = (
        parallel_translator(resources.parallel, resources),
        parallel_translator([(other, one) for one, other in resources.parallel], resources),
    )
    sides = resources.source, resources.target
    return translated_pairs(source_terms, target_terms, sides, [translators])


def parallel_translator(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]], resources: Resources
) -> Translator:
    """Return what the phrase pairs of parallel text, and the text of its target, translate by."""
    assert resources.phrases is not None  # noqa: S101 - the caller has asked
    table: Table = defaultdict(list)
    for source, target, values in resources.phrases(pairs, LONGEST):
        table[source].append((target, values))
    return Translator(phrase_options(table), LanguageModel(other for _, other in pairs))


def translated_pairs(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    sides: tuple[Side, Side],
    translators: Sequence[tuple[Translator, Translator]],
) -> list[TermPair]:
    """Translate the terms of both lists by every translator, and keep the terms of the other.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        sides: their languages.
        translators: of both directions, each pair a method of its own.
    """
    terms = (source_terms, target_terms)
    cut = [_cut(each, side.language) for each, side in zip(terms, sides, strict=True)]
    scores: dict[tuple[str, str], float] = defaultdict(float)
    for pair in translators:
        for k, translator in enumerate(pair):
            for words, here in cut[k].items():
                for said, share in translator.shares(words):
                    for there in cut[1 - k].get(said, ()):
                        for one in here:
                            key = (there, one) if k else (one, there)
                            scores[key] += share / (2 * len(translators))
    return [TermPair(one, other, score=score) for (one, other), score in scores.items()]


def _cut(terms: Iterable[str], language: str) -> dict[Words, list[str]]:
    """Return terms by their words."""
    found: dict[Words, list[str]] = defaultdict(list)
    for term in terms:
        if words := tuple(word.lower() for word in tokens_of(term, language)):
            found[words].append(term)
    return found


def _translators(
    tables: tuple[Table, Table], models: Sequence[LanguageModel]
) -> tuple[Translator, Translator]:
    return (
        Translator(phrase_options(tables[0]), models[1]),
        Translator(phrase_options(tables[1]), models[0]),
    )


def phrase_options(table: Table) -> dict[Words, list[tuple[Words, float]]]:
    """Return the best phrases of a table with the weighted sum of their features."""
    found = {}
    for source, rows in table.items():
        options = [
            (
                target,
                sum(
                    weight * math.log(max(value, LEAST_CHANCE))
                    for weight, value in zip(FEATURES, values, strict=True)
                )
                + LENGTH * len(target),
            )
            for target, values in rows
        ]
        found[source] = sorted(options, key=lambda each: (-each[1], each[0]))[:PHRASES]
    return found


# The phrase table that vectors give.


def induced_tables(
    sides: tuple[Side, Side], *, start: str, rounds: int, seed: int
) -> tuple[Table, Table]:
    """Return the phrase tables of both directions that the vectors of word groups give.

    Raises:
        ConfigError: the texts hold too little.
    """
    spaces = [_phrase_space(side, seed) for side in sides]
    of, to = spaces
    weights = start_map(of, to, start=start, seed=seed)
    weights = refine_map(of.matrix[:FREQUENT], to.matrix[:FREQUENT], weights, rounds=rounds)
    matrices = unit_rows(of.matrix @ weights), to.matrix
    phrases = [[tuple(text.split(" ")) for text in space.rows] for space in spaces]
    chances = [_chances(matrices[k], matrices[1 - k]) for k in (0, 1)]
    words = [_word_chances(phrases[k], phrases[1 - k], chances[k]) for k in (0, 1)]
    return (
        _table(phrases[0], phrases[1], chances[0], chances[1], (words[0], words[1])),
        _table(phrases[1], phrases[0], chances[1], chances[0], (words[1], words[0])),
    )


def _phrase_space(side: Side, seed: int) -> Space:
    """Train vectors of words, pairs and triples of words; the words come first."""
    known = _vocabulary(side.sentences or ())
    readings = list(_readings(side.sentences or (), known, seed))
    vectors = train_vectors(readings, epochs=5)
    order = sorted(
        (row for row, text in enumerate(vectors.words) if " " in text or text in known),
        key=lambda row: vectors.words[row].count(" "),
    )
    rows = {vectors.words[row]: number for number, row in enumerate(order)}
    return Space(rows, centre_and_normalise(vectors.matrix[order]), Lemmatiser(side.language))


def _vocabulary(sentences: Iterable[Sequence[str]]) -> set[str]:
    """Return the most frequent words, pairs and triples of words, with spaces between."""
    counts: list[Counter[tuple[str, ...]]] = [Counter() for _ in range(LONGEST)]
    for sentence in sentences:
        for length, counter in enumerate(counts, 1):
            counter.update(zip(*(sentence[at:] for at in range(length)), strict=False))
    found: set[str] = set()
    for length, (counter, most) in enumerate(zip(counts, VOCABULARY, strict=True), 1):
        likely = [
            (ngram, count)
            for ngram, count in counter.items()
            if length == 1 or (count >= LEAST and all(word[0].isalnum() for word in ngram))
        ]
        likely.sort(key=lambda each: (-each[1], each[0]))
        found.update(" ".join(ngram) for ngram, _ in likely[:most])
    return found


def _readings(
    sentences: Sequence[Sequence[str]], known: set[str], seed: int
) -> Iterator[list[str]]:
    """Give the sentences word by word, and with some of the known runs of words as one each."""
    random = np.random.default_rng(seed)
    for sentence in sentences:
        yield list(sentence)
        for _ in range(CUTS):
            drawn = random.random((len(sentence), 2))
            found, at = [], 0
            for place, (joined, length) in enumerate(drawn.tolist()):
                if place < at:  # inside the run of words before
                    continue
                size = 1
                if joined < JOINED:
                    size = 3 if length < JOINED else 2
                    while size > 1 and " ".join(sentence[at : at + size]) not in known:
                        size -= 1
                size = min(size, len(sentence) - at)
                found.append(" ".join(sentence[at : at + size]))
                at += size
            yield found


@dataclass(frozen=True, slots=True, eq=False)
class _Chances:
    """Probabilities of the nearest phrases of every phrase, by row."""

    columns: NDArray[np.int64]
    values: NDArray[np.float64]


def _chances(source: NDArray[np.float32], target: NDArray[np.float32]) -> _Chances:
    """Share out the probability of every phrase to its nearest ones by a softmax of the cosine."""
    best = min(NEAREST, len(target))
    _, j, cosines = nearest_targets(source, target, best=best, retrieval="cosine")
    columns, cosines = j.reshape(-1, best), cosines.reshape(-1, best)
    temperature = _temperature(source, target, columns, cosines)
    weights = np.exp((cosines - cosines.max(axis=1, keepdims=True)) / temperature)
    return _Chances(columns, weights / weights.sum(axis=1, keepdims=True))


def _temperature(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    columns: NDArray[np.int64],
    cosines: NDArray[np.float64],
) -> float:
    """Return the one that makes phrases likely as translations of those they are nearest to."""
    _, back, _ = nearest_targets(target, source, best=1, retrieval="cosine")
    held = columns[back] == np.arange(len(target))[:, None]
    some = np.flatnonzero(held.any(axis=1))[:FITTED]
    own = cosines[back[some]][held[some]]
    below = cosines[back[some]] - own[:, None]
    grid = np.geomspace(0.01, 0.5, 25)
    loss = [np.log(np.exp(np.minimum(below / each, 500)).sum(axis=1)).sum() for each in grid]
    return float(grid[int(np.argmin(loss))])


def _word_chances(
    source: Sequence[Words], target: Sequence[Words], chances: _Chances
) -> dict[str, dict[str, float]]:
    """Return the probabilities of words as translations of words."""
    return {
        phrase[0]: {
            target[column][0]: value
            for column, value in zip(
                chances.columns[row].tolist(), chances.values[row].tolist(), strict=True
            )
            if len(target[column]) == 1
        }
        for row, phrase in enumerate(source)
        if len(phrase) == 1
    }


def _table(
    source: Sequence[Words],
    target: Sequence[Words],
    forward: _Chances,
    backward: _Chances,
    words: tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]],
) -> Table:
    """Put together the phrase table of one direction."""
    order = np.argsort(-forward.values, axis=1, kind="stable")[:, :PHRASES]
    found: Table = {}
    for row, phrase in enumerate(source):
        columns = forward.columns[row, order[row]]
        same = backward.columns[columns] == row
        inverse = (backward.values[columns] * same).sum(axis=1)
        found[phrase] = [
            (
                target[column],
                (
                    value,
                    _lexical_weight(phrase, target[column], words[0]),
                    back,
                    _lexical_weight(target[column], phrase, words[1]),
                ),
            )
            for column, value, back in zip(
                columns.tolist(),
                forward.values[row, order[row]].tolist(),
                inverse.tolist(),
                strict=True,
            )
        ]
    return found


def _lexical_weight(
    source: Words, target: Words, chances: Mapping[str, Mapping[str, float]]
) -> float:
    """Return the product over target words of the best chance that a source word gives them."""
    product = 1.0
    for word in target:
        product *= max(max(chances.get(of, {}).get(word, 0.0) for of in source), LEAST_LEXICAL)
    return product


# Back-translation.


def _retranslated(
    tables: tuple[Table, Table],
    translators: tuple[Translator, Translator],
    resources: Resources,
    sentences: int,
    seed: int,
) -> tuple[Table, Table]:
    """Translate sentences of both languages, and join what their phrase pairs say to the tables."""
    assert resources.phrases is not None  # noqa: S101 - cuni_monoses has asked
    sides = resources.source, resources.target
    found = []
    for k, table in enumerate(tables):
        # The target is what people wrote, the source what the other direction makes of it.
        chosen = _chosen_sentences(sides[1 - k].sentences or (), sentences, seed)
        made = [(translators[1 - k].sentence(each), each) for each in chosen]
        learnt: Table = defaultdict(list)
        for source, target, values in resources.phrases(made, LONGEST):
            learnt[source].append((target, values))
        found.append(_joined(table, learnt))
    return found[0], found[1]


def _chosen_sentences(
    sentences: Sequence[Sequence[str]], number: int, seed: int
) -> list[Sequence[str]]:
    fit = [each for each in sentences if SHORT <= len(each) <= LONG]
    order = np.random.default_rng((seed, 1)).permutation(len(fit))[:number]
    return [fit[place] for place in np.sort(order).tolist()]


def _joined(table: Table, learnt: Table) -> Table:
    """Return both tables as one; what is in one alone keeps its probabilities' share."""
    found = dict(table)
    for source, rows in learnt.items():
        if source not in table:
            found[source] = rows
            continue
        values: dict[Words, list[float]] = {}
        for share, own in ((1 - SHARE, table[source]), (SHARE, rows)):
            for target, features in own:
                mixed = values.setdefault(target, [0.0] * len(features))
                for place, value in enumerate(features):
                    mixed[place] += share * value
        found[source] = [(target, tuple(mixed)) for target, mixed in values.items()]  # type: ignore[misc]
    return found
