"""Metrics: a prediction and a gold value of the same type become a Score.

``sentences`` scores links over one segmentation, ``offsets`` links over two different ones,
``confidence`` the probabilities of the links; ``significance`` gives any of the scores its
intervals and compares two runs.
"""
