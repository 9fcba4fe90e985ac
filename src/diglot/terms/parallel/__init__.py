"""Alignment of terms on parallel text.

Candidates of both sides and the word links of sentence pairs enter. Ranked pairs of terms with
counts and scores leave.
"""
