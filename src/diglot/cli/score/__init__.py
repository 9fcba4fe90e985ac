"""The command diglot score, which scores a result against gold.

The arguments of one kind of result enter. Printed tables, JSON or plots leave.
"""

from __future__ import annotations

from diglot.cli.commands import Command

DESCRIPTION = (
    "Score links between sentences (strict and lax precision and recall, ARCADE's levels) or "
    "between words (alignment error rate, precision, recall, F; agreement with trees; quality of "
    "probabilities), ranked pairs of terms (average precision, MAP, precision, recall), extracted "
    "terms, inferred dictionaries (TIAD's precision, recall, F, coverage), or the use of marked "
    "terms in translations (exact match, window overlap, TERm), with 95 % intervals; more than "
    "one result can be compared. Or measure the agreement of annotators (kappa, alpha, F)."
)
ACTIONS = {
    "sentences": Command("score links between sentences", "score.links", "sentences"),
    "words": Command("score links between words", "score.links", "words"),
    "pairs": Command("score ranked pairs of terms", "score.pairs", "pairs"),
    "terms": Command("score extracted terms", "score.pairs", "terms"),
    "lexicon": Command("score inferred dictionaries", "score.lexicon"),
    "terminology": Command(
        "score the use of the marked terms of a test set in translations", "score.terminology"
    ),
    "agreement": Command("measure the agreement of annotators", "score.links", "agreement"),
}
