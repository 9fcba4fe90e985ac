"""What is aligned of a long text, kept in a folder: a run that was ended goes on from it.

Chunks follow one another; shards are worked on by processes that know nothing of each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from diglot._version import __version__
from diglot.errors import ConfigError, FormatError
from diglot.files.arrays import pool_strings, read_arrays, strings_of_pool, write_arrays
from diglot.files.atomic import atomic_open, make_folder
from diglot.files.text import read_text
from diglot.pipeline.stored.words import BLOCK_KIND, BLOCK_VERSION, Block, block_arrays, block_of
from diglot.words.corpus import Corpus, Vocabulary
from diglot.words.storage import files
from diglot.words.storage.model import Model

STATE = "chunks.json"


@dataclass(slots=True)
class State:
    """What a run has come to, beside links and model.

    Attributes:
        key: what decides on the result: files, options, version.
        chunks: how many are done.
        method: name of the method.
        reason: why this method.
        threshold: least probability of a link.
        notes: for the user.
        model: whether the last chunk left a model.
    """

    key: list[str]
    chunks: int = 0
    method: str = ""
    reason: str = ""
    threshold: float | None = None
    notes: tuple[str, ...] = ()
    model: bool = False


class ChunkFolder:
    """A folder of finished chunks; whatever ends a run, those in its state are complete.

    Args:
        path: the folder; it is made if it does not exist.
        key: what decides on the result.

    Raises:
        ConfigError: it holds chunks of another run.
        InputError: it cannot be made or read.
    """

    def __init__(self, path: Path, key: list[str]) -> None:
        self._path = path
        self.state = State([*key, f"version {__version__}"])
        make_folder(path)
        if not (path / STATE).exists():
            return
        try:
            found = State(**json.loads(read_text(path / STATE)))
            found.notes = tuple(found.notes)
        except (ValueError, TypeError) as error:
            raise FormatError(
                "does not say which chunks are done", path=path / STATE, cure="delete the folder"
            ) from error
        if found.key != self.state.key:
            raise ConfigError(
                f"{path} holds chunks of other files, options or version: name another folder, or "
                "delete it"
            )
        self.state = found

    def block(self, chunk: int) -> Block:
        """Return the links of a chunk, from 0.

        Raises:
            InputError: they cannot be read.
        """
        path = self._path / f"{chunk}.links"
        return block_of(read_arrays(path, kind=BLOCK_KIND, version=BLOCK_VERSION).arrays)

    def model(self) -> Model | None:
        """Return what the chunks so far taught.

        Raises:
            InputError: it cannot be read.
        """
        return files.load(self._model(self.state.chunks)) if self.state.model else None

    def keep(self, state: State, block: Block | None, model: Model | None) -> None:
        """Write what a chunk came to: its state last, so that it counts only when all is there.

        Raises:
            InputError: it cannot be written.
        """
        if block is not None:
            path = self._path / f"{state.chunks - 1}.links"
            write_arrays(path, block_arrays(block), {}, kind=BLOCK_KIND, version=BLOCK_VERSION)
        if model is not None:
            files.save(self._model(state.chunks), model)
        with atomic_open(self._path / STATE) as file:
            json.dump(asdict(state), file)
        self._model(state.chunks - 1).unlink(missing_ok=True)
        self.state = state

    def _model(self, chunks: int) -> Path:
        return self._path / f"{chunks}.model"


# Shards: parts of a text that are worked on by processes of their own.

SHARD_KIND, SHARD_VERSION = "word-shard", 1


def write_shard(path: Path, corpus: Corpus, reported: int) -> None:
    """Write encoded pairs, and make their folder; the same ones give the same bytes.

    Args:
        path: the file.
        corpus: the pairs.
        reported: number of first pairs whose links are wanted.

    Raises:
        InputError: it cannot be written.
    """
    make_folder(path.parent)
    arrays = {name: getattr(corpus, name) for name in _SHARD_ARRAYS}
    for side in ("source", "target"):
        words = getattr(corpus, f"{side}_vocabulary").words
        arrays[f"{side}_words"], arrays[f"{side}_ends"] = pool_strings(words[1:])
    told = {"reported": reported, "skipped": corpus.skipped}
    write_arrays(path, arrays, told, kind=SHARD_KIND, version=SHARD_VERSION)


def read_shard(path: Path) -> tuple[Corpus, int]:
    """Return the encoded pairs of a shard, and how many of them are wanted.

    Raises:
        InputError: it cannot be read.
    """
    file = read_arrays(path, kind=SHARD_KIND, version=SHARD_VERSION)
    arrays, told = file.arrays, file.metadata
    vocabularies = [
        Vocabulary(strings_of_pool(arrays[f"{side}_words"], arrays[f"{side}_ends"]))
        for side in ("source", "target")
    ]
    source, source_offsets, target, target_offsets = (arrays[name] for name in _SHARD_ARRAYS)
    corpus = Corpus(
        source,
        source_offsets,
        target,
        target_offsets,
        vocabularies[0],
        vocabularies[1],
        told["skipped"],
    )
    return corpus, told["reported"]


_SHARD_ARRAYS = ("source", "source_offsets", "target", "target_offsets")


def write_shard_links(
    path: Path, block: Block, model: Model | None, told: Mapping[str, Any]
) -> None:
    """Write the links of a shard, what was counted in it, and what else is known of it.

    Raises:
        InputError: it cannot be written.
    """
    arrays, about = files.parts_of_model(model) if model else ({}, {})
    arrays |= block_arrays(block)
    write_arrays(path, arrays, {**about, **told}, kind=BLOCK_KIND, version=BLOCK_VERSION)


def read_shard_model(path: Path) -> Model:
    """Return what was counted in a shard.

    Raises:
        InputError: it cannot be read.
    """
    return files.load(path, kind=BLOCK_KIND, version=BLOCK_VERSION)
