"""Links between sentences as memories, tables and files of links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import formats
from diglot.annotate.layers.sentences.beads import bitext_of
from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

FORMATS = {
    extension: name
    for extension, name in {**formats.UNIT_FORMATS, **formats.LINK_FORMATS}.items()
    if name in formats.WRITABLE and name != "jsonl"
}


def write(
    path: Path,
    name: str,
    answers: Sequence[Answered],
    layer: LayerRecord,  # noqa: ARG001 - every layer is written with it
) -> tuple[Skipped, ...]:
    """Write alignments as units, all in one file, or as the links of one pair of texts.

    Raises:
        InputError: the file cannot be written.
        ConfigError: links of several pairs of texts.
    """
    bitexts = [bitext_of(each.payload, each.cells) for each in answers]
    if name in formats.LINKS and len(bitexts) != 1:
        raise ConfigError(
            f"{name} files hold one pair of documents each, and the layer has {len(bitexts)}: "
            "write units (.tmx), or keep one pair a layer"
        )
    return formats.write(path, bitexts, format=name)
