"""The command diglot score, which scores a result against gold.

The arguments of one kind of result enter. Printed tables, JSON or plots leave.
"""

from __future__ import annotations

from diglot.cli.commands import Command

DESCRIPTION = (
    "Score links between sentences (strict and lax precision and recall, ARCADE's levels) or "
    "between words (alignment error rate, precision, recall, F; agreement with trees; quality of "
    "probabilities), ranked pairs of terms (average precision, MAP, precision, recall), "
    "extracted terms, inferred dictionaries (TIAD's precision, recall, F, coverage), or "
    "translations by how they treat marked terms (exact match, window overlap, TERm), with 95 % "
    "intervals; several results are compared. Or score how far annotators agree (kappa, alpha, F)."
)
ACTIONS = {
    "sentences": Command("score links between sentences", "score.sentences"),
    "words": Command("score links between words", "score.words"),
    "pairs": Command("score ranked pairs of terms", "score.pairs"),
    "terms": Command("score extracted terms", "score.terms"),
    "lexicon": Command("score inferred dictionaries", "score.lexicon"),
    "terminology": Command(
        "score how translations treat the marked terms of a test set", "score.terminology"
    ),
    "agreement": Command("measure how far annotators agree", "score.agreement"),
}
