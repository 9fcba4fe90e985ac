"""Tables of figures in the manual and in README.md, written where a comment names them.

A comment ``<!-- table: by method -->`` in a page is followed by that table; ``--pages`` puts in the
one just measured, so that no figure of the manual is typed by hand.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.files.atomic import atomic_open

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[1]
PAGES = (
    ROOT / "docs" / "methods" / "sentence-alignment.md",
    ROOT / "docs" / "methods" / "length.md",
    ROOT / "docs" / "methods" / "moore.md",
    ROOT / "docs" / "methods" / "lexical.md",
    ROOT / "docs" / "methods" / "word-alignment.md",
    ROOT / "docs" / "methods" / "lexicons.md",
    ROOT / "docs" / "methods" / "arcade-systems.md",
    ROOT / "docs" / "methods" / "terms-methods.md",
    ROOT / "bench" / "README.md",
)
WORD_TABLES = (
    "words folds gibbs",
    "words folds vectors",
    "words quality",
    "words parts",
    "words labels",
    "words models",
    "words latency",
    "words costs",
)
"""Tables of word alignment; ``bench.words`` and ``bench.train_words --folds`` make them."""

LEXICON_TABLES = ("lexicon costs", "lexicon calibration")
"""Tables of inferred dictionaries; ``bench.lexicons.quality`` makes them."""

CAMPAIGN_TABLES = (
    "arcade types",
    "tiad averages",
    "bucc runs",
    "by method",
    "by level",
    "against lexical",
    "evidence",
    "twins",
    "length",
    "moore",
    "lexical",
    "costs",
)
"""Tables of campaigns; ``bench.campaigns`` makes them."""

MARK = re.compile(r"(<!-- table: ([\w ]+) -->\n)\n?((?:\|[^\n]*\n)*)\n?")


def names_in(text: str) -> list[str]:
    """Names of the tables that a page asks for."""
    return [match[2] for match in MARK.finditer(text)]


def rewritten(text: str, made: Mapping[str, str]) -> str:
    """The page with new tables for the names given; other tables stay as they are."""

    def one(match: re.Match[str]) -> str:
        table = made.get(match[2])
        return match[0] if table is None else f"{match[1]}\n{table}\n\n"

    return MARK.sub(one, text).rstrip("\n") + "\n"


def write(made: Mapping[str, str]) -> list[Path]:
    """Put tables into all pages that ask for them; return the pages that changed."""
    changed = []
    for page in PAGES:
        old = page.read_text("utf-8")
        new = rewritten(old, made)
        if new != old:
            with atomic_open(page) as file:
                file.write(new)
            changed.append(page)
    return changed
