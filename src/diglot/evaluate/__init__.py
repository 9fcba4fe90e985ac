"""Metrics: a prediction and a gold value of the same type become a Score.

``sentences`` scores links over one segmentation, ``offsets`` links over two different ones,
``confidence`` the probabilities of the links. ``words`` scores links between words, ``word_trees``
the same against trees of bisegments, ``tree_agreement`` trees against trees, ``word_confidence``
probabilities against gold and people's labels. ``lexicon`` scores inferred dictionaries. ``ter``
and ``weighted_ter`` count edits of translations, ``string_metrics`` n-grams.
``agreement`` says how far annotators agree. ``significance`` gives any of the scores its intervals
and compares two runs.
"""
