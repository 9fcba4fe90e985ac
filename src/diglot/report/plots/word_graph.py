"""The neighbourhood of a word: its layout in columns and its picture as SVG.

Pivots stand by distance, translations at the end. Nodes are coloured by language and labelled with
its code. Edges are what dictionaries say; what was inferred from them is dashed and has its score.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from math import floor
from pathlib import Path

from diglot.errors import InputError
from diglot.files.atomic import atomic_open
from diglot.model import Translation
from diglot.pipeline.steps.lexicons.explanation import PROBABILITY, Explanation
from diglot.report.plots.lines import xml_safe
from diglot.text.languages import direction

Word = tuple[str, str]

NODES = 40
"""Most nodes of a picture: more cannot be read."""

_TRANSLATIONS = 16
_SWEEPS = 8


@dataclass(frozen=True, slots=True)
class WordGraph:
    """Words in columns and what joins them.

    Attributes:
        columns: (word, language) from top to bottom, of each column: the word itself, the pivots
            by the number of steps, the translations.
        edges: two nodes by number, counted through all columns, and the dictionaries of the edge.
        best: numbers of the edges on the best path of a translation.
        links: node of each translation and its score, best first.
        left: translations that had no room.
    """

    columns: tuple[tuple[tuple[str, str], ...], ...]
    edges: tuple[tuple[int, int, tuple[str, ...]], ...]
    best: frozenset[int]
    links: tuple[tuple[int, float | None], ...]
    left: int = 0

    @property
    def nodes(self) -> tuple[tuple[str, str], ...]:
        """Every (word, language) by number."""
        return tuple(node for column in self.columns for node in column)


def word_graph(
    word: str, language: str, translations: Sequence[Translation], *, most: int = NODES
) -> WordGraph:
    """Lay out the paths of a word's translations."""
    source = (word, language)
    drawn, left = _that_fit(source, translations, most)
    targets = list(dict.fromkeys((each.target, each.target_language) for each in drawn))
    distance: dict[Word, int] = {}
    for each in drawn:
        for nodes, _ in path_nodes(each):
            for steps, node in enumerate(nodes[1:-1], 1):
                if node not in targets and node != source:
                    distance[node] = min(steps, distance.get(node, steps))
    columns = [
        [source],
        *(
            [node for node, its in distance.items() if its == steps]
            for steps in range(1, max(distance.values(), default=0) + 1)
        ),
        targets,
    ]
    said = _edges(drawn)
    _untangle(columns, said)
    number = {node: at for at, node in enumerate(node for column in columns for node in column)}
    order = {edge: at for at, edge in enumerate(said)}
    scores: dict[Word, float | None] = {}
    for each in drawn:
        scores.setdefault((each.target, each.target_language), each.score)
    return WordGraph(
        columns=tuple(tuple(column) for column in columns),
        edges=tuple((number[one], number[other], said[one, other]) for one, other in said),
        best=frozenset(
            order[(one, other) if (one, other) in said else (other, one)]
            for each in drawn
            for nodes, _ in path_nodes(each)[:1]
            for one, other in pairwise(nodes)
        ),
        links=tuple((number[node], score) for node, score in scores.items()),
        left=left,
    )


def _that_fit(
    source: Word, translations: Sequence[Translation], most: int
) -> tuple[list[Translation], int]:
    """Return the translations that there is room for, and the number of the others."""
    nodes = {source}
    drawn: list[Translation] = []
    for each in translations:
        its = {(each.target, each.target_language)}
        its.update(node for on, _ in path_nodes(each) for node in on)
        if drawn and (len(nodes | its) > most or len(drawn) == _TRANSLATIONS):
            break
        nodes |= its
        drawn.append(each)
    return drawn, len(translations) - len(drawn)


