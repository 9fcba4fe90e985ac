"""TICO-19 as a task for term alignment: parallel sentences, their word links, glossary pairs."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.data import data_folder
from diglot.pipeline.build.building import align_pairs
from diglot.pipeline.build.inputs import find_inputs, read_bitexts
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.stored.pairs import pairs_of
from diglot.terms.extraction.candidates import Candidates, find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.extraction.extract import candidate_termhood
from diglot.text.function_words import function_words, linking_words
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import TermPair, WordLinks
    from diglot.terms.extraction.extract import Termhood

LOCALES = {"fr": "fr", "es": "es-419"}
SOURCE = "en"


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """Sentence pairs to find terms in.

    Attributes:
        source, target: candidates of both sides.
        links: word links with probabilities.
        termhood: of the candidates of both sides.
        gold: pairs of the glossaries that stand together in a sentence pair and are candidates.
        attested: number of glossary pairs that stand together in a sentence pair at all.
    """

    source: Candidates
    target: Candidates
    links: WordLinks
    termhood: tuple[Termhood | None, Termhood | None]
    gold: frozenset[tuple[str, str]]
    attested: int


def sides(
    pairs: Sequence[tuple[list[str], list[str]]], languages: tuple[str, str]
) -> tuple[Candidates, Candidates]:
    """Return the candidates of both sides of tokenised sentence pairs."""
    found = [
        find_candidates(
            encode_corpus(
                (pair[side] for pair in pairs),
                language=language,
                function_words=function_words(language),
                linking_words=linking_words(language),
            )
        )
        for side, language in enumerate(languages)
    ]
    return found[0], found[1]


def task(language: str, *, seed: int = 0) -> Task:
    """Align the words of TICO-19 English and ``language``, and look its glossaries up."""
    folder = data_folder() / "consistency" / "tico19"
    locale = LOCALES[language]
    texts = [folder / "txt" / f"en-{locale}.{side}" for side in (SOURCE, locale)]
    options = BuildOptions(
        source_language=SOURCE, target_language=language, parallel=True, seed=seed
    )
    stored = pairs_of(read_bitexts(find_inputs(*texts, options), options), (SOURCE, language))
    links = align_pairs(stored, options).links
    pairs = list(stored.words())
    source, target = sides(pairs, (SOURCE, language))
    known = glossary(folder / "terminologies", language)
    lines = [[_line(pair[side]) for pair in pairs] for side in (0, 1)]
    phrases = {pair: tuple(map(_line, pair)) for pair in known}
    together = {
        pair
        for pair, (one, other) in phrases.items()
        if any(one in line and other in translated for line, translated in zip(*lines, strict=True))
    }
    held = [{side.text(k).lower() for k in range(len(side))} for side in (source, target)]
    spelled = {(_spelled(one), _spelled(other)) for one, other in together}
    gold = {(one, other) for one, other in spelled if one in held[0] and other in held[1]}
    hoods = candidate_termhood(source), candidate_termhood(target)
    return Task(source, target, links, hoods, frozenset(gold), len(together))


def glossary(folder: Path, language: str) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the pairs of all glossaries from English into a language, as lower-cased tokens."""
    found = set()
    for path in sorted(folder.glob(f"*en?{language}*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                pair = [(row[name] or "").strip() for name in ("sourceString", "targetString")]
                if all(pair):
                    one, other = (
                        tuple(words(text.lower(), code))
                        for text, code in zip(pair, (SOURCE, language), strict=True)
                    )
                    found.add((one, other))
    return found


def judged(
    pairs: Sequence[TermPair], gold: frozenset[tuple[str, str]]
) -> tuple[float, float, float]:
    """Return recall, average precision and P@1 per source over the pairs of gold sources.

    Other sources are not judged: the glossaries are small.
    """
    sources = {source for source, _ in gold}
    first: dict[str, str] = {}
    right = rank = 0
    total = 0.0
    for pair in pairs:
        one, other = pair.source.lower(), pair.target.lower()
        if one not in sources:
            continue
        rank += 1
        first.setdefault(one, other)
        if (one, other) in gold:
            right += 1
            total += right / rank
    hits = sum((one, other) in gold for one, other in first.items())
    return right / len(gold), total / len(gold), hits / len(sources)


def _line(tokens: Sequence[str]) -> str:
    return f" {' '.join(tokens)} ".lower().replace("’", "'")


def _spelled(tokens: Sequence[str]) -> str:
    return _line(tokens).strip().replace("' ", "'")
