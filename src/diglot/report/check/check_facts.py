"""What reports tell of a check beside its findings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diglot.model.suppressions import Suppression


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFacts:
    """How several files were checked.

    Attributes:
        profile: name of the profile; empty when none has a name.
        inputs: every file that was read, texts and termbases, with its SHA-256 in hex.
        notes: what to tell the user of the whole run.
        fingerprints: of the entries of the termbase, by id; they go with what reviewers answer.
        expired: suppressions that hold nothing since their entry changed.
    """

    profile: str = ""
    inputs: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    expired: tuple[Suppression, ...] = ()


NO_FACTS = CheckFacts()
