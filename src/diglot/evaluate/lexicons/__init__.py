"""Metrics of inferred bilingual dictionaries by the rules of TIAD.

Inferred rows and gold dictionaries enter. Precision, recall, F1 and coverage leave, whole, by part
and by threshold.
"""
