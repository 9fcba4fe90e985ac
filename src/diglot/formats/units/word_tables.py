"""Tables of translations for other programs: words as TSV, words and phrases as Moses has them.

Moses separates words by spaces and fields by ``|||``, so that a space or a ``|`` inside a word is
written as a character reference (``&#32;``, ``&#124;``), as its own scripts do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.files.atomic import atomic_open

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

HEADER = ("source", "target", "probability", "reverse", "count")
SEPARATING = re.compile(r"[\s|\x00-\x20]")
CELL = re.compile(r"[\t\r\n]")
NULL = "NULL"


def write_translations(
    path: str | Path, entries: Iterable[tuple[str, str, float, float, float]]
) -> int:
    """Write word pairs as TSV with a header; return their number.

    Such a file is read again as a lexicon, with p(target | source) as the weight. A tab or line
    break inside a word becomes a space.

    Args:
        path: the file.
        entries: source word, target word, p(target | source), p(source | target), count.

    Raises:
        InputError: the file cannot be written.
    """
    number = 0
    with atomic_open(path) as file:
        file.write("\t".join(HEADER) + "\n")
        for source, target, forward, backward, count in entries:
            cells = f"{CELL.sub(' ', source)}\t{CELL.sub(' ', target)}"
            file.write(f"{cells}\t{forward:.6g}\t{backward:.6g}\t{count:.6g}\n")
            number += 1
    return number


def write_lexical(
    stem: Path,
    entries: Iterable[tuple[str, str, float, float, float]],
    null_target: Iterable[tuple[str, float]] = (),
    null_source: Iterable[tuple[str, float]] = (),
) -> tuple[Path, Path]:
    """Write the two lexical tables of Moses, ``STEM.f2e`` and ``STEM.e2f``; return their paths.

    There ``f`` is the source and ``e`` the target. ``f2e`` has lines of target word, source word,
    p(target | source); ``e2f`` of source word, target word, p(source | target).

    Args:
        stem: what both names begin with, e.g. ``lex``.
        entries: source word, target word, p(target | source), p(source | target), count.
        null_target: target words with p(word | NULL).
        null_source: source words with p(word | NULL).

    Raises:
        InputError: a file cannot be written.
    """
    paths = stem.with_name(f"{stem.name}.f2e"), stem.with_name(f"{stem.name}.e2f")
    escaped = _Escaped()
    with atomic_open(paths[0]) as f2e, atomic_open(paths[1]) as e2f:
        for source, target, forward, backward, _ in entries:
            one, other = escaped[source], escaped[target]
            f2e.write(f"{other} {one} {forward:.7f}\n")
            e2f.write(f"{one} {other} {backward:.7f}\n")
        f2e.writelines(f"{escaped[word]} {NULL} {p:.7f}\n" for word, p in null_target)
        e2f.writelines(f"{escaped[word]} {NULL} {p:.7f}\n" for word, p in null_source)
    return paths


def write_phrases(
    path: str | Path,
    entries: Iterable[
        tuple[
            Sequence[str],
            Sequence[str],
            tuple[float, float, float, float],
            tuple[tuple[int, int], ...],
            tuple[int, int, int],
        ]
    ],
) -> int:
    """Write phrase pairs as a phrase table of Moses; return their number.

    A line is ``source ||| target ||| phi(s|t) lex(s|t) phi(t|s) lex(t|s) ||| i-j ... ||| counts``,
    the counts being those of the target, the source and the pair.

    Args:
        path: the file.
        entries: source words, target words, the four scores, links between the words, counts.

    Raises:
        InputError: the file cannot be written.
    """
    escaped, drawn = _Escaped(), _Drawn()
    number = 0
    last: Sequence[str] = ()
    one = ""
    with atomic_open(path) as file:
        for source, target, (a, b, c, d), links, (count_t, count_s, count) in entries:
            if source != last:  # its translations follow each other
                one, last = " ".join([escaped[word] for word in source]), source
            other = " ".join([escaped[word] for word in target])
            file.write(
                f"{one} ||| {other} ||| {a:.6g} {b:.6g} {c:.6g} {d:.6g}"
                f" ||| {drawn[links]} ||| {count_t} {count_s} {count}\n"
            )
            number += 1
    return number


class _Escaped(dict[str, str]):
    """Words as Moses takes them; every word is looked at once."""

    def __missing__(self, word: str) -> str:
        self[word] = SEPARATING.sub(lambda found: f"&#{ord(found[0])};", word)
        return self[word]


class _Drawn(dict[tuple[tuple[int, int], ...], str]):
    """Links as Moses writes them; most phrase pairs have one of a few patterns."""

    def __missing__(self, links: tuple[tuple[int, int], ...]) -> str:
        self[links] = " ".join(f"{i}-{j}" for i, j in links)
        return self[links]
