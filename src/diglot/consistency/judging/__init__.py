"""Judgement of what stands in a translation for each source term.

Encoded units, occurrences of terms and link evidence enter. Judgements and the findings made of
them leave.
"""
