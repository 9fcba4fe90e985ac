"""Figures to compare with: published or measured elsewhere (README.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Peer:
    """Strict F1 of another offline aligner; ``with_mt`` where it was given machine translation."""

    f1: float
    name: str
    with_mt: float | None = None
    name_with_mt: str = ""


BEST: dict[str, Peer] = {
    "textberg-dev-de-fr": Peer(0.707, "hunalign", 0.780, "Bleualign"),
    "mac-dev-zh-en": Peer(0.485, "Gale-Church, estimated ratio"),
    "transread-en-fr": Peer(0.811, "hunalign"),
    "hunalign-1984-hu-en": Peer(0.982, "hunalign -realign"),
    "hunalign-dtm-hu-en": Peer(0.969, "Gale-Church"),
    "parice-en-is": Peer(0.824, "hunalign"),
    "alignar-law-ar-en": Peer(0.666, "Gale-Church of Bleualign", 0.960, "hunalign"),
    "maligna-pl-en": Peer(0.942, "hunalign"),
    "maligna-pl-de": Peer(1.0, "hunalign"),
}
"""Best aligner without downloads, dictionary or encoder: not measured here (see README.md)."""
