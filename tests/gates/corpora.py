"""Paragraphs whose sentence boundaries are known, and the score of a method on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from diglot.text.languages import joiner

Paragraph = tuple[str, list[str]]
Method = Callable[[str, str], Sequence[int]]


def gate(path: Path) -> list[Paragraph]:
    """Read the gate file: ``== code`` begins a language, a blank line ends a paragraph."""
    found: list[Paragraph] = []
    language = ""
    sentences: list[str] = []
    for line in [*path.read_text(encoding="utf-8").split("\n"), ""]:
        if line.startswith("#"):
            continue
        if line and not line.startswith("== "):
            sentences.append(line)
            continue
        if sentences:
            found.append((language, sentences))
            sentences = []
        if line:
            language = line.removeprefix("== ")
    return found


def lines_of(path: Path, language: str, size: int = 10) -> Iterator[Paragraph]:
    """Take the lines of a segmented file as paragraphs: by its ``par`` file, else ten a piece."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    par = path.with_suffix(".par.txt")
    numbers: Sequence[object] = (
        par.read_text(encoding="utf-8").split()
        if par.exists()
        else [index // size for index in range(len(lines))]
    )
    groups: dict[object, list[str]] = {}
    for line, number in zip(lines, numbers, strict=True):
        if line.strip():
            groups.setdefault(number, []).append(line.strip())
    for group in groups.values():
        yield language, group


def score(paragraphs: Iterable[Paragraph], method: Method) -> float:
    """F of the boundaries inside the paragraphs."""
    hits = extra = missed = 0
    for language, sentences in paragraphs:
        between = joiner(language)
        gold: set[int] = set()
        at = 0
        for sentence in sentences[:-1]:
            at += len(sentence) + len(between)
            gold.add(at)
        found = set(method(between.join(sentences), language))
        hits += len(gold & found)
        extra += len(found - gold)
        missed += len(gold - found)
    return 2 * hits / max(1, 2 * hits + extra + missed)


def sentencex_alone(text: str, language: str) -> list[int]:
    """The starts that sentencex gives without our rules."""
    import sentencex

    starts = []
    at = 0
    for piece in sentencex.segment(language, text):
        if at and piece.strip():
            starts.append(at + len(piece) - len(piece.lstrip()))
        at += len(piece)
    return starts
