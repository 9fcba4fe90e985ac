"""A benchmark for comparable corpora after the protocol of BUCC 2022 (see the README).

Texts: the two halves of php-docs that do not translate each other, TTC wind energy, ACTER. Gold:
EuroVoc, TTC and TICO-19 pairs whose sides both occur twice. Distractors: word groups of ACTER.
"""

from __future__ import annotations

import csv
import gzip
import random
import tarfile
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from bench.data import data_folder
from diglot.text.function_words import function_words, linking_words
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

SEED = 2022
DROPPED = 0.5
"""Probability that the source sentence of a pair is dropped; else the target sentence is."""
ATTESTED = 2
"""Occurrences of a gold term on its side."""
DISTRACTORS = (400, 3000)
DISTRACTOR_FREQUENCY = 5
LONGEST = 4
_TTC = {"en": "english", "fr": "french", "de": "german", "es": "spanish", "ru": "russian"}

Sentences = list[list[str]]
Pairs = dict[tuple[str, str], str]


@dataclass(frozen=True, slots=True, eq=False)
class Benchmark:
    """Two lists of terms, the pairs among them that are right, and the texts.

    Attributes:
        languages: of source and target.
        source: terms in lower case, shuffled.
        target: the same of the other language.
        gold: right pairs, each with the name of its list.
        spare: word groups that could have been distractors: training material.
    """

    languages: tuple[str, str]
    source: tuple[str, ...]
    target: tuple[str, ...]
    gold: Pairs
    spare: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def eurovoc(language: str) -> list[tuple[str, str]]:
    """Read all pairs of EuroVoc, English and the other language."""
    path = data_folder() / "terms" / "eurovoc" / f"term_list_{language}.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [(row["SRC"], row["TAR"]) for row in csv.DictReader(file, delimiter=";")]
    return [(folded(one, "en"), folded(other, language)) for one, other in rows if one and other]


def ttc(source: str, target: str) -> list[tuple[str, str, str]]:
    """Read the reference of wind energy: ``swt`` or ``mwt``, source, target."""
    path = data_folder() / "terms" / "ttc" / "refs" / "wind-energy" / f"we-{source}-{target}.tsv"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        (row[0].strip(), folded(row[1], source), folded(row[2], target))
        for row in rows
        if len(row) == 3
    ]


def tico(language: str) -> list[tuple[str, str]]:
    """Read the terminologies of TICO-19, English and the other language."""
    home = data_folder() / "consistency" / "tico19" / "terminologies"
    found = []
    for path in sorted(home.glob(f"*_en[-_]{language}*.csv")):
        with path.open(encoding="utf-8-sig", newline="") as file:
            found += [
                (folded(row["sourceString"], "en"), folded(row["targetString"], language))
                for row in csv.DictReader(file)
            ]
    return list(dict.fromkeys(pair for pair in found if all(pair)))


def tico_sentences(language: str) -> list[tuple[list[str], list[str]]]:
    """Read the sentence pairs of TICO-19 as tokens in lower case."""
    home = data_folder() / "consistency" / "tico19" / "txt"
    stem = {"fr": "en-fr", "es": "en-es-419"}[language]
    lines = [
        (home / f"{stem}.{code}").read_text(encoding="utf-8").splitlines()
        for code in ("en", stem.partition("-")[2])
    ]
    return [(tokens(one, "en"), tokens(other, language)) for one, other in zip(*lines, strict=True)]


