"""What a build made of what: the manifest that lies beside its results."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from diglot.errors import InputError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = "manifest.json"
SCHEMA, FORMAT = "diglot-build", 1
COMPLETE, UNFINISHED = "complete", "unfinished"


@dataclass(frozen=True, slots=True)
class InputRecord:
    """A file that a build read.

    Attributes:
        path: as it was given.
        sha256: of its bytes.
        role: ``source``, ``target``, ``bitext`` or the option that named it.
        language: code of its language; None where it has two, or none.
    """

    path: str
    sha256: str
    role: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class StageRecord:
    """A step of a build whose result is kept.

    Attributes:
        name: of the step.
        signature: how it was done.
        hash: of all that decides on the result: input, options, version.
        file: the result, relative to the folder.
        sha256: of that file.
        seconds: processor time when it was done.
        reused: the result of an earlier run still held.
        counts: figures of the result.
        notes: remarks on it, for the user.
    """

    name: str
    signature: str
    hash: str
    file: str
    sha256: str
    seconds: float
    reused: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutputRecord:
    """A file for people and their tools.

    Attributes:
        file: relative to the folder.
        sha256: of its bytes, as they were written.
        count: how many records it holds; None where that says nothing.
        hash: of all that decides on the content.
        seconds: processor time when it was written.
        reused: it still held.
        lost: what the format could not carry, as lines for the user.
    """

    file: str
    sha256: str
    count: int | None
    hash: str
    seconds: float
    reused: bool = False
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """The state of a folder of results.

    Attributes:
        version: of diglot.
        state: ``complete``, or ``unfinished`` while a build runs and after it was interrupted.
        inputs: the files that were read.
        stages: the steps, in their order.
        outputs: the files for people.
        counts: figures by name.
        notes: remarks for the user.
    """

    version: str
    state: str = UNFINISHED
    inputs: tuple[InputRecord, ...] = ()
    stages: tuple[StageRecord, ...] = ()
    outputs: tuple[OutputRecord, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder.

    Raises:
        InputError: it cannot be written.
    """
    value = {"schema": SCHEMA, "format": FORMAT, **asdict(manifest)}
    with atomic_open(folder / NAME) as file:
        file.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a folder; None if there is none, or none that can be used."""
    try:
        value = json.loads(read_text(folder / NAME))
        if value["schema"] != SCHEMA or value["format"] != FORMAT:
            return None
        return Manifest(
            version=_text(value["version"]),
            state=_text(value["state"]),
            inputs=tuple(InputRecord(**each) for each in value["inputs"]),
            stages=tuple(_stage(each) for each in value["stages"]),
            outputs=tuple(_output(each) for each in value["outputs"]),
            counts=dict(value["counts"]),
            notes=tuple(_text(note) for note in value["notes"]),
        )
    except (InputError, KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def _stage(value: dict[str, Any]) -> StageRecord:
    for name in ("name", "signature", "hash", "file", "sha256"):
        _text(value[name])
    counts = {_text(name): int(count) for name, count in value["counts"].items()}
    return StageRecord(**{**value, "counts": counts, "notes": tuple(map(_text, value["notes"]))})


def _output(value: dict[str, Any]) -> OutputRecord:
    for name in ("file", "hash", "sha256"):
        _text(value[name])
    return OutputRecord(**{**value, "lost": tuple(map(_text, value["lost"]))})


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    return value
