"""Questions on the terms in the outputs of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.exchange.contents import Found, ImportOptions, Listed, read_standoff_items
from diglot.annotate.layers.matches.read import marked_set
from diglot.annotate.suggesting import question_items
from diglot.errors import ConfigError
from diglot.formats import marked_terms
from diglot.formats.judgements.answers import is_standoff
from diglot.model import Hypotheses

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KIND = "questions"


def read(paths: Sequence[Path], options: ImportOptions) -> Found:
    """Read a test set with marked terms and the outputs to ask about.

    Raises:
        InputError: a file cannot be read.
        ConfigError: no output is named.
    """
    if len(paths) == 1 and is_standoff(paths[0]):
        return read_standoff_items(paths[0], KIND)
    if not options.hypotheses:
        raise ConfigError("name the outputs of systems to ask about: --hypothesis")
    marked = marked_set(paths, options)
    outputs = []
    for path in options.hypotheses:
        found = marked_terms.read_hypotheses(
            path, target_language=marked.target_language, encoding=options.reading.encoding
        )
        texts = marked_terms.texts_for(marked, found, path)
        outputs.append(Hypotheses(texts, None, found.name or path.stem, found.notes))
    items, systems = question_items(marked, outputs, seed=options.seed)
    listed = tuple(
        Listed(path.name, "", note)
        for path, output in zip(options.hypotheses, outputs, strict=True)
        for note in output.notes
    )
    return Found(tuple(items), listed=listed, settings={"systems": systems})
