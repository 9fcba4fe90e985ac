"""Operations on whole termbases: merging, comparing, filtering and checking.

One or several `Termbase` values enter. New termbases, differences or lists of problems leave.
"""

from diglot.terms.termbases.checks import CHECKS, Problem, check
from diglot.terms.termbases.differences import Change, ChangedConcept, TermbaseDiff, diff
from diglot.terms.termbases.filters import (
    StopList,
    at_least,
    in_languages,
    only_new,
    stop_list,
    with_status,
    without_stopped,
)
from diglot.terms.termbases.keys import MATCHES, TermKeys
from diglot.terms.termbases.merging import PREFER, RULES, Conflict, Merged, merge

__all__ = [
    "CHECKS",
    "MATCHES",
    "PREFER",
    "RULES",
    "Change",
    "ChangedConcept",
    "Conflict",
    "Merged",
    "Problem",
    "StopList",
    "TermKeys",
    "TermbaseDiff",
    "at_least",
    "check",
    "diff",
    "in_languages",
    "merge",
    "only_new",
    "stop_list",
    "with_status",
    "without_stopped",
]
