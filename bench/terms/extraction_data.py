"""ACTER 1.5: annotated texts of three subject fields in three languages, ready for ranking."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from bench.data import data_folder
from diglot.files.text import read_text, split_lines
from diglot.terms.extraction.candidates import find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.extraction.extract import count_candidates
from diglot.text.frequencies import counted_frequencies
from diglot.text.function_words import function_words, linking_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.corpus import Corpus
    from diglot.terms.extraction.termhood import CountedText

LANGUAGES = ("en", "fr", "nl")
FIELDS = ("corp", "equi", "wind")


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A text of one field and language with its gold list.

    Attributes:
        language: language code.
        field: subject field.
        counted: all candidates.
        right: shape (candidates,), which are in the gold list.
        gold: size of the gold list, terms that are no candidates included.
    """

    language: str
    field: str
    counted: CountedText
    right: NDArray[np.bool_]
    gold: int


@cache
def text(language: str, field: str) -> Text:
    """Read the tokenised text and the tokenised list without names of one field."""
    corpus = _corpus(language, field)
    counted = count_candidates(find_candidates(corpus), least_frequency=1)
    gold = _gold(language, field)
    found = (counted.found.text(int(number)).lower() for number in counted.seen.numbers)
    right = np.fromiter((each in gold for each in found), np.bool_, count=len(counted.seen))
    return Text(language, field, counted, right, len(gold))


def against_other_fields(of: Text) -> CountedText:
    """Count the candidates of a text again, with the other fields as the reference."""
    counts: Counter[str] = Counter()
    for field in FIELDS:
        if field != of.field:
            corpus = text(of.language, field).counted.found.corpus
            times = np.bincount(corpus.tokens, minlength=len(corpus.words)).tolist()
            counts.update(dict(zip(corpus.words, times, strict=True)))
    return count_candidates(
        of.counted.found, least_frequency=1, reference=counted_frequencies(counts), general=False
    )


def every_text() -> list[Text]:
    """Return the texts of all languages and fields."""
    return [text(language, field) for field in FIELDS for language in LANGUAGES]


def _corpus(language: str, field: str) -> Corpus:
    folder = data_folder() / "terms" / "acter" / language / field / "texts_tokenised"
    sentences, documents = [], []
    for number, path in enumerate(sorted(folder.glob("*.txt"))):
        for line in split_lines(read_text(path)):
            words = line.split()
            if words:
                sentences.append(words)
                documents.append(number)
    return encode_corpus(
        sentences,
        language=language,
        function_words=function_words(language),
        linking_words=linking_words(language),
        documents=documents,
    )


def _gold(language: str, field: str) -> frozenset[str]:
    path = data_folder() / "terms" / "acter" / language / field
    name = f"{field}_{language}_tokenised_terms.tsv"
    lines = split_lines(read_text(path / name))
    terms = (line.split("\t")[0].strip().lower().replace("’", "'") for line in lines)
    return frozenset(term.replace("' ", "'") for term in terms if term)
