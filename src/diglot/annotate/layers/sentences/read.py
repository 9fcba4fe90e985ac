"""Links between sentences to be corrected: units, texts that diglot aligns, texts with links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange.bitexts import load_sentences
from diglot.annotate.exchange.contents import Found, ImportOptions, Listed, read_standoff_items
from diglot.annotate.suggesting import sentence_item
from diglot.formats.blocks import Skips
from diglot.formats.judgements.answers import is_standoff

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KIND = "sentences"


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read one pair of texts with a proposal of links, which counts for nothing until confirmed.

    Raises:
        InputError: a file cannot be read, or links do not fit the texts.
        ConfigError: the files do not go together.
    """
    if len(paths) == 1 and is_standoff(paths[0]):
        return read_standoff_items(paths[0], KIND)
    skips = Skips()
    bitext = load_sentences(paths, options.reading, skips=skips)
    item = sentence_item(bitext, key="|".join(path.name for path in paths))
    settings = {"source": bitext.source.language or "", "target": bitext.target.language or ""}
    listed = Listed.of(paths[0].name, skips.found())
    documents = (bitext.source, bitext.target)
    return Found((item,), listed=listed, settings=settings, documents=documents)
