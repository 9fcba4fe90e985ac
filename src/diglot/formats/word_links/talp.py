"""TALP files: the words of extended Pharaoh, counted from 0 by new tools and from 1 by the old one.

Nothing in a file tells which, so the base has to be given.

Reference: Lambert, de Gispert, Banchs and Mariño (2005), Guidelines for word alignment evaluation
and manual alignment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.formats.word_links import pharaoh

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from diglot.formats.blocks import Skips
    from diglot.formats.word_links.builder import Lengths
    from diglot.model import Skipped, WordLinks


def read(
    path: str | Path,
    *,
    base: int | None = None,
    lengths: Lengths | None = None,
    reverse: bool = False,
    skips: Skips | None = None,
) -> WordLinks:
    """Return the links of a file, as `pharaoh.read` does.

    Args:
        base: number of the first word of a sentence in the file, 0 or 1; has to be given.
        lengths: numbers of source and target words, each of shape (pairs,), to check against.
        reverse: the file has the target word first.
        skips: counts repeated links.

    Raises:
        FormatError: as `pharaoh.read`.
        ConfigError: no base is given.
    """
    return pharaoh.read(
        path, base=_given(base, path), lengths=lengths, reverse=reverse, skips=skips
    )


def write(
    path: str | Path,
    links: WordLinks | Iterable[WordLinks],
    *,
    scores: bool = False,
    base: int | None = None,
    reverse: bool = False,
) -> tuple[Skipped, ...]:
    """Write links, as `pharaoh.write` does; the base has to be given.

    Raises:
        ConfigError: no base is given.
    """
    return pharaoh.write(path, links, scores=scores, base=_given(base, path), reverse=reverse)


def _given(base: int | None, path: str | Path) -> int:
    if base is None:
        raise ConfigError(
            f"{path}: TALP files count words from 0 or from 1, and do not say which; give the base"
        )
    return base
