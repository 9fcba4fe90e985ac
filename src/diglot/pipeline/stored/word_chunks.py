"""What is aligned of a long text, kept in a folder: a run that was ended goes on from it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from diglot._version import __version__
from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.arrays import read_arrays, write_arrays
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.pipeline.stored.words import BLOCK_KIND, BLOCK_VERSION, Block, block_arrays, block_of
from diglot.words.storage import files

if TYPE_CHECKING:
    from pathlib import Path

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

    Attributes:
        state: what was done before.
    """

    def __init__(self, path: Path, key: list[str]) -> None:
        self._path = path
        self.state = State([*key, f"version {__version__}"])
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"cannot be made ({reason})", path=path) from error
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