def path_nodes(translation: Translation) -> list[tuple[list[Word], tuple[tuple[str, ...], ...]]]:
    """Return the nodes of each path, and the dictionaries of its steps.

    The ends are those of the translation, however a file spells them on the path.
    """
    one = (translation.source, translation.source_language)
    other = (translation.target, translation.target_language)
    return [
        ([one, *list(zip(path.words, path.languages, strict=True))[1:-1], other], path.dictionaries)
        for path in translation.paths
        if len(path.words) > 1
    ]


def _edges(drawn: Iterable[Translation]) -> dict[tuple[Word, Word], tuple[str, ...]]:
    """Return each edge once, in the direction of the first path over it."""
    said: dict[tuple[Word, Word], dict[str, None]] = {}
    for each in drawn:
        for nodes, dictionaries in path_nodes(each):
            for (one, other), names in zip(pairwise(nodes), dictionaries, strict=True):
                key = (other, one) if (other, one) in said else (one, other)
                said.setdefault(key, {}).update(dict.fromkeys(names))
    return {key: tuple(names) for key, names in said.items()}


def _untangle(
    columns: list[list[Word]], edges: Mapping[tuple[Word, Word], tuple[str, ...]]
) -> None:
    """Order the pivots so that few edges cross; the translations keep their order.

    Reference: Sugiyama, Tagawa and Toda (1981), the barycentre method.
    """
    beside: dict[Word, list[Word]] = {}
    for one, other in edges:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    inner = [at for at in range(1, len(columns) - 1) if len(columns[at]) > 1]
    if not inner:
        return
    for sweep in range(_SWEEPS):
        for at in reversed(inner) if sweep % 2 == 0 else inner:
            height = {
                node: (place + 0.5) / len(column)
                for column in columns
                for place, node in enumerate(column)
            }
            # The word itself is as near to all of its pivots: it tells nothing of their order.
            centre = {
                node: _mean([height[each] for each in beside.get(node, []) if each in height
                             and each != columns[0][0]], height[node])
                for node in columns[at]
            }  # fmt: skip
            columns[at].sort(key=lambda node: (round(centre[node], 9), node[1], node[0]))


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


# The picture of a word's neighbourhood as SVG, for pages without a script and for print.


