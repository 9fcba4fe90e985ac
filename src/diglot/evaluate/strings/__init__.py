"""BLEU, chrF and TER: metrics that compare translations with references.

Translations and references enter. Counts for each segment leave, and the scores of their sums.
"""
