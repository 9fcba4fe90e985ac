"""Tables of the manual made of those of the campaigns ``quality``, ``variants`` and ``growth``."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from statistics import mean
from typing import TYPE_CHECKING, Any

from bench.data import SETS
from bench.measure import Cost
from bench.peers import BEST
from bench.quality import ALL_SETS, DEFAULT, EVIDENCE, LEXICAL, OTHERS, SHIPPED, TWINS
from bench.tables import NO_LIMIT, NOTHING, Limit, Measurement, costs, figure, interval, table
from diglot.evaluate.alignments.sentences import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Rows = Sequence[Sequence[Any]]
    Tables = Mapping[str, Rows]

FEW_WRONG = 0.1
"""The least certain tenth can hold all wrong links only where fewer than a tenth is wrong."""
LIMITS = {
    "200 sentences, one per line": Limit(cpu=1.5),
    "200 sentences, running text, languages detected": Limit(cpu=1.5),
    "1984": Limit(cpu=4.0),
    "80,000 sentences": Limit(cpu=35.0, peak=750.0),
}
_STRICT = 4  # columns of the table of corpora


def _scores(tables: Tables) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the cells of F by corpus and system, then by level."""
    return {
        (corpus, system): dict(zip(METRICS, cells[_STRICT - 2 :], strict=True))
        for corpus, system, *cells in tables["corpora"]
    }


def _f1(cell: Mapping[str, Any]) -> str:
    return figure(cell["value"])


def _mean(scores: Mapping[tuple[str, str], Mapping[str, Any]], system: str, mark: str = "") -> str:
    """Return the mean strict F over the sets that have a fold."""
    return figure(mean(scores[f"{name}{mark}", system]["strict"]["value"] for name in SETS))


def by_method(tables: Tables) -> str:
    """Strict F1 of all methods on all sets."""
    scores = _scores(tables)
    links: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for _, corpus, text, found, empty, *_ in tables["texts"]:
        if corpus != "all" and text:
            links[corpus][0] += found
            links[corpus][1] += empty
    header = ["set", "links", "nulls", DEFAULT, "95 %", "shipped", *OTHERS, "best offline peer"]
    rows = []
    for name in ALL_SETS:
        found, empty = links[name]
        own = scores[name, DEFAULT]["strict"]
        rows.append(
            [
                *(
                    name,
                    str(found),
                    f"{empty / found:.0%}",
                    _f1(own),
                    interval(own.get("interval")),
                ),
                *(_f1(scores[name, method]["strict"]) for method in (SHIPPED, *OTHERS)),
                f"{figure(BEST[name].f1)} {BEST[name].name}",
            ]
        )
    means = [_mean(scores, method) for method in (DEFAULT, SHIPPED, *OTHERS)]
    peers = figure(mean(BEST[name].f1 for name in SETS))
    rows.append([f"mean of {len(SETS)} sets", "", "", means[0], "", *means[1:], peers])
    return table(header, rows)


def of_methods(tables: Tables, methods: Sequence[str]) -> str:
    """Strict F1 of some methods side by side."""
    scores = _scores(tables)
    rows = [
        [name, *(_f1(scores[name, method]["strict"]) for method in methods)] for name in ALL_SETS
    ]
    means = (_mean(scores, method) for method in methods)
    return table(["set", *methods], [*rows, [f"mean of {len(SETS)} sets", *means]])


def _sure(tables: Tables) -> dict[str, list[Any]]:
    """Return the quality of the probabilities of the default method by corpus."""
    return {
        corpus: [cell["value"] for cell in cells]
        for corpus, system, *cells in tables["confidence"]
        if system == DEFAULT
    }


def by_level(tables: Tables) -> str:
    """All levels and the confidence of the default method."""
    scores, sure = _scores(tables), _sure(tables)
    rows = []
    for name in ALL_SETS:
        links, wrong, ece, auc, found = sure[name]
        rows.append(
            [
                *(name, *(_f1(scores[name, DEFAULT][level]) for level in METRICS)),
                *(f"{wrong:.0f}/{links:.0f}", figure(ece), figure(auc), figure(found, 2)),
            ]
        )
    known = [sure[name] for name in SETS]
    few = [found for links, wrong, _, _, found in known if 0 < wrong < FEW_WRONG * links]
    rows.append(
        [
            *(f"mean of {len(SETS)} sets", *[""] * (1 + len(METRICS))),
            *(figure(mean(each[2] for each in known)), ""),
            f"{figure(mean(few), 2)} of {len(few)} sets" if few else NOTHING,
        ]
    )
    header = ["set", *METRICS, "wrong/all", "ECE", "AUC", "in least certain tenth"]
    return table(header, rows)


