"""A workspace: files that one person dropped, the jobs that are done with them, and their results.

Every job is a folder: ``job.json`` says what it is and how far, ``input/`` holds the files as they
came, ``out/`` the results. A job that was interrupted is taken up again.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from diglot.annotate.layers.sentences.beads import bitext_of
from diglot.annotate.layers.sources import decide_languages, read_dropped, read_languages
from diglot.annotate.options import Reading, ReviewOptions
from diglot.annotate.review.files import (
    SENTENCES,
    TERMS,
    Review,
    begin_files,
    kind_of,
    known_files,
    owner_name,
)
from diglot.annotate.review.live import Follower, LiveReview
from diglot.annotate.review.units import read_unit_file
from diglot.annotate.store import Store
from diglot.annotate.store.store import FILE as PROJECT
from diglot.errors import DiglotError, InputError, leave_out_folder
from diglot.files.atomic import write_bytes
from diglot.files.binary import unpacked_name
from diglot.model import Document
from diglot.model.links import is_doubtful
from diglot.options import drop_options
from diglot.pipeline.build.building import MEMORY, REPORT, TERMBASE
from diglot.pipeline.documents import (
    LEFT_OUT,
    NoteKind,
    kind_of_note,
    sum_skipped,
)
from diglot.pipeline.file_pairs import Pair, named_languages
from diglot.pipeline.stored.folder import NAME as MANIFEST
from diglot.text.languages import UNDETERMINED, normalise

State: TypeAlias = Literal["draft", "waiting", "running", "ready", "failed", "removed"]

FILE = "job.json"
SIDES = ("source", "target", "termbase")
SECONDS, PER_MILLION = 5.0, 30.0
"""What a job takes at first guess: to begin with, and for each million characters of text."""

_ERRORS = 4000


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file of a job.

    Attributes:
        side: ``source``, ``target`` or ``termbase``.
        name: below the folder of its side.
        size: in bytes.
        language: as recognised; ``und`` where nothing tells, and of units that name theirs.
        characters: of its text; 0 of what holds two languages.
        languages: of the units of what holds two or more, in their order.
    """

    side: str
    name: str
    size: int
    language: str = "und"
    characters: int = 0
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JobText:
    """A text of a result, which is read by itself.

    Attributes:
        name: of the document; empty where it is the only one.
        layer: number of its layer.
        item: its number there.
        links: that it has.
        confirmed: how many of them were when it was made, or are when somebody asks.
        doubtful: how many were when it was made, or had one side only.
        done: whether somebody has finished it.
    """

    name: str
    layer: int
    item: int
    links: int
    confirmed: int = 0
    doubtful: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done with some files, and how far it is.

    Attributes:
        stage: what is being done.
        done: parts of the stage that are done, of ``total``.
        begun: when it was begun, in seconds since 1970; 0 before.
        seconds: that it took, or is likely to take.
        error: why it failed, and what to do.
        languages: of source and target, as told by a person; None: as recognised.
        layers: numbers of the layers in which its results are read.
        results: names of files in ``out``.
        texts: that are read and corrected.
        notes: what reading and aligning them left out, or was not sure of.
        note_kinds: of each note, whether it asks the reader to look.
        before: state before it was removed.
    """

    id: int
    name: str
    state: State = "draft"
    stage: str = ""
    done: int = 0
    total: int = 1
    begun: float = 0.0
    seconds: float = 0.0
    error: str = ""
    files: tuple[InputFile, ...] = ()
    languages: tuple[str | None, str | None] = (None, None)
    layers: tuple[int, ...] = ()
    results: tuple[str, ...] = ()
    texts: tuple[JobText, ...] = ()
    notes: tuple[str, ...] = ()
    note_kinds: tuple[NoteKind, ...] = field(default=(), init=False)
    before: State = "draft"

    def __post_init__(self) -> None:
        """Tell the notes apart; what only a command line can do is said to nobody here."""
        object.__setattr__(self, "note_kinds", tuple(map(kind_of_note, self.notes)))
        object.__setattr__(self, "notes", tuple(map(drop_options, self.notes)))
        object.__setattr__(self, "error", drop_options(self.error))

    @property
    def stated_languages(self) -> tuple[str | None, str | None]:
        """The languages as told by a person, or by a memory to tables that do not name theirs."""
        memory = next((each for each in self.of("source") if len(each.languages) == 2), None)
        named = all(len(each.languages) > 1 for each in self.of("termbase"))
        if memory is None or (named and memory.language == UNDETERMINED):
            return self.languages
        source, target = self.languages
        return source or memory.languages[0], target or memory.languages[1]

    def of(self, side: str) -> tuple[InputFile, ...]:
        """The files of a side."""
        return tuple(each for each in self.files if each.side == side)


def read_job(folder: Path) -> Job:
    """Read a job.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        told: dict[str, Any] = json.loads((folder / FILE).read_text("utf-8"))
        files = tuple(
            InputFile(**{**each, "languages": tuple(each.get("languages", ()))})
            for each in told.pop("files")
        )
        lists: dict[str, Any] = {
            name: tuple(told.pop(name)) for name in ("languages", "layers", "results")
        }
        texts = tuple(JobText(**each) for each in told.pop("texts", ()))
        notes = tuple(told.pop("notes", ()))
        told.pop("note_kinds", None)
        return Job(files=files, texts=texts, notes=notes, **lists, **told)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(f"is damaged: {error}", path=folder / FILE, cure="remove it") from error


