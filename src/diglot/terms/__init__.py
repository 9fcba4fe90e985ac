"""Terminology: terms found in one language, aligned over two and grouped into termbases.

Tokenised texts, word links, lists of terms and termbases enter. Terms, scored pairs of terms,
concepts and termbases leave.
"""
