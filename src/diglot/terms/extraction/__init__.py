"""Extraction of the terms of one language.

Tokenised sentences with frequencies and lemmas enter. Ranked terms with their variants, features
and example sentences leave.
"""
