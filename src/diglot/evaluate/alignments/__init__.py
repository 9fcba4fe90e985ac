"""Metrics of sentence alignment, word alignment and trees of bisegments.

Predicted and gold links or trees enter. Scores by level and the calibration of link probabilities
leave.
"""
