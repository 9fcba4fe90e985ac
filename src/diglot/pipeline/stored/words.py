"""Word links and models of words, kept on disk.

Links of a build, blocks of links, saved models.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from weakref import finalize

from diglot.errors import ConfigError
from diglot.files.arrays import read_arrays, write_arrays
from diglot.model import Signature, WordLinks
from diglot.pipeline.stored.folder import Storage
from diglot.pipeline.stored.pairs import parts_error
from diglot.pipeline.stored.terms import signature_fields, signature_of
from diglot.text.languages import name, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.pipeline.sentence_pairs import Languages, Tokenising
    from diglot.words.storage.model import Model

KIND, VERSION = "build-words", 1


@dataclass(frozen=True, slots=True, eq=False)
class StoredWords:
    """Word links of all sentence pairs.

    Attributes:
        links: with their probabilities, unlikely ones, too: terms weigh them all.
        confidence: shape (pairs,), float32, probability that the sides of a pair translate each
            other, NaN where unknown.
        threshold: probability from which a link is one to show.
        reason: why this method.
        notes: remarks for the user.
        signature: how the links were made.
    """

    links: WordLinks
    confidence: NDArray[np.float32]
    threshold: float
    reason: str
    notes: tuple[str, ...]
    signature: Signature

    def sure(self) -> WordLinks:
        """Return the links that are probable enough to be shown."""
        from diglot.words.decoding.links import above

        return above(self.links, self.threshold)


def write_words(path: Path, words: StoredWords) -> None:
    """Write word links; the same ones give the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    metadata = {
        "threshold": words.threshold,
        "reason": words.reason,
        "notes": list(words.notes),
        "signature": signature_fields(words.signature),
    }
    arrays = block_arrays(Block(words.links, words.confidence))
    write_arrays(path, arrays, metadata, kind=KIND, version=VERSION)


def _links(arrays: Mapping[str, NDArray[Any]]) -> WordLinks:
    return WordLinks(arrays["offsets"], arrays["source"], arrays["target"], arrays.get("scores"))


def read_words(path: Path) -> StoredWords:
    """Map the word links of a file into memory.

    Raises:
        FormatError: it is something else, or damaged.
        InputError: it cannot be read.
    """
    file = read_arrays(path, kind=KIND, version=VERSION)
    arrays, said = file.arrays, file.metadata
    try:
        links = _links(arrays)
        words = StoredWords(
            links,
            arrays["confidence"],
            float(said["threshold"]),
            said["reason"],
            tuple(said["notes"]),
            signature_of(said["signature"]),
        )
        fit = len(words.confidence) == links.pairs and links.offsets[-1] == len(links.source)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise parts_error(path) from error
    if not fit:
        raise parts_error(path)
    return words


WORDS: Storage[StoredWords] = Storage("words.arrays", 1, write_words, read_words)


# Links of consecutive pairs, block by block: in memory if there is one, else on the disk.

