"""A small parallel text that any aligner learns from: tokens between spaces, word by word."""

from __future__ import annotations

from pathlib import Path

WORDS = {
    "the": "la",
    "house": "maison",
    "table": "table",
    "flower": "fleur",
    "door": "porte",
    "sees": "voit",
    "opens": "ouvre",
    "Anna": "Anna",
    "Maria": "Maria",
    "and": "et",
}
ENGLISH = [
    f"{name} {verb} the {one} and the {other}"
    for name in ("Anna", "Maria")
    for verb in ("sees", "opens")
    for one in ("house", "table", "flower", "door")
    for other in ("house", "table", "flower", "door")
    if one != other
]
FRENCH = [" ".join(WORDS[word] for word in line.split()) for line in ENGLISH]


def write_sides(
    folder: Path, source: list[str] | None = None, target: list[str] | None = None
) -> tuple[Path, Path]:
    """Write both sides, one sentence a line, as ``a.en`` and ``a.fr``."""
    paths = folder / "a.en", folder / "a.fr"
    for path, lines in zip(paths, (source or ENGLISH, target or FRENCH), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return paths
