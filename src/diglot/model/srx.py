"""Segmentation rules of an SRX file as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SrxRule:
    """One rule: where both patterns match around a position, break there or forbid it.

    Attributes:
        breaks: True to break, False for an exception.
        before: pattern of the text that ends at the position; empty matches anything.
        after: pattern of the text that begins at the position; empty matches anything.
    """

    breaks: bool
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class SrxLanguageMap:
    """Which rules serve the language codes that ``pattern`` matches."""

    pattern: str
    rules: str


@dataclass(frozen=True, slots=True)
class SrxRules:
    """Everything an SRX file says.

    Attributes:
        languages: (name, rules) of every ``languagerule``, in file order.
        maps: the ``languagemap`` entries, in file order.
        cascade: True when every matching map counts, False when only the first does.
        segment_subflows: whether text inside inline codes is segmented for itself.
        handles: (type, include) of the ``formathandle`` entries, kept as found.
        version: ``1.0`` or ``2.0``.
        name: name of the file, for messages and signatures.
        digest: SHA-256 of the file.
    """

    languages: tuple[tuple[str, tuple[SrxRule, ...]], ...]
    maps: tuple[SrxLanguageMap, ...]
    cascade: bool = True
    segment_subflows: bool = True
    handles: tuple[tuple[str, bool], ...] = ()
    version: str = "2.0"
    name: str = "srx"
    digest: str = ""
