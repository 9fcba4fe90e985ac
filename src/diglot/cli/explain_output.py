"""Translations with their paths, for people and for programs."""

from __future__ import annotations

import re
from dataclasses import asdict
from math import floor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import LexicalPath, Translation
    from diglot.pipeline.steps.lexicons.blame import Blame
    from diglot.pipeline.steps.lexicons.explanation import Explanation

# Dictionaries may hold characters that a terminal takes for orders.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_PATHLESS = 5


def print_explanations(found: Sequence[Explanation]) -> None:
    """Print the translations of a word, their reasons and their paths."""
    for number, each in enumerate(found):
        if number:
            print()
        size = len(each.translations) + each.left
        noun = "translation" if size == 1 else "translations"
        print(f"{_clean(each.word)} ({each.language}): {size:,} {noun} ({each.target_language})")
        if each.why:
            print(f"  {_clean(each.why)}")
        for translation in each.translations:
            _print_translation(translation, each.measure)
        if each.left:
            print(f"\n  and {each.left:,} more; --top 0 shows all")
        if each.direct:
            print(f"\n  dictionaries say directly: {_clean(', '.join(each.direct))}")


def _print_translation(each: Translation, measure: str) -> None:
    told = (each.target, _score(each.score, measure), each.source_pos or "")
    print("\n  " + "  ".join(_clean(text) for text in told if text))
    if each.reasons:
        print(f"    {_clean('; '.join(each.reasons))}")
    for path in each.paths:
        print(f"    {path_text(path)}")
    if not each.paths and each.score is not None:
        print("    no path is kept of it; its dictionaries with --from and --to show them")


def _score(score: float | None, measure: str) -> str:
    """Return a score as it is shown, rounded down: only certainty is 100 %."""
    if score is None:
        return ""
    if measure == "probability":
        return f"{floor(score * 100 + 1e-9)} %"
    return f"{measure} {score:.3f}"


def path_text(path: LexicalPath) -> str:
    """Return a path such as ``chien (fr) ── perro (es) [fra-spa] ── dog (en) [eng-spa]``."""
    words = [
        f"{_clean(word)} ({_clean(language)})"
        for word, language in zip(path.words, path.languages, strict=True)
    ]
    steps = [f"[{_clean(', '.join(names))}]" for names in path.dictionaries]
    return " ── ".join(
        [words[0], *(f"{word} {step}" for word, step in zip(words[1:], steps, strict=True))]
    )


def explanations_json(word: str, found: Sequence[Explanation]) -> dict[str, Any]:
    """Return explanations as plain values."""
    return {"word": word, "explanations": [asdict(each) for each in found]}


def print_blame(found: Blame, *, most: int | None) -> None:
    """Print which entries of the dictionaries explain rejected translations."""
    print(
        f"{found.rejected:,} rejected and {found.accepted:,} accepted translations with a path; "
        f"{len(found.edges):,} entries lie on paths of rejected ones"
    )
    if found.edges:
        print("\n  explains  wrong  rejected  accepted  entry")
    for each in found.edges[:most]:
        one, other = (
            f"{_clean(word)} ({_clean(language)})"
            for word, language in zip(each.words, each.languages, strict=True)
        )
        print(
            f"  {each.explained:8.1f}  {floor(each.wrong * 100 + 1e-9):3d} %"
            f"  {each.rejected:8,}  {each.accepted:8,}  {one} ── {other}"
            f" [{_clean(', '.join(each.dictionaries))}]"
        )
    if most is not None and len(found.edges) > most:
        print(f"  and {len(found.edges) - most:,} more; --top 0 shows all")
    if found.pathless:
        shown = ", ".join(
            f"{_clean(one)} | {_clean(other)}" for one, other in found.pathless[:_PATHLESS]
        )
        more = ", …" if len(found.pathless) > _PATHLESS else ""
        print(f"\n  {len(found.pathless):,} judged translations have no known path: {shown}{more}")


def blame_json(found: Blame) -> dict[str, Any]:
    """Return blamed entries as plain values."""
    return asdict(found)


def _clean(text: str) -> str:
    return _CONTROLS.sub("\ufffd", text)
