"""The task ``sentences``: pairs of texts are aligned sentence by sentence, as in ARCADE.

Reference: Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
evaluation".
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot import formats
from diglot.campaign.tables import Report
from diglot.campaign.tasks import Item, Result, Task, given_options, no_results
from diglot.campaign.tasks.sentence_scores import (
    GOLD_TEXTS,
    LEVELS,
    PARAGRAPHS,
    SETTINGS,
    Scores,
    make_rankings,
    make_tables,
    mean_errors,
    read_item,
    read_output,
)
from diglot.errors import ConfigError, describe_unknown, naming
from diglot.evaluate.alignments.sentences import require_segments
from diglot.formats.registry import LINKS, formats_of
from diglot.pipeline.documents import segment_lines, write_lines
from diglot.pipeline.file_pairs import Pair
from diglot.pipeline.steps.sentences.alignment import align_documents, check_method
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.report.plots.figures import Figure
from diglot.report.plots.lines import Panel, Series
from diglot.report.plots.points import Point, PointPanel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.campaign.plan import Plan, System
    from diglot.evaluate.statistics.ranking import Ranking

SCORES = ("levels", "rank_by", "correct", "draws", "seed")


def _check(plan: Plan) -> None:
    for corpus in plan.corpora:
        sides = [key for key in GOLD_TEXTS if key in corpus.settings]
        if len(sides) == 1:
            raise ConfigError(f"corpus {corpus.name}: give both {' and '.join(GOLD_TEXTS)}")
        if not sides and "gold" not in corpus.settings:
            raise ConfigError(f"corpus {corpus.name}: gold is missing")
        given = {key: corpus.settings[key] for key in SETTINGS if key in corpus.settings}
        given_options(AlignOptions, given, f"corpus {corpus.name}")
    for system in plan.systems:
        if system.kind == "method":
            check_method(_options(system, {}))
    for key, value in plan.scores.items():
        if key in ("levels", "rank_by"):
            if not isinstance(value, list | tuple) or not value:
                example = ", ".join(map(repr, LEVELS))
                raise ConfigError(
                    f"{key} of [scores] is {value!r}, but must list some of {example}"
                )
            for level in value:
                if level not in LEVELS:
                    raise ConfigError(describe_unknown("level", level, LEVELS))


def _options(system: System, settings: Mapping[str, Any]) -> AlignOptions:
    """Return the options of a method on a corpus."""
    for name in system.options:
        if name in (*SETTINGS, *PARAGRAPHS, "method"):
            raise ConfigError(f"system {system.name}: {name} belongs to a corpus, not to a system")
    reading = {key: settings[key] for key in SETTINGS if key in settings}
    who = f"system {system.name}"
    return given_options(AlignOptions, {**reading, **system.options}, who, method=system.method)


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


def _adopt(system: System, item: Item, path: Path, output: Path) -> None:
    links = read_output(system.writes, path)
    source, target = read_item(item)
    with naming(path):
        sizes = len(source.segments), len(target.segments)
        require_segments(((link.source, link.target) for link in links), sizes, item.name)
    formats.write_links(output, links, format="links")


# Scores. A figure of a type of text is the mean over its documents, as in ARCADE; a document that
# a system failed on counts as one without links.

LOWEST = 0.1
"""Lower end of figure 1, whose heights are logarithmic."""
_SHOWN = 60
"""Links shown behind a figure, of one system and document."""
_LONGEST = 300


def evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    """Score all results of a campaign of sentence alignment.

    Raises:
        InputError: gold cannot be read, or does not fit the texts.
    """
    scores = Scores(plan, results)
    ranked = [k for k, item in enumerate(scores.items) if item.corpus.rank]
    types: dict[str, list[int]] = defaultdict(list)
    for number, item in enumerate(scores.items):
        types[item.corpus.type].append(number)
    rank_by = list(plan.scores.get("rank_by", ("sentence", "char")))
    rankings = make_rankings(plan, scores, rank_by, ranked)
    signatures = tuple(f"{LEVELS[level]} F: {each.signature}" for level, each in rankings.items())
    return Report(
        make_tables(scores, types, rankings, ranked),
        _figures(scores, types, rankings),
        signatures=signatures,
        items={
            system: {number: _wrong_links(scores, system, number) for number in scores.of[system]}
            for system in scores.systems
        },
        documents=tuple(item.title for item in scores.items),
    )


def _figures(
    scores: Scores, types: Mapping[str, Sequence[int]], rankings: Mapping[str, Ranking]
) -> dict[str, Figure]:
    """Figures 1 and 2 of ARCADE, and where along the texts links are missed."""
    kinds = [f"{number} {kind}" for number, kind in enumerate(types, 1)]
    by_type = [
        Panel(
            f"{LEVELS[level]} F",
            "type of text",
            tuple(
                Series(
                    name,
                    np.array(
                        [scores.mean(name, level, "f1", each) or 0.0 for each in types.values()]
                    ),
                    style,
                )
                for style, name in enumerate(scores.systems)
            ),
            top=1.0,
            low=LOWEST,
        )
        for level in scores.levels[-2:]
    ]
    errors = tuple(
        Series(name, 1 - np.nan_to_num(mean_errors(scores, name)), style)
        for style, name in enumerate(scores.systems)
    )
    found = {"types": Figure(f"Mean F of the systems by type: {', '.join(kinds)}.", by_type)}
    if len(rankings) >= 2:
        (one, across), (other, up) = list(rankings.items())[:2]
        points = tuple(
            Point(name, across.values[name], up.values[name], style)
            for style, name in enumerate(scores.systems)
            if name in across.values and name in up.values
        )
        panel = PointPanel(f"{LEVELS[other]} F", f"{LEVELS[one]} F", points, fit=False)
        found["ranking"] = Figure("Ranking: mean F over the ranked texts.", [panel], 420.0)
    found["positions"] = Figure(
        "Share of the links found along the texts, by tenths.",
        [Panel("links found", "tenth of the text", errors, top=1.0)],
    )
    return found


def _wrong_links(scores: Scores, system: str, number: int) -> list[dict[str, Any]]:
    """Return what a system did wrong in a text: links missed and links too many, in order."""
    own = set(scores.of[system][number].links)
    gold = scores.gold[number]
    known = set(gold)
    others = {name: set(found[number].links) for name, found in scores.of.items() if name != system}
    wrong = [(link, "missed") for link in gold if link not in own]
    wrong += [(link, "wrong") for link in own if link not in known]
    wrong.sort(key=lambda each: (each[0][0] or (-1,), each[0][1] or (-1,), each[1]))
    texts = [document.segment_texts for document in read_item(scores.items[number])]
    return [
        {
            "kind": kind,
            "source": [_cut(texts[0][k]) for k in link[0]],
            "target": [_cut(texts[1][k]) for k in link[1]],
            "place": [link[0][0] if link[0] else None, link[1][0] if link[1] else None],
            "others": [name for name, links in others.items() if link in links],
        }
        for link, kind in wrong[:_SHOWN]
    ]


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


TASK = Task(
    name="sentences",
    inputs=("source", "target"),
    gold=(),
    optional=PARAGRAPHS,
    hidden=("gold", *GOLD_TEXTS),
    settings=SETTINGS,
    scores=SCORES,
    extension=".links",
    formats={
        "reads": ("text", "file"),
        "writes": tuple(each.name for each in formats_of(LINKS)),
    },
    check=_check,
    check_gold=lambda plan, item: Scores(plan, no_results(plan, item)),
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=evaluate,
    packages=("sentences", "pipeline/steps/sentences"),
)
