"""The folder of a BUCC 2022 task: two lists of terms, the right pairs, and the two corpora.

terms-en.txt       the source terms, one a line
terms-fr.txt       the target terms
terms-en-fr.txt    the right pairs, ``source<TAB>target``; absent where they are kept secret
corpus-en.txt      the source sentences, one a line; the corpora may be missing
corpus-fr.txt      the target sentences
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from diglot.errors import InputError
from diglot.files.text import decode_strictly, read_bytes

LANGUAGE = r"[a-z]{2,3}(?:_[A-Za-z]+)?"
PAIRS = re.compile(rf"terms-({LANGUAGE})-({LANGUAGE})\.(?:txt|tsv)")
TERMS = re.compile(rf"terms-({LANGUAGE})\.(?:txt|tsv)")


@dataclass(frozen=True, slots=True)
class BuccFolder:
    """Where the parts of a task are.

    Attributes:
        languages: of source and target.
        source_terms: the list of source terms.
        target_terms: the list of target terms.
        gold: the right pairs; None where they are kept secret.
        source_corpus: the source sentences; None if they are not there.
        target_corpus: the target sentences.
    """

    languages: tuple[str, str]
    source_terms: Path
    target_terms: Path
    gold: Path | None = None
    source_corpus: Path | None = None
    target_corpus: Path | None = None


def find_task(folder: str | Path) -> BuccFolder:
    """Return the parts of a task.

    Raises:
        InputError: the folder holds no task, or more than one.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError("there is no such folder", path=folder, cure="check the name")
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    pairs = [match for name in names if (match := PAIRS.fullmatch(name))]
    lists = {match[1]: folder / name for name in names if (match := TERMS.fullmatch(name))}
    if len(pairs) > 1:
        found = ", ".join(match[0] for match in pairs)
        raise InputError(f"holds several tasks: {found}", path=folder, cure="give the files")
    languages = pairs[0].groups() if pairs else tuple(lists)
    missing = [code for code in languages if code not in lists]
    if len(languages) != 2 or missing:
        lacking = ", ".join(f"terms-{code}.txt" for code in missing or ("xx", "yy"))
        raise InputError(
            f"is no folder of a shared task: {lacking} is missing",
            path=folder,
            cure="give the files one by one",
        )
    source, target = languages
    corpora = [folder / f"corpus-{code}.txt" for code in languages]
    return BuccFolder(
        languages=(source, target),
        source_terms=lists[source],
        target_terms=lists[target],
        gold=folder / pairs[0][0] if pairs else None,
        source_corpus=corpora[0] if corpora[0].is_file() else None,
        target_corpus=corpora[1] if corpora[1].is_file() else None,
    )


def task_of(folder: str | Path, source: str, target: str) -> BuccFolder:
    """Return where the parts of a new task go."""
    folder = Path(folder)
    return BuccFolder(
        languages=(source, target),
        source_terms=folder / f"terms-{source}.txt",
        target_terms=folder / f"terms-{target}.txt",
        gold=folder / f"terms-{source}-{target}.txt",
        source_corpus=folder / f"corpus-{source}.txt",
        target_corpus=folder / f"corpus-{target}.txt",
    )


def read_official(path: str | Path) -> list[str]:
    r"""Return the lines of a file as the official scorer reads them.

    They are stripped, blank ones stay, ``\r`` alone ends a line, too, and a byte-order mark is a
    part of the first line.

    Raises:
        InputError: the file cannot be read, or is not UTF-8.
    """
    text = decode_strictly(read_bytes(path), "utf-8", path)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [line.strip() for line in (lines if lines[-1] else lines[:-1])]
