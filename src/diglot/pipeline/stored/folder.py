"""The folder of a build: a step is done again only if its inputs or options have changed.

The results of steps are kept, with a manifest of what was made of what.
"""

from __future__ import annotations

import hashlib
import json
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from diglot._version import __version__
from diglot.errors import InputError
from diglot.files.atomic import atomic_open, hold_lock
from diglot.files.binary import sha256_of_file
from diglot.files.text import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.model import Skipped

NAME = "manifest.json"
WORK = "work"
OF_THE_RUN = {"seconds": 0.0, "reused": False}
"""What two runs of equal builds differ in: kept in files of these names in `WORK`."""
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
        worst: places in it that are most worth a look, one line each.
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
    worst: tuple[str, ...] = ()


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

    @property
    def worst(self) -> tuple[str, ...]:
        """The places of all steps that are most worth a look."""
        return tuple(place for stage in self.stages for place in stage.worst)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder, the same bytes for equal builds; `OF_THE_RUN` goes beside it.

    Raises:
        InputError: it cannot be written.
    """
    value = {"schema": SCHEMA, "format": FORMAT, **asdict(manifest)}
    records = (*value["stages"], *value["outputs"])
    beside = {
        f"{WORK}/{name}.json": {each["file"]: each.pop(name) for each in records}
        for name in OF_THE_RUN
    }
    (folder / WORK).mkdir(exist_ok=True)
    for name, content in {**beside, NAME: value}.items():
        with atomic_open(folder / name) as file:
            file.write(json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a folder; None if there is none, or none that can be used."""
    try:
        value = json.loads(read_text(folder / NAME))
        if value["schema"] != SCHEMA or value["format"] != FORMAT:
            return None
        for name, missing in OF_THE_RUN.items():
            found = _read_beside(folder / WORK / f"{name}.json", type(missing))
            for each in (*value["stages"], *value["outputs"]):
                each.setdefault(name, found.get(each["file"], missing))
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


def _read_beside(path: Path, kind: type[float]) -> dict[str, float]:
    """Return what the last run said of steps and files; nothing where that is not known."""
    try:
        return {_text(name): kind(each) for name, each in json.loads(read_text(path)).items()}
    except (InputError, TypeError, ValueError, AttributeError, RecursionError):
        return {}


def _stage(value: dict[str, Any]) -> StageRecord:
    for name in ("name", "signature", "hash", "file", "sha256"):
        _text(value[name])
    counts = {_text(name): int(count) for name, count in value["counts"].items()}
    lines = {name: tuple(map(_text, value.get(name, ()))) for name in ("notes", "worst")}
    return StageRecord(**{**value, "counts": counts, **lines})


def _output(value: dict[str, Any]) -> OutputRecord:
    for name in ("file", "hash", "sha256"):
        _text(value[name])
    return OutputRecord(**{**value, "lost": tuple(map(_text, value["lost"]))})


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not text")
    return value


# The folder of a build: steps that are done once and kept, and files that are never lost.


_LOCK = "lock"

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class StepSummary:
    """What there is to say of a finished step, see `StageRecord`."""

    signature: str
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    worst: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Storage(Generic[Value]):
    """How the result of a step is kept.

    Attributes:
        file: name in the work folder.
        version: of the layout and of what the step does; another one does the step again.
        save: writes a value, the same bytes for the same value.
        load: reads it again; None for what later steps do not read.
    """

    file: str
    version: int
    save: Callable[[Path, Value], None]
    load: Callable[[Path], Value] | None = None


class StoredResult(Generic[Value]):
    """The result of a step, read from the disk when somebody asks for it.

    Attributes:
        record: what the manifest says of it.
    """

    def __init__(
        self, record: StageRecord, storage: Storage[Value], folder: Path, *made: Value
    ) -> None:
        self.record = record
        self._storage, self._folder = storage, folder
        self._value = made

    @property
    def value(self) -> Value:
        """The result itself."""
        if not self._value:
            if self._storage.load is None:
                raise LookupError(f"{self.record.name} is not read again")
            self._value = (self._storage.load(self._folder / self._storage.file),)
        return self._value[0]

    def forget(self) -> None:
        """Let go of the value; it is read again when it is asked for."""
        self._value = ()


