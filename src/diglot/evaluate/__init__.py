"""Metrics: a prediction and a gold value of the same type become a Score.

``sentences`` scores links over one segmentation, ``offsets`` links over two different ones,
``confidence`` the probabilities of the links. ``words`` scores links between words, ``word_trees``
the same against trees of bisegments, ``tree_agreement`` trees against trees, ``word_confidence``
probabilities against gold and people's labels. ``lexicon`` scores inferred dictionaries.
``significance`` gives any of the scores its
intervals and compares two runs.
"""
