"""Profiles: how near a rendering has to be to its term, and how bad each broken rule is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.model.findings import (
    FAMILY,
    LEMMA,
    LEVELS,
    NOTE,
    ORDER_FREE,
    RULES,
    WARNING,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

OFF = "off"
"""Severity of a rule that is not applied."""

EACH, ONCE, RATIO = "each", "once", "ratio"
COUNTING = {
    EACH: "every occurrence of a term needs one in the translation",
    ONCE: "one occurrence in the translation is enough",
    RATIO: "one finding a unit says how many are there",
}


@dataclass(frozen=True, slots=True)
class Profile:
    """How strict a check is.

    Attributes:
        passing: worst of `LEVELS` that passes without a remark on the form.
        severities: of rules, where they are not those of `RULES`; `OFF` leaves a rule out.
        doubtful_units: whether units that their file calls doubtful (fuzzy) are checked.
    """

    passing: str
    severities: Mapping[str, str] = field(default_factory=dict)
    doubtful_units: bool = False

    def passes(self, level: str) -> bool:
        """Tell whether a rendering at this level needs no remark on its form."""
        return LEVELS.index(level) <= LEVELS.index(self.passing)


PROFILES = {
    # Terms are words of the language, too: most that stand there unasked mean something else.
    "standard": Profile(ORDER_FREE, {"without-source": OFF}),
    "strict": Profile(
        LEMMA,
        {
            "form": WARNING,
            "variant": WARNING,
            "alternative": WARNING,
            "partial": WARNING,
            "not-preferred": WARNING,
        },
        doubtful_units=True,
    ),
    "lenient": Profile(
        FAMILY,
        {
            "misplaced": WARNING,
            "case": NOTE,
            "count": OFF,
            "inconsistent": NOTE,
            "form": OFF,
            "variant": OFF,
            "partial": OFF,
            "not-preferred": OFF,
            "without-source": OFF,
        },
    ),
}


def severities_of(
    profile: Profile,
    *,
    told: Mapping[str, str],
    only: Collection[str] = (),
    ignored: Collection[str] = (),
) -> dict[str, str]:
    """Return the severities of the rules that are applied.

    Args:
        profile: what holds where nothing is told.
        told: severities by rule; `OFF` leaves a rule out.
        only: the only rules to apply; empty for all.
        ignored: rules to leave out.
    """
    found = {}
    for rule, (usual, _) in RULES.items():
        severity = told.get(rule, profile.severities.get(rule, usual))
        if rule in only and rule not in told and severity == OFF:
            severity = usual  # who names a rule wants it
        if severity != OFF and rule not in ignored and (not only or rule in only):
            found[rule] = severity
    return found
