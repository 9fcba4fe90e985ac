"""Names of the kinds of layers, for those who need nothing else of them."""

KINDS = (
    "sentences",
    "confidence",
    "word_labels",
    "groups",
    "trees",
    "terms",
    "matches",
    "questions",
)
"""In the order of the work: from documents to single terms."""