BLOCK_KIND, BLOCK_VERSION = "word-links", 1
LISTED = 1000
"""Numbers of pairs that are kept by name; of the others it is known how many there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """What was found out about consecutive pairs.

    Attributes:
        links: between their words.
        confidence: shape (pairs,), float32, probability that the sides of a pair translate each
            other, NaN where the pair was passed over; None if unknown.
    """

    links: WordLinks
    confidence: NDArray[np.float32] | None


@dataclass(slots=True)
class BlockNumbers:
    """Numbers of pairs: how many, and the first of them.

    Attributes:
        count: how many there are.
        first: the first `LISTED`, zero-based, ascending.
    """

    count: int = 0
    first: list[int] = field(default_factory=list)

    def add(self, numbers: Iterable[int], start: int) -> None:
        """Add ascending numbers that count from ``start``."""
        found = list(numbers)
        self.count += len(found)
        self.first += [start + number for number in islice(found, LISTED - len(self.first))]


def block_arrays(block: Block) -> dict[str, NDArray[Any]]:
    """Return the arrays that a block is kept in, by name."""
    arrays: dict[str, NDArray[Any] | None] = {
        "offsets": block.links.offsets,
        "source": block.links.source,
        "target": block.links.target,
        "confidence": block.confidence,
        "scores": block.links.scores,
    }
    return {name: array for name, array in arrays.items() if array is not None}


def block_of(arrays: Mapping[str, NDArray[Any]]) -> Block:
    """Return the block that arrays hold."""
    return Block(_links(arrays), arrays.get("confidence"))


class BlockStore:
    """Blocks of pairs in their order; each is opened when its turn comes, and let go again.

    A single block stays in memory. As soon as there are several they lie in a temporary folder,
    which goes with this object.
    """

    def __init__(self) -> None:
        self._one: Block | None = None
        self._files: list[Path] = []
        self._folder: Path | None = None

    def add(self, block: Block, *, last: bool) -> None:
        """Take the next block.

        Raises:
            InputError: it cannot be written.
        """
        if last and not self._files:
            self._one = block
            return
        if self._folder is None:
            self._folder = Path(mkdtemp(prefix="diglot-words-"))
            # Not TemporaryDirectory, which warns when it goes with its owner.
            finalize(self, rmtree, self._folder, ignore_errors=True)
        path = self._folder / str(len(self._files))
        write_arrays(path, block_arrays(block), {}, kind=BLOCK_KIND, version=BLOCK_VERSION)
        self._files.append(path)

    def __iter__(self) -> Iterator[Block]:
        if self._one is not None:
            yield self._one
        for path in self._files:
            yield block_of(read_arrays(path, kind=BLOCK_KIND, version=BLOCK_VERSION).arrays)


# Saved models of words: opened, merged, pruned, saved, and what they say of languages.


def open_models(paths: Sequence[Path], weights: Sequence[float] = ()) -> Model | None:
    """Open models and add up what they know.

    Returns:
        The model, or None without files.

    Raises:
        InputError: a file is no model, of another version, cut short or damaged.
        ConfigError: the models do not go together, or the weights do not fit them.
    """
    from diglot.words.storage import files
    from diglot.words.storage.merging import merge

    models = [files.load(path, verify=True) for path in paths]
    if not models:
        return None
    if len(models) == 1 and not weights:
        return models[0]
    return merge(models, weights or None)


def merge_models(
    paths: Sequence[Path],
    *,
    weights: Sequence[float] = (),
    prune: float | None = None,
    save: Path | None = None,
) -> Model:
    """Merge models without aligning any text.

    Args:
        paths: files of models, at least one.
        weights: of each; none for 1.
        prune: least count of a word pair; None keeps all.
        save: file to save the result in.

    Raises:
        InputError: a file is no usable model, or cannot be written.
        ConfigError: the models do not go together, or an option is wrong.
    """
    model = open_models(paths, weights)
    if model is None:
        raise ConfigError("there are no models to merge")
    model = prune_model(model, prune)
    if save:
        from diglot.words.storage import files

        files.save(save, model)
    return model


def prune_model(model: Model, minimum: float | None) -> Model:
    """Drop the word pairs with smaller counts, but the best few of each word; None keeps all.

    Raises:
        ConfigError: the count is negative.
    """
    from diglot.words.storage.merging import prune

    return model if minimum is None else prune(model, minimum)


def label_model(model: Model, how: Tokenising) -> Model:
    """Write into a model what languages its text had, and who cut it into words."""
    return replace(model, languages=how.codes, tokeniser=how.tokeniser)


def model_languages(told: Languages, model: Model | None, *, named: str) -> Languages:
    """Return the languages as the user told them, or those of the model.

    Args:
        told: codes or names; None where nothing was said.
        model: that is used, if any.
        named: how to call it in an error.

    Raises:
        ConfigError: a language is unknown, or not that of the model.
    """
    codes = [normalise(language) if language else None for language in told]
    if model is None:
        return told
    for code, known in zip(codes, model.languages, strict=True):
        if code and known and code != known:
            names = " and ".join(name(each) if each else "any" for each in model.languages)
            raise ConfigError(f"{named} is a model of {names}: {name(code)} was asked for")
    return told[0] or model.languages[0], told[1] or model.languages[1]


def tokenising_notes(model: Model | None, how: Tokenising) -> tuple[str, ...]:
    """Say so where a model was trained on words that were cut in another way."""
    if model is None or (model.tokeniser == "none") == how.tokenised:
        return ()
    then, now = ("", " not") if model.tokeniser == "none" else (" not", "")
    note = (
        f"the model was trained on text that was{then} tokenised, this text is{now}: "
        "words may be cut in another way"
    )
    return (note,)