@dataclass
class Workspace:
    """The jobs of one person; results are layers of one project.

    Attributes:
        store: the project.
        follower: writes what is corrected into the results.
        end: ends the server.
    """

    store: Store
    folder: Path
    follower: Follower
    end: Callable[[], None] = lambda: None
    _jobs: dict[int, Job] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _wake: threading.Event = field(default_factory=threading.Event)
    _closing: bool = False
    _process: subprocess.Popen[str] | None = None
    _latest: tuple[Path | None, Document | None] = None, None

    def open(self) -> None:
        """Take up the jobs of an earlier visit, and begin to work."""
        for path in sorted(self.folder.glob(f"*/{FILE}")):
            with suppress(InputError):
                job = read_job(path.parent)
                if job.state == "running":
                    job = replace(job, state="waiting")
                self._jobs[job.id] = job
                if job.state == "ready":
                    self._follow(job)
        threading.Thread(target=self._work, name="jobs", daemon=True).start()

    def close(self) -> None:
        """Work no more; a job that is running is taken up again next time."""
        self._closing = True
        self._wake.set()
        process = self._process
        if process is not None:
            process.terminate()

    def all(self) -> list[Job]:
        """All jobs, the latest first."""
        with self._lock:
            return sorted(self._jobs.values(), key=lambda job: -job.id)

    def get(self, number: int) -> Job:
        """A job by its number.

        Raises:
            InputError: there is none.
        """
        with self._lock:
            if number not in self._jobs:
                raise InputError(f"there is no job {number}")
            return self._jobs[number]

    def path(self, job: Job) -> Path:
        """The folder of a job."""
        return self.folder / f"{job.id:04d}"

    def review(self, job: Job) -> Review:
        """The results of a job as they are reviewed."""
        folder = self.path(job) / "review"
        found = (each.review for each in self.follower.reviews)
        return next(each for each in found if each.folder == folder)

    def add(self, name: str) -> Job:
        """Make a job without files."""
        with self._lock:
            job = Job(max(self._jobs, default=0) + 1, name)
            self.path(job).mkdir(parents=True, exist_ok=True)
            return self._put(job)

    def place(self, number: int, side: str, name: str) -> Path:
        """Where a file of a job is to be written.

        Raises:
            InputError: the name leads elsewhere, or the job has begun.
        """
        job = self.get(number)
        root = (self.path(job) / "input" / side).resolve()
        path = (root / name).resolve()
        if side not in SIDES or not path.is_relative_to(root) or path == root:
            raise InputError(f"{name} is not a file name")
        if job.state not in ("draft", "failed"):
            raise InputError("this job has begun", cure="drop the files again")
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def take(self, number: int, side: str, name: str) -> Job:
        """Take note of a file that has arrived, and decide its language as the work will do.

        Raises:
            InputError: it cannot be read, or is text of another encoding than UTF-8.
            ConfigError: it is of no format that is read.
        """
        job = self.get(number)
        path = self.place(number, side, name)
        try:
            document = read_dropped(path)
            held = (
                ((), UNDETERMINED)
                if document
                else read_languages(path, termbase=side == "termbase")
            )
        except DiglotError as error:
            raise leave_out_folder(error, path.parent) from error
        others = [each for each in job.files if (each.side, each.name) != (side, name)]
        found = InputFile(side, name, path.stat().st_size, held[1], languages=held[0])
        if document:
            found = replace(found, characters=len(document.text))
            documents = {side: document}
            if len(others) == 1 and others[0].side != side and others[0].characters:
                other = self.place(number, others[0].side, others[0].name)
                text = self._latest[1] if self._latest[0] == other else read_dropped(other)
                if text:
                    documents[others[0].side] = text
            self._latest = (path, document) if len(documents) == 1 else (None, None)
            decided = decide_languages(documents, _named((*others, found)))
            found = replace(found, language=decided[side])
            if len(documents) == 2:
                others = [replace(others[0], language=decided[others[0].side])]
        with self._lock:
            job = replace(self.get(number), files=(*others, found))
            return self._put(self._with_glossary(job))

    def _with_glossary(self, job: Job) -> Job:
        """Of two tables that hold both languages let the glossary be the termbase of the other."""
        sides = {each.side: each.name for each in job.files if not each.characters}
        if len(job.files) != len(sides) or set(sides) != {"source", "target"}:
            return job
        root = self.path(job) / "input"
        with suppress(DiglotError):
            kinds = {side: kind_of(root / side / name, fewest=1) for side, name in sides.items()}
            if set(kinds.values()) == {SENTENCES, TERMS}:
                glossary = "source" if kinds["source"] == TERMS else "target"
                (root / glossary).rename(root / "termbase")
                if glossary == "source":
                    (root / "target").rename(root / "source")
                placed = {glossary: "termbase"}
                files = (replace(each, side=placed.get(each.side, "source")) for each in job.files)
                other = sides["target" if glossary == "source" else "source"]
                return replace(job, name=Path(other).stem, files=tuple(files))
        return job

    def exchange(self, number: int) -> Job:
        """Make the source the target and the other way round, before the job begins.

        Raises:
            InputError: it has begun.
        """
        sides = {"source": "target", "target": "source"}
        with self._lock:
            root = self.place(number, "source", "exchanged").parent.parent
            job = self.get(number)
            (root / "source").rename(root / "exchanged")
            (root / "target").rename(root / "source")
            (root / "exchanged").rename(root / "target")
            files = tuple(replace(each, side=sides.get(each.side, each.side)) for each in job.files)
            return self._put(replace(job, files=files, languages=job.languages[::-1]))

    def sample(self) -> Job:
        """Make a job of the sample that comes with diglot: a contract and its translation."""
        from diglot.samples import TEXTS

        job = self.add("sample contract")
        for side, path in zip(("source", "target"), TEXTS["contract"], strict=True):
            shutil.copyfile(path, self.place(job.id, side, path.name))
            job = self.take(job.id, side, path.name)
        return job

    def start(self, number: int, languages: tuple[str | None, str | None]) -> Job:
        """Let a job be done, or done again.

        Raises:
            ConfigError: nobody knows one of the languages, which are codes or names.
        """
        languages = (_code(languages[0]), _code(languages[1]))
        with self._lock:
            job = self.get(number)
            if job.state in ("draft", "failed"):
                job = self._put(replace(job, state="waiting", error="", languages=languages))
        self._wake.set()
        return job

    def remove(self, number: int) -> Job:
        """Put a job away; `restore` brings it back, unless its files had not all arrived."""
        with self._lock:
            job = self.get(number)
            if job.state == "draft" and not (job.of("source") and job.of("target")):
                shutil.rmtree(self.path(job), ignore_errors=True)
                return replace(self._jobs.pop(number), state="removed")
            if job.state != "removed":
                job = self._put(replace(job, state="removed", before=job.state))
            if self._process is not None and job.before == "running":
                self._process.terminate()
        return job

    def restore(self, number: int) -> Job:
        """Bring a job back that was put away."""
        with self._lock:
            job = self.get(number)
            if job.state == "removed":
                before = "waiting" if job.before == "running" else job.before
                job = self._put(replace(job, state=before))
        self._wake.set()
        return job

    def _put(self, job: Job) -> Job:
        text = json.dumps(asdict(job), ensure_ascii=False, indent=1)
        # What a full disk does not take is not shown either.
        write_bytes(self.path(job) / FILE, f"{text}\n".encode())
        self._jobs[job.id] = job
        return job

    def _work(self) -> None:
        while not self._closing:
            waiting = [job for job in reversed(self.all()) if job.state == "waiting"]
            if waiting:
                self._do(waiting[0])
                continue
            self._wake.wait(60)
            self._wake.clear()

    def _do(self, job: Job) -> None:
        begun = time.time()
        with self._lock:
            self._put(replace(job, state="running", begun=begun, seconds=self._guess(job)))
        try:
            failed = self._run(job.id)
        except OSError as error:
            failed = f"cannot be started: {error}"
        with self._lock:
            now = self.get(job.id)
            if self._closing or now.state == "removed":
                return
            if not failed:
                try:
                    now = self._finish(now)
                except DiglotError as error:
                    failed = str(leave_out_folder(error, self.path(job) / "out"))
                except Exception as error:  # the jobs that wait are still to be done
                    failed = f"diglot has a fault: {type(error).__name__}: {error}"
            state: State = "failed" if failed else "ready"
            took = time.time() - begun
            self._put(replace(now, state=state, error=failed, seconds=took, stage=""))

    def _run(self, number: int) -> str:
        """Do a job in a process of its own; return why it failed."""
        folder = self.path(self.get(number))
        command = [sys.executable, "-P", "-m", "diglot.annotate.review.work", str(folder)]
        with (folder / "errors.txt").open("w+", encoding="utf-8") as errors:
            failed = ""
            with subprocess.Popen(  # noqa: S603 - our own module
                command, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8"
            ) as process:
                self._process = process
                for line in process.stdout or ():
                    told = json.loads(line)
                    failed = told.get("error", failed)
                    if "stage" in told:
                        self._advance(number, told)
                code = process.wait()
            self._process = None
            if code and not failed:
                errors.seek(0)
                failed = errors.read()[-_ERRORS:].strip().rpartition("\n")[2]
                how = f"ended with code {code}"
                if code < 0:
                    how = f"was ended by signal {-code}, as happens where memory is short"
                failed = failed or f"the work on it {how}; try again"
        for place in (*(f"input/{side}/" for side in SIDES), "out/", ""):
            failed = failed.replace(f"{folder}/{place}", "")
        return failed

    def _advance(self, number: int, told: dict[str, Any]) -> None:
        with self._lock:
            job = self.get(number)
            if job.state == "running":
                stage, done, total = told["stage"], told["done"], told["total"]
                self._jobs[number] = replace(job, stage=stage, done=done, total=total)

    def _guess(self, job: Job) -> float:
        """Seconds that a job is likely to take, by the first guess and those that were done.

        The guess counts as a million characters: short texts alone tell nothing of long ones.
        """
        done = [each for each in self.all() if each.state == "ready" and each.results]
        sizes = sum(map(_length, done))
        spent = sum(max(each.seconds - SECONDS, 0) for each in done)
        return SECONDS + (spent + PER_MILLION) / (sizes + 1e6) * _length(job)

    def _finish(self, job: Job) -> Job:
        """Take the results under review."""
        out = self.path(job) / "out"
        results = sorted(path.name for path in out.iterdir() if path.is_file())
        known: dict[str, str] = {}
        notes: tuple[str, ...] = ()
        if MANIFEST in results:
            manifest = json.loads((out / MANIFEST).read_text("utf-8"))
            known = {each["role"]: each["language"] for each in manifest["inputs"]}
            notes = tuple(manifest["stages"][0]["notes"])
        # A termbase in which there is no term does not tell its languages.
        told = job.stated_languages
        source, target = told[0] or known.get("source"), told[1] or known.get("target")
        options = ReviewOptions(source_language=source, target_language=target)
        shown = self.kinds(job)
        remarks = self.path(job) / "remarks.json"
        found = json.loads(remarks.read_text("utf-8")) if remarks.is_file() else {}
        taken = {layer.name for layer in self.store.layers.all()}
        names = {}
        for path, kind in shown.items():
            words = "terms" if kind == TERMS else "sentences"
            name = f"{job.name}: {words}"
            names[path] = f"{job.name} {job.id}: {words}" if name in taken else name
        files = begin_files(
            self.store,
            self.path(job) / "review",
            names,
            options,
            {int(number): tuple(lines) for number, lines in found.items()},
            shown,
        )
        layers = tuple(self.store.layers.get(each.layer).id for each in files)
        texts = tuple(self._texts(*layers))
        if MANIFEST not in results and SENTENCES in shown.values():
            # As it came: a copy in another format has lost what was left out.
            path = self.path(job) / "input" / "source" / job.of("source")[0].name
            reading = Reading(source_language=source, target_language=target)
            left_out = read_unit_file(path, reading).skipped
            notes = tuple(f"{LEFT_OUT}{each}" for each in sum_skipped(left_out))
        sides = (
            replace(each, language=known.get(each.side) or each.language) for each in job.files
        )
        job = replace(
            job, files=(*sides,), layers=layers, results=(*results,), texts=texts, notes=notes
        )
        self._follow(job)
        return job

    def kinds(self, job: Job) -> dict[Path, str]:
        """The results that are read and corrected, memories first, with their kinds."""
        out = self.path(job) / "out"
        names = [MEMORY, TERMBASE] if (out / REPORT).is_file() else None
        paths = [out / name for name in names] if names else sorted(out.iterdir())
        # What somebody gave as termbase is one, whatever else a table may be.
        termbases = {unpacked_name(Path(each.name)).name for each in job.of("termbase")}
        found = {
            path: TERMS if path.name in termbases else kind_of(path)
            for path in paths
            if path.is_file() and path.suffix != ".bak"
        }
        return dict(sorted(found.items(), key=lambda each: each[1] == TERMS))

    def _texts(self, *layers: int) -> Iterator[JobText]:
        """The texts of the layers of links, a part of a long one by itself."""
        for layer in layers:
            if self.store.layers.get(layer).kind == "sentences":
                for item in self.store.items.each(layer):
                    name = str(item.payload["source"].get("doc", ""))
                    links = bitext_of(item.payload, item.cells).links
                    doubtful = sum(each.is_null or is_doubtful(each) for each in links)
                    confirmed = sum(
                        each is True for cell, each in item.cells.items() if cell.startswith("c")
                    )
                    yield JobText(name, layer, item.seq, len(links), confirmed, doubtful)

    def _follow(self, job: Job) -> None:
        """Write what is corrected into the results of a job."""
        folder = self.path(job) / "review"
        try:
            files = known_files(folder, list(self.kinds(job)), ReviewOptions())
            self.follower.reviews.append(LiveReview(Review(self.store, files, "/", folder)))
        except DiglotError as error:
            self._put(replace(job, error=str(error)))


@contextmanager
def open_workspace(folder: Path) -> Iterator[Workspace]:
    """Open the workspace of a folder, which is made where there is none, and work while it is open.

    Raises:
        InputError: the folder cannot be used.
    """
    store_folder = folder / "project"
    known = (store_folder / PROJECT).is_file()
    with Store.open(store_folder) if known else Store.create(store_folder, name="diglot") as store:
        if not known:
            store.people.add(owner_name(), "owner")
        follower = Follower()
        workspace = Workspace(store, folder / "jobs", follower)
        workspace.folder.mkdir(exist_ok=True)
        with follower.running():
            workspace.open()
            try:
                yield workspace
            finally:
                workspace.close()


def _code(language: str | None) -> str | None:
    return normalise(language) if language else None


def _length(job: Job) -> int:
    return sum(file.characters or file.size for file in job.files)


def _named(files: Sequence[InputFile]) -> dict[str, str | None]:
    """The languages that the names of the files of both sides tell."""
    sides = "source", "target"
    names = ([Path(each.name) for each in files if each.side == side] for side in sides)
    pairs = [Pair("", *both) for both in zip(*names, strict=False)]
    return dict(zip(sides, named_languages(pairs), strict=True))
