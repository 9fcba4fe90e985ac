"""Metrics of how translations treat given terms.

Hypotheses and test sets with marked terms enter. Term accuracy, success, consistency and signs of
cheating leave.
"""
