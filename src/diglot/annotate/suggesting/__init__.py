"""Items to judge, with proposals made by the aligners.

Values of `model`, or a partly corrected judgement, enter. Items with suggested cells, or changes to
a judgement, leave.
"""

from diglot.annotate.layers.confidence.items import confidence_items
from diglot.annotate.layers.matches.items import match_items
from diglot.annotate.layers.questions.items import question_items
from diglot.annotate.layers.sentences.items import sentence_item
from diglot.annotate.layers.terms.items import term_items, term_pair_items
from diglot.annotate.layers.word_items import group_items, tree_items, word_label_items
from diglot.annotate.suggesting.realigning import realign_unconfirmed

__all__ = [
    "confidence_items",
    "group_items",
    "match_items",
    "question_items",
    "realign_unconfirmed",
    "sentence_item",
    "term_items",
    "term_pair_items",
    "tree_items",
    "word_label_items",
]
