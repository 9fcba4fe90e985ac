"""What is known of a language's abbreviations and of the words that begin its sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

from diglot.text.languages import read_table


class AbbreviationClass(Enum):
    """How an abbreviation behaves before its full stop; ``abbreviations.tsv`` explains them."""

    NEVER = "never"
    MID = "mid"
    END = "end"
    NUMBER = "number"


# A word in several rows takes the class that asks more of the context.
_STRENGTH = (
    AbbreviationClass.NEVER,
    AbbreviationClass.MID,
    AbbreviationClass.END,
    AbbreviationClass.NUMBER,
)
# Languages that write ordinal numbers with a full stop: "3. Mai", "2. világháború".
ORDINALS = frozenset(
    {"bs", "cs", "da", "de", "et", "fi", "hr", "hsb", "hu", "is", "lb", "lv"}
    | {"nb", "nn", "no", "sh", "sk", "sl", "sr", "tr"}
)
ANY = "*"


@dataclass(frozen=True, slots=True)
class AbbreviationHabits:
    """Abbreviations and sentence starters of one language.

    Attributes:
        folded: abbreviations in lower case that match in any case.
        exact: abbreviations that match as written only.
        starters: words that begin sentences, with their capital.
        ordinals: True when ordinal numbers take a full stop.
    """

    folded: dict[str, AbbreviationClass]
    exact: dict[str, AbbreviationClass]
    starters: frozenset[str]
    ordinals: bool

    def classify(self, word: str) -> AbbreviationClass | None:
        """Return the class of ``word`` (without its last stop), or None for a plain word."""
        return self.exact.get(word) or self.folded.get(word.lower())


@cache
def abbreviation_habits(language: str) -> AbbreviationHabits:
    """Return what is known of ``language`` (a normalised code); common entries for any other."""
    folded: dict[str, AbbreviationClass] = {}
    exact: dict[str, AbbreviationClass] = {}
    # Rows of the language come after the common ones and win over them.
    for codes in ([ANY], [language]):
        rows = [row for row in read_table("abbreviations.tsv") if set(row[0].split()) & set(codes)]
        for kind in reversed(_STRENGTH):
            for _, name, words in rows:
                if AbbreviationClass(name) is not kind:
                    continue
                for word in words.split():
                    (folded if word == word.lower() else exact)[word] = kind
    starters = {
        word
        for codes, words in read_table("starters.tsv")
        if language in codes.split()
        for word in words.split()
    }
    return AbbreviationHabits(folded, exact, frozenset(starters), language in ORDINALS)
