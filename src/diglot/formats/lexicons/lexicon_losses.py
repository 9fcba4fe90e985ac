"""What a format of dictionaries has no place for is counted when it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.model.lexicon import BOTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.formats.blocks import Skips
    from diglot.model.lexicon import Translation

NOTHING = (None, (), "", BOTH)


def count_losses(
    translations: Iterable[Translation], fields: Iterable[str], skips: Skips | None
) -> None:
    """Count the translations that say something in fields that are not written."""
    if skips is None:
        return
    for name in fields:
        saying = [each for each in translations if getattr(each, name) not in NOTHING]
        if saying:
            example = f"{saying[0].source} | {saying[0].target}"
            skips.add(f"{name} of a translation, not written", example, len(saying))
