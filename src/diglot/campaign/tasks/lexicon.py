"""The task ``lexicon``: dictionaries are inferred through the dictionaries of others, as in TIAD.

A corpus is one graph of dictionaries; an item is a direction. Directions without gold are inferred
and counted, but not scored.

Reference: TIAD 2021, results of the shared task, tables 1 to 3.16.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.campaign.tasks import Item, Task, given_options
from diglot.campaign.tasks.items import find_files
from diglot.campaign.tasks.lexicon_scores import (
    check_gold,
    dictionaries_of,
    directions_of,
    evaluate,
    scoring_of,
)
from diglot.errors import ConfigError, describe_unknown
from diglot.evaluate.lexicons.pairs import SWITCHES
from diglot.files.binary import sha256_of_file
from diglot.formats.lexicons import read_translations, write_lexicon
from diglot.lexicons import METHODS
from diglot.lexicons.interface import SYSTEMS, find_system
from diglot.model import Lexicon, Origin
from diglot.pipeline.steps.lexicons.options import InferOptions
from diglot.pipeline.steps.scores.lexicon_golds import Reading, file_languages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.campaign.plan import Corpus, Plan, System
    from diglot.lexicons.graph.graph import Graph

_PATHS = ("bitext", "scorer")
_PATHS_BY_LANGUAGE = ("vectors", "texts")
_SCORES = ("threshold", "strict", "step", "correct", "draws", "seed", *SWITCHES)


def _find(corpus: Corpus, folder: Path) -> list[Item]:
    dictionaries = find_files(corpus, "dictionaries", folder)
    shared = {f"dictionaries/{number}": path for number, path in enumerate(dictionaries)}
    golds = [(path, file_languages(path, Reading())) for path in find_files(corpus, "gold", folder)]
    items = []
    for name in directions_of(corpus):
        pair = tuple(name.split("-"))
        straight = [path for path, languages in golds if languages == pair]
        turned = [path for path, languages in golds if languages == pair[::-1]]
        if not corpus.settings.get("turn", True):
            turned = []
        found = [(f"gold/{number}", path) for number, path in enumerate(straight)]
        found += [(f"gold/turned {number}", path) for number, path in enumerate(turned)]
        items.append(Item(corpus, name, {**shared, **dict(found)}))
    return items


def _check(plan: Plan) -> None:
    for corpus in plan.corpora:
        directions_of(corpus)
        if not isinstance(turn := corpus.settings.get("turn", True), bool):
            raise ConfigError(f"corpus {corpus.name}: turn is {turn!r}, but must be true or false")
    for system in plan.systems:
        if system.kind == "method":
            _options(system)
            if system.method not in METHODS and find_system(system.method) is None:
                known = [*METHODS, *(each.name for each in SYSTEMS)]
                raise ConfigError(
                    f"system {system.name}: {describe_unknown('method', system.method, known)}"
                )
    scoring_of(plan)


def _options(system: System) -> InferOptions:
    """Return how a system infers; relative paths are those of the folder that it runs in."""
    options = dict(system.options)
    for name in _PATHS:
        if name in options:
            value = options[name]
            several = isinstance(value, list | tuple)
            options[name] = [Path(each) for each in value] if several else Path(value)
    for name in _PATHS_BY_LANGUAGE:
        if isinstance(options.get(name), dict):
            options[name] = {
                language: Path(value)
                if name == "vectors"
                else tuple(Path(each) for each in ([value] if isinstance(value, str) else value))
                for language, value in options[name].items()
            }
    who = f"system {system.name}"
    return given_options(InferOptions, options, who, method=system.method)


def _run(system: System, items: Sequence[Item], outputs: Sequence[Path], shared: Path) -> None:
    from diglot.pipeline.steps.lexicons.inference import infer_on

    options = replace(_options(system), threshold=0.0, paths=0)
    graph = _shared_graph(dictionaries_of(items[0]), options.reading(), shared)
    for item, path in zip(items, outputs, strict=True):
        source, target = item.name.split("-")
        found = infer_on(graph, source=source, target=target, options=options)
        write_lexicon(path, found.lexicon)


def _shared_graph(files: Sequence[Path], reading: Mapping[str, Any], shared: Path) -> Graph:
    """Return the graph of dictionaries; the first run to read them keeps it for the others."""
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph, save_graph

    known = json.dumps([[*map(sha256_of_file, files)], reading], sort_keys=True, default=str)
    path = shared / f"{hashlib.sha256(known.encode()).hexdigest()[:32]}.lexgraph"
    if path.is_file():
        return load_graph([path], case=reading["case"], pos=reading["pos"]).graph
    loaded = load_graph(files, **reading)
    shared.mkdir(exist_ok=True)
    save_graph(path, loaded)
    return loaded.graph


def _prepare(item: Item, _: str, folder: Path) -> dict[str, Path]:
    """Put the dictionaries into one folder, under the names that they have."""
    made = folder / "dictionaries"
    made.mkdir()
    for path in dictionaries_of(item):
        (made / path.name).symlink_to(path.resolve())
    return {"dictionaries": made}


def _adopt(system: System, item: Item, path: Path, output: Path) -> None:
    rows = tuple(read_translations(path, format=system.writes or None))
    write_lexicon(output, Lexicon(rows, Origin(item.name)))


TASK = Task(
    name="lexicon",
    inputs=("dictionaries",),
    gold=("gold",),
    settings=("directions", "turn"),
    scores=_SCORES,
    extension=".tsv",
    formats={"reads": ("dictionaries",), "writes": ("tsv", "csv", "jsonl")},
    check=_check,
    check_gold=check_gold,
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=evaluate,
    find=_find,
    packages=("lexicons", "pipeline/steps/lexicons"),
    shares=True,
)