HUES = 12
_ROW, _HIGH = 36.0, 26.0
_MARGIN, _LANE, _SCORE = 12.0, 34.0, 64.0
_ROUND = 8.0
_LONGEST = 30
_NAMED_EDGES = 12  # with more of them the names of dictionaries would stand on each other
_NAMED_GAP = 180.0
_SPREAD = 1.5  # how much further apart words may stand in columns with fewer of them
_NARROW, _BROAD = frozenset("ijltfrI.,;:'’|!()-` "), frozenset("mwMW@—")


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a node stands, in pixels: its left end, its middle line, its width, its column."""

    left: float
    middle: float
    wide: float
    column: int

    @property
    def right(self) -> float:
        return self.left + self.wide


def graph_svg(graph: WordGraph, *, measure: str = "") -> str:
    """Return a picture as one SVG element with its style; nothing is fetched from outside.

    Args:
        graph: what to draw.
        measure: what the scores are, if they are no probabilities.
    """
    nodes = graph.nodes
    hues = hues_of(graph)
    boxes, width, height = _places(graph)
    parts = []
    named = len(graph.edges) <= _NAMED_EDGES
    labels = []
    for at, (one, other, names) in enumerate(graph.edges):
        pivot = other if boxes[one].column == 0 else one
        hue = hues.get(nodes[pivot][1], 0) % HUES
        kind = f"edge l{hue}" + (" best" if at in graph.best else "")
        shape, middle = _curve(boxes[one], boxes[other])
        title = xml_safe(f"{nodes[one][0]} – {nodes[other][0]}: {', '.join(names)}")
        parts.append(f'<path class="{kind}" d="{shape}"><title>{title}</title></path>')
        if named:
            x, y = middle
            labels.append(
                f'<text class="dictionary" text-anchor="middle" x="{x:.1f}" y="{y:.1f}">'
                f"{xml_safe(_short(', '.join(names), 22))}</text>"
            )
    parts += [*_links(graph, boxes, width, height, measure), *labels]
    for box, (word, language) in zip(boxes, nodes, strict=True):
        parts.append(_node(box, word, language, hues.get(language, 0) % HUES))
    style = (resources.files("diglot.report") / "static/lexicon/graph.css").read_text("utf-8")
    title = f"{nodes[0][0]} and its translations: " + ", ".join(
        nodes[at][0] for at, _ in graph.links
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">\n'
        f"<title>{xml_safe(title)}</title>\n<style>{style}</style>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def write_picture(path: Path | str, explanation: Explanation) -> None:
    """Write the picture of a word and its translations as an SVG file.

    Args:
        path: file to write; replaced as a whole or left as it was.
        explanation: see `pipeline.explaining.explain_word`.

    Raises:
        InputError: the file cannot be written, or there is nothing to draw.
    """
    if not explanation.translations:
        raise InputError(
            f"{explanation.word!r} has no translation to draw: {explanation.why}",
            cure="try another",
        )
    graph = word_graph(explanation.word, explanation.language, explanation.translations)
    measure = "" if explanation.measure == PROBABILITY else explanation.measure
    with atomic_open(path) as file:
        file.write(graph_svg(graph, measure=measure))


def hues_of(graph: WordGraph) -> dict[str, int]:
    """Return the number of the colour of each language: source, target, pivots as they come."""
    nodes = graph.nodes
    ends = [nodes[0][1], *(nodes[at][1] for at, _ in graph.links)]
    order = dict.fromkeys([*ends, *(language for _, language in nodes)])
    return {language: at for at, language in enumerate(order)}


def _places(graph: WordGraph) -> tuple[list[_Box], float, float]:
    tallest = max(map(len, graph.columns))
    height = _MARGIN + tallest * _ROW + (_LANE if graph.links else _MARGIN)
    gap = _NAMED_GAP if len(graph.edges) <= _NAMED_EDGES else 84.0 + min(96.0, 6.0 * tallest)
    boxes = []
    left = _MARGIN
    for at, column in enumerate(graph.columns):
        widths = [_badge(language) + 18 + _wide(_short(word)) for word, language in column]
        step = _ROW * min(_SPREAD, tallest / max(1, len(column)))
        top = _MARGIN + (tallest * _ROW - len(column) * step) / 2 + step / 2
        boxes += [_Box(left, top + row * step, wide, at) for row, wide in enumerate(widths)]
        left += max(widths, default=0) + gap
    width = left - gap + (_SCORE + 24 if graph.links else _MARGIN)
    return boxes, width, height


def _badge(language: str) -> float:
    return 12 + 6.6 * len(_short(language, 8))


def _wide(text: str) -> float:
    """Return about how wide a text of 14 pixels is."""
    width = 0.0
    for sign in text:
        if unicodedata.combining(sign):
            continue
        if unicodedata.east_asian_width(sign) in "WF":
            width += 14.0
        elif sign in _NARROW:
            width += 4.6
        else:
            width += 11.6 if sign in _BROAD else 9.4 if sign.isupper() else 7.9
    return width


def _short(text: str, most: int = _LONGEST) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _curve(one: _Box, other: _Box) -> tuple[str, tuple[float, float]]:
    """Return the shape of an edge and where its label stands."""
    if one.column > other.column:
        one, other = other, one
    if one.column == other.column:
        out = max(one.right, other.right) + 36
        shape = (
            f"M{one.right:.1f} {one.middle:.1f}C{out:.1f} {one.middle:.1f} {out:.1f} "
            f"{other.middle:.1f} {other.right:.1f} {other.middle:.1f}"
        )
        return shape, (out, (one.middle + other.middle) / 2 + 4)
    bend = (other.left - one.right) * 0.45
    shape = (
        f"M{one.right:.1f} {one.middle:.1f}C{one.right + bend:.1f} {one.middle:.1f} "
        f"{other.left - bend:.1f} {other.middle:.1f} {other.left:.1f} {other.middle:.1f}"
    )
    # Lines fan out from the word and come together at its translations: labels stand near pivots.
    t = 0.62 if one.column == 0 else 0.38
    x = _along(t, one.right, one.right + bend, other.left - bend, other.left)
    return shape, (x, _along(t, one.middle, one.middle, other.middle, other.middle) + 4)


def _along(t: float, *points: float) -> float:
    """Return where a cubic curve is at ``t`` of its way."""
    one, two, three, four = points
    back = 1 - t
    return one * back**3 + 3 * two * t * back**2 + 3 * three * t * t * back + four * t**3


def _links(
    graph: WordGraph, boxes: Sequence[_Box], width: float, height: float, measure: str
) -> list[str]:
    """Draw what was inferred as a dashed line below the pivots that rises at the translations."""
    if not graph.links:
        return []
    source = boxes[0]
    trunk = width - _SCORE - 8
    lane = height - 12
    begin = source.left + min(source.wide / 2, 28)
    top = min(boxes[at].middle for at, _ in graph.links)
    foot = source.middle + _HIGH / 2
    shape = (
        f"M{begin:.1f} {foot:.1f}V{lane - _ROUND:.1f}"
        f"Q{begin:.1f} {lane:.1f} {begin + _ROUND:.1f} {lane:.1f}H{trunk - _ROUND:.1f}"
        f"Q{trunk:.1f} {lane:.1f} {trunk:.1f} {lane - _ROUND:.1f}V{top:.1f}"
    )
    parts = [
        f'<path class="link" d="{shape}"/>',
        f'<text class="caption" x="{begin + 14:.1f}" y="{lane - 5:.1f}">inferred</text>',
    ]
    for at, score in graph.links:
        box = boxes[at]
        parts.append(
            f'<path class="link" d="M{trunk:.1f} {box.middle:.1f}H{box.right + 7:.1f}"/>'
            f'<path class="tip" d="M{box.right + 1:.1f} {box.middle:.1f}l8 -4v8z"/>'
        )
        if score is not None:
            shown = f"{score:.2f}" if measure else f"{floor(score * 100 + 1e-9)} %"
            parts.append(
                f'<text class="score" x="{trunk + 8:.1f}" y="{box.middle + 4.5:.1f}">{shown}</text>'
            )
    return parts


def _node(box: _Box, word: str, language: str, hue: int) -> str:
    badge = _badge(language)
    top = box.middle - _HIGH / 2
    code = xml_safe(_short(language, 8))
    head = " head" if box.column == 0 else ""
    return (
        f'<g class="node l{hue}{head}"><title>{xml_safe(word)} ({xml_safe(language)})</title>'
        f'<rect x="{box.left:.1f}" y="{top:.1f}" width="{box.wide:.1f}" height="{_HIGH:.0f}" '
        f'rx="6"/><path class="badge" d="M{box.left + 6:.1f} {top:.1f}h{badge - 6:.1f}v{_HIGH:.0f}'
        f'h{6 - badge:.1f}q-6 0 -6 -6v{12 - _HIGH:.0f}q0 -6 6 -6z"/>'
        f'<text class="code" text-anchor="middle" x="{box.left + badge / 2:.1f}" '
        f'y="{box.middle + 4:.1f}">{code}</text>'
        f'<text class="word" text-anchor="middle" lang="{code}" direction="{_way(language)}" '
        f'x="{box.left + badge + (box.wide - badge) / 2:.1f}" y="{box.middle + 5:.1f}">'
        f"{xml_safe(_short(word))}</text></g>"
    )


def _way(language: str) -> str:
    return "rtl" if direction(language) == "rtl" else "ltr"
