"""The corpora of a task: which sentences are of the domain, of which part, and on which side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import diglot
from diglot.errors import FormatError, InputError
from diglot.files.arrays import read_arrays, write_arrays
from diglot.files.atomic import atomic_open
from diglot.formats.term_lists import read_term_list
from diglot.pipeline.stored.workshop import Said
from diglot.text.tokens import words

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.pipeline.build.bucc_options import BuccOptions
    from diglot.pipeline.stored.stored_pairs import StoredPairs

KIND, VERSION = "bucc-corpora", 1
SIDES = ("source", "target")


@dataclass(frozen=True, slots=True, eq=False)
class Corpora:
    """What becomes of every sentence pair.

    Attributes:
        domain: shape (pairs,): it holds a term of the domain.
        test: shape (pairs,): it is of the test part.
        kept: shape (2, pairs): its source side stays, its target side stays.
        found: how many terms of the domain were found at all, on either side.
    """

    domain: NDArray[np.bool_]
    test: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    found: int

    def of(self, part: int, side: int) -> NDArray[np.bool_]:
        """Return which sentences of a side belong to part 0 (training) or 1 (test)."""
        chosen: NDArray[np.bool_] = self.kept[side] & (self.test if part else ~self.test)
        return chosen


def corpora_of(pairs: StoredPairs, options: BuccOptions) -> Corpora:
    """Choose the sentences of the domain, divide them, and take one side of every pair away.

    Raises:
        InputError: a list of terms cannot be read or holds none, or no sentence has one of them.
    """
    import numpy as np

    from diglot.terms.task.deparallel import deparallelise
    from diglot.terms.task.seeding import holding

    domain = np.zeros(len(pairs), np.bool_)
    found = 0
    paths = (options.seed_terms, options.target_seed_terms)
    if not any(paths):
        domain[:] = True
    for side, path in enumerate(paths):
        if path is None:
            continue
        language = pairs.languages[side]
        terms = read_term_list(path, language=language)
        if not terms:
            raise InputError("holds no term", path=path, cure="write one term a line")
        seeds = (words(term.text, language) for term in terms)
        marks, count = holding(pairs.sides[side].words(), seeds)
        domain |= marks
        found += count
    if not domain.any():
        raise InputError(
            "no sentence holds one of the terms of the domain",
            path=options.seed_terms or options.target_seed_terms,
            cure="give other terms, or none",
        )
    chosen = np.flatnonzero(domain)
    texts = [pairs.sides[side].sentences() for side in (0, 1)]
    sentences = [[side[pair] for pair in chosen.tolist()] for side in texts]
    stays = deparallelise(*sentences, drop_source=options.drop_source, seed=options.seed)
    kept = np.zeros((2, len(pairs)), np.bool_)
    kept[:, chosen] = stays
    # A generator of its own: the division does not depend on the probability.
    test = np.random.default_rng((options.seed, 1)).random(len(pairs)) < options.test
    return Corpora(domain, test, kept, found)


def write_corpora(path: Path, corpora: Corpora) -> None:
    """Write the choice; the same one gives the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    given = {"domain": corpora.domain, "test": corpora.test, "kept": corpora.kept}
    arrays: dict[str, NDArray[Any]] = {name: each.view("u1") for name, each in given.items()}
    write_arrays(path, arrays, {"found": corpora.found}, kind=KIND, version=VERSION)


def read_corpora(path: Path) -> Corpora:
    """Read the choice.

    Raises:
        FormatError: the file is something else, or damaged.
    """
    file = read_arrays(path, kind=KIND, version=VERSION)
    try:
        found = int(file.metadata["found"])
        domain, test, kept = (file.arrays[k].view("?") for k in ("domain", "test", "kept"))
        return Corpora(domain, test, kept, found)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(
            "its parts do not fit together", path=path, cure="prepare it again"
        ) from error


def said_of(corpora: Corpora, options: BuccOptions) -> Said:
    """Count the sentences of the domain, and those of the corpora."""
    counts = {"domain_pairs": int(corpora.domain.sum())}
    if options.seed_terms or options.target_seed_terms:
        counts["domain_terms_found"] = corpora.found
    for side, name in enumerate(SIDES):
        for part, called in enumerate(("train", "test")):
            counts[f"{called}_{name}_sentences"] = int(corpora.of(part, side).sum())
    # One side of a pair would stay but for sentences that come in several pairs.
    counts["pairs_lost"] = counts["domain_pairs"] - int(corpora.kept.sum())
    return Said(
        f"method:deparallelise|drop-source:{options.drop_source:g}|test:{options.test:g}"
        f"|seed:{options.seed}|version:{diglot.__version__}",
        counts=counts,
    )


def write_sentences(path: Path, pairs: StoredPairs, side: int, chosen: NDArray[np.bool_]) -> int:
    """Write the chosen sentences of a side, one a line; return their number.

    Raises:
        InputError: the file cannot be written.
    """
    import numpy as np

    numbers = np.flatnonzero(chosen).tolist()
    with atomic_open(path) as file:
        for number in numbers:
            file.write(pairs.sides[side].sentence(number) + "\n")
    return len(numbers)
