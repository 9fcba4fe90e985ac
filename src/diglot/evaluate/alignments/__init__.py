"""Metrics of sentence alignment, of word alignment and of trees of bisegments.

Predicted and gold links or trees enter. Scores at each level leave, and how well probabilities of
links are calibrated.
"""
