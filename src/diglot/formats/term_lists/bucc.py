"""BUCC 2022: the folder of a task, and tables of proposed pairs for people to judge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from diglot.errors import FormatError, InputError
from diglot.files.binary import read_bytes
from diglot.files.text import decode_strictly
from diglot.formats import table_rows
from diglot.formats.blocks import Skips
from diglot.formats.workbooks import GENERAL, SheetLayout
from diglot.model.terms import NO, YES, Proposal

# The folder of a BUCC 2022 task: two lists of terms, the right pairs, and the two corpora.
#
# terms-en.txt       the source terms, one a line
# terms-fr.txt       the target terms
# terms-en-fr.txt    the right pairs, ``source<TAB>target``; absent where they are kept secret
# corpus-en.txt      the source sentences, one a line; the corpora may be missing
# corpus-fr.txt      the target sentences

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
        raise InputError("no such folder", path=folder, cure="check the name")
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
            f"is not a folder of a shared task: {lacking} is missing",
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


# Pairs for people to judge as a table: TSV, CSV or a sheet with a choice in every row.

HEADER = (
    "accept", "source", "target", "note", "source_context", "target_context", "origins",
    "similarity", "phrase_probability", "phrase_rank", "source_frequency", "target_frequency",
)  # fmt: skip
NUMBERS = HEADER[7:]
LAYOUT = SheetLayout(
    header=HEADER,
    widths=(9, 32, 32, 24, 60, 60, 18, 10, 10, 8, 10, 10),
    title="check",
    numbers=dict.fromkeys(range(7, 12), GENERAL),
    choices={0: (YES, NO)},
)
NAMES = {name.replace("_", " "): name for name in HEADER}
WORDS = {
    **dict.fromkeys(("yes", "y", "1", "x", "true", "right", "ok"), YES),
    **dict.fromkeys(("no", "n", "0", "-", "false", "wrong"), NO),
}


def write_proposals(path: str | Path, proposals: Iterable[Proposal]) -> int:
    """Write pairs in their order; return their number.

    Args:
        path: ``.xlsx`` for a sheet, ``.csv``, or any other name for TSV.
        proposals: taken one by one.

    Raises:
        InputError: the file cannot be written.
    """
    return table_rows.write_table(Path(path), map(_row, proposals), LAYOUT)


def read_proposals(path: str | Path, *, skips: Skips | None = None) -> tuple[Proposal, ...]:
    """Return judged pairs; what else the table says is taken as it is.

    Args:
        path: a table that `write_proposals` wrote and people filled in.
        skips: collects what is left out.

    Raises:
        FormatError: a decision is neither yes nor no, or columns are missing.
        InputError: the file cannot be read.
    """
    path = Path(path)
    skips = skips if skips is not None else Skips()
    table = table_rows.open_table(path, NAMES, HEADER[:3], skips=skips)
    if table is None or not table.is_header:
        raise FormatError(
            f"has no header with {', '.join(HEADER[:3])}",
            path=path,
            place=None if table is None else next(table.rows)[0],
            cure="give the table that was written to be filled in",
        )
    found: dict[tuple[str, str], Proposal] = {}
    for place, cells in table.rows:
        proposal = _proposal(cells, table.columns, path, place)
        key = proposal.source, proposal.target
        if not all(key):
            skips.add("pair without one side", "".join(key))
        elif key in found and found[key].decision not in (None, proposal.decision):
            raise FormatError(
                f"decides on {' | '.join(key)} once more, and otherwise",
                path=path,
                place=place,
                cure="keep one of the two lines",
            )
        else:
            found[key] = proposal
    return tuple(found.values())


def _proposal(
    cells: Sequence[str], columns: dict[str, int], path: Path, place: str | int
) -> Proposal:
    texts = {
        name: table_rows.cell_of(cells, columns[name]).strip() if name in columns else ""
        for name in HEADER
    }
    numbers = table_rows.numbers_in(cells, columns, NUMBERS, path, place)
    word = texts["accept"].casefold().removesuffix(".0")
    if word and word not in WORDS:
        raise FormatError(
            f"the decision {texts['accept'][:30]!r} is neither yes nor no",
            path=path,
            place=place,
            cure="write yes or no, or leave the cell empty",
        )
    rank = numbers["phrase_rank"]
    return Proposal(
        table_rows.clean_term(texts["source"]),
        table_rows.clean_term(texts["target"]),
        WORDS.get(word),
        tuple(filter(None, texts["origins"].split("; "))),
        numbers["similarity"],
        numbers["phrase_probability"],
        None if rank is None else int(rank),
        int(numbers["source_frequency"] or 0),
        int(numbers["target_frequency"] or 0),
        texts["source_context"],
        texts["target_context"],
        texts["note"],
    )


def _row(each: Proposal) -> list[str]:
    told = (each.note, each.source_context, each.target_context, "; ".join(each.origins))
    numbers = (table_rows.format_number(getattr(each, name)) for name in NUMBERS)
    return [each.decision or "", each.source, each.target, *told, *numbers]
