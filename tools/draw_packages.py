"""Draw the packages of diglot from its imports.

``python tools/draw_packages.py docs/assets/packages.svg`` makes the picture of the manual.

Rows are the layers of the import-linter contract in pyproject.toml. A line goes from a package
down to one that it imports, unless a path of other lines leads there already. The lowest modules,
which all packages use, have no lines. ``tests/project`` checks that the picture in the manual is
what this draws.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "diglot"
EVERYWHERE = {"options", "errors", "plurals", "_version"}
WIDTH, ROW, HEIGHT, GAP = 940, 76, 34, 16

STYLE = (
    "<style>text{font:600 14px sans-serif;text-anchor:middle;fill:#1b2a33}"
    "rect{fill:#e9eff2;stroke:#7f95a1}path{fill:none;stroke:#8fa3ae;stroke-width:1.2}</style>"
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
    'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8" style="fill:#8fa3ae"/></marker></defs>'
)


def layers() -> list[list[str]]:
    """Return the rows, from the top down, as the contract has them."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    rows = [row.split(" | ") for row in contract["contracts"][0]["layers"]]
    return [row for row in rows if row != ["__main__"]]


def imports() -> dict[str, set[str]]:
    """Return the packages that each package imports, those for type checking included."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        package = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [f"{node.module}.{each.name}" for each in node.names]
            elif isinstance(node, ast.Import):
                names = [each.name for each in node.names]
            for name in names:
                parts = name.split(".")
                if (
                    parts[0] == "diglot"
                    and len(parts) > 1
                    and parts[1] not in {package, *EVERYWHERE}
                ):
                    found[package].add(parts[1])
    return found


def reduced(found: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Return the imports that no path of other imports implies."""

    def reach(package: str, seen: set[str]) -> set[str]:
        for other in found.get(package, ()):
            if other not in seen:
                seen.add(other)
                reach(other, seen)
        return seen

    return {
        (upper, lower)
        for upper, lowers in found.items()
        for lower in lowers
        if not any(lower in reach(other, set()) for other in lowers - {lower})
    }


def draw() -> str:
    """Return the picture as SVG."""
    rows = layers()
    places: dict[str, tuple[float, float, float]] = {}
    for level, row in enumerate(rows):
        width = min(190, (WIDTH - GAP * (len(row) + 1)) / len(row))
        left = (WIDTH - width * len(row) - GAP * (len(row) - 1)) / 2
        for place, package in enumerate(row):
            places[package] = (left + place * (width + GAP), 12 + level * ROW, width)
    lines, boxes = [], []
    for upper, lower in sorted(reduced(imports())):
        if upper in places and lower in places:
            (x1, y1, w1), (x2, y2, w2) = places[upper], places[lower]
            start, end = (x1 + w1 / 2, y1 + HEIGHT), (x2 + w2 / 2, y2)
            middle = (start[1] + end[1]) / 2
            lines.append(
                f'<path d="M{start[0]:.0f} {start[1]}C{start[0]:.0f} {middle:.0f} {end[0]:.0f} '
                f'{middle:.0f} {end[0]:.0f} {end[1]}" marker-end="url(#tip)"/>'
            )
    for package, (x, y, width) in places.items():
        boxes.append(
            f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{HEIGHT}" rx="6"/>'
            f'<text x="{x + width / 2:.0f}" y="{y + 22}">{escape(package)}</text>'
        )
    height = 12 + ROW * len(rows) - (ROW - HEIGHT) + 12
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>The packages of diglot; lines lead from a package to what it imports</title>",
            STYLE,
            f'<rect width="{WIDTH}" height="{height}" style="fill:#fff;stroke:none"/>',
            *lines,
            *boxes,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw(), encoding="utf-8")
