"""Metrics of inferred bilingual dictionaries by the rules of TIAD.

Inferred entries and gold dictionaries enter. Precision, recall, F1 and coverage leave: of the
whole, of each part of speech, and at each threshold.
"""
