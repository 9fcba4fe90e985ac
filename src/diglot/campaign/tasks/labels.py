"""The tasks ``labels`` and ``words``: links between words are judged by what people say of them.

A document is a text with labels on links between its words, by one or more annotators, a text
whose sentence pairs were divided into trees, or one with sure and possible links.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot import formats
from diglot.campaign.tasks import Item, Task, given_options, no_results
from diglot.campaign.tasks.items import find_files, pair_files
from diglot.campaign.tasks.label_scores import Scores, evaluate, texts_of
from diglot.errors import ConfigError, InputError
from diglot.formats.judgements.transread_labels import MARK
from diglot.formats.registry import WORD_LINKS, formats_of
from diglot.model import WordLinks
from diglot.pipeline.steps.words.alignment import align_word_files
from diglot.pipeline.steps.words.options import WordOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.campaign.plan import Corpus, Plan, System

    Words = tuple[str, ...]

_GOLD = ("source", "target", "gold")
_LANGUAGES = ("source_language", "target_language")
_SCORES = ("correct", "draws", "seed")
_PATHS = ("lexicon", "train_source", "train_target")


def _find(corpus: Corpus, folder: Path) -> list[Item]:
    given = set(corpus.settings)
    if given & set(_GOLD):
        if missing := [key for key in _GOLD if key not in given]:
            raise ConfigError(f"corpus {corpus.name}: {missing[0]} is missing")
        return pair_files(corpus, folder, _GOLD)
    if not {"labels", "trees"} & given:
        raise ConfigError(f"corpus {corpus.name}: give labels, trees, or source, target and gold")
    items: dict[str, dict[str, Path]] = defaultdict(dict)
    for path in find_files(corpus, "labels", folder) if "labels" in corpus.settings else ():
        name, mark, annotator = path.stem.rpartition(MARK)
        if not mark:
            raise InputError(
                f"is not called NAME{MARK}1.txt", path=path, cure="narrow the pattern of labels"
            )
        items[name] |= {"texts": path.with_name(f"{name}.txt"), f"labels/{annotator}": path}
    for path in find_files(corpus, "trees", folder) if "trees" in corpus.settings else ():
        items[path.name.partition(".")[0]] = {"trees": path}
    return [Item(corpus, name, files) for name, files in items.items()]


def _check(plan: Plan) -> None:
    for system in plan.systems:
        if system.kind == "method":
            _options(system, {})


def _options(system: System, settings: Mapping[str, Any]) -> WordOptions:
    options = dict(system.options)
    options |= {name: Path(options[name]) for name in _PATHS if name in options}
    if "models" in options:
        options["models"] = [Path(each) for each in options["models"]]
    languages = {key: settings[key] for key in _LANGUAGES if key in settings}
    return given_options(
        WordOptions,
        {**languages, **options},
        f"system {system.name}",
        method=system.method,
        tokenised=True,
    )


def _write_sides(folder: Path, sides: Sequence[Sequence[Words]]) -> dict[str, Path]:
    found = {}
    for name, side in zip(("source", "target"), sides, strict=True):
        found[name] = folder / f"{name}.txt"
        text = "".join(f"{' '.join(words)}\n" for words in side)
        found[name].write_text(text, encoding="utf-8")
    return found


def _run(system: System, items: Sequence[Item], outputs: Sequence[Path]) -> None:
    """Align the pairs of all documents together, which teach each other words."""
    texts = [texts_of(item) for item in items]
    sides = [[words for text in texts for words in text[side]] for side in (0, 1)]
    with TemporaryDirectory() as name:
        files = _write_sides(Path(name), sides)
        options = _options(system, items[0].corpus.settings)
        links = align_word_files(files["source"], files["target"], options=options).links
    begin = 0
    for text, path in zip(texts, outputs, strict=True):
        end = begin + len(text[0])
        low, high = int(links.offsets[begin]), int(links.offsets[end])
        _write(
            path,
            WordLinks(
                links.offsets[begin : end + 1] - low,
                links.source[low:high],
                links.target[low:high],
                None if links.scores is None else links.scores[low:high],
            ),
        )
        begin = end


def _prepare(item: Item, _: str, folder: Path) -> dict[str, Path]:
    return _write_sides(folder, texts_of(item))


def _adopt(system: System, item: Item, path: Path, output: Path) -> None:
    lengths = [np.array([len(words) for words in side], np.int64) for side in texts_of(item)]
    links = formats.read_word_links(
        path, format=system.writes or None, lengths=(lengths[0], lengths[1])
    )
    _write(output, links)


def _write(path: Path, links: WordLinks) -> None:
    formats.write_word_links(path, links, format="pharaoh", scores=links.scores is not None)


TASK = Task(
    name="labels",
    inputs=(),
    gold=(),
    optional=("labels", "trees", "source", "target"),
    hidden=("gold",),
    settings=_LANGUAGES,
    scores=_SCORES,
    extension=".pharaoh",
    formats={"reads": ("text",), "writes": tuple(each.name for each in formats_of(WORD_LINKS))},
    check=_check,
    check_gold=lambda plan, item: Scores(plan, no_results(plan, item)),
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=evaluate,
    find=_find,
    packages=("words", "pipeline/steps/words"),
)
