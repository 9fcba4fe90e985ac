"""Parallel text with pairs of terms to find: TICO-19 and its glossaries, an office suite's help."""

from __future__ import annotations

import csv
import gzip
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.data import data_folder
from diglot.packs.vocabularies import find_segmenter
from diglot.pipeline.build.building import align_pairs
from diglot.pipeline.build.inputs import find_inputs, read_bitexts
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.steps.terms.options import TermOptions
from diglot.pipeline.steps.terms.parallel import candidates_of
from diglot.pipeline.stored.pairs import pairs_of
from diglot.terms.extraction.candidates import join_words
from diglot.terms.extraction.extract import candidate_termhood
from diglot.text.function_words import function_words
from diglot.text.languages import joiner
from diglot.text.tokens import segmenters_in_use, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diglot.model import TermPair, WordLinks
    from diglot.pipeline.stored.pairs import StoredPairs
    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.extraction.extract import Termhood

    Pair = tuple[str, str]

LOCALES = {"fr": "fr", "es": "es-419"}
OFFICE = {"ru": "ru", "cs": "cs", "hu": "hu", "zh": "zh-cn", "ja": "ja"}
OFFICE_TRAINED = "ru"
"""The language that the ranker learns from."""
SOURCE = "en"
_MOST_WORDS = 4
# Access keys ("(G)"), colons and dots that interface strings end in.
_SURPLUS = re.compile(r"(?:\s*[(（][A-Z0-9][)）])?[\s:：.…]*$")


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """Sentence pairs to find terms in.

    Attributes:
        pairs: the sentence pairs.
        source, target: candidates of both sides.
        links: word links with probabilities.
        termhood: of the candidates of both sides.
        gold: pairs of terms, in lower case, that stand together in a sentence pair; of TICO-19
            only those that are candidates.
        attested: number of pairs that stand together in a sentence pair at all.
    """

    pairs: StoredPairs
    source: Candidates
    target: Candidates
    links: WordLinks
    termhood: tuple[Termhood | None, Termhood | None]
    gold: frozenset[Pair]
    attested: int


def task(language: str, *, seed: int = 0, packs: tuple[str, ...] = ()) -> Task:
    """Align the words of TICO-19 English and ``language``, and look its glossaries up."""
    folder = data_folder() / "consistency" / "tico19"
    locale = LOCALES[language]
    texts = [folder / "txt" / f"en-{locale}.{side}" for side in (SOURCE, locale)]
    options = BuildOptions(
        source_language=SOURCE, target_language=language, parallel=True, seed=seed, packs=packs
    )
    known = glossary(folder / "terminologies", language)

    def among_candidates(found: set[Pair], sides: Sequence[Candidates]) -> set[Pair]:
        one, other = ({side.text(k).lower() for k in range(len(side))} for side in sides)
        return {(a, b) for a, b in found if a in one and b in other}

    return _task(texts, options, known, among_candidates)


def office(language: str, *, seed: int = 0) -> Task:
    """Align the words of an office suite's help, and look the strings of its interface up.

    Packs were made of the same texts and are left out; the vocabularies that cut Chinese and
    Japanese were not.
    """
    folder = data_folder() / "terms" / "office"
    name = f"en-{OFFICE[language]}.tsv"
    options = BuildOptions(
        source_language=SOURCE, target_language=language, seed=seed, packs=("none",)
    )
    with segmenters_in_use(find_segmenter), tempfile.TemporaryDirectory() as temporary:
        text = Path(temporary, name)
        text.write_bytes(gzip.decompress((folder / f"help.{name}.gz").read_bytes()))
        return _task(
            [text], options, interface(folder / f"ui.{name}.gz", language), lambda found, _: found
        )


def _task(
    texts: Sequence[Path],
    options: BuildOptions,
    known: set[Pair],
    choose: Callable[[set[Pair], Sequence[Candidates]], set[Pair]],
) -> Task:
    languages = (SOURCE, options.target_language)
    inputs = find_inputs(texts[0], texts[1] if len(texts) > 1 else None, options)
    stored = pairs_of(read_bitexts(inputs, options), languages)
    links = align_pairs(stored, options).links
    sides = candidates_of(stored, TermOptions())
    hoods = candidate_termhood(sides[0]), candidate_termhood(sides[1])
    together = attested(known, stored)
    return Task(stored, *sides, links, hoods, frozenset(choose(together, sides)), len(together))


def glossary(folder: Path, language: str) -> set[Pair]:
    """Return the pairs of all glossaries from English into a language."""
    found = set()
    for path in sorted(folder.glob(f"*en?{language}*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                one, other = ((row[key] or "").strip() for key in ("sourceString", "targetString"))
                if one and other:
                    found.add((one, other))
    return found


def interface(path: Path, language: str) -> set[Pair]:
    """Return the strings of an interface that can be terms, with their translations.

    They have one to four words and differ from their translation; both begin and end with a content
    word and hold letters and hyphens only. Access keys, colons and dots at the end are off.
    """
    found = set()
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            one, other = (_SURPLUS.sub("", cell).strip() for cell in row[:2])
            cut = words(one.lower(), SOURCE)
            if (
                0 < len(cut) <= _MOST_WORDS
                and other.lower() != one.lower()
                and _can_be_term(cut, SOURCE)
                and _can_be_term(words(other.lower(), language), language)
            ):
                found.add((one, other))
    return found


def _can_be_term(cut: Sequence[str], code: str) -> bool:
    letters = "".join(cut).replace("-", "")
    ends = {cut[0], cut[-1]} if cut else set()
    return len(letters) > 1 and letters.isalpha() and ends.isdisjoint(function_words(code))


def attested(known: set[Pair], stored: StoredPairs) -> set[Pair]:
    """Return the pairs that stand together in a sentence pair, in lower case.

    Their words stand one after the other; in languages written without spaces their letters do.
    """
    lines = [
        list(_lines(stored, side, language or "")) for side, language in enumerate(stored.languages)
    ]
    codes = [language or "" for language in stored.languages]
    found = set()
    holding: dict[str, list[int]] = {}
    for pair in known:
        cut = [words(text.lower(), code) for text, code in zip(pair, codes, strict=True)]
        one, other = (_line(each, code) for each, code in zip(cut, codes, strict=True))
        if one not in holding:
            holding[one] = [k for k, line in enumerate(lines[0]) if one in line]
        if any(other in lines[1][k] for k in holding[one]):
            spelled = (join_words(a, joiner(code)) for a, code in zip(cut, codes, strict=True))
            found.add((next(spelled), next(spelled)))
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


def _lines(stored: StoredPairs, side: int, code: str) -> Iterator[str]:
    for tokens in stored.sides[side].words():
        yield _line(tokens, code)


def _line(tokens: Sequence[str], code: str) -> str:
    between = joiner(code)
    return f"{between}{between.join(tokens)}{between}".lower().replace("’", "'")