def with_evidence(tables: Tables, plain: Tables) -> str:
    """The default method with more than the two texts, and without (``plain``)."""
    scores, sure, without = _scores(tables), _sure(tables), _scores(plain)
    rows = []
    for name, kind in ((name, kind) for name in ALL_SETS for kind in EVIDENCE):
        if (corpus := f"{name}, {kind}") not in sure:
            continue
        own, peer = scores[corpus, DEFAULT], BEST[name]
        named = peer.with_mt is not None and "translated" in kind
        rows.append(
            [
                *(name, kind, _f1(own["strict"]), interval(own["strict"].get("interval"))),
                *(_f1(own["lax"]), figure(sure[corpus][2]), _f1(without[name, DEFAULT]["strict"])),
                f"{figure(peer.with_mt)} {peer.name_with_mt}" if named else NOTHING,
            ]
        )
    header = ["set", "evidence", "strict", "95 %", "lax", "ECE", "without", "best peer with it"]
    return table(header, rows)


def of_twins(tables: Tables, plain: Tables) -> str:
    """The default method and the generative score on harder versions of the texts."""
    scores, sure, bare = _scores(tables), _sure(tables), _scores(plain)
    header = ["set", DEFAULT]
    header += [column for name in TWINS for column in (name, "ECE", LEXICAL)]
    rows = []
    for name in ALL_SETS:
        row = [name, _f1(bare[name, DEFAULT]["strict"])]
        for twin in TWINS:
            corpus = f"{name}, {twin}"
            found, other = (scores[corpus, each]["strict"] for each in (DEFAULT, LEXICAL))
            row += [_f1(found), figure(sure[corpus][2]), _f1(other)]
        rows.append(row)
    row = [f"mean of {len(SETS)} sets", _mean(bare, DEFAULT)]
    for twin in TWINS:
        ece = figure(mean(sure[f"{name}, {twin}"][2] for name in SETS))
        row += [_mean(scores, DEFAULT, f", {twin}"), ece, _mean(scores, LEXICAL, f", {twin}")]
    return table(header, [*rows, row])


def against_lexical(tables: Tables) -> str:
    """What the trained weights add to the generative score, with a paired test."""
    scores = _scores(tables)
    tests = {
        (corpus, one, other): (difference, p["value"])
        for corpus, one, other, difference, p, _ in tables.get("corpus-tests", ())
    }
    rows = []
    for name in ALL_SETS:
        values = [scores[name, method]["strict"]["value"] for method in (LEXICAL, DEFAULT)]
        row = [name, *map(figure, values), f"{values[1] - values[0]:+.3f}"]
        for pair, sign in (((DEFAULT, LEXICAL), 1), ((LEXICAL, DEFAULT), -1)):
            if (name, *pair) in tests:
                difference, p = tests[name, *pair]
                ends = sorted(sign * end for end in difference["interval"])
                row += [interval((ends[0], ends[1])), figure(p)]
        rows.append([*row, *[NOTHING] * (6 - len(row))])
    return table(["set", LEXICAL, DEFAULT, "difference", "95 %", "p"], rows)


def of_growth(tables: Tables) -> str:
    """What each text costs, as users get it aligned."""
    scores = _scores(tables)
    return costs(
        Measurement(
            corpus,
            Cost(*(cell["value"] for cell in cells)),
            LIMITS.get(corpus, NO_LIMIT),
            scores[corpus, system]["strict"]["value"] if (corpus, system) in scores else None,
        )
        for corpus, system, *cells in tables["corpus-costs"]
    )


_ALONE, _BOTH = ("quality",), ("variants", "quality")
TABLES: Mapping[str, tuple[tuple[str, ...], Callable[..., str]]] = {
    "by method": (_ALONE, by_method),
    "by level": (_ALONE, by_level),
    "against lexical": (_ALONE, against_lexical),
    "length": (_ALONE, partial(of_methods, methods=("length", "length-classic", "crf"))),
    "moore": (_ALONE, partial(of_methods, methods=("moore", "length", "lexical", "crf"))),
    "lexical": (_ALONE, partial(of_methods, methods=("lexical", "crf"))),
    "evidence": (_BOTH, with_evidence),
    "twins": (_BOTH, of_twins),
    "costs": (("growth",), of_growth),
}
"""By the names that pages call them: the campaigns, and what makes the table."""
