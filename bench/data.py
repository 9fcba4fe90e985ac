"""The development sets of sentence alignment, as the benchmarks read them."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.files.text import read_text, split_lines
from diglot.formats.links.plain import read_links
from diglot.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.learning.encoders.vectors import TextVectors

SETS = (
    "textberg-dev-de-fr",
    "mac-dev-zh-en",
    "transread-en-fr",
    "hunalign-1984-hu-en",
    "hunalign-dtm-hu-en",
    "parice-en-is",
    "alignar-law-ar-en",
    "maligna-pl-en",
)
"""Sets that weights are trained on and reported for (maligna-pl-de has 38 links: too few)."""


@dataclass(frozen=True, slots=True)
class Gold:
    """One document pair with its gold links and whatever else the set holds."""

    name: str
    source: list[str]
    target: list[str]
    links: tuple[Link, ...]
    source_translation: list[str] | None = None
    target_translation: list[str] | None = None
    source_paragraphs: list[int] | None = None
    target_paragraphs: list[int] | None = None
    vectors: tuple[TextVectors, TextVectors] | tuple[None, None] = (None, None)


def data_folder() -> Path:
    """Folder of the development data: DIGLOT_DATA, or ../shared/data beside the project."""
    given = os.environ.get("DIGLOT_DATA")
    folder = Path(given) if given else Path(__file__).parents[2] / "shared" / "data"
    if not (folder / "sentences").is_dir():
        raise SystemExit(f"no development data in {folder}: set DIGLOT_DATA to its folder")
    return folder


def load(name: str) -> list[Gold]:
    """Read all documents of a set."""
    folder = data_folder() / "sentences" / name
    return [_document(path) for path in sorted(folder.iterdir()) if path.is_dir()]


def plain(document: Gold) -> Gold:
    """The document without translations and paragraphs."""
    return replace(
        document,
        source_translation=None,
        target_translation=None,
        source_paragraphs=None,
        target_paragraphs=None,
    )


def roughened(document: Gold, seed: int) -> Gold:
    """A harder twin: sentences joined and passages left out at random, gold links following.

    Eight sentences in a hundred are joined with the one before, and about one in a hundred starts
    a passage of one to six that is left out, on each side.
    """
    rng = random.Random(f"{document.name} {seed}")
    source, place_s = _damaged(document.source, rng)
    target, place_t = _damaged(document.target, rng)
    return Gold(document.name, source, target, _moved(document.links, place_s, place_t))


def torn(document: Gold) -> Gold:
    """A twin with one long passage missing on each side, at different places.

    The passage from 30 % to 45 % of the source and that from 70 % to 80 % of the target.
    """
    source, place_s = _without(document.source, 0.30, 0.45)
    target, place_t = _without(document.target, 0.70, 0.80)
    return Gold(document.name, source, target, _moved(document.links, place_s, place_t))


def _without(sentences: list[str], begin: float, end: float) -> tuple[list[str], dict[int, int]]:
    low, high = int(len(sentences) * begin), int(len(sentences) * end)
    place = {i: i if i < low else i - (high - low) for i in range(len(sentences))}
    for dropped in range(low, high):
        del place[dropped]
    return sentences[:low] + sentences[high:], place


def _document(path: Path) -> Gold:
    def lines(name: str) -> list[str] | None:
        file = path / name
        if not file.exists():
            return None
        found = split_lines(read_text(file))
        return found[:-1] if found and not found[-1] else found

    def numbers(name: str) -> list[int] | None:
        found = lines(name)
        return None if found is None else [int(float(line)) for line in found]

    return Gold(
        path.name,
        lines("src.txt") or [],
        lines("tgt.txt") or [],
        read_links(path / "gold.txt"),
        lines("src.mt.txt"),
        lines("tgt.mt.txt"),
        numbers("src.par.txt"),
        numbers("tgt.par.txt"),
    )


def _damaged(sentences: list[str], rng: random.Random) -> tuple[list[str], dict[int, int]]:
    dropped: set[int] = set()
    index = 0
    while index < len(sentences):
        if rng.random() < 0.012:
            run = 1 + min(5, int(rng.expovariate(0.5)))
            dropped.update(range(index, index + run))
            index += run
        index += 1
    result: list[str] = []
    place: dict[int, int] = {}
    for index, sentence in enumerate(sentences):
        if index in dropped:
            continue
        if result and index - 1 not in dropped and rng.random() < 0.08:
            result[-1] += " " + sentence
        else:
            result.append(sentence)
        place[index] = len(result) - 1
    return result, place


def _moved(
    links: Iterable[Link], place_s: dict[int, int], place_t: dict[int, int]
) -> tuple[Link, ...]:
    """Links between the sentences that remain; those that share one are joined."""
    groups: list[tuple[set[int], set[int]]] = []
    alone: tuple[set[int], set[int]] = (set(), set())
    for link in links:
        source = {place_s[i] for i in link.source if i in place_s}
        target = {place_t[j] for j in link.target if j in place_t}
        if not (source and target):
            alone[0].update(source)
            alone[1].update(target)
            continue
        apart = []
        for group in groups:
            if group[0] & source or group[1] & target:
                source |= group[0]
                target |= group[1]
            else:
                apart.append(group)
        groups = [*apart, (source, target)]
    linked_s = {i for group in groups for i in group[0]}
    linked_t = {j for group in groups for j in group[1]}
    return (
        *(Link(tuple(sorted(source)), tuple(sorted(target))) for source, target in groups),
        *(Link((i,), ()) for i in sorted(alone[0] - linked_s)),
        *(Link((), (j,)) for j in sorted(alone[1] - linked_t)),
    )
