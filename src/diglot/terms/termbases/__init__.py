"""Operations on whole termbases: merging, comparing, filtering and checking.

One or several `Termbase` values enter. New termbases, differences or lists of problems leave.
"""

from diglot.terms.termbases.cleaning import (
    CHECKS,
    FAULTS,
    MENDS,
    Mend,
    MendedTermbase,
    Problem,
    check_termbase,
    clean_termbase,
    faults_of,
    mend_termbase,
    unclear_terms,
)
from diglot.terms.termbases.filters import (
    StopList,
    in_languages,
    make_stop_list,
    with_least_score,
    with_status,
    without_known,
    without_stopped,
)
from diglot.terms.termbases.merging import (
    MATCHES,
    PREFER,
    RULES,
    Change,
    ChangedConcept,
    Conflict,
    MergeResult,
    TermbaseDiff,
    TermKeys,
    diff,
    merge_termbases,
)

__all__ = [
    "CHECKS",
    "FAULTS",
    "MATCHES",
    "MENDS",
    "PREFER",
    "RULES",
    "Change",
    "ChangedConcept",
    "Conflict",
    "Mend",
    "MendedTermbase",
    "MergeResult",
    "Problem",
    "StopList",
    "TermKeys",
    "TermbaseDiff",
    "check_termbase",
    "clean_termbase",
    "diff",
    "faults_of",
    "in_languages",
    "make_stop_list",
    "mend_termbase",
    "merge_termbases",
    "unclear_terms",
    "with_least_score",
    "with_status",
    "without_known",
    "without_stopped",
]  # fmt: skip
