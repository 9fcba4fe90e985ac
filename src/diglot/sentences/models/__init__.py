"""The methods of aligning sentences, each a function `align`, and their training rounds.

An encoded corpus and settings enter. Alignments leave.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diglot.sentences.settings import Method

_SYSTEMS = "diglot.sentences.systems"
METHODS: Mapping[str, str] = {
    "crf": "diglot.sentences.models.crf",
    "lexical": "diglot.sentences.models.crf:align_by_score",
    "moore": "diglot.sentences.models.moore",
    "length": "diglot.sentences.models.gale_church:align_by_ratio",
    "length-classic": "diglot.sentences.models.gale_church",
    "jacal": f"{_SYSTEMS}.cognates:jacal",
    "salign": f"{_SYSTEMS}.words:salign",
    "loria": f"{_SYSTEMS}.trees:loria",
    "irmc": f"{_SYSTEMS}.words:irmc",
    "lia": f"{_SYSTEMS}.cognates:lia",
    "issco": f"{_SYSTEMS}.trees:issco",
}
"""Methods by name: a module with ``align(corpus, settings)``, or a module and another function."""


LEARNER = "crf"
"""The method that can align by what was learned of other texts."""


WITHOUT_WORDS = frozenset({"length", "length-classic", "loria", "issco"})
"""Methods that a dictionary tells nothing."""

WITH_VECTORS = frozenset({"crf", "lexical"})
"""Methods that compare vectors of sentences."""


def method_named(name: str) -> Method:
    """Return the ``align`` function of a method."""
    module, _, function = METHODS[name].partition(":")
    found: Method = getattr(import_module(module), function or "align")
    return found


def is_arcade_system(method: str) -> bool:
    """Tell whether a method is one of the six systems of ARCADE."""
    return METHODS[method].startswith(_SYSTEMS)
