"""What files are for, as far as they tell it themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError
from diglot.files.gzip import open_unpacked
from diglot.formats.judgements.standoff import is_standoff, read_standoff

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.found import ImportOptions

_LOOK = 4096  # bytes at the beginning of a file that are looked at
_TREES = b"<trAnnot"
_CONFIDENCE = b"\nFirst annotation:"


def kind_of(paths: Sequence[Path], options: ImportOptions) -> str:
    """Return the kind of layer that files belong to.

    Raises:
        InputError: a file cannot be read.
        ConfigError: they may be for several kinds, or for none.
    """
    first = paths[0]
    if options.hypotheses:
        return "questions"
    if options.termbases:
        return "matches"
    if first.is_dir():
        return "word_labels"
    if any(path.suffix.lower() in {".crp", ".aln"} for path in paths):
        return "groups"
    if len(paths) == 1:
        return _kind_of_one(first)
    if all(_is_judged(path) for path in paths):
        return _kind_of_one(first)
    if any(_is_word_links(path) for path in paths[1:]):
        return "groups"
    return "sentences"


def _kind_of_one(path: Path) -> str:
    """The kind for a file that comes alone."""
    from diglot.pipeline.steps.terms.termbase_files import is_termbase

    if is_standoff(path):
        return str(read_standoff(path)[0].get("kind", ""))
    start = start_of(path)
    if _TREES in start:
        return "trees"
    if _CONFIDENCE in start:
        return "confidence"
    if b"diglot-annotated-set" in start or path.suffix.lower() in {".sgm", ".sgml"}:
        return "matches"
    if is_termbase(path):
        return "terms"
    if path.suffix.lower() in formats.UNIT_FORMATS:
        return "sentences"
    raise ConfigError(
        f"{path} does not tell what is to be judged: say it with --kind, or give its translation, "
        "too"
    )


def _is_judged(path: Path) -> bool:
    """Whether a file holds pairs with judgements, so that several are just more of them."""
    start = start_of(path)
    return _TREES in start or _CONFIDENCE in start


def _is_word_links(path: Path) -> bool:
    return path.suffix.lower() in formats.WORD_LINK_FORMATS


def start_of(path: Path) -> bytes:
    """The first bytes of a file, unpacked if it is packed.

    Raises:
        InputError: it cannot be read.
    """
    with open_unpacked(path) as (file, _):
        return file.read(_LOOK)