class BuildFolder:
    """A folder that is being built; use it through `open_build_folder`.

    Attributes:
        folder: of the results.
        stages: steps finished in this run, reused ones among them.
        outputs: files finished in this run.
        notes: remarks on files that were kept or left alone.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stages: list[StageRecord] = []
        self.outputs: list[OutputRecord] = []
        self.notes: list[str] = []
        self._inputs: tuple[InputRecord, ...] = ()
        before = read_manifest(folder)
        self._before = before or Manifest(__version__)
        if before is None and (folder / NAME).exists():
            self._set_aside(folder / NAME)

    @property
    def manifest(self) -> Manifest:
        """The manifest as it stands."""
        return self._manifest(UNFINISHED)

    @property
    def work(self) -> Path:
        """The folder of what is kept between runs."""
        return self.folder / WORK

    def begin(self, inputs: Sequence[InputRecord]) -> None:
        """Note what is read."""
        self._inputs = tuple(inputs)

    def speak(self, source: str | None, target: str | None) -> None:
        """Note the languages of the texts."""
        languages = {"source": source, "target": target}
        self._inputs = tuple(
            replace(each, language=languages.get(each.role)) for each in self._inputs
        )

    def stage(
        self,
        name: str,
        storage: Storage[Value],
        *,
        depends: Sequence[str],
        options: Mapping[str, Any],
        make: Callable[[], Value],
        say: Callable[[Value], StepSummary],
    ) -> StoredResult[Value]:
        """Do a step, or take its result from an earlier run.

        Args:
            name: of the step.
            storage: how its result is kept.
            depends: digests of all that it reads.
            options: that decide on the result; what JSON can hold.
            make: does it.
            say: tells of the result what the manifest keeps.

        Raises:
            InputError: the result cannot be written.
        """
        path = self.work / storage.file
        key = _key(name, storage.version, depends, options)
        known = next((each for each in self._before.stages if each.name == name), None)
        if known and known.hash == key and _digest(path) == known.sha256:
            record = replace(known, file=f"{WORK}/{storage.file}", reused=True)
            self.stages.append(record)
            return StoredResult(record, storage, self.work)
        begin = time.process_time()
        value = make()
        storage.save(path, value)
        said = say(value)
        record = StageRecord(
            name=name,
            signature=said.signature,
            hash=key,
            file=f"{WORK}/{storage.file}",
            sha256=sha256_of_file(path),
            seconds=round(time.process_time() - begin, 3),
            counts=dict(said.counts),
            notes=said.notes,
            worst=said.worst,
        )
        self.stages.append(record)
        self._save(UNFINISHED)
        return StoredResult(record, storage, self.work, value)

    def output(
        self,
        file: str,
        *,
        depends: Sequence[str],
        options: Mapping[str, Any],
        write: Callable[[Path], tuple[int | None, Sequence[Skipped]]],
    ) -> OutputRecord:
        """Write a file for people, unless it still holds.

        A file that somebody changed since it was written is left alone while its content would be
        the same, and kept under another name when it would not.

        Args:
            file: name in the folder.
            depends: digests of all that it is made of.
            options: that decide on the content.
            write: writes it; returns the number of records, and what the format could not carry.

        Raises:
            InputError: it cannot be written.
        """
        path = self.folder / file
        key = _key(file, 1, depends, options)
        known = next((each for each in self._before.outputs if each.file == file), None)
        found = _digest(path)
        if known and found and known.hash == key:
            if found != known.sha256:
                self.notes.append(f"{file} was changed since it was built: it is left as it is")
            record = replace(known, reused=True)
            self.outputs.append(record)
            return record
        begin = time.process_time()
        part = self.work / f"new-{file}"
        try:
            count, lost = write(part)
            made = sha256_of_file(part)
            if found not in {None, made} and not (known and known.sha256 == found):
                self._set_aside(path)
            _move(part, path)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        seconds = round(time.process_time() - begin, 3)
        lines = tuple(f"without {each}" for each in lost)
        record = OutputRecord(file, made, count, key, seconds, lost=lines)
        self.outputs.append(record)
        self._save(UNFINISHED)
        return record

    def finish(self) -> Manifest:
        """Write the manifest of the finished build and return it."""
        current = {each.file for each in self.outputs}
        for record in self._before.outputs:
            if record.file not in current and (self.folder / record.file).exists():
                self.notes.append(f"{record.file} is of an earlier build")
        return self._save(COMPLETE)

    def _save(self, state: str) -> Manifest:
        manifest = self._manifest(state)
        write_manifest(self.folder, manifest)
        return manifest

    def _manifest(self, state: str) -> Manifest:
        stages, outputs = list(self.stages), list(self.outputs)
        if state == UNFINISHED:
            # What an interrupted run did not come to may still hold in the next one.
            done = {each.name for each in stages}
            stages += [each for each in self._before.stages if each.name not in done]
        written = {each.file for each in outputs}
        outputs += [each for each in self._before.outputs if each.file not in written]
        outputs = [each for each in outputs if (self.folder / each.file).exists()]
        return Manifest(
            version=__version__,
            state=state,
            inputs=self._inputs or self._before.inputs,
            stages=tuple(stages),
            outputs=tuple(outputs),
            counts={name: count for each in stages for name, count in each.counts.items()},
            notes=tuple(dict.fromkeys((*(n for each in stages for n in each.notes), *self.notes))),
        )

    def _set_aside(self, path: Path) -> None:
        """Give a file that is not ours another name."""
        number = 1
        while (kept := path.with_name(f"{path.stem}.before-{number}{path.suffix}")).exists():
            number += 1
        _move(path, kept)
        self.notes.append(
            f"{path.name} was changed after diglot wrote it: that file is kept as {kept.name}"
        )


@contextmanager
def open_build_folder(folder: Path) -> Iterator[BuildFolder]:
    """Open a folder for building, and keep other builds out of it meanwhile.

    Raises:
        InputError: it cannot be made or written, or is no folder.
        ConfigError: another build is at work in it.
    """
    busy = (
        f"{folder}: another build is running in this folder; wait for it, or choose another folder"
    )
    with hold_lock(folder / WORK / _LOCK, busy=busy):
        yield BuildFolder(folder)


def _key(name: str, version: int, depends: Sequence[str], options: Mapping[str, Any]) -> str:
    value = [name, version, __version__, list(depends), dict(options)]
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _digest(path: Path) -> str | None:
    try:
        return sha256_of_file(path)
    except InputError:
        return None


def _move(path: Path, to: Path) -> None:
    try:
        path.replace(to)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"cannot be written ({reason})", path=to, cure="choose another folder"
        ) from error
