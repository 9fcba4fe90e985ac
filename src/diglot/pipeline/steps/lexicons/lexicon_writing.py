"""Lexicons into files whose names of parts of speech are not those of LexInfo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.formats.lexicons import lexicon_format
from diglot.formats.lexicons import write_lexicon as write_as_it_is
from diglot.lexicons.graph.parts_of_speech import apertium_tag, is_known

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.formats.blocks import Skips
    from diglot.model import Lexicon


def write_lexicon(
    path: str | Path,
    lexicon: Lexicon,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    skips: Skips | None = None,
) -> int:
    """Write a lexicon; return the number of its translations in the file.

    In a dictionary of Apertium parts of speech of LexInfo become its tags: ``noun`` is ``n``. One
    that is not of LexInfo is a tag already.

    Args:
        path: the file; it is replaced only when everything has been written.
        lexicon: the translations.
        format: name of the format, where the extension does not tell it.
        skips: collects what the format cannot carry.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format.
    """
    if lexicon_format(path, format) != "dix":
        return write_as_it_is(path, lexicon, format=format, skips=skips)
    parts = {part for each in lexicon.translations for part in (each.source_pos, each.target_pos)}
    tags = {part: apertium_tag(part) for part in parts if part and is_known(part)}
    return write_as_it_is(path, lexicon, format=format, skips=skips, tags=tags)
