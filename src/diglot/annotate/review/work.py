"""One job of a workspace, in a process of its own: ``python -m`` this module with its folder.

What is going on is told as lines of JSON: a stage, or the error in which it ended.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import defaultdict
from pathlib import Path

from diglot.annotate.review.jobs import Job, read_job
from diglot.errors import ConfigError, DiglotError
from diglot.files.binary import open_bounded_gzip, unpacked_name
from diglot.formats import read_units, write_units
from diglot.formats.registry import GENERAL, TERMBASE, UNITS, find_format

REMARKS = "remarks.json"


def do_job(folder: Path) -> None:
    """Do a job: build of texts, or check of units.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    job = read_job(folder)
    out = folder / "out"
    source = _given(folder, job, "source")
    if source is None:
        raise ConfigError("drop a text and its translation, or a translation memory")
    target = _given(folder, job, "target")
    if target is not None:
        _build(source, target, out, job)
    else:
        _check(source, _given(folder, job, "termbase"), out, folder, job)


def _given(folder: Path, job: Job, side: str) -> Path | None:
    """The only file of a side, or the folder of several."""
    files = job.of(side)
    if not files:
        return None
    root = folder / "input" / side
    return root / files[0].name if len(files) == 1 else root


def _build(source: Path, target: Path, out: Path, job: Job) -> None:
    from diglot.pipeline.build.building import build_files
    from diglot.pipeline.build.options import BuildOptions
    from diglot.report.build.page import write_built_page

    # Files without a partner were shown as such before the start.
    options = BuildOptions(
        source_language=job.languages[0],
        target_language=job.languages[1],
        skip_bad=source.is_dir() and target.is_dir(),
    )
    build_files(source, target, out=out, options=options, page=write_built_page, progress=_tell)


def _check(units: Path, termbase: Path | None, out: Path, folder: Path, job: Job) -> None:
    """Copy the files that are to be corrected, and keep what a check finds in them."""
    if units.is_dir():
        raise ConfigError("drop one translation memory at a time, or two folders of texts")
    out.mkdir(exist_ok=True)
    record = find_format(units, *GENERAL, TERMBASE, look=True)
    if record.kind == UNITS and not record.writes:
        # What a tool alone can write is corrected in a memory.
        write_units(out / f"{unpacked_name(units).stem}.tmx", read_units(units))
    else:
        _copy(units, out)
    if termbase is None:
        return
    if termbase.is_dir():
        raise ConfigError("drop one termbase with a memory")
    _copy(termbase, out)
    from diglot.pipeline.steps.checking.check import check_files
    from diglot.pipeline.steps.checking.options import CheckOptions

    remarks: dict[int, list[str]] = defaultdict(list)
    source, target = job.stated_languages
    options = CheckOptions(source_language=source, target_language=target)
    run = check_files([units], [termbase], options=options, progress=_tell)
    for finding in run.findings:
        if finding.suppressed is None:
            remarks[finding.unit].append(finding.message)
    (folder / REMARKS).write_text(json.dumps(remarks, ensure_ascii=False), "utf-8")


def _copy(path: Path, out: Path) -> None:
    """Copy a file into a folder, unpacked."""
    with open_bounded_gzip(path) as content, (out / unpacked_name(path).name).open("wb") as copy:
        shutil.copyfileobj(content, copy)


def _tell(stage: str, done: int, total: int) -> None:
    _say({"stage": stage, "done": done, "total": total})


def _say(told: dict[str, object]) -> None:
    sys.stdout.write(f"{json.dumps(told)}\n")
    sys.stdout.flush()


def main() -> int:
    """Do the job of a folder; the exit code is that of the command line."""
    try:
        do_job(Path(sys.argv[1]))
    except DiglotError as error:
        _say({"error": str(error)})
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
