"""The task ``sentences``: pairs of texts are aligned sentence by sentence, as in ARCADE.

Reference: Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
evaluation".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.campaign.task import Task, given_options
from diglot.errors import ConfigError, describe_unknown
from diglot.formats.registry import LINKS, extensions_of, formats_of
from diglot.options import options_of
from diglot.pipeline.documents import read_pairs, segment_lines, write_lines
from diglot.pipeline.file_pairs import Pair
from diglot.pipeline.options import READING
from diglot.pipeline.steps.sentences.alignment import align_documents, check_method, with_paragraphs
from diglot.pipeline.steps.sentences.options import AlignOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.campaign.plan import Plan, System
    from diglot.campaign.tables import Report
    from diglot.campaign.task import Item, Result
    from diglot.model import Document, Link

_PARAGRAPHS = ("par_source", "par_target")
_SETTINGS = tuple(each.name for each, known in options_of(AlignOptions) if known.group == READING)
"""How the texts of a corpus are read: all systems get the same segments."""
LEVELS = {"align": "Align", "sentence": "Sent", "word": "Word", "char": "Char"}
SCORES = ("levels", "rank_by", "correct", "draws", "seed")


def _check(plan: Plan) -> None:
    for corpus in plan.corpora:
        given = {key: corpus.settings[key] for key in _SETTINGS if key in corpus.settings}
        given_options(AlignOptions, given, f"corpus {corpus.name}")
    for system in plan.systems:
        if system.kind == "method":
            check_method(_options(system, {}))
    for key, value in plan.scores.items():
        if key not in SCORES:
            raise ConfigError(describe_unknown("key of [scores]", key, SCORES))
        if key in ("levels", "rank_by"):
            for level in value:
                if level not in LEVELS:
                    raise ConfigError(describe_unknown("level", level, LEVELS))


def _options(system: System, settings: Mapping[str, Any]) -> AlignOptions:
    """Return the options of a method on a corpus.

    Raises:
        ConfigError: an option is unknown, or says how texts are read, which corpora do.
    """
    for name in system.options:
        if name in (*_SETTINGS, *_PARAGRAPHS, "method"):
            raise ConfigError(f"system {system.name}: {name} belongs to a corpus, not to a system")
    reading = {key: settings[key] for key in _SETTINGS if key in settings}
    who = f"system {system.name}"
    found: AlignOptions = given_options(
        AlignOptions, {**reading, **system.options}, who, method=system.method
    )
    return found


def read_item(item: Item) -> tuple[Document, Document]:
    """Read and segment both sides of an item as all systems and the scorer do.

    Raises:
        InputError: a file cannot be read.
    """
    settings = tuple(
        (key, item.corpus.settings[key]) for key in _SETTINGS if key in item.corpus.settings
    )
    files = tuple((key, path) for key, path in item.files.items() if key not in ("gold",))
    return _read(item.name, files, settings)


@lru_cache(maxsize=64)
def _read(
    name: str, files: tuple[tuple[str, Path], ...], settings: tuple[tuple[str, Any], ...]
) -> tuple[Document, Document]:
    paths = dict(files)
    options = AlignOptions(
        **dict(settings), par_source=paths.get("par_source"), par_target=paths.get("par_target")
    )
    pair = Pair(name, paths["source"], paths["target"])
    documents, _ = read_pairs([pair], options=options)
    [sides] = with_paragraphs([pair], documents, options=options)
    return sides


def _run(system: System, items: Sequence[Item], outputs: Sequence[Path]) -> None:
    options = _options(system, items[0].corpus.settings)
    pairs = [Pair(item.name, item.files["source"], item.files["target"]) for item in items]
    found = align_documents(pairs, [read_item(item) for item in items], options=options)
    for bitext, path in zip(found, outputs, strict=True):
        formats.write_links(path, bitext.links, format="links")


def _prepare(item: Item, reads: str, folder: Path) -> dict[str, Path]:
    if reads == "file":
        return {side: item.files[side] for side in ("source", "target")}
    found = {}
    for side, document in zip(("source", "target"), read_item(item), strict=True):
        found[side] = folder / f"{side}.txt"
        write_lines(found[side], segment_lines(document))
    return found


def _adopt(system: System, _: Item, path: Path, output: Path) -> None:
    formats.write_links(output, read_output(system.writes, path), format="links")


def read_output(writes: str, path: Path) -> tuple[Link, ...]:
    """Read links that a program wrote, in the format that is named or that the file shows.

    Raises:
        InputError: they cannot be read.
    """
    # Files of links are often called .txt: what is no other format is one link a line.
    known = path.suffix.lower() in extensions_of(LINKS)
    return formats.read_links(path, format=writes or (None if known else "links"))


def _evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    from diglot.campaign.tasks.sentence_scores import evaluate

    return evaluate(plan, results)


TASK = Task(
    name="sentences",
    inputs=("source", "target"),
    gold=("gold",),
    optional=_PARAGRAPHS,
    settings=_SETTINGS,
    scores=SCORES,
    extension=".links",
    formats={
        "reads": ("text", "file"),
        "writes": tuple(each.name for each in formats_of(LINKS)),
    },
    check=_check,
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=_evaluate,
)
