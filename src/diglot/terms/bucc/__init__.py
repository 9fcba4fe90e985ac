"""Preparation of a shared task of bilingual term alignment (BUCC).

Parallel text, glossaries and judged pairs enter. Comparable corpora, pairs to judge, and training
and test parts with gold leave.
"""
