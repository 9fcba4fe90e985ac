"""Projects of OmegaT: their memory and glossaries are read, and results go where it finds them.

A project is a folder with the file ``omegat.project``. What was translated stands in
``omegat/project_save.tmx``, glossaries and memories in folders that the file names.

Reference: OmegaT user manual, "Project folder".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from diglot import formats
from diglot.errors import FormatError, InputError
from diglot.files.atomic import copy_file
from diglot.files.xml import local_name, parse
from diglot.model import Skipped, Termbase

NAME = "omegat.project"
OWN = "diglot-"  # how files begin that diglot puts into a project
_DEFAULT = "__DEFAULT__"
_GLOSSARIES = (".utf8", ".txt", ".tab", ".tsv", ".csv", ".tbx")


@dataclass(frozen=True, slots=True)
class OmegatProject:
    """A project with what diglot reads and where it writes.

    Attributes:
        folder: of the project.
        languages: of source and target, as the project has them.
        memory: what was translated; it may not exist yet.
        memories: folder of further memories.
        glossaries: folder of glossaries.
    """

    folder: Path
    languages: tuple[str, str]
    memory: Path
    memories: Path
    glossaries: Path

    def memory_files(self) -> dict[str, Path]:
        """Return what was translated and the memories, by name, without those of diglot itself."""
        others = sorted(self.memories.rglob("*.tmx")) if self.memories.is_dir() else []
        found = [self.memory, *(each for each in others if not each.name.startswith(OWN))]
        return {path.stem: path for path in found if path.is_file()}

    def glossary_files(self) -> list[Path]:
        """Return the glossaries, in the order of their names."""
        found = self.glossaries.rglob("*") if self.glossaries.is_dir() else ()
        return sorted(path for path in found if path.suffix.lower() in _GLOSSARIES)


def read_project(folder: Path) -> OmegatProject | None:
    """Return the project that a folder is; None if it is none.

    Raises:
        InputError: its file cannot be read, or does not name the two languages.
    """
    path = folder / NAME
    if not path.is_file():
        return None
    told = {
        local_name(element): (element.text or "").strip()
        for element in parse(path).iter("{*}*")
        if not len(element)
    }
    source, target = told.get("source_lang", ""), told.get("target_lang", "")
    if not source or not target:
        raise FormatError(
            "does not name the two languages", path=path, cure="open the project in OmegaT once"
        )
    memories, glossaries = (
        folder / (named if (named := told.get(key, "")) and named != _DEFAULT else usual)
        for key, usual in (("tm_dir", "tm"), ("glossary_dir", "glossary"))
    )
    memory = folder / "omegat" / "project_save.tmx"
    return OmegatProject(folder, (source, target), memory, memories, glossaries)


def need_project(folder: Path) -> OmegatProject:
    """Return the project that a folder is.

    Raises:
        InputError: it is none, or its file cannot be read.
    """
    project = read_project(folder)
    if project is None:
        raise InputError(
            f"holds no {NAME}", path=folder, cure="name the folder of a project of OmegaT"
        )
    return project


def expand_projects(
    translations: Sequence[Path], termbases: Sequence[Path]
) -> tuple[list[Path], list[Path], tuple[str, str] | None]:
    """Put the memory of a project in the place of its folder.

    Returns:
        The files; the termbases, those of the project's glossaries if none is given; and the
        languages of the project, None without one.

    Raises:
        InputError: a project cannot be read, or nothing is translated in it.
    """
    files, known = [], list(termbases)
    languages = None
    for path in translations:
        project = read_project(path) if path.is_dir() else None
        if project is None:
            files.append(path)
            continue
        if not project.memory.is_file():
            raise InputError(
                "does not exist", path=project.memory, cure="translate and save in OmegaT first"
            )
        files.append(project.memory)
        known += [] if termbases else project.glossary_files()
        languages = project.languages
    return files, known, languages


def deliver(
    project: OmegatProject, name: str, memory: Path, termbase: Termbase, languages: tuple[str, str]
) -> tuple[list[Path], tuple[Skipped, ...]]:
    """Put a memory and a glossary where OmegaT finds them.

    Returns:
        The files, and what the glossary could not carry.

    Raises:
        InputError: a file cannot be written.
    """
    files = [project.memories / f"{OWN}{name}.tmx", project.glossaries / f"{OWN}{name}.utf8"]
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
    copy_file(memory, files[0])
    if not termbase.concepts:
        return files[:1], ()
    return files, formats.write_termbase(files[1], termbase, format="omegat", languages=languages)
