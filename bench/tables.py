"""Measurements as tables: the same text is aligned on a terminal and a table in Markdown."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from bench.data import SETS
from bench.peers import BEST
from bench.quality import DEFAULT, LEVELS, SHIPPED, Quality, Run
from diglot.evaluate.statistics.aggregate import per_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.speed import Measurement

NOTHING = "–"
FEW_WRONG = 0.1
"""The least certain tenth can hold all wrong links only where fewer than a tenth is wrong."""


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lay out cells in columns; the first column to the left, the others to the right."""
    body = [list(row) for row in rows]
    widths = [max(3, *(len(row[k]) for row in (header, *body))) for k in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        first, *others = [
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return f"| {' | '.join([first, *others])} |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(
        [line(header), f"|{'|'.join(f' {cell} ' for cell in rule)}|", *map(line, body)]
    )


def figure(value: float | None, digits: int = 3) -> str:
    """A figure between 0 and 1 without its zero, as papers print it."""
    if value is None:
        return NOTHING
    text = f"{round(value, digits) + 0.0:.{digits}f}"  # no minus before zeros
    return text.replace("0.", ".", 1) if abs(value) < 1 and not text.startswith("1") else text


def interval(limits: tuple[float, float] | None) -> str:
    """Limits of an interval; nothing where there were too few blocks for one."""
    return f"[{figure(limits[0])}, {figure(limits[1])}]" if limits else NOTHING


def by_method(results: Sequence[Quality]) -> str:
    """Strict F1 of all methods on all sets."""
    methods = [name for name in results[0].runs if name not in (DEFAULT, SHIPPED)]
    header = ["set", "links", "nulls", DEFAULT, "95 %", "shipped", *methods, "best offline peer"]
    rows = []
    for result in results:
        peer = BEST.get(result.name)
        rows.append(
            [
                result.name,
                str(result.links),
                f"{result.nulls:.0%}",
                figure(_f1(result.runs[DEFAULT])),
                interval(result.runs[DEFAULT].scores["strict"].intervals.get("f1")),
                figure(_f1(result.runs[SHIPPED])),
                *(figure(_f1(result.runs[method])) for method in methods),
                f"{figure(peer.f1)} {peer.name}" if peer else NOTHING,
            ]
        )
    counted = _counted(results)
    if len(counted) > 1:
        means = {
            name: mean(_f1(result.runs[name]) for result in counted) for name in results[0].runs
        }
        peer_mean = mean(BEST[result.name].f1 for result in counted)
        rows.append(
            [
                f"mean of {len(counted)} sets",
                *["", ""],
                figure(means[DEFAULT]),
                "",
                figure(means[SHIPPED]),
                *(figure(means[method]) for method in methods),
                figure(peer_mean),
            ]
        )
    return table(header, rows)


def of_methods(results: Sequence[Quality], methods: Sequence[str]) -> str:
    """Strict F1 of some methods side by side."""
    rows = [
        [result.name, *(figure(_f1(result.runs[method])) for method in methods)]
        for result in results
    ]
    counted = _counted(results)
    if len(counted) > 1:
        means = (mean(_f1(result.runs[method]) for result in counted) for method in methods)
        rows.append([f"mean of {len(counted)} sets", *map(figure, means)])
    return table(["set", *methods], rows)


def default_in_detail(results: Sequence[Quality]) -> str:
    """All levels and the confidence of the default method."""
    header = ["set", "strict", "lax", *LEVELS, "wrong/all", "ECE", "AUC", "in least certain tenth"]
    rows = []
    for result in results:
        run = result.runs[DEFAULT]
        known = run.confidence
        rows.append(
            [
                result.name,
                *(figure(_f1(run, metric)) for metric in ("strict", "lax", *LEVELS)),
                f"{known.wrong}/{known.links}" if known else NOTHING,
                figure(known.ece if known else None),
                figure(known.auc if known else None),
                figure(known.found[0.10], 2) if known and known.wrong else NOTHING,
            ]
        )
    judged = [(result, result.runs[DEFAULT].confidence) for result in _counted(results)]
    sure = [known for _, known in judged if known and known.wrong]
    few = [known.found[0.10] for known in sure if known.wrong < FEW_WRONG * known.links]
    if len(judged) > 1:
        rows.append(
            [
                f"mean of {len(judged)} sets",
                *[""] * (3 + len(LEVELS)),
                figure(mean(known.ece for _, known in judged if known)),
                "",
                f"{figure(mean(few), 2)} of {len(few)} sets" if few else NOTHING,
            ]
        )
    return table(header, rows)


def with_evidence(results: Sequence[Quality]) -> str:
    """The default method with more than the two texts."""
    header = ["set", "evidence", "strict", "95 %", "lax", "ECE", "without", "best peer with it"]
    rows = []
    for result in results:
        for kind, run in result.evidence.items():
            peer = BEST.get(result.name)
            named = peer is not None and peer.with_mt is not None and "translated" in kind
            rows.append(
                [
                    result.name,
                    kind,
                    figure(_f1(run)),
                    interval(run.scores["strict"].intervals.get("f1")),
                    figure(_f1(run, "lax")),
                    figure(run.confidence.ece if run.confidence else None),
                    figure(_f1(result.runs[DEFAULT])),
                    f"{figure(peer.with_mt)} {peer.name_with_mt}" if peer and named else NOTHING,
                ]
            )
    return table(header, rows)


def of_twins(results: Sequence[Quality]) -> str:
    """The default method and the generative score on harder versions of the texts."""
    names = list(results[0].twins)
    header = ["set", DEFAULT]
    header += [column for name in names for column in (name, "ECE", "lexical")]
    rows = []
    for result in results:
        row = [result.name, figure(_f1(result.runs[DEFAULT]))]
        for name in names:
            run, lexical = result.twins[name]
            ece = run.confidence.ece if run.confidence else None
            row += [figure(_f1(run)), figure(ece), figure(_f1(lexical))]
        rows.append(row)
    counted = _counted(results)
    if len(counted) > 1:
        row = [f"mean of {len(counted)} sets", figure(mean(_f1(r.runs[DEFAULT]) for r in counted))]
        for name in names:
            pairs = [result.twins[name] for result in counted]
            eces = [run.confidence.ece for run, _ in pairs if run.confidence]
            row += [
                figure(mean(_f1(run) for run, _ in pairs)),
                figure(mean(eces)),
                figure(mean(_f1(lexical) for _, lexical in pairs)),
            ]
        rows.append(row)
    return table(header, rows)


def against_lexical(results: Sequence[Quality]) -> str:
    """What the trained weights add to the generative score, with a paired test."""
    header = ["set", "lexical", DEFAULT, "difference", "95 %", "p"]
    return table(
        header,
        (
            [
                result.name,
                figure(test.first),
                figure(test.second),
                f"{test.difference:+.3f}",
                interval(test.interval) if test.interval else NOTHING,
                figure(test.p),
            ]
            for result in results
            if (test := result.against_lexical) is not None
        ),
    )


def by_document(result: Quality) -> str:
    """Strict F1 of every document of a set."""
    scores = {name: per_document(run.scores["strict"]) for name, run in result.runs.items()}
    return table(
        [result.name, *scores],
        (
            [document, *(figure(scores[name][number]["f1"]) for name in scores)]
            for number, document in enumerate(result.documents)
        ),
    )


def costs(measurements: Iterable[Measurement]) -> str:
    """Time and memory, with the limits they have to keep."""
    header = ["what", "CPU s", "limit", "wall s", "peak MB", "limit", "strict"]
    return table(
        header,
        (
            [
                each.name,
                f"{each.cost.cpu:.2f}",
                NOTHING if each.limit.cpu is None else f"{each.limit.cpu:g}",
                f"{each.cost.wall:.2f}",
                f"{each.cost.peak:.0f}",
                NOTHING if each.limit.peak is None else f"{each.limit.peak:g}",
                figure(each.f1),
            ]
            for each in measurements
        ),
    )


def _counted(results: Sequence[Quality]) -> list[Quality]:
    """The sets that count in means: enough links, and a fold of their own."""
    return [result for result in results if result.name in SETS]


def _f1(run: Run, metric: str = "strict") -> float:
    return run.scores[metric].values["f1"]
