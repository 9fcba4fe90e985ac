"""Cleaning of parallel text: a score for every pair, near-duplicates, rules.

Pairs of texts enter, with the candidate links between their words, which are handed in. Scores,
numbers of duplicates and names of broken rules leave.
"""