def xling(source: str, target: str) -> list[tuple[str, str]]:
    """Read the 5,000 training pairs of words of xling-eval."""
    home = data_folder() / "terms" / "xling-eval" / f"{source}-{target}"
    text = (home / f"yacle.train.freq.5k.{source}-{target}.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()]
    return [(row[0].strip(), row[1].strip()) for row in rows if len(row) == 2]


def tokens(text: str, language: str) -> list[str]:
    """Cut a text into tokens in lower case."""
    return [token.lower().replace("’", "'") for token in words(text, language)]


def folded(term: str, language: str) -> str:
    """Write a term as it is counted: in lower case, its tokens apart unless one is elided."""
    return joined(tokens(term, language))


def joined(parts: Iterable[str]) -> str:
    """Join tokens by spaces; an elided word leans on the next one."""
    return " ".join(parts).replace("' ", "'").replace("’ ", "'")


@cache
def wind(language: str) -> Sentences:
    """Read the wind energy texts of a language."""
    path = data_folder() / "terms" / "ttc" / f"we-{_TTC[language]}.tar.gz"
    found = []
    with tarfile.open(path) as archive:
        for member in sorted(archive.getmembers(), key=lambda each: each.name):
            file = archive.extractfile(member) if member.isfile() else None
            if file:
                found += _lines(file.read().decode("utf-8", "replace"), language)
    return found


@cache
def acter(language: str) -> Sentences:
    """Read the annotated texts of ACTER's three development domains."""
    found = []
    for domain in ("corp", "equi", "wind"):
        for path in sorted(
            (data_folder() / "terms" / "acter" / language / domain / "texts").iterdir()
        ):
            found += _lines(path.read_text(encoding="utf-8"), language)
    return found


@cache
def php(seed: int = SEED) -> tuple[Sentences, Sentences]:
    """Read php-docs, one side of every pair dropped at random."""
    home = data_folder() / "terms" / "php-docs"
    sides = []
    for code in ("en", "fr"):
        with gzip.open(home / f"php.{code}.gz", "rt", encoding="utf-8") as file:
            sides.append(file.read().splitlines())
    rng = random.Random(seed)
    english, french = [], []
    for one, other in zip(*sides, strict=True):
        if rng.random() < DROPPED:
            french.append(tokens(other, "fr"))
        else:
            english.append(tokens(one, "en"))
    return english, french


@cache
def benchmark(*, seed: int = SEED) -> Benchmark:
    """Build the English-French benchmark."""
    english, french = php(seed)
    texts = [english + wind("en") + acter("en"), french + wind("fr") + acter("fr")]
    lists = {
        "eurovoc": eurovoc("fr"),
        "ttc": [(one, other) for _, one, other in ttc("en", "fr")],
        "tico": tico("fr"),
    }
    return assemble(("en", "fr"), lists, (texts[0], texts[1]), (acter("en"), acter("fr")), seed)


@cache
def dutch() -> tuple[Benchmark, tuple[Sentences, Sentences]]:
    """Build an English-Dutch task of EuroVoc over ACTER's texts, and give the texts."""
    texts = acter("en") + wind("en"), acter("nl")
    lists = {"eurovoc": eurovoc("nl")}
    return assemble(("en", "nl"), lists, texts, (acter("en"), acter("nl"))), texts


def assemble(
    languages: tuple[str, str],
    lists: dict[str, list[tuple[str, str]]],
    texts: tuple[Sentences, Sentences] | None,
    groups_of: tuple[Sentences, Sentences],
    seed: int = SEED,
    *,
    distractors: tuple[int, int] = DISTRACTORS,
) -> Benchmark:
    """Choose gold and distractors.

    Args:
        languages: of source and target.
        lists: pairs by the name of their list; a pair of two lists belongs to the first.
        texts: where both sides of a gold pair occur twice; None takes all pairs.
        groups_of: texts whose word groups are distractors.
        seed: of the choice and of the order of the lists.
        distractors: number on either side.
    """
    gold: Pairs = {}
    for name, pairs in lists.items():
        for pair in pairs:
            if all(pair):
                gold.setdefault(pair, name)
    if texts:
        seen = [occurrences({pair[k] for pair in gold}, texts[k], languages[k]) for k in (0, 1)]
        gold = {
            pair: name
            for pair, name in gold.items()
            if all(seen[k][pair[k]] >= ATTESTED for k in (0, 1))
        }
    rng = random.Random(seed)
    chosen: list[tuple[str, ...]] = []
    spare: list[tuple[str, ...]] = []
    for k in (0, 1):
        terms = sorted({pair[k] for pair in gold})
        every = sorted(groups(groups_of[k], languages[k]).keys() - set(terms))
        rng.shuffle(every)
        taken = terms + every[: distractors[k]]
        rng.shuffle(taken)
        chosen.append(tuple(taken))
        spare.append(tuple(every[distractors[k] :]))
    return Benchmark(languages, chosen[0], chosen[1], gold, (spare[0], spare[1]))


def occurrences(
    terms: Iterable[str], sentences: Iterable[list[str]], language: str
) -> Counter[str]:
    """Count how often each term occurs."""
    wanted: dict[str, list[tuple[str, list[str]]]] = {}
    for term in terms:
        parts = tokens(term, language)
        wanted.setdefault(parts[0], []).append((term, parts))
    found: Counter[str] = Counter()
    for sentence in sentences:
        for at, token in enumerate(sentence):
            for term, parts in wanted.get(token, ()):
                if sentence[at : at + len(parts)] == parts:
                    found[term] += 1
    return found


def groups(
    sentences: Iterable[list[str]],
    language: str,
    *,
    least: int = DISTRACTOR_FREQUENCY,
    longest: int = LONGEST,
) -> Counter[str]:
    """Count word groups: content words, with linking words between them."""
    little, linking = function_words(language), linking_words(language)
    found: Counter[str] = Counter()
    for sentence in sentences:
        for begin, end in _runs(sentence, little - linking):
            content = [token not in little and len(token) > 1 for token in sentence[begin:end]]
            for i in range(end - begin):
                if content[i]:
                    for j in range(i, min(i + longest, end - begin)):
                        if content[j]:
                            found[joined(sentence[begin + i : begin + j + 1])] += 1
    return Counter({group: count for group, count in found.items() if count >= least})


def _runs(sentence: list[str], stops: AbstractSet[str]) -> Iterator[tuple[int, int]]:
    """Give the stretches of a sentence that hold nothing but words, and no stop."""
    breaks = [k for k, token in enumerate(sentence) if token in stops or not token[0].isalpha()]
    for one, other in pairwise([-1, *breaks, len(sentence)]):
        if other - one > 1:
            yield one + 1, other


def _lines(text: str, language: str) -> Sentences:
    found = [tokens(line, language) for line in text.split("\n")]
    return [sentence for sentence in found if sentence]
