"""Items to judge, made of diglot's own values, with what its methods propose."""

from diglot.annotate.suggesting.confidence import confidence_items
from diglot.annotate.suggesting.matches import match_items
from diglot.annotate.suggesting.questions import question_items
from diglot.annotate.suggesting.realigning import realigned
from diglot.annotate.suggesting.sentences import sentence_item
from diglot.annotate.suggesting.terms import term_items, term_pair_items
from diglot.annotate.suggesting.words import group_items, tree_items, word_label_items

__all__ = [
    "confidence_items",
    "group_items",
    "match_items",
    "question_items",
    "realigned",
    "sentence_item",
    "term_items",
    "term_pair_items",
    "tree_items",
    "word_label_items",
]
