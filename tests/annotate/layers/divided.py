"""Divisions drawn at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from diglot.annotate.layers.trees.nodes import (
    Block,
    Tokens,
    leaf_reason,
    parts,
    split_value,
    trim_value,
)
from tests.annotate.layers.pairs import sized


@st.composite
def divisions(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A payload and the cells of a complete division of it."""
    payload = sized(draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    tokens = Tokens.of(payload)
    cells: dict[str, Any] = {}
    waiting: list[tuple[str, Block]] = [("", tokens.root)]
    while waiting:
        path, block = waiting.pop()
        first, last, begin, end = block
        ways = ["leaf"]
        if last - first > 1 and end - begin > 1:
            ways += ["direct", "inverse"]
        if last - first > 1:
            ways.append("source")
        if end - begin > 1:
            ways.append("target")
        way = draw(st.sampled_from(ways))
        if way == "leaf":
            cells[f"n{path}"] = ["leaf", leaf_reason(block)]
        elif way in {"direct", "inverse"}:
            i = draw(st.integers(first + 1, last - 1))
            j = draw(st.integers(begin + 1, end - 1))
            cells[f"n{path}"] = split_value(tokens, way, i, j)
            waiting += [(f"{path}{at}", half) for at, half in enumerate(parts(block, way, i, j))]
        else:
            at = 0 if way == "source" else 1
            edge = draw(st.integers(0, 1))
            low, high = block[2 * at : 2 * at + 2]
            place = draw(st.integers(low + 1, high - 1))
            cells[f"n{path}"] = trim_value(tokens, at, ("left", "right")[edge], place)
            kept = list(block)
            kept[2 * at + edge] = place
            waiting.append((f"{path}0", (kept[0], kept[1], kept[2], kept[3])))
    return payload, cells
