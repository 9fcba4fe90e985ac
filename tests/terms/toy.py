"""A small English text with terms, variants and a name, and what is counted in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.terms.extraction.candidates import find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.extraction.extract import count_candidates
from diglot.text.function_words import function_words, linking_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.terms.extraction.corpus import Corpus
    from diglot.terms.extraction.termhood import CountedText

LINES = (
    "The wind turbine has three blades .",
    "A wind turbine is tall , and its blades turn the rotor .",
    "Many wind turbines stand in the sea .",
    "The offshore wind turbine of Siemens is new .",
    "In Denmark , Siemens builds each offshore wind turbine .",
    "The rotor blades are long ; a rotor-blade is heavy .",
    "We measure the production of power .",
    "Its power production is high .",
    "Non-linear models are needed , as linear models fail .",
    "An electric generator is an electrical generator .",
    "Onshore wind and offshore wind : onshore and offshore wind grow .",
    "He saw the well-known wind power turbine .",
)


def corpus(
    lines: Sequence[str] = LINES, *, language: str = "en", documents: Sequence[int] | None = None
) -> Corpus:
    """Encode lines of words with spaces between."""
    return encode_corpus(
        [line.split() for line in lines],
        language=language,
        function_words=function_words(language),
        linking_words=linking_words(language),
        documents=documents,
    )


def counted(lines: Sequence[str] = LINES, **options: object) -> CountedText:
    """Count all candidates of lines."""
    return count_candidates(find_candidates(corpus(lines, **options)), least_frequency=1)  # type: ignore[arg-type]


def row(text: CountedText, term: str) -> int:
    """Return the row of a candidate."""
    names = [text.found.text(int(number)) for number in text.seen.numbers]
    return names.index(term)
