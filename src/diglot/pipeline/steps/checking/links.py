"""Word links of a translation: its own words aligned, or links that the user gives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diglot import words
from diglot.consistency.judging.judgements import LinkProbabilities
from diglot.errors import FormatError
from diglot.flat_arrays import offsets_of, take_rows
from diglot.formats import read_word_links
from diglot.model import WordLinks
from diglot.packs.finding import load_pack
from diglot.pipeline.sentence_pairs import Languages, Tokenising
from diglot.pipeline.steps.words.chunks import fit_to_text
from diglot.pipeline.stored import words as word_models
from diglot.words.corpus import LONGEST, Corpus, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.consistency.matching.encoding import EncodedTexts
    from diglot.pipeline.documents import ProgressCall
    from diglot.words.storage.model import Model

Sides = tuple["EncodedTexts", "EncodedTexts"]
Written = tuple["Sequence[str]", "Sequence[str]"]

UNLIKELY = 0.02
"""Probability above which a link is kept: a term is supported by unlikely links, too."""

TRAINED = 200_000
"""Units that word links are learnt from; those behind are aligned with what these taught."""


class Linker:
    """Aligns the words of blocks of units; each block learns from those before it.

    Args:
        models: files of saved models.
        packs: see `load_pack`; used unless there are models.
        languages: of source and target, as the user told them.

    Attributes:
        pack: what is known of the words of both languages, until a model is.
    """

    def __init__(
        self,
        *,
        models: Sequence[Path] = (),
        packs: Sequence[str] = (),
        languages: Languages = (None, None),
        jobs: int = 1,
        seed: int = 0,
        progress: ProgressCall | None = None,
    ) -> None:
        self._model: Model | None = word_models.open_models(models)
        word_models.model_languages(languages, self._model, named=" with ".join(map(str, models)))
        self.pack = load_pack(packs, *languages) if self._model is None else None
        self._how = Tokenising(languages)
        self._learnt = 0
        self._jobs, self._seed, self._progress = jobs, seed, progress

    def links(self, sides: Sides, written: Written, *, last: bool = True) -> LinkProbabilities:
        """Align a block.

        Args:
            sides: source texts and translations.
            written: forms of both languages by number.
            last: nothing follows, so nothing has to be learnt.
        """
        corpus = corpus_of(sides, written)
        if not len(corpus.source):
            none = np.zeros(0, np.int32)
            return _probabilities(WordLinks(np.zeros(corpus.pairs + 1, np.int64), none, none))
        learn = not last and self._learnt < TRAINED
        known, _ = fit_to_text(words.Knowledge(pack=self.pack), corpus, self._how)
        alignment = words.align(
            corpus,
            replace(known, model=self._model),
            method="gibbs",
            learn=learn,
            quick=True,  # three times the time would find up to .9 % more errors
            jobs=self._jobs,
            seed=self._seed,
            progress=self._progress,
        )
        if learn:
            self._model = alignment.model
            self._learnt += corpus.pairs
        found = words.links(alignment, threshold=UNLIKELY)
        return _probabilities(found)


def corpus_of(sides: Sides, written: Written) -> Corpus:
    """Number the words of encoded texts for the aligner; pairs it cannot take have no words."""
    sizes = [np.diff(side.offsets) for side in sides]
    empty = (sizes[0] == 0) | (sizes[1] == 0)
    long = ~empty & ((sizes[0] > LONGEST) | (sizes[1] > LONGEST))
    passed = empty | long
    made = []
    for side, size, forms in zip(sides, sizes, written, strict=True):
        taken = side.tokens[np.repeat(~passed, size)]
        used, places = np.unique(taken, return_inverse=True)
        vocabulary = Vocabulary()
        numbers = np.array([vocabulary[forms[form]] for form in used.tolist()], np.int32)
        offsets = offsets_of(np.where(passed, 0, size))
        made.append((numbers[places.ravel()] if len(taken) else taken, offsets, vocabulary))
    skipped = {"empty": empty, "long": long}
    return Corpus(
        source=made[0][0],
        source_offsets=made[0][1],
        target=made[1][0],
        target_offsets=made[1][1],
        source_vocabulary=made[0][2],
        target_vocabulary=made[1][2],
        skipped={
            reason: np.flatnonzero(units).tolist()
            for reason, units in skipped.items()
            if units.any()
        },
    )


class GivenLinks:
    """Word links of a file, line n for unit n.

    Raises:
        InputError: it cannot be read as word links.
        ConfigError: its format is unknown.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._links = read_word_links(path)

    def check(self, units: int) -> None:
        """Make sure that there is a line for every unit.

        Raises:
            FormatError: there is not.
        """
        if self._links.pairs != units:
            raise self._of_another_file(f"{units:,}")

    def _of_another_file(self, units: str) -> FormatError:
        return FormatError(
            f"holds links of {self._links.pairs:,} units, but the translation has {units}",
            path=self.path,
            cure="make them of the same file, with diglot words",
        )

    def links(self, sides: Sides, numbers: Sequence[int]) -> LinkProbabilities:
        """Return the links of a block.

        Args:
            sides: source texts and translations.
            numbers: of the units of the block in their file, ascending.

        Raises:
            FormatError: a link names a word that is not there.
        """
        given, wanted = self._links, np.asarray(numbers, np.int64)
        if len(wanted) and wanted[-1] >= given.pairs:
            raise self._of_another_file("more")
        chosen, offsets = take_rows(given.offsets, wanted)
        scores = None if given.scores is None else given.scores[chosen]
        links = WordLinks(offsets, given.source[chosen], given.target[chosen], scores)
        found = _probabilities(links)
        units = found.units()
        for side, place in zip(sides, (found.source, found.target), strict=True):
            beyond = np.flatnonzero(place >= np.diff(side.offsets)[units])
            if len(beyond):
                raise FormatError(
                    "links a word that the unit does not have",
                    path=self.path,
                    place=int(wanted[units[beyond[0]]]) + 1,
                    cure="make the links of this very file, with diglot words",
                )
        return found


def _probabilities(found: WordLinks) -> LinkProbabilities:
    scores: NDArray[np.float32] = (
        np.ones(len(found.source), np.float32) if found.scores is None else found.scores
    )
    return LinkProbabilities(
        found.offsets, found.source.astype(np.int32), found.target.astype(np.int32), scores
    )
