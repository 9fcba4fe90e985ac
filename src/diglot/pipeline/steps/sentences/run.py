"""The main job: files in two languages become aligned, scored bitexts."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError
from diglot.pipeline.documents import ProgressCall, read_pairs
from diglot.pipeline.pairing import Pair, pair_files
from diglot.pipeline.steps.sentences.evidence import gather_evidence, read_lexicon
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.pipeline.steps.sentences.paragraphs import with_paragraphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Bitext


def align(source: str | Path, target: str | Path, **options: Any) -> Bitext:
    """Align a text with its translation.

    Args:
        source: file in any format that diglot reads.
        target: its translation, in any format too.
        options: fields of `AlignOptions` by name, such as ``source_language="en"``.

    Returns:
        Both documents, segmented, and the links between their segments with probabilities.

    Raises:
        InputError: a file cannot be read, or the two do not belong together.
        ConfigError: an option is unknown or does not fit the others.
    """
    known = {field.name for field in dataclasses.fields(AlignOptions)}
    if unknown := sorted(set(options) - known):
        raise ConfigError(f"unknown option {unknown[0]!r}; known are: {', '.join(sorted(known))}")
    pairs = pair_files(Path(source), Path(target))
    if len(pairs) != 1:
        raise ConfigError("these are folders: use align_files for several pairs")
    return align_files(pairs, options=AlignOptions(**options))[0]


def align_files(
    pairs: Sequence[Pair],
    *,
    options: AlignOptions | None = None,
    progress: ProgressCall | None = None,
) -> list[Bitext]:
    """Align many pairs of files in one run; they share one lexicon.

    Args:
        pairs: the files, as `pair_files` gives them.
        options: how it is to be done.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        One bitext a pair, in the same order.

    Raises:
        InputError: a file cannot be read, or two do not belong together.
        ConfigError: an option is wrong.
    """
    from diglot import sentences

    options = options or AlignOptions()
    _check(options)
    lexicon = read_lexicon(options.lexicon) if options.lexicon else None
    documents, notes = read_pairs(pairs, options=options, progress=progress)
    documents = with_paragraphs(pairs, documents, options=options)
    evidence, remarks = gather_evidence(pairs, documents, options=options)
    bitexts = sentences.align(
        documents,
        method=options.method,
        max_merge=options.max_merge,
        evidence=evidence,
        lexicon=lexicon,
        jobs=options.jobs,
        progress=progress,
    )
    extra = (*notes, *remarks)
    return [dataclasses.replace(bitext, notes=(*extra, *bitext.notes)) for bitext in bitexts]


def _check(options: AlignOptions) -> None:
    """Refuse wrong options before any file is read."""
    from diglot import sentences

    if options.method not in sentences.METHODS:
        raise ConfigError(
            f"unknown method {options.method!r}; known are: {', '.join(sentences.METHODS)}"
        )
    if options.max_merge < 1:
        raise ConfigError(f"--max-merge is {options.max_merge}, but must be 1 or more")
    if options.jobs < 1:
        raise ConfigError(f"--jobs is {options.jobs}, but must be 1 or more")
    if options.tracked not in ("accepted", "original", "refuse"):
        raise ConfigError(f"--tracked is {options.tracked!r}: accepted, original or refuse")
