"""String metrics of translations.

BLEU, chrF and TER. Hypotheses and reference texts enter. Counts per segment and the scores of their
sums leave.
"""
