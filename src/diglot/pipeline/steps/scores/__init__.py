"""The scores of every step, read from files.

Predictions, gold files and options of the metrics enter. Scores with intervals, comparisons and
signatures leave.
"""
