"""What is written of a cleaned corpus: files of units, a data set of Parquet files, a card.

Reference:
    Gebru et al. 2021, Datasheets for datasets; the card is Markdown with the YAML head that the
    Hugging Face hub reads.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from diglot import formats
from diglot.cleaning.rules import RULES
from diglot.errors import ConfigError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.binary import extension_of
from diglot.formats.registry import UNITS, Format, extensions_of, find_format, names_of
from diglot.options import make_record
from diglot.pipeline.options import WriteOptions, check_apart
from diglot.text.languages import name as language_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.pipeline.steps.cleaning.cleaning import CleanRun
    from diglot.pipeline.steps.cleaning.options import CleanOutput

Written = list[tuple["Path", "Sequence[Skipped]"]]

DATA, README = "data/train.parquet", "README.md"
LISTED = 30
"""Documents that a card lists."""
BAR = 40
"""Signs of the longest bar of a histogram."""
_SCORE = (
    "The score is the probability that a pair is good, by links between its words, lengths, "
    "numbers, names, end marks, and how usual its words are beside each other."
)


@dataclass(frozen=True, slots=True)
class Target:
    """A file of units to write.

    Attributes:
        path: the file.
        format: of it.
        dropped: whether it takes the dropped units.
    """

    path: Path
    format: Format
    dropped: bool = False


def plan_outputs(source: Path, outputs: Sequence[Path], options: CleanOutput) -> list[Target]:
    """Decide what each output is, and refuse what cannot be written before any work is done.

    A folder, or a name without an extension, becomes a data set.

    Raises:
        ConfigError: a format cannot be written, or an output is the input or given twice.
        InputError: a folder cannot be made.
    """
    targets = []
    for path in outputs:
        if path.is_dir() or not path.suffix:
            targets.append(Target(path / DATA, _format_to_write(path / DATA)))
        else:
            targets.append(Target(path, _format_to_write(path)))
    if options.dropped:
        dropped = _format_to_write(options.dropped)
        targets.append(Target(options.dropped, dropped, dropped=True))
    check_apart([source], [*(target.path for target in targets), options.card])
    for path in outputs:
        if path.is_dir() or not path.suffix:
            try:
                (path / DATA).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                reason = error.strerror or str(error)
                raise InputError(f"cannot be made ({reason})", path=path) from error
    return targets


def _format_to_write(path: Path) -> Format:
    """Return the format of an output by its extension.

    Raises:
        ConfigError: there is none, or it holds no units, or is only read.
    """
    names = names_of(UNITS, writes=True)
    # What an output could be is not what an input could.
    if extension_of(path) not in extensions_of():
        told = path.suffix.lower()
        raise ConfigError(f"{path}: the extension {told!r} names no format; write one of {names}")
    found = find_format(path)
    if found.kind != UNITS or not found.writes:
        raise ConfigError(f"{path}: {found.name} files cannot be written from units; {names} can")
    return found


def write_outputs(run: CleanRun, targets: Sequence[Target], options: CleanOutput) -> Written:
    """Write the outputs; return each with what its format could not carry.

    Raises:
        InputError: a file cannot be written.
    """
    writing = make_record({"strip_tags": options.strip_tags, "xliff": options.xliff}, WriteOptions)
    written: Written = []
    cards = [options.card] if options.card else []
    for target in targets:
        choices = writing.of(target.format.name)
        units = run.units(dropped=target.dropped)
        lost = formats.write_units(target.path, units, format=target.format, **choices)
        written.append((target.path, lost))
        if not target.dropped and target.path.parts[-2:] == tuple(DATA.split("/")):
            cards.append(target.path.parents[1] / README)
    for path in cards:
        with atomic_open(path) as file:
            file.write(draw_card(run, options))
        written.append((path, ()))
    return written


def draw_card(run: CleanRun, options: CleanOutput) -> str:
    """Return the card of a corpus in Markdown."""
    title = options.title or f"{run.path.name.partition('.')[0]}"
    source, target = run.languages
    head = {
        "pretty_name": title,
        "language": list(run.languages),
        **({"license": options.licence.lower()} if options.licence else {}),
        "task_categories": ["translation"],
        "size_categories": [_size(run.size)],
        "configs": [{"config_name": f"{source}-{target}", "data_files": DATA}],
    }
    total = len(run.verdicts)
    sources = options.sources or {run.path.name: "not stated"}
    parts = [
        f"---\n{yaml.safe_dump(head, sort_keys=False, allow_unicode=True)}---\n",
        f"# {title}\n",
        f"{run.size:,} of {total:,} pairs of texts in {_named(source)} and {_named(target)}.\n",
        "## Sources and licences\n",
        _table(("source", "licence"), sources.items()),
        f"Licence of the corpus: {options.licence or 'not stated'}.\n",
    ]
    if run.documents:
        listed = run.documents.most_common(LISTED)
        rows = [(name, f"{count:,}") for name, count in listed]
        if rest := len(run.documents) - len(listed):
            rows.append((f"{rest:,} more", f"{run.size - sum(count for _, count in listed):,}"))
        parts += ["## Documents\n", _table(("document", "pairs"), rows)]
    parts += [
        "## What was dropped\n",
        _table(
            ("rule", "pairs", "what it drops"),
            [(name, f"{run.counts[name]:,}", told) for name, told in RULES.items()],
        ),
        "## Scores\n",
        f"{_SCORE}\n",
        _histogram(run.histogram()),
        "## How it was made\n",
        f"`{run.signature}`\n",
    ]
    return "\n".join(parts)


def _size(count: int) -> str:
    """Return the class of a size as the hub names it."""
    bounds = (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000)
    names = ("1K", "10K", "100K", "1M", "10M", "100M", "1B")
    for number, bound in enumerate(bounds):
        if count < bound:
            return f"{names[number - 1]}<n<{names[number]}" if number else "n<1K"
    return "n>1B"


def _named(code: str) -> str:
    try:
        return f"{language_name(code)} ({code})"
    except ConfigError:
        return code


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = [head, ["---"] * len(head), *rows]
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in cells]
    return "".join(f"| {line} |\n" for line in lines)


def _histogram(counts: Sequence[int]) -> str:
    most = max(*counts, 1)
    width = len(f"{most:,}")
    lines = [
        f"{number / len(counts):.1f}-{(number + 1) / len(counts):.1f}  {count:>{width},}  "
        + "#" * math.ceil(BAR * count / most)
        for number, count in enumerate(counts)
    ]
    return "\n".join(["```text", *(line.rstrip() for line in lines), "```\n"])
