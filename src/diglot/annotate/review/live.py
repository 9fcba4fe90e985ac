"""Reviews whose files follow the corrections: what is said to be saved is in them."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from diglot.annotate.review.files import Review, WrittenReview, check_output, write_review
from diglot.errors import DiglotError
from diglot.options import drop_options

BACKUP = ".bak"
"""End of the name under which a file is kept once, as it was before it was first written."""

_PAUSE = 0.3
"""Seconds between looks at what was judged meanwhile; files that take long are written seldom."""


@dataclass(frozen=True, slots=True)
class FileState:
    """How far files follow what was judged.

    Attributes:
        names: of the files.
        behind: whether something was judged that they do not have yet.
        at: when they were last written; None before.
        error: why they could not be.
    """

    names: tuple[str, ...]
    behind: bool
    at: datetime | None
    error: str | None


class LiveReview:
    """The files of a review, written whenever somebody has judged something.

    Args:
        review: open.
        output: where to write instead of the file itself.

    Attributes:
        review: as it was last written.
        written: what became of its files then.

    Raises:
        ConfigError: an output for several files, or one of a format that cannot be written.
    """

    def __init__(self, review: Review, output: Path | None = None) -> None:
        self.written: tuple[WrittenReview, ...] = ()
        self.review = review
        self._output = output
        self._targets = check_output(review, output) if review.files else ()
        self._layers = [review.store.layers.get(each.layer).id for each in review.files]
        # What an earlier visit left unwritten is written, too.
        self._revision = -1
        self._at: datetime | None = None
        self._error: str | None = None
        self._lock = threading.Lock()

    def state(self) -> FileState:
        """How far the files follow."""
        behind = bool(self._targets) and self._now() != self._revision
        names = tuple(path.name for path in self._targets)
        return FileState(names, behind, self._at, self._error)

    def write(self) -> None:
        """Write the files as they are judged now; a failure is remembered, not raised."""
        with self._lock:
            revision = self._now()
            if revision == self._revision or not self._targets:
                return
            try:
                if revision:
                    for path in self._targets:
                        _keep(path)
                    self.review, self.written = write_review(self.review, self._output)
                    self._at = datetime.now(UTC)
                self._revision, self._error = revision, None
            except (DiglotError, OSError) as error:
                self._error = drop_options(str(error))

    def finish(self) -> tuple[WrittenReview, ...]:
        """Write the files a last time; return what became of them.

        Raises:
            InputError: a file changed on the disk meanwhile, or cannot be written.
        """
        if self.review.files:
            self.review, self.written = write_review(self.review, self._output)
        return self.written

    def _now(self) -> int:
        return self.review.store.annotations.revision(self._layers)


class Follower:
    """A thread that keeps writing reviews while their page is open."""

    def __init__(self) -> None:
        self.reviews: list[LiveReview] = []
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="review", daemon=True)

    def state(self) -> FileState:
        """How far all files follow."""
        states = [each.state() for each in self.reviews]
        return FileState(
            tuple(name for each in states for name in each.names),
            any(each.behind for each in states),
            max((each.at for each in states if each.at), default=None),
            next((each.error for each in states if each.error), None),
        )

    def _follow(self) -> None:
        took = 0.0
        while not self._end.wait(max(_PAUSE, 2 * took)):
            begun = time.perf_counter()
            for each in list(self.reviews):
                each.write()
            took = time.perf_counter() - begun

    @contextmanager
    def running(self) -> Iterator[None]:
        """Follow until the block ends, and write what is left then."""
        self._thread.start()
        try:
            yield
        finally:
            self._end.set()
            self._thread.join()
            for each in self.reviews:
                each.write()


def _keep(path: Path) -> None:
    """Keep a file once as it was."""
    backup = path.with_name(path.name + BACKUP)
    if path.is_file() and not backup.exists():
        shutil.copyfile(path, backup)
